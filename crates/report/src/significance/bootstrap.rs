//! Confidence intervals by resampling tasks.

use std::fmt;

use extremal::bandits::Random;

use crate::table::signed;

/// How often tasks are drawn anew.
const RESAMPLES: usize = 2_000;

/// An interval that holds the true value with a confidence of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", signed(self.low, 1), signed(self.high, 1))
    }
}

/// The percentile interval of the sum of numbers, one for each task, when the tasks are drawn again with replacement
/// (Efron 1979): how far the sum would vary with other tasks of the same kind. The same numbers always give the same interval.
pub fn bootstrap(numbers: &[f64]) -> Interval {
    let mut random = Random::new(1);
    let mut sums: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..numbers.len()).map(|_| numbers[random.below(numbers.len())]).sum())
        .collect();
    sums.sort_by(f64::total_cmp);
    Interval { low: quantile(&sums, 0.025), high: quantile(&sums, 0.975) }
}

/// The quantile of sorted numbers, between two of them by their distance.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share * last as f64;
    let (below, part) = (place.floor() as usize, place.fract());
    sorted[below] + part * (sorted[(below + 1).min(last)] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_has_no_width() {
        assert_eq!(bootstrap(&[0.0; 50]), Interval { low: 0.0, high: 0.0 });
        assert_eq!(bootstrap(&[]), Interval { low: 0.0, high: 0.0 });
    }

    /// For many tasks the sum is nearly normal, and the interval is the sum plus and minus 1.96 deviations.
    #[test]
    fn the_interval_is_the_normal_one_for_many_tasks() {
        let numbers: Vec<f64> = (0..800).map(|i| [1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0][i % 8]).collect();
        // 100 gained and 100 lost: the variance of a number is 1/4.
        let expected = 1.96 * (800.0_f64 / 4.0).sqrt();
        let interval = bootstrap(&numbers);
        assert!(
            (interval.high - expected).abs() < 1.0 && (interval.low + expected).abs() < 1.0,
            "{interval:?}"
        );
    }
}
