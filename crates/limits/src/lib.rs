//! Budgets that every phase keeps: a deadline, a memory limit, and a way to cancel from outside.
//!
//! In goes what the user allows; out comes a [`Budget`] that long loops ask now and then whether they may
//! go on. No other room reads the clock or the process's memory, so all of them can be driven by tests and
//! by hosts that have neither. A budget also carries the name of the phase at work, for progress display.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

mod memory;

pub use memory::{peak_memory_kib, resident_memory_kib};

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

/// The phases of a run, as a progress display names them; those of translation are in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Reading and checking PDDL.
    Parsing,
    /// Normalising conditions and effects.
    Normalising,
    /// Relaxed reachability.
    Grounding,
    /// Building ground operators and axioms.
    Instantiating,
    /// Lifted invariant synthesis.
    Invariants,
    /// Choosing finite-domain variables and translating to them.
    Encoding,
    /// Removing what is unreachable or irrelevant.
    Simplifying,
    /// Preparing the state space and the heuristic.
    Preparing,
    /// Searching for a plan.
    Searching,
    /// Writing results.
    Writing,
    /// Executing plans.
    Validating,
    /// Letting bandits play.
    Simulating,
}

const PHASES: [Phase; 12] = [
    Phase::Parsing,
    Phase::Normalising,
    Phase::Grounding,
    Phase::Instantiating,
    Phase::Invariants,
    Phase::Encoding,
    Phase::Simplifying,
    Phase::Preparing,
    Phase::Searching,
    Phase::Writing,
    Phase::Validating,
    Phase::Simulating,
];

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

    /// Fails if a limit has been reached. Costs about a microsecond with a memory limit: see [`Pacer`].
    pub fn check(&self) -> Result<(), Stop> {
        self.check_time(Instant::now())?;
        self.check_memory()
    }

    fn check_time(&self, now: Instant) -> Result<(), Stop> {
        let is_over = self.until.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_over || self.shared.cancelled.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|d| now >= d) {
            return Err(Stop::OutOfTime);
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<(), Stop> {
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

/// Asks a budget only every so many units of work, so that it can stand in a hot loop.
///
/// It has a clone of the budget, so that what contains it can be kept and continued later.
#[derive(Debug)]
pub struct Pacer {
    budget: Budget,
    interval: u32,
    left: u32,
}

impl Pacer {
    /// A pacer that checks the budget every `interval` ticks.
    pub fn new(budget: &Budget, interval: u32) -> Self {
        Pacer { budget: budget.clone(), interval, left: interval }
    }

    /// Counts one unit of work.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.left -= 1;
        if self.left == 0 {
            self.left = self.interval;
            return self.budget.check();
        }
        Ok(())
    }
}

/// Looks at the clock about every fifty microseconds and at the memory every few milliseconds, for loops
/// whose steps take from nanoseconds to seconds.
#[derive(Debug)]
pub struct TimedPacer {
    budget: Budget,
    last_look: Instant,
    last_look_at_memory: Instant,
    /// Steps from one look at the clock to the next, and those left of them.
    stride: u32,
    left: u32,
}

impl TimedPacer {
    const INTERVAL: Duration = Duration::from_micros(50);
    const MEMORY_INTERVAL: Duration = Duration::from_millis(4);
    /// Small, so that steps which suddenly take long do no harm.
    const LONGEST_STRIDE: u32 = 16;

    /// A pacer that has just looked at the clock and the memory.
    pub fn new(budget: &Budget) -> Self {
        let now = Instant::now();
        TimedPacer { budget: budget.clone(), last_look: now, last_look_at_memory: now, stride: 1, left: 1 }
    }

    /// Counts one step.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.left -= 1;
        if self.left == 0 { self.look() } else { Ok(()) }
    }

    fn look(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        let is_soon = now.duration_since(self.last_look) < Self::INTERVAL;
        self.stride = if is_soon { (2 * self.stride).min(Self::LONGEST_STRIDE) } else { 1 };
        self.left = self.stride;
        self.last_look = now;
        self.budget.check_time(now)?;
        if now.duration_since(self.last_look_at_memory) < Self::MEMORY_INTERVAL {
            return Ok(());
        }
        self.last_look_at_memory = now;
        self.budget.check_memory()
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
    fn a_pacer_checks_at_its_interval() {
        let budget = Budget::new(Some(Duration::ZERO), None);
        let mut pacer = Pacer::new(&budget, 3);
        assert_eq!(pacer.tick(), Ok(()));
        assert_eq!(pacer.tick(), Ok(()));
        assert_eq!(pacer.tick(), Err(Stop::OutOfTime));
    }

    #[test]
    fn a_timed_pacer_keeps_the_time_and_the_memory() {
        let spent = Budget::new(Some(Duration::ZERO), None);
        let mut pacer = TimedPacer::new(&spent);
        assert_eq!(pacer.tick(), Err(Stop::OutOfTime));
        // Whoever goes on anyway is told again.
        assert!((0..TimedPacer::LONGEST_STRIDE).any(|_| pacer.tick() == Err(Stop::OutOfTime)));
        if resident_memory_kib().is_some() {
            let full = Budget::new(None, Some(1));
            let mut pacer = TimedPacer::new(&full);
            std::thread::sleep(2 * TimedPacer::MEMORY_INTERVAL);
            assert_eq!(pacer.tick(), Err(Stop::OutOfMemory));
        }
    }

    #[test]
    fn a_timed_pacer_leaves_out_looks_while_steps_are_short() {
        let budget = Budget::unlimited();
        let mut pacer = TimedPacer::new(&budget);
        // Some of these steps may be interrupted, but not all.
        let mut longest = 0;
        for _ in 0..10_000 {
            pacer.tick().unwrap();
            longest = longest.max(pacer.stride);
        }
        assert_eq!(longest, TimedPacer::LONGEST_STRIDE);
        std::thread::sleep(2 * TimedPacer::INTERVAL);
        budget.cancel();
        let steps = (1..).find(|_| pacer.tick() == Err(Stop::Cancelled));
        assert!(steps.is_some_and(|steps| steps <= TimedPacer::LONGEST_STRIDE));
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
