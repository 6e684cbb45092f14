//! `cargo xtask bench agile`: who finds a first plan sooner, Extremal or Fast Downward's `lama-first`, from PDDL
//! files, alternating in one run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::peer::{self, Peer};
use crate::pool;
use crate::run::{Limits, alternate, run as run_process};
use crate::suites::{Task, read_suites};
use crate::table::{Sheet, by_domain};
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
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let tasks = read_suites(&shared, &[&arguments.suite])?.into_iter().step_by(arguments.every.max(1));
    let numbered: Vec<(usize, Task)> = tasks.enumerate().collect();
    let extremal = Extremal::build(arguments.time_limit, arguments.memory_limit * 1024)?;
    let peer = peer::set_up()?;
    let name = |(_, task): &(usize, Task)| task.problem.clone();
    let pairs = pool::map(&numbered, arguments.jobs, name, |(number, task)| -> Result<Pair> {
        let scratch = workspace::scratch_directory()?;
        let (ours, theirs) = alternate(
            number % 2 == 0,
            || timed(&extremal, ours(&extremal, arguments, task, scratch.path())),
            || timed(&extremal, theirs(&peer, arguments, task, scratch.path())?),
        )?;
        let total = numbered.len();
        eprintln!("{} of {total}: {} ours {ours:.2?}, theirs {theirs:.2?}", number + 1, task.problem);
        Ok(Pair { domain: task.domain.clone(), problem: task.problem.clone(), ours, theirs })
    })?;
    if let Some(path) = &arguments.out {
        let mut rows = Sheet::new(&["domain", "problem", "extremal_seconds", "lama_first_seconds"]);
        let cell = |seconds: Option<f64>| seconds.map_or_else(String::new, |seconds| format!("{seconds:.3}"));
        for pair in &pairs {
            rows.add([&pair.domain, &pair.problem, &cell(pair.ours), &cell(pair.theirs)]);
        }
        rows.write_csv(path)?;
    }
    let (table, verdict) = table(&pairs);
    let text = format!("`{}`\n\n{table}", workspace::own_command());
    println!("{text}");
    if let Some(path) = &arguments.markdown {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(verdict)
}

fn ours(extremal: &Extremal, arguments: &Arguments, task: &Task, scratch: &Path) -> Command {
    let mut command = Command::new(&extremal.binary);
    command.args(["solve", "--quiet", "--search", &arguments.search]);
    command.arg("--time-limit").arg(format!("{}s", arguments.time_limit));
    command.arg("--memory-limit").arg(format!("{}M", arguments.memory_limit));
    command.arg("--plan-file").arg(scratch.join("ours.plan"));
    command.args([&task.domain_file, &task.problem_file]);
    command
}

/// Fast Downward as its users run it, through its driver.
fn theirs(peer: &Peer, arguments: &Arguments, task: &Task, scratch: &Path) -> Result<Command> {
    let folder = peer.search.ancestors().nth(4).context("Fast Downward lies elsewhere")?;
    let mut command = Command::new(&peer.python);
    command.arg(folder.join("fast-downward.py")).args(["--alias", "lama-first"]);
    command.arg("--overall-time-limit").arg(format!("{}s", arguments.time_limit));
    command.arg("--overall-memory-limit").arg(format!("{}M", arguments.memory_limit));
    command.arg("--sas-file").arg(scratch.join("theirs.sas"));
    command.arg("--plan-file").arg(scratch.join("theirs.plan"));
    command.args([&task.domain_file, &task.problem_file]).current_dir(scratch);
    Ok(command)
}

/// Seconds until the command ended with a plan, if it did so in time.
fn timed(extremal: &Extremal, mut command: Command) -> Result<Option<f64>> {
    let limits = Limits { time: extremal.time_limit + GRACE, memory_kib: None };
    let finished = run_process(&mut command, limits, None)?;
    let in_time = finished.succeeded() && finished.usage.wall <= extremal.time_limit;
    Ok(in_time.then_some(finished.usage.wall.as_secs_f64()))
}

/// The table per domain, and whether it is as it must be.
fn table(pairs: &[Pair]) -> (String, Verdict) {
    let mut sheet = Sheet::new(&[
        "domain",
        "tasks",
        "extremal solved",
        "lama-first solved",
        "extremal score",
        "lama-first score",
    ]);
    let mut groups: Vec<(&str, usize, Sums)> = by_domain(pairs, |pair| &pair.domain)
        .into_iter()
        .map(|(domain, group)| (domain, group.len(), Sums::of(&group)))
        .collect();
    for (domain, num_tasks, sums) in &groups {
        let ([ours, theirs], [our_score, their_score]) = (sums.solved, sums.score.map(|s| format!("{s:.2}")));
        let solved = [*num_tasks, ours, theirs].map(|number| number.to_string());
        sheet.add_named(domain, solved.into_iter().chain([our_score, their_score]));
    }
    let Some((_, _, all)) = groups.pop() else { return (String::new(), Verdict::Failed) };
    let not_worse = groups.iter().filter(|(_, _, sums)| sums.is_not_worse()).count();
    let num_domains = groups.len();
    let text = sheet.markdown()
        + &format!("\nNot worse in {not_worse} of {num_domains} domains (solved, then score).\n");
    let is_better = all.solved[0] > all.solved[1] && all.score[0] > all.score[1];
    (text, Verdict::passed_if(is_better && not_worse * 10 >= num_domains * 7))
}

/// Solved tasks and scores, ours first.
struct Sums {
    solved: [usize; 2],
    score: [f64; 2],
}

impl Sums {
    fn of(pairs: &[&Pair]) -> Self {
        let both: [fn(&Pair) -> Option<f64>; 2] = [|pair| pair.ours, |pair| pair.theirs];
        Sums {
            solved: both.map(|of| pairs.iter().filter(|pair| of(pair).is_some()).count()),
            score: both.map(|of| pairs.iter().map(|pair| score(of(pair))).sum()),
        }
    }

    fn is_not_worse(&self) -> bool {
        self.solved[0] > self.solved[1]
            || (self.solved[0] == self.solved[1] && self.score[0] >= self.score[1] - 1e-9)
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
