//! Catoni's estimate of a mean, which single far-away values hardly move.

use crate::statistic::LeafValues;

/// The zero of `sum psi(alpha (x - m))` over the leaves `x`, where `psi` grows only like a logarithm: the mean
/// for small `alpha`. Catoni 2012.
pub(super) fn catoni_mean(leaves: &LeafValues, alpha: f64) -> f64 {
    let (Some(&(mut low, _)), Some(&(mut high, _))) = (leaves.bins().first(), leaves.bins().last()) else {
        return 0.0;
    };
    let mut estimate = leaves.mean_of(|value| value);
    // The sum falls in the estimate. Newton's method, or halving where it would leave the interval that is left.
    for _ in 0..60 {
        let sum = leaves.mean_of(|x| influence(alpha * (x - estimate)));
        if sum > 0.0 {
            low = estimate;
        } else {
            high = estimate;
        }
        let slope = alpha * leaves.mean_of(|x| influence_slope(alpha * (x - estimate)));
        let newton = estimate + sum / slope;
        let next = if low <= newton && newton <= high { newton } else { 0.5 * (low + high) };
        let step = (next - estimate).abs();
        estimate = next;
        if step <= 1e-9 * (1.0 + estimate.abs()) {
            break;
        }
    }
    estimate
}

fn influence(x: f64) -> f64 {
    let size = x.abs();
    libm::log1p(size + 0.5 * size * size).copysign(x)
}

fn influence_slope(x: f64) -> f64 {
    let size = x.abs();
    (1.0 + size) / (1.0 + size + 0.5 * size * size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistic::{Statistic, fold};

    #[test]
    fn an_outlier_counts_less_the_larger_alpha_is() {
        let leaves = fold(&[1.0, 2.0, 3.0, 94.0].map(LeafValues::leaf));
        assert!((catoni_mean(&leaves, 1e-9) - 25.0).abs() < 1e-3);
        let (weak, strong) = (catoni_mean(&leaves, 0.1), catoni_mean(&leaves, 10.0));
        assert!(2.0 < strong && strong < weak && weak < 25.0, "{weak} {strong}");
        // The defining equation.
        let sum = leaves.mean_of(|x| influence(0.1 * (x - weak)));
        assert!(sum.abs() < 1e-9, "{sum}");
    }

    #[test]
    fn equal_values_are_their_own_mean() {
        assert_eq!(catoni_mean(&fold(&[5.0, 5.0].map(LeafValues::leaf)), 3.0), 5.0);
    }
}
