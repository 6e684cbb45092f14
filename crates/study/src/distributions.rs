//! Which family of distributions the heuristic values below a node follow.

mod groups;
mod report;

use std::path::Path;

use extremal_lab::Row;

pub use crate::subtrees::Samples;
pub use groups::{Group, Shares};
pub use report::{charts, csv, tables};

use crate::family::{Family, Fit};
use crate::fit::fit;
use crate::sample::Sample;
use crate::score::{chi_square, chi_square_of_two, log_score, log_score_of_shares, ranked_score};
use crate::store::{StudyError, table, traced_runs};
use crate::subtrees::{Subtree, subtrees};

/// How many families are compared.
pub const FAMILIES: usize = Family::ALL.len();

/// How values are divided into those to fit and those to foretell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Split {
    /// By a hash of the state's number: both halves are from the whole run.
    #[default]
    Hash,
    /// By the order of evaluation: the first half is to foretell the second.
    Time,
}

/// How the study is made.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Look only at runs of this search.
    pub search: Option<String>,
    /// The fewest values of a subtree that is looked at.
    pub least: usize,
    /// Which states count.
    pub samples: Samples,
    /// How values are divided.
    pub split: Split,
    /// Look only at this share of the smallest values.
    pub tail: Option<f64>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            search: None,
            least: 100,
            samples: Samples::default(),
            split: Split::default(),
            tail: None,
        }
    }
}

/// How a family does on a subtree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Akaike's criterion on all values.
    pub aic: f64,
    /// The Bayesian criterion on all values.
    pub bic: f64,
    /// The mean logarithm of the probability of held-out values; larger is better.
    pub log_score: f64,
    /// The ranked probability score of held-out values.
    pub ranked_score: f64,
    /// The probability of a chi-square statistic as large as that of the held-out values, if it can be computed.
    pub chi_square: Option<f64>,
}

/// What was found about a subtree.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The domain.
    pub domain: String,
    /// The problem.
    pub problem: String,
    /// The heuristic, with options.
    pub heuristic: String,
    /// Which run.
    pub run: String,
    /// The depth of the subtree's root.
    pub depth: u32,
    /// The number of values.
    pub values: usize,
    /// The number of different values.
    pub distinct: usize,
    /// The share of values that are larger than that of the initial state.
    pub above_initial: f64,
    /// The comparison, in the order of [`Family::ALL`]; none if there are fewer than three different values.
    pub compared: Option<Compared>,
}

/// A comparison of the families on a subtree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Compared {
    /// In the order of [`Family::ALL`].
    pub ratings: [Rating; FAMILIES],
    /// The shape of the generalised Pareto distribution that fits all values best.
    pub shape: f64,
    /// Twice the logarithm of the likelihood ratio between that and the best uniform distribution.
    pub ratio: f64,
    /// The logarithmic score of the shares of the values that were fitted to, without any family.
    pub shares_score: f64,
    /// The probability that the two halves differ so much by chance, if it can be computed.
    pub halves: Option<f64>,
}

/// Looks at all traced runs of a store.
pub fn study(store: &Path, settings: &Settings) -> Result<Vec<Finding>, StudyError> {
    let mut findings = Vec::new();
    let is_wanted =
        |row: &Row| settings.search.as_ref().is_none_or(|search| *search == row.configuration.search);
    for row in traced_runs(store)?.into_iter().filter(is_wanted) {
        let states = table(store, "states", &row)?;
        let initial = row.initial_h.map_or(i64::MAX, i64::from);
        for subtree in subtrees(&states, settings.samples, settings.least) {
            let above = subtree.values.iter().filter(|(h, _)| *h > initial).count();
            let (values, distinct, compared) = compare(&subtree, settings);
            findings.push(Finding {
                domain: row.domain.clone(),
                problem: row.problem.clone(),
                heuristic: row.configuration.column.to_string(),
                run: row.id.clone(),
                depth: subtree.depth,
                values,
                distinct,
                above_initial: above as f64 / subtree.values.len() as f64,
                compared,
            });
        }
    }
    Ok(findings)
}

/// The number of values that count, of different ones, and the comparison.
fn compare(subtree: &Subtree, settings: &Settings) -> (usize, usize, Option<Compared>) {
    let everything = Sample::new(subtree.values.iter().map(|(h, _)| *h));
    let all = match settings.tail {
        Some(share) => everything.lower_tail(share),
        None => everything.clone(),
    };
    let within: Vec<(i64, i64)> =
        subtree.values.iter().copied().filter(|(h, _)| *h <= all.largest()).collect();
    let is_first = |place: usize, state: i64| match settings.split {
        Split::Hash => mixed(state as u64) & 1 == 0,
        Split::Time => 2 * place < within.len(),
    };
    let half = |wanted: bool| {
        let values =
            within.iter().enumerate().filter(|(place, (_, state))| is_first(*place, *state) == wanted);
        Sample::new(values.map(|(_, (h, _))| *h))
    };
    let (to_fit, held_out) = (half(true), half(false));
    if all.distinct() < 3 || to_fit.distinct() < 2 || held_out.is_empty() {
        return (all.len(), all.distinct(), None);
    }
    // What a value might be: anything up to twice the largest that was seen.
    let range = 2 * everything.largest() + 1;
    let mut fits: Vec<Fit> = Vec::with_capacity(FAMILIES);
    let ratings = Family::ALL.map(|family| {
        let (whole, half) = (fit(family, &all), fit(family, &to_fit));
        fits.push(whole);
        Rating {
            aic: whole.aic(),
            bic: whole.bic(),
            log_score: log_score(&half, &held_out, range),
            ranked_score: ranked_score(&half, &held_out),
            chi_square: chi_square(&half, &held_out),
        }
    });
    let [uniform, .., pareto] = fits[..] else { return (all.len(), all.distinct(), None) };
    let ratio = 2.0 * (pareto.log_likelihood - uniform.log_likelihood);
    let compared = Compared {
        ratings,
        shape: pareto.parameters[2],
        ratio,
        shares_score: log_score_of_shares(&to_fit, &held_out, range),
        halves: chi_square_of_two(&to_fit, &held_out),
    };
    (all.len(), all.distinct(), Some(compared))
}

/// Spreads numbers evenly, each always in the same way (the finaliser of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subtree(values: impl Iterator<Item = i64>) -> Subtree {
        Subtree { state: 0, depth: 0, values: values.zip(0..).collect() }
    }

    fn winner(subtree: &Subtree, by: fn(&Rating) -> f64) -> Family {
        let compared = compare(subtree, &Settings::default()).2.unwrap();
        let best =
            (0..FAMILIES).min_by(|&a, &b| by(&compared.ratings[a]).total_cmp(&by(&compared.ratings[b])));
        Family::ALL[best.unwrap()]
    }

    #[test]
    fn each_family_is_found_in_its_own_values() {
        // Quantiles of the distributions, rounded: samples without chance.
        let quantile = |n: usize, inverse: &dyn Fn(f64) -> f64| {
            let places: Vec<i64> =
                (0..n).map(|i| inverse((i as f64 + 0.5) / n as f64).round() as i64).collect();
            // In an order that tells the halves apart as little as possible.
            subtree((0..n).map(move |i| places[i * 7919 % n]))
        };
        let cases: [(Family, &dyn Fn(f64) -> f64); 4] = [
            (Family::Uniform, &|p| 9.5 + 30.0 * p),
            (Family::GumbelOfMaxima, &|p| 40.0 - 5.0 * (-p.ln()).ln()),
            (Family::GumbelOfMinima, &|p| 80.0 + 5.0 * (-(1.0 - p).ln()).ln()),
            // Shape -3: most values near the lower end.
            (Family::Pareto, &|p| 10.0 + 40.0 * p.powi(3)),
        ];
        for (family, inverse) in cases {
            let subtree = quantile(600, inverse);
            assert_eq!(winner(&subtree, |rating| rating.bic), family, "{family}");
            assert_eq!(winner(&subtree, |rating| -rating.log_score), family, "{family}");
        }
    }

    #[test]
    fn rows_have_a_cell_for_each_column() {
        let finding = |values: &dyn Fn(i64) -> i64| {
            let (values, distinct, compared) = compare(&subtree((0..300).map(values)), &Settings::default());
            Finding {
                domain: "d".to_owned(),
                problem: "p".to_owned(),
                heuristic: "ff".to_owned(),
                run: String::new(),
                depth: u32::from(compared.is_some()),
                values,
                distinct,
                above_initial: 0.0,
                compared,
            }
        };
        let findings = [finding(&|i| i % 17), finding(&|_| 3)];
        let text = csv(&findings);
        let widths: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(widths, [47; 3], "{text}");
        assert_eq!((tables(&findings).len(), charts(&findings).len()), (4, 2));
    }

    #[test]
    fn few_different_values_are_not_compared() {
        let flat = subtree((0..200).map(|i| 7 + i % 2));
        assert_eq!(compare(&flat, &Settings::default()), (200, 2, None));
        let tail = Settings { tail: Some(0.25), ..Settings::default() };
        let (values, distinct, _) = compare(&subtree((0..400).map(|i| i % 40)), &tail);
        assert_eq!((values, distinct), (100, 10));
    }
}
