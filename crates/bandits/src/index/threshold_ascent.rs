//! ThresholdAscent: which arm yields most of the best values seen.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::Bandit;
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Counted, LeafValues};

const S: Parameter = Parameter {
    name: "s",
    kind: Kind::Whole { min: 1, max: 1_000_000_000 },
    default: "20",
    about: "how many of the best values count",
};

const DELTA: Parameter = Parameter {
    name: "delta",
    kind: Kind::Number { min: 1e-12, max: 1.0 },
    default: "0.01",
    about: "probability with which the confidence bounds may fail",
};

/// ThresholdAscent.
///
/// The threshold is the `s`-th smallest leaf below the parent; `S` of the child's `t` leaves reach it. With
/// `p = S / t`, `a = ln(2 K T / delta)` and `K` arms, `score = -(p + (a + sqrt(2 t p a + a^2)) / t)`.
/// Streeter and Smith 2006, with the number of leaves below the parent for the horizon.
///
/// Up to `s` leaves below the parent all of them count, so the index falls in `t` alone: round robin.
#[derive(Clone, Copy, Debug)]
pub struct ThresholdAscent {
    s: u32,
    delta: f64,
}

impl Default for ThresholdAscent {
    fn default() -> Self {
        ThresholdAscent::with_defaults()
    }
}

/// What the arms of one choice of [`ThresholdAscent`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    value: f64,
    alpha: f64,
}

impl Bandit for ThresholdAscent {
    type Statistic = LeafValues;
    type Choice = Threshold;

    fn choice(&self, parent: &LeafValues, arms: u32) -> Threshold {
        let total = parent.count().max(1);
        Threshold {
            value: if total <= self.s { f64::INFINITY } else { parent.smallest(self.s) },
            alpha: libm::log(2.0 * f64::from(arms.max(1)) * f64::from(total) / self.delta),
        }
    }

    fn score(&self, choice: &Threshold, child: &LeafValues) -> f64 {
        let t = f64::from(child.count().max(1));
        let reached = f64::from(child.count_at_most(choice.value));
        let alpha = choice.alpha;
        -(reached + alpha + (2.0 * reached * alpha + alpha * alpha).sqrt()) / t
    }
}

impl Configurable for ThresholdAscent {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "threshold-ascent",
        summary: "share of the best leaves, with a Chernoff bound",
        formula: "-(p + (a + sqrt(2 t p a + a^2)) / t), p the share of the child's leaves among the s best, \
                  a = ln(2 K T / delta), K arms",
        backup: "all leaf values",
        parameters: &[S, DELTA],
        initial_pulls: 1,
        citation: "Streeter and Smith: A Simple Distribution-Free Approach to the Max k-Armed Bandit Problem, \
                   CP 2006",
    };

    fn configured(arguments: &Arguments) -> Self {
        ThresholdAscent { s: arguments.whole("s") as u32, delta: arguments.number("delta") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn share_of_the_best_with_a_bound() {
        let bandit = ThresholdAscent { s: 2, delta: 0.1 };
        let child = fold(&[1.0, 3.0].map(LeafValues::leaf));
        let parent = fold(&[1.0, 2.0, 3.0, 5.0].map(LeafValues::leaf));
        // threshold 2, p = 1/2, a = ln 160 = 5.075174: 0.5 + (5.075174 + sqrt(35.907736)) / 2
        let score = bandit.score(&bandit.choice(&parent, 2), &child);
        assert!((score + 6.033_74).abs() < 1e-5, "{score}");
    }

    #[test]
    fn few_leaves_are_tried_in_turn() {
        let bandit = ThresholdAscent::default();
        let one = LeafValues::leaf(9.0);
        let two = fold(&[0.0, 1.0].map(LeafValues::leaf));
        let mut parent = one.clone();
        parent.absorb(&two);
        let choice = bandit.choice(&parent, 2);
        assert!(bandit.score(&choice, &one) < bandit.score(&choice, &two));
    }
}
