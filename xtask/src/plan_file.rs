//! What a plan file says of its plan.

use std::path::{Path, PathBuf};

/// Length and cost of a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlanSummary {
    /// Number of actions.
    pub steps: usize,
    /// What they cost: the last line of the file tells.
    pub cost: f64,
}

impl PlanSummary {
    /// Reads a plan file, if it is there and complete.
    pub fn read(path: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(path).ok()?;
        let steps = text.lines().filter(|line| line.trim_start().starts_with('(')).count();
        let cost = text.lines().rev().find_map(|line| line.strip_prefix("; cost = "))?;
        Some(PlanSummary { steps, cost: cost.split_whitespace().next()?.parse().ok()? })
    }

    /// The cheapest of the plans in `path.1`, `path.2`, ..., or in `path` itself.
    pub fn read_best(path: &Path) -> Option<Self> {
        let numbered = |number: usize| -> PathBuf {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{number}"));
            name.into()
        };
        let plans = (1..).map(numbered).take_while(|path| path.exists());
        let plans = plans.chain([path.to_owned()]).filter_map(|path| PlanSummary::read(&path));
        plans.min_by(|a, b| a.cost.total_cmp(&b.cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_of_numbered_plans_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan");
        assert_eq!(PlanSummary::read_best(&path), None);
        std::fs::write(folder.path().join("plan.1"), "(a)\n(b x)\n; cost = 7 (general cost)\n").unwrap();
        std::fs::write(folder.path().join("plan.2"), "(a)\n; cost = 2.5 (general cost)\n").unwrap();
        // This one was being written when its planner was stopped.
        std::fs::write(folder.path().join("plan.3"), "(a)\n").unwrap();
        assert_eq!(PlanSummary::read_best(&path), Some(PlanSummary { steps: 1, cost: 2.5 }));
    }
}
