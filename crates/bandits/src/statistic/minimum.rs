//! Number of leaves and smallest value.

use super::{Counted, Least, Located, Statistic, Summary, smaller};

/// Number and minimum of the leaves: Full Bellman backup for an index that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Minimum {
    /// The number of leaves.
    pub count: u32,
    /// The smallest value, infinite if there is no leaf.
    pub min: f64,
}

impl Statistic for Minimum {
    #[inline]
    fn empty() -> Self {
        Minimum { count: 0, min: f64::INFINITY }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        Minimum { count: 1, min: value }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn summary(&self) -> Summary {
        let smallest = (self.count > 0).then_some(self.min);
        Summary { count: Some(self.count), smallest, ..Summary::default() }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.count += child.count;
        self.min = smaller(self.min, child.min);
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let mut least = Least { min: self.min };
        let known = least.replace(&Least { min: old.min }, &Least { min: new.min });
        self.count = self.count - old.count + new.count;
        self.min = least.min;
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
        self.min == other.min
    }

    #[inline]
    fn reaches(&self, other: &Self) -> bool {
        self.min <= other.min
    }

    fn narrowed(&self) -> Self {
        Minimum { min: self.min + 1.0, ..*self }
    }
}

impl Counted for Minimum {
    #[inline]
    fn count(&self) -> u32 {
        self.count
    }
}

impl Located for Minimum {
    const COUNTS_APART: bool = true;

    #[inline]
    fn location(&self) -> f64 {
        self.min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_keeps_the_minimum() {
        let mut node = Minimum::leaf(4.0);
        node.absorb(&Minimum { count: 3, min: 2.0 });
        assert_eq!(node, Minimum { count: 4, min: 2.0 });
        assert!(node.replace(&Minimum::leaf(4.0), &Minimum { count: 2, min: 3.0 }));
        assert_eq!(node, Minimum { count: 5, min: 2.0 });
        assert_eq!(node.location(), 2.0);
    }
}
