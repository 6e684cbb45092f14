//! How far a search has come, for whoever wants to know while it runs: the status line, and the watchdog if
//! it has to end the process.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use extremal::states::StateId;
use extremal::validate::Cost;
use extremal::{Counters, Observer};

use crate::progress::grouped;

/// The state of a search, shared between threads.
#[derive(Debug, Default)]
pub struct SearchProgress {
    began: OnceLock<Instant>,
    counters: Mutex<Counters>,
    /// The cost of the last plan of several.
    plan_cost: Mutex<Option<Cost>>,
}

impl SearchProgress {
    /// Notes that the search begins.
    pub fn begin(&self) {
        self.began.get_or_init(Instant::now);
    }

    /// Whether a search has begun.
    pub fn has_begun(&self) -> bool {
        self.began.get().is_some()
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.get().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// What was counted so far, or nearly.
    pub fn counters(&self) -> Counters {
        *self.lock()
    }

    /// Notes that a plan was found and is safe, whatever happens next.
    pub fn plan_found(&self, cost: Cost) {
        *self.plan_cost.lock().unwrap_or_else(PoisonError::into_inner) = Some(cost);
    }

    /// Whether there is a plan already.
    pub fn has_plan(&self) -> bool {
        self.plan_cost().is_some()
    }

    fn plan_cost(&self) -> Option<Cost> {
        *self.plan_cost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The search in one line.
    pub fn describe(&self) -> String {
        let counters = self.counters();
        let seconds = self.elapsed().as_secs_f64();
        let rate = if seconds > 0.0 { counters.evaluations as f64 / seconds } else { 0.0 };
        let best = match self.plan_cost() {
            Some(cost) => format!("plan of cost {cost}"),
            None => format!("best h {}", counters.best_h.map_or("-".to_owned(), |h| h.to_string())),
        };
        format!(
            "Searching: {best}, {} evaluations, {}/s, depth {}",
            grouped(counters.evaluations),
            grouped(rate as u64),
            grouped(u64::from(counters.max_depth))
        )
    }

    fn lock(&self) -> MutexGuard<'_, Counters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counters are shared each time that so many states have been evaluated: the cost must not show beside the
/// fastest heuristics.
const INTERVAL: u64 = 8;

/// Shares what a search counts.
#[derive(Debug)]
pub struct Watch<'a>(pub &'a SearchProgress);

impl Observer for Watch<'_> {
    fn evaluation(&mut self, _state: StateId, _h: Option<u32>, _preferred: &[u32], counters: &Counters) {
        if counters.evaluations.is_multiple_of(INTERVAL) {
            *self.0.lock() = *counters;
        }
    }

    fn new_best_h(&mut self, _h: u32, counters: &Counters) {
        *self.0.lock() = *counters;
    }

    fn turn(&mut self, _member: usize, counters: &Counters) {
        *self.0.lock() = *counters;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_described_by_what_it_last_shared() {
        let progress = SearchProgress::default();
        assert!(!progress.has_begun());
        progress.begin();
        let mut watch = Watch(&progress);
        let counted =
            |evaluations, best_h| Counters { evaluations, best_h, max_depth: 9, ..Counters::default() };
        watch.evaluation(StateId(0), None, &[], &counted(7, None));
        assert!(progress.describe().starts_with("Searching: best h -, 0 evaluations, 0/s, depth 0"));
        watch.new_best_h(5, &counted(1001, Some(5)));
        watch.evaluation(StateId(0), None, &[], &counted(1003, Some(5)));
        let text = progress.describe();
        assert!(text.starts_with("Searching: best h 5, 1,001 evaluations, "), "{text}");
        assert!(text.ends_with("/s, depth 9"), "{text}");
        progress.plan_found(Cost::whole(12));
        assert!(progress.has_plan());
        let text = progress.describe();
        assert!(text.starts_with("Searching: plan of cost 12, 1,001 evaluations, "), "{text}");
    }
}
