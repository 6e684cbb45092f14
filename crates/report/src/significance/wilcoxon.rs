//! Wilcoxon's signed-rank test.

/// Up to so many differences the distribution is computed exactly, ties included.
const EXACT: usize = 50;

/// Smaller differences are zero but for rounding: means of the same numbers in another order differ so.
const NO_DIFFERENCE: f64 = 1e-12;

/// The probability that differences lie so unevenly around zero by chance: two-sided. Differences of zero are
/// left out, ties get their mean rank; beyond fifty differences the normal approximation with correction for
/// ties is used. Without any difference the probability is 1.
pub fn wilcoxon(differences: &[f64]) -> f64 {
    let mut differences: Vec<f64> =
        differences.iter().copied().filter(|d| d.abs() >= NO_DIFFERENCE).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let ranks = doubled_ranks(&differences);
    let positive = ranks.iter().zip(&differences).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
    match ranks.len() {
        0 => 1.0,
        1..=EXACT => exact(&ranks, positive),
        _ => approximate(&ranks, positive),
    }
}

/// Twice the ranks of sorted numbers by their size, so that mean ranks of ties are whole numbers.
fn doubled_ranks(sorted: &[f64]) -> Vec<u64> {
    let mut ranks = Vec::with_capacity(sorted.len());
    for tie in sorted.chunk_by(|a, b| is_tie(a.abs(), b.abs())) {
        let first = ranks.len() as u64 + 1;
        let last = first + tie.len() as u64 - 1;
        ranks.extend(std::iter::repeat_n(first + last, tie.len()));
    }
    ranks
}

/// Differences of shares such as 2/5 - 1/5 and 3/5 - 2/5 are the same but for rounding.
fn is_tie(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.max(b)
}

/// Counts all ways to give signs to the ranks, weighted by their probability.
fn exact(ranks: &[u64], positive: u64) -> f64 {
    let total: u64 = ranks.iter().sum();
    let mut chance = vec![0.0; total as usize + 1];
    chance[0] = 1.0;
    let mut reach = 0;
    for &rank in ranks {
        let rank = rank as usize;
        reach += rank;
        for sum in (0..=reach).rev() {
            let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
            chance[sum] = 0.5 * (chance[sum] + with);
        }
    }
    let fewer = positive.min(total - positive) as usize;
    (2.0 * chance[..=fewer].iter().sum::<f64>()).min(1.0)
}

fn approximate(ranks: &[u64], positive: u64) -> f64 {
    let positive = positive as f64 / 2.0;
    let mean = ranks.iter().sum::<u64>() as f64 / 4.0;
    // The variance is a quarter of the sum of squared ranks, which has the correction for ties in it.
    let variance = ranks.iter().map(|&rank| (rank as f64 / 2.0).powi(2)).sum::<f64>() / 4.0;
    libm::erfc((positive - mean).abs() / variance.sqrt() * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(ours: f64, expected: f64) {
        assert!((ours - expected).abs() < 1e-9, "{ours} is not {expected}");
    }

    #[test]
    fn heights_of_darwins_plants() {
        let differences = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75].map(f64::from);
        // Published many times; the exact value by SciPy 1.17.
        close(wilcoxon(&differences), 0.041_259_765_625);
    }

    #[test]
    fn ties_are_exact_too() {
        // All 256 signs counted: W = 27.5, and 31 of them are at least as uneven on one side.
        close(wilcoxon(&[1.0, 1.0, -1.0, 2.0, 2.0, 3.0, -3.0, 4.0]), 0.242_187_5);
    }

    #[test]
    fn many_differences_with_ties() {
        let differences: Vec<f64> =
            (1..=120).map(|i| f64::from(i % 7 + 1) * if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
        // SciPy 1.17, asymptotic without continuity correction.
        close(wilcoxon(&differences), 0.002_242_690_482_462_905);
    }

    #[test]
    fn many_different_differences() {
        let differences: Vec<f64> = (1..=80)
            .map(|i| f64::from(i * 37 % 101 + 1) / 10.0 * if i % 5 < 3 { 1.0 } else { -1.0 })
            .collect();
        close(wilcoxon(&differences), 0.193_671_641_075_719_21);
        // The exact distribution is not far away.
        let mut sorted = differences;
        sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let ranks = doubled_ranks(&sorted);
        let positive = ranks.iter().zip(&sorted).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
        close(exact(&ranks, positive), 0.195_608_831_373_587_75);
    }

    #[test]
    fn nothing_to_compare() {
        assert_eq!(wilcoxon(&[]), 1.0);
        assert_eq!(wilcoxon(&[0.0, 0.0, f64::NAN]), 1.0);
        // Six differences of one sign would be 2/64.
        assert_eq!(wilcoxon(&[1e-16; 6]), 1.0);
        assert_eq!(wilcoxon(&[3.0]), 1.0);
    }
}
