//! A queue whose ties are broken by further keys.

use std::collections::{BTreeMap, VecDeque};

use extremal_states::StateId;

use super::{Candidate, Key, OpenList};
use crate::observer::Watch;
use extremal_bandits::Random;

/// A queue ordered by several keys, first come first served among equals.
#[derive(Debug)]
pub struct TieBreaking<T = StateId> {
    keys: Vec<Key>,
    buckets: BTreeMap<Vec<u32>, VecDeque<T>>,
    /// Room for the keys of one candidate.
    values: Vec<u32>,
}

impl<T> TieBreaking<T> {
    /// An empty queue, ordered by the first key, then the second, and so on.
    pub fn new(keys: Vec<Key>) -> Self {
        TieBreaking { keys, buckets: BTreeMap::new(), values: Vec::new() }
    }
}

impl<T: Copy + Send> OpenList<T> for TieBreaking<T> {
    fn insert(&mut self, _parent: Option<StateId>, candidates: &[Candidate<T>], _watch: &mut Watch<'_>) {
        for candidate in candidates {
            self.values.clear();
            self.values.extend(self.keys.iter().map(|&key| candidate.get(key)));
            match self.buckets.get_mut(&self.values) {
                Some(bucket) => bucket.push_back(candidate.item),
                None => {
                    self.buckets.insert(self.values.clone(), VecDeque::from([candidate.item]));
                }
            }
        }
    }

    fn pop(&mut self, _random: &mut Random, _watch: &mut Watch<'_>) -> Option<T> {
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
