//! `cargo xtask bench translate`: Fast Downward's translator and ours, side by side.

use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::Verdict;
use crate::bench_table;
use crate::extremal::{Extremal, Translation};
use crate::fast_downward::{FastDownward, limits};
use crate::peer;
use crate::pool;
use crate::reference::read_references;
use crate::run::{Usage, alternate};
use crate::suites::{Task, read_suites, select};
use crate::table::seconds;
use crate::workspace;

const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// Arguments of `bench translate`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites`, `benchmarks` and `reference` [default: shared, beside the workspace].
    #[arg(long)]
    pub shared: Option<PathBuf>,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Tasks of each domain, evenly spaced among those that Fast Downward is recorded to translate.
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub per_domain: usize,
    /// All tasks of the suite, also those on which Fast Downward runs into its limits.
    #[arg(long)]
    pub full: bool,
    /// Seconds for each translation of either.
    #[arg(long, default_value_t = 300, value_name = "S")]
    pub time_limit: u64,
}

/// What both did on one task.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The task.
    pub task: Task,
    /// Our translation.
    pub ours: Translation,
    /// Fast Downward's.
    pub theirs: Usage,
}

/// Measures, prints the table and writes `bench/translate.csv` in the build directory.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(|| workspace::root().join("../shared"));
    let tasks = choose(arguments, &shared)?;
    let extremal = Extremal::build(Duration::from_secs(arguments.time_limit), MEMORY_LIMIT_KIB)?;
    let fast_downward =
        FastDownward { peer: peer::set_up()?, limits: limits(arguments.time_limit, MEMORY_LIMIT_KIB) };
    let Some(first) = tasks.first() else { bail!("no tasks") };
    println!("{} and {}", extremal.version()?, fast_downward.version()?);
    println!("Command: cargo xtask {}", env::args().skip(1).collect::<Vec<_>>().join(" "));
    println!(
        "{} tasks of IPC 2018, {} s and 8 GiB each, one at a time, alternating; SAS+ files written by both.",
        tasks.len(),
        arguments.time_limit
    );

    let scratch = workspace::scratch_directory()?;
    // Brings the binary into memory; Python's own files are warm after its first, slowest import.
    extremal.translate(first, &scratch.path().join("warm-up.sas"))?;
    let started = Instant::now();
    let numbered: Vec<(usize, &Task)> = tasks.iter().enumerate().collect();
    let pairs = pool::map(
        &numbered,
        1,
        |(_, task)| task.problem.clone(),
        |(number, task)| measure(&extremal, &fast_downward, task, number % 2 == 0),
    )?;
    let directory = workspace::target_directory().join("bench");
    std::fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let file = directory.join("translate.csv");
    bench_table::write_csv(&file, &pairs)?;
    let verdict = bench_table::print(&pairs);
    println!("Total time {} s. All figures: {}", seconds(started.elapsed()), file.display());
    Ok(verdict)
}

fn choose(arguments: &Arguments, shared: &std::path::Path) -> Result<Vec<Task>> {
    let tasks = read_suites(shared, &["ipc2018"])?;
    if arguments.full {
        return select(tasks, &arguments.domain, None);
    }
    let references = read_references(shared)?;
    let feasible = select(tasks, &arguments.domain, None)?
        .into_iter()
        .filter(|task| references.get(&task.problem).is_some_and(|reference| reference.is_ok()))
        .collect();
    select(feasible, &[], Some(arguments.per_domain))
}

/// Runs both, one after the other.
pub fn measure(
    extremal: &Extremal,
    fast_downward: &FastDownward,
    task: &Task,
    ours_first: bool,
) -> Result<Pair> {
    let scratch = workspace::scratch_directory()?;
    let (ours, (theirs, _)) = alternate(
        ours_first,
        || extremal.translate(task, &scratch.path().join("ours.sas")),
        || fast_downward.translate(task, &scratch.path().join("theirs.sas")),
    )?;
    Ok(Pair { task: task.clone(), ours, theirs })
}
