//! What has to be said below more than one table.

use extremal_plot::grouped;

use crate::experiment::{Experiment, Results};

/// So many versions are named, the others counted.
const NAMED_VERSIONS: usize = 4;

/// Tells where the runs of an experiment come from, if not all from one version and one time.
pub fn on_origin(experiment: &Experiment) -> Vec<String> {
    let mut notes = Vec::new();
    if experiment.versions.len() > 1 {
        let named = &experiment.versions[..experiment.versions.len().min(NAMED_VERSIONS)];
        let more = match experiment.versions.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("Runs of several versions of the planner are mixed: {}{more}.", named.join(", ")));
    }
    if experiment.superseded > 0 {
        notes.push(format!(
            "Left out because a later run has the same task, configuration and seed: {}.",
            grouped(experiment.superseded as u64)
        ));
    }
    notes
}

/// Tells what a dagger means, if runs are missing.
pub fn on_missing(missing: usize) -> Option<String> {
    (missing > 0).then(|| {
        format!("† Runs are missing, {} in all: tasks without a run do not count.", grouped(missing as u64))
    })
}

/// Tells why times are not shown, if they are not.
pub fn on_shared_values<'a>(results: impl IntoIterator<Item = &'a Results>) -> Option<String> {
    results.into_iter().any(|results| !results.has_times()).then(|| {
        "Times of runs that used heuristic values of other runs (--share-values) say little and are not shown."
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved};

    fn notes(commits: &[&str], problem: impl Fn(usize) -> String) -> Vec<String> {
        let rows: Vec<_> = commits
            .iter()
            .enumerate()
            .map(|(number, commit)| {
                let mut row = solved(row("a", &problem(number), "gbfs:ff", 1), 10);
                (row.commit, row.started) = (Some((*commit).to_owned()), number as u64);
                row
            })
            .collect();
        on_origin(&Experiment::from_rows("", &rows)[0])
    }

    #[test]
    fn several_commits_are_told_of() {
        assert!(notes(&["c1", "c1"], |n| n.to_string()).is_empty());
        assert_eq!(
            notes(&["c1", "c2"], |n| n.to_string()),
            ["Runs of several versions of the planner are mixed: 0.1.0 (c1), 0.1.0 (c2)."]
        );
        let many = notes(&["c1", "c2", "c3", "c4", "c5", "c6"], |n| n.to_string());
        assert!(many[0].ends_with("0.1.0 (c4) and 2 more."), "{many:?}");
    }

    #[test]
    fn runs_that_were_left_out_are_counted_and_their_versions_do_not() {
        assert_eq!(
            notes(&["c1", "c2"], |_| "p1".to_owned()),
            ["Left out because a later run has the same task, configuration and seed: 1."]
        );
    }
}
