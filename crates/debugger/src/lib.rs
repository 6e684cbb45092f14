//! Shows a search to the search debugger of VS Code while it runs: events of a search go in, HTTP requests come out.
//!
//! [`SearchTreeDump`] is an [observer](extremal::Observer). It gives every state a number of its own and hands short
//! notes to a thread, which writes and sends the requests one after the other. The search never waits for them. The
//! debugger draws a few thousand states at most, so that only the first are sent, and later what leads to a better
//! heuristic value or to a plan.

mod dump;
mod message;
mod queue;
mod sender;

pub use dump::SearchTreeDump;
pub use sender::UrlError;
