//! RobustUCB: the bandit of RobustUCT, for heavy-tailed values.

use crate::bandit::Bandit;
use crate::descriptor::{Configurable, Descriptor, Parameter, Settings};
use crate::statistic::{Counted, LeafValues};

const E: Parameter = Parameter {
    name: "e",
    default: 1.0,
    min: 0.01,
    max: 1.0,
    whole: false,
    doc: "the moment of order 1 + e is assumed to exist",
};

const V: Parameter = Parameter {
    name: "v",
    default: 0.0,
    min: 0.0,
    max: 1e18,
    whole: false,
    doc: "bound of the moment of order 1 + e; 0 takes that of the parent's leaves, at least 1",
};

const FACTOR: Parameter = Parameter {
    name: "factor",
    default: 4.0,
    min: 0.0,
    max: 1e9,
    whole: false,
    doc: "factor of the exploration term",
};

/// RobustUCB with the truncated mean.
///
/// `score = m' - factor * v^(1/(1+e)) * (ln T^2 / t)^(e/(1+e))`, where `m'` is the mean of the leaves after the
/// k-th of them was set to 0 if its magnitude exceeds `(v k / ln T^2)^(1/(1+e))`.
/// Bubeck, Cesa-Bianchi and Lugosi 2013. Which of their estimators the paper used is not known.
///
/// The definition needs an order of the values, and leaves have none; `m'` here is its average over all
/// orders. `T = 1`: nothing is cut, no bonus.
///
/// # Pitfall
/// Truncation towards 0 is cautious for rewards above 0 and optimistic for costs above 0.
#[derive(Clone, Copy, Debug)]
pub struct Robust {
    e: f64,
    v: f64,
    factor: f64,
}

impl Default for Robust {
    fn default() -> Self {
        Robust { e: E.default, v: V.default, factor: FACTOR.default }
    }
}

/// What the arms of one choice of [`Robust`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Truncation {
    moment: f64,
    log_of_square: f64,
}

impl Robust {
    fn magnitude(&self, value: f64) -> f64 {
        if self.e == 1.0 { value * value } else { libm::pow(value.abs(), 1.0 + self.e) }
    }
}

impl Bandit for Robust {
    type Statistic = LeafValues;
    type Choice = Truncation;

    fn choice(&self, parent: &LeafValues, _arms: u32) -> Truncation {
        let sampled = || parent.mean_of(|value| self.magnitude(value)).max(1.0);
        Truncation {
            moment: if self.v > 0.0 { self.v } else { sampled() },
            log_of_square: 2.0 * libm::log(f64::from(parent.count().max(1))),
        }
    }

    fn score(&self, choice: &Truncation, child: &LeafValues) -> f64 {
        let t = f64::from(child.count().max(1));
        let cut = choice.log_of_square / choice.moment;
        let mean = child.mean_of(|value| {
            // The places k = 1..t at which the value is small enough to be kept.
            let first = (self.magnitude(value) * cut).ceil().max(1.0);
            value * ((t - first + 1.0).max(0.0) / t)
        });
        let exponent = 1.0 / (1.0 + self.e);
        let bonus =
            libm::pow(choice.moment, exponent) * libm::pow(choice.log_of_square / t, self.e * exponent);
        mean - self.factor * bonus
    }
}

impl Configurable for Robust {
    const DESCRIPTOR: Descriptor = Descriptor {
        name: "robust-ucb",
        summary: "truncated mean, for heavy tails",
        formula: "m' - factor * v^(1/(1+e)) * (ln T^2 / t)^(e/(1+e)), m' the truncated mean",
        backup: "all leaf values",
        parameters: &[E, V, FACTOR],
        linear: false,
        initial_pulls: 1,
        citation: "Bubeck, Cesa-Bianchi and Lugosi: Bandits with Heavy Tail, IEEE Transactions on Information \
                   Theory 59, 2013",
    };

    fn configured(settings: &Settings) -> Self {
        Robust { e: settings.get(&E), v: settings.get(&V), factor: settings.get(&FACTOR) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

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
        let bandit = Robust::default();
        assert_eq!(bandit.score(&bandit.choice(&leaf, 1), &leaf), 7.0);
    }

    #[test]
    fn the_moment_is_taken_from_the_parent() {
        let parent = fold(&[3.0, 1.0].map(LeafValues::leaf));
        assert_eq!(Robust::default().choice(&parent, 2).moment, 5.0);
        assert_eq!(Robust::default().choice(&LeafValues::leaf(0.1), 1).moment, 1.0);
    }
}
