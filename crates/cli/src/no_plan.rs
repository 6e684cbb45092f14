//! Why a task has no plan, in words.

use std::fmt::{self, Write};

use extremal::{ExclusiveGoals, Task};

use crate::run::Run;

/// Longer lists of goals are cut here; JSON has them whole.
const MOST_GOALS: usize = 20;

/// Writes which goals cannot be reached and why, or the reasons alone if no goal is to blame.
pub fn write_explanation(f: &mut impl Write, goals: &[String], reasons: &[String]) -> fmt::Result {
    let Some((first, others)) = goals.split_first() else {
        return reasons.iter().try_for_each(|reason| writeln!(f, "The task has no plan: {reason}."));
    };
    writeln!(f, "The task has no plan. These goals cannot be reached, even if nothing is ever undone:")?;
    writeln!(f, "  {first}")?;
    others.iter().take(MOST_GOALS).try_for_each(|goal| writeln!(f, "  {goal}"))?;
    if others.len() > MOST_GOALS {
        writeln!(f, "  and {} more", others.len() - MOST_GOALS)?;
    }
    writeln!(f, "Why {first} cannot be reached:")?;
    reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))
}

/// More states are not looked at only to say more about the goals.
const MOST_STATES: u64 = 100_000;

/// Longer lists of atoms are cut here.
const MOST_ATOMS: usize = 8;

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
