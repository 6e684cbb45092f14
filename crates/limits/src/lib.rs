//! Budgets that every phase keeps: a deadline, a memory limit, and a way to cancel from outside.
//!
//! In goes what the user allows; out comes a [`Budget`] that long loops ask now and then whether they may
//! go on. No other library crate reads the clock or the process's memory, so all of them run where the
//! standard library has no clock, as in a browser. A budget also carries the name of the phase at work, for
//! progress display.

mod allocator;
mod budget;
mod hook;
mod memory;
mod pacer;
mod phase;

pub use allocator::{CountingAllocator, allocated_bytes, tell_allocated};
pub use budget::{Budget, Stop};
pub use memory::{memory_in_use_kib, peak_memory_kib, reset_peak_memory, resident_memory_kib, thread_time};
pub use pacer::{Pacer, TimedPacer};
pub use phase::Phase;
pub use web_time::{Duration, Instant, SystemTime, UNIX_EPOCH};
