//! States that were looked at ahead of time.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::job::Job;

/// The number of a foreseen state; numbers are not used again.
pub(super) type Number = u64;

/// How many states are kept at least and at most, and about how many bytes they may take in between.
const FEWEST: usize = 1 << 8;
const MOST: usize = 1 << 12;
const MOST_BYTES: usize = 16 << 20;

/// The states foreseen last. When there are too many, the oldest ones are forgotten.
pub(super) struct ForeseenStates {
    /// The state with number `n` is in place `n` modulo the capacity, until another one takes its place.
    states: Vec<Foreseen>,
    capacity: u64,
    next: Number,
    /// By hash. Of two states with the same hash the earlier one is forgotten.
    numbers: FxHashMap<u64, Number>,
}

/// A state that the search is likely to evaluate or to expand.
#[derive(Default)]
pub(super) struct Foreseen {
    number: Number,
    pub hash: u64,
    pub packed: Vec<u64>,
    /// Its evaluation. `None` if the search knows the state.
    pub job: Option<Arc<Job>>,
    /// What it leads to, if it was expanded ahead of time.
    pub expansion: Option<Expansion>,
    /// The last run that came to it.
    pub run: u64,
}

/// A state expanded ahead of time.
#[derive(Default)]
pub(super) struct Expansion {
    /// The applicable operators.
    pub operators: Vec<u32>,
    /// The children that the search did not know.
    pub children: Vec<Number>,
}

impl ForeseenStates {
    /// For states of so many bytes.
    pub fn new(bytes: usize) -> Self {
        let capacity = (MOST_BYTES / bytes.max(1)).clamp(FEWEST, MOST) as u64;
        ForeseenStates { states: Vec::new(), capacity, next: 0, numbers: FxHashMap::default() }
    }

    /// How many states are kept.
    pub fn capacity(&self) -> usize {
        self.capacity as usize
    }

    pub fn get(&self, number: Number) -> Option<&Foreseen> {
        self.states.get((number % self.capacity) as usize).filter(|state| state.number == number)
    }

    pub fn get_mut(&mut self, number: Number) -> Option<&mut Foreseen> {
        self.states.get_mut((number % self.capacity) as usize).filter(|state| state.number == number)
    }

    pub fn find(&self, packed: &[u64], hash: u64) -> Option<Number> {
        let number = *self.numbers.get(&hash)?;
        self.get(number).filter(|state| state.packed == packed).map(|_| number)
    }

    /// Adds a state. Returns its number, and the job of a state that is forgotten for it.
    pub fn add(&mut self, packed: &[u64], hash: u64, job: Option<Arc<Job>>) -> (Number, Option<Arc<Job>>) {
        let number = self.next;
        self.next += 1;
        let place = (number % self.capacity) as usize;
        if place == self.states.len() {
            self.states.push(Foreseen::default());
        } else if self.numbers.get(&self.states[place].hash) == Some(&self.states[place].number) {
            self.numbers.remove(&self.states[place].hash);
        }
        self.numbers.insert(hash, number);
        let state = &mut self.states[place];
        state.number = number;
        state.hash = hash;
        state.packed.clear();
        state.packed.extend_from_slice(packed);
        state.expansion = None;
        state.run = 0;
        (number, std::mem::replace(&mut state.job, job))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_states_are_forgotten() {
        let mut states = ForeseenStates::new(usize::MAX);
        let fewest = FEWEST as u64;
        for state in 0..3 * fewest {
            let job = Arc::default();
            let (number, forgotten) = states.add(&[state], state % 1000, Some(Arc::clone(&job)));
            assert_eq!(number, state);
            assert_eq!(forgotten.is_some(), state >= fewest);
            assert!(Arc::ptr_eq(states.get(number).unwrap().job.as_ref().unwrap(), &job));
        }
        let found = |state: u64| states.find(&[state], state % 1000);
        assert_eq!(found(2 * fewest - 1), None);
        assert!(states.get(2 * fewest - 1).is_none());
        assert!((2 * fewest..3 * fewest).all(|state| found(state) == Some(state)));
        assert_eq!(states.numbers.len(), FEWEST);
    }

    #[test]
    fn states_with_the_same_hash_are_told_apart() {
        let mut states = ForeseenStates::new(8);
        let first = states.add(&[1], 5, None).0;
        assert_eq!((states.find(&[1], 5), states.find(&[2], 5)), (Some(first), None));
        let second = states.add(&[2], 5, None).0;
        assert_eq!((states.find(&[1], 5), states.find(&[2], 5)), (None, Some(second)));
    }
}
