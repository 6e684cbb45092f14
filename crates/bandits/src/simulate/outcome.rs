//! What an experiment has shown: regret over time, with confidence bands.

use serde::Serialize;

use super::Experiment;
use super::run::Record;
use super::sample::Sample;
use crate::special::student_t_upper;

/// The outcome of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExperimentOutcome {
    /// The arms, as they were written.
    pub arms: Vec<String>,
    /// The expected reward of each arm.
    pub means: Vec<f64>,
    /// Pulls per run.
    pub pulls: u32,
    /// Independent runs.
    pub runs: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// One curve per policy, in the order asked for.
    pub curves: Vec<Curve>,
}

/// The regret of a policy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The policy with its parameters.
    pub policy: String,
    /// The regret over time.
    pub points: Vec<Point>,
    /// The regret at the end that a tenth of the runs, half of them and nine tenths stayed at or below.
    pub final_quantiles: [f64; 3],
    /// The mean number of pulls of each arm.
    pub mean_pulls: Vec<f64>,
    /// The largest reward of a run, on average over the runs.
    pub best_reward: f64,
}

/// The regret after some pulls.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// The number of pulls.
    pub pulls: u32,
    /// The mean regret over the runs.
    pub regret: f64,
    /// Lower end of its 95 % confidence interval, cut at 0.
    pub low: f64,
    /// Upper end of its 95 % confidence interval.
    pub high: f64,
}

impl Curve {
    /// The regret at the last checkpoint that is not after so many pulls.
    pub fn at(&self, pulls: u32) -> Option<Point> {
        self.points.iter().rev().find(|point| point.pulls <= pulls).copied()
    }
}

impl ExperimentOutcome {
    pub(super) fn new(experiment: &Experiment, batches: &[Vec<Record>]) -> Self {
        let runs = f64::from(experiment.runs);
        // Student's factor for a 95 % interval of a mean.
        let factor = if experiment.runs > 1 { student_t_upper(0.025, runs - 1.0) } else { 0.0 };
        let checkpoints = experiment.checkpoints();
        let curves = experiment.contestants.iter().enumerate().map(|(i, contestant)| {
            let records: Vec<_> = batches.iter().map(|records| &records[i]).collect();
            let points = checkpoints.iter().enumerate().map(|(c, &pulls)| {
                let sample = merged(records.iter().map(|record| &record.regret[c]));
                let margin = factor * sample.standard_error();
                let regret = sample.mean();
                Point { pulls, regret, low: (regret - margin).max(0.0), high: regret + margin }
            });
            let pulls_of = |arm: usize| records.iter().map(|record| record.pulls[arm]).sum::<u64>() as f64;
            Curve {
                policy: contestant.label.clone(),
                points: points.collect(),
                final_quantiles: quantiles(records.iter().flat_map(|r| &r.final_regrets).copied().collect()),
                best_reward: merged(records.iter().map(|record| &record.best)).mean(),
                mean_pulls: (0..experiment.arms.len()).map(|arm| pulls_of(arm) / runs).collect(),
            }
        });
        ExperimentOutcome {
            arms: experiment.arms.iter().map(ToString::to_string).collect(),
            means: experiment.arms.iter().map(|arm| arm.mean()).collect(),
            pulls: experiment.pulls,
            runs: experiment.runs,
            seed: experiment.seed,
            curves: curves.collect(),
        }
    }
}

fn merged<'a>(parts: impl Iterator<Item = &'a Sample>) -> Sample {
    let mut whole = Sample::default();
    parts.for_each(|part| whole.merge(part));
    whole
}

fn quantiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [0.1, 0.5, 0.9].map(|share| {
        let rank = (share * numbers.len() as f64).ceil() as usize;
        numbers.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{ExperimentOptions, run};
    use super::*;

    #[test]
    fn quantiles_are_taken_from_the_numbers() {
        assert_eq!(quantiles((1..=10).map(f64::from).collect()), [1.0, 5.0, 9.0]);
        assert_eq!(quantiles(vec![3.0]), [3.0; 3]);
    }

    #[test]
    fn equal_arms_have_no_regret_and_unequal_ones_do() {
        let outcome = |arms: [&str; 2]| {
            let options = ExperimentOptions {
                arms: arms.map(String::from).into(),
                policies: vec!["ucb1".into()],
                pulls: 100,
                runs: 10,
                ..ExperimentOptions::default()
            };
            run(&Experiment::new(&options).unwrap())
        };
        assert!(outcome(["uniform:0,1", "bernoulli:0.5"]).curves[0].points.iter().all(|p| p.regret == 0.0));
        let curve = &outcome(["uniform:0,1", "bernoulli:0.9"]).curves[0];
        let last = curve.at(100).unwrap();
        assert!(last.low < last.regret && last.regret < last.high);
        assert_eq!(curve.best_reward, 1.0);
        assert!((last.regret - 0.4 * curve.mean_pulls[0]).abs() < 1e-9);
        assert!((curve.mean_pulls.iter().sum::<f64>() - 100.0).abs() < 1e-9);
        assert_eq!(curve.at(1).unwrap().pulls, 1);
    }
}
