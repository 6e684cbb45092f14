//! How well a distribution foretells values that it was not fitted to.

use statrs::function::gamma::checked_gamma_ur;

use crate::family::Fit;
use crate::sample::Sample;

/// The mean logarithm of the probability of the values: larger is better.
///
/// A distribution with ends gives no probability at all to a value beyond them, and one such value would decide
/// everything. So each distribution is mixed with a share of `1 / (n + 2)` for a value that is any of the `range` whole
/// numbers that might occur, where `n` is the number of values that it was fitted to.
pub fn log_score(fit: &Fit, values: &Sample, range: i64) -> f64 {
    mean_log(|value| fit.probability(value), fit.len, values, range)
}

/// The same for the shares of a sample itself, which is what a family could reach at best.
pub fn log_score_of_shares(sample: &Sample, values: &Sample, range: i64) -> f64 {
    let probability = |value: i64| {
        let place = sample.counts().binary_search_by_key(&value, |(value, _)| *value);
        place.map_or(0.0, |place| f64::from(sample.counts()[place].1) / sample.len() as f64)
    };
    mean_log(probability, sample.len(), values, range)
}

fn mean_log(probability: impl Fn(i64) -> f64, fitted_to: usize, values: &Sample, range: i64) -> f64 {
    let share = 1.0 / (fitted_to as f64 + 2.0);
    let anywhere = share / range.max(1) as f64;
    let term = |&(value, count): &(i64, u32)| {
        f64::from(count) * libm::log((1.0 - share) * probability(value) + anywhere)
    };
    values.counts().iter().map(term).sum::<f64>() / values.len().max(1) as f64
}

/// The mean ranked probability score of the values: the squared distance between distribution functions, smaller is
/// better. It is never infinite, and being wrong by little costs little.
pub fn ranked_score(fit: &Fit, values: &Sample) -> f64 {
    const FAR: i64 = 1000;
    let n = values.len().max(1) as f64;
    let mut score = 0.0;
    // Below all values only what the distribution promises there counts; it fades away.
    for place in (values.smallest() - FAR..values.smallest()).rev() {
        let promised = fit.at_most(place);
        score += promised * promised;
        if promised < 1e-6 {
            break;
        }
    }
    let mut counts = values.counts().iter().peekable();
    let mut seen = 0.0;
    for place in values.smallest()..values.largest() + FAR {
        while let Some((_, count)) = counts.next_if(|(value, _)| *value <= place) {
            seen += f64::from(*count);
        }
        // The mean of (F - 1)^2 over the values so far, and of F^2 over the others.
        let (promised, share) = (fit.at_most(place), seen / n);
        score += share * (promised - 1.0) * (promised - 1.0) + (1.0 - share) * promised * promised;
        if place >= values.largest() && 1.0 - promised < 1e-6 {
            break;
        }
    }
    score
}

/// The probability of a chi-square statistic at least as large as that of the values, if they follow the
/// distribution. Neighbouring values are taken together until at least five are expected; `None` if fewer than three
/// such groups remain.
pub fn chi_square(fit: &Fit, values: &Sample) -> Option<f64> {
    let n = values.len() as f64;
    // Expected and observed numbers.
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let (mut promised, mut observed) = (0.0, 0.0);
    let mut counts = values.counts().iter().peekable();
    let last = values.largest().max(values.smallest());
    for place in values.smallest()..=last {
        while let Some((_, count)) = counts.next_if(|(value, _)| *value <= place) {
            observed += f64::from(*count);
        }
        let expected = n * fit.at_most(place) - promised;
        if expected >= 5.0 {
            promised += expected;
            groups.push((expected, observed));
            observed = 0.0;
        }
    }
    // What is left above belongs to the last group unless it is large enough itself.
    let rest = n - promised;
    match groups.last_mut() {
        Some(group) if rest < 5.0 => *group = (group.0 + rest, group.1 + observed),
        _ => groups.push((rest, observed)),
    }
    (groups.len() >= 3).then(|| chi_square_tail(&groups))
}

/// The probability of a chi-square statistic at least as large as that of groups with expected and observed numbers.
pub fn chi_square_tail(groups: &[(f64, f64)]) -> f64 {
    let statistic: f64 =
        groups.iter().map(|(expected, observed)| (observed - expected).powi(2) / expected.max(1e-9)).sum();
    upper_tail(groups.len().saturating_sub(1), statistic)
}

/// The same for two samples of one distribution: whether they differ more than by chance.
pub fn chi_square_of_two(first: &Sample, second: &Sample) -> Option<f64> {
    let total = (first.len() + second.len()) as f64;
    let shares = [first.len() as f64 / total, second.len() as f64 / total];
    let mut values: Vec<(i64, usize, u32)> = Vec::new();
    for (which, sample) in [first, second].into_iter().enumerate() {
        values.extend(sample.counts().iter().map(|&(value, count)| (value, which, count)));
    }
    values.sort_unstable();
    let mut groups: Vec<[f64; 2]> = Vec::new();
    let mut open = [0.0; 2];
    for same in values.chunk_by(|a, b| a.0 == b.0) {
        same.iter().for_each(|&(_, which, count)| open[which] += f64::from(count));
        if shares.iter().all(|share| share * (open[0] + open[1]) >= 5.0) {
            groups.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = groups.last_mut() {
        last.iter_mut().zip(open).for_each(|(number, rest)| *number += rest);
    }
    if groups.len() < 3 {
        return None;
    }
    let part = |group: &[f64; 2], which: usize| {
        let expected = shares[which] * (group[0] + group[1]);
        (group[which] - expected).powi(2) / expected
    };
    let statistic: f64 = groups.iter().map(|group| part(group, 0) + part(group, 1)).sum();
    Some(upper_tail(groups.len() - 1, statistic))
}

/// The probability that a chi-square variable exceeds a number.
fn upper_tail(freedom: usize, statistic: f64) -> f64 {
    let beyond = checked_gamma_ur(0.5 * freedom as f64, 0.5 * statistic);
    // A perfect fit has the statistic 0, which the library takes for a mistake.
    beyond.unwrap_or(if statistic <= 0.0 { 1.0 } else { 0.0 })
}
