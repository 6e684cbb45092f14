//! A priority queue for small integer costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs below this have a bucket each; higher ones, which are rare, share a heap.
const NUM_BUCKETS: usize = 1 << 14;

/// A queue in which costs never fall below the one popped last. Equal costs below 2^14 come out in the order
/// in which they went in, higher ones by increasing fact.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    /// Facts of the cost being popped.
    current: Vec<u32>,
    cost: u32,
    position: usize,
    /// Facts of higher costs below [`NUM_BUCKETS`].
    buckets: Vec<Vec<u32>>,
    /// No bucket from here on has facts.
    end: usize,
    expensive: BinaryHeap<Reverse<(u32, u32)>>,
}

impl BucketQueue {
    /// Removes everything.
    pub fn clear(&mut self) {
        let used = self.buckets.iter_mut().take(self.end).skip(self.cost as usize);
        used.for_each(Vec::clear);
        self.expensive.clear();
        self.current.clear();
        (self.cost, self.position, self.end) = (0, 0, 0);
    }

    /// Adds a fact.
    #[inline]
    pub fn push(&mut self, cost: u32, fact: u32) {
        if cost == self.cost {
            self.current.push(fact);
        } else if let Some(bucket) = self.buckets.get_mut(cost as usize) {
            bucket.push(fact);
            self.end = self.end.max(cost as usize + 1);
        } else {
            self.push_beyond(cost, fact);
        }
    }

    #[cold]
    fn push_beyond(&mut self, cost: u32, fact: u32) {
        let index = cost as usize;
        if index < NUM_BUCKETS {
            self.buckets.resize(index + 1, Vec::new());
            self.buckets[index].push(fact);
            self.end = self.end.max(index + 1);
        } else {
            self.expensive.push(Reverse((cost, fact)));
        }
    }

    /// Removes a cheapest fact.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        if self.position == self.current.len() && !self.advance() {
            return None;
        }
        let fact = self.current[self.position];
        self.position += 1;
        Some((self.cost, fact))
    }

    /// Goes to the next cost, if there is one. Not inlined, so that [`pop`](Self::pop) is.
    #[inline(never)]
    fn advance(&mut self) -> bool {
        self.current.clear();
        self.position = 0;
        for cost in self.cost as usize + 1..self.end {
            if !self.buckets[cost].is_empty() {
                std::mem::swap(&mut self.current, &mut self.buckets[cost]);
                self.cost = cost as u32;
                return true;
            }
        }
        let Some(Reverse((cost, fact))) = self.expensive.pop() else { return false };
        self.cost = cost;
        self.current.push(fact);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_out_by_cost_and_then_in_order() {
        let mut queue = BucketQueue::default();
        for round in 0..2 {
            for (cost, fact) in [(3, 1), (0, 2), (1_000_000, 3), (3, 0), (20_000, 4)] {
                queue.push(cost, fact);
            }
            assert_eq!(queue.pop(), Some((0, 2)));
            queue.push(0, 7);
            assert_eq!(queue.pop(), Some((0, 7)));
            assert_eq!(queue.pop(), Some((3, 1)));
            if round == 0 {
                // What is left over is forgotten.
                queue.clear();
                continue;
            }
            assert_eq!(queue.pop(), Some((3, 0)));
            assert_eq!(queue.pop(), Some((20_000, 4)));
            assert_eq!(queue.pop(), Some((1_000_000, 3)));
            assert_eq!(queue.pop(), None);
        }
    }
}
