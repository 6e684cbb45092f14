//! McNemar's test, exact.

/// The probability that tasks on which two configurations differ fall so unevenly on the two by chance:
/// two-sided, from the binomial distribution.
pub fn mcnemar(gained: u64, lost: u64) -> f64 {
    let (trials, fewer) = (gained + lost, gained.min(lost));
    if gained == lost {
        return 1.0;
    }
    // Terms C(n, i) / 2^n one after the other, as logarithms since the first ones can be very small.
    let mut logarithm = -(trials as f64) * std::f64::consts::LN_2;
    let mut tail = logarithm.exp();
    for i in 0..fewer {
        logarithm += ((trials - i) as f64).ln() - ((i + 1) as f64).ln();
        tail += logarithm.exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_and_hand_computed_values() {
        // 2 (1 + 12 + 66) / 4096 by hand.
        assert!((mcnemar(2, 10) - 0.038_574_218_75).abs() < 1e-12);
        assert_eq!(mcnemar(5, 5), 1.0);
        assert_eq!(mcnemar(5, 6), 1.0);
        assert_eq!(mcnemar(0, 0), 1.0);
        // SciPy 1.17: binomtest(40, 120).
        assert!((mcnemar(80, 40) - 0.000_330_400_018_391_318_15).abs() < 1e-12);
        assert!(mcnemar(10_000, 0) >= 0.0);
    }
}
