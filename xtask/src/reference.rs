//! The sizes of a ground task, as Fast Downward's translator prints them, and what was recorded of it.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};

const TABLES: [&str; 3] = ["paper24", "ipc2018", "adl"];

/// The sizes that are compared, by the names of the reference tables and of `extremal translate --json`.
const COLUMNS: [&str; 8] = [
    "variables",
    "derived_variables",
    "facts",
    "goal_facts",
    "mutex_groups",
    "operators",
    "axioms",
    "task_size",
];

/// One number for each of the columns; `None` where it was not recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes([Option<u64>; COLUMNS.len()]);

impl Sizes {
    /// Asks for the number of each column by its name.
    pub fn from_lookup(mut lookup: impl FnMut(&str) -> Option<u64>) -> Self {
        Sizes(COLUMNS.map(&mut lookup))
    }

    /// The number of one column.
    pub fn get(&self, column: &str) -> Option<u64> {
        COLUMNS.iter().position(|&name| name == column).and_then(|place| self.0[place])
    }

    /// Whether this is the task that Fast Downward writes for a goal that is not even relaxed-reachable: one
    /// variable whose wrong value is the goal, and no operators.
    pub fn is_trivially_unsolvable(&self) -> bool {
        ["variables", "facts", "goal_facts", "operators", "axioms"].map(|column| self.get(column))
            == [Some(1), Some(2), Some(1), Some(0), Some(0)]
    }

    /// The columns with another number than the reference has, and both numbers; ours may be missing.
    pub fn differences_from(&self, reference: &Sizes) -> Vec<(&'static str, Option<u64>, u64)> {
        let columns = COLUMNS.into_iter().zip(self.0).zip(reference.0);
        let known = columns.filter_map(|((column, ours), theirs)| Some((column, ours, theirs?)));
        known.filter(|&(_, ours, theirs)| ours != Some(theirs)).collect()
    }
}

/// What Fast Downward's translator did on one task.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// `ok`, or `fail...` where it did not finish within its limits.
    pub status: String,
    /// Its time on the machine where the table was made: an order of magnitude, no more.
    pub seconds: Option<f64>,
    /// The sizes of the ground task.
    pub sizes: Sizes,
}

impl Reference {
    /// Whether Fast Downward finished.
    pub fn is_ok(&self) -> bool {
        self.status == "ok"
    }
}

/// Recorded results by problem file, relative to the folder of all benchmarks.
pub type References = HashMap<String, Reference>;

/// Reads `SHARED/reference/fd_translate_*.csv`.
pub fn read_references(shared: &Path) -> Result<References> {
    let mut references = References::new();
    for table in TABLES {
        let path = shared.join("reference").join(format!("fd_translate_{table}.csv"));
        let file = std::fs::File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        read_table(file, &mut references).with_context(|| format!("in {}", path.display()))?;
    }
    Ok(references)
}

fn read_table(text: impl std::io::Read, references: &mut References) -> Result<()> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text);
    let header = reader.headers()?.clone();
    for record in reader.records() {
        let record = record?;
        let field = |name: &str| {
            let column = header.iter().position(|column| column == name)?;
            record.get(column).filter(|field| !field.is_empty())
        };
        let problem = field("problem").context("a row without a problem")?;
        let reference = Reference {
            status: field("status").context("a row without a status")?.to_owned(),
            seconds: field("translate_s").and_then(|seconds| seconds.parse().ok()),
            sizes: Sizes::from_lookup(|column| field(column)?.parse().ok()),
        };
        references.insert(problem.to_owned(), reference);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_by_column_name_and_may_be_incomplete() {
        let text = "# a note\ndomain,problem,status,translate_s,operators,variables\n\
                    grid,grid/p1.pddl,ok,0.25,7,3\n\
                    grid,grid/p2.pddl,fail124,200.5,,\n";
        let mut references = References::new();
        read_table(text.as_bytes(), &mut references).unwrap();
        let (first, second) = (&references["grid/p1.pddl"], &references["grid/p2.pddl"]);
        assert!(first.is_ok() && !second.is_ok());
        assert_eq!((first.seconds, first.sizes.get("operators")), (Some(0.25), Some(7)));
        assert_eq!((first.sizes.get("task_size"), second.sizes), (None, Sizes::default()));
        assert!(read_table("domain,status\ngrid,ok\n".as_bytes(), &mut references).is_err());
    }

    #[test]
    fn only_what_the_reference_has_is_compared() {
        let sizes = |facts| Sizes::from_lookup(|column| if column == "facts" { facts } else { Some(1) });
        let differences = |ours, theirs| sizes(ours).differences_from(&sizes(theirs));
        assert_eq!(differences(Some(2), Some(2)), []);
        assert_eq!(differences(Some(2), None), []);
        assert_eq!(differences(Some(2), Some(3)), [("facts", Some(2), 3)]);
        assert_eq!(differences(None, Some(3)), [("facts", None, 3)]);
    }
}
