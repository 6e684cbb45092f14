//! Policies: bandits that remember what the arms have yielded.

use super::Random;
use crate::bandit::RandomBandit;
use crate::statistic::Statistic;

/// A rule for which arm to pull next.
pub trait Policy {
    /// The arm to pull.
    fn choose(&mut self, random: &mut Random) -> usize;

    /// Takes note of a reward.
    fn observe(&mut self, arm: usize, reward: f64);
}

/// The policy that pulls the arm with the best index, after some initial pulls of each.
#[derive(Debug)]
pub struct IndexPolicy<B: RandomBandit> {
    bandit: B,
    initial_pulls: u32,
    pulls: Vec<u32>,
    arms: Vec<B::Statistic>,
    all: B::Statistic,
    warming_up: bool,
}

impl<B: RandomBandit> IndexPolicy<B> {
    /// A policy over so many arms, each of which is pulled `initial_pulls` times before the index is used.
    pub fn new(bandit: B, initial_pulls: u32, arms: usize) -> Self {
        IndexPolicy {
            bandit,
            // An arm without a reward has no index.
            initial_pulls: initial_pulls.max(1),
            pulls: vec![0; arms],
            arms: vec![B::Statistic::empty(); arms],
            all: B::Statistic::empty(),
            warming_up: true,
        }
    }

    fn next_initial_arm(&mut self) -> Option<usize> {
        if self.warming_up {
            let rarest = (0..self.pulls.len()).min_by_key(|&arm| self.pulls[arm])?;
            if self.pulls[rarest] < self.initial_pulls {
                return Some(rarest);
            }
            self.warming_up = false;
        }
        None
    }
}

impl<B: RandomBandit> Policy for IndexPolicy<B> {
    fn choose(&mut self, random: &mut Random) -> usize {
        if let Some(arm) = self.next_initial_arm() {
            return arm;
        }
        let choice = self.bandit.prepare(&self.all, self.arms.len() as u32, random);
        let mut best = 0;
        let mut best_score = f64::INFINITY;
        let mut equals = 0;
        for (arm, statistic) in self.arms.iter().enumerate() {
            let score = self.bandit.draw(&choice, statistic, random);
            if score < best_score {
                (best, best_score, equals) = (arm, score, 1);
            } else if score == best_score {
                equals += 1;
                if random.below(equals) == 0 {
                    best = arm;
                }
            }
        }
        best
    }

    fn observe(&mut self, arm: usize, reward: f64) {
        let leaf = self.bandit.leaf_of(-reward);
        self.pulls[arm] += 1;
        self.arms[arm].absorb(&leaf);
        self.all.absorb(&leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Greedy, Ucb1};

    #[test]
    fn every_arm_is_tried_before_the_index_is_used() {
        let mut policy = IndexPolicy::new(Greedy, 2, 3);
        let mut random = Random::new(0);
        let mut chosen = Vec::new();
        for _ in 0..7 {
            let arm = policy.choose(&mut random);
            policy.observe(arm, if arm == 1 { 5.0 } else { 1.0 });
            chosen.push(arm);
        }
        assert_eq!(chosen, [0, 1, 2, 0, 1, 2, 1]);
    }

    #[test]
    fn ties_are_broken_at_random() {
        let mut policy = IndexPolicy::new(Greedy, 1, 3);
        for arm in 0..3 {
            policy.observe(arm, 1.0);
        }
        let mut random = Random::new(0);
        let mut seen = [0; 3];
        for _ in 0..300 {
            seen[policy.choose(&mut random)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 70), "{seen:?}");
    }

    #[test]
    fn rewards_are_maximised() {
        let mut policy = IndexPolicy::new(Ucb1::<crate::MonteCarlo>::new(1.0), 1, 2);
        let mut random = Random::new(0);
        let mut good = 0;
        for _ in 0..1000 {
            let arm = policy.choose(&mut random);
            policy.observe(arm, if arm == 1 { 0.9 } else { 0.1 });
            good += arm;
        }
        assert!(good > 900, "{good}");
    }
}
