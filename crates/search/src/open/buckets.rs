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
    fn pop_first(&mut self) -> Option<T> {
        let state = *self.states.get(self.next)?;
        self.next += 1;
        if self.next == self.states.len() {
            self.clear();
        } else if self.next >= 1024 && self.next * 2 > self.states.len() {
            // Give the part that has left back before it is larger than what waits.
            self.states.drain(..self.next);
            self.next = 0;
        }
        Some(state)
    }

    fn pop_last(&mut self) -> Option<T> {
        let state = self.states.pop();
        if self.next == self.states.len() {
            self.clear();
        }
        state
    }

    fn clear(&mut self) {
        self.states.clear();
        self.next = 0;
    }
}

impl<T: Copy> FifoBuckets<T> {
    /// Removes the state that came first of those with the smallest value.
    pub fn pop_first(&mut self) -> Option<T> {
        self.pop_by(Bucket::pop_first)
    }

    /// Removes the state that came last of those with the smallest value.
    pub fn pop_last(&mut self) -> Option<T> {
        self.pop_by(Bucket::pop_last)
    }

    fn pop_by(&mut self, pop: impl Fn(&mut Bucket<T>) -> Option<T>) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        while self.lowest < self.buckets.len() {
            if let Some(state) = pop(&mut self.buckets[self.lowest]) {
                return Some(state);
            }
            self.lowest += 1;
        }
        let mut first = self.large.first_entry()?;
        let state = pop(first.get_mut());
        if first.get().states.is_empty() {
            first.remove();
        }
        state
    }

    /// Forgets everything that waits, but keeps the room for it.
    pub fn clear(&mut self) {
        if self.len > 0 {
            self.buckets[self.lowest..].iter_mut().for_each(Bucket::clear);
        }
        self.large.clear();
        self.len = 0;
        self.lowest = self.buckets.len();
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
        self.pop_first()
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn likely_next(&self, most: usize) -> Vec<(T, u32)> {
        let buckets = self.buckets.iter().zip(0..).skip(self.lowest);
        let entries =
            buckets.flat_map(|(bucket, h)| bucket.states[bucket.next..].iter().map(move |&s| (s, h)));
        entries.take(most).collect()
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
        assert_eq!(queue.likely_next(4), [(4, 0), (1, 3), (3, 3), (0, 5)].map(|(s, h)| (StateId(s), h)));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(&mut random)).map(|s| s.0).collect();
        assert_eq!(order, [4, 1, 3, 0, 6, 7, 2, 5]);
        assert!(queue.is_empty());
    }

    #[test]
    fn the_last_of_the_smallest_may_leave_first() {
        let mut queue = FifoBuckets::default();
        let push = |queue: &mut FifoBuckets, state: u32, h: u32| {
            queue.push(Entry { state: StateId(state), h, g: 0, preferred: false });
        };
        (0..5).for_each(|state| push(&mut queue, state, state % 2 * NUM_BUCKETS));
        assert_eq!(queue.pop_first(), Some(StateId(0)));
        push(&mut queue, 9, 0);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop_last()).map(|s| s.0).collect();
        assert_eq!(order, [9, 4, 2, 3, 1]);
        push(&mut queue, 5, 7);
        queue.clear();
        push(&mut queue, 6, 8);
        assert_eq!((queue.pop_first(), queue.pop_last()), (Some(StateId(6)), None));
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
