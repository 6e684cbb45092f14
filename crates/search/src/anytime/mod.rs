//! Cheaper and cheaper plans, until one is known to be the cheapest.
//!
//! Weighted A* that starts anew with a smaller weight after each plan (Richter, Thayer and Ruml: The Joy of
//! Forgetting: Faster Anytime Search via Restarting, ICAPS 2010). Heuristic values and the best paths known
//! are kept over restarts. A state is given up only if no plan through it can be cheaper than the best one
//! known, and expanded again when a cheaper path to it is found; so when nothing is left to expand, with
//! whatever weight, the best plan known is optimal.

mod nodes;
mod pass;
mod queue;

use extremal_limits::Stop;
use extremal_sas::Task;

use crate::explorer::Problem;
use crate::outcome::Counters;
use pass::Improver;

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
pub enum EstimateKind {
    /// The cost of a plan.
    Cost,
    /// The number of its actions.
    Length,
}

/// Why a search for cheaper plans ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnytimeEnd {
    /// There is no cheaper plan.
    Optimal,
    /// Nothing is left to look at, but states were given up that may lead to a cheaper plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
    /// Whoever gets the plans has enough of them.
    Enough,
}

/// Takes a plan that is cheaper than all before and says what is to be beaten from now on: the plan itself,
/// or a better one made from it. `None` ends the search.
pub type OnPlan<'p> = dyn FnMut(&[u32], &Counters) -> Option<Incumbent> + 'p;

/// Searches for plans that are cheaper than one that is known. Counting goes on from `counters`, so that the
/// limits of the problem hold for all the work on a task together.
pub fn improve<'a>(
    problem: Problem<'a>,
    estimates: Estimates,
    incumbent: Incumbent,
    counters: Counters,
    on_plan: &'a mut OnPlan<'_>,
) -> (AnytimeEnd, Counters) {
    let mut improver = Improver::new(problem, estimates, incumbent, counters, on_plan);
    let mut weights = WEIGHTS.into_iter();
    loop {
        let weight = weights.next().unwrap_or(1);
        if let Err(end) = improver.pass(weight) {
            return (end, improver.counters);
        }
    }
}

/// What an operator costs: 1 if costs do not count.
pub fn operator_cost(task: &Task, operator: u32) -> u64 {
    if task.metric { u64::from(task.operators.cost[operator as usize]) } else { 1 }
}
