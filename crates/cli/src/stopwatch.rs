//! Processor time and wall-clock time, as Fast Downward's log shows them.

use std::fmt;

use extremal_limits::{Duration, Instant};

/// Measures from its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Duration,
}

/// What a piece of work took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Time on the processors.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Stopwatch { wall: Instant::now(), cpu: cpu_time() }
    }

    /// What was taken since the start.
    pub fn taken(&self) -> Taken {
        Taken { cpu: cpu_time().saturating_sub(self.cpu), wall: self.wall.elapsed() }
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:.3}s CPU, {:.3}s wall-clock]", self.cpu.as_secs_f64(), self.wall.as_secs_f64())
    }
}

/// Time that all processors together spent on this process.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let (Ok(seconds), Ok(nanoseconds)) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec)) else {
        return Duration::ZERO;
    };
    Duration::new(seconds, nanoseconds)
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}
