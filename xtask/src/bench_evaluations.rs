//! `cargo xtask bench evaluations`: how many states greedy best-first search evaluates per second, ours and
//! Fast Downward's, on the same SAS+ files.

use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::peer::{self, Peer};
use crate::run::{self, Limits, Streams};
use crate::suites::{Task, read_suites, select};
use crate::table::{geometric_mean, minimum, new_table};
use crate::workspace;

const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// Fewer evaluations than this say nothing about speed.
const FEWEST_EVALUATIONS: f64 = 1000.0;

/// Arguments of `bench evaluations`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// Only this domain; may be repeated.
    #[arg(long)]
    domain: Vec<String>,
    /// Tasks of each domain, evenly spaced.
    #[arg(long, default_value_t = 3, value_name = "N")]
    per_domain: usize,
    /// Seconds for each search.
    #[arg(long, default_value_t = 4, value_name = "S")]
    time_limit: u64,
    /// Heuristic: ff, add, max, gc or blind.
    #[arg(long, default_value = "ff")]
    heuristic: String,
}

/// Evaluations, and the processor seconds they took.
#[derive(Clone, Copy, Debug)]
struct Speed {
    evaluations: f64,
    seconds: f64,
}

impl Speed {
    fn per_second(self) -> f64 {
        self.evaluations / self.seconds
    }
}

/// Measures and prints the table. Fails if the geometric mean of the ratios is below 2.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(|| workspace::root().join("../shared"));
    let tasks = read_suites(&shared, &["paper24", "ipc2018"])?;
    let tasks = select(tasks, &arguments.domain, Some(arguments.per_domain))?;
    let extremal = Extremal::build(Duration::from_secs(300), MEMORY_LIMIT_KIB)?;
    let peer = peer::set_up()?;
    println!("Command: cargo xtask {}", env::args().skip(1).collect::<Vec<_>>().join(" "));
    println!(
        "Evaluations per processor second, {} s each, one at a time. Ours count reading the file, too.",
        arguments.time_limit
    );
    let mut table = new_table(&["task", "ours", "Fast Downward", "ratio"]);
    let mut ratios = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let scratch = workspace::scratch_directory()?;
        let sas_file = scratch.path().join("task.sas");
        if !extremal.translate(task, &sas_file)?.is_ok() {
            continue;
        }
        let ours = || measure_ours(&extremal, arguments, scratch.path());
        let theirs = || measure_theirs(&peer, arguments, scratch.path());
        let (ours, theirs) = if number % 2 == 0 {
            let ours = ours()?;
            (ours, theirs()?)
        } else {
            let theirs = theirs()?;
            (ours()?, theirs)
        };
        let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
        if ours.evaluations < FEWEST_EVALUATIONS || theirs.evaluations < FEWEST_EVALUATIONS {
            continue;
        }
        let ratio = ours.per_second() / theirs.per_second();
        table.add_row([
            task_name(task),
            format!("{:.0}", ours.per_second()),
            format!("{:.0}", theirs.per_second()),
            format!("{ratio:.2}"),
        ]);
        ratios.push(ratio);
        eprintln!("{} of {}: {} {ratio:.2}", number + 1, tasks.len(), task_name(task));
    }
    println!("{table}");
    let mean = geometric_mean(ratios.iter().copied()).context("no task was large enough")?;
    println!(
        "{} tasks: geometric mean of the ratios {mean:.2}, smallest {:.2}",
        ratios.len(),
        minimum(ratios.iter().copied()).unwrap_or(mean)
    );
    Ok(Verdict::passed_if(mean >= 2.0))
}

fn task_name(task: &Task) -> String {
    task.problem.trim_end_matches(".pddl").to_owned()
}

fn limits(arguments: &Arguments) -> Limits {
    Limits { time: Duration::from_secs(arguments.time_limit + 60), memory_kib: Some(MEMORY_LIMIT_KIB) }
}

/// `None` if the search could not be run, for example because a heuristic does not support the task.
fn measure_ours(
    extremal: &Extremal,
    arguments: &Arguments,
    scratch: &std::path::Path,
) -> Result<Option<Speed>> {
    let output = scratch.join("ours.json");
    let mut command = Command::new(&extremal.binary);
    command.args(["solve", "--json", "--quiet", "--search", "gbfs", "--heuristic", &arguments.heuristic]);
    command.arg("--time-limit").arg(arguments.time_limit.to_string());
    command.arg("--plan-file").arg(scratch.join("ours.plan")).arg(scratch.join("task.sas"));
    let error = scratch.join("ours.err");
    let usage =
        run::run(&mut command, limits(arguments), Streams { input: None, output: &output, error: &error })?;
    let text = std::fs::read_to_string(&output)?;
    let Ok(report) = serde_json::from_str::<serde_json::Value>(&text) else { return Ok(None) };
    let evaluations = report["evaluations"].as_f64();
    Ok(evaluations.map(|evaluations| Speed { evaluations, seconds: usage.cpu.as_secs_f64().max(1e-3) }))
}

fn measure_theirs(peer: &Peer, arguments: &Arguments, scratch: &std::path::Path) -> Result<Option<Speed>> {
    let heuristic = match arguments.heuristic.as_str() {
        "gc" => "goalcount",
        "max" => "hmax",
        other => other,
    };
    let output = scratch.join("theirs.log");
    let mut command = Command::new(&peer.search);
    let search = format!("eager_greedy([{heuristic}()],max_time={})", arguments.time_limit);
    command.args(["--search", &search]).current_dir(scratch);
    let error = scratch.join("theirs.err");
    let sas_file = scratch.join("task.sas");
    let streams = Streams { input: Some(&sas_file), output: &output, error: &error };
    run::run(&mut command, limits(arguments), streams)?;
    let log = std::fs::read_to_string(&output)?;
    let number = |prefix: &str, suffix: &str| -> Option<f64> {
        let line = log.lines().rev().find(|line| line.contains(prefix))?;
        line.split(prefix).nth(1)?.split(suffix).next()?.trim().parse().ok()
    };
    let evaluations = number("Evaluated ", " state(s)");
    let seconds = number("Search time: ", "s");
    Ok(evaluations
        .zip(seconds)
        .map(|(evaluations, seconds)| Speed { evaluations, seconds: seconds.max(1e-3) }))
}
