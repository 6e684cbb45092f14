//! The smallest leaf value alone: all that greedy descent needs.

use super::{Statistic, Summary, smaller};

/// The smallest leaf value. It does not count, so that nothing is backed up past a node whose minimum stays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Least {
    /// The smallest value, infinite if there is no leaf.
    pub min: f64,
}

impl Statistic for Least {
    #[inline]
    fn empty() -> Self {
        Least { min: f64::INFINITY }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        Least { min: value }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.min == f64::INFINITY
    }

    fn summary(&self) -> Summary {
        Summary { smallest: (!self.is_empty()).then_some(self.min), ..Summary::default() }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.min = smaller(self.min, child.min);
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        if new.min <= self.min {
            self.min = new.min;
            return true;
        }
        old.min > self.min
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_minimum_asks_for_a_new_look_at_the_children() {
        let mut node = Least::leaf(2.0);
        node.absorb(&Least::leaf(5.0));
        assert!(node.replace(&Least::leaf(5.0), &Least::leaf(4.0)));
        assert_eq!(node.min, 2.0);
        assert!(node.replace(&Least::leaf(4.0), &Least::leaf(1.0)));
        assert_eq!(node.min, 1.0);
        assert!(!node.replace(&Least::leaf(1.0), &Least::empty()));
    }
}
