//! What is backed up: the number of leaves and the two smallest values among them.

use extremal::bandits::Statistic;

/// The two smallest values below a node; equal if there is only one leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TwoSmallest {
    /// The number of leaves.
    pub count: u32,
    /// The smallest value.
    pub smallest: f64,
    /// The second smallest value.
    pub second: f64,
}

impl Statistic for TwoSmallest {
    fn empty() -> Self {
        TwoSmallest { count: 0, smallest: f64::INFINITY, second: f64::INFINITY }
    }

    fn leaf(value: f64) -> Self {
        TwoSmallest { count: 1, smallest: value, second: value }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn absorb(&mut self, child: &Self) {
        if self.is_empty() || child.is_empty() {
            *self = if self.is_empty() { *child } else { *self };
            return;
        }
        // The second value of a single leaf is only a copy of the first.
        let second = |s: &Self| if s.count == 1 { f64::INFINITY } else { s.second };
        let larger = self.smallest.max(child.smallest);
        *self = TwoSmallest {
            count: self.count + child.count,
            smallest: self.smallest.min(child.smallest),
            second: larger.min(second(self)).min(second(child)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal::bandits::fold;

    #[test]
    fn the_two_smallest_leaves_are_found_however_they_are_grouped() {
        let leaf = TwoSmallest::leaf;
        let expected = TwoSmallest { count: 4, smallest: 2.0, second: 3.0 };
        let pairs = [fold(&[leaf(5.0), leaf(2.0)]), fold(&[leaf(3.0), leaf(9.0)])];
        assert_eq!(fold(&pairs), expected);
        assert_eq!(fold(&[leaf(2.0), fold(&[leaf(9.0), fold(&[leaf(3.0), leaf(5.0)])])]), expected);
        assert_eq!(fold(&[TwoSmallest::empty(), leaf(7.0)]), leaf(7.0));
    }
}
