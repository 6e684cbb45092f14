//! Cheaper and cheaper plans, until one is known to be the cheapest.
//!
//! [`Improvement`] lets [post-optimisation](crate::post_optimisation) of the best plan known take turns with two kinds of
//! searches: the other members of the portfolio that found the first plan, and [`WeightedAStar`], which starts anew with a
//! smaller weight after each plan (Richter, Thayer and Ruml: The Joy of Forgetting: Faster Anytime Search via Restarting,
//! ICAPS 2010).

mod improvement;
mod members;
mod nodes;
mod queue;
mod weighted_a_star;

use extremal_limits::Stop;
use extremal_sas::Task;

pub use improvement::Improvement;
pub use weighted_a_star::WeightedAStar;

/// How much heuristic values count against costs so far, in turn. With 1 there is no reason to start anew.
const WEIGHTS: [u64; 4] = [5, 3, 2, 1];

/// A plan that is to be beaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incumbent {
    /// What it costs.
    pub cost: u64,
    /// Its number of actions.
    pub length: usize,
}

/// What heuristic values mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimates {
    /// What they estimate.
    pub kind: EstimateKind,
    /// Whether they are never too large.
    pub admissible: bool,
}

/// What heuristic values estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EstimateKind {
    /// The cost of a plan.
    Cost,
    /// The number of its actions.
    Length,
}

/// Why a search for cheaper plans ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnytimeEnd {
    /// There is no cheaper plan.
    Optimal,
    /// No state is left to expand, but states were pruned that may lead to a cheaper plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
    /// Time or memory ran out, or the search was cancelled.
    Stopped(Stop),
    /// Whoever gets the plans has enough of them.
    Enough,
}

/// How a search for cheaper plans stands.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnytimeProgress {
    /// Its turn is over.
    Running,
    /// It has found a plan that is cheaper than all before, and can be advanced further.
    Plan(Vec<u32>),
    /// It has ended.
    Ended(AnytimeEnd),
}

/// What an operator costs: 1 if costs do not count.
pub fn operator_cost(task: &Task, operator: u32) -> u64 {
    if task.metric { u64::from(task.operators.cost[operator as usize]) } else { 1 }
}
