//! The few special functions that some bandits need, made safe for the arguments they meet.

use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF, Normal, StudentsT};
use statrs::function::erf;

/// The probability that a standard normal variable is below `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * erf::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density of the standard normal distribution.
pub(crate) fn normal_density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / (2.0 * std::f64::consts::PI).sqrt()
}

/// How much a normal variable exceeds `bound` on average, counting 0 where it does not.
pub(crate) fn normal_excess(mean: f64, deviation: f64, bound: f64) -> f64 {
    if deviation <= 0.0 {
        return (mean - bound).max(0.0);
    }
    let z = (mean - bound) / deviation;
    // The two terms cancel far below the bound.
    (deviation * (z * normal_cdf(z) + normal_density(z))).max(0.0)
}

/// Degrees of freedom from which on expansions around the normal distribution are used. They err by less than
/// 1 part in 1000 there, far less than the bandits that use them could notice; the exact iterations take
/// many times as long.
const EXPANDED_FROM: f64 = 500.0;

/// Smaller tails are taken for this one: the iterations behind the quantiles do not converge much below.
const SMALLEST_TAIL: f64 = 1e-12;

/// The value that a Student t variable exceeds with probability `tail`, for `tail` in (0, 1/2].
pub(crate) fn student_t_upper(tail: f64, freedom: f64) -> f64 {
    let tail = tail.clamp(SMALLEST_TAIL, 0.5);
    // One degree of freedom has a closed form, and tails that the general iteration does not reach.
    if freedom <= 1.0 {
        return (std::f64::consts::PI * (0.5 - tail)).tan().min(1.0 / (std::f64::consts::PI * tail).tan());
    }
    if freedom <= 2.0 {
        return (1.0 - 2.0 * tail) / (2.0 * tail * (1.0 - tail)).sqrt();
    }
    let z = -Normal::standard().inverse_cdf(tail);
    let square = z * z;
    let expanded = z
        + z * (square + 1.0) / (4.0 * freedom)
        + z * ((5.0 * square + 16.0) * square + 3.0) / (96.0 * freedom * freedom);
    if freedom > EXPANDED_FROM {
        return expanded;
    }
    let Ok(t) = StudentsT::new(0.0, 1.0, freedom) else { return expanded };
    let solved = solve_in_logarithms(expanded, tail, |x| (t.cdf(-x), -t.pdf(x)));
    solved.unwrap_or_else(|| -t.inverse_cdf(tail))
}

/// The value that a chi-square variable is below with probability `tail`, for `tail` in (0, 1).
pub(crate) fn chi_squared_lower(tail: f64, freedom: f64) -> f64 {
    let tail = tail.max(SMALLEST_TAIL);
    // First term of the series of the distribution function at 0; its relative error is below the value.
    let half = 0.5 * freedom;
    let near_zero = 2.0 * libm::exp((libm::log(tail) + ln_gamma(half + 1.0)) / half);
    if near_zero < 1e-6 {
        return near_zero.max(f64::MIN_POSITIVE);
    }
    // Wilson and Hilferty's cube.
    let z = Normal::standard().inverse_cdf(tail);
    let ninth = 2.0 / (9.0 * freedom);
    let root = 1.0 - ninth + z * ninth.sqrt();
    let expanded = freedom * (root * (root * root));
    if freedom > EXPANDED_FROM {
        return expanded;
    }
    let Ok(chi_squared) = ChiSquared::new(freedom) else { return expanded };
    let solved =
        solve_in_logarithms(expanded.max(near_zero), tail, |x| (chi_squared.cdf(x), chi_squared.pdf(x)));
    solved.unwrap_or_else(|| chi_squared.inverse_cdf(tail))
}

/// The positive number at which a probability that `function` returns, with its slope, is `probability`. In
/// logarithms of both the tails of the distributions here are nearly straight, so that Newton's method takes
/// a few steps where the general search of the library behind them takes dozens. `None` if it does not
/// settle, as in the middle of a distribution.
fn solve_in_logarithms(start: f64, probability: f64, function: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
    let goal = libm::log(probability);
    let mut x = start;
    for _ in 0..20 {
        let (value, slope) = function(x);
        let step = (libm::log(value) - goal) * value / (x * slope);
        if !(x > 0.0 && step.abs() < 2.0) {
            return None;
        }
        x *= libm::exp(-step);
        if step.abs() < 1e-12 {
            return Some(x);
        }
    }
    None
}

fn ln_gamma(x: f64) -> f64 {
    statrs::function::gamma::ln_gamma(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference values from an arbitrary-precision computation with 30 digits.
    #[test]
    fn quantiles_agree_with_reference_values() {
        let close = |a: f64, b: f64, error: f64| assert!((a / b - 1.0).abs() < error, "{a} {b}");
        close(student_t_upper(1.0 / 16.0, 3.0), 2.113_086_729_24, 1e-9);
        close(student_t_upper(0.005, 9.0), 3.249_835_541_59, 1e-9);
        close(student_t_upper(1e-8, 5.0), 62.404_506_110_967, 1e-9);
        close(student_t_upper(5e-5, 1.0), 6_366.197_671_315_9, 1e-9);
        close(student_t_upper(1e-10, 1.0), 3_183_098_861.837_9, 1e-5);
        close(chi_squared_lower(1.0 / 16.0, 3.0), 0.413_211_441_075, 1e-9);
        close(chi_squared_lower(5e-5, 1.0), 3.926_990_822_127_7e-9, 1e-6);
        close(chi_squared_lower(1e-8, 3.0), 1.122_333_097_305e-5, 1e-6);
        close(chi_squared_lower(5e-5, 1000.0), 835.349_322_013_36, 1e-4);
        close(chi_squared_lower(1e-8, 1000.0), 768.995_722_788_38, 2e-4);
        assert_eq!(student_t_upper(0.5, 7.0), 0.0);
    }

    #[test]
    fn solving_in_logarithms_finds_what_the_general_search_finds() {
        for freedom in [3.0, 4.0, 7.0, 20.0, 99.0, 400.0] {
            for tail in [0.4, 0.1, 1e-2, 1e-4, 1e-7, 1e-9] {
                let t = StudentsT::new(0.0, 1.0, freedom).unwrap();
                let chi_squared = ChiSquared::new(freedom).unwrap();
                // Back through the distribution: the general search itself is only so exact.
                assert!(
                    (t.cdf(-student_t_upper(tail, freedom)) / tail - 1.0).abs() < 1e-9,
                    "{freedom} {tail}"
                );
                let lower = chi_squared_lower(tail, freedom);
                assert!((chi_squared.cdf(lower) / tail - 1.0).abs() < 1e-5, "{freedom} {tail}");
            }
        }
    }

    #[test]
    fn expansions_continue_the_exact_quantiles() {
        for tail in [0.3, 1e-2, 1e-4, 1e-8, 1e-12] {
            let ratio = student_t_upper(tail, 501.0) / student_t_upper(tail, 500.0);
            assert!((ratio - 1.0).abs() < 1e-3, "{tail} {ratio}");
            let ratio = chi_squared_lower(tail, 501.0) / 501.0 * 500.0 / chi_squared_lower(tail, 500.0);
            assert!((ratio - 1.0).abs() < 1e-3, "{tail} {ratio}");
        }
    }

    #[test]
    fn the_excess_is_that_of_a_half_normal_at_its_bound() {
        let expected = 2.0 / (2.0 * std::f64::consts::PI).sqrt();
        assert!((normal_excess(3.0, 2.0, 3.0) - expected).abs() < 1e-12);
        assert_eq!(normal_excess(5.0, 0.0, 3.0), 2.0);
        assert_eq!(normal_excess(1.0, 0.0, 3.0), 0.0);
        assert_eq!(normal_excess(-1e9, 1.0, 1e9), 0.0);
    }
}
