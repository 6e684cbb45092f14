//! Smallest value first, but now and then any state.
//!
//! Valenzano, Sturtevant, Schaeffer and Xie, "A Comparison of Knowledge-Based GBFS Enhancements and
//! Knowledge-Free Exploration" (ICAPS 2014).

use std::collections::{BTreeMap, VecDeque};

use extremal_states::StateId;

use super::{Entry, OpenList};
use crate::random::Random;

/// A queue ordered by heuristic value that with a small probability yields any of its states.
#[derive(Debug)]
pub struct EpsilonGreedy<T = StateId> {
    epsilon: f64,
    by_h: BTreeMap<u32, VecDeque<T>>,
    len: usize,
}

impl<T> EpsilonGreedy<T> {
    /// An empty list with this probability of a random state.
    pub fn new(epsilon: f64) -> Self {
        EpsilonGreedy { epsilon, by_h: BTreeMap::new(), len: 0 }
    }

    /// The value of the state at a place in the order of values, and its place among its equals.
    fn locate(&self, mut place: usize) -> Option<(u32, usize)> {
        for (&h, states) in &self.by_h {
            if place < states.len() {
                return Some((h, place));
            }
            place -= states.len();
        }
        None
    }
}

impl<T: Copy> OpenList<T> for EpsilonGreedy<T> {
    fn push(&mut self, entry: Entry<T>) {
        self.by_h.entry(entry.h).or_default().push_back(entry.state);
        self.len += 1;
    }

    fn pop(&mut self, random: &mut Random) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        let explores = self.epsilon > 0.0 && random.unit() < self.epsilon;
        let (h, place) = self.locate(if explores { random.below(self.len) } else { 0 })?;
        let states = self.by_h.get_mut(&h)?;
        let state = states.remove(place);
        if states.is_empty() {
            self.by_h.remove(&h);
        }
        self.len -= 1;
        state
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn likely_next(&self, most: usize) -> Vec<(T, u32)> {
        let entries = self.by_h.iter().flat_map(|(&h, states)| states.iter().map(move |&state| (state, h)));
        entries.take(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(epsilon: f64) -> EpsilonGreedy {
        let mut list = EpsilonGreedy::new(epsilon);
        let entry = |n: u32| Entry { state: StateId(n), h: n / 10, g: 0, preferred: false };
        (0..100).for_each(|n| list.push(entry(n)));
        list
    }

    #[test]
    fn without_exploration_it_is_a_queue() {
        let (mut list, mut random) = (list(0.0), Random::new(1));
        assert_eq!(list.likely_next(11)[9..], [(StateId(9), 0), (StateId(10), 1)]);
        let order: Vec<u32> = std::iter::from_fn(|| list.pop(&mut random)).map(|s| s.0).collect();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn with_exploration_each_state_leaves_once_and_some_early() {
        let (mut list, mut random) = (list(0.5), Random::new(1));
        let mut order: Vec<u32> = std::iter::from_fn(|| list.pop(&mut random)).map(|s| s.0).collect();
        assert!(order[..20].iter().any(|&n| n >= 50));
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
