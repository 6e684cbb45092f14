//! The text of a plan file.

use std::fmt;

use extremal_pddl::Cost;
use extremal_pddl::task::{Expression, FunctionId, Task};

use crate::plan::PlanStep;

/// A plan with its cost, to be written by `Display`.
///
/// The line with the cost comes last: who reads a file while it is written knows by it that the plan is
/// complete.
#[derive(Clone, Copy, Debug)]
pub struct PlanFile<'a> {
    /// The steps.
    pub steps: &'a [PlanStep],
    /// The cost of all steps together.
    pub cost: Cost,
    /// Whether every action of the task costs 1; see [`has_unit_cost`].
    pub unit_cost: bool,
}

impl fmt::Display for PlanFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))?;
        let kind = if self.unit_cost { "unit cost" } else { "general cost" };
        writeln!(f, "; cost = {} ({kind})", self.cost)
    }
}

/// Comments for the beginning of a plan file: editors show these numbers, and read them in this form only, in front of
/// the steps.
pub fn plan_header(evaluations: u64, cost: &dyn fmt::Display) -> String {
    format!("; States evaluated: {evaluations}\n; Plan cost: {cost}\n")
}

/// Whether every action of the task costs 1, as far as the lifted task tells.
pub fn has_unit_cost(task: &Task) -> bool {
    let is_always_one = |function: FunctionId| {
        task.function_values.iter().filter(|v| v.function == function).all(|v| v.value == Cost::ONE)
    };
    !task.minimize_total_cost
        || task.actions.iter().all(|action| match &action.cost {
            None => false,
            Some(Expression::Number(number)) => *number == Cost::ONE,
            Some(Expression::Function(function, ..)) => is_always_one(*function),
        })
}
