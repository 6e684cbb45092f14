//! Findings taken together.

use std::collections::{BTreeMap, HashMap};

use crate::distributions::{FAMILIES, Finding, Rating};

/// Findings of one kind, such as those with one heuristic. Each task counts the same, however many subtrees it has.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The number of tasks.
    pub tasks: usize,
    /// The number of subtrees.
    pub subtrees: usize,
    /// The share of subtrees with a single value.
    pub flat: f64,
    /// The share of subtrees with two different values.
    pub narrow: f64,
    /// How many subtrees were compared.
    pub compared: usize,
    /// The share of values above that of the initial state.
    pub above_initial: f64,
    /// How the families do, if any subtree was compared.
    pub shares: Option<Shares>,
}

/// How the families do, in the order of [`Family::ALL`](crate::Family::ALL). Shares are of the compared subtrees.
#[derive(Clone, PartialEq, Debug)]
pub struct Shares {
    /// Where the family is best by Akaike's criterion.
    pub aic: [f64; FAMILIES],
    /// The same by the Bayesian criterion.
    pub bic: [f64; FAMILIES],
    /// The same by the logarithmic score of held-out values.
    pub log_score: [f64; FAMILIES],
    /// The same by the ranked probability score of held-out values.
    pub ranked_score: [f64; FAMILIES],
    /// How much more probable than under the uniform distribution a held-out value is, as a mean logarithm.
    pub gain: [f64; FAMILIES],
    /// Where the chi-square test on held-out values rejects the fit at 5 %.
    pub rejected: [f64; FAMILIES],
    /// The gain of the shares of the values that were fitted to, without any family.
    pub shares_gain: f64,
    /// Where the two halves differ at 5 %: what would be seen if a fit were right.
    pub halves_differ: f64,
    /// Quantiles of the shape: 10 %, 50 % and 90 %, each subtree counting the same.
    pub shapes: [f64; 3],
    /// Where the shape is below -1.
    pub below_uniform: f64,
    /// Where the shape is below 0: the distribution has an end.
    pub ends: f64,
    /// Where the likelihood ratio rejects the shape -1 at 5 %.
    pub not_uniform: f64,
}

/// The 95 % quantile of the chi-square distribution with one degree of freedom.
const CRITICAL: f64 = 3.841_458_820_694_124;

impl Group {
    /// Takes findings together.
    pub fn of<'f>(findings: impl Iterator<Item = &'f Finding>) -> Group {
        let findings: Vec<&Finding> = findings.collect();
        let tasks = number_by_task(&findings, |_| true);
        let with_task = |wanted: &dyn Fn(&Finding) -> bool| {
            mean_by_task(&findings, |finding| Some(f64::from(u8::from(wanted(finding)))))
        };
        let compared = findings.iter().filter(|finding| finding.compared.is_some()).count();
        Group {
            tasks,
            subtrees: findings.len(),
            flat: with_task(&|finding| finding.distinct == 1),
            narrow: with_task(&|finding| finding.distinct == 2),
            compared,
            above_initial: mean_by_task(&findings, |finding| Some(finding.above_initial)),
            shares: (compared > 0).then(|| shares(&findings)),
        }
    }

    /// Groups of findings by a key.
    pub fn by<K: Ord>(findings: &[Finding], key: impl Fn(&Finding) -> K) -> BTreeMap<K, Group> {
        let mut lists: BTreeMap<K, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            lists.entry(key(finding)).or_default().push(finding);
        }
        lists.into_iter().map(|(key, list)| (key, Group::of(list.into_iter()))).collect()
    }
}

fn shares(findings: &[&Finding]) -> Shares {
    let wins = |by: fn(&Rating) -> f64| {
        std::array::from_fn(|family| {
            mean_by_task(findings, |finding| {
                let ratings = &finding.compared.as_ref()?.ratings;
                let best = ratings.iter().map(by).fold(f64::INFINITY, f64::min);
                let number = ratings.iter().filter(|rating| by(rating) <= best).count();
                // Equals share.
                Some(if by(&ratings[family]) <= best { 1.0 / number as f64 } else { 0.0 })
            })
        })
    };
    let share = |wanted: &dyn Fn(&crate::distributions::Compared) -> bool| {
        mean_by_task(findings, |finding| Some(f64::from(u8::from(wanted(finding.compared.as_ref()?)))))
    };
    let mut shapes: Vec<f64> =
        findings.iter().filter_map(|finding| Some(finding.compared.as_ref()?.shape)).collect();
    shapes.sort_unstable_by(f64::total_cmp);
    let quantile = |share: f64| shapes[((shapes.len() - 1) as f64 * share).round() as usize];
    Shares {
        aic: wins(|rating| rating.aic),
        bic: wins(|rating| rating.bic),
        log_score: wins(|rating| -rating.log_score),
        ranked_score: wins(|rating| rating.ranked_score),
        gain: std::array::from_fn(|family| {
            mean_by_task(findings, |finding| {
                let ratings = &finding.compared.as_ref()?.ratings;
                Some(ratings[family].log_score - ratings[0].log_score)
            })
        }),
        rejected: std::array::from_fn(|family| {
            mean_by_task(findings, |finding| {
                let p = finding.compared.as_ref()?.ratings[family].chi_square?;
                Some(f64::from(u8::from(p < 0.05)))
            })
        }),
        shares_gain: mean_by_task(findings, |finding| {
            let compared = finding.compared.as_ref()?;
            Some(compared.shares_score - compared.ratings[0].log_score)
        }),
        halves_differ: mean_by_task(findings, |finding| {
            Some(f64::from(u8::from(finding.compared.as_ref()?.halves? < 0.05)))
        }),
        shapes: [quantile(0.1), quantile(0.5), quantile(0.9)],
        below_uniform: share(&|compared| compared.shape < -1.0),
        ends: share(&|compared| compared.shape < 0.0),
        not_uniform: share(&|compared| compared.ratio > CRITICAL),
    }
}

/// What tells tasks apart.
fn task(finding: &Finding) -> (&str, &str) {
    (&finding.domain, &finding.problem)
}

fn number_by_task(findings: &[&Finding], wanted: impl Fn(&Finding) -> bool) -> usize {
    let tasks = findings.iter().filter(|finding| wanted(finding)).map(|finding| task(finding));
    tasks.collect::<std::collections::HashSet<_>>().len()
}

/// The mean over tasks of the mean over the subtrees of a task, of those that have a figure.
fn mean_by_task(findings: &[&Finding], figure: impl Fn(&Finding) -> Option<f64>) -> f64 {
    let mut places: HashMap<(&str, &str), usize> = HashMap::new();
    // In the order of the findings: sums must not depend on the order of a hash map.
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for &finding in findings {
        if let Some(figure) = figure(finding) {
            let place = *places.entry(task(finding)).or_insert_with(|| {
                sums.push((0.0, 0.0));
                sums.len() - 1
            });
            sums[place].0 += figure;
            sums[place].1 += 1.0;
        }
    }
    let total: f64 = sums.iter().map(|(sum, number)| sum / number).sum();
    if sums.is_empty() { f64::NAN } else { total / sums.len() as f64 }
}
