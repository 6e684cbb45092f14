//! Mean, variance and minimum over the leaves.

use super::{Counted, Dispersed, Least, Located, MonteCarlo, Statistic, Summary};

/// Monte Carlo backup together with the minimum.
///
/// The `*` variants exploit the minimum and explore by the spread, so its [`location`](Located::location)
/// is the minimum; MaxSearch needs mean, variance and minimum.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MonteCarloMinimum {
    /// Number, sum and sum of squares of the leaves.
    pub moments: MonteCarlo,
    /// The smallest value, infinite if there is no leaf.
    pub min: f64,
}

impl Statistic for MonteCarloMinimum {
    #[inline]
    fn empty() -> Self {
        MonteCarloMinimum { moments: MonteCarlo::empty(), min: f64::INFINITY }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        MonteCarloMinimum { moments: MonteCarlo::leaf(value), min: value }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    fn summary(&self) -> Summary {
        Summary { smallest: (!self.is_empty()).then_some(self.min), ..self.moments.summary() }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.moments.absorb(&child.moments);
        self.min = self.min.min(child.min);
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let mut least = Least { min: self.min };
        let known = least.replace(&Least { min: old.min }, &Least { min: new.min });
        self.min = least.min;
        self.moments.replace(&old.moments, &new.moments) && known
    }
}

impl Counted for MonteCarloMinimum {
    #[inline]
    fn count(&self) -> u32 {
        self.moments.count
    }
}

impl Located for MonteCarloMinimum {
    #[inline]
    fn location(&self) -> f64 {
        self.min
    }
}

impl Dispersed for MonteCarloMinimum {
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
    fn exploits_the_minimum_and_spreads_like_the_sample() {
        let leaves: Vec<_> = [2.0, 4.0, 4.0, 6.0].map(MonteCarloMinimum::leaf).into();
        let node = fold(&leaves);
        assert_eq!(node.location(), 2.0);
        assert_eq!(node.variance(), 8.0 / 3.0);
        let mut changed = node;
        assert!(!changed.replace(&leaves[0], &MonteCarloMinimum::leaf(3.0)));
        let mut changed = node;
        assert!(changed.replace(&leaves[3], &MonteCarloMinimum::leaf(1.0)));
        assert_eq!(changed.location(), 1.0);
    }
}
