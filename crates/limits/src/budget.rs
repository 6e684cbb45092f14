//! What a computation may use.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use web_time::{Duration, Instant};

use crate::hook::Hook;
use crate::memory::{memory_in_use_kib, resident_memory_kib};
use crate::phase::{PHASES, Phase};

/// Why a phase had to stop before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
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
    memory: Option<MemoryLimit>,
    shared: Arc<Shared>,
    /// Stops this budget and not those it was made from.
    until: Vec<Arc<AtomicBool>>,
}

#[derive(Clone, Copy, Debug)]
struct MemoryLimit {
    kib: u64,
    /// What was in use when the budget was made, unless the limit is on the whole process.
    base_kib: Option<i64>,
}

#[derive(Debug, Default)]
struct Shared {
    /// [`CANCELLED`] and [`HOOKED`], in one byte: where it is 0, as it mostly is, one look at it suffices.
    flags: AtomicU8,
    hook: OnceLock<Hook>,
    phase: AtomicU8,
    done: AtomicU64,
}

/// Somebody has cancelled.
const CANCELLED: u8 = 1;
/// There is a function to be called.
const HOOKED: u8 = 2;

impl Budget {
    /// A budget that starts now. `None` means no limit.
    ///
    /// The memory limit is on what is allocated from now on and still in use, by all threads. What the process
    /// had allocated before does not count, so that a limit means the same in a large process and in a small
    /// one; two planners that run at the same time count each other's memory. Where [`CountingAllocator`] is
    /// not installed, the growth of the process's resident memory counts; where the operating system does not
    /// tell it either ([`memory_in_use_kib`] is `None`), the limit does not bind.
    ///
    /// [`CountingAllocator`]: crate::CountingAllocator
    pub fn new(time: Option<Duration>, memory_limit_kib: Option<u64>) -> Self {
        let started = Instant::now();
        Budget {
            started,
            // A limit too far away to be represented is no limit.
            deadline: time.and_then(|t| started.checked_add(t)),
            memory: memory_limit_kib
                .map(|kib| MemoryLimit { kib, base_kib: Some(memory_in_use_kib().unwrap_or(0)) }),
            shared: Arc::default(),
            until: Vec::new(),
        }
    }

    /// The same budget, whose memory limit is on the whole process: on all that it has allocated, and on its
    /// resident memory where the operating system tells it. That is for programs that do nothing but plan:
    /// resident memory includes what is free and not yet returned, which the next allocation may use.
    pub fn of_whole_process(mut self) -> Self {
        if let Some(memory) = &mut self.memory {
            memory.base_kib = None;
        }
        self
    }

    /// The same budget, which also stops when a flag is set: for one of several computations of which only
    /// one has to end.
    pub fn until(&self, flag: Arc<AtomicBool>) -> Self {
        let mut budget = self.clone();
        budget.until.push(flag);
        budget
    }

    /// The same budget, whose time ends a hundredth of the limit sooner: for work that can be left out, so that
    /// its result is delivered in time.
    pub fn with_time_to_spare(&self) -> Self {
        let spared = |deadline: Instant| deadline - deadline.saturating_duration_since(self.started) / 100;
        Budget { deadline: self.deadline.map(spared), ..self.clone() }
    }

    /// No limits at all.
    pub fn unlimited() -> Self {
        Budget::new(None, None)
    }

    /// Does something without limits that can be done within a budget.
    ///
    /// ```
    /// use extremal_limits::Budget;
    /// assert_eq!(Budget::without_limits(|budget| budget.check().map(|()| 1 + 1)), 2);
    /// ```
    pub fn without_limits<T>(work: impl FnOnce(&Budget) -> Result<T, Stop>) -> T {
        match work(&Budget::unlimited()) {
            Ok(done) => done,
            // It has no limits, and nobody else has it who could cancel.
            Err(stop) => unreachable!("a budget without limits that nobody else has: {stop}"),
        }
    }

    /// Makes every later [`check`](Self::check) fail with [`Stop::Cancelled`]. Safe from any thread.
    pub fn cancel(&self) {
        self.shared.flags.fetch_or(CANCELLED, Ordering::Relaxed);
    }

    /// Has a function called by those who ask the budget or a clone of it, in their thread, about every 20 milliseconds:
    /// for a program that must do something else now and then while it computes, such as ask for signals. The
    /// function may [cancel](Self::cancel) the budget, which is noticed at once. There is one function at most: the first.
    pub fn call_now_and_then(&self, function: impl Fn() + Send + Sync + 'static) {
        _ = self.shared.hook.set(Hook::new(function));
        self.shared.flags.fetch_or(HOOKED, Ordering::Release);
    }

    /// Fails if a limit has been reached. Costs some tens of nanoseconds, and about a microsecond
    /// more with a limit on resident memory: see [`Pacer`](crate::Pacer).
    pub fn check(&self) -> Result<(), Stop> {
        self.check_time(Instant::now())?;
        self.check_memory()
    }

    pub(crate) fn check_time(&self, now: Instant) -> Result<(), Stop> {
        let is_over = self.until.iter().any(|flag| flag.load(Ordering::Relaxed));
        if is_over || self.shared.flags.load(Ordering::Relaxed) != 0 {
            self.check_flags(now, is_over)?;
        }
        if self.deadline.is_some_and(|d| now >= d) {
            return Err(Stop::OutOfTime);
        }
        Ok(())
    }

    /// What is to be done where somebody has cancelled or wants to be called.
    #[cold]
    fn check_flags(&self, now: Instant, is_over: bool) -> Result<(), Stop> {
        let is_cancelled = || self.shared.flags.load(Ordering::Relaxed) & CANCELLED != 0;
        if is_over || is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let Some(hook) = self.shared.hook.get() {
            hook.look(now);
        }
        if is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    pub(crate) fn check_memory(&self) -> Result<(), Stop> {
        self.check_room(0)
    }

    /// Fails if the memory limit would be reached with so many bytes more: for whoever allocates much at once.
    pub fn check_room(&self, bytes: usize) -> Result<(), Stop> {
        let Some(MemoryLimit { kib, base_kib }) = self.memory else { return Ok(()) };
        let used = match base_kib {
            Some(base) => memory_in_use_kib().map(|used| used.saturating_sub(base)),
            None => memory_in_use_kib().max(resident_memory_kib().map(u64::cast_signed)),
        };
        if used.is_some_and(|used| used.max(0).cast_unsigned().saturating_add(bytes as u64 / 1024) >= kib) {
            Err(Stop::OutOfMemory)
        } else {
            Ok(())
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
        let full = Budget::new(None, Some(1)).of_whole_process();
        let expected = if memory_in_use_kib().is_some() { Err(Stop::OutOfMemory) } else { Ok(()) };
        assert_eq!(full.check(), expected);
        let roomy = Budget::new(None, Some(1 << 30));
        let expected = if memory_in_use_kib().is_some() { Err(Stop::OutOfMemory) } else { Ok(()) };
        assert_eq!((roomy.check_room(1 << 20), roomy.check_room(1 << 41)), (Ok(()), expected));
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
        let one = budget.until(Arc::clone(&flag)).until(Arc::default());
        assert_eq!(one.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!((one.check(), budget.check()), (Err(Stop::Cancelled), Ok(())));
    }

    #[test]
    fn a_function_is_called_now_and_then_and_may_cancel() {
        let budget = Budget::unlimited();
        // Weak, since the function belongs to what it cancels.
        let shared = Arc::downgrade(&budget.shared);
        budget.call_now_and_then(move || {
            let shared = shared.upgrade();
            _ = shared.map(|shared| shared.flags.fetch_or(CANCELLED, Ordering::Relaxed));
        });
        budget.call_now_and_then(|| unreachable!("there is one function at most"));
        let clone = budget.with_time_to_spare();
        assert_eq!(clone.check_time(budget.started), Ok(()), "it is not due yet");
        assert_eq!(clone.check_time(Instant::now() + Hook::INTERVAL), Err(Stop::Cancelled));
        assert_eq!(budget.check_time(budget.started), Err(Stop::Cancelled));
    }

    #[test]
    fn time_to_spare_is_a_hundredth() {
        let budget = Budget::new(Some(Duration::from_secs(100)), None);
        let sooner = budget.with_time_to_spare();
        let after = |millis| budget.started + Duration::from_millis(millis);
        assert_eq!((sooner.check_time(after(98_999)), budget.check_time(after(99_999))), (Ok(()), Ok(())));
        assert_eq!(sooner.check_time(after(99_000)), Err(Stop::OutOfTime));
        assert_eq!(Budget::unlimited().with_time_to_spare().check(), Ok(()));
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
