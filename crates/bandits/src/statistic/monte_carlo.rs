//! Mean and variance over the leaves.

use super::{Counted, Dispersed, Located, Statistic, Summary};

/// Number, sum and sum of squares of the leaf values (Monte Carlo backup).
///
/// Whole-number leaves, as heuristics give them, keep the sums exact while the sum of squares is below
/// 2^53 (ten million leaves of value 10,000), so they can be updated by differences without drift.
/// Beyond, [`replace`](Statistic::replace) asks for a recomputation, and the variance of leaves that lie
/// close together loses digits: its square root is off by some 1e-8 of the mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MonteCarlo {
    /// The number of leaves.
    pub count: u32,
    /// The sum of the leaf values.
    pub sum: f64,
    /// The sum of the squared leaf values.
    pub sum_of_squares: f64,
}

impl MonteCarlo {
    /// The mean of the leaves; 0 if there is none.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.count.max(1))
    }

    /// The mean of the squared leaf values; 0 if there is no leaf.
    #[inline]
    pub fn second_moment(&self) -> f64 {
        self.sum_of_squares / f64::from(self.count.max(1))
    }

    #[inline]
    fn is_exact(&self) -> bool {
        const LARGEST_EXACT: f64 = (1_u64 << 53) as f64;
        self.sum_of_squares <= LARGEST_EXACT && self.sum_of_squares.fract() == 0.0 && self.sum.fract() == 0.0
    }
}

impl Statistic for MonteCarlo {
    #[inline]
    fn empty() -> Self {
        MonteCarlo { count: 0, sum: 0.0, sum_of_squares: 0.0 }
    }

    #[inline]
    fn leaf(value: f64) -> Self {
        MonteCarlo { count: 1, sum: value, sum_of_squares: value * value }
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn summary(&self) -> Summary {
        let some = |value: f64| (self.count > 0).then_some(value);
        Summary {
            count: Some(self.count),
            mean: some(self.location()),
            variance: some(self.variance()),
            ..Summary::default()
        }
    }

    #[inline]
    fn absorb(&mut self, child: &Self) {
        self.count += child.count;
        self.sum += child.sum;
        self.sum_of_squares += child.sum_of_squares;
    }

    #[inline]
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let was_exact = self.is_exact();
        self.count = self.count - old.count + new.count;
        self.sum += new.sum - old.sum;
        self.sum_of_squares += new.sum_of_squares - old.sum_of_squares;
        was_exact && self.is_exact() && new.is_exact()
    }
}

impl Counted for MonteCarlo {
    #[inline]
    fn count(&self) -> u32 {
        self.count
    }
}

impl Located for MonteCarlo {
    #[inline]
    fn location(&self) -> f64 {
        self.mean()
    }
}

impl Dispersed for MonteCarlo {
    #[inline]
    fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = f64::from(self.count);
        // In this form equal whole numbers give exactly 0.
        ((n * self.sum_of_squares - self.sum * self.sum) / (n * (n - 1.0))).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fold;
    use super::*;

    fn of(values: &[f64]) -> MonteCarlo {
        fold(&values.iter().map(|&v| MonteCarlo::leaf(v)).collect::<Vec<_>>())
    }

    #[test]
    fn mean_and_variance_of_small_samples() {
        let sample = of(&[2.0, 4.0, 4.0, 6.0]);
        assert_eq!(sample.mean(), 4.0);
        assert_eq!(sample.variance(), 8.0 / 3.0);
        assert_eq!(of(&[7.0]).variance(), 0.0);
        assert_eq!(of(&[7.0; 1000]).variance(), 0.0);
        assert_eq!(MonteCarlo::empty().mean(), 0.0);
    }

    #[test]
    fn whole_numbers_are_updated_by_difference() {
        let mut node = of(&[3.0, 5.0]);
        assert!(node.replace(&of(&[5.0]), &of(&[1.0, 9.0])));
        assert_eq!(node, of(&[3.0, 1.0, 9.0]));
    }

    #[test]
    fn fractions_and_huge_values_ask_for_recomputation() {
        assert!(!of(&[0.1, 5.0]).replace(&of(&[5.0]), &of(&[1.0])));
        assert!(!of(&[3.0, 5.0]).replace(&of(&[5.0]), &of(&[1.3])));
        assert!(!of(&[3.0, 1e9]).replace(&of(&[1e9]), &of(&[1.0])));
    }
}
