//! What is known about a heuristic besides its code.

use extremal_grammar::{Arguments, Kind, Parameter};
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;
use serde::Serialize;

use crate::heuristic::Heuristic;

/// Name, properties, parameters and source of a heuristic, and how to build it.
#[derive(Debug, Serialize)]
pub struct Descriptor {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that says what it computes.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Whether it never overestimates the cost of a plan, with the kind of cost it was built for.
    pub admissible: bool,
    /// Whether no plan starts in a state that it calls a dead end, with conditional effects and axioms too.
    pub safe: bool,
    /// Whether it offers preferred operators.
    pub preferred_operators: bool,
    /// Prepares it for a task, within a budget.
    #[serde(skip)]
    pub build: fn(&Task, &Arguments, &Budget) -> Built,
}

/// A heuristic, unless the budget was spent before it was built.
type Built = Result<Box<dyn Heuristic>, Stop>;

/// Which costs operators have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CostType {
    /// Each operator costs 1.
    Unit,
    /// Operators cost what the task says.
    Real,
    /// Operators cost more than the task says by the smallest unit of costs, which is 1 if no cost has a fraction: those that
    /// cost nothing are not free.
    PlusOne,
}

impl CostType {
    /// The parameter that chooses it.
    pub const PARAMETER: Parameter = Parameter {
        name: "cost",
        kind: Kind::Choice(&["unit", "real", "plusone"]),
        default: "unit",
        about: "the cost of an operator: 1, the task's, or the task's plus the smallest unit of costs",
    };

    /// Reads the parameter. Heuristics that do not have it count each operator as 1.
    pub fn of(arguments: &Arguments) -> Self {
        match arguments.get(Self::PARAMETER.name) {
            Some("real") => CostType::Real,
            Some("plusone") => CostType::PlusOne,
            _ => CostType::Unit,
        }
    }

    /// The cost of an operator.
    pub fn of_operator(self, task: &Task, operator: usize) -> u32 {
        match self {
            CostType::Real if task.metric => task.operators.cost[operator],
            CostType::PlusOne if task.metric => task.operators.cost[operator].saturating_add(1),
            _ => 1,
        }
    }
}
