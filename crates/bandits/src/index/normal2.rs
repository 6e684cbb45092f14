//! UCB1-Normal2: the bandit of GUCT-Normal2 and GUCT*-Normal2.

use std::marker::PhantomData;

use extremal_grammar::Arguments;

use crate::bandit::{Bandit, LinearBandit, root_of_log, score_of_line};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Dispersed, Located, MonteCarlo, MonteCarloMinimum};

/// UCB1-Normal2 over the mean ([`MonteCarlo`]) or over the minimum ([`MonteCarloMinimum`], the `*` variant).
///
/// `score = location - s * sqrt(2 ln T)`, with `s` the sample standard deviation (denominator N - 1) below
/// the child and `T` the number of leaves below the parent. Wissow and Asai 2024; Asai and Wissow 2026,
/// Equation 3. No pulls are forced.
///
/// `t = 1` or equal leaves: `s = 0`, so the score is the value itself. `T = 1`: no bonus.
#[derive(Clone, Copy, Debug)]
pub struct Normal2<S = MonteCarlo> {
    statistic: PhantomData<S>,
}

impl<S> Normal2<S> {
    /// The bandit; it has no parameters.
    pub fn new() -> Self {
        Normal2 { statistic: PhantomData }
    }
}

impl<S> Default for Normal2<S> {
    fn default() -> Self {
        Normal2::new()
    }
}

impl<S: Located + Dispersed> Bandit for Normal2<S> {
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

impl<S: Located + Dispersed> LinearBandit for Normal2<S> {
    #[inline]
    fn location(&self, child: &S) -> f64 {
        child.location()
    }

    #[inline]
    fn slope(&self, child: &S) -> f64 {
        (2.0 * child.variance()).sqrt()
    }

    #[inline]
    fn phi(&self, parent: &S) -> f64 {
        root_of_log(parent)
    }
}

impl Configurable for Normal2<MonteCarlo> {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-normal2",
        summary: "mean, explored by the standard deviation",
        formula: "m - s * sqrt(2 ln T)",
        backup: "mean and variance",
        parameters: &[],
        initial_pulls: 2,
        citation: super::WISSOW_ASAI_2024,
    };

    fn configured(_arguments: &Arguments) -> Self {
        Normal2::new()
    }
}

impl Configurable for Normal2<MonteCarloMinimum> {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-star-normal2",
        summary: "UCB1-Normal2 with the minimum in place of the mean",
        formula: "l - s * sqrt(2 ln T)",
        backup: "minimum and variance",
        parameters: &[],
        initial_pulls: 2,
        citation: super::WISSOW_ASAI_2024,
    };

    fn configured(_arguments: &Arguments) -> Self {
        Normal2::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn mean_minus_scaled_deviation() {
        let child = fold(&[2.0, 4.0, 4.0, 6.0].map(MonteCarlo::leaf));
        let mut parent = child;
        parent.absorb(&fold(&[9.0; 4].map(MonteCarlo::leaf)));
        let bandit: Normal2 = Normal2::new();
        // s = sqrt(8/3) = 1.632993, sqrt(2 ln 8) = 2.039334: 4 - 3.330218
        let score = bandit.score(&bandit.choice(&parent, 2), &child);
        assert!((score - 0.669_781_8).abs() < 1e-6, "{score}");
    }

    #[test]
    fn the_star_exploits_the_minimum() {
        let child = fold(&[2.0, 4.0, 4.0, 6.0].map(MonteCarloMinimum::leaf));
        let bandit: Normal2<MonteCarloMinimum> = Normal2::new();
        // T = t = 4: 2 - 1.632993 * sqrt(2 ln 4) = 2 - 1.632993 * 1.665109
        let score = bandit.score(&bandit.choice(&child, 1), &child);
        assert!((score + 0.719_111_8).abs() < 1e-6, "{score}");
    }

    #[test]
    fn equal_leaves_score_their_value() {
        let child = fold(&[5.0; 3].map(MonteCarlo::leaf));
        let bandit: Normal2 = Normal2::new();
        assert_eq!(bandit.score(&10.0, &child), 5.0);
    }
}
