//! RobustUCB: the bandit of RobustUCT, for heavy-tailed values.

use extremal_grammar::Arguments;

use super::catoni::catoni_mean;
use crate::bandit::{Bandit, forced_score};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Counted, LeafValues};

/// RobustUCB with Catoni's estimator. Bubeck, Cesa-Bianchi and Lugosi 2013; which of their estimators the paper
/// used is not known (docs/reproduction.md).
///
/// `score = m' - 2 sqrt(v ln T^2 / t)`, with `m'` Catoni's estimate of the mean and `v` the variance of the
/// parent's leaves, at least 1. An arm with `t < 4 ln T^2`, for which the estimate is not defined, is pulled
/// first, the one with the fewest leaves before others.
///
/// `T = 1`: the mean, no bonus.
#[derive(Clone, Copy, Debug, Default)]
pub struct Robust;

/// What the arms of one choice of [`Robust`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Tails {
    variance: f64,
    log_of_square: f64,
}

impl Bandit for Robust {
    type Statistic = LeafValues;
    type Choice = Tails;

    fn choice(&self, parent: &LeafValues, _arms: u32) -> Tails {
        let mean = parent.mean_of(|value| value);
        let variance = parent.mean_of(|value| (value - mean) * (value - mean));
        let log_of_square = 2.0 * libm::log(f64::from(parent.count().max(1)));
        Tails { variance: variance.max(1.0), log_of_square }
    }

    fn score(&self, &Tails { variance, log_of_square }: &Tails, child: &LeafValues) -> f64 {
        let t = f64::from(child.count().max(1));
        if t < 4.0 * log_of_square {
            return forced_score(child.count());
        }
        let slack = 2.0 * log_of_square * variance / (t - 2.0 * log_of_square);
        let alpha = (2.0 * log_of_square / (t * (variance + slack))).sqrt();
        catoni_mean(child, alpha) - 2.0 * (variance * log_of_square / t).sqrt()
    }
}

impl Configurable for Robust {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "robust-ucb",
        summary: "mean that outliers hardly move, explored by the variance",
        formula: "-inf if t < 4 ln T^2, else m' - 2 sqrt(v ln T^2 / t), m' Catoni's mean, v the parent's variance",
        backup: "all leaf values",
        parameters: &[],
        initial_pulls: 1,
        citation: "Bubeck, Cesa-Bianchi and Lugosi: Bandits with Heavy Tail, IEEE Transactions on Information \
                   Theory 59, 2013",
    };

    fn configured(_arguments: &Arguments) -> Self {
        Robust
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn rarely_seen_arms_come_first() {
        let leaves = |count: usize, value| fold(&vec![LeafValues::leaf(value); count]);
        // Ten leaves of 3 and ten of 7: variance 4.
        let mut parent = leaves(10, 3.0);
        parent.absorb(&leaves(10, 7.0));
        // 4 ln 20^2 = 23.97
        let tails = Robust.choice(&parent, 1);
        assert_eq!(Robust.score(&tails, &leaves(23, 5.0)), forced_score(23));
        // 5 - 2 sqrt(4 * 5.991465 / 24) = 5 - 1.998577
        let score = Robust.score(&tails, &leaves(24, 5.0));
        assert!((score - 3.001_423).abs() < 1e-5, "{score}");
    }

    #[test]
    fn a_single_leaf_is_its_value() {
        let leaf = LeafValues::leaf(7.0);
        assert_eq!(Robust.score(&Robust.choice(&leaf, 1), &leaf), 7.0);
    }

    #[test]
    fn the_variance_is_that_of_the_parent_and_at_least_1() {
        let parent = fold(&[3.0, 9.0].map(LeafValues::leaf));
        assert_eq!(Robust.choice(&parent, 2).variance, 9.0);
        assert_eq!(Robust.choice(&LeafValues::leaf(0.1), 1).variance, 1.0);
    }
}
