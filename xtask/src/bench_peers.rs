//! `cargo xtask bench peers`: Extremal and Fast Downward alternately on the same tasks, one table per phase of
//! planning, and whether what must hold does.

mod memory;
pub mod report;
mod search;
pub mod session;
mod speed;
mod suite;
pub mod table;
mod threads;
mod total;
pub mod translation;
mod trees;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use crate::Verdict;
use crate::document;
use crate::suites::Task;
use crate::table::seconds;
use crate::workspace;
use session::Session;
use suite::Marked;
use table::Table;

/// Seconds that either translator has.
const TRANSLATION_SECONDS: u64 = 300;

/// Arguments of `bench peers`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Ten tasks and searches of one second: a few minutes.
    #[arg(long)]
    quick: bool,
    /// Only this phase; may be repeated.
    #[arg(long, value_enum)]
    phase: Vec<Phase>,
    /// Only tasks whose name contains this; may be repeated.
    #[arg(long, value_name = "TEXT")]
    task: Vec<String>,
    /// Folder with `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// Seconds for each search [default: 3, with --quick 1].
    #[arg(long, value_name = "S")]
    search_seconds: Option<f64>,
    /// Seconds from the files to the plan [default: 60, with --quick 4].
    #[arg(long, value_name = "S")]
    total_seconds: Option<u64>,
    /// States at which memory is measured [default: 1000000, with --quick 100000].
    #[arg(long, value_name = "N")]
    states: Option<u64>,
    /// Write all figures to this CSV file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the tables to this Markdown file, between its lines `<!-- begin bench peers -->` and
    /// `<!-- end bench peers -->` if it exists.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Phase {
    /// Time and memory of the translation.
    Translation,
    /// Evaluations per second, gbfs with ff.
    Ff,
    /// Evaluations per second, gbfs with add.
    Add,
    /// Evaluations per second, gbfs with max.
    Max,
    /// Evaluations per second, gbfs with gc.
    Gc,
    /// Expansions per second, gbfs with blind.
    Blind,
    /// Bytes per state, of gbfs and of a tree search.
    Memory,
    /// Time from the files to the first plan, gbfs with ff.
    Total,
    /// guct-uniform against our own gbfs.
    Trees,
    /// Two threads against one.
    Threads,
}

/// Measures, prints, writes. Fails if a bound does not hold.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let started = Instant::now();
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let tasks = suite::read(&shared)?;
    let tasks: Vec<&Marked> = tasks
        .iter()
        .filter(|marked| marked.quick || !arguments.quick)
        .filter(|marked| {
            arguments.task.is_empty() || arguments.task.iter().any(|text| marked.task.problem.contains(text))
        })
        .collect();
    let missing = tasks.iter().find(|marked| !marked.task.problem_file.exists());
    ensure!(!tasks.is_empty(), "no task is called like that");
    ensure!(missing.is_none(), "needs the benchmark collection in {}", shared.display());
    let usual = |quick, full| if arguments.quick { quick } else { full };
    let session = Session::new(
        TRANSLATION_SECONDS,
        arguments.search_seconds.unwrap_or(if arguments.quick { 1.0 } else { 3.0 }),
        arguments.total_seconds.unwrap_or(usual(4, 60)),
        arguments.states.unwrap_or(usual(100_000, 1_000_000)),
    )?;
    session.announce(&format!("{} tasks; {} s for each search", tasks.len(), session.search_seconds))?;
    let mut tables: Vec<Table> = Vec::new();
    for phase in Phase::value_variants() {
        if arguments.phase.is_empty() || arguments.phase.contains(phase) {
            let measured = measure(&session, &tasks, *phase);
            measured.iter().for_each(report::print);
            tables.extend(measured);
        }
    }
    let verdict = finish("bench peers", &tables, arguments.out.as_deref(), arguments.markdown.as_deref())?;
    println!("Total time {} s.", seconds(started.elapsed()));
    Ok(verdict)
}

/// Writes the tables of a bench to files. Fails if a bound does not hold.
pub fn finish(bench: &str, tables: &[Table], csv: Option<&Path>, markdown: Option<&Path>) -> Result<Verdict> {
    if let Some(path) = csv {
        report::write_csv(path, tables)?;
        println!("\nAll figures: {}", path.display());
    }
    if let Some(path) = markdown {
        document::put(path, bench, &report::markdown(tables))?;
    }
    let broken = tables.iter().flat_map(Table::judge).filter(|(_, holds)| !holds).count();
    println!("\n{broken} bounds do not hold.");
    Ok(Verdict::passed_if(broken == 0))
}

fn measure(session: &Session, marked: &[&Marked], phase: Phase) -> Vec<Table> {
    let tasks: &[&Task] = &marked.iter().map(|marked| &marked.task).collect::<Vec<_>>();
    match phase {
        Phase::Translation => translation::translation(session, tasks).into(),
        Phase::Ff => vec![speed::speed(session, tasks, "ff")],
        Phase::Add => vec![speed::speed(session, tasks, "add")],
        Phase::Max => vec![speed::speed(session, tasks, "max")],
        Phase::Gc => vec![speed::speed(session, tasks, "gc")],
        Phase::Blind => vec![speed::speed(session, tasks, "blind")],
        Phase::Memory => memory::memory(session, marked).into(),
        Phase::Total => vec![total::total(session, tasks)],
        Phase::Trees => trees::trees(session, tasks).into(),
        Phase::Threads => vec![threads::threads(session, tasks)],
    }
}
