//! Plans, and their validation on the lifted task, or on SAS+ where there is no other.
//!
//! In go a task as it stands in its PDDL files and a plan; out comes a [`Verdict`]: the cost of a valid
//! plan, or the first step that cannot be executed and the precise condition that is false there, or the
//! goal conditions missing at the end. The plan is executed on the actions as they are written, with their
//! quantifiers, conditional effects and derived predicates. Nothing is grounded and no code is shared with
//! the grounder, so the two can check each other.
//!
//! In order: [`PlanText`] (a plan file is read) → `names` (its words are looked up) →
//! `execute` (steps are applied to the `state`, a set of `relation`s) with `evaluate` (conditions as
//! joins) and `derived` (rules) → `explain` (why a condition is false) → [`Verdict`] and [`Explanation`].
//! Plans for tasks that came as SAS+ are executed by a [`SasExecutor`].

mod bindings;
mod components;
mod derived;
mod domains;
mod evaluate;
mod execute;
mod explain;
mod explanation;
mod formula;
mod names;
mod plan;
mod plan_file;
mod quote;
mod relation;
mod sas_axioms;
mod sas_execution;
mod state;
mod trace;
mod verdict;

pub use explain::Unsatisfied;
pub use explanation::Explanation;
pub use plan::{PlanError, PlanStep, PlanText, StepPlace};
pub use plan_file::{PlanFile, has_unit_cost, plan_header};
pub use sas_execution::SasExecutor;
pub use trace::{TraceStep, trace};
pub use verdict::{StepFault, Verdict};

pub use extremal_pddl::Cost;

use extremal_limits::{Budget, Pacer, Stop};
use extremal_pddl::task::Task;

/// Validates the text of a plan file.
pub fn validate_text(task: &Task, text: &[u8], budget: Option<&Budget>) -> Result<Verdict, Stop> {
    match PlanText::read(text) {
        Ok(plan) => validate(task, &plan, budget),
        Err(errors) => Ok(Verdict::BadPlan { errors }),
    }
}

/// Validates a plan. It ends early only when the budget says so.
pub fn validate(task: &Task, plan: &PlanText, budget: Option<&Budget>) -> Result<Verdict, Stop> {
    validate_steps(task, &plan.steps, budget)
}

/// Validates a plan given as its steps.
pub fn validate_steps(task: &Task, steps: &[PlanStep], budget: Option<&Budget>) -> Result<Verdict, Stop> {
    /// Asking the budget is cheap beside this many evaluation steps.
    const INTERVAL: u32 = 1024;
    let unlimited = Budget::unlimited();
    let pacer = Pacer::new(budget.unwrap_or(&unlimited), INTERVAL);
    let names = names::Names::new(task);
    let mut execution = execute::Execution::new(task, pacer);
    let mut cost = Cost::ZERO;
    for (index, step) in steps.iter().enumerate() {
        let executed = match names.resolve(step) {
            Ok((action, objects)) => execution.step(action, &objects)?,
            Err(fault) => Err(fault),
        };
        let sum =
            executed.and_then(|own| cost.checked_add(own).ok_or(StepFault::CostTooLarge { so_far: cost }));
        match sum {
            Ok(sum) => cost = sum,
            Err(why) => {
                let word = why.word();
                let place = step.place.as_ref().and_then(|place| place.words.get(word).copied());
                return Ok(Verdict::FailsToExecute { step: index + 1, action: step.to_string(), place, why });
            }
        }
    }
    let missing = execution.missing_goals()?;
    let steps = steps.len();
    Ok(match missing.is_empty() {
        true => Verdict::Valid { cost, steps },
        false => Verdict::GoalNotSatisfied { cost, steps, missing },
    })
}
