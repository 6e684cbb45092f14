//! Whether a difference to a reference may be chance.
//!
//! Each search is compared with the reference in the same column, over the tasks that both were run on.
//! A task is the unit of all tests: runs of the same task with other seeds are not independent, so they are
//! brought together first.

mod bootstrap;
mod holm;
mod mcnemar;
mod wilcoxon;

use extremal_lab::Configuration;

use crate::experiment::{Experiment, Results};
use crate::run::Run;
use crate::table::{Cell, Table, probability};

pub use bootstrap::{Interval, bootstrap};
pub use holm::holm;
pub use mcnemar::mcnemar;
pub use wilcoxon::wilcoxon;

/// A probability, and the same corrected for the number of comparisons.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probability {
    /// Of the test alone.
    pub single: f64,
    /// Corrected by Holm's method over all comparisons with the reference.
    pub corrected: f64,
}

/// A search compared with the reference in the same column.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The search.
    pub configuration: Configuration,
    /// Tasks that most of its seeds solve and at most half of the reference's.
    pub gained: usize,
    /// Tasks that most of the reference's seeds solve and at most half of its own.
    pub lost: usize,
    /// How many more tasks it solves: the sum over tasks of the difference of the shares of seeds.
    pub difference: f64,
    /// Where the difference may lie, by resampling tasks.
    pub interval: Interval,
    /// McNemar's exact test on gained and lost tasks.
    pub coverage: Probability,
    /// Wilcoxon's signed-rank test on the share of seeds that solve a task; only with several seeds.
    pub share: Option<Probability>,
    /// Tasks that both solve with at least one seed.
    pub common: usize,
    /// Geometric mean, over the common tasks, of its evaluations divided by the reference's.
    pub evaluation_ratio: Option<f64>,
    /// Wilcoxon's signed-rank test on the logarithm of evaluations of the common tasks.
    pub evaluations: Probability,
    /// Geometric mean, over the common tasks, of the length of its plans divided by the reference's.
    pub plan_ratio: Option<f64>,
}

/// Compares all searches with the reference.
pub fn comparisons(experiment: &Experiment, reference: &str) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for results in experiment.results.iter().filter(|r| r.configuration.search != reference) {
        if let Some(base) = experiment.find(reference, &results.configuration.column) {
            comparisons.push(compare(results, base, experiment.tasks.len()));
        }
    }
    correct(&mut comparisons, |comparison| Some(&mut comparison.coverage));
    correct(&mut comparisons, |comparison| comparison.share.as_mut());
    correct(&mut comparisons, |comparison| Some(&mut comparison.evaluations));
    comparisons
}

fn correct(
    comparisons: &mut [Comparison],
    test: impl for<'a> Fn(&'a mut Comparison) -> Option<&'a mut Probability>,
) {
    let mut probabilities: Vec<&mut Probability> = comparisons.iter_mut().filter_map(test).collect();
    let corrected = holm(&probabilities.iter().map(|p| p.single).collect::<Vec<_>>());
    for (probability, corrected) in probabilities.iter_mut().zip(corrected) {
        probability.corrected = corrected;
    }
}

fn compare(results: &Results, base: &Results, tasks: usize) -> Comparison {
    let (mut gained, mut lost) = (0, 0);
    let mut shares = Vec::new();
    let mut logarithms = Vec::new();
    let mut lengths = Vec::new();
    for task in 0..tasks {
        let (Some(our), Some(their)) = (results.solved_share(task), base.solved_share(task)) else {
            continue;
        };
        gained += usize::from(our > 0.5 && their <= 0.5);
        lost += usize::from(our <= 0.5 && their > 0.5);
        shares.push(our - their);
        if let (Some(our), Some(their)) = (log_evaluations(results, task), log_evaluations(base, task)) {
            logarithms.push(our - their);
        }
        let length = |run: &Run| run.plan_length.map(|length| length.max(1) as f64);
        if let (Some(our), Some(their)) = (mean_log(results, task, length), mean_log(base, task, length)) {
            lengths.push(our - their);
        }
    }
    let single = |single| Probability { single, corrected: single };
    let ratio = |logarithms: &[f64]| {
        let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
        (!logarithms.is_empty()).then(|| mean.exp())
    };
    Comparison {
        configuration: results.configuration.clone(),
        gained,
        lost,
        difference: shares.iter().sum(),
        interval: bootstrap(&shares),
        coverage: single(mcnemar(gained as u64, lost as u64)),
        share: (results.seeds.len().max(base.seeds.len()) > 1).then(|| single(wilcoxon(&shares))),
        common: logarithms.len(),
        evaluation_ratio: ratio(&logarithms),
        evaluations: single(wilcoxon(&logarithms)),
        plan_ratio: ratio(&lengths),
    }
}

/// The mean logarithm of the evaluations of the runs that solved a task.
pub fn log_evaluations(results: &Results, task: usize) -> Option<f64> {
    mean_log(results, task, |run| Some(run.evaluations.max(1) as f64))
}

/// The mean logarithm of a number of the runs that solved a task.
fn mean_log(results: &Results, task: usize, number: impl Fn(&Run) -> Option<f64>) -> Option<f64> {
    let solved = results.on_task(task).flatten().filter(|run| run.is_solved()).filter_map(number);
    let (sum, count) = solved.fold((0.0, 0_u32), |(sum, count), number| (sum + number.ln(), count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The comparisons as a table.
pub fn significance_table(experiment: &Experiment, reference: &str) -> Option<Table> {
    let comparisons = comparisons(experiment, reference);
    if comparisons.is_empty() {
        return None;
    }
    let header = [
        "search",
        "column",
        "difference",
        "95 % interval",
        "gained",
        "lost",
        "McNemar",
        "Wilcoxon, share",
        "common",
        "evaluations ratio",
        "Wilcoxon, evaluations",
        "plan length ratio",
    ];
    let title = format!("Compared with {reference} in the same column, {}", experiment.name());
    let mut table = Table::new(title, 2, header.map(str::to_owned).to_vec()).labelled("significance");
    let p = |p: Probability| Cell::strong_if(probability(p.corrected), p.corrected < 0.05);
    for comparison in &comparisons {
        table.push(vec![
            comparison.configuration.search.as_str().into(),
            comparison.configuration.column.to_string().into(),
            Cell::difference(Some(comparison.difference), 1),
            comparison.interval.to_string().into(),
            comparison.gained.to_string().into(),
            comparison.lost.to_string().into(),
            p(comparison.coverage),
            comparison.share.map_or_else(|| Cell::number(None, 0), p),
            comparison.common.to_string().into(),
            Cell::number(comparison.evaluation_ratio, 2),
            p(comparison.evaluations),
            Cell::number(comparison.plan_ratio, 2),
        ]);
    }
    table.notes = notes(reference, comparisons.len());
    Some(table)
}

fn notes(reference: &str, comparisons: usize) -> Vec<String> {
    vec![
        format!(
            "Probabilities are two-sided and corrected by Holm's method for {comparisons} comparisons; below \
             0.05 they are marked."
        ),
        format!(
            "difference: tasks solved more than by {reference}, of those that both were run on (means over seeds); \
             interval: bootstrap over tasks, percentiles."
        ),
        format!(
            "gained: solved by more than half of the search's seeds and not by more than half of {reference}'s; \
             lost: the other way round; McNemar: exact binomial test on the two."
        ),
        "Wilcoxon, share: signed-rank test on the share of seeds that solve each task (only with several seeds)."
            .to_owned(),
        "common: tasks that both solve with at least one seed; the ratios of evaluations and plan lengths are geometric \
         means over these tasks, of the solved runs; Wilcoxon, evaluations: signed-rank test on the mean logarithm of evaluations of the solved runs."
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn seeds_are_brought_together_before_tasks_are_counted() {
        let mut rows = Vec::new();
        for task in 0..6 {
            let problem = format!("p{task}");
            let gbfs = row("a", &problem, "gbfs:ff", 1);
            rows.push(if task < 1 { solved(gbfs, 400) } else { unsolved(gbfs) });
            for seed in 1..=3 {
                let guct = row("a", &problem, "guct:ff", seed);
                // Task 5 is solved by one seed of three.
                rows.push(if task < 5 || seed == 1 { solved(guct, 100) } else { unsolved(guct) });
            }
        }
        let comparisons = comparisons(&Experiment::from_rows("", &rows)[0], "gbfs");
        let [guct] = comparisons.as_slice() else { panic!("one pair") };
        assert_eq!((guct.gained, guct.lost, guct.common), (4, 0, 1));
        assert_eq!(guct.coverage.single, 0.125);
        // Five differences of one sign, of which four are tied: 2/32.
        assert!((guct.share.unwrap().single - 0.0625).abs() < 1e-12);
        assert!((guct.evaluation_ratio.unwrap() - 0.25).abs() < 1e-12);
        assert_eq!(guct.evaluations.single, 1.0);
        assert_eq!(guct.plan_ratio, Some(1.0));
        assert!((guct.difference - 13.0 / 3.0).abs() < 1e-12);
        let Interval { low, high } = guct.interval;
        assert!((1.0..guct.difference).contains(&low) && (guct.difference..=6.0).contains(&high));
    }
}
