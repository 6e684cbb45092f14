//! A bandit that trusts a subtree only if its second best leaf is good too.

use extremal::bandits::{Bandit, BanditDescriptor, Configurable};
use extremal::grammar::{Arguments, Kind, Parameter};

use crate::statistic::TwoSmallest;

/// `score = (l + l2) / 2 - c * sqrt(ln T / t)`, with `l` and `l2` the two smallest leaves below the child, `t`
/// their number, and `T` the number of leaves below the parent.
#[derive(Clone, Copy, Debug)]
pub struct SecondOpinion {
    /// The exploration rate.
    pub c: f64,
}

impl Bandit for SecondOpinion {
    type Statistic = TwoSmallest;
    type Choice = f64;

    /// What all children have in common is computed once.
    fn choice(&self, parent: &TwoSmallest, _children: u32) -> f64 {
        f64::from(parent.count.max(1)).ln()
    }

    /// The child with the smallest score is chosen.
    fn score(&self, log_of_parent: &f64, child: &TwoSmallest) -> f64 {
        let location = (child.smallest + child.second) / 2.0;
        location - self.c * (log_of_parent / f64::from(child.count)).sqrt()
    }
}

/// Name, parameters and texts.
impl Configurable for SecondOpinion {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "second-opinion",
        summary: "the mean of the two smallest leaves, explored as UCB1 does",
        formula: "(l + l2) / 2 - c * sqrt(ln T / t), l2 the second smallest leaf",
        backup: "the two smallest leaves",
        parameters: &[Parameter {
            name: "c",
            kind: Kind::Number { min: 0.0, max: 1e6 },
            default: "1",
            about: "exploration rate",
        }],
        initial_pulls: 1,
        citation: "docs/extending.md",
    };

    fn configured(arguments: &Arguments) -> Self {
        SecondOpinion { c: arguments.number("c") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lucky_leaf_is_not_enough() {
        let bandit = SecondOpinion { c: 0.0 };
        let log = bandit.choice(&TwoSmallest { count: 6, smallest: 2.0, second: 4.0 }, 2);
        let lucky = TwoSmallest { count: 3, smallest: 2.0, second: 9.0 };
        let solid = TwoSmallest { count: 3, smallest: 4.0, second: 4.0 };
        assert!(bandit.score(&log, &solid) < bandit.score(&log, &lucky));
    }
}
