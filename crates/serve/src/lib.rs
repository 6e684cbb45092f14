//! The planner as a service over HTTP: jobs come in, worker processes solve them, plans go out.
//!
//! [`serve`] listens. A [job](protocol::SolveRequest) that is accepted is written to a journal and waits in a queue that is
//! fair to clients. A place that is free gives it to a worker process, which calls [`work`] and ends with it, so that no job
//! can harm another. After a crash, the next service with the same journal answers what was accepted.
//!
//! The routes are those of planning-as-a-service, of the services that VS Code knows, and an interface of our own, which
//! `openapi.json` describes. `docs/service.md` is the guide.

mod accept;
mod bounds;
mod check;
mod connections;
mod ground_action;
mod http;
mod job;
mod journal;
mod kept;
mod log;
mod metrics;
mod options;
pub mod protocol;
mod queue;
mod room;
mod server;
mod service;
mod slot;
mod solve;
mod text;
mod worker;

pub use options::{Options, default_state};
pub use protocol::Limits;
pub use server::serve;
pub use service::WorkerCommand;
pub use worker::work;
