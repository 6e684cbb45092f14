//! Two stores side by side: what a change has brought.

use std::collections::BTreeMap;

use extremal_lab::Configuration;

use crate::experiment::{Experiment, Results, Task};
use crate::notes;
use crate::significance::{mcnemar, wilcoxon};
use crate::table::{Cell, Table, count, probability};

/// A configuration in two experiments, over the tasks and seeds that both have.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The configuration.
    pub configuration: Configuration,
    /// Number of runs that both have.
    pub runs: usize,
    /// Solved tasks, before and after: the mean over seeds.
    pub solved: [f64; 2],
    /// Tasks solved after by more seeds than before.
    pub gained: Vec<Task>,
    /// Tasks solved after by fewer seeds than before.
    pub lost: Vec<Task>,
    /// Geometric mean of evaluations after divided by evaluations before, of runs solved in both.
    pub evaluation_ratio: Option<f64>,
    /// The same for seconds of search, of runs whose times mean anything.
    pub time_ratio: Option<f64>,
    /// McNemar's exact test on gained and lost tasks.
    pub coverage_probability: f64,
    /// Wilcoxon's signed-rank test on evaluations, task by task.
    pub evaluations_probability: f64,
}

/// The configurations that both experiments have.
pub fn changes(before: &Experiment, after: &Experiment) -> Vec<Change> {
    let numbers: BTreeMap<&Task, usize> =
        after.tasks.iter().enumerate().map(|(number, task)| (task, number)).collect();
    // The number of a task before and after.
    let tasks: Vec<(usize, usize)> =
        before.tasks.iter().enumerate().filter_map(|(b, task)| Some((b, *numbers.get(task)?))).collect();
    before
        .results
        .iter()
        .filter_map(|old| {
            let new = after.find(&old.configuration.search, &old.configuration.column)?;
            Some(change(before, old, new, &tasks))
        })
        .collect()
}

fn change(experiment: &Experiment, old: &Results, new: &Results, tasks: &[(usize, usize)]) -> Change {
    let seeds: Vec<(usize, usize)> = (0..old.seeds.len())
        .filter_map(|b| Some((b, new.seeds.iter().position(|seed| *seed == old.seeds[b])?)))
        .collect();
    let mut change = Change {
        configuration: old.configuration.clone(),
        runs: 0,
        solved: [0.0; 2],
        gained: Vec::new(),
        lost: Vec::new(),
        evaluation_ratio: None,
        time_ratio: None,
        coverage_probability: 1.0,
        evaluations_probability: 1.0,
    };
    let (mut evaluations, mut times) = (Vec::new(), Vec::new());
    for &(b, a) in tasks {
        let pairs = seeds
            .iter()
            .filter_map(|&(sb, sa)| Some((old.with_seed(sb)[b].as_ref()?, new.with_seed(sa)[a].as_ref()?)));
        let (mut runs, mut solved) = (0_u32, [0_u32; 2]);
        let (mut evaluation, mut common) = (0.0, 0_u32);
        let (mut time, mut timed) = (0.0, 0_u32);
        for (old, new) in pairs {
            runs += 1;
            solved[0] += u32::from(old.is_solved());
            solved[1] += u32::from(new.is_solved());
            if old.is_solved() && new.is_solved() {
                common += 1;
                evaluation += (new.evaluations.max(1) as f64 / old.evaluations.max(1) as f64).ln();
                if let (Some(old), Some(new)) = (old.search_seconds, new.search_seconds) {
                    timed += 1;
                    time += (new.max(SHORTEST) / old.max(SHORTEST)).ln();
                }
            }
        }
        change.runs += runs as usize;
        for (sum, solved) in change.solved.iter_mut().zip(solved) {
            *sum += f64::from(solved) / f64::from(runs.max(1));
        }
        if solved[1] > solved[0] {
            change.gained.push(experiment.tasks[b].clone());
        } else if solved[1] < solved[0] {
            change.lost.push(experiment.tasks[b].clone());
        }
        if common > 0 {
            evaluations.push(evaluation / f64::from(common));
        }
        if timed > 0 {
            times.push(time / f64::from(timed));
        }
    }
    change.evaluation_ratio = geometric_mean(&evaluations);
    change.time_ratio = geometric_mean(&times);
    change.coverage_probability = mcnemar(change.gained.len() as u64, change.lost.len() as u64);
    change.evaluations_probability = wilcoxon(&evaluations);
    change
}

/// Shorter times than this are noise of the clock.
const SHORTEST: f64 = 1e-4;

fn geometric_mean(logarithms: &[f64]) -> Option<f64> {
    (!logarithms.is_empty()).then(|| (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

/// The changes as a table, and a table of the tasks that were gained and lost if there are any.
pub fn comparison_tables(before: &Experiment, after: &Experiment) -> Vec<Table> {
    let changes = changes(before, after);
    if changes.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![change_table(before, after, &changes)];
    tables.extend(task_table(&changes));
    tables
}

fn change_table(before: &Experiment, after: &Experiment, changes: &[Change]) -> Table {
    let header = [
        "search",
        "column",
        "runs",
        &before.label,
        &after.label,
        "difference",
        "gained",
        "lost",
        "McNemar",
        "evaluations",
        "Wilcoxon",
        "time",
    ];
    let title = format!("{} and {} compared, {}", before.label, after.label, before.limits);
    let mut table = Table::new(title, 2, header.map(str::to_owned).to_vec()).labelled("changes");
    for change in changes {
        table.push(vec![
            change.configuration.search.as_str().into(),
            change.configuration.column.to_string().into(),
            change.runs.to_string().into(),
            count(change.solved[0]).into(),
            count(change.solved[1]).into(),
            Cell::difference(Some(change.solved[1] - change.solved[0]), 1),
            change.gained.len().to_string().into(),
            change.lost.len().to_string().into(),
            Cell::strong_if(probability(change.coverage_probability), change.coverage_probability < 0.05),
            Cell::number(change.evaluation_ratio, 3),
            Cell::strong_if(
                probability(change.evaluations_probability),
                change.evaluations_probability < 0.05,
            ),
            Cell::number(change.time_ratio, 3),
        ]);
    }
    table.notes.push(format!(
        "Over the tasks and seeds that both have. gained, lost: tasks that more or fewer seeds solve in {after}; \
         evaluations, time: geometric mean of {after} divided by {before}, of runs that both solve. \
         Probabilities are not corrected for the number of lines.",
        after = after.label,
        before = before.label
    ));
    table.notes.extend(notes::on_shared_values(before.results.iter().chain(&after.results)));
    for experiment in [before, after] {
        let notes = notes::on_origin(experiment);
        table.notes.extend(notes.into_iter().map(|note| format!("{}: {note}", experiment.label)));
    }
    table
}

fn task_table(changes: &[Change]) -> Option<Table> {
    let header = ["", "search", "column", "domain", "problem"];
    let mut table = Table::new("Tasks gained and lost", 5, header.map(str::to_owned).to_vec());
    table.label = "changed-tasks".to_owned();
    for change in changes {
        for (what, tasks) in [("gained", &change.gained), ("lost", &change.lost)] {
            for task in tasks {
                table.push(vec![
                    what.into(),
                    change.configuration.search.as_str().into(),
                    change.configuration.column.to_string().into(),
                    task.domain.as_str().into(),
                    task.problem.as_str().into(),
                ]);
            }
        }
    }
    (!table.lines.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Format, render};
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn gains_losses_and_ratios_are_over_what_both_have() {
        let task = |problem: &str| row("a", problem, "gbfs:ff", 1);
        let before =
            [solved(task("p1"), 100), unsolved(task("p2")), solved(task("p3"), 50), solved(task("p9"), 1)];
        let after =
            [solved(task("p1"), 50), solved(task("p2"), 70), unsolved(task("p3")), solved(task("p0"), 1)];
        let before = &Experiment::from_rows("before", &before)[0];
        let after = &Experiment::from_rows("after", &after)[0];
        let changes = changes(before, after);
        let [change] = changes.as_slice() else { panic!("one configuration") };
        assert_eq!((change.runs, change.solved), (3, [2.0, 2.0]));
        assert_eq!(change.gained[0].problem, "p2");
        assert_eq!(change.lost[0].problem, "p3");
        assert!((change.evaluation_ratio.unwrap() - 0.5).abs() < 1e-12);
        let text = render(&comparison_tables(before, after), Format::Markdown);
        assert!(
            text.contains("| gbfs | ff | 3 | 2 | 2 | 0.0 | 1 | 1 | 1.000 | 0.500 | 1.000 | 0.500 |"),
            "{text}"
        );
        assert!(text.contains("| gained | gbfs | ff | a | p2 |"), "{text}");
    }

    #[test]
    fn times_with_shared_values_are_not_compared() {
        let run = |shared_values: bool| {
            let row = solved(row("a", "p1", "gbfs:ff", 1), 100);
            extremal_lab::Row { shared_values, ..row }
        };
        let before = &Experiment::from_rows("before", &[run(false)])[0];
        let after = &Experiment::from_rows("after", &[run(true)])[0];
        let change = &changes(before, after)[0];
        assert_eq!((change.evaluation_ratio, change.time_ratio), (Some(1.0), None));
        let table = &comparison_tables(before, after)[0];
        assert!(table.notes.iter().any(|note| note.contains("--share-values")), "{:?}", table.notes);
    }
}
