//! Which rows a report is about, and at which numbers of evaluations.

use std::collections::BTreeSet;

use extremal::grammar::GrammarError;
use extremal_lab::{Row, Status};

use crate::order::family;

/// Rows to be kept; what is empty keeps all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// Searches, with or without their parameters: `guct-uniform` is all of these, `guct-uniform(floor=0)` one.
    pub searches: Vec<String>,
    /// Columns, such as `ff+po`.
    pub columns: Vec<String>,
    /// Domains.
    pub domains: Vec<String>,
}

impl Filter {
    /// Says of the first word that no row has what there is instead: it would leave out more than was meant.
    pub fn check<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) -> Result<(), GrammarError> {
        let (mut searches, mut columns, mut domains) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for row in rows {
            searches.insert(row.configuration.search.clone());
            columns.insert(row.configuration.column.to_string());
            domains.insert(row.domain.clone());
        }
        let families: Vec<String> = searches.iter().map(|search| family(search).to_owned()).collect();
        searches.extend(families);
        let all = [
            ("search", &self.searches, &searches),
            ("column", &self.columns, &columns),
            ("domain", &self.domains, &domains),
        ];
        for (what, wanted, known) in all {
            if let Some(word) = wanted.iter().find(|word| !known.contains(*word)) {
                return Err(GrammarError::unknown(what, word, known.iter().map(String::as_str)));
            }
        }
        Ok(())
    }

    /// Whether a row is kept.
    pub fn keeps(&self, row: &Row) -> bool {
        let search = &row.configuration.search;
        let column = row.configuration.column.to_string();
        let has = |wanted: &[String], names: &[&str]| {
            wanted.is_empty() || wanted.iter().any(|wanted| names.contains(&wanted.as_str()))
        };
        has(&self.searches, &[search, family(search)])
            && has(&self.columns, &[&column])
            && has(&self.domains, &[&row.domain])
    }
}

/// What would have come of a run with a smaller limit of evaluations: a search does not know its limit, so it is
/// solved if its plan was found with fewer. `None` if the run ended too early to tell.
pub fn at_budget(row: &Row, evaluations: u64) -> Option<Row> {
    let is_over = row.evaluations >= evaluations;
    let own_limit = row.max_evaluations.is_some_and(|limit| limit < evaluations);
    // Among runs with a smaller limit only those that were solved could be told, which would flatter the search.
    if own_limit || !is_over && row.status == Status::EvaluationLimit {
        return None;
    }
    let row = Row { max_evaluations: Some(evaluations), ..row.clone() };
    Some(match is_over {
        false => row,
        true => Row {
            status: Status::EvaluationLimit,
            evaluations,
            plan_length: None,
            plan_cost: None,
            plan: None,
            is_cut: true,
            ..row
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn smaller_budgets_are_read_off_larger_ones() {
        let late = solved(row("d", "p", "gbfs:ff", 1), 3000);
        let status = |row: &Row, budget| at_budget(row, budget).map(|row| row.status);
        assert_eq!(status(&late, 1000), Some(Status::EvaluationLimit));
        assert_eq!(status(&late, 3000), Some(Status::EvaluationLimit), "a plan counts only with fewer");
        assert_eq!(status(&late, 3001), Some(Status::Solved));
        let never = unsolved(row("d", "p", "gbfs:ff", 1));
        assert_eq!(status(&never, 10_000), Some(Status::EvaluationLimit));
        assert_eq!(status(&never, 10_001), None);
        assert_eq!(at_budget(&late, 1000).unwrap().max_evaluations, Some(1000));
        assert_eq!(status(&late, 20_000), None, "the limit of the run was smaller");
        assert!(at_budget(&late, 1000).unwrap().is_cut && !at_budget(&late, 5000).unwrap().is_cut);
    }

    #[test]
    fn searches_are_chosen_with_or_without_parameters() {
        let filter = |searches: &[&str], columns: &[&str]| Filter {
            searches: searches.iter().map(|text| (*text).to_owned()).collect(),
            columns: columns.iter().map(|text| (*text).to_owned()).collect(),
            domains: Vec::new(),
        };
        let variant = row("d", "p", "guct(c=2):ff+po", 1);
        assert!(filter(&[], &[]).keeps(&variant));
        assert!(filter(&["guct"], &["ff+po"]).keeps(&variant));
        assert!(filter(&["gbfs", "guct(c=2)"], &[]).keeps(&variant));
        assert!(!filter(&["guct(c=1)"], &[]).keeps(&variant));
        assert!(!filter(&["guct"], &["ff"]).keeps(&variant));
    }

    #[test]
    fn words_that_no_row_has_are_refused() {
        let rows = ["gbfs:ff", "guct(c=2):ff+po"].map(|configuration| row("d", "p", configuration, 1));
        let filter = |searches: &[&str], columns: &[&str]| {
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            Filter { searches: owned(searches), columns: owned(columns), domains: Vec::new() }.check(&rows)
        };
        assert_eq!(filter(&["guct", "guct(c=2)", "gbfs"], &["ff"]), Ok(()));
        let message = filter(&["gbfs", "guct-unifrom"], &[]).unwrap_err().to_string();
        assert_eq!(message, "there is no search 'guct-unifrom'; there are gbfs, guct, guct(c=2)");
        assert!(filter(&[], &["ff+pp"]).unwrap_err().to_string().ends_with("did you mean 'ff+po'?"));
    }
}
