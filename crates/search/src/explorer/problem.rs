//! What goes into a search, and what comes out of an expansion.

use extremal_heuristics::Heuristic;
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;
use extremal_states::{StateId, StateSpace};

use crate::observer::Observer;
use crate::outcome::Outcome;
use crate::parallel::Threads;

/// What a search works on and may use.
pub struct Problem<'a> {
    /// The state space of the task.
    pub space: &'a mut StateSpace,
    /// The task, for searches that build more than a heuristic from it.
    pub task: &'a Task,
    /// The heuristic.
    pub heuristic: &'a mut dyn Heuristic,
    /// Whether a dead end of the heuristic proves that no plan leads through a state.
    pub heuristic_is_safe: bool,
    /// Stop when this many states have been evaluated: a plan must be found with fewer.
    pub max_evaluations: Option<u64>,
    /// Stop when this many states have been expanded.
    pub max_expansions: Option<u64>,
    /// Time and memory.
    pub budget: &'a Budget,
    /// Who watches.
    pub observer: Option<&'a mut dyn Observer>,
    /// How many threads evaluate states; the search is the same with any number.
    pub threads: Threads,
}

/// Which parts of a heuristic a search uses, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Use preferred operators.
    pub preferred: bool,
    /// Evaluate a state when it is expanded instead of when it is generated.
    pub deferred: bool,
    /// Seed of all random choices.
    pub seed: u64,
    /// The order in which the successors of a state are generated.
    pub order: SuccessorOrder,
}

/// The order in which the successors of a state are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SuccessorOrder {
    /// That of the task's operators.
    #[default]
    Given,
    /// The other way round.
    Reversed,
    /// A new random order for each state.
    Random,
}

/// Ends a search from within: a plan, or a limit.
#[derive(Debug)]
pub enum End {
    /// The goal was reached in this state.
    Goal(StateId),
    /// A limit was reached.
    Limit(Outcome),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Limit(Outcome::Stopped(stop))
    }
}

/// A successor of the state expanded last.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The state.
    pub state: StateId,
    /// The operator that leads to it.
    pub operator: u32,
    /// Its heuristic value, or its parent's under deferred evaluation. Meaningless for duplicates.
    pub h: u32,
    /// Whether the operator is preferred.
    pub preferred: bool,
    /// Whether the state was found for the first time.
    pub is_new: bool,
}
