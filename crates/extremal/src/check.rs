//! From the operators that a search returns to a plan that is known to be valid.

use extremal_limits::{Budget, Phase};
use extremal_validate::{Cost, PlanStep, SasExecutor, StepFault, Verdict, has_unit_cost, validate_steps};

use crate::error::Error;
use crate::outcome::Plan;
use crate::task::Task;

/// Validates a plan given as operators of the task.
pub(crate) fn checked_plan(task: &Task, operators: &[u32], budget: &Budget) -> Result<Plan, Error> {
    budget.enter(Phase::Validating)?;
    let steps: Vec<PlanStep> = operators.iter().map(|&operator| step(task, operator)).collect();
    if let Some(position) = operators.iter().position(|&o| o as usize >= task.sas.operators.len()) {
        // A search from elsewhere may return anything.
        let name = steps[position].name.clone();
        let verdict = Verdict::FailsToExecute {
            step: position + 1,
            action: steps[position].to_string(),
            place: None,
            why: StepFault::UnknownAction { name, did_you_mean: None },
        };
        return Err(invalid(steps, verdict));
    }
    let (verdict, unit_cost) = match &task.lifted {
        Some(lifted) => (validate_steps(lifted, &steps, Some(budget))?, has_unit_cost(lifted)),
        None => {
            let verdict = SasExecutor::new(&task.sas, budget)
                .cost_scale(task.cost_scale)
                .validate_operators(operators)?;
            let unit = task.cost_scale.units(Cost::ONE);
            let is_unit = |&cost: &u32| Some(u64::from(cost)) == unit;
            let unit_cost = !task.sas.metric || task.sas.operators.cost.iter().all(is_unit);
            (verdict, unit_cost)
        }
    };
    match verdict {
        Verdict::Valid { cost, .. } => Ok(Plan { steps, cost, unit_cost }),
        verdict => Err(invalid(steps, verdict)),
    }
}

fn invalid(steps: Vec<PlanStep>, verdict: Verdict) -> Error {
    Error::InvalidPlan { plan: extremal_validate::PlanText::from_steps(steps), verdict: Box::new(verdict) }
}

/// The step of an operator called `drive truck1 a b`.
fn step(task: &Task, operator: u32) -> PlanStep {
    if operator as usize >= task.sas.operators.len() {
        return PlanStep::new(&format!("operator-{operator}"), [""; 0]);
    }
    let name = task.sas.operators.name(operator as usize);
    let mut words = name.split_ascii_whitespace();
    PlanStep::new(words.next().unwrap_or_default(), words)
}
