//! How far a search has come, for whoever wants to know while it runs: the status line, and the watchdog if
//! it has to end the process.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use extremal::validate::Cost;
use extremal::{Counters, Observer, Progress, Running};
use extremal_limits::{Duration, Instant};
use extremal_plot::grouped;

/// How long a turn of a search takes, about: the status line must not lag behind.
const TURN: Duration = Duration::from_millis(50);

/// How short a turn is at least.
const FEWEST_STEPS: u64 = 16;

/// The state of a search, shared between threads.
#[derive(Debug, Default)]
pub struct SearchProgress {
    began: OnceLock<Instant>,
    counters: Mutex<Counters>,
    /// Whose turn it is in a portfolio.
    member: Mutex<Option<String>>,
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

    /// Lets a search go on until a plan is found or it ends, and shares in between what it has counted. Calls
    /// `first_value` with the initial heuristic value when that is known. Somebody may watch.
    pub fn advance_to_plan(
        &self,
        running: &mut Running,
        mut observer: Option<&mut dyn Observer>,
        mut first_value: impl FnMut(u32),
    ) -> Progress {
        let mut steps = FEWEST_STEPS;
        loop {
            let start = Instant::now();
            let progress = match &mut observer {
                Some(observer) => running.advance_observed(steps, *observer),
                None => running.advance(steps),
            };
            let known = self.counters().initial_h.is_some();
            self.share(running.counters());
            *self.member.lock().unwrap_or_else(PoisonError::into_inner) = running.member();
            if let Some(h) = running.counters().initial_h.filter(|_| !known) {
                first_value(h);
            }
            if progress != Progress::Running {
                return progress;
            }
            let taken = start.elapsed();
            if taken < TURN / 2 {
                steps = steps.saturating_mul(2);
            } else if taken > 4 * TURN {
                // Not by much: where others use the machine too, it is not the steps that take long.
                steps = (steps / 2).max(FEWEST_STEPS);
            }
        }
    }

    fn share(&self, counters: Counters) {
        *self.lock() = counters;
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
        let rate = if seconds > 0.0 { counters.expansions as f64 / seconds } else { 0.0 };
        let best = match self.plan_cost() {
            Some(cost) => format!("plan of cost {cost}"),
            None => format!("best h {}", counters.best_h.map_or("-".to_owned(), |h| h.to_string())),
        };
        format!(
            "Searching: {best}, {} evaluations, {} expansions/s",
            grouped(counters.evaluations),
            grouped(rate as u64)
        )
    }

    /// Whose turn it is in a portfolio, as the end of a line.
    pub fn describe_member(&self) -> String {
        let member = self.member.lock().unwrap_or_else(PoisonError::into_inner);
        member.as_ref().map_or(String::new(), |member| format!(", turn of {member}"))
    }

    fn lock(&self) -> MutexGuard<'_, Counters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
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
        let counted =
            |evaluations, best_h| Counters { evaluations, best_h, max_depth: 9, ..Counters::default() };
        assert!(progress.describe().starts_with("Searching: best h -, 0 evaluations, 0 expansions/s"));
        progress.share(counted(1001, Some(5)));
        let text = progress.describe();
        assert!(text.starts_with("Searching: best h 5, 1,001 evaluations, "), "{text}");
        assert!(text.ends_with(" expansions/s"), "{text}");
        assert_eq!(progress.describe_member(), "");
        *progress.member.lock().unwrap() = Some("bfws-f5".to_owned());
        assert_eq!(progress.describe_member(), ", turn of bfws-f5");
        progress.plan_found(Cost::whole(12));
        assert!(progress.has_plan());
        let text = progress.describe();
        assert!(text.starts_with("Searching: plan of cost 12, 1,001 evaluations, "), "{text}");
    }
}
