//! All leaf values, as a histogram.

use smallvec::SmallVec;

use super::{Counted, Statistic, Summary};

/// The multiset of leaf values: distinct values in increasing order with their numbers.
///
/// For indices that need more than a few moments. Whole-number values keep it short. It is exact, so its
/// updates are too.
#[derive(Clone, PartialEq, Debug)]
pub struct LeafValues {
    count: u32,
    bins: SmallVec<[(f64, u32); 1]>,
}

impl LeafValues {
    /// The distinct values in increasing order, each with how often it occurs.
    pub fn bins(&self) -> &[(f64, u32)] {
        &self.bins
    }

    /// How many leaves have a value of at most `bound`.
    pub fn count_at_most(&self, bound: f64) -> u32 {
        // Indices ask for the few best leaves, which come first.
        self.bins.iter().take_while(|(value, _)| *value <= bound).map(|(_, n)| n).sum()
    }

    /// The value that comes at place `rank` (from 1) in increasing order, or infinity if there are fewer leaves.
    pub fn smallest(&self, rank: u32) -> f64 {
        let mut passed = 0;
        for (value, n) in &self.bins {
            passed += n;
            if passed >= rank {
                return *value;
            }
        }
        f64::INFINITY
    }

    /// The mean of a function of the leaf values; 0 if there are none.
    pub fn mean_of(&self, function: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.bins.iter().map(|(value, n)| f64::from(*n) * function(*value)).sum();
        sum / f64::from(self.count.max(1))
    }

    fn find(&self, value: f64) -> Result<usize, usize> {
        self.bins.binary_search_by(|(other, _)| other.total_cmp(&value))
    }

    fn merge(&mut self, other: &Self) {
        let mut merged = SmallVec::with_capacity(self.bins.len() + other.bins.len());
        let (mut left, mut right) = (self.bins.iter().peekable(), other.bins.iter().peekable());
        while let (Some(&&(a, n)), Some(&&(b, m))) = (left.peek(), right.peek()) {
            merged.push(if a == b {
                (a, n + m)
            } else if a < b {
                (a, n)
            } else {
                (b, m)
            });
            if a <= b {
                left.next();
            }
            if b <= a {
                right.next();
            }
        }
        merged.extend(left.chain(right).copied());
        self.bins = merged;
    }
}

impl Statistic for LeafValues {
    fn empty() -> Self {
        LeafValues { count: 0, bins: SmallVec::new() }
    }

    fn leaf(value: f64) -> Self {
        // Adding 0 makes -0 and 0 the same bin.
        LeafValues { count: 1, bins: SmallVec::from_buf([(value + 0.0, 1)]) }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn summary(&self) -> Summary {
        let value = |bin: Option<&(f64, u32)>| bin.map(|&(value, _)| value);
        Summary {
            count: Some(self.count),
            smallest: value(self.bins.first()),
            largest: value(self.bins.last()),
            ..Summary::default()
        }
    }

    fn absorb(&mut self, child: &Self) {
        self.count += child.count;
        // A few bins are put into many one by one; otherwise merging is faster.
        if child.bins.len() * 8 > self.bins.len() {
            self.merge(child);
            return;
        }
        for &(value, n) in &child.bins {
            match self.find(value) {
                Ok(at) => self.bins[at].1 += n,
                Err(at) => self.bins.insert(at, (value, n)),
            }
        }
    }

    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        for &(value, n) in &old.bins {
            match self.find(value) {
                Ok(at) if self.bins[at].1 >= n => self.bins[at].1 -= n,
                _ => return false,
            }
        }
        self.bins.retain(|(_, n)| *n > 0);
        self.count -= old.count;
        self.absorb(new);
        true
    }
}

impl Counted for LeafValues {
    fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::*;

    fn of(values: &[f64]) -> LeafValues {
        fold(&values.iter().map(|&v| LeafValues::leaf(v)).collect::<Vec<_>>())
    }

    #[test]
    fn values_are_sorted_and_counted() {
        let values = of(&[3.0, 1.0, 3.0, 2.0, -0.0, 0.0]);
        assert_eq!(values.bins(), [(0.0, 2), (1.0, 1), (2.0, 1), (3.0, 2)]);
        assert_eq!(values.count_at_most(1.5), 3);
        assert_eq!(values.smallest(1), 0.0);
        assert_eq!(values.smallest(5), 3.0);
        assert_eq!(values.smallest(7), f64::INFINITY);
        assert_eq!(values.mean_of(|v| v * v), 23.0 / 6.0);
    }

    #[test]
    fn replacing_is_exact() {
        let mut values = of(&[3.0, 1.0, 3.0]);
        assert!(values.replace(&of(&[1.0, 3.0]), &of(&[5.0, 0.5])));
        assert_eq!(values, of(&[0.5, 3.0, 5.0]));
        assert!(!values.replace(&of(&[7.0]), &of(&[1.0])));
    }
}
