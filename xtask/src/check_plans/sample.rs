//! The smallest tasks of each domain.

use anyhow::Result;

use crate::suites::{Task, select};

/// The `count` tasks of each domain whose problem files are smallest; ties go to the first in the suite.
pub fn smallest(tasks: Vec<Task>, domains: &[String], count: usize) -> Result<Vec<Task>> {
    let mut chosen: Vec<Task> = Vec::new();
    let mut rest = select(tasks, domains, None)?;
    while let Some(first) = rest.first() {
        let domain = first.domain.clone();
        let (mut own, other): (Vec<Task>, Vec<Task>) =
            rest.into_iter().partition(|task| task.domain == domain);
        own.sort_by_cached_key(|task| {
            std::fs::metadata(&task.problem_file).map_or(u64::MAX, |file| file.len())
        });
        own.truncate(count);
        chosen.append(&mut own);
        rest = other;
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_come_first() {
        let directory = tempfile::tempdir().unwrap();
        let task = |domain: &str, problem: &str, size: usize| {
            let problem_file = directory.path().join(problem);
            std::fs::write(&problem_file, "x".repeat(size)).unwrap();
            Task {
                domain: domain.into(),
                problem: problem.into(),
                problem_file,
                domain_file: directory.path().join("domain"),
            }
        };
        let tasks = vec![task("a", "a1", 30), task("b", "b1", 5), task("a", "a2", 10), task("a", "a3", 20)];
        let problems: Vec<_> = smallest(tasks, &[], 2).unwrap().into_iter().map(|t| t.problem).collect();
        assert_eq!(problems, ["a2", "a3", "b1"]);
    }
}
