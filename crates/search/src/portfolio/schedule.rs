//! The order of turns.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use extremal_limits::Stop;

use super::member::{AHEAD, Member, MemberEnd};
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::RunningSearch;

/// The members of a portfolio and the order of their turns.
///
/// In each round every member has a turn, and turns grow from round to round. Members that work at the same time
/// may be ahead of this order. What they have done counts when the order comes to it, as if one turn had followed
/// the other: the first end of all wins, and limits are given out in this order.
pub(super) struct Schedule {
    members: Vec<Member>,
    /// The turn that the order has come to.
    place: Place,
    /// How many rounds ahead of it members may work. 0 lets one turn follow the other.
    ahead: u64,
    /// What is left, from there on, of the limits of the portfolio and of its own turn.
    limits: Turn,
    turn: Turn,
    /// The first turn that is known to end the portfolio. Nothing after it is needed.
    horizon: Option<Place>,
    /// Whom an observer has to be told of.
    begun: Vec<(usize, Counters)>,
    is_watched: bool,
    is_told: bool,
    /// The most telling of the ends of members that found neither a plan nor a proof.
    last: SearchEnd,
    end: Option<SearchEnd>,
    panic: Option<Box<dyn Any + Send>>,
}

/// A turn. Those of one round are in the order of the members.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    round: u64,
    member: usize,
}

/// What a member is to do.
pub(super) struct Work {
    pub member: usize,
    /// None if it has to be started.
    pub running: Option<Box<dyn RunningSearch>>,
    pub given: Turn,
    /// What all other members have counted.
    pub counted_by_others: Counters,
    /// Set when nothing that the member does is needed any more.
    pub is_unneeded: Arc<AtomicBool>,
}

impl Schedule {
    /// For members with first turns of these lengths. Unless members take their turns one after the other, there
    /// must not be a limit on expansions.
    pub fn new(first_turns: impl Iterator<Item = u64>, growth: u64, limits: Turn, one_by_one: bool) -> Self {
        Schedule {
            members: first_turns.map(|turn| Member::new(turn, growth)).collect(),
            place: Place { round: 0, member: 0 },
            ahead: if one_by_one { 0 } else { AHEAD },
            limits,
            turn: Turn::UNLIMITED,
            horizon: None,
            begun: Vec::new(),
            is_watched: false,
            is_told: false,
            last: SearchEnd::Exhausted,
            end: None,
            panic: None,
        }
    }

    /// Begins a turn of the portfolio.
    pub fn begin(&mut self, turn: Turn, is_watched: bool) {
        // At least one evaluation, so that advancing leads somewhere.
        self.turn = Turn { evaluations: turn.evaluations.max(1), ..turn };
        (self.is_watched, self.is_told) = (is_watched, false);
        self.settle();
    }

    /// How the portfolio stands: `None` while there is something to be done.
    pub fn progress(&self) -> Option<SearchProgress> {
        match &self.end {
            Some(end) => Some(SearchProgress::Ended(end.clone())),
            None => self.turn_is_over().then_some(SearchProgress::Running),
        }
    }

    /// What came of a panic, if the portfolio has ended with one.
    pub fn take_panic(&mut self) -> Option<Box<dyn Any + Send>> {
        self.panic.take()
    }

    /// The turns that have begun since this was last asked, with what had been counted before.
    pub fn take_begun(&mut self) -> Vec<(usize, Counters)> {
        std::mem::take(&mut self.begun)
    }

    /// A member that has been started and is not at work.
    pub fn running(&mut self, member: usize) -> Option<&mut dyn RunningSearch> {
        let running = self.members.get_mut(member)?.running.as_mut()?;
        Some(&mut **running)
    }

    /// Whose turn it is in the order of turns.
    pub fn member(&self) -> usize {
        self.place.member
    }

    /// What all members have counted together.
    pub fn counters(&self) -> Counters {
        Counters::sum(self.members.iter().map(|member| member.settled))
    }

    fn turn_is_over(&self) -> bool {
        self.turn.evaluations == 0 || self.turn.expansions == 0
    }

    /// What is to be done next, if there is something that can be done now.
    pub fn next(&mut self) -> Option<Work> {
        if self.progress().is_some() {
            return None;
        }
        let places = self.members.iter().enumerate().filter(|(_, member)| {
            !member.is_working
                && !member.is_gone
                && member.end.is_none()
                && member.round <= self.place.round + self.ahead
        });
        let places = places.map(|(number, member)| Place { round: member.round, member: number });
        let places = places.filter(|&place| self.horizon.is_none_or(|horizon| place < horizon));
        let is_next = |place: &Place| self.ahead > 0 || *place == self.place;
        let given = |place: Place| Some((place, self.given(place)?));
        let (place, given) = places.filter(is_next).filter_map(given).min_by_key(|(place, _)| *place)?;
        let others = self.members.iter().enumerate().filter(|&(other, _)| other != place.member);
        let counted_by_others = Counters::sum(others.map(|(_, member)| member.settled));
        let member = &mut self.members[place.member];
        member.is_working = true;
        let (running, is_unneeded) = (member.running.take(), Arc::clone(&member.is_unneeded));
        Some(Work { member: place.member, running, given, counted_by_others, is_unneeded })
    }

    /// What a member may do: to the end of its turn, and nothing that would not be done if one turn followed the
    /// other, even if all before it are taken to their ends.
    fn given(&self, place: Place) -> Option<Turn> {
        let member = &self.members[place.member];
        let turn_end = member.turn_end(place.round - self.place.round);
        let left_of_turn = turn_end.saturating_sub(member.done.effort());
        let left_of_limit = self.left_for(place, self.limits.evaluations);
        // Where the turn of the portfolio is over, others may still have to come up.
        let left_until_pause = match self.left_for(place, self.turn.evaluations) {
            0 => u64::MAX,
            left => left,
        };
        let evaluations = left_of_turn.min(left_of_limit).min(left_until_pause);
        let expansions = self.limits.expansions.min(self.turn.expansions);
        (evaluations > 0).then_some(Turn { evaluations, expansions })
    }

    /// What is left of a number of evaluations for a member, if all turns before are taken to their ends and every effort is
    /// an evaluation.
    fn left_for(&self, place: Place, evaluations: u64) -> u64 {
        if evaluations == u64::MAX {
            return u64::MAX;
        }
        let rounds = place.round - self.place.round;
        let before = self.members.iter().enumerate().map(|(number, member)| {
            if number == place.member {
                member.done.effort().saturating_sub(member.settled_effort)
            } else {
                member.effort_within(rounds + u64::from(number < place.member))
            }
        });
        before.fold(evaluations, u64::saturating_sub)
    }

    /// Takes note of how far a member has come that goes on.
    pub fn note(&mut self, member: usize, counters: Counters) {
        self.members[member].note(counters);
        self.settle();
    }

    /// Takes note of what was done. Returns a search that has ended and can be dropped.
    pub fn finish(
        &mut self,
        work: Work,
        progress: Result<SearchProgress, Box<dyn Any + Send>>,
    ) -> Option<Box<dyn RunningSearch>> {
        let member = &mut self.members[work.member];
        let place = Place { round: member.round, member: work.member };
        let rounds = place.round - self.place.round;
        let before = member.done.effort();
        member.is_working = false;
        if let Some(running) = &work.running {
            member.note(running.counters());
        }
        let end = match progress {
            Ok(SearchProgress::Running) => {
                let is_held_up = member.done.effort() - before < work.given.evaluations;
                if member.done.effort() >= member.turn_end(rounds) {
                    member.end_turn();
                }
                member.running = work.running;
                // A member that is within an expansion goes on without a further one.
                member.is_held_up = is_held_up && work.given.expansions == 0;
                self.settle();
                return None;
            }
            Ok(SearchProgress::Ended(end)) => MemberEnd::Search(end),
            Err(panic) => MemberEnd::Panic(panic),
        };
        let is_unneeded = self.horizon.is_some_and(|horizon| horizon < place);
        if !is_unneeded && !end.leaves_the_task_to_others() {
            self.horizon = Some(place);
            for (number, member) in self.members.iter().enumerate() {
                if place < (Place { round: member.round, member: number }) {
                    member.stop();
                }
            }
        }
        self.members[work.member].end = Some(end);
        self.settle();
        work.running
    }

    /// Goes on in the order of turns as far as members have come.
    fn settle(&mut self) {
        while self.end.is_none() {
            if self.limits.evaluations == 0 {
                if let Some(member) = self.members.get_mut(self.place.member)
                    && member.round == self.place.round
                {
                    member.settle_all();
                }
                return self.end_with(SearchEnd::EvaluationLimit);
            }
            if !self.find_next_turn() {
                let is_held_up = self.members.iter().any(|member| !member.is_gone);
                return self.end_with(if is_held_up { SearchEnd::ExpansionLimit } else { self.last.clone() });
            }
            if self.turn_is_over() {
                return;
            }
            if self.is_watched && !self.is_told {
                self.begun.push((self.place.member, self.counters()));
            }
            self.is_told = true;
            let round = self.place.round;
            let member = &mut self.members[self.place.member];
            if member.round == round && !member.is_working && member.is_ahead_of_turn() {
                member.end_turn();
            }
            let (turn_end, before, effort) = (member.turn_end(0), member.settled, member.settled_effort);
            let allowed = self.limits.evaluations.min(self.turn.evaluations);
            let until = turn_end.min(effort.saturating_add(allowed));
            member.settle(round, until);
            // Limits are about evaluations, turns about the effort.
            let evaluations = member.settled.evaluations - before.evaluations;
            let used = [evaluations, member.settled_effort - effort];
            for (allowance, used) in [&mut self.limits, &mut self.turn].into_iter().zip(used) {
                take(&mut allowance.evaluations, used);
                take(&mut allowance.expansions, member.settled.expansions - before.expansions);
            }
            if member.has_ended(round, until) {
                member.is_gone = true;
                match member.end.take() {
                    Some(MemberEnd::Panic(panic)) => {
                        self.panic = Some(panic);
                        self.end_with(SearchEnd::Stopped(Stop::Cancelled));
                    }
                    // Time and the user's wish end all; memory is free again for the others.
                    Some(MemberEnd::Search(end @ SearchEnd::Stopped(Stop::OutOfMemory))) => self.last = end,
                    Some(MemberEnd::Search(SearchEnd::Exhausted)) | None => {}
                    Some(MemberEnd::Search(end)) => self.end_with(end),
                }
            } else if member.settled_effort >= turn_end && member.round > round {
                self.place.member += 1;
                self.is_told = false;
            } else if self.limits.evaluations > 0 && (member.settled_effort < until || until == turn_end) {
                return;
            }
        }
    }

    /// Moves on to the next turn of a member that can go on.
    fn find_next_turn(&mut self) -> bool {
        let may_expand = self.limits.expansions > 0;
        let can_go_on = |member: &Member| {
            let is_worth_it = may_expand || (member.running.is_some() && !member.is_held_up);
            !member.is_gone && is_worth_it
        };
        if !self.members.iter().any(can_go_on) {
            return false;
        }
        while !self.members.get(self.place.member).is_some_and(can_go_on) {
            self.is_told = false;
            self.place.member += 1;
            if self.place.member >= self.members.len() {
                self.place = Place { round: self.place.round + 1, member: 0 };
                self.members.iter_mut().for_each(Member::end_round);
                let first = self.members.first();
                let reference = first.map_or_else(Counters::default, Member::at_last_turn_end);
                self.members.iter_mut().for_each(|member| member.begin_round(&reference));
            }
        }
        true
    }

    fn end_with(&mut self, end: SearchEnd) {
        self.end = Some(end);
        self.members.iter().for_each(Member::stop);
    }
}

impl MemberEnd {
    fn leaves_the_task_to_others(&self) -> bool {
        matches!(self, MemberEnd::Search(SearchEnd::Exhausted | SearchEnd::Stopped(Stop::OutOfMemory)))
    }
}

/// Takes from an allowance. An unlimited one does not shrink.
fn take(allowance: &mut u64, number: u64) {
    if *allowance != u64::MAX {
        *allowance = allowance.saturating_sub(number);
    }
}
