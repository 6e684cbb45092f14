//! Several searches that take turns on one task, or race on several threads.
//!
//! No single search is good everywhere, and restarting throws work away. So each member of a [`Portfolio`]
//! has a thread of its own, where it can wait in the middle of its work; a member that has evaluated as many
//! states as its slice allows hands over to the next. With one thread at work at a time, who works when
//! depends on nothing but the task and the options, and so does the plan.

mod coordinator;
mod turn;

use extremal_limits::Budget;
use extremal_sas::Task;
use extremal_states::StateSpace;

use crate::explorer::{Options, Problem};
use crate::outcome::{Counters, Outcome, Report};
use crate::parallel::Threads;
use crate::registry;
use crate::search::Search;
use coordinator::Coordinator;

/// A search that takes turns with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberSpec {
    /// The search, as [`select`](crate::select) reads it.
    pub search: String,
    /// How many states it may evaluate in its first turn; later turns are longer.
    pub slice: u64,
}

/// Several searches on one task. The first plan ends them all.
///
/// What they read of the task is shared. If the problem allows more than one thread, as many members work at
/// the same time, and the plan depends on who is faster; what is left of the threads helps with evaluations. A member that runs out of memory ends and leaves its memory to the
/// others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Portfolio {
    /// The searches, in the order of their turns. One is started when it is its turn for the first time, so
    /// simple tasks cost nothing but the first.
    pub members: Vec<MemberSpec>,
    /// By how much the turns of a member grow from one to the next, in per cent.
    pub growth: u64,
    /// Options of all members.
    pub options: Options,
}

/// What members share of a problem.
struct Common<'p> {
    task: &'p Task,
    space: StateSpace,
    heuristic_is_safe: bool,
    budget: &'p Budget,
    threads: Threads,
}

impl Search for Portfolio {
    fn run(&self, problem: Problem<'_>) -> Report {
        if problem.heuristic.fork().is_none() {
            return self.run_first(problem);
        }
        std::thread::scope(|scope| Coordinator::new(self.clone(), problem, scope).run())
    }
}

impl Portfolio {
    /// A heuristic that cannot be forked serves one search only.
    fn run_first(&self, problem: Problem<'_>) -> Report {
        let first = self.members.first().map(|member| registry::select(&member.search, self.options));
        match first {
            Some(Ok(search)) => search.run(problem),
            _ => Report { outcome: Outcome::Exhausted, counters: Counters::default() },
        }
    }
}
