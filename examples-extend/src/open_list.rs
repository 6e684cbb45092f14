//! An open list that is greedy most of the time: now and then it takes any state that waits.

use std::collections::BTreeSet;

use extremal::bandits::Random;
use extremal::searches::Watch;
use extremal::searches::open::{Candidate, OpenList};
use extremal::states::StateId;

/// Smallest heuristic value first, or with some probability a random state.
pub struct EpsilonGreedy {
    /// The probability of a random state.
    pub epsilon: f64,
    /// Values and states in order; the number of the state tells equal values apart.
    waiting: BTreeSet<(u32, StateId)>,
}

impl EpsilonGreedy {
    /// An empty list.
    pub fn new(epsilon: f64) -> Self {
        EpsilonGreedy { epsilon, waiting: BTreeSet::new() }
    }
}

impl OpenList for EpsilonGreedy {
    /// All that one expansion has led to comes at once. Only trees care which state was expanded.
    fn insert(&mut self, _parent: Option<StateId>, candidates: &[Candidate], _watch: &mut Watch<'_>) {
        self.waiting.extend(candidates.iter().map(|candidate| (candidate.h, candidate.item)));
    }

    /// All random numbers come from the search, so that its seed decides everything.
    fn pop(&mut self, random: &mut Random, _watch: &mut Watch<'_>) -> Option<StateId> {
        let place = if random.unit() < self.epsilon { random.below(self.waiting.len().max(1)) } else { 0 };
        let chosen = *self.waiting.iter().nth(place)?;
        self.waiting.remove(&chosen);
        Some(chosen.1)
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
