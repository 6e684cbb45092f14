//! `cargo xtask bench threads`: the default search with two threads against one, from PDDL files to the plan.
//!
//! Which tasks are measured follows from a rule. The tasks of the suites are tried in order with one thread, and one is
//! taken if its plan comes within the time that is asked for and takes so many evaluations that the first member does not find it
//! in its first turn; so many of each domain, until there are enough.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::Verdict;
use crate::bench_peers::session::name;
use crate::bench_peers::table::{Bound, Figures, Row, Table};
use crate::bench_peers::{finish, report};
use crate::extremal::Extremal;
use crate::our_search::MEMORY_LIMIT_KIB;
use crate::run::Usage;
use crate::suites::{Task, read_suites};
use crate::workspace;

/// Wall-clock time with two threads compared with one, in the geometric mean, must not be more than this.
const MOST: f64 = 0.65;

/// Arguments of `bench threads`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// A suite; may be repeated [default: ipc2018 and ipc2014].
    #[arg(long)]
    suite: Vec<String>,
    /// Every how many tasks of the suites are tried.
    #[arg(long, default_value_t = 1, value_name = "N")]
    every: usize,
    /// Tasks to be measured.
    #[arg(long, default_value_t = 20, value_name = "N")]
    tasks: usize,
    /// Tasks of one domain at most.
    #[arg(long, default_value_t = 2, value_name = "N")]
    per_domain: usize,
    /// Seconds that one thread takes at least.
    #[arg(long, default_value_t = 1.0, value_name = "S")]
    least_seconds: f64,
    /// Seconds that one thread takes at most.
    #[arg(long, default_value_t = 10, value_name = "S")]
    most_seconds: u64,
    /// Evaluations that one thread needs at least: more than the first turns of one or two members.
    #[arg(long, default_value_t = 3000, value_name = "N")]
    round: u64,
    /// Write all figures to this CSV file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the table to this Markdown file, between its lines `<!-- begin bench threads -->` and
    /// `<!-- end bench threads -->` if it exists.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// A run of the planner that has found a plan.
struct Solved {
    usage: Usage,
    /// What must be the same with any number of threads.
    work: [Value; 4],
    evaluations: u64,
}

/// Measures, prints, writes. Fails if the bound does not hold or a plan is not the same.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    ensure!(available_parallelism().is_ok_and(|cores| cores.get() >= 2), "this needs two free cores");
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let suites = if arguments.suite.is_empty() {
        vec!["ipc2018", "ipc2014"]
    } else {
        arguments.suite.iter().map(String::as_str).collect()
    };
    let tasks = read_suites(&shared, &suites)?;
    let extremal = Extremal::build(arguments.most_seconds, MEMORY_LIMIT_KIB)?;
    println!("{}\nCommand: {}", extremal.version()?, workspace::own_command());
    let title = "Seconds from the files to the plan, default search";
    let names = ("two threads", "one thread");
    let mut table = Table::new(title, names, Figures::Costs, &[Bound::Mean(1.0 / MOST)]);
    let scratch = workspace::scratch_directory()?;
    let mut of_domain: HashMap<&str, usize> = HashMap::new();
    for task in tasks.iter().step_by(arguments.every.max(1)) {
        let taken = of_domain.entry(&task.domain).or_default();
        if *taken >= arguments.per_domain || table.rows.len() + table.lost.len() >= arguments.tasks {
            continue;
        }
        let Some(one) = solve(&extremal, task, 1, scratch.path())? else { continue };
        if one.usage.wall.as_secs_f64() < arguments.least_seconds || one.evaluations <= arguments.round {
            continue;
        }
        *taken += 1;
        // With twice the time, since others may use the machine too.
        let patient = Extremal { time_limit: 2 * extremal.time_limit, ..extremal.clone() };
        let two = solve(&patient, task, 2, scratch.path())?;
        let Some(two) = two.filter(|two| two.work == one.work) else {
            eprintln!("{}: NOT THE SAME PLAN", name(task));
            table.lost.push(name(task));
            continue;
        };
        let [first, second] = [&two, &one].map(|run| run.usage.wall.as_secs_f64());
        let processor_seconds = (two.usage.cpu.as_secs_f64(), one.usage.cpu.as_secs_f64());
        let row = Row { task: name(task), first, second, processor_seconds };
        eprintln!("{}: {second:.2} s, {first:.2} s, {:.2}", row.task, first / second);
        table.rows.push(row);
    }
    report::print(&table);
    let mean = table.mean().map_or_else(String::new, |mean| format!("{:.2}", 1.0 / mean));
    println!("Wall-clock time with two threads compared with one: {mean}, at most {MOST} must hold.");
    finish("bench threads", &[table], arguments.out.as_deref(), arguments.markdown.as_deref())
}

/// Solves a task, if there is time enough.
fn solve(extremal: &Extremal, task: &Task, threads: u32, scratch: &Path) -> Result<Option<Solved>> {
    let mut command = Command::new(&extremal.binary);
    command.args(["solve", "--json", "--quiet", "--threads", &threads.to_string()]);
    command.arg("--plan-file").arg(scratch.join("plan"));
    let finished = extremal.run(command.args([&task.domain_file, &task.problem_file]))?;
    if !finished.succeeded() {
        return Ok(None);
    }
    let report: Value = serde_json::from_str(&finished.output).context("the report is not JSON")?;
    let work = ["plan", "evaluations", "expansions", "generated"].map(|key| report[key].clone());
    let evaluations = report["evaluations"].as_u64().unwrap_or(0);
    Ok(Some(Solved { usage: finished.usage, work, evaluations }))
}
