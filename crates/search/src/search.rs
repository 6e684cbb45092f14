//! What a search is: a recipe that is started on a problem, and the running search that this yields.

use std::sync::Arc;

use extremal_heuristics::Heuristic;
use extremal_limits::{Budget, Stop};
use extremal_parallel::Threads;
use extremal_sas::Task;
use extremal_states::{StateId, StateSpace};
use extremal_tree::ScoredChild;

use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};

/// What a search works on and may use.
pub struct Problem {
    /// The task.
    pub task: Arc<Task>,
    /// Its state space.
    pub space: StateSpace,
    /// The heuristic.
    pub heuristic: Box<dyn Heuristic>,
    /// Whether a dead end of the heuristic proves that no plan leads through a state.
    pub heuristic_is_safe: bool,
    /// The search ends when this many states have been evaluated: a plan must be found with fewer.
    pub max_evaluations: Option<u64>,
    /// The search ends when this many states have been expanded.
    pub max_expansions: Option<u64>,
    /// Time and memory.
    pub budget: Budget,
    /// How many threads evaluate states; the search is the same with any number.
    pub threads: Threads,
    /// Builds the same heuristic for another task, if that is known.
    pub rebuild: Option<Arc<BuildHeuristic>>,
}

impl Problem {
    /// What builds the heuristic of each search on the problem, if its values are those of one search.
    pub fn rebuild_for_each(&self) -> Option<Arc<BuildHeuristic>> {
        self.rebuild.clone().filter(|_| self.heuristic.follows_paths())
    }

    /// The same problem for one more search: with this heuristic, or else with a fork of its own, and with this budget.
    pub fn for_one_more(&self, heuristic: Option<Box<dyn Heuristic>>, budget: Budget) -> Problem {
        let heuristic = heuristic.or_else(|| self.heuristic.fork()).unwrap_or_else(|| {
            panic!("the heuristic could be forked for one member of the portfolio, but not for another")
        });
        let (task, space, rebuild) = (Arc::clone(&self.task), self.space.clone(), self.rebuild.clone());
        Problem { task, space, heuristic, budget, rebuild, ..*self }
    }
}

/// Builds a heuristic for a task, within a budget.
pub type BuildHeuristic = dyn Fn(&Task, &Budget) -> Result<Box<dyn Heuristic>, Stop> + Send + Sync;

/// What every search can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Use preferred operators.
    pub preferred: bool,
    /// Evaluate a state when it is expanded instead of when it is generated.
    pub deferred: bool,
    /// Seed of all random choices.
    pub seed: u64,
}

/// A forward search, chosen and configured. It can be started any number of times.
pub trait Search: Send + Sync {
    /// Starts the search on a problem. Nothing is evaluated before it is advanced.
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch>;

    /// Whether further threads would be of use to it: whether it evaluates states in parallel.
    fn uses_threads(&self) -> bool {
        false
    }

    /// How many searches take turns in it, if it tells of turns: the members of a portfolio, with those of portfolios among
    /// them.
    fn members(&self) -> Option<usize> {
        None
    }

    /// The members of a portfolio, for somebody who lets each of them find a plan. None for other searches.
    fn portfolio_members(&self) -> Vec<PortfolioMember> {
        Vec::new()
    }
}

/// A member of a portfolio.
#[derive(Clone)]
pub struct PortfolioMember {
    /// The search.
    pub search: Arc<dyn Search>,
    /// How it is written.
    pub name: String,
    /// How many states it may evaluate in its first turn.
    pub first_turn: u64,
}

impl Search for Box<dyn Search> {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        (**self).start(problem)
    }

    fn uses_threads(&self) -> bool {
        (**self).uses_threads()
    }

    fn members(&self) -> Option<usize> {
        (**self).members()
    }

    fn portfolio_members(&self) -> Vec<PortfolioMember> {
        (**self).portfolio_members()
    }
}

/// A search under way: a value that can be advanced, left alone, sent to another thread, and dropped.
///
/// How it is cut into turns changes nothing but when it works.
pub trait RunningSearch: Send {
    /// Goes on until the turn is over or the search ends.
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress;

    /// What was counted so far.
    fn counters(&self) -> Counters;

    /// The member of a portfolio whose turn it is, or with which it has ended, as it is written in the text of the search.
    /// `None` if this is no portfolio, and while several members work at the same time.
    fn member(&self) -> Option<String> {
        None
    }

    /// The children of a state as a bandit sees them now: none where no tree has the state. In a portfolio the state is
    /// one of the given member's, by the number that an observer hears of its turns; nobody else looks at it.
    fn scored_children(&mut self, _member: usize, _state: StateId) -> Option<Vec<ScoredChild>> {
        None
    }
}

/// A search that has ended before it began, for searches that are not made of steps.
impl RunningSearch for SearchEnd {
    fn advance(&mut self, _turn: Turn, _watch: &mut Watch<'_>) -> SearchProgress {
        SearchProgress::Ended(self.clone())
    }

    fn counters(&self) -> Counters {
        Counters::default()
    }
}
