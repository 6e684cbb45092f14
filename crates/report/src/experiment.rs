//! Rows put in order: one experiment per set of limits, in it one dense block of runs per configuration.

use std::collections::{BTreeMap, BTreeSet};

use extremal_lab::{Column, Configuration, Row};

use crate::limits::Limits;
use crate::order;
use crate::paper;
use crate::run::Run;

/// A task of an experiment.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Task {
    /// Name of the domain.
    pub domain: String,
    /// The problem file.
    pub problem: String,
}

/// All runs of one configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// What was run.
    pub configuration: Configuration,
    /// The search with the value of every parameter, if the rows tell.
    pub effective: Option<String>,
    /// The seeds it was run with.
    pub seeds: Vec<u64>,
    /// The runs of the first seed in the order of the tasks, then those of the second one, and so on.
    runs: Vec<Option<Run>>,
}

/// All runs under the same limits.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// What the user calls the store.
    pub label: String,
    /// The limits of all runs.
    pub limits: Limits,
    /// All tasks that any configuration was run on, by domain and problem.
    pub tasks: Vec<Task>,
    /// The configurations, in the order of the paper's table.
    pub results: Vec<Results>,
    /// Versions of the planner that the runs are of, with commits.
    pub versions: Vec<String>,
    /// Whether the paper's figures may stand beside ours.
    pub with_paper: bool,
    /// Runs that were left out because a later one has the same task, configuration and seed.
    pub superseded: usize,
}

impl Experiment {
    /// The experiments that rows hold: as many as there are different limits.
    pub fn from_rows(label: &str, rows: &[Row]) -> Vec<Experiment> {
        let mut by_limits: BTreeMap<Limits, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            by_limits.entry(Limits::of(row)).or_default().push(row);
        }
        by_limits.into_iter().map(|(limits, rows)| Experiment::new(label, limits, &rows)).collect()
    }

    fn new(label: &str, limits: Limits, rows: &[&Row]) -> Experiment {
        let tasks: BTreeSet<(&str, &str)> =
            rows.iter().map(|row| (row.domain.as_str(), row.problem.as_str())).collect();
        let numbers: BTreeMap<_, _> =
            tasks.iter().enumerate().map(|(number, &task)| (task, number)).collect();
        let mut by_configuration: BTreeMap<&Configuration, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            by_configuration.entry(&row.configuration).or_default().push(row);
        }
        let mut superseded = 0;
        let mut kept = Vec::with_capacity(rows.len());
        let mut results = Vec::with_capacity(by_configuration.len());
        for (configuration, mut rows) in by_configuration {
            let effective = rows.iter().rev().find_map(|row| row.effective_search.clone());
            let seeds: Vec<u64> =
                rows.iter().map(|row| row.seed).collect::<BTreeSet<_>>().into_iter().collect();
            let mut latest: Vec<Option<&Row>> = vec![None; seeds.len() * tasks.len()];
            rows.sort_by_key(|row| row.started);
            for row in rows {
                let seed = seeds.partition_point(|&seed| seed < row.seed);
                let task = numbers[&(row.domain.as_str(), row.problem.as_str())];
                superseded += usize::from(latest[seed * tasks.len() + task].replace(row).is_some());
            }
            kept.extend(latest.iter().flatten().copied());
            let runs = latest.into_iter().map(|row| row.map(Run::of)).collect();
            results.push(Results { configuration: configuration.clone(), effective, seeds, runs });
        }
        results.sort_by_key(|results| order::of_configuration(&results.configuration));
        let to_task =
            |(domain, problem): (&str, &str)| Task { domain: domain.into(), problem: problem.into() };
        Experiment {
            label: label.to_owned(),
            limits,
            tasks: tasks.into_iter().map(to_task).collect(),
            results,
            versions: versions(&kept),
            with_paper: true,
            superseded,
        }
    }

    /// The label, if there is one, and the limits.
    pub fn name(&self) -> String {
        match self.label.as_str() {
            "" => self.limits.to_string(),
            label => format!("{label}, {}", self.limits),
        }
    }

    /// Whether the runs are the paper's, as far as limits and the number of tasks go, and its figures are wanted.
    pub fn is_the_papers(&self) -> bool {
        self.with_paper && self.limits.are_the_papers() && self.tasks.len() == paper::TASKS
    }

    /// The columns of the table, in the order of the paper.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns: Vec<Column> = self.results.iter().map(|r| r.configuration.column.clone()).collect();
        columns.sort_by_key(order::of_column);
        columns.dedup();
        columns
    }

    /// The searches, in the order of the paper.
    pub fn searches(&self) -> Vec<String> {
        let mut searches: Vec<String> = self.results.iter().map(|r| r.configuration.search.clone()).collect();
        searches.sort_by_key(|search| order::of_search(search));
        searches.dedup();
        searches
    }

    /// The runs of a search in a column.
    pub fn find(&self, search: &str, column: &Column) -> Option<&Results> {
        self.results.iter().find(|r| r.configuration.search == search && &r.configuration.column == column)
    }

    /// The domains, each with the range of its tasks.
    pub fn domains(&self) -> Vec<(&str, std::ops::Range<usize>)> {
        let mut domains: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
        for (number, task) in self.tasks.iter().enumerate() {
            match domains.last_mut() {
                Some((domain, range)) if *domain == task.domain => range.end = number + 1,
                _ => domains.push((&task.domain, number..number + 1)),
            }
        }
        domains
    }
}

impl Results {
    /// The number of tasks of the experiment, whether this configuration was run on them or not.
    fn task_count(&self) -> usize {
        self.runs.len() / self.seeds.len().max(1)
    }

    /// The runs with one seed, in the order of the tasks.
    pub fn with_seed(&self, seed: usize) -> &[Option<Run>] {
        let tasks = self.task_count();
        &self.runs[seed * tasks..(seed + 1) * tasks]
    }

    /// The runs on one task, in the order of the seeds.
    pub fn on_task(&self, task: usize) -> impl Iterator<Item = Option<&Run>> {
        let tasks = self.task_count();
        (0..self.seeds.len()).map(move |seed| self.runs[seed * tasks + task].as_ref())
    }

    /// All runs.
    pub fn all(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().flatten()
    }

    /// Whether the times of all runs mean anything.
    pub fn has_times(&self) -> bool {
        self.all().all(|run| run.search_seconds.is_some())
    }

    /// The share of the seeds that solved a task, of those that were run on it.
    pub fn solved_share(&self, task: usize) -> Option<f64> {
        let (mut solved, mut runs) = (0_u32, 0_u32);
        for run in self.on_task(task).flatten() {
            runs += 1;
            solved += u32::from(run.is_solved());
        }
        (runs > 0).then(|| f64::from(solved) / f64::from(runs))
    }
}

fn versions(rows: &[&Row]) -> Vec<String> {
    let versions: BTreeSet<_> =
        rows.iter().map(|row| (row.version.as_str(), row.commit.as_deref())).collect();
    let text = |(version, commit): (&str, Option<&str>)| match commit {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    versions.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn rows_find_their_places_whatever_their_order() {
        let mut rows = vec![
            solved(row("b", "p1", "guct:ff", 2), 20),
            unsolved(row("a", "p2", "guct:ff", 1)),
            solved(row("a", "p1", "gbfs:ff", 1), 10),
            solved(row("a", "p1", "guct:ff", 1), 30),
        ];
        let expected = Experiment::from_rows("x", &rows);
        rows.reverse();
        assert_eq!(Experiment::from_rows("x", &rows), expected);
        let [experiment] = expected.as_slice() else { panic!("one set of limits") };
        assert_eq!(experiment.searches(), ["gbfs", "guct"]);
        assert_eq!(experiment.domains(), [("a", 0..2), ("b", 2..3)]);
        let guct = &experiment.results[1];
        assert_eq!(guct.seeds, [1, 2]);
        assert_eq!([0, 1, 2].map(|task| guct.solved_share(task)), [Some(1.0), Some(0.0), Some(1.0)]);
        assert_eq!(experiment.results[0].solved_share(2), None);
    }

    #[test]
    fn other_limits_are_another_experiment_and_later_runs_replace_earlier_ones() {
        let mut again = unsolved(row("a", "p1", "gbfs:ff", 1));
        again.started = 5;
        let mut timed = row("a", "p1", "gbfs:ff", 1);
        (timed.max_evaluations, timed.time_limit) = (None, Some(30.0));
        let experiments =
            Experiment::from_rows("x", &[again, solved(row("a", "p1", "gbfs:ff", 1), 7), solved(timed, 7)]);
        assert_eq!(experiments.len(), 2);
        assert_eq!((experiments[0].superseded, experiments[0].results[0].solved_share(0)), (1, Some(0.0)));
        assert_eq!(experiments[1].limits.time_limit(), Some(30.0));
    }
}
