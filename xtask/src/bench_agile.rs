//! `cargo xtask bench agile`: who finds a first plan sooner, Extremal or Fast Downward's `lama-first`, from PDDL
//! files, alternating in one run.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::peer::{self, Peer};
use crate::pool;
use crate::run::{Ending, Limits, Streams, run};
use crate::suites::{Task, read_suites};
use crate::workspace;

/// Both keep their limits by themselves; only one that hangs is stopped from outside, this much later.
const GRACE: Duration = Duration::from_secs(20);

/// Arguments of `bench agile`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// The suite.
    #[arg(long, default_value = "ipc2018")]
    suite: String,
    /// Every how many tasks of the suite.
    #[arg(long, default_value_t = 2, value_name = "N")]
    every: usize,
    /// Seconds of wall-clock time for each task and planner, translation included.
    #[arg(long, default_value_t = 30, value_name = "S")]
    time_limit: u64,
    /// MiB for each task and planner.
    #[arg(long, default_value_t = 8192, value_name = "MIB")]
    memory_limit: u64,
    /// Our search.
    #[arg(long, default_value = "extremal")]
    search: String,
    /// Tasks at the same time; the two planners never run on one task at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// A file for the results of all runs (CSV).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A file for the table as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Both planners on one task: seconds to a plan, if there was one in time.
#[derive(Clone, Debug)]
struct Pair {
    domain: String,
    problem: String,
    ours: Option<f64>,
    theirs: Option<f64>,
}

/// The score of the agile tracks of planning competitions: 1 for a second or less, 0 for 300 seconds or more.
fn score(seconds: Option<f64>) -> f64 {
    seconds.map_or(0.0, |seconds| (1.0 - seconds.ln() / 300_f64.ln()).clamp(0.0, 1.0))
}

/// Measures and prints the table. Fails unless ours solves more, scores higher, and is not worse in at least
/// seven tenths of the domains.
pub fn run_bench(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(|| workspace::root().join("../shared"));
    let tasks: Vec<Task> =
        read_suites(&shared, &[&arguments.suite])?.into_iter().step_by(arguments.every.max(1)).collect();
    let time_limit = Duration::from_secs(arguments.time_limit);
    let extremal = Extremal::build(time_limit, arguments.memory_limit * 1024)?;
    let peer = peer::set_up()?;
    let numbered: Vec<(usize, Task)> = tasks.into_iter().enumerate().collect();
    let total = numbered.len();
    let name = |(_, task): &(usize, Task)| task.problem.clone();
    let pairs = pool::map(&numbered, arguments.jobs, name, |(number, task)| -> Result<Pair> {
        let scratch = workspace::scratch_directory()?;
        let ours = || measure_ours(&extremal, arguments, task, scratch.path());
        let theirs = || measure_theirs(&peer, arguments, task, scratch.path());
        let (ours, theirs) = if number % 2 == 0 {
            let ours = ours()?;
            (ours, theirs()?)
        } else {
            let theirs = theirs()?;
            (ours()?, theirs)
        };
        eprintln!("{} of {total}: {} ours {ours:.2?}, theirs {theirs:.2?}", number + 1, task.problem);
        Ok(Pair { domain: task.domain.clone(), problem: task.problem.clone(), ours, theirs })
    })?;
    if let Some(path) = &arguments.out {
        write_rows(path, &pairs)?;
    }
    let (table, verdict) = table(&pairs);
    let command = env::args().skip(1).collect::<Vec<_>>().join(" ");
    let text = format!("`cargo xtask {command}`\n\n{table}");
    println!("{text}");
    if let Some(path) = &arguments.markdown {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(verdict)
}

fn limits(arguments: &Arguments) -> Limits {
    Limits { time: Duration::from_secs(arguments.time_limit) + GRACE, memory_kib: None }
}

fn measure_ours(
    extremal: &Extremal,
    arguments: &Arguments,
    task: &Task,
    scratch: &Path,
) -> Result<Option<f64>> {
    let mut command = Command::new(&extremal.binary);
    command.args(["solve", "--quiet", "--search", &arguments.search]);
    command.arg("--time-limit").arg(format!("{}s", arguments.time_limit));
    command.arg("--memory-limit").arg(format!("{}M", arguments.memory_limit));
    command.arg("--plan-file").arg(scratch.join("ours.plan"));
    command.args([&task.domain_file, &task.problem_file]);
    timed(command, arguments, scratch)
}

/// Runs Fast Downward as its users do, through its driver.
fn measure_theirs(peer: &Peer, arguments: &Arguments, task: &Task, scratch: &Path) -> Result<Option<f64>> {
    let driver =
        peer.search.ancestors().nth(4).context("Fast Downward lies elsewhere")?.join("fast-downward.py");
    let mut command = Command::new(&peer.python);
    command.arg(driver).args(["--alias", "lama-first"]);
    command.arg("--overall-time-limit").arg(format!("{}s", arguments.time_limit));
    command.arg("--overall-memory-limit").arg(format!("{}M", arguments.memory_limit));
    command
        .arg("--sas-file")
        .arg(scratch.join("theirs.sas"))
        .arg("--plan-file")
        .arg(scratch.join("theirs.plan"));
    command.args([&task.domain_file, &task.problem_file]).current_dir(scratch);
    timed(command, arguments, scratch)
}

/// Seconds until the command ended with a plan, if it did so in time.
fn timed(mut command: Command, arguments: &Arguments, scratch: &Path) -> Result<Option<f64>> {
    let (output, error) = (scratch.join("output"), scratch.join("error"));
    let usage =
        run(&mut command, limits(arguments), Streams { input: None, output: &output, error: &error })?;
    let seconds = usage.wall.as_secs_f64();
    Ok((usage.ending == Ending::Exited(0) && seconds <= arguments.time_limit as f64).then_some(seconds))
}

fn write_rows(path: &Path, pairs: &[Pair]) -> Result<()> {
    let mut writer =
        csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
    writer.write_record(["domain", "problem", "extremal_seconds", "lama_first_seconds"])?;
    let cell = |seconds: Option<f64>| seconds.map_or_else(String::new, |seconds| format!("{seconds:.3}"));
    for pair in pairs {
        writer.write_record([&pair.domain, &pair.problem, &cell(pair.ours), &cell(pair.theirs)])?;
    }
    writer.flush()?;
    Ok(())
}

/// The table per domain, and whether it is as it must be.
fn table(pairs: &[Pair]) -> (String, Verdict) {
    let mut text = String::from(
        "| domain | tasks | extremal solved | lama-first solved | extremal score | lama-first score |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    let mut domains: Vec<&str> = pairs.iter().map(|pair| pair.domain.as_str()).collect();
    domains.dedup();
    let mut not_worse = 0;
    for domain in &domains {
        let of_domain: Vec<&Pair> = pairs.iter().filter(|pair| pair.domain == *domain).collect();
        let sums = Sums::of(&of_domain);
        not_worse += usize::from(sums.is_not_worse());
        sums.write(&mut text, domain, of_domain.len());
    }
    let all: Vec<&Pair> = pairs.iter().collect();
    let sums = Sums::of(&all);
    sums.write(&mut text, "**all**", all.len());
    let _ = writeln!(text, "\nNot worse in {not_worse} of {} domains (solved, then score).", domains.len());
    let holds = sums.solved[0] > sums.solved[1]
        && sums.score[0] > sums.score[1]
        && not_worse * 10 >= domains.len() * 7;
    (text, Verdict::passed_if(holds))
}

/// Solved tasks and scores, ours first.
struct Sums {
    solved: [usize; 2],
    score: [f64; 2],
}

impl Sums {
    fn of(pairs: &[&Pair]) -> Self {
        let solved = |of: fn(&Pair) -> Option<f64>| pairs.iter().filter(|pair| of(pair).is_some()).count();
        let sum = |of: fn(&Pair) -> Option<f64>| pairs.iter().map(|pair| score(of(pair))).sum();
        Sums {
            solved: [solved(|pair| pair.ours), solved(|pair| pair.theirs)],
            score: [sum(|pair| pair.ours), sum(|pair| pair.theirs)],
        }
    }

    fn is_not_worse(&self) -> bool {
        self.solved[0] > self.solved[1]
            || (self.solved[0] == self.solved[1] && self.score[0] >= self.score[1] - 1e-9)
    }

    fn write(&self, text: &mut String, name: &str, tasks: usize) {
        let [ours, theirs] = self.solved;
        let [our_score, their_score] = self.score;
        let _ =
            writeln!(text, "| {name} | {tasks} | {ours} | {theirs} | {our_score:.2} | {their_score:.2} |");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(domain: &str, ours: Option<f64>, theirs: Option<f64>) -> Pair {
        Pair { domain: domain.to_owned(), problem: String::new(), ours, theirs }
    }

    #[test]
    fn scores_fall_from_one_to_zero() {
        assert_eq!([score(Some(0.2)), score(Some(1.0)), score(None)], [1.0, 1.0, 0.0]);
        assert!((score(Some(300_f64.sqrt())) - 0.5).abs() < 1e-9);
        assert_eq!(score(Some(400.0)), 0.0);
    }

    #[test]
    fn more_solved_but_worse_in_most_domains_fails() {
        let good = [pair("a", Some(1.0), None), pair("b", Some(2.0), Some(2.0))];
        assert_eq!(table(&good).1, Verdict::Passed);
        let mut bad = good.to_vec();
        bad.extend([pair("a", Some(1.0), None), pair("c", None, Some(9.0)), pair("d", Some(9.0), Some(2.0))]);
        assert_eq!(table(&bad).1, Verdict::Failed);
    }
}
