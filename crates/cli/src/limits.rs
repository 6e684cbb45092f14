//! Options that limit time and memory.

use std::time::Duration;

use clap::Args;
use extremal_limits::Budget;

/// Limits of a run.
///
/// Fast Downward has limits for the whole run and for its parts. All are taken here, and the strictest holds.
#[derive(Args, Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this time, in seconds or with a suffix: 90s, 5m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_negative_numbers = true)]
    #[arg(visible_aliases = ["overall-time-limit", "translate-time-limit"], alias = "search-time-limit")]
    time_limit: Vec<Duration>,
    /// Stop when the planner uses more memory than this, in MiB or with a suffix: 512K, 800M, 8G.
    #[arg(long, value_name = "MEMORY", value_parser = parse_memory, allow_negative_numbers = true)]
    #[arg(visible_aliases = ["overall-memory-limit", "translate-memory-limit"], alias = "search-memory-limit")]
    memory_limit: Vec<Kib>,
}

/// An amount of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kib(u64);

impl Kib {
    /// So many mebibytes.
    pub const fn of_mebibytes(mebibytes: u64) -> Self {
        Kib(mebibytes * 1024)
    }

    /// All of it.
    pub fn kibibytes(self) -> u64 {
        self.0
    }

    /// Whole mebibytes, at least one unless it is nothing.
    pub fn mebibytes(self) -> u64 {
        self.0.div_ceil(1024)
    }
}

impl Limits {
    /// The time limit.
    pub fn time(&self) -> Option<Duration> {
        self.time_limit.iter().min().copied()
    }

    /// The memory limit in KiB.
    pub fn memory_kib(&self) -> Option<u64> {
        self.memory_limit.iter().min().map(|kib| kib.0)
    }

    /// These limits, with others where there are none.
    pub fn or(mut self, time: Duration, memory: Kib) -> Self {
        if self.time_limit.is_empty() {
            self.time_limit.push(time);
        }
        if self.memory_limit.is_empty() {
            self.memory_limit.push(memory);
        }
        self
    }

    /// A budget that starts now.
    pub fn start(&self) -> Budget {
        Budget::new(self.time(), self.memory_kib()).of_whole_process()
    }
}

/// Reads a seed or a count.
pub fn parse_whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Reads an amount of time.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = with_suffix(text, &[('s', 1.0), ('m', 60.0), ('h', 3600.0)], 1.0);
    let seconds = seconds.ok_or("expected a number of seconds such as 30, or 90s, 5m, 1h")?;
    Duration::try_from_secs_f64(seconds).map_err(|e| e.to_string())
}

/// Reads an amount of memory.
pub fn parse_memory(text: &str) -> Result<Kib, String> {
    let kib = with_suffix(text, &[('k', 1.0), ('m', 1024.0), ('g', 1024.0 * 1024.0)], 1024.0);
    let kib = kib.ok_or("expected a number of MiB such as 4096, or 512K, 800M, 8G")?;
    Ok(Kib(kib as u64))
}

/// A non-negative number times the factor of its suffix.
fn with_suffix(text: &str, suffixes: &[(char, f64)], default: f64) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let suffix = suffixes.iter().find(|(suffix, _)| text.ends_with(*suffix));
    let (number, factor) = match suffix {
        Some((suffix, factor)) => (text.strip_suffix(*suffix)?, *factor),
        None => (text.as_str(), default),
    };
    let number: f64 = number.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_suffixes() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(parse_time("2H"), Ok(Duration::from_secs(7200)));
        assert!(parse_time("-1").is_err() && parse_time("soon").is_err() && parse_time("inf").is_err());
    }

    #[test]
    fn bare_memory_is_mebibytes() {
        assert_eq!(parse_memory("2").map(|k| k.0), Ok(2048));
        assert_eq!(parse_memory("512K").map(|k| k.0), Ok(512));
        assert_eq!(parse_memory("8G").map(|k| k.0), Ok(8 << 20));
    }
}
