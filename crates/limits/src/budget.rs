//! What a computation may use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use web_time::{Duration, Instant};

use crate::memory::resident_memory_kib;
use crate::phase::{PHASES, Phase};

/// Why a phase had to stop before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time limit was reached.
    OutOfTime,
    /// The memory limit was reached.
    OutOfMemory,
    /// Somebody cancelled, for example by Ctrl-C.
    Cancelled,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stop::OutOfTime => "time limit reached",
            Stop::OutOfMemory => "memory limit reached",
            Stop::Cancelled => "interrupted",
        })
    }
}

impl std::error::Error for Stop {}

/// What a computation may use, shared by all its phases. Clones share the same state.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Instant,
    deadline: Option<Instant>,
    memory_limit_kib: Option<u64>,
    shared: Arc<Shared>,
    /// Stops this budget and not those it was made from.
    until: Option<Arc<AtomicBool>>,
}

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    phase: AtomicU8,
    done: AtomicU64,
}

impl Budget {
    /// A budget that starts now. `None` means no limit.
    pub fn new(time: Option<Duration>, memory_limit_kib: Option<u64>) -> Self {
        let started = Instant::now();
        Budget {
            started,
            // A limit too far away to be represented is no limit.
            deadline: time.and_then(|t| started.checked_add(t)),
            memory_limit_kib,
            shared: Arc::default(),
            until: None,
        }
    }

    /// The same budget, which also stops when a flag is set: for one of several computations of which only
    /// one has to end.
    pub fn until(&self, flag: Arc<AtomicBool>) -> Self {
        Budget { until: Some(flag), ..self.clone() }
    }

    /// No limits at all.
    pub fn unlimited() -> Self {
        Budget::new(None, None)
    }

    /// Makes every later [`check`](Self::check) fail with [`Stop::Cancelled`]. Safe from any thread.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Relaxed);
    }

    /// Fails if a limit has been reached. Costs about a microsecond with a memory limit: see [`Pacer`](crate::Pacer).
    pub fn check(&self) -> Result<(), Stop> {
        self.check_time(Instant::now())?;
        self.check_memory()
    }

    pub(crate) fn check_time(&self, now: Instant) -> Result<(), Stop> {
        let is_over = self.until.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_over || self.shared.cancelled.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|d| now >= d) {
            return Err(Stop::OutOfTime);
        }
        Ok(())
    }

    pub(crate) fn check_memory(&self) -> Result<(), Stop> {
        match self.memory_limit_kib {
            Some(limit) if resident_memory_kib().is_some_and(|used| used >= limit) => Err(Stop::OutOfMemory),
            _ => Ok(()),
        }
    }

    /// Says which phase is at work, for whoever displays progress.
    pub fn enter(&self, phase: Phase) -> Result<(), Stop> {
        self.shared.phase.store(phase as u8, Ordering::Relaxed);
        self.shared.done.store(0, Ordering::Relaxed);
        self.check()
    }

    /// Says how many units of work (atoms, operators, candidates ...) the phase has done.
    pub fn report(&self, done: u64) {
        self.shared.done.store(done, Ordering::Relaxed);
    }

    /// The phase at work and the units of work it has done.
    pub fn progress(&self) -> (Phase, u64) {
        let phase = PHASES[usize::from(self.shared.phase.load(Ordering::Relaxed))];
        (phase, self.shared.done.load(Ordering::Relaxed))
    }

    /// Time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unlimited_budget_never_stops() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
    }

    #[test]
    fn a_spent_budget_stops_for_the_right_reason() {
        assert_eq!(Budget::new(Some(Duration::ZERO), None).check(), Err(Stop::OutOfTime));
        if resident_memory_kib().is_some() {
            assert_eq!(Budget::new(None, Some(1)).check(), Err(Stop::OutOfMemory));
        }
    }

    #[test]
    fn cancelling_a_clone_cancels_the_original() {
        let budget = Budget::unlimited();
        budget.clone().cancel();
        assert_eq!(budget.check(), Err(Stop::Cancelled));
    }

    #[test]
    fn a_flag_stops_one_budget_only() {
        let (budget, flag) = (Budget::unlimited(), Arc::new(AtomicBool::new(false)));
        let one = budget.until(Arc::clone(&flag));
        assert_eq!(one.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!((one.check(), budget.check()), (Err(Stop::Cancelled), Ok(())));
    }

    #[test]
    fn progress_names_the_phase_and_its_work() {
        let budget = Budget::unlimited();
        for phase in PHASES {
            budget.enter(phase).unwrap();
            budget.report(7);
            assert_eq!(budget.progress(), (phase, 7));
        }
    }
}
