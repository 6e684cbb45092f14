//! Small experiments on the examples of the repository, and what is in their stores.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Finished, repository, run, text};

/// A folder with a suite of the examples in it, and room for stores.
pub fn laboratory(domains: &[&str], problems: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut suite = String::new();
    for domain in domains {
        for problem in problems {
            suite += &format!("{domain}\t{domain}/{problem}.pddl\n");
        }
    }
    fs::write(folder.path().join("suite.txt"), suite).unwrap();
    folder
}

/// The arguments of an experiment on the suite of a laboratory, with results in a store of this name.
pub fn lab_run(laboratory: &Path, store: &str, more: &[&str]) -> Vec<String> {
    let suite = text(laboratory.join("suite.txt"));
    let benchmarks = text(repository().join("examples"));
    let store = text(laboratory.join(store));
    let mut arguments: Vec<String> =
        ["lab", "run", "--suite", &suite, "--benchmarks", &benchmarks, "--out", &store]
            .map(str::to_owned)
            .into();
    arguments.extend(more.iter().map(|&argument| argument.to_owned()));
    arguments
}

pub fn run_owned(arguments: &[String]) -> Finished {
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All finished lines of all shards.
pub fn rows(store: &Path) -> Vec<Value> {
    let Ok(shards) = fs::read_dir(store.join("shards")) else { return Vec::new() };
    let mut rows = Vec::new();
    for shard in shards {
        let text = fs::read_to_string(shard.unwrap().path()).unwrap();
        let finished = text.rfind('\n').map_or("", |end| &text[..end]);
        rows.extend(finished.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
    }
    rows
}

/// What a store says, apart from times: by the id of the run.
pub fn without_times(rows: &[Value]) -> BTreeMap<String, Value> {
    let mut results = BTreeMap::new();
    for row in rows {
        let mut row = row.clone();
        let fields = row.as_object_mut().unwrap();
        fields
            .retain(|name, _| !name.ends_with("_seconds") && name != "started" && name != "peak_memory_kib");
        let id = fields["id"].as_str().unwrap().to_owned();
        assert!(results.insert(id, row).is_none(), "a run was done twice");
    }
    results
}
