//! `cargo xtask check-plans`: are plans for our SAS+ files valid, and are broken plans found out?
//!
//! Fast Downward's search solves the file that we write for each task. Its plan must be valid for our
//! validator and for unified-planning's. The same plan, broken in several ways, must get the same verdict
//! from both: valid or not, and if a step cannot be executed, the same step.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::fast_downward::limits;
use crate::peer::{self, Peer};
use crate::pool;
use crate::run::{Ending, Streams, run as run_process};
use crate::suites::{Task, read_suites};
use crate::workspace;

mod judge;
mod mutate;
mod report;
mod sample;

use judge::{Judgement, by_extremal, by_unified_planning};

const SUITES: [&str; 4] = ["paper24-full", "ipc2018", "adl", "hard-to-ground"];
const MEMORY_LIMIT_KIB: u64 = 3 * 1024 * 1024;

/// A satisficing search that takes axioms and conditional effects; costs would only slow it down.
const SEARCH: &str = "let(h, eval_modify_costs(ff(), cost_type=one), \
     let(l, eval_modify_costs(landmark_sum(lm_reasonable_orders_hps(lm_rhw())), cost_type=one), \
     lazy_greedy([h, l], preferred=[h, l], cost_type=one)))";

/// Exit codes of the search: a plan, no plan though all is well, out of memory or time.
const SOLVED: i32 = 0;
const UNSOLVED: [i32; 6] = [10, 11, 12, 22, 23, 24];

/// What the issue asks for; a run over all domains that judges less proves too little.
const LEAST_PLANS: usize = 60;
const LEAST_MUTANTS: usize = 200;

/// Arguments of `check-plans`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks`.
    pub shared: PathBuf,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Tasks of each domain, the first ones of its suite, which are mostly the easiest.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub per_domain: usize,
    /// Broken plans made from each valid one.
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub mutants: usize,
    /// Seed of the breaking.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Seconds for each translation and each search; a task that takes longer is not judged.
    #[arg(long, default_value_t = 20, value_name = "S")]
    pub time_limit: u64,
    /// Threads.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub jobs: usize,
}

/// What became of one task.
enum Outcome {
    /// There is no plan to judge, and nobody is to blame.
    NoPlan(String),
    /// Fast Downward does not take our file.
    Refused(String),
    /// The verdicts on the plan.
    Judged { plan: Comparison, mutants: Vec<Comparison> },
}

/// Two verdicts on one plan.
struct Comparison {
    /// What was done to the plan, in words.
    change: String,
    ours: Judgement,
    peer: Judgement,
    /// What the search says that the plan costs; nothing for changed plans.
    stated_cost: Option<f64>,
}

impl Comparison {
    fn disagree(&self) -> bool {
        let differ = |a: Option<f64>, b: Option<f64>| a.zip(b).is_some_and(|(a, b)| (a - b).abs() > 1e-6);
        match (&self.ours, &self.peer) {
            (Judgement::Valid { cost }, _) if differ(*cost, self.stated_cost) => true,
            (Judgement::NotJudged(_), _) => true,
            (_, Judgement::NotJudged(_)) => false,
            (Judgement::Valid { cost: ours }, Judgement::Valid { cost: peer }) => differ(*ours, *peer),
            // Wrong names and types make the peer refuse the whole plan without naming a step.
            (
                Judgement::Invalid { step: ours, .. },
                Judgement::Invalid { step: peer, refused: false, .. },
            ) => ours != peer,
            (Judgement::Invalid { .. }, Judgement::Invalid { .. }) => false,
            _ => true,
        }
    }
}

/// Runs the check.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let tasks = read_suites(&arguments.shared, &SUITES)?;
    let tasks = sample::first(tasks, &arguments.domain, arguments.per_domain)?;
    let peer = peer::set_up()?;
    let extremal = Extremal::build(Duration::from_secs(arguments.time_limit), MEMORY_LIMIT_KIB)?;
    let outcomes = pool::map(
        &tasks,
        arguments.jobs,
        |task| task.problem.clone(),
        |task| check_task(task, arguments, &extremal, &peer),
    )?;
    Ok(report::report(&tasks, &outcomes, arguments.domain.is_empty()))
}

fn check_task(task: &Task, arguments: &Arguments, extremal: &Extremal, peer: &Peer) -> Result<Outcome> {
    let scratch = workspace::scratch_directory()?;
    let sas_file = scratch.path().join("task.sas");
    let translation = extremal.translate(task, &sas_file)?;
    if !translation.is_ok() {
        return Ok(Outcome::NoPlan(format!("not translated: {}", translation.status)));
    }
    let plan_file = scratch.path().join("0.plan");
    match solve(peer, &sas_file, &plan_file, arguments.time_limit)? {
        Ending::Exited(SOLVED) if plan_file.exists() => {}
        Ending::Exited(code) if UNSOLVED.contains(&code) => {
            return Ok(Outcome::NoPlan(format!("not solved (exit code {code})")));
        }
        Ending::TimedOut => return Ok(Outcome::NoPlan("not solved in time".to_owned())),
        other => {
            let errors = std::fs::read_to_string(sas_file.with_extension("error")).unwrap_or_default();
            return Ok(Outcome::Refused(format!("{other:?} {}", errors.lines().next().unwrap_or_default())));
        }
    }

    let plan = std::fs::read_to_string(&plan_file)?;
    let (mut changes, mut files) = (vec!["as it is".to_owned()], vec![plan_file]);
    let seed = arguments.seed ^ mutate::number_of(&task.problem);
    for (index, mutant) in mutate::mutants(&plan, arguments.mutants, seed).into_iter().enumerate() {
        let file = scratch.path().join(format!("{}.plan", index + 1));
        std::fs::write(&file, mutant.text)?;
        changes.push(mutant.change);
        files.push(file);
    }
    let ours = by_extremal(extremal, task, &files)?;
    let theirs = by_unified_planning(peer, task, &files, scratch.path())?;
    let mut comparisons: Vec<Comparison> = changes
        .into_iter()
        .zip(ours.into_iter().zip(theirs))
        .map(|(change, (ours, peer))| Comparison { change, ours, peer, stated_cost: None })
        .collect();
    let plan = Comparison { stated_cost: stated_cost(&plan), ..comparisons.remove(0) };
    Ok(Outcome::Judged { plan, mutants: comparisons })
}

fn solve(peer: &Peer, sas_file: &Path, plan_file: &Path, seconds: u64) -> Result<Ending> {
    let mut command = Command::new(&peer.search);
    command.args(["--search", SEARCH, "--internal-plan-file"]).arg(plan_file);
    let (output, error) = (sas_file.with_extension("output"), sas_file.with_extension("error"));
    let streams = Streams { input: Some(sas_file), output: &output, error: &error };
    Ok(run_process(&mut command, limits(seconds, MEMORY_LIMIT_KIB), streams)?.ending)
}

/// The number in the last line of a plan file, `; cost = 13 (unit cost)`.
fn stated_cost(plan: &str) -> Option<f64> {
    let cost = plan.lines().last()?.strip_prefix("; cost = ")?;
    cost.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disagree(ours: Judgement, peer: Judgement) -> bool {
        Comparison { change: String::new(), ours, peer, stated_cost: Some(3.0) }.disagree()
    }

    fn invalid(step: Option<u64>, refused: bool) -> Judgement {
        Judgement::Invalid { step, refused, why: String::new() }
    }

    #[test]
    fn verdicts_must_agree_in_step_and_cost() {
        let valid = |cost| Judgement::Valid { cost };
        assert!(!disagree(valid(Some(3.0)), valid(Some(3.0))));
        assert!(!disagree(valid(Some(3.0)), valid(None)));
        assert!(disagree(valid(Some(3.0)), valid(Some(4.0))));
        assert!(disagree(valid(Some(4.0)), valid(Some(4.0))));
        assert!(disagree(valid(None), invalid(Some(1), false)));
        assert!(disagree(invalid(None, false), valid(None)));
        assert!(disagree(invalid(Some(2), false), invalid(Some(1), false)));
        assert!(disagree(invalid(Some(2), false), invalid(None, false)));
        assert!(!disagree(invalid(Some(2), false), invalid(Some(2), false)));
        assert!(!disagree(invalid(Some(2), false), invalid(None, true)));
    }

    #[test]
    fn the_cost_stands_in_the_last_line() {
        assert_eq!(stated_cost("(a)\n; cost = 13 (unit cost)\n"), Some(13.0));
        assert_eq!(stated_cost("(a)\n"), None);
    }

    #[test]
    fn only_the_peer_may_have_no_opinion() {
        let none = || Judgement::NotJudged(String::new());
        assert!(!disagree(invalid(None, false), none()));
        assert!(disagree(none(), invalid(None, false)));
    }
}
