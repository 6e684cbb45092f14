//! How far a member of a portfolio has come.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::outcome::{Counters, SearchEnd};
use crate::search::RunningSearch;

/// How many rounds a member may be ahead of the turn that is next in order. One is enough to keep a thread busy
/// while another member takes longer, and bounds the memory for work that may turn out not to be needed.
pub(super) const AHEAD: u64 = 1;

/// What ends a member.
pub(super) enum MemberEnd {
    Search(SearchEnd),
    /// It has panicked; this is what came of it.
    Panic(Box<dyn Any + Send>),
}

/// By how much a turn is longer than its nominal effort, as a fraction.
#[derive(Clone, Copy, Debug)]
struct Pace {
    numerator: u64,
    denominator: u64,
}

/// Turns are at most so many times as long, or as short.
const MOST: u64 = 32;

impl Pace {
    const EQUAL: Pace = Pace { numerator: 1, denominator: 1 };

    /// What lets a member do as much work in its turns as another would do with the same effort.
    fn between(member: &Counters, reference: &Counters) -> Pace {
        match (reference.work_per_effort(), member.work_per_effort()) {
            (Some(numerator), Some(denominator)) => Pace {
                numerator: numerator.clamp(denominator / MOST, denominator.saturating_mul(MOST)),
                denominator,
            },
            _ => Pace::EQUAL,
        }
    }

    fn of(self, length: u64) -> u64 {
        let scaled = u128::from(length) * u128::from(self.numerator) / u128::from(self.denominator.max(1));
        u64::try_from(scaled).unwrap_or(u64::MAX).max(1)
    }
}

/// A member and its turns.
pub(super) struct Member {
    /// None before its first turn, while it works, and after its end.
    pub running: Option<Box<dyn RunningSearch>>,
    pub is_working: bool,
    /// Whether it cannot go on without an expansion, and must not do one.
    pub is_held_up: bool,
    /// The round of its next turn, of the one under way, or of the one that it has ended in.
    pub round: u64,
    /// What it has counted.
    pub done: Counters,
    /// How it has ended, until the order of turns comes to that.
    pub end: Option<MemberEnd>,
    /// Whether the order of turns has come to its end.
    pub is_gone: bool,
    /// The [effort](Counters::effort) at which the order of turns has come to it.
    pub settled_effort: u64,
    /// What it had counted there. Between two notes at most the evaluations are exact.
    pub settled: Counters,
    /// Notes of what it had counted in which round, from there on.
    notes: VecDeque<(u64, Counters)>,
    /// What it had counted at the ends of its turns, from the round that is next in order, and at the end of the turn before.
    at_turn_ends: VecDeque<Counters>,
    at_last_turn_end: Counters,
    /// The effort at which its turns end, from the round that is next in order.
    ends: VecDeque<u64>,
    /// The effort of the turn after these.
    length: u64,
    growth: u64,
    /// Set when nothing that it does is needed any more.
    pub is_unneeded: Arc<AtomicBool>,
}

impl Member {
    /// A member that was not started yet.
    pub fn new(first_turn: u64, growth: u64) -> Self {
        let mut member = Member {
            running: None,
            is_working: false,
            is_held_up: false,
            round: 0,
            done: Counters::default(),
            end: None,
            is_gone: false,
            settled_effort: 0,
            settled: Counters::default(),
            notes: VecDeque::new(),
            at_turn_ends: VecDeque::new(),
            at_last_turn_end: Counters::default(),
            ends: VecDeque::new(),
            length: first_turn.max(1),
            growth,
            is_unneeded: Arc::default(),
        };
        (0..=AHEAD).for_each(|_| member.add_turn(Pace::EQUAL));
        member
    }

    fn add_turn(&mut self, pace: Pace) {
        let start = self.ends.back().copied().unwrap_or(0);
        self.ends.push_back(start.saturating_add(pace.of(self.length)));
        self.length = self.length.saturating_mul(self.growth) / 100;
    }

    /// The effort at which the turn ends that is so many rounds later than the one that is next in order.
    pub fn turn_end(&self, rounds: u64) -> u64 {
        usize::try_from(rounds).ok().and_then(|rounds| self.ends.get(rounds)).copied().unwrap_or(u64::MAX)
    }

    /// Its turn is over.
    pub fn end_turn(&mut self) {
        self.round += 1;
        self.at_turn_ends.push_back(self.done);
    }

    /// What it had counted when its turn of the last round was over. It does not depend on when others have worked.
    pub fn at_last_turn_end(&self) -> Counters {
        self.at_last_turn_end
    }

    /// The order of turns has come to the end of a round.
    pub fn end_round(&mut self) {
        if let Some(counters) = self.at_turn_ends.pop_front() {
            self.at_last_turn_end = counters;
        }
    }

    /// The order of turns has come to the next round. The last of the turns that are known by then keeps pace with
    /// another member.
    pub fn begin_round(&mut self, reference: &Counters) {
        self.ends.pop_front();
        self.add_turn(Pace::between(&self.at_last_turn_end, reference));
    }

    /// Whether it has nothing to do in a turn because its last one took so much longer. A step of a search is done as a
    /// whole, however much effort it is.
    pub fn is_ahead_of_turn(&self) -> bool {
        self.running.is_some() && self.done.effort() >= self.turn_end(0)
    }

    /// Notes what it has counted.
    pub fn note(&mut self, counters: Counters) {
        self.done = counters;
        self.notes.push_back((self.round, counters));
    }

    /// The effort that it makes at most in so many rounds from the one that is next in order.
    pub fn effort_within(&self, rounds: u64) -> u64 {
        let Some(last) = rounds.checked_sub(1).filter(|_| !self.is_gone) else { return 0 };
        let end = self.turn_end(last);
        let end = if self.end.is_some() { end.min(self.done.effort()) } else { end };
        end.saturating_sub(self.settled_effort)
    }

    /// The order of turns comes to the given effort in a round, or as far as this one has come.
    pub fn settle(&mut self, round: u64, until: u64) {
        // A step is done as a whole: the last one of a turn may end beyond it, and belongs to it.
        let is_over = until >= self.turn_end(0) && (self.round > round || self.end.is_some());
        let is_reached = |&(of, counters): &(u64, Counters)| {
            of < round || (of == round && (is_over || counters.effort() <= until))
        };
        while let Some((_, counters)) = self.notes.pop_front_if(|note| is_reached(note)) {
            self.settled = counters;
        }
        let reached = if self.round > round { until } else { until.min(self.done.effort()) };
        self.settled_effort = self.settled_effort.max(reached).max(self.settled.effort());
        // Where every effort is an evaluation, their number is known between notes, too.
        if self.done.effort() == self.done.evaluations {
            self.settled.evaluations = self.settled_effort;
        }
    }

    /// Whether it has ended in a round, with so much effort or less, or in the last step of its turn.
    pub fn has_ended(&self, round: u64, until: u64) -> bool {
        let is_reached = || self.done.effort() <= until || until >= self.turn_end(0);
        self.end.is_some() && self.round == round && is_reached()
    }

    /// A limit has ended the portfolio in its turn: all that it has done counts.
    pub fn settle_all(&mut self) {
        if !self.is_working && !self.notes.is_empty() {
            self.notes.clear();
            self.settled = self.done;
        }
    }

    /// Lets it stop.
    pub fn stop(&self) {
        self.is_unneeded.store(true, Ordering::Relaxed);
    }
}
