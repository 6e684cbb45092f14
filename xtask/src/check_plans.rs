//! `cargo xtask check-plans`: are plans for our SAS+ files valid, and are broken plans found out?
//!
//! Fast Downward's search solves the file that we write for each task. Its plan must be valid for our
//! validator and for unified-planning's. The same plan, broken in several ways, must get the same verdict
//! from both: valid or not, and if a step cannot be executed, the same step.

use anyhow::Result;
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::fast_downward::FastDownward;
use crate::pool;
use crate::run::Ending;
use crate::suites::{Selection, Task};
use crate::workspace;

mod judge;
mod mutate;
mod report;

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
    #[command(flatten)]
    pub selection: Selection,
    /// Broken plans made from each valid one.
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub mutants: usize,
    /// Seed of the breaking.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
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
    let tasks = arguments.selection.first(&SUITES, 2)?;
    let seconds = arguments.selection.time_limit.unwrap_or(20);
    let fast_downward = FastDownward::set_up(seconds, MEMORY_LIMIT_KIB)?;
    let extremal = Extremal::build(seconds, MEMORY_LIMIT_KIB)?;
    let name = |task: &Task| task.problem.clone();
    let outcomes = pool::map(&tasks, arguments.jobs, name, |task| {
        check_task(task, arguments, &extremal, &fast_downward)
    })?;
    Ok(report::report(&tasks, &outcomes, arguments.selection.domain.is_empty()))
}

fn check_task(
    task: &Task,
    arguments: &Arguments,
    extremal: &Extremal,
    fast_downward: &FastDownward,
) -> Result<Outcome> {
    let scratch = workspace::scratch_directory()?;
    let sas_file = scratch.path().join("task.sas");
    let translation = extremal.translate(task, &sas_file)?;
    if !translation.is_ok() {
        return Ok(Outcome::NoPlan(format!("not translated: {}", translation.status)));
    }
    let plan_file = scratch.path().join("0.plan");
    let finished = fast_downward.search(SEARCH, &sas_file, &plan_file)?;
    match finished.usage.ending {
        Ending::Exited(SOLVED) if plan_file.exists() => {}
        Ending::Exited(code) if !UNSOLVED.contains(&code) => return Ok(Outcome::Refused(finished.why())),
        Ending::Killed => return Ok(Outcome::Refused(finished.why())),
        _ => return Ok(Outcome::NoPlan(format!("not solved: {}", finished.why()))),
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
    let theirs = by_unified_planning(&fast_downward.peer, task, &files)?;
    let mut comparisons: Vec<Comparison> = changes
        .into_iter()
        .zip(ours.into_iter().zip(theirs))
        .map(|(change, (ours, peer))| Comparison { change, ours, peer, stated_cost: None })
        .collect();
    let plan = Comparison { stated_cost: stated_cost(&plan), ..comparisons.remove(0) };
    Ok(Outcome::Judged { plan, mutants: comparisons })
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
