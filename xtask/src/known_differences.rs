//! The differences from Fast Downward that are understood: xtask/known-differences.txt.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::sizes::COLUMNS;

/// Domain, column and reason of each known difference.
#[derive(Clone, Debug, Default)]
pub struct KnownDifferences(Vec<(String, String, String)>);

impl KnownDifferences {
    /// Reads the file of the workspace.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let mut entries = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<_> = line.splitn(3, ',').map(str::trim).collect();
            let &[domain, column, reason] = fields.as_slice() else {
                bail!("expected `domain, column, reason`: {line}");
            };
            if !COLUMNS.contains(&column) || reason.is_empty() {
                bail!("no such column, or no reason: {line}");
            }
            entries.push((domain.to_owned(), column.to_owned(), reason.to_owned()));
        }
        Ok(KnownDifferences(entries))
    }

    /// Why a column of a domain may be larger, if that is known.
    pub fn reason(&self, domain: &str, column: &str) -> Option<&str> {
        let entry = self.0.iter().find(|(d, c, _)| d == domain && c == column)?;
        Some(&entry.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_for_their_domain_and_column_only() {
        let known = KnownDifferences::parse("# note\n\ngrid, axioms, split, on purpose\n").unwrap();
        assert_eq!(known.reason("grid", "axioms"), Some("split, on purpose"));
        assert_eq!(known.reason("grid", "facts"), None);
        assert_eq!(known.reason("movie", "axioms"), None);
    }

    #[test]
    fn mistakes_in_the_file_are_found() {
        assert!(KnownDifferences::parse("grid, axiom, why").is_err());
        assert!(KnownDifferences::parse("grid, axioms").is_err());
        assert!(KnownDifferences::parse("grid, axioms,").is_err());
    }

    #[test]
    fn the_file_of_the_workspace_is_well_formed() {
        KnownDifferences::read(&crate::workspace::root().join("xtask/known-differences.txt")).unwrap();
    }
}
