//! What validation finds out.

use extremal_pddl::{Cost, TextRange};
use serde::Serialize;

use crate::explain::Unsatisfied;
use crate::plan::PlanError;

/// The outcome of validating a plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// Every step can be executed and the goal holds at the end.
    Valid {
        /// Cost of all steps.
        cost: Cost,
        /// Number of steps.
        steps: usize,
    },
    /// A step cannot be executed.
    FailsToExecute {
        /// Number of the step, from 1.
        step: usize,
        /// The step as PDDL.
        action: String,
        /// The word to blame in the plan file, if the plan comes from a file.
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<TextRange>,
        /// Why it cannot.
        why: StepFault,
    },
    /// All steps can be executed, but the goal does not hold at the end.
    GoalNotSatisfied {
        /// Cost of all steps.
        cost: Cost,
        /// Number of steps.
        steps: usize,
        /// The goal conditions that do not hold.
        missing: Vec<Unsatisfied>,
    },
    /// The text is not that of a plan.
    BadPlan {
        /// The mistakes.
        errors: Vec<PlanError>,
    },
}

/// Why a step cannot be executed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[non_exhaustive]
pub enum StepFault {
    /// The task has no action of this name.
    UnknownAction {
        /// The name in the plan.
        name: String,
        /// The most similar name that the task knows.
        did_you_mean: Option<String>,
    },
    /// The action has another number of parameters.
    WrongNumberOfArguments {
        /// How many the action takes.
        expected: usize,
        /// How many the plan gives.
        found: usize,
        /// The action with its parameters.
        signature: String,
    },
    /// The task has no object of this name.
    UnknownObject {
        /// The name in the plan.
        name: String,
        /// Which argument it is, from 1.
        argument: usize,
        /// The most similar name that the task knows.
        did_you_mean: Option<String>,
    },
    /// An object is not of the parameter's type.
    WrongType {
        /// The object.
        object: String,
        /// Which argument it is, from 1.
        argument: usize,
        /// Its type.
        found: String,
        /// The parameter.
        parameter: String,
        /// The parameter's type.
        expected: String,
    },
    /// The precondition is false.
    PreconditionFalse {
        /// Its false parts.
        conditions: Vec<Unsatisfied>,
    },
    /// The cost is a function value that the problem does not give.
    UndefinedCost {
        /// The function with its arguments.
        function: String,
    },
    /// The cost of the plan up to here has too many digits to be counted exactly.
    CostTooLarge {
        /// The cost before the step.
        so_far: Cost,
    },
}

impl Verdict {
    /// Whether the plan solves the task.
    pub fn is_valid(&self) -> bool {
        matches!(self, Verdict::Valid { .. })
    }

    /// The exit code of a validator that ends with this verdict: 0 valid, 1 not.
    pub fn exit_code(&self) -> u8 {
        u8::from(!self.is_valid())
    }
}

impl StepFault {
    /// The word of the step to blame: 0 is the action's name, then its arguments.
    pub fn word(&self) -> usize {
        match self {
            StepFault::UnknownObject { argument, .. } | StepFault::WrongType { argument, .. } => *argument,
            _ => 0,
        }
    }
}
