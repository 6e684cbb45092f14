//! How much of a search's time goes into its open list.

use extremal::Observer;
use extremal::limits::{Duration, Instant};
use extremal::searches::Counters;
use extremal::states::StateId;

/// Measures the time between the end of an expansion and the beginning of the next. Under deferred evaluation
/// this includes the heuristic and says nothing. Searches that generate states one by one do not tell where an
/// expansion ends.
#[derive(Debug, Default)]
pub struct OpenListTimer {
    since: Option<Instant>,
    total: Option<Duration>,
}

impl OpenListTimer {
    /// The time so far; none if no expansion was seen to end.
    pub fn total(&self) -> Option<Duration> {
        self.total
    }
}

impl Observer for OpenListTimer {
    fn expanded(&mut self, _state: StateId, _counters: &Counters) {
        self.since = Some(Instant::now());
        self.total.get_or_insert_default();
    }

    fn expansion(&mut self, _state: StateId, _depth: u32, _counters: &Counters) {
        if let (Some(since), Some(total)) = (self.since.take(), &mut self.total) {
            *total += since.elapsed();
        }
    }
}
