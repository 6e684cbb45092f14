//! What the paper says of its runs beyond the table.

use extremal_plot::grouped;

use crate::experiment::{Experiment, Results};
use crate::notes;
use crate::paper;
use crate::table::{Cell, Table, dash, decimal};

/// Statistics of the runs of a configuration.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Number of runs, without those that crashed or failed, which say nothing about the search.
    pub runs: usize,
    /// The share of all evaluated states whose heuristic value is larger than that of the initial state.
    pub above_initial_h: Option<f64>,
    /// Mean over the runs of the longest path.
    pub depth: Option<f64>,
    /// Evaluations for each second of search, over the runs whose times mean anything.
    pub evaluations_per_second: Option<f64>,
    /// The share of the time of search that went into the open list: selection, insertion, backup. Over the
    /// runs for which it was measured.
    pub open_list_share: Option<f64>,
}

impl Statistics {
    /// The statistics of all runs.
    pub fn of(results: &Results) -> Statistics {
        let (mut evaluations, mut above, mut depth) = (0.0, 0.0, 0.0);
        let mut runs = 0;
        let (mut timed_evaluations, mut seconds) = (0.0, 0.0);
        let (mut open_list, mut measured) = (0.0, 0.0);
        for run in results.all().filter(|run| !run.is_broken() && !run.is_cut) {
            runs += 1;
            evaluations += run.evaluations as f64;
            above += run.above_initial_h as f64;
            depth += f64::from(run.max_depth);
            if let Some(time) = run.search_seconds {
                timed_evaluations += run.evaluations as f64;
                seconds += time;
                if let Some(part) = run.open_list_seconds {
                    open_list += part;
                    measured += time;
                }
            }
        }
        let share = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
        Statistics {
            runs,
            above_initial_h: share(above, evaluations),
            depth: share(depth, runs as f64),
            evaluations_per_second: share(timed_evaluations, seconds),
            open_list_share: share(open_list, measured),
        }
    }
}

/// The statistics of all configurations as a table.
pub fn statistics_table(experiment: &Experiment) -> Table {
    let header = ["search", "column", "runs", "h(s) > h(I)", "depth", "evaluations/s", "open list"];
    let title = format!("Statistics of the runs, {}", experiment.name());
    let mut table = Table::new(title, 2, header.map(str::to_owned).to_vec()).labelled("statistics");
    let percent = |share: Option<f64>| {
        Cell::from(share.map_or_else(dash, |share| format!("{} %", decimal(100.0 * share, 1))))
    };
    for results in &experiment.results {
        let statistics = Statistics::of(results);
        table.push(vec![
            results.configuration.search.as_str().into(),
            results.configuration.column.to_string().into(),
            grouped(statistics.runs as u64).into(),
            percent(statistics.above_initial_h),
            Cell::number(statistics.depth, 1),
            Cell::from(
                statistics.evaluations_per_second.map_or_else(dash, |speed| grouped(speed.round() as u64)),
            ),
            percent(statistics.open_list_share),
        ]);
    }
    let papers = match experiment.with_paper {
        true => {
            format!("; the paper has {} % for gbfs with ff", decimal(100.0 * paper::SHARE_ABOVE_INITIAL_H, 1))
        }
        false => String::new(),
    };
    table.notes.push(format!(
        "h(s) > h(I): share of evaluated states with a larger heuristic value than the initial state{papers}."
    ));
    table.notes.push(
        "depth: longest path, mean over all runs; open list: share of the search time spent on \
         selection, insertion and backup."
            .to_owned(),
    );
    if experiment.results.iter().flat_map(Results::all).any(|run| run.is_broken()) {
        table.notes.push("Runs that crashed or failed are left out.".to_owned());
    }
    table.notes.extend(notes::on_shared_values(&experiment.results));
    table.notes.extend(notes::on_origin(experiment));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn shares_are_of_all_evaluations_and_of_all_time() {
        let mut first = solved(row("a", "p1", "gbfs:ff", 1), 1000);
        (first.above_initial_h, first.open_list_seconds) = (100, Some(0.25));
        let mut second = unsolved(row("a", "p2", "gbfs:ff", 1));
        second.above_initial_h = 450;
        let experiment = &Experiment::from_rows("", &[first, second])[0];
        let statistics = Statistics::of(&experiment.results[0]);
        assert_eq!((statistics.runs, statistics.above_initial_h), (2, Some(0.05)));
        assert_eq!(statistics.depth, Some(12.0));
        assert_eq!(statistics.evaluations_per_second, Some(1000.0));
        assert_eq!(statistics.open_list_share, Some(0.25));
    }

    #[test]
    fn broken_runs_are_left_out() {
        let rows = [solved(row("a", "p1", "gbfs:ff", 1), 10), row("a", "p2", "gbfs:ff", 1)];
        let experiment = &Experiment::from_rows("", &rows)[0];
        let statistics = Statistics::of(&experiment.results[0]);
        assert_eq!((statistics.runs, statistics.depth), (1, Some(12.0)));
        let notes = statistics_table(experiment).notes;
        assert!(notes.iter().any(|note| note.contains("crashed or failed")), "{notes:?}");
    }

    #[test]
    fn times_with_shared_values_are_not_shown() {
        let mut shared = solved(row("a", "p1", "gbfs:ff", 1), 1000);
        (shared.open_list_seconds, shared.shared_values) = (Some(0.25), true);
        let experiment = &Experiment::from_rows("", &[shared.clone()])[0];
        let statistics = Statistics::of(&experiment.results[0]);
        assert_eq!((statistics.evaluations_per_second, statistics.open_list_share), (None, None));
        assert_eq!(statistics.depth, Some(12.0));
        let notes = statistics_table(experiment).notes;
        assert!(notes.iter().any(|note| note.contains("--share-values")), "{notes:?}");
        // Beside other runs, these alone are timed.
        let rows = [shared, solved(row("a", "p2", "gbfs:ff", 1), 50)];
        let mixed = Statistics::of(&Experiment::from_rows("", &rows)[0].results[0]);
        assert_eq!(mixed.evaluations_per_second, Some(1000.0));
    }

    #[test]
    fn there_are_no_shares_of_nothing() {
        let experiment = &Experiment::from_rows("", &[row("a", "p1", "gbfs:ff", 1)])[0];
        let statistics = Statistics::of(&experiment.results[0]);
        assert_eq!((statistics.above_initial_h, statistics.evaluations_per_second), (None, None));
    }
}
