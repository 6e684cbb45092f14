//! UCB1-Pareto: UCB1-Uniform for the family of distributions of which the uniform is one.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, root_of_log};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Counted, Dispersed, FullBellman, RangeAndMoments};

const SHAPE: Parameter = Parameter {
    name: "shape",
    kind: Kind::Number { min: -20.0, max: 0.0 },
    default: "0",
    about: "shape of the distribution; -1: uniform; 0: estimated",
};

/// UCB1-Pareto.
///
/// The distances `y = u - h` of the leaves from the largest one are taken for values of a generalised Pareto
/// distribution with shape `x` and scale `k`: the tail of nearly every distribution, beyond a threshold, is one, and the
/// paper's argument for the uniform distribution picks the shape -1. Here the shape is estimated for each child by the
/// method of moments (Hosking and Wallis 1987): with `q = mean(y)^2 / var(y)`, `x = (1 - q) / 2` and
/// `k = mean(y) (q + 1) / 2`. Unlike maximum likelihood it needs no more than sums, is defined for shapes
/// below -1, and does not mind that values are whole numbers.
///
/// `score = mean(h) - max(r, floor) sqrt(6 t ln T)`, with `r` the larger of the range seen and the range that `T` draws from
/// the fitted distribution would reach, `k (T^x - 1) / x`. With a shape that is given, the scale follows from the range, and
/// so does the mean; with shape -1 that is UCB1-Uniform to the last bit.
///
/// `t < 3` or equal leaves: the shape is taken for -1. Shapes are kept between -20 and 1/2, where the moments are defined.
#[derive(Clone, Copy, Debug)]
pub struct Pareto {
    floor: f64,
    shape: Shape,
}

/// Where the shape of [`Pareto`] comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// The leaves.
    Estimated,
    /// Whoever made the bandit.
    Given(f64),
}

impl Pareto {
    /// The bandit with a smallest range and a shape below 0, or none.
    pub fn new(floor: f64, shape: Shape) -> Self {
        Pareto { floor, shape }
    }
}

impl Default for Pareto {
    fn default() -> Self {
        Pareto::with_defaults()
    }
}

/// What the arms of one choice of [`Pareto`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    number: f64,
    root_of_log: f64,
}

impl Bandit for Pareto {
    type Statistic = RangeAndMoments;
    type Choice = Draws;

    fn choice(&self, parent: &RangeAndMoments, _arms: u32) -> Draws {
        Draws { number: f64::from(parent.count().max(1)), root_of_log: root_of_log(parent) }
    }

    fn score(&self, draws: &Draws, child: &RangeAndMoments) -> f64 {
        let FullBellman { count, min, max } = child.range;
        let (mean, reach) = match self.shape {
            Shape::Given(shape) => (max - (max - min) * shape / (shape - 1.0), max - min),
            Shape::Estimated => match fitted(child) {
                None => (0.5 * (max + min), max - min),
                Some((shape, scale)) => {
                    (child.moments.mean(), reach_of(shape, scale, draws.number).max(max - min))
                }
            },
        };
        mean - reach.max(self.floor) * (6.0 * f64::from(count)).sqrt() * draws.root_of_log
    }
}

/// Shape and scale by the method of moments, if there are enough leaves of different values.
fn fitted(leaves: &RangeAndMoments) -> Option<(f64, f64)> {
    let (max, variance) = (leaves.range.max, leaves.variance());
    if leaves.count() < 3 || variance <= 0.0 {
        return None;
    }
    let distance = max - leaves.moments.mean();
    let ratio = (distance * distance / variance).clamp(0.0, 41.0);
    let (shape, scale) = (0.5 * (1.0 - ratio), 0.5 * distance * (ratio + 1.0));
    (scale > 0.0).then_some((shape, scale))
}

/// How far so many draws reach: the distance that one of them exceeds on average.
fn reach_of(shape: f64, scale: f64, draws: f64) -> f64 {
    let log = libm::log(draws);
    // (draws^shape - 1) / shape, which is the logarithm where the shape vanishes.
    scale * if shape.abs() < 1e-12 { log } else { libm::expm1(shape * log) / shape }
}

impl Configurable for Pareto {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-pareto",
        summary: "UCB1-Uniform for Pareto tails of estimated shape",
        formula: "m - max(r, floor) * sqrt(6 t ln T), r >= u - l the reach of T fitted draws",
        backup: "minimum, maximum, mean and variance",
        parameters: &[super::RANGE_FLOOR, SHAPE],
        initial_pulls: 3,
        citation: "docs/own-bandits.md; estimates: Hosking and Wallis: Parameter and Quantile Estimation for \
                   the Generalized Pareto Distribution, Technometrics 29, 1987",
    };

    fn configured(arguments: &Arguments) -> Self {
        let shape = match arguments.number("shape") {
            0.0 => Shape::Estimated,
            given => Shape::Given(given),
        };
        Pareto::new(arguments.number("floor"), shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Uniform;
    use crate::statistic::{Statistic, fold};

    fn leaves(values: &[f64]) -> RangeAndMoments {
        fold(&values.iter().map(|&value| RangeAndMoments::leaf(value)).collect::<Vec<_>>())
    }

    #[test]
    fn shape_minus_one_is_ucb1_uniform() {
        let (ours, uniform) = (Pareto::new(1.0, Shape::Given(-1.0)), Uniform::new(1.0));
        let parent = leaves(&[3.0, 4.0, 9.0, 9.0, 12.0, 7.0]);
        for child in [&[3.0][..], &[4.0, 4.0], &[9.0, 12.0, 7.0], &[3.0, 4.0, 9.0, 9.0, 12.0]] {
            let child = leaves(child);
            let expected = uniform.score(&uniform.choice(&parent.range, 2), &child.range);
            assert_eq!(ours.score(&ours.choice(&parent, 2), &child), expected);
        }
    }

    #[test]
    fn evenly_spaced_values_have_shape_minus_one() {
        let values: Vec<f64> = (0..=1000).map(f64::from).collect();
        let (shape, scale) = fitted(&leaves(&values)).unwrap();
        assert!((shape + 1.0).abs() < 0.01 && (scale - 1000.0).abs() < 5.0, "{shape} {scale}");
    }

    #[test]
    fn exponential_distances_have_shape_zero() {
        // The quantiles of an exponential distribution as distances from the largest value.
        let quantile = |i: u32| -10.0 * libm::log(1.0 - (f64::from(i) + 0.5) / 2000.0);
        let values: Vec<f64> = (0..2000).map(|i| 500.0 - quantile(i)).collect();
        let (shape, scale) = fitted(&leaves(&values)).unwrap();
        assert!(shape.abs() < 0.02 && (scale - 10.0).abs() < 0.3, "{shape} {scale}");
        assert!((reach_of(0.0, 10.0, 100.0) - reach_of(1e-9, 10.0, 100.0)).abs() < 1e-6);
    }

    #[test]
    fn values_crowded_at_the_good_end_have_a_shape_below_minus_one() {
        let values = [9.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0];
        let (shape, _) = fitted(&leaves(&values)).unwrap();
        assert!(shape < -1.0, "{shape}");
        assert_eq!(fitted(&leaves(&[3.0, 3.0, 3.0])), None);
        assert_eq!(fitted(&leaves(&[3.0, 5.0])), None);
    }
}
