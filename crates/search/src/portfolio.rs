//! Several searches that take turns on one task, or race on several threads.
//!
//! No single search is good everywhere, and restarting one throws work away. So a member of a [`Portfolio`]
//! pauses when it has evaluated as many states as its turn allows, and goes on from there when it is its turn
//! again. With one thread, who works when depends on nothing but the task and the options, and so does the plan.

mod schedule;
mod totals;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use extremal_heuristics::Shared;

use crate::observer::Watch;
use crate::outcome::{Counters, SearchProgress, Turn};
use crate::search::{Problem, RunningSearch, Search};
use extremal_parallel::Threads;
use schedule::Schedule;
pub(crate) use totals::Totals;

/// Several searches on one task. The first plan ends them all.
///
/// What they read of the task is shared. If the problem allows more than one thread, as many members work at
/// the same time, and the plan depends on who is faster; what is left of the threads helps with evaluations. A
/// member that runs out of memory ends and leaves its memory to the others.
pub struct Portfolio {
    /// The searches in the order of their turns, and how many states each may evaluate in its first turn. A search
    /// is started when it is its turn for the first time, so simple tasks cost nothing but the first.
    pub members: Vec<(Arc<dyn Search>, u64)>,
    /// By how much the turns of a member grow from one to the next, in per cent.
    pub growth: u64,
}

impl Search for Portfolio {
    fn start(&self, mut problem: Problem) -> Box<dyn RunningSearch> {
        if problem.heuristic.fork().is_none() {
            problem.heuristic = Box::new(Shared::new(problem.heuristic));
        }
        let at_a_time = problem.threads.number.clamp(1, self.members.len().max(1));
        let limits = Turn {
            evaluations: problem.max_evaluations.take().unwrap_or(u64::MAX),
            expansions: problem.max_expansions.take().unwrap_or(u64::MAX),
        };
        problem.threads = Threads { number: problem.threads.number / at_a_time, ..problem.threads };
        let is_over = Arc::<AtomicBool>::default();
        if at_a_time > 1 {
            problem.budget = problem.budget.until(Arc::clone(&is_over));
        }
        let schedule = Schedule::new(problem, &self.members, self.growth, limits, at_a_time);
        Box::new(Run { at_a_time, schedule: Mutex::new(schedule), is_over })
    }
}

/// A portfolio under way.
struct Run {
    /// How many members may work at the same time.
    at_a_time: usize,
    schedule: Mutex<Schedule>,
    /// Set when members that still work need not.
    is_over: Arc<AtomicBool>,
}

impl RunningSearch for Run {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        if let Some(end) = self.lock().end() {
            return SearchProgress::Ended(end);
        }
        self.lock().begin(turn);
        loop {
            // The lock must not be held inside: the counters that the observer is told need it too.
            let progress = self.lock().progress();
            if let Some(progress) = progress {
                if let SearchProgress::Ended(crate::SearchEnd::Solved(plan)) = &progress
                    && let Some(observer) = watch.observer()
                {
                    observer.plan(plan, &self.counters());
                }
                return progress;
            }
            if self.at_a_time == 1 {
                self.work(watch);
            } else {
                self.race(watch);
            }
        }
    }

    fn counters(&self) -> Counters {
        self.lock().counters()
    }
}

impl Run {
    fn lock(&self) -> MutexGuard<'_, Schedule> {
        // A panic in a member ends the portfolio; what was counted until then can still be read.
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives turns to members until there is nothing to be done.
    fn work(&self, watch: &mut Watch<'_>) {
        let _ends_others = EndsOthers(&self.is_over);
        loop {
            let Some(mut turn) = self.lock().next() else { return };
            let others = turn.counted_by_others;
            turn.progress = match watch.observer() {
                Some(observer) => {
                    observer.turn(turn.member, &Counters::sum([others, turn.running.counters()].into_iter()));
                    let mut totals = Totals { observer, others };
                    turn.running.advance(turn.given, &mut Watch::new(Some(&mut totals)))
                }
                None => turn.running.advance(turn.given, &mut Watch::default()),
            };
            if self.lock().finish(turn) {
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
    }

    fn work_on_thread(&self) {
        self.work(&mut Watch::default());
        extremal_limits::tell_allocated();
    }

    /// The same on several threads. Only the first of them tells an observer whose turn it is.
    fn race(&self, watch: &mut Watch<'_>) {
        thread::scope(|scope| {
            let others: Vec<_> = (1..self.at_a_time).map(|_| scope.spawn(|| self.work_on_thread())).collect();
            match watch.observer() {
                Some(observer) => self.work(&mut Watch::new(Some(&mut totals::OnlyTurns(observer)))),
                None => self.work(&mut Watch::default()),
            }
            for other in others {
                if let Err(panic) = other.join() {
                    resume_unwind(panic);
                }
            }
        });
    }
}

/// Lets others stop if a member panics, so that the panic is passed on at once.
struct EndsOthers<'r>(&'r AtomicBool);

impl Drop for EndsOthers<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
