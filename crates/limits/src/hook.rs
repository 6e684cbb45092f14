//! What else happens when a budget is asked.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use web_time::{Duration, Instant};

/// A function that is called now and then by whoever asks a budget.
pub(crate) struct Hook {
    call: Box<dyn Fn() + Send + Sync>,
    made: Instant,
    /// When it is due, in microseconds since it was made.
    due: AtomicU64,
}

impl Hook {
    /// So much time passes from the end of a call to the next call, at least.
    pub const INTERVAL: Duration = Duration::from_millis(20);

    /// A function that is due in some milliseconds.
    pub fn new(call: impl Fn() + Send + Sync + 'static) -> Self {
        let due = AtomicU64::new(micros(Self::INTERVAL));
        Hook { call: Box::new(call), made: Instant::now(), due }
    }

    /// Calls the function if it is due.
    pub fn look(&self, now: Instant) {
        let due = self.due.load(Ordering::Relaxed);
        if micros(now.saturating_duration_since(self.made)) < due {
            return;
        }
        // Of several threads that find it due one calls it, and meanwhile it is not due.
        if self.due.compare_exchange(due, u64::MAX, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            let _due_again = DueAgain(self);
            (self.call)();
        }
    }
}

/// Makes a hook due again when its call is over, also if that panics.
struct DueAgain<'h>(&'h Hook);

impl Drop for DueAgain<'_> {
    fn drop(&mut self) {
        self.0.due.store(micros(self.0.made.elapsed() + Hook::INTERVAL), Ordering::Relaxed);
    }
}

/// Microseconds, of which 64 bits count half a million years.
fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hook").field("due", &self.due).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_hook_is_called_when_it_is_due_and_not_more_often() {
        let calls = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&calls);
        let hook = Hook::new(move || _ = counter.fetch_add(1, Ordering::Relaxed));
        let calls = || calls.load(Ordering::Relaxed);
        let due = hook.made + Hook::INTERVAL;
        hook.look(due - Duration::from_micros(1));
        assert_eq!(calls(), 0);
        hook.look(due);
        assert_eq!(calls(), 1);
        // It is due again an interval after it was called, whenever that was.
        hook.look(hook.made + Hook::INTERVAL - Duration::from_micros(1));
        assert_eq!(calls(), 1);
        hook.look(Instant::now() + Hook::INTERVAL);
        assert_eq!(calls(), 2);
    }
}
