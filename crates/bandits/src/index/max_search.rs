//! MaxSearch: an upper confidence bound of the expected improvement over the best value so far.

use std::cell::Cell;

use extremal_grammar::{Arguments, Kind, Parameter};

use crate::bandit::{Bandit, forced_score};
use crate::descriptor::{BanditDescriptor, Configurable};
use crate::special::{chi_squared_lower, normal_excess, student_t_upper};
use crate::statistic::{Counted, Dispersed, MonteCarloMinimum};

const C: Parameter = Parameter {
    name: "c",
    kind: Kind::Number { min: 0.0, max: 10.0 },
    default: "2",
    about: "bounds of mean and variance fail with probability T^(-c^2)",
};

/// MaxSearch in its Gaussian form.
///
/// With `a = T^(-c^2)`, `m` and `s2` mean and variance of the child's `t` leaves, and `l*` the smallest leaf
/// below the parent: optimistic mean `m' = m - tq(1 - a/2, t - 1) sqrt(s2 / t)`, pessimistic (large) variance
/// `v' = (t - 1) s2 / chi2q(a/2, t - 1)`, and `score = -E[max(0, l* - X)]` for X Gaussian with `m'` and `v'`.
/// Kikkawa and Ohno 2022. The best value is taken over all arms, as the method's description has it.
///
/// Tails below 1e-12 are taken for 1e-12, since the quantiles cannot be computed much further out: with `c = 2`
/// that is so from `T = 841` on.
///
/// `t = 1`: forced, the arm with the fewest leaves first. Equal leaves promise no improvement: they score
/// their distance from the best value, which is at least 0, after all others.
#[derive(Clone, Debug)]
pub struct MaxSearch {
    c: f64,
    known: KnownFactors,
}

impl MaxSearch {
    /// The bandit with confidence `c`.
    pub fn new(c: f64) -> Self {
        MaxSearch { c, known: KnownFactors::new() }
    }
}

impl Default for MaxSearch {
    fn default() -> Self {
        MaxSearch::with_defaults()
    }
}

/// What the arms of one choice of [`MaxSearch`] have in common.
#[derive(Clone, Copy, Debug)]
pub struct MaxSearchChoice {
    best: f64,
    half_tail: f64,
    /// The number of leaves below the parent.
    total: u32,
}

/// By how many deviations the optimistic mean lies below the mean, and the ratio of the deviations.
#[derive(Clone, Copy, Debug)]
struct Factors {
    mean: f64,
    deviation: f64,
}

impl Factors {
    fn new(half_tail: f64, count: u32) -> Self {
        let t = f64::from(count);
        Factors {
            mean: student_t_upper(half_tail, t - 1.0) / t.sqrt(),
            deviation: ((t - 1.0) / chi_squared_lower(half_tail, t - 1.0)).sqrt(),
        }
    }
}

/// Factors by the numbers of leaves of parent and child, each pair at one place of a table: quantiles take
/// microseconds, and the same small numbers come again and again.
#[derive(Clone, Debug)]
struct KnownFactors {
    table: Vec<Cell<Option<(u32, u32, Factors)>>>,
}

impl KnownFactors {
    const SIZE: usize = 1 << 14;

    fn new() -> Self {
        KnownFactors { table: vec![Cell::new(None); Self::SIZE] }
    }

    fn get(&self, half_tail: f64, total: u32, count: u32) -> Factors {
        let place = (total as usize).wrapping_mul(127).wrapping_add(count as usize) % Self::SIZE;
        match self.table[place].get() {
            Some((t, c, factors)) if (t, c) == (total, count) => factors,
            _ => {
                let factors = Factors::new(half_tail, count);
                self.table[place].set(Some((total, count, factors)));
                factors
            }
        }
    }
}

impl Bandit for MaxSearch {
    type Statistic = MonteCarloMinimum;
    type Choice = MaxSearchChoice;

    fn choice(&self, parent: &MonteCarloMinimum, _arms: u32) -> MaxSearchChoice {
        let total = parent.count().max(1);
        let log = libm::log(f64::from(total));
        let half_tail = 0.5 * libm::exp(-self.c * self.c * log);
        MaxSearchChoice { best: parent.min, half_tail, total }
    }

    fn score(&self, choice: &MaxSearchChoice, child: &MonteCarloMinimum) -> f64 {
        if child.count() < 2 {
            return forced_score(child.count());
        }
        let mean = child.moments.mean();
        let variance = child.variance();
        if variance == 0.0 {
            return mean - choice.best;
        }
        let factors = self.known.get(choice.half_tail, choice.total, child.count());
        let spread = variance.sqrt();
        let (mean, deviation) = (mean - factors.mean * spread, factors.deviation * spread);
        -normal_excess(-mean, deviation, -choice.best)
    }
}

impl Configurable for MaxSearch {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "max-search",
        summary: "optimistic expected improvement over the best leaf",
        formula: "-inf if t < 2, else -E[max(0, l* - X)], X Gaussian with optimistic mean and variance, \
                  l* the best leaf below the parent",
        backup: "mean, variance and minimum",
        parameters: &[C],
        initial_pulls: 2,
        citation: "Kikkawa and Ohno: Materials Discovery using Max K-Armed Bandit, 2022 (JMLR 25, 2024)",
    };

    fn configured(arguments: &Arguments) -> Self {
        MaxSearch::new(arguments.number("c"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{MonteCarlo, Statistic, fold};

    fn summary(count: u32, mean: f64, variance: f64, min: f64) -> MonteCarloMinimum {
        let n = f64::from(count);
        let sum_of_squares = (n - 1.0) * variance + n * mean * mean;
        MonteCarloMinimum { moments: MonteCarlo { count, sum: n * mean, sum_of_squares }, min }
    }

    #[test]
    fn improvement_with_optimistic_mean_and_variance() {
        let bandit = MaxSearch::new(1.0);
        for (total, best, child, expected) in [
            (8, 1.0, summary(4, 4.0, 8.0 / 3.0, 2.0), 1.191_181_777_13),
            (100, 3.0, summary(10, 5.0, 2.0, 3.0), 1.030_150_738_06),
        ] {
            let choice = bandit.choice(&summary(total, 5.0, 1.0, best), 2);
            let score = bandit.score(&choice, &child);
            assert!((score + expected).abs() < 1e-7, "{score}");
            assert_eq!(bandit.score(&choice, &child), score, "the second time");
        }
    }

    #[test]
    fn leaves_are_forced_and_equal_leaves_come_last() {
        let bandit = MaxSearch::default();
        let choice = bandit.choice(&summary(8, 5.0, 1.0, 2.0), 2);
        assert_eq!(bandit.score(&choice, &MonteCarloMinimum::leaf(9.0)), forced_score(1));
        let flat = |value| fold(&[value; 3].map(MonteCarloMinimum::leaf));
        assert_eq!(bandit.score(&choice, &flat(5.0)), 3.0);
        assert_eq!(bandit.score(&choice, &flat(2.0)), 0.0);
    }
}
