//! How much of a search's time goes into its open list.

use std::time::{Duration, Instant};

use extremal::Observer;
use extremal::searches::Counters;
use extremal::states::StateId;

/// Measures the time between the end of an expansion and the beginning of the next. Under deferred evaluation
/// this includes the heuristic and says nothing.
#[derive(Debug, Default)]
pub struct OpenListTimer {
    since: Option<Instant>,
    total: Duration,
}

impl OpenListTimer {
    /// The time so far.
    pub fn total(&self) -> Duration {
        self.total
    }
}

impl Observer for OpenListTimer {
    fn expanded(&mut self, _state: StateId, _counters: &Counters) {
        self.since = Some(Instant::now());
    }

    fn expansion(&mut self, _state: StateId, _depth: u32, _counters: &Counters) {
        if let Some(since) = self.since.take() {
            self.total += since.elapsed();
        }
    }
}
