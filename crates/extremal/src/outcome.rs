//! What solving a task yields.

use std::fmt;

use extremal_limits::{Duration, Stop};
use extremal_search::Counters;
use extremal_search::anytime::AnytimeEnd;
use extremal_validate::{Cost, PlanFile, PlanStep};

use crate::explanation::NoPlan;

/// The result of [`Planner::solve`](crate::Planner::solve).
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// A plan, or why there is none.
    pub outcome: Outcome,
    /// The plan as the search found it, if [it was to be shortened](crate::Planner::plan_quality).
    pub found: Option<FoundPlan>,
    /// The member of a portfolio that found the plan, as it is written in the text of the search.
    pub found_by: Option<String>,
    /// What the search counted; all zero if there was nothing to search for.
    pub counters: Counters,
    /// How long the parts of the run took.
    pub times: SearchTimes,
    /// Why the search for cheaper plans ended, if there was one.
    pub improvement: Option<AnytimeEnd>,
}

/// A plan, or why there is none.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// A valid plan.
    Solved(Plan),
    /// There is no plan.
    Unsolvable(Proof),
    /// The search space is exhausted, but the search pruned states that may lead to a plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
}

impl Outcome {
    /// The plan, if there is one.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Outcome::Solved(plan) => Some(plan),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// What came of the search, in words: for an unsolvable task, why it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Solved(plan) => write!(f, "A plan of cost {} was found.", plan.cost),
            Outcome::Unsolvable(proof @ Proof::Unreachable { .. }) => NoPlan::from(proof).fmt(f),
            Outcome::Unsolvable(Proof::ExclusiveGoals) => {
                f.write_str("The task has no plan: its goals exclude each other, or one of them never holds.")
            }
            Outcome::Unsolvable(Proof::Search) => {
                f.write_str("The task has no plan: the search looked at every state from which one could go on.")
            }
            Outcome::Exhausted => f.write_str(
                "No plan was found: the search space is exhausted, but the search pruned states that may lead to a plan.",
            ),
            Outcome::EvaluationLimit => f.write_str("No plan was found: the limit of evaluations was reached."),
            Outcome::ExpansionLimit => f.write_str("No plan was found: the limit of expansions was reached."),
            Outcome::Stopped(stop) => write!(f, "No plan was found: {stop}."),
        }
    }
}

/// A plan before it was shortened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundPlan {
    /// Its number of actions.
    pub length: usize,
    /// What they cost together.
    pub cost: Cost,
}

/// How it is known that a task has no plan.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Proof {
    /// Goals cannot be reached even if nothing is ever undone.
    Unreachable {
        /// These goals.
        goals: Vec<String>,
        /// Why the first of them cannot be reached.
        reasons: Vec<String>,
    },
    /// Goals exclude each other in every reachable state.
    ExclusiveGoals,
    /// A search looked at every reachable state from which a plan could go on.
    Search,
}

/// A valid plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The steps in order.
    pub steps: Vec<PlanStep>,
    /// What they cost together.
    pub cost: Cost,
    /// Whether every action of the task costs 1.
    pub unit_cost: bool,
}

impl fmt::Display for Plan {
    /// The text of a plan file, with the cost in its last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PlanFile { steps: &self.steps, cost: self.cost, unit_cost: self.unit_cost }.fmt(f)
    }
}

/// How long the parts of a run took, on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchTimes {
    /// Preparing the state space and the heuristic.
    pub prepare: Duration,
    /// Searching.
    pub search: Duration,
    /// Shortening the plan.
    pub plan_quality: Duration,
    /// Validating the plan.
    pub validate: Duration,
}
