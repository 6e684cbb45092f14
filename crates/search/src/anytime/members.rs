//! Plans of the other members of a portfolio.
//!
//! Searches that differ find plans that differ more than what can be made of one of them. So the members that have not found
//! the first plan look for one, too, each for itself and in turns. They begin anew, because those of the portfolio were
//! stopped when the first plan was found: with several threads, in the middle of something that depends on the clock.

use extremal_limits::Stop;

use super::{AnytimeEnd, AnytimeProgress};
use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::portfolio::Totals;
use crate::search::{PortfolioMember, Problem, RunningSearch};

/// Searches that take turns, until each of them has found a plan or can find none.
pub struct Members {
    problem: Problem,
    members: Vec<Member>,
    /// Whose turn it is.
    place: usize,
    /// What those have counted that have ended, their effort, and what the last of them has counted.
    ended: Counters,
    ended_effort: u64,
    last: Counters,
}

struct Member {
    member: PortfolioMember,
    /// The number that it had in the portfolio, for observers.
    number: usize,
    running: Option<Box<dyn RunningSearch>>,
    /// How long its turns are, and the effort at which this one ends.
    turn: u64,
    turn_end: u64,
}

impl Members {
    /// Prepares searches on a problem, with the numbers that they had in the portfolio. Limits on all of them together are
    /// the business of whoever gives the turns.
    pub fn new(problem: Problem, members: Vec<(usize, PortfolioMember)>) -> Self {
        let members = members.into_iter().map(|(number, member)| {
            let turn = member.first_turn.max(1);
            Member { member, number, running: None, turn, turn_end: turn }
        });
        Members {
            problem: Problem { max_evaluations: None, ..problem },
            members: members.collect(),
            place: 0,
            ended: Counters::default(),
            ended_effort: 0,
            last: Counters::default(),
        }
    }

    /// Whether every search has ended.
    pub fn have_ended(&self) -> bool {
        self.members.is_empty()
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        let running = self.members.iter().filter_map(|member| member.running.as_ref());
        Counters::sum(running.map(|running| running.counters()).chain([self.ended]))
    }

    /// The effort of all searches, each in its own units.
    pub fn effort(&self) -> u64 {
        let running = self.members.iter().filter_map(|member| member.running.as_ref());
        running.map(|running| running.counters().effort()).sum::<u64>() + self.ended_effort
    }

    /// What the search has counted that has found the last plan.
    pub fn counters_of_last(&self) -> Counters {
        self.last
    }

    /// The number of the search whose turn it is, and whether it is a portfolio that tells of its turns itself.
    pub fn next(&self) -> Option<(usize, bool)> {
        let next = self.members.get(self.place).or_else(|| self.members.first())?;
        Some((next.number, next.member.search.members().is_some()))
    }

    /// Goes on until the turn is over, a search has found a plan, or all have ended. Others have counted this besides, and an
    /// observer counts searches on from a number.
    pub fn advance(
        &mut self,
        turn: Turn,
        others: Counters,
        first_number: usize,
        watch: &mut Watch<'_>,
    ) -> AnytimeProgress {
        self.place = if self.place < self.members.len() { self.place } else { 0 };
        let rest = self.members.iter().enumerate().filter(|&(place, _)| place != self.place);
        let rest = rest.filter_map(|(_, member)| Some(member.running.as_ref()?.counters()));
        let others = Counters::sum(rest.chain([others, self.ended]));
        let Some(member) = self.members.get_mut(self.place) else {
            return AnytimeProgress::Ended(AnytimeEnd::Enough);
        };
        let running = match member.running.take() {
            Some(running) => running,
            None => match start(&self.problem, &member.member) {
                Ok(running) => running,
                Err(Stop::OutOfMemory) => {
                    self.members.remove(self.place);
                    return AnytimeProgress::Running;
                }
                Err(stop) => return AnytimeProgress::Ended(AnytimeEnd::Stopped(stop)),
            },
        };
        let running = member.running.insert(running);
        let left = member.turn_end.saturating_sub(running.counters().effort()).max(1);
        let turn = Turn { evaluations: turn.evaluations.min(left), ..turn };
        let progress = match watch.observer() {
            Some(observer) => {
                let mut totals = Totals::of_member(observer, others, first_number + member.number);
                running.advance(turn, &mut Watch::new(Some(&mut totals)))
            }
            None => running.advance(turn, &mut Watch::default()),
        };
        let counters = running.counters();
        let SearchProgress::Ended(end) = progress else {
            if counters.effort() >= member.turn_end {
                member.turn += member.turn / 2;
                member.turn_end = counters.effort().saturating_add(member.turn);
                self.place += 1;
            }
            return AnytimeProgress::Running;
        };
        self.ended = Counters::sum([self.ended, counters].into_iter());
        self.ended_effort += counters.effort();
        self.last = counters;
        self.members.remove(self.place);
        match end {
            SearchEnd::Solved(plan) => AnytimeProgress::Plan(plan),
            SearchEnd::Stopped(stop) if stop != Stop::OutOfMemory => {
                AnytimeProgress::Ended(AnytimeEnd::Stopped(stop))
            }
            _ => AnytimeProgress::Running,
        }
    }
}

fn start(problem: &Problem, member: &PortfolioMember) -> Result<Box<dyn RunningSearch>, Stop> {
    let rebuild = problem.rebuild_for_each();
    let rebuilt = rebuild.map(|rebuild| rebuild(&problem.task, &problem.budget)).transpose()?;
    Ok(member.search.start(problem.for_one_more(rebuilt, problem.budget.clone())))
}
