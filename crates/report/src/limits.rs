//! The limits under which runs can be compared.

use std::fmt;

use extremal_lab::Row;
use extremal_plot::grouped;

/// The limits of a run. Those of evaluations come first in any order, those of time last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Limits {
    /// Microseconds, so that limits can be compared.
    time_limit: Option<u64>,
    /// Expanded states.
    pub max_expansions: Option<u64>,
    /// Evaluated states.
    pub max_evaluations: Option<u64>,
    /// MiB.
    pub memory_limit: Option<u64>,
}

/// The limit of the paper's table.
const PAPER_EVALUATIONS: u64 = 10_000;

impl Limits {
    /// The limits of a row.
    pub fn of(row: &Row) -> Limits {
        Limits {
            // Negative and infinite limits become the nearest number of microseconds.
            time_limit: row.time_limit.map(|seconds| (seconds * 1e6).round() as u64),
            max_expansions: row.max_expansions,
            max_evaluations: row.max_evaluations,
            memory_limit: row.memory_limit,
        }
    }

    /// Seconds.
    pub fn time_limit(&self) -> Option<f64> {
        self.time_limit.map(|microseconds| microseconds as f64 / 1e6)
    }

    /// Whether these are the limits of the paper's table, so that its figures may stand beside ours.
    pub fn are_the_papers(&self) -> bool {
        self.max_evaluations == Some(PAPER_EVALUATIONS)
            && self.max_expansions.is_none()
            && self.time_limit.is_none()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.max_evaluations.map(|n| format!("{} evaluations", grouped(n))));
        parts.extend(self.max_expansions.map(|n| format!("{} expansions", grouped(n))));
        parts.extend(self.time_limit().map(|seconds| format!("{seconds} s")));
        parts.extend(self.memory_limit.map(|mib| format!("{} MiB", grouped(mib))));
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::row;

    #[test]
    fn limits_are_readable() {
        let mut row = row("a", "p", "gbfs:ff", 1);
        assert_eq!(Limits::of(&row).to_string(), "10,000 evaluations");
        assert!(Limits::of(&row).are_the_papers());
        row.time_limit = Some(30.0);
        assert!(!Limits::of(&row).are_the_papers());
        (row.max_evaluations, row.time_limit, row.memory_limit) = (None, Some(0.5), Some(8192));
        assert_eq!(Limits::of(&row).to_string(), "0.5 s, 8,192 MiB");
        assert!(!Limits::of(&row).are_the_papers());
        (row.time_limit, row.memory_limit) = (None, None);
        assert_eq!(Limits::of(&row).to_string(), "no limit");
    }
}
