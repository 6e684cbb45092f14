//! Several searches that take turns on one task.
//!
//! No single search is good everywhere, and restarting one throws work away. So a member of a [`Portfolio`]
//! pauses when it has evaluated as many states as its turn allows, and goes on from there when it is its turn
//! again. Who works when depends on nothing but the task and the options, and so does the plan. With several
//! threads members work at the same time, and what comes of it is still what comes of one turn after the other.

mod member;
mod schedule;
mod threads;
mod totals;

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use extremal_heuristics::Shared;
use extremal_states::StateId;
use extremal_tree::ScoredChild;

use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{PortfolioMember, Problem, RunningSearch, Search};
use schedule::Schedule;
pub(crate) use totals::Totals;

/// Several searches on one task. The first plan ends them all.
///
/// What they read of the task is shared. If the problem allows more than one thread, as many members work at
/// the same time, and what is left of the threads helps with evaluations. A member that runs out of memory ends and
/// leaves its memory to the others.
pub struct Portfolio {
    /// The searches in the order of their turns. Each is started when it is to work for the first time, so simple tasks cost
    /// nothing but the first.
    pub members: Vec<PortfolioMember>,
    /// By how much the turns of a member grow from one to the next, in per cent.
    pub growth: u64,
}

impl Search for Portfolio {
    fn start(&self, mut problem: Problem) -> Box<dyn RunningSearch> {
        if problem.heuristic.fork().is_none() && !problem.heuristic.follows_paths() {
            problem.heuristic = Box::new(Shared::new(problem.heuristic));
        }
        // How many states an earlier turn expands is known only when it is over, so nothing can be done ahead of a
        // limit on expansions.
        let members_at_a_time = if problem.max_expansions.is_some() { 1 } else { self.members.len() };
        let at_a_time = problem.threads.number.clamp(1, members_at_a_time.max(1));
        let limits = Turn {
            evaluations: problem.max_evaluations.take().unwrap_or(u64::MAX),
            expansions: problem.max_expansions.unwrap_or(u64::MAX),
        };
        let first_turns = self.members.iter().map(|member| member.first_turn);
        let helpers = self.helpers(problem.threads.number.max(1) - at_a_time, at_a_time);
        let mut first_number = 0;
        let numbers = self.members.iter().map(|member| {
            let first = first_number;
            first_number += member.search.members().unwrap_or(1);
            first..first_number
        });
        Box::new(Run {
            at_a_time,
            members: self.members.iter().cloned().zip(helpers).collect(),
            numbers: numbers.collect(),
            problem: Mutex::new(problem),
            schedule: Mutex::new(Schedule::new(first_turns, self.growth, limits, at_a_time == 1)),
            news: Condvar::new(),
            is_over: AtomicBool::new(false),
        })
    }

    fn members(&self) -> Option<usize> {
        Some(self.members.iter().map(|member| member.search.members().unwrap_or(1)).sum())
    }

    fn portfolio_members(&self) -> Vec<PortfolioMember> {
        self.members.clone()
    }
}

impl Portfolio {
    /// How many threads help each member with evaluations, if so many have no member of their own.
    fn helpers(&self, threads: usize, at_a_time: usize) -> Vec<usize> {
        let uses_threads = || self.members.iter().map(|member| member.search.uses_threads());
        let users = uses_threads().filter(|&uses| uses).count().max(1);
        let mut before = 0;
        let share = |uses: bool| {
            let extra = usize::from(before < threads % users);
            before += usize::from(uses);
            // If members take turns, all can help all: those of a member that waits sleep.
            let share = if at_a_time == 1 { threads } else { threads / users + extra };
            if uses { share } else { 0 }
        };
        uses_threads().map(share).collect()
    }
}

/// A portfolio under way.
struct Run {
    /// How many members may work at the same time.
    at_a_time: usize,
    /// The members, and how many threads help each.
    members: Vec<(PortfolioMember, usize)>,
    /// How observers number the searches of each member: several if it is a portfolio, too.
    numbers: Vec<Range<usize>>,
    /// What every member works on; each has a fork of the heuristic.
    problem: Mutex<Problem>,
    schedule: Mutex<Schedule>,
    /// For threads that wait until there is something to be done.
    news: Condvar,
    /// Set when all threads are to leave the portfolio.
    is_over: AtomicBool,
}

impl RunningSearch for Run {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        let has_ended = matches!(self.schedule().progress(), Some(SearchProgress::Ended(_)));
        self.schedule().begin(turn, watch.observer().is_some());
        let progress = self.schedule().progress();
        match progress {
            Some(_) => {}
            None if self.at_a_time == 1 => self.work(watch),
            None => self.work_together(watch),
        }
        self.tell_turns(watch);
        let (progress, panic) = {
            let mut schedule = self.schedule();
            (schedule.progress().unwrap_or(SearchProgress::Running), schedule.take_panic())
        };
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        if let SearchProgress::Ended(SearchEnd::Solved(plan)) = &progress
            && !has_ended
        {
            watch.tell_plan(plan, &self.counters());
        }
        progress
    }

    fn counters(&self) -> Counters {
        self.schedule().counters()
    }

    fn member(&self) -> Option<String> {
        let schedule = self.schedule();
        let has_ended = matches!(schedule.progress(), Some(SearchProgress::Ended(_)));
        let is_known = self.at_a_time == 1 || has_ended;
        self.members.get(schedule.member()).filter(|_| is_known).map(|(member, _)| member.name.clone())
    }

    fn scored_children(&mut self, member: usize, state: StateId) -> Option<Vec<ScoredChild>> {
        let place = self.numbers.iter().position(|numbers| numbers.contains(&member))?;
        let mut schedule = lock(&self.schedule);
        schedule.running(place)?.scored_children(member - self.numbers[place].start, state)
    }
}

impl Run {
    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        lock(&self.schedule)
    }

    /// Starts a member.
    fn start(&self, member: usize, is_unneeded: &Arc<AtomicBool>) -> Box<dyn RunningSearch> {
        let (PortfolioMember { search, .. }, helpers) = &self.members[member];
        let (task, rebuild, budget) = {
            let problem = lock(&self.problem);
            let budget = problem.budget.until(Arc::clone(is_unneeded));
            (Arc::clone(&problem.task), problem.rebuild_for_each(), budget)
        };
        // That may take long, and others are to be started meanwhile.
        let rebuilt = match rebuild.map(|rebuild| rebuild(&task, &budget)).transpose() {
            Ok(rebuilt) => rebuilt,
            Err(stop) => return Box::new(SearchEnd::Stopped(stop)),
        };
        let mut problem = lock(&self.problem).for_one_more(rebuilt, budget);
        problem.threads.number = 1 + helpers;
        search.start(problem)
    }

    /// Lets one turn follow the other.
    fn work(&self, watch: &mut Watch<'_>) {
        loop {
            self.tell_turns(watch);
            let Some(mut work) = self.schedule().next() else { return };
            let others = work.counted_by_others;
            let running = work.running.get_or_insert_with(|| self.start(work.member, &work.is_unneeded));
            let progress = match watch.observer() {
                Some(observer) => {
                    let first = self.numbers[work.member].start;
                    let mut totals = Totals::of_member(observer, others, first);
                    running.advance(work.given, &mut Watch::new(Some(&mut totals)))
                }
                None => running.advance(work.given, &mut Watch::default()),
            };
            // Whoever has ended is dropped when the lock is free again.
            let _ended = self.schedule().finish(work, Ok(progress));
        }
    }

    fn tell_turns(&self, watch: &mut Watch<'_>) {
        if let Some(observer) = watch.observer() {
            let begun = self.schedule().take_begun();
            for (member, counters) in &begun {
                // A portfolio that is watched tells of its turns itself, whenever it goes on.
                if self.members[*member].0.search.members().is_none() || self.at_a_time > 1 {
                    observer.turn(self.numbers[*member].start, counters);
                }
            }
        }
    }
}

/// A panic ends the portfolio; what was counted until then can still be read.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
