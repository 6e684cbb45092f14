//! The minimum of Gaussian variables, approximated by a Gaussian.

use super::{Counted, Dispersed, Located, Statistic, Summary};
use crate::special::{normal_cdf, normal_density};

/// Mean and variance of the minimum of the leaves, each seen as an independent Gaussian.
///
/// Two Gaussians are combined by Clark's moments (Clark 1961; Tesauro, Rajan and Segal 2010), and the result
/// is taken to be Gaussian again, so with more than two the outcome is an approximation that depends on the
/// order. The paper prints the formula for the maximum with `v1 + v2` in the place of its root; here is the
/// correct one, mirrored for the minimum.
///
/// A leaf's variance is not given in the paper; with 0 the backup would be the plain minimum. Here it is 1
/// unless the bandit says otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MinOfGaussians {
    /// The number of leaves.
    pub count: u32,
    /// The mean of the minimum.
    pub mean: f64,
    /// The variance of the minimum.
    pub variance: f64,
}

impl Statistic for MinOfGaussians {
    const ORDER_FREE: bool = false;

    fn empty() -> Self {
        MinOfGaussians { count: 0, mean: f64::INFINITY, variance: 0.0 }
    }

    fn leaf(value: f64) -> Self {
        MinOfGaussians { count: 1, mean: value, variance: 1.0 }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn summary(&self) -> Summary {
        let some = |value: f64| (self.count > 0).then_some(value);
        Summary {
            count: Some(self.count),
            mean: some(self.mean),
            variance: some(self.variance),
            ..Summary::default()
        }
    }

    fn absorb(&mut self, child: &Self) {
        if child.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *child;
            return;
        }
        self.count += child.count;
        let deviation = (self.variance + child.variance).sqrt();
        // Measured from the first mean, so that large means do not cancel in the variance.
        let distance = child.mean - self.mean;
        // Beyond, the tails are below the precision of f64 (and a deviation of 0 would divide by 0).
        if distance.abs() >= 38.0 * deviation {
            if distance < 0.0 {
                (self.mean, self.variance) = (child.mean, child.variance);
            }
            return;
        }
        let a = distance / deviation;
        let (first, second, density) = (normal_cdf(a), normal_cdf(-a), normal_density(a));
        let mean = distance * second - deviation * density;
        let square = self.variance * first + (distance * distance + child.variance) * second
            - distance * deviation * density;
        self.mean += mean;
        self.variance = (square - mean * mean).max(0.0);
    }
}

impl Counted for MinOfGaussians {
    fn count(&self) -> u32 {
        self.count
    }
}

impl Located for MinOfGaussians {
    fn location(&self) -> f64 {
        self.mean
    }
}

impl Dispersed for MinOfGaussians {
    fn variance(&self) -> f64 {
        self.variance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn min(first: (f64, f64), second: (f64, f64)) -> (f64, f64) {
        let of = |(mean, variance)| MinOfGaussians { count: 1, mean, variance };
        let mut all = of(first);
        all.absorb(&of(second));
        (all.mean, all.variance)
    }

    /// Reference values from an arbitrary-precision computation.
    #[test]
    fn two_gaussians_are_combined_by_clarks_moments() {
        for (first, second, expected) in [
            ((3.0, 1.0), (4.0, 1.0), (2.800_358_771_63, 0.760_502_151_559)),
            ((0.0, 1.0), (0.0, 1.0), (-0.564_189_583_548, 0.681_690_113_816)),
            ((2.0, 4.0), (5.0, 1.0), (1.906_883_374_9, 3.442_410_676_51)),
            ((1e9 + 3.0, 1.0), (1e9 + 4.0, 1.0), (1e9 + 2.800_358_771_63, 0.760_502_151_559)),
        ] {
            let (mean, variance) = min(first, second);
            assert!((mean - expected.0).abs() < 1e-6, "{mean}");
            assert!((variance - expected.1).abs() < 1e-9, "{variance}");
        }
    }

    #[test]
    fn without_variance_it_is_the_plain_minimum() {
        assert_eq!(min((3.0, 0.0), (2.0, 0.0)), (2.0, 0.0));
        assert_eq!(min((2.0, 0.0), (2.0, 0.0)), (2.0, 0.0));
        assert_eq!(min((1e9, 1.0), (0.0, 1.0)), (0.0, 1.0));
    }
}
