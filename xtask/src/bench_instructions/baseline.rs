//! The stored counts.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::run::printed;
use crate::workspace;

/// Where the counts are, from the root of the workspace.
pub const FILE: &str = "xtask/instructions.json";

/// Counts, and the compiler that they belong to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// Who compiled the benchmarks.
    pub compiler: Compiler,
    /// Instructions of each benchmark.
    pub counts: BTreeMap<String, u64>,
}

/// What decides which instructions a program has. Other versions have others, and neither is a defect of ours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Compiler {
    /// As `rustc --version` says it.
    pub version: String,
    /// The machine that code is made for.
    pub target: String,
    /// What that machine's processor is assumed to have.
    pub features: String,
}

impl Compiler {
    /// The compiler that cargo uses here.
    pub fn current() -> Result<Self> {
        let details = ask_rustc(&["--version", "--verbose"])?;
        let line = |key: &str| details.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("?");
        let configuration = ask_rustc(&["--print", "cfg"])?;
        let features: Vec<&str> = configuration
            .lines()
            .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'))
            .collect();
        Ok(Compiler {
            version: details.lines().next().unwrap_or("?").to_owned(),
            target: line("host: ").to_owned(),
            features: features.join(" "),
        })
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for {} with {}", self.version, self.target, self.features)
    }
}

fn ask_rustc(question: &[&str]) -> Result<String> {
    // Flags for the processor change the features that rustc tells of.
    let flags = env::var("RUSTFLAGS").unwrap_or_default();
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    printed(command.current_dir(workspace::root()).args(flags.split_whitespace()).args(question))
}

/// By how many per cent a count is larger than before.
pub fn percent_more(before: u64, now: u64) -> f64 {
    100.0 * (now as f64 / before.max(1) as f64 - 1.0)
}

impl Baseline {
    /// The stored counts, if there are any.
    pub fn read() -> Result<Option<Self>> {
        let path = workspace::root().join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {FILE}"))?;
        serde_json::from_str(&text).with_context(|| format!("cannot understand {FILE}")).map(Some)
    }

    /// Stores the counts.
    pub fn write(&self) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(workspace::root().join(FILE), text).with_context(|| format!("cannot write {FILE}"))
    }

    /// What is new, gone, or larger by more than this share, in words.
    pub fn changes(&self, counts: &BTreeMap<String, u64>, allowed_rise: f64) -> Vec<String> {
        let mut changes = Vec::new();
        for (name, &now) in counts {
            match self.counts.get(name) {
                None => changes.push(format!("{name} has no stored count")),
                Some(&before) if now as f64 > before as f64 * (1.0 + allowed_rise) => {
                    let more = percent_more(before, now);
                    changes.push(format!(
                        "{name} takes {now} instructions, {more:.1} % more than the stored {before}"
                    ));
                }
                Some(_) => {}
            }
        }
        let gone = self.counts.keys().filter(|name| !counts.contains_key(*name));
        changes.extend(gone.map(|name| format!("{name} has a stored count but did not run")));
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rises_above_the_limit_and_missing_counts_are_changes() {
        let counts = |entries: [(&str, u64); 3]| entries.map(|(name, count)| (name.to_owned(), count)).into();
        let compiler = Compiler { version: "1".into(), target: "t".into(), features: "f".into() };
        let stored = Baseline { compiler, counts: counts([("fast", 1000), ("gone", 5), ("slow", 1000)]) };
        let changes = |now| stored.changes(&counts(now), 0.03);
        let missing = ["new has no stored count", "gone has a stored count but did not run"];
        assert_eq!(changes([("fast", 500), ("new", 1), ("slow", 1030)]), missing);
        let rise = ["slow takes 1031 instructions, 3.1 % more than the stored 1000"];
        assert_eq!(changes([("fast", 1000), ("gone", 5), ("slow", 1031)]), rise);
    }

    #[test]
    fn the_compiler_is_known() {
        let compiler = Compiler::current().unwrap();
        assert!(compiler.version.starts_with("rustc "), "{compiler}");
        assert!(compiler.target.contains('-'), "{compiler}");
    }
}
