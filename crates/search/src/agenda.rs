//! One goal after the other.
//!
//! An inner search looks for a state in which the next goal holds, and those chosen before it as well. From there on it
//! looks for the next one. The next goal is the closest one, by the heuristic. If it is not reached soon enough, the
//! second closest is tried, and so on; if none is reached, the last choice is taken back. When too much has failed, all
//! begins anew with more effort for each goal, and in the end the inner search has the whole task to itself.
//!
//! Koehler, Hoffmann: On Reasonable and Forced Goal Orderings and their Use in an Agenda-Driven Planning Algorithm,
//! JAIR 12, 2000. There, goals are ordered before the search, and no choice is taken back.

mod stages;

use std::sync::Arc;

use extremal_heuristics::{DEAD_END, Heuristic, Shared};
use extremal_sas::Fact;
use extremal_states::StateId;

use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::portfolio::Totals;
use crate::search::{Problem, RunningSearch, Search};
use stages::{Stages, Tested};

/// A search that reaches one goal after the other.
pub struct Agenda {
    /// What reaches the next goal. It must know of the task's goal through the state space and the heuristic alone.
    pub inner: Arc<dyn Search>,
    /// The evaluations, or what counts as such, that a goal gets at first.
    pub effort: u64,
}

/// How often all goals are tried before the inner search gets the whole task, and how much more effort each goal then gets.
const ROUNDS: u32 = 3;
const GROWTH: u64 = 8;
/// Restoring a resource is simple, or too late: it gets this share of the effort for a goal.
const SHARE_OF_RESOURCES: u64 = 10;
/// How many failures a round may have for each goal.
const FAILURES: usize = 4;

impl Search for Agenda {
    fn start(&self, mut problem: Problem) -> Box<dyn RunningSearch> {
        // One that follows paths is built anew for each search.
        if problem.heuristic.fork().is_none() && !problem.heuristic.follows_paths() {
            problem.heuristic = Box::new(Shared::new(problem.heuristic));
        }
        Box::new(Run {
            inner: Arc::clone(&self.inner),
            effort: self.effort.max(1),
            stages: Stages::new(problem.space.clone(), &problem.task),
            heuristic: problem.heuristic.for_parts_of_the_goal(),
            problem,
            finished: Counters::default(),
            phase: Phase::Start,
            round: 1,
            failures: 0,
            end: None,
        })
    }

    fn uses_threads(&self) -> bool {
        self.inner.uses_threads()
    }
}

/// A search under way.
struct Run {
    problem: Problem,
    inner: Arc<dyn Search>,
    effort: u64,
    stages: Stages,
    /// The heuristic for the goals that are searched for, if there can be one.
    heuristic: Option<Box<dyn Heuristic>>,
    /// What was counted, but for the inner search under way.
    finished: Counters,
    phase: Phase,
    round: u32,
    /// Goals that were not reached in this round.
    failures: usize,
    end: Option<SearchEnd>,
}

/// What is to be done next. A turn may end between any two of these.
enum Phase {
    Start,
    /// Goals are looked at that may be the next one.
    Look,
    /// The next goal is chosen, and the search for it starts.
    Choose,
    /// The inner search looks for something.
    Search(Purpose, Box<dyn RunningSearch>),
    /// A goal was reached; whether that leads into a dead end is still to be seen.
    Reached,
    /// Resources that were used up in part must not be lost.
    Test,
    /// The inner search works on the whole task.
    Whole(Box<dyn RunningSearch>),
}

/// What the inner search looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The next goal.
    Goal,
    /// A way to restore a resource, to know that there is one.
    Test,
    /// The same, in order to go it.
    Restore,
}

impl Run {
    /// Goes on until the turn is over; then none is returned.
    fn go_on(&mut self, turn: Turn, watch: &mut Watch<'_>) -> Option<SearchEnd> {
        let begin = self.counters();
        loop {
            let counters = self.counters();
            let is_over = |limit: Option<u64>, number: u64| limit.is_some_and(|limit| number >= limit);
            if is_over(self.problem.max_evaluations, counters.evaluations) {
                return Some(SearchEnd::EvaluationLimit);
            }
            if is_over(self.problem.max_expansions, counters.expansions) {
                return Some(SearchEnd::ExpansionLimit);
            }
            let left = Turn {
                evaluations: turn.evaluations.saturating_sub(counters.effort() - begin.effort()),
                expansions: turn.expansions.saturating_sub(counters.expansions - begin.expansions),
            };
            if left.evaluations == 0 || left.expansions == 0 {
                return None;
            }
            if let Err(stop) = self.problem.budget.check() {
                return Some(SearchEnd::Stopped(stop));
            }
            if let Some(end) = self.step(left, watch) {
                return Some(end);
            }
        }
    }

    /// Does a part of the work, within the turn. Returns how the search ends if it does.
    fn step(&mut self, left: Turn, watch: &mut Watch<'_>) -> Option<SearchEnd> {
        match std::mem::replace(&mut self.phase, Phase::Choose) {
            Phase::Start => return self.begin(watch),
            Phase::Look => {
                if let Some(goal) = self.stages.unseen() {
                    let h = self.evaluate(&goal, watch);
                    self.stages.saw(h.unwrap_or(DEAD_END));
                    self.phase = Phase::Look;
                }
            }
            Phase::Choose => {
                let may_go_on = self.failures <= FAILURES * self.stages.goals().len();
                if may_go_on && self.stages.restore_next() {
                    self.phase = Phase::Search(Purpose::Restore, self.start_inner(watch));
                } else if may_go_on && self.stages.choose() {
                    self.phase = Phase::Search(Purpose::Goal, self.start_inner(watch));
                } else if !may_go_on || !self.stages.take_back() {
                    self.next_round(watch);
                }
            }
            Phase::Search(purpose, inner) => return self.search(purpose, inner, left, watch),
            Phase::Reached => {
                let goal = self.stages.goals().to_vec();
                if self.evaluate(&goal, watch) == Some(DEAD_END) {
                    self.failures += 1;
                    self.stages.take_back();
                } else {
                    self.phase = Phase::Test;
                }
            }
            Phase::Test => {
                self.phase = if self.stages.test() {
                    Phase::Search(Purpose::Test, self.start_inner(watch))
                } else {
                    Phase::Look
                };
            }
            Phase::Whole(mut inner) => {
                let progress = self.advance_inner(&mut *inner, left, watch);
                if let SearchProgress::Ended(end) = progress {
                    return Some(end);
                }
                self.phase = Phase::Whole(inner);
            }
        }
        None
    }

    fn begin(&mut self, watch: &mut Watch<'_>) -> Option<SearchEnd> {
        if self.stages.is_solved() {
            return Some(SearchEnd::Solved(Vec::new()));
        }
        let goal = self.stages.goals().to_vec();
        match self.evaluate(&goal, watch) {
            None => self.phase = Phase::Whole(self.start_inner(watch)),
            Some(DEAD_END) if self.problem.heuristic_is_safe => return Some(SearchEnd::Unsolvable),
            Some(DEAD_END) => return Some(SearchEnd::Exhausted),
            Some(h) => {
                self.finished.initial_h = Some(h);
                self.phase = Phase::Test;
            }
        }
        None
    }

    /// Searches for the next goal, or for a way to restore a resource.
    fn search(
        &mut self,
        purpose: Purpose,
        mut inner: Box<dyn RunningSearch>,
        mut left: Turn,
        watch: &mut Watch<'_>,
    ) -> Option<SearchEnd> {
        let effort = match purpose {
            Purpose::Goal => self.effort,
            Purpose::Test | Purpose::Restore => self.effort.div_ceil(SHARE_OF_RESOURCES),
        };
        left.evaluations = left.evaluations.min(effort - inner.counters().effort());
        match self.advance_inner(&mut *inner, left, watch) {
            SearchProgress::Running if inner.counters().effort() < effort => {
                self.phase = Phase::Search(purpose, inner);
            }
            SearchProgress::Ended(SearchEnd::Solved(_)) if purpose == Purpose::Test => {
                self.stages.tested(true);
                self.phase = Phase::Test;
            }
            SearchProgress::Ended(SearchEnd::Solved(plan)) if purpose == Purpose::Restore => {
                self.stages.restore(&plan);
                self.tell_stage(watch);
                self.phase = Phase::Look;
            }
            SearchProgress::Ended(SearchEnd::Solved(plan)) => {
                self.stages.reach(&plan);
                if self.stages.is_solved() {
                    return Some(SearchEnd::Solved(self.stages.plan().to_vec()));
                }
                self.tell_stage(watch);
                self.phase = Phase::Reached;
            }
            SearchProgress::Ended(end @ SearchEnd::Stopped(_)) => return Some(end),
            progress => {
                if progress == SearchProgress::Running {
                    self.finished = self.with(&*inner);
                }
                self.failures += 1;
                let tested =
                    if purpose == Purpose::Test { self.stages.tested(false) } else { Tested::TakenBack };
                self.phase = match tested {
                    Tested::GoOn => Phase::Test,
                    Tested::Restore => Phase::Search(Purpose::Restore, self.start_inner(watch)),
                    Tested::TakenBack => Phase::Choose,
                };
            }
        }
        None
    }

    /// Lets an inner search go on, within the limits of the whole search. What it counted is kept when it ends.
    fn advance_inner(
        &mut self,
        inner: &mut dyn RunningSearch,
        turn: Turn,
        watch: &mut Watch<'_>,
    ) -> SearchProgress {
        let others = self.finished;
        let counters = self.with(inner);
        let left = |limit: Option<u64>, number| limit.map_or(u64::MAX, |limit| limit - number);
        let turn = Turn {
            evaluations: turn.evaluations.min(left(self.problem.max_evaluations, counters.evaluations)),
            expansions: turn.expansions.min(left(self.problem.max_expansions, counters.expansions)),
        };
        let progress = match watch.observer() {
            Some(observer) => inner.advance(turn, &mut Watch::new(Some(&mut Totals::new(observer, others)))),
            None => inner.advance(turn, &mut Watch::default()),
        };
        if let SearchProgress::Ended(_) = progress {
            self.finished = self.with(inner);
        }
        progress
    }

    /// What was counted with an inner search, whose paths are continued from where it began.
    fn with(&self, inner: &dyn RunningSearch) -> Counters {
        let mut counters = inner.counters();
        counters.max_depth += self.stages.plan().len() as u32;
        Counters::sum([self.finished, counters].into_iter())
    }

    fn next_round(&mut self, watch: &mut Watch<'_>) {
        self.round += 1;
        self.failures = 0;
        self.effort = self.effort.saturating_mul(GROWTH);
        self.stages.restart();
        self.phase = if self.round <= ROUNDS { Phase::Choose } else { Phase::Whole(self.start_inner(watch)) };
    }

    /// The value of the state that was reached last, for some of the goals. None if there is no heuristic for them.
    fn evaluate(&mut self, goal: &[Fact], watch: &mut Watch<'_>) -> Option<u32> {
        let heuristic = self.heuristic.as_mut()?;
        heuristic.set_goal(goal);
        let h = heuristic.evaluate(self.stages.values());
        self.finished.evaluations += 1;
        self.finished.count_words(heuristic.words_read());
        self.finished.dead_ends += u64::from(h == DEAD_END);
        if let Some(observer) = watch.observer() {
            let value = (h != DEAD_END).then_some(h);
            observer.evaluation(StateId(0), value, &[], &self.finished);
        }
        Some(h)
    }

    /// Tells an observer that states are numbered from the one that was reached last. It hears it when that state is reached,
    /// since the state is looked at, and when a search begins there, since that evaluates the state with a heuristic of its own.
    fn tell_stage(&self, watch: &mut Watch<'_>) {
        if let Some(observer) = watch.observer() {
            observer.stage(self.stages.plan());
        }
    }

    /// Starts the inner search for the current goal at the state that was reached last.
    fn start_inner(&mut self, watch: &mut Watch<'_>) -> Box<dyn RunningSearch> {
        self.tell_stage(watch);
        let own = self.heuristic.as_mut().and_then(|heuristic| {
            heuristic.set_goal(self.stages.current());
            heuristic.fork()
        });
        let Problem { task, heuristic, rebuild, budget, .. } = &self.problem;
        let own = own.or_else(|| heuristic.fork().filter(|_| !heuristic.follows_paths()));
        let heuristic = match (own, rebuild) {
            (Some(own), _) => own,
            (None, Some(rebuild)) => match rebuild(task, budget) {
                Ok(built) => built,
                Err(stop) => return Box::new(SearchEnd::Stopped(stop)),
            },
            (None, None) => return Box::new(SearchEnd::Exhausted),
        };
        self.inner.start(Problem {
            task: Arc::clone(&self.problem.task),
            space: self.stages.space(),
            heuristic,
            max_evaluations: None,
            max_expansions: None,
            budget: self.problem.budget.clone(),
            rebuild: None,
            ..self.problem
        })
    }
}

impl RunningSearch for Run {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        if self.end.is_none() {
            self.end = self.go_on(turn, watch);
            if let Some(SearchEnd::Solved(plan)) = &self.end {
                watch.tell_plan(plan, &self.finished);
            }
        }
        self.end.clone().map_or(SearchProgress::Running, SearchProgress::Ended)
    }

    fn counters(&self) -> Counters {
        match &self.phase {
            Phase::Search(_, inner) | Phase::Whole(inner) => self.with(&**inner),
            _ => self.finished,
        }
    }
}
