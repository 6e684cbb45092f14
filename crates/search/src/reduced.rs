//! A search on a task without the operators that no plan needs.

use std::sync::Arc;

use extremal_mutexes::{Analysis, NotReduced};
use extremal_states::{StateId, StateSpace};
use extremal_tree::ScoredChild;

use crate::effort::{evaluation_work, work_per_evaluation};
use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{Problem, RunningSearch, Search};

/// The most work for finding useless operators: what about so many evaluations would take.
const EVALUATIONS: u64 = 2_000;
/// The words of rows of bits that take as long as applying an operator: they are looked at one after the other, several at
/// a time.
const WORDS: u64 = 1_000;

/// Another search, on a task without the operators that [h²](extremal_mutexes) shows to be useless.
///
/// Finding them is part of its turns, so that on a large task it takes nothing from others.
pub struct Reduced {
    /// The search.
    pub search: Arc<dyn Search>,
    /// End at once if there are no such operators: a portfolio has members for the whole task.
    pub only_if_smaller: bool,
}

impl Search for Reduced {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let counters = Counters {
            work_per_evaluation: work_per_evaluation(&problem.task, &*problem.heuristic),
            ..Counters::default()
        };
        let Reduced { search, only_if_smaller } = self;
        Box::new(Running {
            counters,
            stage: match Analysis::new(&problem.task, &problem.budget) {
                Ok(analysis) => Stage::Looking(Box::new(Looking {
                    max_work: EVALUATIONS * evaluation_work(&problem.task) * WORDS,
                    search: Arc::clone(search),
                    only_if_smaller: *only_if_smaller,
                    analysis,
                    problem,
                })),
                Err(_) if *only_if_smaller => Stage::Searching(Box::new(SearchEnd::Exhausted)),
                Err(_) => Stage::Searching(search.start(problem)),
            },
        })
    }

    fn uses_threads(&self) -> bool {
        self.search.uses_threads()
    }

    fn members(&self) -> Option<usize> {
        self.search.members()
    }
}

struct Running {
    /// The work of looking for useless operators.
    counters: Counters,
    stage: Stage,
}

enum Stage {
    Looking(Box<Looking>),
    Searching(Box<dyn RunningSearch>),
}

/// What is needed to look for useless operators, and to search afterwards.
struct Looking {
    analysis: Analysis,
    max_work: u64,
    search: Arc<dyn Search>,
    only_if_smaller: bool,
    problem: Problem,
}

impl Running {
    /// Goes on looking for useless operators. Once that is done, the search begins, or there is none.
    fn look(&mut self, evaluations: u64) {
        let Stage::Looking(looking) = &mut self.stage else { return };
        // An absolute end, so that it does not matter how the work is cut into turns.
        let per_effort = u64::from(self.counters.work_per_evaluation).max(1).saturating_mul(WORDS);
        let end = self
            .counters
            .effort()
            .saturating_add(evaluations)
            .saturating_mul(per_effort)
            .min(looking.max_work);
        let found = match looking.analysis.advance(end.saturating_sub(looking.analysis.work())) {
            Ok(false) if looking.analysis.work() >= looking.max_work => Err(NotReduced::TooMuchWork),
            found => found,
        };
        self.counters.other_work = looking.analysis.work() / WORDS;
        if found == Ok(false) {
            return;
        }
        let none = Stage::Searching(Box::new(SearchEnd::Exhausted));
        if let Stage::Looking(looking) = std::mem::replace(&mut self.stage, none) {
            self.stage = Stage::Searching(match found {
                Err(NotReduced::Stopped(stop)) => Box::new(SearchEnd::Stopped(stop)),
                _ => looking.begin(found.is_ok()),
            });
        }
    }
}

impl Looking {
    /// Begins the search.
    fn begin(self, is_reduced: bool) -> Box<dyn RunningSearch> {
        let Looking { analysis, search, only_if_smaller, problem, .. } = self;
        let reduction = is_reduced.then(|| analysis.finish()).filter(|found| found.num_useless() > 0);
        let Some(reduction) = reduction else {
            return if only_if_smaller { Box::new(SearchEnd::Exhausted) } else { search.start(problem) };
        };
        let task = Arc::new(reduction.reduced(&problem.task));
        let heuristic = match &problem.rebuild {
            Some(rebuild) => rebuild(&task, &problem.budget),
            // It judges states by operators that no plan needs, too, but judges them.
            None => Ok(problem.heuristic),
        };
        let prepared = heuristic.and_then(|it| Ok((it, StateSpace::within(&task, &problem.budget)?)));
        match prepared {
            Ok((heuristic, space)) => search.start(Problem { space, heuristic, task, ..problem }),
            Err(stop) => Box::new(SearchEnd::Stopped(stop)),
        }
    }
}

impl RunningSearch for Running {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        let before = self.counters.effort();
        self.look(turn.evaluations);
        let evaluations = turn.evaluations.saturating_sub(self.counters.effort() - before);
        match &mut self.stage {
            Stage::Searching(running) if evaluations > 0 => {
                running.advance(Turn { evaluations, ..turn }, watch)
            }
            _ => SearchProgress::Running,
        }
    }

    fn counters(&self) -> Counters {
        match &self.stage {
            Stage::Looking(_) => self.counters,
            Stage::Searching(running) => {
                // Looking was so much effort, in whole numbers, whatever an effort is to the search.
                let inner = running.counters();
                let work_per_evaluation = match inner.work_per_evaluation {
                    0 => self.counters.work_per_evaluation,
                    work => work,
                };
                let looking = self.counters.effort() * u64::from(work_per_evaluation);
                Counters { other_work: looking + inner.other_work, work_per_evaluation, ..inner }
            }
        }
    }

    fn member(&self) -> Option<String> {
        match &self.stage {
            Stage::Looking(_) => None,
            Stage::Searching(running) => running.member(),
        }
    }

    fn scored_children(&mut self, member: usize, state: StateId) -> Option<Vec<ScoredChild>> {
        match &mut self.stage {
            Stage::Looking(_) => None,
            Stage::Searching(running) => running.scored_children(member, state),
        }
    }
}
