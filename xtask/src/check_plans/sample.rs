//! The first tasks of each domain.

use anyhow::Result;

use crate::suites::{Task, select};

/// The first `count` tasks of each domain, domain by domain.
pub fn first(tasks: Vec<Task>, domains: &[String], count: usize) -> Result<Vec<Task>> {
    let mut chosen: Vec<Task> = Vec::new();
    for task in select(tasks, domains, None)? {
        // The selection is sorted by domain.
        let taken = chosen.iter().rev().take_while(|earlier| earlier.domain == task.domain).count();
        if taken < count {
            chosen.push(task);
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_domain_gives_its_first_tasks() {
        let task = |domain: &str, problem: &str| Task {
            domain: domain.into(),
            problem: problem.into(),
            problem_file: problem.into(),
            domain_file: domain.into(),
        };
        let tasks = vec![task("a", "a1"), task("b", "b1"), task("a", "a2"), task("a", "a3")];
        let problems: Vec<_> = first(tasks, &[], 2).unwrap().into_iter().map(|t| t.problem).collect();
        assert_eq!(problems, ["a1", "a2", "b1"]);
    }
}
