//! Asking a budget seldom enough for hot loops.

use web_time::{Duration, Instant};

use crate::budget::{Budget, Stop};

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

    /// The budget that is asked.
    pub fn budget(&self) -> &Budget {
        &self.budget
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

    /// The budget that is asked.
    pub fn budget(&self) -> &Budget {
        &self.budget
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
    use crate::memory::memory_in_use_kib;

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
        if memory_in_use_kib().is_some() {
            let full = Budget::new(None, Some(1)).of_whole_process();
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
}
