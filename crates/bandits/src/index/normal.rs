//! UCB1-Normal: the bandit of GUCT-Normal and GUCT*-Normal.

use std::marker::PhantomData;

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, forced_score, root_of_log, score_of_line};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::statistic::{Dispersed, Located, MonteCarlo, MonteCarloMinimum};

const FORCED: Parameter = Parameter {
    name: "forced",
    kind: Kind::Number { min: 0.0, max: 1e9 },
    default: "8",
    about: "arms with fewer than forced * ln T leaves come first; 8: Auer's rule; 0: none",
};

/// UCB1-Normal over the mean ([`MonteCarlo`]) or over the minimum ([`MonteCarloMinimum`], the `*` variant).
///
/// `score = location - s * sqrt(16 ln T / t)`. Auer, Cesa-Bianchi and Fischer 2002; Asai and Wissow 2026,
/// Equation 2. As Auer et al. define it, an arm with `t < ceil(8 ln T)` is pulled before the index is asked,
/// the one with the fewest leaves first. The paper prints only the index, but its weak results appear only
/// with the forced pulls.
///
/// `t = 1` or equal leaves: `s = 0`, so the score is the value itself (if not forced). `T = 1`: no bonus.
#[derive(Clone, Copy, Debug)]
pub struct Normal<S = MonteCarlo> {
    forced: f64,
    statistic: PhantomData<S>,
}

impl<S> Normal<S> {
    /// The bandit that forces arms with fewer than `forced * ln T` leaves.
    pub fn new(forced: f64) -> Self {
        Normal { forced, statistic: PhantomData }
    }
}

impl<S> Default for Normal<S>
where
    Normal<S>: Configurable,
{
    fn default() -> Self {
        Normal::with_defaults()
    }
}

impl<S: Located + Dispersed> Bandit for Normal<S> {
    type Statistic = S;
    type Choice = f64;

    #[inline]
    fn choice(&self, parent: &S, _arms: u32) -> f64 {
        root_of_log(parent)
    }

    #[inline]
    fn score(&self, phi: &f64, child: &S) -> f64 {
        let count = f64::from(child.count().max(1));
        if count < (self.forced * phi * phi).ceil() {
            return forced_score(child.count());
        }
        score_of_line(child.location(), (16.0 * child.variance() / count).sqrt(), *phi)
    }
}

const MEAN: BanditDescriptor = BanditDescriptor {
    name: "ucb1-normal",
    summary: "mean, explored by the standard error, after forced pulls",
    formula: "-inf if t < ceil(forced ln T), else m - s * sqrt(16 ln T / t)",
    backup: "mean and variance",
    parameters: &[FORCED],
    initial_pulls: 2,
    citation: super::AUER_2002,
};

impl Configurable for Normal<MonteCarlo> {
    const DESCRIPTOR: BanditDescriptor = MEAN;

    fn configured(arguments: &Arguments) -> Self {
        Normal::new(arguments.number("forced"))
    }
}

impl Configurable for Normal<MonteCarloMinimum> {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "ucb1-star-normal",
        summary: "UCB1-Normal with the minimum in place of the mean",
        formula: "-inf if t < ceil(forced ln T), else l - s * sqrt(16 ln T / t)",
        backup: "minimum and variance",
        citation: super::WISSOW_ASAI_2024,
        ..MEAN
    };

    fn configured(arguments: &Arguments) -> Self {
        Normal::new(arguments.number("forced"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn mean_minus_scaled_standard_error() {
        let child = fold(&[2.0, 4.0, 4.0, 6.0].map(MonteCarloMinimum::leaf));
        let phi = 8_f64.ln().sqrt();
        // s = 1.632993, sqrt(16 ln 8 / 4) = 2.884054: 4 - 4.709640
        let score = Normal::<MonteCarlo>::new(0.0).score(&phi, &child.moments);
        assert!((score + 0.709_640).abs() < 1e-5, "{score}");
        let star = Normal::<MonteCarloMinimum>::new(0.0).score(&phi, &child);
        assert!((star + 2.709_640).abs() < 1e-5, "{star}");
    }

    #[test]
    fn rarely_seen_arms_are_forced() {
        let bandit: Normal = Normal::default();
        let of = |count: u32| fold(&vec![Statistic::leaf(5.0); count as usize]);
        // ceil(8 ln 27) = ceil(26.37) = 27
        let phi = bandit.choice(&of(27), 1);
        assert_eq!(bandit.score(&phi, &of(26)), forced_score(26));
        assert_eq!(bandit.score(&phi, &of(27)), 5.0);
    }
}
