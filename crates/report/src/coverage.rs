//! How many tasks a configuration solves.

use crate::experiment::Results;

/// The coverage of a configuration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coverage {
    /// Solved tasks: the sum over the tasks of the share of seeds that solved it. If no run is missing this
    /// is the mean over the seeds of the number of solved tasks.
    pub solved: f64,
    /// Standard error of `solved` over the seeds that were run on all tasks; there must be at least two.
    pub standard_error: Option<f64>,
    /// Number of seeds.
    pub seeds: usize,
    /// Tasks with at least one run.
    pub tasks: usize,
    /// Runs that are not there: tasks of the experiment that this configuration was not run on, for each of
    /// its seeds.
    pub missing: usize,
}

impl Coverage {
    /// The coverage over some of the tasks.
    pub fn of(results: &Results, tasks: impl IntoIterator<Item = usize> + Clone) -> Coverage {
        let shares = || tasks.clone().into_iter().filter_map(|task| results.solved_share(task));
        let mut missing = 0;
        let mut totals = Vec::new();
        for seed in 0..results.seeds.len() {
            let runs = results.with_seed(seed);
            let (mut solved, mut absent) = (0_u32, 0);
            for task in tasks.clone() {
                match &runs[task] {
                    Some(run) => solved += u32::from(run.is_solved()),
                    None => absent += 1,
                }
            }
            if absent == 0 {
                totals.push(f64::from(solved));
            }
            missing += absent;
        }
        Coverage {
            solved: shares().sum(),
            standard_error: standard_error(&totals),
            seeds: results.seeds.len(),
            tasks: shares().count(),
            missing,
        }
    }
}

/// The standard error of the mean, from the corrected standard deviation.
pub fn standard_error(numbers: &[f64]) -> Option<f64> {
    if numbers.len() < 2 {
        return None;
    }
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some((variance / count).sqrt())
}

/// What a configuration solves for each task that a reference solves, over the tasks that both were run on.
pub fn ratio(results: &Results, reference: &Results, tasks: impl IntoIterator<Item = usize>) -> Option<f64> {
    let (mut ours, mut theirs) = (0.0, 0.0);
    for task in tasks {
        if let (Some(our), Some(their)) = (results.solved_share(task), reference.solved_share(task)) {
            ours += our;
            theirs += their;
        }
    }
    (theirs > 0.0).then(|| ours / theirs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn coverage_is_the_mean_over_the_seeds() {
        let mut rows = Vec::new();
        // Seed 1 solves three tasks, seed 2 solves one, seed 3 solves two.
        for (seed, solves) in [(1, 3), (2, 1), (3, 2)] {
            for task in 0..4 {
                let row = row("a", &format!("p{task}"), "guct:ff", seed);
                rows.push(if task < solves { solved(row, 10) } else { unsolved(row) });
            }
        }
        let experiment = &Experiment::from_rows("", &rows)[0];
        let coverage = Coverage::of(&experiment.results[0], 0..4);
        assert!((coverage.solved - 2.0).abs() < 1e-12);
        // Deviation 1, three seeds: 1/sqrt(3).
        assert!((coverage.standard_error.unwrap() - 0.577_350_269).abs() < 1e-8);
        assert_eq!((coverage.seeds, coverage.tasks, coverage.missing), (3, 4, 0));
    }

    #[test]
    fn what_is_missing_is_counted_and_ratios_take_common_tasks() {
        let rows = [
            solved(row("a", "p0", "gbfs:ff", 1), 10),
            solved(row("a", "p1", "gbfs:ff", 1), 10),
            solved(row("a", "p0", "guct:ff", 1), 10),
            unsolved(row("a", "p0", "guct:ff", 2)),
        ];
        let experiment = &Experiment::from_rows("", &rows)[0];
        let [gbfs, guct] = experiment.results.as_slice() else { panic!("two configurations") };
        let coverage = Coverage::of(guct, 0..2);
        assert_eq!((coverage.solved, coverage.tasks, coverage.missing), (0.5, 1, 2));
        assert_eq!(coverage.standard_error, None);
        assert_eq!(ratio(guct, gbfs, 0..2), Some(0.5));
        assert_eq!(ratio(guct, gbfs, 1..2), None);
    }
}
