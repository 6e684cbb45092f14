//! Smallest heuristic value first, first come first served among equals.

use std::collections::BTreeMap;

use extremal_states::StateId;

use super::{Entry, OpenList};
use crate::random::Random;

/// Values below this have a bucket of their own in an array.
const NUM_BUCKETS: u32 = 1 << 16;

/// A queue ordered by heuristic value; equal values leave in the order in which they came.
#[derive(Debug)]
pub struct FifoBuckets<T = StateId> {
    buckets: Vec<Bucket<T>>,
    /// For the rare values that are too large for the array.
    large: BTreeMap<u32, Bucket<T>>,
    /// No bucket before this one has entries.
    lowest: usize,
    len: usize,
}

impl<T> Default for FifoBuckets<T> {
    fn default() -> Self {
        FifoBuckets { buckets: Vec::new(), large: BTreeMap::new(), lowest: 0, len: 0 }
    }
}

#[derive(Debug)]
struct Bucket<T> {
    states: Vec<T>,
    next: usize,
}

impl<T> Default for Bucket<T> {
    fn default() -> Self {
        Bucket { states: Vec::new(), next: 0 }
    }
}

impl<T: Copy> Bucket<T> {
    fn pop(&mut self) -> Option<T> {
        let state = *self.states.get(self.next)?;
        self.next += 1;
        if self.next == self.states.len() {
            self.states.clear();
            self.next = 0;
        } else if self.next >= 1024 && self.next * 2 > self.states.len() {
            // Give the part that has left back before it is larger than what waits.
            self.states.drain(..self.next);
            self.next = 0;
        }
        Some(state)
    }
}

impl<T: Copy> OpenList<T> for FifoBuckets<T> {
    fn push(&mut self, entry: Entry<T>) {
        self.len += 1;
        if entry.h >= NUM_BUCKETS {
            self.large.entry(entry.h).or_default().states.push(entry.state);
            return;
        }
        let bucket = entry.h as usize;
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Bucket::default);
        }
        self.buckets[bucket].states.push(entry.state);
        self.lowest = self.lowest.min(bucket);
    }

    fn pop(&mut self, _random: &mut Random) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        while self.lowest < self.buckets.len() {
            if let Some(state) = self.buckets[self.lowest].pop() {
                return Some(state);
            }
            self.lowest += 1;
        }
        let mut first = self.large.first_entry()?;
        let state = first.get_mut().pop();
        if first.get().states.is_empty() {
            first.remove();
        }
        state
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_first_and_fifo_among_equals() {
        let mut queue = FifoBuckets::default();
        let values = [5, 3, NUM_BUCKETS + 7, 3, 0, NUM_BUCKETS + 7, 5, NUM_BUCKETS];
        for (state, &h) in values.iter().enumerate() {
            queue.push(Entry { state: StateId(state as u32), h, g: 0, preferred: false });
        }
        let mut random = Random::new(0);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(&mut random)).map(|s| s.0).collect();
        assert_eq!(order, [4, 1, 3, 0, 6, 7, 2, 5]);
        assert!(queue.is_empty());
    }

    #[test]
    fn long_buckets_keep_their_order_while_they_shrink() {
        let mut queue = FifoBuckets::default();
        let mut random = Random::new(0);
        let push = |queue: &mut FifoBuckets, n: u32| {
            queue.push(Entry { state: StateId(n), h: 1, g: 0, preferred: false });
        };
        (0..5000).for_each(|n| push(&mut queue, n));
        for n in 0..20_000 {
            assert_eq!(queue.pop(&mut random), Some(StateId(n)));
            push(&mut queue, n + 5000);
        }
    }
}
