//! The members of a composition.

use std::collections::{BTreeMap, VecDeque};

use extremal_states::StateId;

use super::candidate::{Candidate, Key};
use crate::open::{Entry, OpenList};
use crate::random::Random;

/// An open list among others. States are taken from any of them, so a list may yield one that has been
/// expanded already.
pub trait Member<T> {
    /// Adds a state, or what leads to it.
    fn push(&mut self, candidate: &Candidate, item: T);

    /// Removes the next one.
    fn pop(&mut self, random: &mut Random) -> Option<T>;

    /// Whether nothing waits.
    fn is_empty(&self) -> bool;

    /// A state was expanded, whoever yielded it: these are its children that are new. They have been pushed,
    /// too.
    fn expanded(&mut self, state: StateId, children: &[Candidate]) {
        let _ = (state, children);
    }
}

/// An open list ordered by one key.
pub struct Ordered<O> {
    /// The list.
    pub list: O,
    /// What stands for the heuristic value.
    pub key: Key,
}

impl<T, O: OpenList<T>> Member<T> for Ordered<O> {
    fn push(&mut self, candidate: &Candidate, item: T) {
        let (h, g, preferred) = (candidate.get(self.key), candidate.depth, candidate.preferred);
        self.list.push(Entry { state: item, h, g, preferred });
    }

    fn pop(&mut self, random: &mut Random) -> Option<T> {
        self.list.pop(random)
    }

    fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// A queue ordered by several keys, first come first served among equals.
pub struct TieBreaking<T> {
    keys: Vec<Key>,
    buckets: BTreeMap<Vec<u32>, VecDeque<T>>,
    /// Room for the keys of one state.
    values: Vec<u32>,
}

impl<T> TieBreaking<T> {
    /// An empty queue, ordered by the first key, then the second, and so on.
    pub fn new(keys: Vec<Key>) -> Self {
        TieBreaking { keys, buckets: BTreeMap::new(), values: Vec::new() }
    }
}

impl<T> Member<T> for TieBreaking<T> {
    fn push(&mut self, candidate: &Candidate, item: T) {
        self.values.clear();
        self.values.extend(self.keys.iter().map(|&key| candidate.get(key)));
        match self.buckets.get_mut(&self.values) {
            Some(bucket) => bucket.push_back(item),
            None => {
                self.buckets.insert(self.values.clone(), VecDeque::from([item]));
            }
        }
    }

    fn pop(&mut self, _random: &mut Random) -> Option<T> {
        let mut first = self.buckets.first_entry()?;
        let item = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        item
    }

    fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_broken_by_later_keys_and_then_by_age() {
        let mut queue = TieBreaking::new(vec![Key::Novelty, Key::Heuristic]);
        let entries = [(2, 1), (1, 9), (1, 5), (1, 5), (3, 0)];
        for (item, &(novelty, h)) in entries.iter().enumerate() {
            let state = StateId(item as u32);
            let known = Candidate { state, h, landmarks: 0, novelty, depth: 0, preferred: false };
            queue.push(&known, item);
        }
        let mut random = Random::new(0);
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop(&mut random)).collect();
        assert_eq!(order, [2, 3, 1, 0, 4]);
    }
}
