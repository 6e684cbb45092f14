//! What a planner would have printed: clients of other services read it.

use std::fmt::Write;

use crate::job::State;

/// The output of a job that has ended.
pub fn output(state: &State) -> String {
    let mut text = String::new();
    let Some(ending) = &state.ending else { return text };
    // Editors take the number of states only from before the plan. Writing to a string cannot fail.
    let _ = writeln!(text, "States evaluated: {}", ending.progress.evaluations);
    match state.plans.last() {
        Some(plan) => {
            plan.steps.iter().for_each(|step| _ = writeln!(text, "{step}"));
            let _ = writeln!(text, "Plan length: {} step(s).\nPlan cost: {}", plan.steps.len(), plan.cost);
        }
        None => _ = writeln!(text, "{}", ending.message),
    }
    let _ = writeln!(text, "Total time: {:.3}s", ending.progress.seconds);
    if !state.plans.is_empty() && !ending.outcome.is_answer() {
        // It may have been on the way to a better plan.
        ending.message.lines().for_each(|line| _ = writeln!(text, "; {line}"));
    }
    text
}
