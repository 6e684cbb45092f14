//! The folder in which an experiment keeps its results.

use std::fs;
use std::path::{Path, PathBuf};

use crate::database::write_database;
use crate::experiment::Experiment;
use crate::read::{Results, StoreError, read_results};
use crate::shard::SHARDS;
use crate::temporary::write_whole;

/// The file in a store that says what was run.
pub const EXPERIMENT: &str = "experiment.toml";

/// Makes a store if it does not exist, notes the experiment in it, and returns the results that it has. A
/// store can hold the results of several experiments: the file of the last one has the plain name.
pub fn open_store(store: &Path, experiment: &Experiment) -> Result<Results, StoreError> {
    let shards = store.join(SHARDS);
    fs::create_dir_all(&shards).map_err(StoreError::write(&shards))?;
    let results = read_results(store)?;
    let path = store.join(EXPERIMENT);
    let text = experiment.to_toml();
    if fs::read_to_string(&path).is_ok_and(|old| old != text) {
        let old = free_name(store);
        fs::rename(&path, &old).map_err(StoreError::write(&old))?;
    }
    write_whole(&path, |out| out.write_all(text.as_bytes())).map_err(StoreError::write(&path))?;
    Ok(results)
}

/// A name for the file of an earlier experiment.
fn free_name(store: &Path) -> PathBuf {
    let mut number = 1;
    loop {
        let path = store.join(format!("experiment-{number}.toml"));
        if !path.exists() {
            return path;
        }
        number += 1;
    }
}

/// Builds the database of a store from its shards, and returns the results.
pub fn collect(store: &Path) -> Result<Results, StoreError> {
    let results = read_results(store)?;
    write_database(store, &results.rows)?;
    Ok(results)
}
