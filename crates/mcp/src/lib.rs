//! The planner as tools for agents, over the Model Context Protocol.
//!
//! In come calls of tools with PDDL texts as arguments; out go short answers as JSON, made for a reader that will edit the
//! text next: each message has the line it is about, and where it is clear what was meant, the line as it should be.
//!
//! The tools are pure functions of their arguments and a budget ([`call`]). Only `server.rs` knows the protocol.

mod answer;
mod arguments;
mod check;
mod explain;
mod lines;
mod messages;
mod never;
mod plan;
mod server;
mod short;
mod simulate;
mod solve;
mod tools;
mod validate;

pub use arguments::{Access, Arguments};
pub use server::{Settings, run};
pub use tools::{TOOLS, ToolDescription, call};
