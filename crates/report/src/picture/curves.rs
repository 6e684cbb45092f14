//! Solved tasks over evaluations or over time.

use extremal_lab::Column;
use extremal_plot::{Chart, Mark, Scale, Series};

use crate::experiment::{Experiment, Results};
use crate::run::Run;

/// What grows to the right.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Evaluated states.
    Evaluations,
    /// Seconds: until the plan under a limit of time, else of search.
    Time,
}

/// Points of a line.
const POINTS: usize = 160;

/// Shorter times than this are noise of the clock.
const SHORTEST: f64 = 1e-4;

/// The picture, if anything is solved. Over time it has no line of a search whose times mean nothing.
pub fn curves(experiment: &Experiment, column: &Column, axis: Axis) -> Option<String> {
    let timed = experiment.limits.time_limit().is_some();
    let value = move |run: &Run| match axis {
        Axis::Evaluations => run.evaluations.max(1) as f64,
        Axis::Time if timed => run.total_seconds.unwrap_or_default().max(SHORTEST),
        Axis::Time => run.search_seconds.unwrap_or_default().max(SHORTEST),
    };
    let lines: Vec<(&str, Vec<(f64, f64)>)> = experiment
        .results
        .iter()
        .filter(|results| &results.configuration.column == column)
        .filter(|results| axis == Axis::Evaluations || results.has_times())
        .map(|results| (results.configuration.search.as_str(), steps(results, experiment.tasks.len(), value)))
        .filter(|(_, steps)| !steps.is_empty())
        .collect();
    let ends = || lines.iter().flat_map(|(_, steps)| steps.first().into_iter().chain(steps.last()));
    let low = ends().map(|step| step.0).reduce(f64::min)?;
    let high = ends().map(|step| step.0).reduce(f64::max)?;
    let series = lines.iter().map(|(search, steps)| Series {
        label: (*search).to_owned(),
        points: (0..=POINTS)
            .map(|i| point(steps, low * (high / low).powf(i as f64 / POINTS as f64)))
            .collect(),
    });
    let chart = Chart {
        title: format!("Solved tasks, {column}"),
        subtitle: format!("{} tasks, {}; mean over seeds", experiment.tasks.len(), experiment.limits),
        x_label: match axis {
            Axis::Evaluations => "evaluations".to_owned(),
            Axis::Time if timed => "seconds".to_owned(),
            Axis::Time => "seconds of search".to_owned(),
        },
        y_label: "solved tasks".to_owned(),
        x_scale: Scale::Logarithmic,
        y_scale: Scale::Linear,
        series: series.collect(),
    };
    Some(chart.to_svg())
}

/// Where runs are solved, in order, with the number of tasks that are solved then as the mean over seeds.
fn steps(results: &Results, tasks: usize, value: impl Fn(&Run) -> f64) -> Vec<(f64, f64)> {
    let mut steps = Vec::new();
    for task in 0..tasks {
        let runs = results.on_task(task).flatten().count();
        let solved = results.on_task(task).flatten().filter(|run| run.is_solved());
        steps.extend(solved.map(|run| (value(run), 1.0 / runs as f64)));
    }
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut total = 0.0;
    for step in &mut steps {
        total += step.1;
        step.1 = total;
    }
    steps
}

fn point(steps: &[(f64, f64)], x: f64) -> Mark {
    // A little to the right, since the last point must not miss the last step by rounding.
    let before = steps.partition_point(|step| step.0 <= x * (1.0 + 1e-12));
    let y = before.checked_sub(1).map_or(0.0, |last| steps[last].1);
    Mark { x, y, low: y, high: y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved};

    #[test]
    fn steps_add_up_to_the_mean_over_seeds() {
        let rows = [
            solved(row("a", "p1", "gbfs:ff", 1), 100),
            solved(row("a", "p1", "gbfs:ff", 2), 10),
            solved(row("a", "p2", "gbfs:ff", 1), 50),
        ];
        let experiment = &Experiment::from_rows("", &rows)[0];
        let steps = steps(&experiment.results[0], 2, |run| run.evaluations as f64);
        assert_eq!(steps, [(10.0, 0.5), (50.0, 1.5), (100.0, 2.0)]);
        assert_eq!([9.0, 10.0, 99.0, 100.0].map(|x| point(&steps, x).y), [0.0, 0.5, 1.5, 2.0]);
    }
}
