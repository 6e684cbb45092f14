//! Ends a worker that does not stop at its limits by itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use extremal_limits::{Budget, Duration, Instant, Stop, resident_memory_kib};

use crate::{EXIT_OUT_OF_MEMORY, EXIT_OUT_OF_TIME};

/// How often the watchdog looks.
const INTERVAL: Duration = Duration::from_millis(5);
/// How long work may take to end by itself after its time was over.
const TIME_GRACE: Duration = Duration::from_millis(500);
/// The same for memory, where patience costs nothing as long as not much more is used.
const MEMORY_GRACE: Duration = Duration::from_secs(5);

/// How much memory over its limit the work may have before it is ended at once. A little more may be a single table
/// that doubled its size, and work that stops in good order has something to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tolerance {
    /// Percent of the limit.
    pub percent: u64,
    /// And so many KiB.
    pub kib: u64,
}

/// A thread that watches over the work of this process.
#[derive(Clone, Debug)]
pub struct Watchdog(Arc<Mutex<Option<Watched>>>);

/// What the work may use.
#[derive(Clone, Debug)]
struct Watched {
    budget: Budget,
    memory_limit_kib: Option<u64>,
}

impl Watchdog {
    /// Starts the thread.
    pub fn start(tolerance: Tolerance) -> Self {
        let watched = Arc::<Mutex<Option<Watched>>>::default();
        let watchdog = Watchdog(Arc::clone(&watched));
        thread::spawn(move || watch(&watched, tolerance));
        watchdog
    }

    /// From now on this budget holds, whose memory limit is this.
    pub fn watch(&self, budget: &Budget, memory_limit_kib: Option<u64>) {
        self.set(Some(Watched { budget: budget.clone(), memory_limit_kib }));
    }

    /// Nothing is limited from now on.
    pub fn rest(&self) {
        self.set(None);
    }

    fn set(&self, watched: Option<Watched>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = watched;
    }
}

/// Ends the process if its work does not stop at its limits by itself.
fn watch(watched: &Mutex<Option<Watched>>, tolerance: Tolerance) {
    let mut overdue_since = None;
    loop {
        thread::sleep(INTERVAL);
        let watched = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let stop = watched.as_ref().and_then(|watched| watched.budget.check().err());
        let (Some(watched), Some(stop)) = (watched, stop) else {
            overdue_since = None;
            continue;
        };
        let since: &Instant = overdue_since.get_or_insert_with(Instant::now);
        let (grace, code) = match stop {
            Stop::OutOfMemory => (MEMORY_GRACE, EXIT_OUT_OF_MEMORY),
            _ => (TIME_GRACE, EXIT_OUT_OF_TIME),
        };
        if since.elapsed() >= grace || watched.is_far_too_large(tolerance) {
            std::process::exit(code);
        }
    }
}

impl Watched {
    fn is_far_too_large(&self, tolerance: Tolerance) -> bool {
        let (Some(limit), Some(used)) = (self.memory_limit_kib, resident_memory_kib()) else { return false };
        used > limit.saturating_add(limit / 100 * tolerance.percent + tolerance.kib)
    }
}
