//! UCB1-Normal2 over the minimum of Gaussians: the bandit of GUCT+-Normal2.

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, LinearBandit, root_of_log, score_of_line};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{MinOfGaussians, Statistic};

const LEAF_VARIANCE: Parameter = Parameter {
    name: "leaf-variance",
    kind: Kind::Number { min: 0.0, max: 1e9 },
    default: "1",
    about: "variance of a single leaf; with 0 it is greedy",
};

/// UCB1-Normal2 with mean and deviation of the [minimum of Gaussians](MinOfGaussians).
///
/// `score = mu - sigma * sqrt(2 ln T)`. Tesauro, Rajan and Segal 2010; Asai and Wissow 2026, paragraph
/// "Estimating the Minimum". `T = 1`: no bonus. Leaves have the same variance, so they compare by value.
#[derive(Clone, Copy, Debug)]
pub struct PlusNormal2 {
    leaf_variance: f64,
}

impl PlusNormal2 {
    /// The bandit with leaves of this variance.
    pub fn new(leaf_variance: f64) -> Self {
        PlusNormal2 { leaf_variance }
    }
}

impl Default for PlusNormal2 {
    fn default() -> Self {
        PlusNormal2::with_defaults()
    }
}

impl Bandit for PlusNormal2 {
    type Statistic = MinOfGaussians;
    type Choice = f64;

    #[inline]
    fn leaf(&self, value: f64) -> MinOfGaussians {
        MinOfGaussians { variance: self.leaf_variance, ..MinOfGaussians::leaf(value) }
    }

    #[inline]
    fn choice(&self, parent: &MinOfGaussians, _arms: u32) -> f64 {
        self.phi(parent)
    }

    #[inline]
    fn score(&self, phi: &f64, child: &MinOfGaussians) -> f64 {
        score_of_line(self.location(child), self.slope(child), *phi)
    }
}

impl LinearBandit for PlusNormal2 {
    #[inline]
    fn location(&self, child: &MinOfGaussians) -> f64 {
        child.mean
    }

    #[inline]
    fn slope(&self, child: &MinOfGaussians) -> f64 {
        (2.0 * child.variance).sqrt()
    }

    #[inline]
    fn phi(&self, parent: &MinOfGaussians) -> f64 {
        root_of_log(parent)
    }
}

impl Configurable for PlusNormal2 {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-plus-normal2",
        summary: "UCB1-Normal2 over the minimum of Gaussian leaves",
        formula: "mu - sigma * sqrt(2 ln T), mu and sigma of the minimum of Gaussians",
        backup: "minimum of Gaussians",
        parameters: &[LEAF_VARIANCE],
        initial_pulls: 1,
        citation: "Tesauro, Rajan and Segal: Bayesian Inference in Monte-Carlo Tree Search, UAI 2010; \
                   Clark: The Greatest of a Finite Set of Random Variables, Operations Research 9, 1961",
    };

    fn configured(arguments: &Arguments) -> Self {
        PlusNormal2::new(arguments.number("leaf-variance"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::fold;

    #[test]
    fn folded_mean_minus_scaled_folded_deviation() {
        let bandit = PlusNormal2::default();
        let child = fold(&[3.0, 4.0].map(|h| bandit.leaf(h)));
        // mu = 2.800359, variance = 0.760502, T = 8: 2.800359 - 0.872068 * 2.039334
        let score = bandit.score(&8_f64.ln().sqrt(), &child);
        assert!((score - 1.021_921).abs() < 1e-5, "{score}");
    }

    #[test]
    fn without_leaf_variance_it_is_greedy() {
        let bandit = PlusNormal2::new(0.0);
        let child = fold(&[3.0, 4.0, 2.0].map(|h| bandit.leaf(h)));
        assert_eq!(bandit.score(&3.0, &child), 2.0);
    }
}
