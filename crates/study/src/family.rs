//! Families of distributions for heuristic values, which are whole numbers.
//!
//! A value `k` is taken for a number of a continuous distribution that was rounded: its probability is that of the
//! interval from `k - 1/2` to `k + 1/2`. So a likelihood is a product of probabilities, never larger than 1, and
//! has a maximum also where a density has none: at the shapes of the generalised Pareto distribution below -1.

use std::fmt;

use statrs::function::erf::erfc;

/// A family of continuous distributions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Family {
    /// Uniform from `a` to `b`: the generalised Pareto distribution of shape -1.
    Uniform,
    /// Normal with mean and standard deviation.
    Normal,
    /// Gumbel's distribution of minima, with its long tail to the left; location and scale.
    GumbelOfMinima,
    /// Gumbel's distribution of maxima, with its long tail to the right; location and scale.
    GumbelOfMaxima,
    /// Generalised Pareto, downwards from a threshold: threshold, scale and shape.
    Pareto,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] =
        [Family::Uniform, Family::Normal, Family::GumbelOfMinima, Family::GumbelOfMaxima, Family::Pareto];

    /// A name without spaces.
    pub fn name(self) -> &'static str {
        match self {
            Family::Uniform => "uniform",
            Family::Normal => "normal",
            Family::GumbelOfMinima => "gumbel-min",
            Family::GumbelOfMaxima => "gumbel-max",
            Family::Pareto => "pareto",
        }
    }

    /// How many parameters are estimated.
    pub fn num_parameters(self) -> usize {
        if self == Family::Pareto { 3 } else { 2 }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A distribution of a family, and how likely it makes the sample that it was fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The family.
    pub family: Family,
    /// Its parameters, in the order in which [`Family`] names them; the third is 0 where there are two.
    pub parameters: [f64; 3],
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// The size of the sample.
    pub len: usize,
}

impl Fit {
    /// The probability of a whole number.
    pub fn probability(&self, value: i64) -> f64 {
        between(self.family, &self.parameters, value as f64 - 0.5, value as f64 + 0.5)
    }

    /// The probability of a whole number or a smaller one.
    pub fn at_most(&self, value: i64) -> f64 {
        between(self.family, &self.parameters, f64::NEG_INFINITY, value as f64 + 0.5)
    }

    /// Akaike's criterion with the correction for small samples: smaller is better.
    pub fn aic(&self) -> f64 {
        let (k, n) = (self.family.num_parameters() as f64, self.len as f64);
        let correction = if n > k + 1.0 { 2.0 * k * (k + 1.0) / (n - k - 1.0) } else { f64::INFINITY };
        2.0 * k - 2.0 * self.log_likelihood + correction
    }

    /// The Bayesian information criterion: smaller is better.
    pub fn bic(&self) -> f64 {
        self.family.num_parameters() as f64 * libm::log(self.len as f64) - 2.0 * self.log_likelihood
    }
}

/// The probability of the numbers from `low` to `high`. It is computed from the side on which it is small, so that
/// it does not drown in rounding.
pub(crate) fn between(family: Family, parameters: &[f64; 3], low: f64, high: f64) -> f64 {
    let [first, second, third] = *parameters;
    match family {
        Family::Uniform => {
            let common = high.min(second) - low.max(first);
            if second > first { (common / (second - first)).max(0.0) } else { 0.0 }
        }
        Family::Normal => normal((low - first) / second, (high - first) / second),
        Family::GumbelOfMaxima => gumbel((low - first) / second, (high - first) / second),
        Family::GumbelOfMinima => gumbel((first - high) / second, (first - low) / second),
        Family::Pareto => excess(first - high, second, third) - excess(first - low, second, third),
    }
}

fn normal(low: f64, high: f64) -> f64 {
    let above = |z: f64| 0.5 * erfc(z * std::f64::consts::FRAC_1_SQRT_2);
    if low >= 0.0 {
        above(low) - above(high)
    } else if high <= 0.0 {
        above(-high) - above(-low)
    } else {
        1.0 - above(-low) - above(high)
    }
}

fn gumbel(low: f64, high: f64) -> f64 {
    let (at_low, at_high) = (libm::exp(-low), libm::exp(-high));
    // The distribution function is exp(-exp(-z)).
    libm::exp(-at_high) * -libm::expm1(-(at_low - at_high))
}

/// The probability that a generalised Pareto variable from 0 exceeds `y`.
fn excess(y: f64, scale: f64, shape: f64) -> f64 {
    if y <= 0.0 {
        return 1.0;
    }
    let z = y / scale;
    if shape.abs() < 1e-8 {
        return libm::exp(-z);
    }
    let base = 1.0 + shape * z;
    if base <= 0.0 || z == f64::INFINITY {
        return 0.0;
    }
    libm::exp(-libm::log(base) / shape)
}
