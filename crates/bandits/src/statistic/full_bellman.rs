//! Smallest and largest leaf value: the estimates of a uniform distribution's bounds.

use super::{Counted, Statistic, Summary, larger, smaller};

/// Number, minimum and maximum of the leaves (Full Bellman backup of both ends).
///
/// Minimum and maximum are the maximum-likelihood estimates of the support of a uniform distribution
/// (Asai and Wissow 2026, theorem "MLE of Uniform").
///
/// Packed, because a tree has millions of these: 20 bytes instead of 24. Copy a field to refer to it.
#[repr(Rust, packed(4))]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FullBellman {
    /// The number of leaves.
    pub count: u32,
    /// The smallest value, infinite if there is no leaf.
    pub min: f64,
    /// The largest value, minus infinity if there is no leaf.
    pub max: f64,
}

impl Statistic for FullBellman {
    #[inline]
    fn empty() -> Self {
        FullBellman { count: 0, min: f64::INFINITY, max: f64::NEG_INFINITY }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        FullBellman { count: 1, min: value, max: value }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn summary(&self) -> Summary {
        let some = |value: f64| (self.count > 0).then_some(value);
        Summary {
            count: Some(self.count),
            smallest: some(self.min),
            largest: some(self.max),
            ..Summary::default()
        }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.count += child.count;
        self.min = smaller(self.min, child.min);
        self.max = larger(self.max, child.max);
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        // An end may be lost only where the old child held it and the new one does not reach it.
        let known =
            (old.min > self.min || new.min <= self.min) && (old.max < self.max || new.max >= self.max);
        self.count = self.count - old.count + new.count;
        self.min = smaller(self.min, new.min);
        self.max = larger(self.max, new.max);
        known
    }

    #[inline]
    fn leaves(&self) -> i64 {
        i64::from(self.count)
    }

    #[inline]
    fn add_leaves(&mut self, number: i64) {
        self.count = (i64::from(self.count) + number) as u32;
    }

    #[inline]
    fn equals_but_for_count(&self, other: &Self) -> bool {
        self.min == other.min && self.max == other.max
    }

    #[inline]
    fn reaches(&self, other: &Self) -> bool {
        self.min <= other.min && self.max >= other.max
    }

    fn narrowed(&self) -> Self {
        let cut = 0.25 * (self.max - self.min);
        FullBellman { min: self.min + cut, max: self.max - cut, ..*self }
    }
}

impl Counted for FullBellman {
    #[inline]
    fn count(&self) -> u32 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> FullBellman {
        super::super::fold(&values.iter().map(|&v| FullBellman::leaf(v)).collect::<Vec<_>>())
    }

    #[test]
    fn keeps_both_ends() {
        assert_eq!(of(&[4.0, 9.0, 2.0]), FullBellman { count: 3, min: 2.0, max: 9.0 });
    }

    #[test]
    fn replacing_an_inner_value_is_exact_and_losing_an_end_is_not() {
        let mut node = of(&[4.0, 9.0, 2.0]);
        assert!(node.replace(&of(&[4.0]), &of(&[3.0, 10.0])));
        assert_eq!(node, of(&[3.0, 10.0, 9.0, 2.0]));
        assert!(!node.clone().replace(&of(&[2.0]), &of(&[5.0])));
        assert!(!node.clone().replace(&of(&[3.0, 10.0]), &of(&[5.0])));
        assert!(node.replace(&of(&[2.0]), &of(&[2.0, 2.0])));
        assert_eq!(node.count, 5);
    }
}
