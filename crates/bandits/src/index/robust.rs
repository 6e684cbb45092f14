//! RobustUCB: the bandit of RobustUCT, for heavy-tailed values.

use super::catoni::catoni_mean;
use crate::bandit::{Bandit, forced_score};
use crate::descriptor::{Configurable, Descriptor, Parameter, Settings};
use crate::statistic::{Counted, LeafValues};

const ESTIMATOR: Parameter = Parameter {
    name: "estimator",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    whole: true,
    doc: "0: truncated mean; 1: Catoni's, for which arms with fewer than 8 ln T leaves come first",
};

const E: Parameter = Parameter {
    name: "e",
    default: 1.0,
    min: 0.01,
    max: 1.0,
    whole: false,
    doc: "the moment of order 1 + e is assumed to exist; Catoni's estimator needs 1",
};

const V: Parameter = Parameter {
    name: "v",
    default: 0.0,
    min: 0.0,
    max: 1e18,
    whole: false,
    doc: "bound of the moment (Catoni: of the variance); 0 takes that of the parent's leaves, at least 1",
};

const FACTOR: Parameter = Parameter {
    name: "factor",
    default: 1.0,
    min: 0.0,
    max: 1e9,
    whole: false,
    doc: "factor of the published exploration term",
};

/// RobustUCB with Catoni's estimator or with the truncated mean. Bubeck, Cesa-Bianchi and Lugosi 2013; which
/// of their estimators the paper used is not known.
///
/// With Catoni's estimate `m'` of the mean: `score = m' - 2 sqrt(v ln T^2 / t)`, and an arm with
/// `t < 4 ln T^2`, for which it is not defined, is pulled first, the one with the fewest leaves before others.
///
/// With the truncated mean: `score = m' - 4 v^(1/(1+e)) (ln T^2 / t)^(e/(1+e))`, where `m'` is the mean of the
/// leaves after the k-th of them was set to 0 if its magnitude exceeds `(v k / ln T^2)^(1/(1+e))`. The
/// definition needs an order of the values, and leaves have none; `m'` here is its average over all orders.
/// Truncation towards 0 is cautious for rewards above 0 and optimistic for costs above 0.
///
/// `T = 1`: the mean, no bonus.
#[derive(Clone, Copy, Debug)]
pub struct Robust {
    estimator: Estimator,
    e: f64,
    v: f64,
    factor: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Estimator {
    TruncatedMean,
    Catoni,
}

impl Default for Robust {
    fn default() -> Self {
        Robust::configured(&Settings::default())
    }
}

/// What the arms of one choice of [`Robust`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Tails {
    moment: f64,
    log_of_square: f64,
}

impl Bandit for Robust {
    type Statistic = LeafValues;
    type Choice = Tails;

    fn choice(&self, parent: &LeafValues, _arms: u32) -> Tails {
        let sampled = || match self.estimator {
            Estimator::TruncatedMean => parent.mean_of(|value| self.magnitude(value)),
            Estimator::Catoni => {
                let mean = parent.mean_of(|value| value);
                parent.mean_of(|value| (value - mean) * (value - mean))
            }
        };
        Tails {
            moment: if self.v > 0.0 { self.v } else { sampled().max(1.0) },
            log_of_square: 2.0 * libm::log(f64::from(parent.count().max(1))),
        }
    }

    fn score(&self, tails: &Tails, child: &LeafValues) -> f64 {
        match self.estimator {
            Estimator::TruncatedMean => self.truncated_score(tails, child),
            Estimator::Catoni => self.catoni_score(tails, child),
        }
    }
}

impl Robust {
    fn magnitude(&self, value: f64) -> f64 {
        if self.e == 1.0 { value * value } else { libm::pow(value.abs(), 1.0 + self.e) }
    }

    fn catoni_score(&self, &Tails { moment, log_of_square }: &Tails, child: &LeafValues) -> f64 {
        let t = f64::from(child.count().max(1));
        if t < 4.0 * log_of_square {
            return forced_score(child.count());
        }
        let slack = 2.0 * log_of_square * moment / (t - 2.0 * log_of_square);
        let alpha = (2.0 * log_of_square / (t * (moment + slack))).sqrt();
        catoni_mean(child, alpha) - self.factor * 2.0 * (moment * log_of_square / t).sqrt()
    }

    fn truncated_score(&self, &Tails { moment, log_of_square }: &Tails, child: &LeafValues) -> f64 {
        let t = f64::from(child.count().max(1));
        let cut = log_of_square / moment;
        let mean = child.mean_of(|value| {
            // The places k = 1..t at which the value is small enough to be kept.
            let first = (self.magnitude(value) * cut).ceil().max(1.0);
            value * ((t - first + 1.0).max(0.0) / t)
        });
        let exponent = 1.0 / (1.0 + self.e);
        let bonus = libm::pow(moment, exponent) * libm::pow(log_of_square / t, self.e * exponent);
        mean - self.factor * 4.0 * bonus
    }
}

impl Configurable for Robust {
    const DESCRIPTOR: Descriptor = Descriptor {
        name: "robust-ucb",
        summary: "mean that heavy tails do not disturb, explored by their moment",
        formula: "m' - 4 factor v^(1/(1+e)) (ln T^2 / t)^(e/(1+e)), m' the truncated mean; with Catoni's estimate \
                  -inf if t < 4 ln T^2, else m' - 2 factor sqrt(v ln T^2 / t)",
        backup: "all leaf values",
        parameters: &[ESTIMATOR, E, V, FACTOR],
        linear: false,
        initial_pulls: 1,
        citation: "Bubeck, Cesa-Bianchi and Lugosi: Bandits with Heavy Tail, IEEE Transactions on Information \
                   Theory 59, 2013",
    };

    fn configured(settings: &Settings) -> Self {
        let truncated = settings.get(&ESTIMATOR) == 0.0;
        Robust {
            estimator: if truncated { Estimator::TruncatedMean } else { Estimator::Catoni },
            e: settings.get(&E),
            v: settings.get(&V),
            factor: settings.get(&FACTOR),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    const CATONI: Robust = Robust { estimator: Estimator::Catoni, e: 1.0, v: 0.0, factor: 1.0 };

    #[test]
    fn rarely_seen_arms_come_first_for_catoni() {
        let bandit = Robust { v: 4.0, ..CATONI };
        let leaves = |count| fold(&vec![LeafValues::leaf(5.0); count]);
        // 4 ln 20^2 = 23.97
        let tails = bandit.choice(&leaves(20), 1);
        assert_eq!(bandit.score(&tails, &leaves(23)), forced_score(23));
        // 5 - 2 sqrt(4 * 5.991465 / 24) = 5 - 1.998577
        let score = bandit.score(&tails, &leaves(24));
        assert!((score - 3.001_423).abs() < 1e-5, "{score}");
    }

    #[test]
    fn truncated_mean_minus_bonus() {
        let bandit = Robust { v: 5.0, ..Robust::default() };
        let child = fold(&[1.0, 3.0].map(LeafValues::leaf));
        let mut parent = child.clone();
        parent.absorb(&child);
        // ln 16 = 2.772589; 1 is kept at both places, 3 (9 * 2.772589 / 5 = 4.99) at none: m' = 0.5;
        // bonus 4 * sqrt(5) * sqrt(2.772589 / 2) = 10.531076
        let score = bandit.score(&bandit.choice(&parent, 2), &child);
        assert!((score + 10.031_076).abs() < 1e-5, "{score}");
    }

    #[test]
    fn the_mean_is_that_over_all_orders() {
        let bandit = Robust { v: 2.772_588_722_239_781, factor: 0.0, ..Robust::default() };
        let child = fold(&[1.5, 1.0, 1.0, 1.0].map(LeafValues::leaf));
        // ln T^2 / v = 1, so 1.5 is cut at places k < 2.25, that is in two of four orders: (3 + 0.75) / 4
        let score = bandit.score(&bandit.choice(&child, 1), &child);
        assert!((score - 0.9375).abs() < 1e-12, "{score}");
    }

    #[test]
    fn a_single_leaf_is_its_value() {
        let leaf = LeafValues::leaf(7.0);
        for bandit in [Robust::default(), CATONI] {
            assert_eq!(bandit.score(&bandit.choice(&leaf, 1), &leaf), 7.0);
        }
    }

    #[test]
    fn the_moment_is_taken_from_the_parent() {
        let parent = fold(&[3.0, 1.0].map(LeafValues::leaf));
        assert_eq!(Robust::default().choice(&parent, 2).moment, 5.0);
        assert_eq!(Robust::default().choice(&LeafValues::leaf(0.1), 1).moment, 1.0);
        let parent = fold(&[3.0, 9.0].map(LeafValues::leaf));
        assert_eq!(CATONI.choice(&parent, 2).moment, 9.0);
    }
}
