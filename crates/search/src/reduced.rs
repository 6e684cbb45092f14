//! A search on a task without the operators that no plan needs.

use std::sync::Arc;

use extremal_mutexes::{NotReduced, Reduction};
use extremal_states::{StateId, StateSpace};
use extremal_tree::ScoredChild;

use crate::effort::evaluation_work;
use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{Problem, RunningSearch, Search};

/// The most work for finding useless operators: what about so many evaluations would take.
const EVALUATIONS: u64 = 20_000;
/// The words of rows of bits that take as long as applying an operator.
const WORDS: u64 = 100;

/// Another search, on a task without the operators that [h²](extremal_mutexes) shows to be useless.
pub struct Reduced {
    /// The search.
    pub search: Arc<dyn Search>,
    /// End at once if there are no such operators: a portfolio has members for the whole task.
    pub only_if_smaller: bool,
}

impl Search for Reduced {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let (search, only_if_smaller) = (Arc::clone(&self.search), self.only_if_smaller);
        Box::new(Running::Begin { search, only_if_smaller, problem: Some(Box::new(problem)) })
    }
}

enum Running {
    Begin { search: Arc<dyn Search>, only_if_smaller: bool, problem: Option<Box<Problem>> },
    Begun(Box<dyn RunningSearch>),
}

impl RunningSearch for Running {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        if let Running::Begin { search, only_if_smaller, problem } = self
            && let Some(problem) = problem.take()
        {
            *self = Running::Begun(begin(&**search, *only_if_smaller, *problem));
        }
        match self {
            Running::Begin { .. } => SearchProgress::Ended(SearchEnd::Exhausted),
            Running::Begun(running) => running.advance(turn, watch),
        }
    }

    fn counters(&self) -> Counters {
        match self {
            Running::Begin { .. } => Counters::default(),
            Running::Begun(running) => running.counters(),
        }
    }

    fn scored_children(&mut self, member: usize, state: StateId) -> Option<Vec<ScoredChild>> {
        match self {
            Running::Begin { .. } => None,
            Running::Begun(running) => running.scored_children(member, state),
        }
    }
}

fn begin(search: &dyn Search, only_if_smaller: bool, problem: Problem) -> Box<dyn RunningSearch> {
    let max_work = EVALUATIONS * evaluation_work(&problem.task) * WORDS;
    let reduction = match Reduction::new(&problem.task, max_work, &problem.budget) {
        Ok(reduction) if reduction.num_useless() > 0 => reduction,
        Err(NotReduced::Stopped(stop)) => return Box::new(SearchEnd::Stopped(stop)),
        _ if only_if_smaller => return Box::new(SearchEnd::Exhausted),
        _ => return search.start(problem),
    };
    let task = Arc::new(reduction.reduced(&problem.task));
    let heuristic = match &problem.rebuild {
        Some(rebuild) => rebuild(&task),
        // It judges states by operators that no plan needs, too, but judges them.
        None => problem.heuristic,
    };
    search.start(Problem { space: StateSpace::new(&task), heuristic, task, ..problem })
}
