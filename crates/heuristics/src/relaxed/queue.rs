//! A priority queue for small integer costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Costs below this have a bucket each; higher ones, which are rare, share a heap.
const NUM_BUCKETS: usize = 1 << 14;

/// A queue in which costs never fall below the one popped last. Equal costs below 2^14 come out in the order
/// in which they went in, higher ones by increasing fact.
#[derive(Clone, Debug, Default)]
pub struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// The bucket and the position in it to be popped next.
    bucket: usize,
    position: usize,
    expensive: BinaryHeap<Reverse<(u32, u32)>>,
}

impl BucketQueue {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().skip(self.bucket).for_each(Vec::clear);
        self.expensive.clear();
        self.bucket = 0;
        self.position = 0;
    }

    /// Adds a fact.
    #[inline]
    pub fn push(&mut self, cost: u32, fact: u32) {
        match self.buckets.get_mut(cost as usize) {
            Some(bucket) => bucket.push(fact),
            None => self.push_beyond(cost, fact),
        }
    }

    #[cold]
    fn push_beyond(&mut self, cost: u32, fact: u32) {
        let cost_index = cost as usize;
        if cost_index < NUM_BUCKETS {
            self.buckets.resize(cost_index + 1, Vec::new());
            self.buckets[cost_index].push(fact);
        } else {
            self.expensive.push(Reverse((cost, fact)));
        }
    }

    /// Removes a cheapest fact.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.bucket) {
            if let Some(&fact) = bucket.get(self.position) {
                self.position += 1;
                return Some((self.bucket as u32, fact));
            }
            bucket.clear();
            self.bucket += 1;
            self.position = 0;
        }
        self.expensive.pop().map(|Reverse(entry)| entry)
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
