//! The minimum: greedy best-first search as a descent in a tree.

use extremal_grammar::Arguments;

use crate::bandit::{Bandit, LinearBandit};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::Least;

/// No exploration: the score is the smallest leaf value below.
///
/// `score = l`. Descending by it from the root always ends at a leaf of smallest value among all leaves.
/// Asai and Wissow 2026, Definition 2 (NEC of GBFS) with Definition 3 (Full Bellman backup).
///
/// As a policy for rewards it sticks to the arm that gave the best single reward.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bandit for Greedy {
    type Statistic = Least;
    type Choice = f64;

    #[inline]
    fn choice(&self, parent: &Least, _arms: u32) -> f64 {
        self.phi(parent)
    }

    #[inline]
    fn score(&self, _phi: &f64, child: &Least) -> f64 {
        child.min
    }
}

impl LinearBandit for Greedy {
    #[inline]
    fn location(&self, child: &Least) -> f64 {
        child.min
    }

    #[inline]
    fn slope(&self, _child: &Least) -> f64 {
        0.0
    }

    #[inline]
    fn phi(&self, _parent: &Least) -> f64 {
        0.0
    }
}

impl Configurable for Greedy {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "greedy",
        summary: "the best leaf below, without exploration",
        formula: "l",
        backup: "minimum",
        parameters: &[],
        initial_pulls: 1,
        citation: super::ASAI_WISSOW_2026,
    };

    fn configured(_arguments: &Arguments) -> Self {
        Greedy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn the_score_is_the_smallest_leaf_value() {
        let child = fold(&[Least::leaf(4.0), Least::leaf(2.5)]);
        assert_eq!(Greedy.score(&Greedy.choice(&child, 1), &child), 2.5);
    }
}
