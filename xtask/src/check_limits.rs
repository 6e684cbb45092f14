//! `cargo xtask check-limits`: the default search on tasks of all domains, and every configuration with little
//! memory. No run may crash, use more than it is allowed, or end with a plan that is not valid.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::pool;
use crate::run::{Ending, Limits, Usage, run};
use crate::suites::{Selection, Task, read_suites};
use crate::workspace;

const SUITES: [&str; 5] = ["paper24-full", "ipc2018", "adl", "ipc2014", "hard-to-ground"];
/// Tasks on which searches fill little memory soon, and are seldom done before.
const LARGE_SPACES: [&str; 3] =
    ["termes-sat18-strips/p05.pddl", "sokoban-sat11-strips/p20.pddl", "snake-sat18-strips/p15.pddl"];
/// What a run may exceed its time by: that of a moment in which others had the processor.
const LATE: Duration = Duration::from_millis(500);
/// What a run may exceed its memory by: it asks for its size every few milliseconds.
const LARGER: f64 = 1.05;
/// Only a validation that hangs takes so long.
const VALIDATION: Duration = Duration::from_secs(200);

/// Arguments of `check-limits`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// MiB for each run of the default search.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory_limit: u64,
    /// MiB for each run of a configuration, which has three times as many seconds to fill them.
    #[arg(long, default_value_t = 128, value_name = "MIB")]
    small_memory_limit: u64,
    /// Runs at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
}

/// A run of the planner.
#[derive(Clone, Debug)]
struct Run {
    task: Task,
    /// What comes after `solve`.
    arguments: Vec<String>,
    time: Duration,
    memory_mib: u64,
}

/// How a run ended.
struct Ended {
    usage: Usage,
    /// What the validator said of the plan, if there was one.
    is_valid: Option<bool>,
}

/// Runs the check.
pub fn run_check(arguments: &Arguments) -> Result<Verdict> {
    let seconds = arguments.selection.time_limit.unwrap_or(3);
    let time = Duration::from_secs(seconds);
    let extremal = Extremal::build(seconds, arguments.memory_limit * 1024)?;
    let tasks = read_suites(&arguments.selection.shared, &SUITES)?;
    let large: Vec<Task> =
        tasks.iter().filter(|task| LARGE_SPACES.contains(&task.problem.as_str())).cloned().collect();
    ensure!(large.len() == LARGE_SPACES.len(), "the suites lack some of {LARGE_SPACES:?}");
    let many: Vec<Run> = arguments
        .selection
        .spaced(&SUITES, 10)?
        .into_iter()
        .map(|task| Run { task, arguments: Vec::new(), time, memory_mib: arguments.memory_limit })
        .collect();
    let configurations = configurations(&extremal.binary)?;
    let small: Vec<Run> = configurations
        .iter()
        .flat_map(|configuration| {
            large.iter().map(|task| Run {
                task: task.clone(),
                arguments: configuration.clone(),
                time: 3 * time,
                memory_mib: arguments.small_memory_limit,
            })
        })
        .collect();
    println!("{} tasks with the default search, {time:?} and {} MiB:", many.len(), arguments.memory_limit);
    let first = check(&extremal.binary, &many, arguments.jobs)?;
    println!(
        "\n{} configurations on {} tasks, {:?} and {} MiB:",
        configurations.len(),
        large.len(),
        3 * time,
        arguments.small_memory_limit
    );
    let second = check(&extremal.binary, &small, arguments.jobs)?;
    Ok(Verdict::passed_if(first && second))
}

/// Every search with ff, and heuristics, preferred operators, threads and the rest with some of them.
fn configurations(binary: &Path) -> Result<Vec<Vec<String>>> {
    let listed = Command::new(binary).args(["list", "--json"]).output().context("cannot list searches")?;
    let listed: Value = serde_json::from_slice(&listed.stdout).context("the list of searches is no JSON")?;
    let names = |key: &str| -> Vec<String> {
        let entries = listed[key].as_array().map(Vec::as_slice).unwrap_or_default();
        entries.iter().filter_map(|entry| entry["name"].as_str()).map(str::to_owned).collect()
    };
    ensure!(!names("searches").is_empty() && !names("heuristics").is_empty(), "nothing is listed");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut all: Vec<Vec<String>> =
        names("searches").iter().map(|search| words(&format!("--search {search}"))).collect();
    for heuristic in names("heuristics") {
        for search in ["gbfs", "guct-uniform", "guct-normal2(bilevel=true,collapse=true)"] {
            all.push(words(&format!("--search {search} --heuristic {heuristic}")));
        }
    }
    for more in ["--preferred", "--deferred", "--preferred --deferred", "--threads 2"] {
        for search in ["gbfs", "guct-uniform", "extremal"] {
            all.push(words(&format!("--search {search} {more}")));
        }
    }
    all.push(words("--anytime"));
    Ok(all)
}

/// Runs all, prints what is wrong and how all ended, and tells whether nothing is wrong.
fn check(binary: &Path, runs: &[Run], jobs: usize) -> Result<bool> {
    let name = |run: &Run| format!("{} {}", run.task.problem, run.arguments.join(" "));
    let ended = pool::map(runs, jobs, name, |run| start(binary, run))?;
    let mut wrong = 0;
    let (mut solved, mut at_time, mut at_memory, mut no_plan) = (0, 0, 0, 0);
    let (mut latest, mut largest) = (Duration::ZERO, 0.0_f64);
    for (run, ended) in runs.iter().zip(&ended) {
        let late = ended.usage.wall.saturating_sub(run.time);
        let share = ended.usage.peak_kib as f64 / (run.memory_mib * 1024) as f64;
        (latest, largest) = (latest.max(late), largest.max(share));
        let complaint = match ended.usage.ending {
            _ if late > LATE => Some(format!("{late:.2?} late")),
            _ if share > LARGER => Some(format!("{:.0} % of its memory", 100.0 * share)),
            _ if ended.is_valid == Some(false) => Some("the plan is not valid".to_owned()),
            Ending::Exited(0..=2) => count(&mut solved),
            Ending::Exited(20 | 22) => count(&mut at_memory),
            Ending::Exited(21 | 23) => count(&mut at_time),
            Ending::Exited(10..=12) => count(&mut no_plan),
            other => Some(format!("{other:?}")),
        };
        if let Some(complaint) = complaint {
            wrong += 1;
            println!("{}: {complaint}", name(run));
        }
    }
    println!(
        "{} runs: {solved} with a valid plan, {at_time} at the time limit, {at_memory} at the memory limit, \
         {no_plan} without a plan before; {wrong} wrong. Latest {latest:.2?} after its limit, largest {:.0} % \
         of its memory.",
        runs.len(),
        100.0 * largest
    );
    Ok(wrong == 0)
}

fn count(counter: &mut usize) -> Option<String> {
    *counter += 1;
    None
}

fn start(binary: &Path, started: &Run) -> Result<Ended> {
    let scratch = workspace::scratch_directory()?;
    let plan = scratch.path().join("plan");
    let files = [&started.task.domain_file, &started.task.problem_file];
    let extremal = Extremal {
        binary: binary.to_owned(),
        time_limit: started.time,
        memory_limit_kib: started.memory_mib * 1024,
    };
    let mut command = Command::new(binary);
    command.args(["solve", "--quiet"]).args(&started.arguments).arg("--plan-file").arg(&plan).args(files);
    let usage = extremal.run(&mut command)?.usage;
    // With --anytime there are several plans, with numbers.
    let numbered = (1..).map(|number| scratch.path().join(format!("plan.{number}")));
    let mut written: Vec<PathBuf> = numbered.take_while(|file| file.exists()).collect();
    written.extend(Some(plan).filter(|file| file.exists()));
    let promised = matches!(usage.ending, Ending::Exited(0..=2));
    let mut is_valid = (promised || !written.is_empty()).then_some(!written.is_empty());
    for file in written {
        let mut validate = Command::new(binary);
        let limits = Limits { time: VALIDATION, memory_kib: None };
        let holds = run(validate.arg("validate").args(files).arg(file), limits, None)?.succeeded();
        is_valid = is_valid.map(|all| all && holds);
    }
    Ok(Ended { usage, is_valid })
}
