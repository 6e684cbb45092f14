//! Correction for several comparisons.

/// Probabilities corrected by Holm's step-down method: the chance that any comparison seems significant
/// although none is stays below the level, with no assumption about how the comparisons depend on each other.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut largest = 0.0_f64;
    for (rank, &i) in order.iter().enumerate() {
        let factor = (probabilities.len() - rank) as f64;
        largest = largest.max((factor * probabilities[i]).min(1.0));
        corrected[i] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrected_step_by_step() {
        // By hand: 4 x 0.005, 3 x 0.01, 2 x 0.03, 1 x 0.04 which may not fall below its predecessor.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (ours, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((ours - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
