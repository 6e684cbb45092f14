//! Smallest value first, first come first served among equals.

use std::collections::BTreeMap;

use extremal_states::StateId;

use super::{Candidate, Key, OpenList};
use crate::observer::Watch;
use extremal_bandits::Random;

/// Values below this have a bucket of their own in an array.
const NUM_BUCKETS: u32 = 1 << 16;

/// A queue ordered by one key; equal values leave in the order in which they came.
#[derive(Debug)]
pub struct Queue<T = StateId> {
    key: Key,
    buckets: Vec<Bucket<T>>,
    /// For the rare values that are too large for the array.
    large: BTreeMap<u32, Bucket<T>>,
    /// No bucket before this one has entries.
    lowest: usize,
    len: usize,
}

#[derive(Debug)]
struct Bucket<T> {
    items: Vec<T>,
    next: usize,
}

impl<T> Default for Bucket<T> {
    fn default() -> Self {
        Bucket { items: Vec::new(), next: 0 }
    }
}

impl<T: Copy> Bucket<T> {
    fn pop(&mut self) -> Option<T> {
        let item = *self.items.get(self.next)?;
        self.next += 1;
        if self.next == self.items.len() {
            self.clear();
        } else if self.next >= 1024 && self.next * 2 > self.items.len() {
            // Give the part that has left back before it is larger than what waits.
            self.items.drain(..self.next);
            self.next = 0;
        }
        Some(item)
    }

    fn clear(&mut self) {
        self.items.clear();
        self.next = 0;
    }
}

impl<T: Copy> Queue<T> {
    /// An empty queue.
    pub fn new(key: Key) -> Self {
        Queue { key, buckets: Vec::new(), large: BTreeMap::new(), lowest: 0, len: 0 }
    }

    /// Adds an item with a value.
    #[inline]
    pub fn push(&mut self, item: T, value: u32) {
        self.len += 1;
        if value >= NUM_BUCKETS {
            self.large.entry(value).or_default().items.push(item);
            return;
        }
        let bucket = value as usize;
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Bucket::default);
        }
        self.buckets[bucket].items.push(item);
        self.lowest = self.lowest.min(bucket);
    }

    /// Removes the item that came first of those with the smallest value.
    pub fn pop_first(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        while self.lowest < self.buckets.len() {
            if let Some(item) = self.buckets[self.lowest].pop() {
                return Some(item);
            }
            self.lowest += 1;
        }
        let mut first = self.large.first_entry()?;
        let item = first.get_mut().pop();
        if first.get().items.is_empty() {
            first.remove();
        }
        item
    }

    /// Removes everything, but keeps the room for it.
    pub fn clear(&mut self) {
        if self.len > 0 {
            self.buckets[self.lowest..].iter_mut().for_each(Bucket::clear);
        }
        self.large.clear();
        self.len = 0;
        self.lowest = self.buckets.len();
    }
}

impl<T: Copy + Send> OpenList<T> for Queue<T> {
    fn insert(&mut self, _parent: Option<StateId>, candidates: &[Candidate<T>], _watch: &mut Watch<'_>) {
        for candidate in candidates {
            self.push(candidate.item, candidate.get(self.key));
        }
    }

    fn pop(&mut self, _random: &mut Random, _watch: &mut Watch<'_>) -> Option<T> {
        self.pop_first()
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn likely_next(&self, most: usize) -> Vec<(T, u32)> {
        if self.key != Key::Heuristic {
            return Vec::new();
        }
        let buckets = self.buckets.iter().zip(0..).skip(self.lowest);
        let entries =
            buckets.flat_map(|(bucket, h)| bucket.items[bucket.next..].iter().map(move |&item| (item, h)));
        entries.take(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smallest_first_and_fifo_among_equals() {
        let mut queue = Queue::new(Key::Heuristic);
        let values = [5, 3, NUM_BUCKETS + 7, 3, 0, NUM_BUCKETS + 7, 5, NUM_BUCKETS];
        for (item, &value) in values.iter().enumerate() {
            queue.push(item, value);
        }
        assert_eq!(queue.likely_next(4), [(4, 0), (1, 3), (3, 3), (0, 5)]);
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop_first()).collect();
        assert_eq!(order, [4, 1, 3, 0, 6, 7, 2, 5]);
        assert!(queue.is_empty());
        queue.push(5, 7);
        queue.push(6, NUM_BUCKETS);
        queue.clear();
        queue.push(7, 8);
        assert_eq!((queue.pop_first(), queue.pop_first()), (Some(7), None));
    }

    #[test]
    fn long_buckets_keep_their_order_while_they_shrink() {
        let mut queue = Queue::new(Key::Heuristic);
        (0..5000).for_each(|n| queue.push(n, 1));
        for n in 0..20_000 {
            assert_eq!(queue.pop_first(), Some(n));
            queue.push(n + 5000, 1);
        }
    }
}
