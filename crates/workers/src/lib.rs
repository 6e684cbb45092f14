//! Work in processes of its own: a supervisor starts a [worker](WorkerProcess) and gives it orders; the worker answers, is
//! ended at its limits by its own [watchdog](Watchdog), or dies, and no other work is harmed. Orders and answers are JSON
//! objects, one per line, on the worker's standard input and output.

mod process;
mod watchdog;
mod worker;

pub use process::{Cause, Death, Waited, WorkerProcess};
pub use watchdog::{Tolerance, Watchdog};
pub use worker::{answer, orders};

/// The exit code of a worker that could not stop in good order when memory ran out, as in Fast Downward.
pub const EXIT_OUT_OF_MEMORY: i32 = 22;
/// The same for time.
pub const EXIT_OUT_OF_TIME: i32 = 23;
