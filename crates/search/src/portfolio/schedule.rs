//! Whose turn it is, and what came of it.

use std::collections::VecDeque;
use std::sync::Arc;

use extremal_limits::Stop;

use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{Problem, RunningSearch, Search};

/// The members of a portfolio and their turns.
pub(super) struct Schedule {
    /// What every member works on; each has a fork of the heuristic.
    problem: Problem,
    members: Vec<Member>,
    /// Members that wait for a turn, the next one first.
    waiting: VecDeque<usize>,
    growth: u64,
    at_a_time: u64,
    /// What may still be given to members before a limit of the portfolio is reached, and before its turn is over.
    limits: Turn,
    turn: Turn,
    /// The most telling of the ends of members that found neither a plan nor a proof.
    last: SearchEnd,
    end: Option<SearchEnd>,
}

struct Member {
    search: Arc<dyn Search>,
    /// None before its first turn, while it works, and after its end.
    running: Option<Box<dyn RunningSearch>>,
    /// The evaluations of its next turn, or what counts as such ([`Counters::effort`]).
    turn: u64,
    /// Those left of a turn that was cut short.
    left: u64,
    counters: Counters,
}

/// A turn of a member.
pub(super) struct MemberTurn {
    pub member: usize,
    pub running: Box<dyn RunningSearch>,
    pub given: Turn,
    pub progress: SearchProgress,
    /// What all other members have counted.
    pub counted_by_others: Counters,
}

impl Schedule {
    pub fn new(
        problem: Problem,
        members: &[(Arc<dyn Search>, u64)],
        growth: u64,
        limits: Turn,
        at_a_time: usize,
    ) -> Self {
        let member = |(search, turn): &(Arc<dyn Search>, u64)| Member {
            search: Arc::clone(search),
            running: None,
            turn: (*turn).max(1),
            left: 0,
            counters: Counters::default(),
        };
        Schedule {
            problem,
            members: members.iter().map(member).collect(),
            waiting: (0..members.len()).collect(),
            growth,
            at_a_time: at_a_time as u64,
            limits,
            turn: Turn::UNLIMITED,
            last: SearchEnd::Exhausted,
            end: None,
        }
    }

    /// Begins a turn of the portfolio.
    pub fn begin(&mut self, turn: Turn) {
        // At least one evaluation, so that advancing leads somewhere.
        self.turn = Turn { evaluations: turn.evaluations.max(1), expansions: turn.expansions.max(1) };
    }

    /// How the portfolio ended, if it has.
    pub fn end(&self) -> Option<SearchEnd> {
        self.end.clone()
    }

    /// How the portfolio stands while no member works; `None` if one may.
    pub fn progress(&mut self) -> Option<SearchProgress> {
        if self.end.is_none() {
            self.end = match self.limits {
                Turn { evaluations: 0, .. } => Some(SearchEnd::EvaluationLimit),
                Turn { expansions: 0, .. } => Some(SearchEnd::ExpansionLimit),
                _ => self.waiting.is_empty().then(|| self.last.clone()),
            };
        }
        match &self.end {
            Some(end) => Some(SearchProgress::Ended(end.clone())),
            None => {
                (self.turn.evaluations == 0 || self.turn.expansions == 0).then_some(SearchProgress::Running)
            }
        }
    }

    /// The next turn of a member, if there is something to be done.
    pub fn next(&mut self) -> Option<MemberTurn> {
        let allowed = Turn {
            evaluations: self.limits.evaluations.min(self.turn.evaluations),
            expansions: self.limits.expansions.min(self.turn.expansions),
        };
        if self.end.is_some() || allowed.evaluations == 0 || allowed.expansions == 0 {
            return None;
        }
        let number = self.waiting.pop_front()?;
        let member = &mut self.members[number];
        if member.left == 0 {
            member.left = member.turn;
            member.turn = member.turn.saturating_mul(self.growth) / 100;
        }
        // Members that work at the same time share what is left.
        let expansions = allowed.expansions.div_ceil(self.at_a_time).max(1);
        let given = Turn {
            evaluations: member.left.min(allowed.evaluations),
            expansions: if allowed.expansions == u64::MAX { u64::MAX } else { expansions },
        };
        let running = match member.running.take() {
            Some(running) => running,
            None => start(&self.problem, &*member.search),
        };
        for allowance in [&mut self.limits, &mut self.turn] {
            take(&mut allowance.evaluations, given.evaluations);
            take(&mut allowance.expansions, given.expansions);
        }
        let others = self.members.iter().enumerate().filter(|&(other, _)| other != number);
        let counted_by_others = Counters::sum(others.map(|(_, member)| member.counters));
        Some(MemberTurn {
            member: number,
            running,
            given,
            progress: SearchProgress::Running,
            counted_by_others,
        })
    }

    /// Takes note of a turn that is over. Returns whether the portfolio has ended.
    pub fn finish(&mut self, turn: MemberTurn) -> bool {
        let MemberTurn { member: number, running, given, progress, .. } = turn;
        let member = &mut self.members[number];
        let counters = running.counters();
        let used = counters.effort() - member.counters.effort();
        let evaluated = counters.evaluations - member.counters.evaluations;
        let expanded = counters.expansions - member.counters.expansions;
        member.counters = counters;
        member.left = member.left.saturating_sub(used);
        // Limits are about evaluations, turns about the effort.
        for (allowance, used) in [(&mut self.limits, evaluated), (&mut self.turn, used)] {
            give_back(&mut allowance.evaluations, given.evaluations.saturating_sub(used));
            give_back(&mut allowance.expansions, given.expansions.saturating_sub(expanded));
        }
        match progress {
            SearchProgress::Running => {
                member.running = Some(running);
                if member.left == 0 {
                    self.waiting.push_back(number);
                } else {
                    self.waiting.push_front(number);
                }
            }
            // Another member was done earlier, and this one was told to stop.
            SearchProgress::Ended(_) if self.end.is_some() => {}
            // Time and the user's wish end all; memory is free again for the others.
            SearchProgress::Ended(end @ SearchEnd::Stopped(Stop::OutOfMemory)) => self.last = end,
            SearchProgress::Ended(SearchEnd::Exhausted) => {}
            SearchProgress::Ended(end) => self.end = Some(end),
        }
        self.end.is_some()
    }

    /// What all members have counted together.
    pub fn counters(&self) -> Counters {
        Counters::sum(self.members.iter().map(|member| member.counters))
    }
}

fn start(problem: &Problem, search: &dyn Search) -> Box<dyn RunningSearch> {
    let Some(heuristic) = problem.heuristic.fork() else {
        panic!("the heuristic could be forked for one member of the portfolio, but not for another");
    };
    search.start(Problem {
        task: Arc::clone(&problem.task),
        space: problem.space.clone(),
        heuristic,
        budget: problem.budget.clone(),
        ..*problem
    })
}

/// Takes from an allowance. An unlimited one does not shrink.
fn take(allowance: &mut u64, number: u64) {
    if *allowance != u64::MAX {
        *allowance -= number;
    }
}

fn give_back(allowance: &mut u64, number: u64) {
    *allowance = allowance.saturating_add(number);
}
