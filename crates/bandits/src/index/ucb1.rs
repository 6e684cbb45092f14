//! UCB1: the bandit of GUCT and GUCT*.

use std::marker::PhantomData;

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, LinearBandit, root_of_log, score_of_line};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Located, Minimum, MonteCarlo};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Number { min: 0.0, max: 1e9 },
    default: "1",
    about: "exploration rate, the assumed range of leaf values",
};

/// UCB1 over the mean ([`MonteCarlo`], GUCT) or over the minimum ([`Minimum`], GUCT*).
///
/// `score = location - c * sqrt(2 ln T / t)`, with `t` leaves below the child and `T` below the parent.
/// Auer, Cesa-Bianchi and Fischer 2002; Asai and Wissow 2026, Equation 1 and Definition 2. Leaf values are
/// not normalised. `c` is not given in the paper; 1 is what its table agrees with.
///
/// `T = 1` gives no bonus. The spread of the leaves plays no role, which is what is wrong with it here:
/// `c` fits only one scale of values.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1<S = MonteCarlo> {
    c: f64,
    statistic: PhantomData<S>,
}

impl<S> Ucb1<S> {
    /// UCB1 with exploration rate `c`.
    pub fn new(c: f64) -> Self {
        Ucb1 { c, statistic: PhantomData }
    }
}

impl<S: Located> Bandit for Ucb1<S> {
    type Statistic = S;
    type Choice = f64;

    #[inline]
    fn choice(&self, parent: &S, _arms: u32) -> f64 {
        self.phi(parent)
    }

    #[inline]
    fn score(&self, phi: &f64, child: &S) -> f64 {
        score_of_line(self.location(child), self.slope(child), *phi)
    }
}

impl<S: Located> LinearBandit for Ucb1<S> {
    #[inline]
    fn location(&self, child: &S) -> f64 {
        child.location()
    }

    #[inline]
    fn slope(&self, child: &S) -> f64 {
        self.c * (2.0 / f64::from(child.count().max(1))).sqrt()
    }

    #[inline]
    fn phi(&self, parent: &S) -> f64 {
        root_of_log(parent)
    }

    fn stands_by_count(&self) -> bool {
        S::COUNTS_APART
    }
}

impl Configurable for Ucb1<MonteCarlo> {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1",
        summary: "mean, explored as if values lay in a known range",
        formula: "m - c * sqrt(2 ln T / t)",
        backup: "mean",
        parameters: &[C],
        initial_pulls: 1,
        citation: super::AUER_2002,
    };

    fn configured(arguments: &Arguments) -> Self {
        Ucb1::new(arguments.number("c"))
    }
}

impl Configurable for Ucb1<Minimum> {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-star",
        summary: "UCB1 with the minimum in place of the mean",
        formula: "l - c * sqrt(2 ln T / t)",
        backup: "minimum",
        parameters: &[C],
        initial_pulls: 1,
        citation: super::SCHULTE_KELLER_2014,
    };

    fn configured(arguments: &Arguments) -> Self {
        Ucb1::new(arguments.number("c"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn mean_minus_bonus() {
        let child = fold(&[3.0, 5.0].map(MonteCarlo::leaf));
        let mut parent = child;
        parent.absorb(&fold(&[9.0; 6].map(MonteCarlo::leaf)));
        let bandit: Ucb1 = Ucb1::new(2.0);
        // T = 8, t = 2: 4 - 2 sqrt(ln 8) = 4 - 2 * 1.442027
        let score = bandit.score(&bandit.choice(&parent, 2), &child);
        assert!((score - 1.115_946_2).abs() < 1e-6, "{score}");
    }

    #[test]
    fn the_star_exploits_the_minimum() {
        let child = Minimum { count: 2, min: 3.0 };
        let bandit: Ucb1<Minimum> = Ucb1::new(1.0);
        // 3 - sqrt(ln 8)
        let score = bandit.score(&bandit.choice(&Minimum { count: 8, min: 3.0 }, 2), &child);
        assert!((score - 1.557_973_1).abs() < 1e-6, "{score}");
    }

    #[test]
    fn a_single_leaf_has_no_bonus() {
        let leaf = MonteCarlo::leaf(7.0);
        let bandit: Ucb1 = Ucb1::new(1.0);
        assert_eq!(bandit.score(&bandit.choice(&leaf, 1), &leaf), 7.0);
    }
}
