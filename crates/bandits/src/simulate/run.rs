//! Running an experiment, on any number of threads with the same outcome.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::outcome::ExperimentOutcome;
use super::sample::Sample;
use super::{Arm, Experiment, Random};

/// Runs that are summed up together. Sums are made per batch and in the order of batches, so that the
/// number of threads does not show in the last digits.
const BATCH: u32 = 4;

/// Runs an experiment.
pub fn run(experiment: &Experiment) -> ExperimentOutcome {
    let batches = run_batches(experiment, &|_| true);
    ExperimentOutcome::new(experiment, &batches)
}

/// Runs an experiment as long as the callback, which is told how many runs are done, returns true.
///
/// It is asked now and then from any thread. `None` if it said no before the end.
pub fn run_while(
    experiment: &Experiment,
    keep_going: &(dyn Fn(u32) -> bool + Sync),
) -> Option<ExperimentOutcome> {
    let batches = run_batches(experiment, keep_going);
    (batches.len() as u32 == experiment.runs.div_ceil(BATCH))
        .then(|| ExperimentOutcome::new(experiment, &batches))
}

/// What some consecutive runs have yielded, per policy.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// The regret at each checkpoint.
    pub(super) regret: Vec<Sample>,
    /// The pulls of each arm, summed over the runs.
    pub(super) pulls: Vec<u64>,
    /// The regret at the end of each run.
    pub(super) final_regrets: Vec<f64>,
    /// The largest reward of each run.
    pub(super) best: Sample,
}

fn run_batches(experiment: &Experiment, keep_going: &(dyn Fn(u32) -> bool + Sync)) -> Vec<Vec<Record>> {
    let count = experiment.runs.div_ceil(BATCH);
    let (next, done) = (AtomicU32::new(0), AtomicU32::new(0));
    let stopped = AtomicBool::new(false);
    let finished = Mutex::new(Vec::new());
    let work = || {
        let mut streams = Streams::new(experiment.seed);
        while !stopped.load(Ordering::Relaxed) {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= count {
                return;
            }
            let runs = batch * BATCH..((batch + 1) * BATCH).min(experiment.runs);
            let size = runs.len() as u32;
            let records = run_batch(experiment, runs.map(|run| streams.of_run(run)));
            // A thread that panicked would end the whole scope, so the lock is never poisoned here.
            if let Ok(mut finished) = finished.lock() {
                finished.push((batch, records));
            }
            if !keep_going(done.fetch_add(size, Ordering::Relaxed) + size) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..experiment.threads.min(count as usize) {
            scope.spawn(work);
        }
        work();
    });
    let mut finished = finished.into_inner().unwrap_or_default();
    finished.sort_by_key(|(batch, _)| *batch);
    finished.into_iter().map(|(_, records)| records).collect()
}

/// One stream of random numbers per run.
struct Streams {
    current: Random,
    run: u32,
}

impl Streams {
    fn new(seed: u64) -> Self {
        Streams { current: Random::new(seed), run: 0 }
    }

    /// The stream of a run; runs must be asked for in increasing order.
    fn of_run(&mut self, run: u32) -> Random {
        while self.run < run {
            self.current.next_stream();
            self.run += 1;
        }
        self.current.clone()
    }
}

fn run_batch(experiment: &Experiment, streams: impl Iterator<Item = Random>) -> Vec<Record> {
    let checkpoints = experiment.checkpoints();
    let empty = Record {
        regret: vec![Sample::default(); checkpoints.len()],
        pulls: vec![0; experiment.arms.len()],
        final_regrets: Vec::new(),
        best: Sample::default(),
    };
    let mut records = vec![empty; experiment.contestants.len()];
    for mut stream in streams {
        let mut tapes: Vec<_> =
            experiment.arms.iter().map(|arm| Tape::new(arm.clone(), stream.split())).collect();
        for (contestant, record) in experiment.contestants.iter().zip(&mut records) {
            // The same numbers for all policies: what is left of the stream breaks ties.
            let mut ties = stream.clone();
            let mut policy = contestant.policy(tapes.len());
            let mut pulls = vec![0_u32; tapes.len()];
            let mut best = f64::NEG_INFINITY;
            let mut at = checkpoints.iter().zip(&mut record.regret).peekable();
            for pull in 1..=experiment.pulls {
                let arm = policy.choose(&mut ties);
                let reward = tapes[arm].reward(pulls[arm]);
                policy.observe(arm, reward);
                best = best.max(reward);
                pulls[arm] += 1;
                if let Some((_, sample)) = at.next_if(|(checkpoint, _)| **checkpoint == pull) {
                    sample.add(regret_of(&experiment.arms, &pulls));
                }
            }
            record.best.add(best);
            record.final_regrets.push(regret_of(&experiment.arms, &pulls));
            record.pulls.iter_mut().zip(&pulls).for_each(|(sum, &n)| *sum += u64::from(n));
        }
    }
    records
}

/// The pseudo-regret of having pulled the arms so often.
fn regret_of(arms: &[Arm], pulls: &[u32]) -> f64 {
    let best = arms.iter().map(Arm::mean).fold(f64::NEG_INFINITY, f64::max);
    arms.iter().zip(pulls).map(|(arm, &n)| f64::from(n) * (best - arm.mean())).sum()
}

/// The rewards of an arm in the order of its pulls, the same for all policies of a run (common random
/// numbers: differences between policies are then less noisy than the policies).
struct Tape {
    arm: Arm,
    random: Random,
    rewards: Vec<f64>,
}

impl Tape {
    fn new(arm: Arm, random: Random) -> Self {
        Tape { arm, random, rewards: Vec::new() }
    }

    fn reward(&mut self, pull: u32) -> f64 {
        while self.rewards.len() <= pull as usize {
            self.rewards.push(self.arm.pull(&mut self.random));
        }
        self.rewards[pull as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::ExperimentOptions;
    use super::*;

    fn experiment(threads: usize, policies: &str) -> Experiment {
        Experiment::new(&ExperimentOptions {
            arms: vec!["uniform:0,1".into(), "gaussian:0.9,0.3".into(), "bernoulli:0.4".into()],
            recorded: Vec::new(),
            policies: vec![policies.into()],
            pulls: 300,
            runs: 13,
            seed: 3,
            threads,
        })
        .unwrap()
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        let all: Vec<_> = crate::BANDITS.iter().map(|bandit| bandit.descriptor.name).collect();
        let one = run(&experiment(1, &all.join(",")));
        let three = run(&experiment(3, &all.join(",")));
        assert_eq!(one, three);
        assert_eq!(one.curves.len(), all.len());
    }

    #[test]
    fn a_policy_does_not_depend_on_its_company() {
        let alone = run(&experiment(1, "ucb1-uniform"));
        let together = run(&experiment(1, "ucb1,ucb1-uniform"));
        assert_eq!(alone.curves[0], together.curves[1]);
    }

    #[test]
    fn another_seed_gives_other_numbers() {
        let mut other = experiment(1, "ucb1");
        other.seed = 4;
        assert_ne!(run(&other).curves, run(&experiment(1, "ucb1")).curves);
    }

    #[test]
    fn a_run_can_be_stopped() {
        assert!(run_while(&experiment(1, "ucb1"), &|done| done < 4).is_none());
        assert!(run_while(&experiment(1, "ucb1"), &|_| true).is_some());
    }

    #[test]
    fn regret_is_what_the_best_arm_would_have_yielded_more() {
        let arms = [Arm::Bernoulli(0.25), Arm::Bernoulli(0.75), Arm::Bernoulli(0.5)];
        assert_eq!(regret_of(&arms, &[2, 10, 4]), 2.0);
    }
}
