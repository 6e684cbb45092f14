//! An experiment: arms, policies, and how long and how often.

use extremal_grammar::{Arguments, Component, GrammarError, Kind, Parameter, split};

use super::{Arm, ArmError, Policy};
use crate::registry::{Registered, find_with};

/// An experiment as a user asks for it, not yet checked.
#[derive(Clone, PartialEq, Debug)]
pub struct ExperimentOptions {
    /// The arms, each like `uniform:0,1`.
    pub arms: Vec<String>,
    /// Further arms: [recorded](Arm::recorded) ones.
    pub recorded: Vec<Arm>,
    /// The policies: names of bandits, with parameters if wanted; each item may be a list with commas.
    /// Every policy also has the parameter `initial`, the pulls of each arm before the index is used.
    pub policies: Vec<String>,
    /// Pulls per run.
    pub pulls: u32,
    /// Independent runs.
    pub runs: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Threads to use; the outcome does not depend on it.
    pub threads: usize,
}

impl Default for ExperimentOptions {
    fn default() -> Self {
        ExperimentOptions {
            arms: Vec::new(),
            recorded: Vec::new(),
            policies: Vec::new(),
            pulls: 10_000,
            runs: 200,
            seed: 1,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

const MAX_PULLS: u32 = 10_000_000;
const MAX_RUNS: u32 = 1_000_000;
const MAX_THREADS: usize = 256;

/// A checked experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub(super) arms: Vec<Arm>,
    pub(super) contestants: Vec<Contestant>,
    pub(super) pulls: u32,
    pub(super) runs: u32,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// A policy of an experiment.
#[derive(Clone, Debug)]
pub(super) struct Contestant {
    pub(super) label: String,
    bandit: Registered,
    arguments: Arguments,
}

/// The parameters that every policy has besides those of its bandit.
pub const POLICY_PARAMETERS: &[Parameter] = &[INITIAL];

/// 0 stands for what the bandit asks for.
const INITIAL: Parameter = Parameter {
    name: "initial",
    kind: Kind::Whole { min: 0, max: 1_000_000 },
    default: "0",
    about: "policies only: first pulls of each arm; 0: as many as the bandit needs",
};

impl Contestant {
    fn parse(text: &str, own: &[Registered]) -> Result<Self, ExperimentError> {
        let component = Component::parse(text)?;
        let bandit = *find_with(own, &component.name)?;
        let parameters = [bandit.descriptor.parameters, POLICY_PARAMETERS].concat();
        let arguments = Arguments::check(&component, &parameters)?;
        Ok(Contestant { label: component.to_string(), bandit, arguments })
    }

    pub(super) fn policy(&self, arms: usize) -> Box<dyn Policy> {
        let initial = match self.arguments.whole(INITIAL.name) as u32 {
            0 => self.bandit.descriptor.initial_pulls,
            given => given,
        };
        self.bandit.policy(&self.arguments, initial, arms)
    }
}

/// Why an experiment cannot be run.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// An arm is not understood.
    #[error(transparent)]
    Arm(#[from] ArmError),
    /// A policy is not a bandit with its parameters.
    #[error(transparent)]
    Policy(#[from] GrammarError),
    /// A policy is given twice.
    #[error("policy `{0}` is given twice")]
    Twice(String),
    /// There is nothing to choose from.
    #[error("at least two arms are needed, for example `uniform:0,1` and `uniform:0.2,0.9`")]
    FewArms,
    /// There is nobody to choose.
    #[error("at least one policy is needed, for example `ucb1-uniform`")]
    NoPolicy,
    /// A number is out of range.
    #[error("the number of {0} must be between 1 and {1}")]
    Number(&'static str, u32),
}

impl Experiment {
    /// Checks what a user asks for.
    pub fn new(options: &ExperimentOptions) -> Result<Self, ExperimentError> {
        Experiment::with_own(options, &[])
    }

    /// The same, where policies may also be these bandits.
    pub fn with_own(options: &ExperimentOptions, own: &[Registered]) -> Result<Self, ExperimentError> {
        let mut arms = options.arms.iter().map(|text| Arm::parse(text)).collect::<Result<Vec<_>, _>>()?;
        arms.extend(options.recorded.iter().cloned());
        if arms.len() < 2 {
            return Err(ExperimentError::FewArms);
        }
        let mut contestants: Vec<Contestant> = Vec::new();
        for text in options.policies.iter().flat_map(|list| split(list, ',')) {
            let contestant = Contestant::parse(text, own)?;
            if contestants.iter().any(|other| other.label == contestant.label) {
                return Err(ExperimentError::Twice(contestant.label));
            }
            contestants.push(contestant);
        }
        if contestants.is_empty() {
            return Err(ExperimentError::NoPolicy);
        }
        for (name, number, max) in [("pulls", options.pulls, MAX_PULLS), ("runs", options.runs, MAX_RUNS)] {
            if !(1..=max).contains(&number) {
                return Err(ExperimentError::Number(name, max));
            }
        }
        let ExperimentOptions { pulls, runs, seed, threads, .. } = *options;
        Ok(Experiment { arms, contestants, pulls, runs, seed, threads: threads.clamp(1, MAX_THREADS) })
    }

    /// The arms.
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// The pulls at which the regret is recorded: spread evenly and also evenly by magnitude.
    pub(super) fn checkpoints(&self) -> Vec<u32> {
        const EACH: u32 = 100;
        let last = f64::from(self.pulls);
        let mut checkpoints: Vec<u32> = (1..=EACH)
            .flat_map(|i| {
                let share = f64::from(i) / f64::from(EACH);
                [last.powf(share).round() as u32, (last * share).round() as u32]
            })
            .filter(|&pull| (1..=self.pulls).contains(&pull))
            .chain([1, self.pulls])
            .collect();
        checkpoints.sort_unstable();
        checkpoints.dedup();
        checkpoints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arms: &[&str], policies: &[&str]) -> ExperimentOptions {
        let own = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
        ExperimentOptions { arms: own(arms), policies: own(policies), ..ExperimentOptions::default() }
    }

    #[test]
    fn lists_of_policies_are_taken_apart() {
        let options = options(&["bernoulli:0.1", "bernoulli:0.2"], &["ucb1(c=2),greedy", "ucb1"]);
        let experiment = Experiment::new(&options).unwrap();
        let labels: Vec<_> = experiment.contestants.iter().map(|c| c.label.as_str()).collect();
        assert_eq!(labels, ["ucb1(c=2)", "greedy", "ucb1"]);
    }

    #[test]
    fn mistakes_are_explained() {
        let arms = ["bernoulli:0.1", "bernoulli:0.2"];
        let error = |options| Experiment::new(&options).unwrap_err().to_string();
        assert!(error(options(&arms[..1], &["ucb1"])).contains("two arms"));
        assert!(error(options(&arms, &[])).contains("one policy"));
        assert_eq!(error(options(&arms, &["ucb2"])), "there is no bandit 'ucb2'; did you mean 'ucb1'?");
        assert!(error(options(&arms, &["ucb1,ucb1"])).contains("given twice"));
        assert!(error(options(&arms, &["ucb1(c=x)"])).contains("must be a number from 0 to 1e9, not 'x'"));
        assert!(error(options(&arms, &["ucb1("])).contains("parentheses"));
        assert!(error(ExperimentOptions { pulls: 0, ..options(&arms, &["ucb1"]) }).contains("pulls"));
    }

    #[test]
    fn initial_pulls_can_be_asked_for() {
        let options = options(&["bernoulli:0", "bernoulli:1"], &["greedy(initial=3),greedy"]);
        let outcome =
            super::super::run(&Experiment::new(&ExperimentOptions { pulls: 50, ..options }).unwrap());
        assert_eq!(outcome.curves[0].mean_pulls, [3.0, 47.0]);
        assert_eq!(outcome.curves[1].mean_pulls, [1.0, 49.0]);
    }

    #[test]
    fn checkpoints_increase_from_the_first_pull_to_the_last() {
        for pulls in [1, 2, 10, 12_345] {
            let options =
                ExperimentOptions { pulls, ..options(&["bernoulli:0.1", "bernoulli:0.2"], &["ucb1"]) };
            let checkpoints = Experiment::new(&options).unwrap().checkpoints();
            assert_eq!(checkpoints.first(), Some(&1));
            assert_eq!(checkpoints.last(), Some(&pulls));
            assert!(checkpoints.is_sorted_by(|a, b| a < b));
        }
    }
}
