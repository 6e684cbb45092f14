//! What can be said about the goals of a task without a plan.

use extremal::{ExclusiveGoals, Outcome, Proof, Task};

use crate::run::Run;
use crate::solve::OpenReport;

/// More states are not looked at only to say more about the goals.
const MOST_STATES: u64 = 100_000;

/// Longer lists of atoms are cut here.
const MOST_ATOMS: usize = 8;

/// Puts into the report why there is no plan, if that is the outcome, and shows the place that is to blame.
pub fn explain(outcome: &Outcome, task: &Task, run: &Run, report: &OpenReport) {
    let Outcome::Unsolvable(proof) = outcome else { return };
    let reasons = about_goals(task, *proof == Proof::Search, run);
    report.lock().explain(reasons);
    if let Some((cause, sources)) = task.root_cause() {
        run.console.diagnostics(std::slice::from_ref(cause), &sources);
    }
}

/// What can be said about the goals of a task for which there is no plan: which two exclude each other, and
/// after a search, how many can be reached together.
pub fn about_goals(task: &Task, was_searched: bool, run: &Run) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(ExclusiveGoals { first, second, group }) = task.exclusive_goals() {
        let group = listed(group);
        reasons.push(format!(
            "{first} and {second} exclude each other: at most one of {group} is true at a time"
        ));
    }
    if let Some(reached) = was_searched.then(|| task.goals_reached(MOST_STATES, &run.budget).ok()).flatten() {
        let (held, all) = (reached.most.len(), reached.most.len() + reached.missing.len());
        let among = if reached.complete {
            "".to_owned()
        } else {
            format!(" in the {} states nearest to the initial one", reached.states)
        };
        let missing = listed(&reached.missing);
        reasons.push(format!(
            "at most {held} of the {all} goals hold at once{among}; then {missing} is missing"
        ));
        if !reached.never.is_empty() {
            reasons.push(format!("these goals never hold{among}: {}", listed(&reached.never)));
        }
    }
    reasons
}

fn listed(atoms: &[String]) -> String {
    match atoms.len().checked_sub(MOST_ATOMS) {
        None | Some(0) => atoms.join(", "),
        Some(more) => format!("{} and {more} more", atoms[..MOST_ATOMS].join(", ")),
    }
}
