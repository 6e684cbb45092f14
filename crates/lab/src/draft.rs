//! An experiment as its author writes it, on the command line or in a TOML file, before it is checked.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use extremal::grammar;
use serde::{Deserialize, Serialize};

use crate::experiment::ExperimentError;
use crate::limits::Limits;
use crate::suite::SUITES;

/// What the author said. What was left out comes from elsewhere.
///
/// ```toml
/// suite = "paper24"
/// searches = ["gbfs", "guct-uniform(floor=0)"]
/// heuristics = ["ff", "ff+po"]
/// seeds = 5
/// max_evaluations = 10000
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Name or file of the suite.
    pub suite: Option<String>,
    /// The benchmark folder.
    pub benchmarks: Option<PathBuf>,
    /// Only these domains of the suite.
    pub domains: Option<Vec<String>>,
    /// At most so many tasks of each domain, evenly spaced.
    pub per_domain: Option<NonZeroUsize>,
    /// Searches.
    pub searches: Option<Words>,
    /// Columns such as `ff+po`.
    pub heuristics: Option<Words>,
    /// Seeds.
    pub seeds: Option<Seeds>,
    /// Limit of evaluations.
    pub max_evaluations: Option<u64>,
    /// Limit of expansions.
    pub max_expansions: Option<u64>,
    /// Limit of time in seconds.
    pub time_limit: Option<f64>,
    /// Limit of memory in MiB.
    pub memory_limit: Option<u64>,
    /// Whether runs on a task share the heuristic values that they compute.
    pub share_values: Option<bool>,
    /// Whether results have the plans.
    pub keep_plans: Option<bool>,
    /// Processes at the same time.
    pub jobs: Option<NonZeroUsize>,
}

/// One text with commas, or a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Words {
    /// `"gbfs, guct(c=2)"`
    Text(String),
    /// `["gbfs", "guct(c=2)"]`
    List(Vec<String>),
}

/// How many seeds, or which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Seeds {
    /// `5`: the seeds 1 to 5.
    Count(u64),
    /// `"7,9"` or `"1..3"`.
    Text(String),
    /// `[7, 9]`
    List(Vec<u64>),
}

impl Words {
    /// The single words. Commas inside of parentheses belong to a word.
    pub fn split(&self) -> Vec<String> {
        let texts = match self {
            Words::Text(text) => std::slice::from_ref(text),
            Words::List(texts) => texts,
        };
        let words = texts.iter().flat_map(|text| grammar::split(text, ','));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

impl Draft {
    /// Reads a TOML file. Paths in it are relative to its folder.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        let wrong = |message: String| ExperimentError::File { path: path.to_owned(), message };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let mut draft: Draft = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        draft.benchmarks = draft.benchmarks.map(|benchmarks| folder.join(benchmarks));
        draft.suite = draft.suite.map(|suite| match SUITES.iter().any(|(name, _)| *name == suite) {
            true => suite,
            false => folder.join(suite).to_string_lossy().into_owned(),
        });
        Ok(draft)
    }

    /// This draft, and where it says nothing, the other.
    pub fn or(self, other: Draft) -> Draft {
        Draft {
            suite: self.suite.or(other.suite),
            benchmarks: self.benchmarks.or(other.benchmarks),
            domains: self.domains.or(other.domains),
            per_domain: self.per_domain.or(other.per_domain),
            searches: self.searches.or(other.searches),
            heuristics: self.heuristics.or(other.heuristics),
            seeds: self.seeds.or(other.seeds),
            max_evaluations: self.max_evaluations.or(other.max_evaluations),
            max_expansions: self.max_expansions.or(other.max_expansions),
            time_limit: self.time_limit.or(other.time_limit),
            share_values: self.share_values.or(other.share_values),
            memory_limit: self.memory_limit.or(other.memory_limit),
            keep_plans: self.keep_plans.or(other.keep_plans),
            jobs: self.jobs.or(other.jobs),
        }
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        Limits {
            max_evaluations: self.max_evaluations,
            max_expansions: self.max_expansions,
            time_limit: self.time_limit,
            memory_limit: self.memory_limit,
            share_values: self.share_values.unwrap_or(false),
            keep_plans: self.keep_plans.unwrap_or(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_with_paths_beside_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("experiment.toml");
        std::fs::write(
            &path,
            "suite = 'mine.txt'\nbenchmarks = '../b'\nsearches = 'a, b(c=1,d=2)'\nseeds = 3\n",
        )
        .unwrap();
        let draft = Draft::read(&path).unwrap();
        assert_eq!(draft.suite.as_deref(), folder.path().join("mine.txt").to_str());
        assert_eq!(draft.benchmarks, Some(folder.path().join("../b")));
        assert_eq!(draft.searches.as_ref().unwrap().split(), ["a", "b(c=1,d=2)"]);
        assert_eq!(draft.seeds, Some(Seeds::Count(3)));
        let named = Draft { suite: Some("ipc2018".to_owned()), ..Draft::default() }.or(draft.clone());
        assert_eq!((named.suite.as_deref(), named.seeds), (Some("ipc2018"), draft.seeds));
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("experiment.toml");
        std::fs::write(&path, "suite = 'paper24'\nserches = 'gbfs'\n").unwrap();
        let message = Draft::read(&path).unwrap_err().to_string();
        assert!(message.contains("serches") && message.contains("line 2"), "{message}");
        for key in ["per_domain", "jobs"] {
            std::fs::write(&path, format!("{key} = 0\n")).unwrap();
            let message = Draft::read(&path).unwrap_err().to_string();
            assert!(message.contains(key) && message.contains("nonzero"), "{message}");
        }
    }
}
