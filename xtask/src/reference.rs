//! The recorded results of Fast Downward's translator.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};

use crate::sizes::Sizes;

const TABLES: [&str; 3] = ["paper24", "ipc2018", "adl"];

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

fn read_table(text: impl Read, references: &mut References) -> Result<()> {
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
        let first = &references["grid/p1.pddl"];
        assert!(first.is_ok());
        assert_eq!(first.seconds, Some(0.25));
        assert_eq!((first.sizes.get("operators"), first.sizes.get("variables")), (Some(7), Some(3)));
        assert_eq!(first.sizes.get("task_size"), None);
        let second = &references["grid/p2.pddl"];
        assert!(!second.is_ok());
        assert_eq!(second.sizes, Sizes::default());
    }

    #[test]
    fn a_table_without_problems_is_refused() {
        assert!(read_table("domain,status\ngrid,ok\n".as_bytes(), &mut References::new()).is_err());
    }
}
