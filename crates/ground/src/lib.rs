//! Normalised task to ground task.
//!
//! In goes an [`extremal_normalise::Task`]; out comes a [`GroundTask`]: the facts that can change and that
//! are reachable when deletes are ignored, and the operators and axioms over them, with everything static
//! evaluated away. The reachable part is found by evaluating the task as a Datalog program ([`program`],
//! [`reachability`]) with joins over flat, indexed relations ([`relation`], [`plan`], [`join`]); then its
//! tuples are turned into operators ([`mod@instantiate`]). If the goal is not reachable, [`mod@unreachable`]
//! explains why.

mod costs;
pub mod index;
pub mod instantiate;
pub mod join;
pub mod plan;
pub mod program;
pub mod reachability;
pub mod relation;
pub mod rows;
pub mod task;
pub mod unreachable;

use extremal_limits::{Budget, Phase, Stop};
use extremal_normalise::Task;
use extremal_pddl::{Cost, CostScale};

pub use task::{Axioms, Effect, Facts, GroundTask, Literal, Operators};
pub use unreachable::{Root, Unreachable};

/// Why a task could not be grounded.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum GroundError {
    /// A limit was reached.
    Stopped(Stop),
    /// An action's cost is too large for the decimal places that the costs of the task need.
    UnsupportedCost {
        /// The action.
        action: String,
        /// Its cost.
        value: Cost,
        /// The decimal places.
        scale: CostScale,
    },
    /// A derived predicate depends on its own negation, through a universal quantifier in its rules.
    NotStratified {
        /// The predicate.
        predicate: String,
    },
}

impl From<Stop> for GroundError {
    fn from(stop: Stop) -> Self {
        GroundError::Stopped(stop)
    }
}

impl std::fmt::Display for GroundError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GroundError::Stopped(stop) => stop.fmt(f),
            GroundError::UnsupportedCost { action, value, scale } => {
                write!(f, "an instance of action '{action}' costs {value}, but ")?;
                match scale.decimals() {
                    0 => {}
                    1 => write!(f, "with a decimal place ")?,
                    decimals => write!(f, "with {decimals} decimal places ")?,
                }
                write!(f, "costs may be at most {}", scale.cost(u64::from(costs::LARGEST)))
            }
            GroundError::NotStratified { predicate } => write!(
                f,
                "derived predicate '{predicate}' depends on itself through a universal quantifier, which is \
                 not supported"
            ),
        }
    }
}

impl std::error::Error for GroundError {}

/// What grounding found.
#[derive(Debug)]
pub enum Grounding {
    /// The ground task; its goal is reachable if deletes are ignored.
    Task(Box<GroundTask>),
    /// The goal is not reachable, and so the task has no plan.
    Unreachable(Unreachable),
}

/// Grounds a task.
pub fn ground(task: &Task, budget: &Budget) -> Result<Grounding, GroundError> {
    budget.enter(Phase::Grounding)?;
    let mut program = program::Program::new(task);
    reachability::evaluate(&mut program, budget)?;
    if let Some(explanation) = unreachable::explain(task, &program) {
        return Ok(Grounding::Unreachable(explanation));
    }
    Ok(Grounding::Task(Box::new(instantiate::instantiate(task, &mut program, budget)?)))
}
