//! `cargo xtask bench translate`: Fast Downward's translator and ours on many tasks of IPC 2018.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::bench_peers::{finish, report, session::Session, table::Bound, translation::translation};
use crate::reference::read_references;
use crate::suites::{Task, read_suites, select};
use crate::workspace;

/// Memory is judged only where Fast Downward takes at least so many MiB, and must then be at least so much less.
const NOTABLE_MIB: f64 = 500.0;
const LEAST_MEMORY_RATIO: f64 = 5.0;

/// Arguments of `bench translate`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites`, `benchmarks` and `reference` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// Only this domain; may be repeated.
    #[arg(long)]
    domain: Vec<String>,
    /// Tasks of each domain, evenly spaced among those that Fast Downward is recorded to translate.
    #[arg(long, default_value_t = 6, value_name = "N")]
    per_domain: usize,
    /// All tasks of the suite, also those on which Fast Downward runs into its limits.
    #[arg(long)]
    full: bool,
    /// Seconds for each translation of either.
    #[arg(long, default_value_t = 300, value_name = "S")]
    time_limit: u64,
}

/// Measures, prints the tables and writes `bench/translate.csv` in the build directory.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let tasks = choose(arguments)?;
    ensure!(!tasks.is_empty(), "no tasks");
    let session = Session::new(arguments.time_limit, 0.0, 0, 0)?;
    session.announce(&format!("{} tasks of IPC 2018", tasks.len()))?;
    // Brings the binary into memory; Python's own files are warm after its first, slowest import.
    session.extremal.translate(&tasks[0], &session.folder().join("warm-up.sas"))?;
    let [time, _, mut memory] = translation(&session, &tasks.iter().collect::<Vec<_>>());
    memory.title += ", where Fast Downward takes over 500";
    memory.rows.retain(|row| row.second > NOTABLE_MIB);
    if !memory.rows.is_empty() {
        memory.bounds = vec![Bound::Each(LEAST_MEMORY_RATIO)];
    }
    let folder = workspace::target_directory().join("bench");
    std::fs::create_dir_all(&folder)?;
    let tables = [time, memory];
    tables.iter().for_each(report::print);
    finish("bench translate", &tables, Some(&folder.join("translate.csv")), None)
}

fn choose(arguments: &Arguments) -> Result<Vec<Task>> {
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let tasks = select(read_suites(&shared, &["ipc2018"])?, &arguments.domain, None)?;
    if arguments.full {
        return Ok(tasks);
    }
    let references = read_references(&shared)?;
    let is_feasible = |task: &Task| references.get(&task.problem).is_some_and(|theirs| theirs.is_ok());
    select(tasks.into_iter().filter(is_feasible).collect(), &[], Some(arguments.per_domain))
}
