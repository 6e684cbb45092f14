//! Why a task has no plan, in words.

use std::fmt::{self, Write};

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
