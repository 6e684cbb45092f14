//! Both ends, mean and variance over the leaves.

use super::{Counted, Dispersed, FullBellman, Located, MonteCarlo, Statistic, Summary};

/// Full Bellman backup of both ends together with Monte Carlo backup: what the method of moments needs to fit a
/// distribution with a bounded tail.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RangeAndMoments {
    /// Number, smallest and largest value of the leaves.
    pub range: FullBellman,
    /// Number, sum and sum of squares of the leaves.
    pub moments: MonteCarlo,
}

impl Statistic for RangeAndMoments {
    #[inline]
    fn empty() -> Self {
        RangeAndMoments { range: FullBellman::empty(), moments: MonteCarlo::empty() }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        RangeAndMoments { range: FullBellman::leaf(value), moments: MonteCarlo::leaf(value) }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    fn summary(&self) -> Summary {
        let Summary { mean, variance, .. } = self.moments.summary();
        Summary { mean, variance, ..self.range.summary() }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.range.absorb(&child.range);
        self.moments.absorb(&child.moments);
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let is_known = self.range.replace(&old.range, &new.range);
        self.moments.replace(&old.moments, &new.moments) && is_known
    }
}

impl Counted for RangeAndMoments {
    #[inline]
    fn count(&self) -> u32 {
        self.moments.count
    }
}

impl Located for RangeAndMoments {
    #[inline]
    fn location(&self) -> f64 {
        self.moments.mean()
    }
}

impl Dispersed for RangeAndMoments {
    #[inline]
    fn variance(&self) -> f64 {
        self.moments.variance()
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::*;

    #[test]
    fn ends_and_moments_are_of_the_same_leaves() {
        let leaves: Vec<_> = [2.0, 4.0, 4.0, 6.0].map(RangeAndMoments::leaf).into();
        let node = fold(&leaves);
        let FullBellman { count, min, max } = node.range;
        assert_eq!((count, min, max, node.location(), node.variance()), (4, 2.0, 6.0, 4.0, 8.0 / 3.0));
        let mut changed = node;
        assert!(!changed.replace(&leaves[0], &RangeAndMoments::leaf(3.0)));
        let mut changed = node;
        assert!(changed.replace(&leaves[1], &RangeAndMoments::leaf(7.0)));
        assert_eq!(changed, fold(&[2.0, 7.0, 4.0, 6.0].map(RangeAndMoments::leaf)));
    }
}
