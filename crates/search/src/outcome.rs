//! What a search returns.

use extremal_limits::Stop;

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A plan was found: operators of the task in order.
    Solved(Vec<u32>),
    /// Everything reachable was looked at and there is no plan.
    Unsolvable,
    /// Nothing is left to look at, but states were given up that may lead to a plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// States whose heuristic value was computed; each at most once, dead ends included.
    pub evaluations: u64,
    /// States whose successors were generated.
    pub expansions: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// States that were given a shorter path after they had been found.
    pub reopened: u64,
    /// States that the heuristic recognised as dead ends.
    pub dead_ends: u64,
    /// Evaluated states, dead ends aside, whose heuristic value is larger than that of the initial state.
    pub above_initial_h: u64,
    /// Length of the longest path to a state that was generated.
    pub max_depth: u32,
    /// Nodes of the search tree; 0 for searches with queues.
    pub tree_nodes: u64,
    /// Heuristic value of the initial state, if it was computed and is not a dead end.
    pub initial_h: Option<u32>,
    /// Smallest heuristic value seen.
    pub best_h: Option<u32>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Why it ended.
    pub outcome: Outcome,
    /// What was counted until then.
    pub counters: Counters,
}
