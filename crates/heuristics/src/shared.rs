//! One heuristic for several searches.

use std::sync::{Arc, Mutex, PoisonError};

use crate::heuristic::Heuristic;

/// Another heuristic, which all forks share: they take turns with it. So a heuristic that cannot be forked itself
/// serves several searches, and one that [remembers](crate::Remembering) values remembers them for all.
pub struct Shared {
    heuristic: Arc<Mutex<Box<dyn Heuristic>>>,
    /// Those of the state that this fork evaluated last.
    preferred: Vec<u32>,
    words_read: u64,
}

impl Shared {
    /// Makes a heuristic one that can be forked.
    pub fn new(heuristic: Box<dyn Heuristic>) -> Self {
        Shared { heuristic: Arc::new(Mutex::new(heuristic)), preferred: Vec::new(), words_read: 0 }
    }
}

impl Heuristic for Shared {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        // After a panic of the heuristic it is its own matter what its values are worth.
        let mut heuristic = self.heuristic.lock().unwrap_or_else(PoisonError::into_inner);
        let h = heuristic.evaluate(state);
        self.preferred.clear();
        self.preferred.extend_from_slice(heuristic.preferred_operators());
        self.words_read = heuristic.words_read();
        h
    }

    fn evaluates_together(&self) -> bool {
        self.heuristic.lock().unwrap_or_else(PoisonError::into_inner).evaluates_together()
    }

    fn evaluate_all(&mut self, states: &[u32], variables: usize, estimates: &mut Vec<u32>) {
        self.preferred.clear();
        let mut heuristic = self.heuristic.lock().unwrap_or_else(PoisonError::into_inner);
        heuristic.evaluate_all(states, variables, estimates);
    }

    fn preferred_operators(&self) -> &[u32] {
        &self.preferred
    }

    fn relaxed_plan(&mut self, state: &[u32], plan: &mut Vec<u32>) -> u32 {
        let mut heuristic = self.heuristic.lock().unwrap_or_else(PoisonError::into_inner);
        let h = heuristic.relaxed_plan(state, plan);
        self.preferred.clear();
        self.preferred.extend_from_slice(heuristic.preferred_operators());
        self.words_read = heuristic.words_read();
        h
    }

    fn for_parts_of_the_goal(&self) -> Option<Box<dyn Heuristic>> {
        self.heuristic.lock().unwrap_or_else(PoisonError::into_inner).for_parts_of_the_goal()
    }

    fn words(&self) -> u64 {
        self.heuristic.lock().unwrap_or_else(PoisonError::into_inner).words()
    }

    fn words_read(&self) -> u64 {
        self.words_read
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(Shared {
            heuristic: Arc::clone(&self.heuristic),
            preferred: Vec::new(),
            words_read: 0,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prefers the values of the state, and counts how often it was asked.
    #[derive(Default)]
    struct Echo {
        asked: u32,
        state: Vec<u32>,
    }

    impl Heuristic for Echo {
        fn evaluate(&mut self, state: &[u32]) -> u32 {
            self.asked += 1;
            self.state = state.to_vec();
            self.asked
        }

        fn preferred_operators(&self) -> &[u32] {
            &self.state
        }
    }

    #[test]
    fn forks_ask_the_same_heuristic_and_keep_their_own_preferred_operators() {
        let mut one = Shared::new(Box::new(Echo::default()));
        let mut other = one.fork().unwrap();
        assert_eq!([one.evaluate(&[1, 2]), other.evaluate(&[3]), one.evaluate(&[4])], [1, 2, 3]);
        assert_eq!(other.preferred_operators(), [3]);
        assert_eq!(one.preferred_operators(), [4]);
    }
}
