//! Who works next, and what comes of it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use extremal_heuristics::Heuristic;
use extremal_limits::Stop;

use super::turn::{Event, Turn};
use super::{Common, Portfolio};
use crate::explorer::{Options, Problem};
use crate::observer::Observer;
use crate::outcome::{Counters, Outcome, Report};
use crate::parallel::Threads;
use crate::registry;

/// Gives turns to members until one of them is done.
pub struct Coordinator<'p, 's, 'e> {
    portfolio: Portfolio,
    common: Common<'p>,
    heuristic: &'p mut dyn Heuristic,
    observer: Option<&'p mut dyn Observer>,
    scope: &'s Scope<'s, 'e>,
    members: Vec<Member>,
    /// Members that wait for a turn, the next one first.
    waiting: VecDeque<usize>,
    working: usize,
    /// How many may work at the same time.
    at_a_time: usize,
    /// Evaluations that may still be given away.
    left: u64,
    max_expansions: u64,
    done: Arc<AtomicBool>,
    events: (Sender<Event>, Receiver<Event>),
}

/// What the coordinator knows of a member.
struct Member {
    /// Where its turns are sent to, once it has been started.
    go: Option<Sender<u64>>,
    slice: u64,
    /// Evaluations given for the turn it is in.
    given: u64,
    counters: Counters,
}

impl<'p, 's, 'e> Coordinator<'p, 's, 'e>
where
    'p: 's,
{
    pub fn new(portfolio: Portfolio, problem: Problem<'p>, scope: &'s Scope<'s, 'e>) -> Self {
        let member = |slice: u64| Member { go: None, slice, given: 0, counters: Counters::default() };
        let at_a_time = problem.threads.number.clamp(1, portfolio.members.len().max(1));
        Coordinator {
            common: Common {
                task: problem.task,
                space: problem.space.clone(),
                heuristic_is_safe: problem.heuristic_is_safe,
                budget: problem.budget,
                threads: Threads { number: problem.threads.number / at_a_time, ..problem.threads },
            },
            heuristic: problem.heuristic,
            observer: problem.observer,
            scope,
            members: portfolio.members.iter().map(|spec| member(spec.slice.max(1))).collect(),
            waiting: (0..portfolio.members.len()).collect(),
            portfolio,
            working: 0,
            at_a_time,
            left: problem.max_evaluations.unwrap_or(u64::MAX),
            max_expansions: problem.max_expansions.unwrap_or(u64::MAX),
            done: Arc::default(),
            events: channel(),
        }
    }

    pub fn run(mut self) -> Report {
        // The most telling of the ends of members that found neither a plan nor a proof.
        let mut last = Outcome::Exhausted;
        let outcome = loop {
            while self.working < self.at_a_time
                && self.left > 0
                && let Some(member) = self.waiting.pop_front()
            {
                self.give_turn(member);
            }
            if self.working == 0 {
                break if self.left == 0 { Outcome::EvaluationLimit } else { last };
            }
            let Ok(event) = self.events.1.recv() else { break last };
            self.working -= 1;
            match event {
                Event::Yielded { member, counters } => {
                    self.members[member].counters = counters;
                    self.waiting.push_back(member);
                    if self.counters().expansions >= self.max_expansions {
                        break Outcome::ExpansionLimit;
                    }
                }
                Event::Ended { member, report } => {
                    let ended = &mut self.members[member];
                    let used = report.counters.evaluations - ended.counters.evaluations;
                    self.left = self.left.saturating_add(ended.given.saturating_sub(used));
                    ended.counters = report.counters;
                    match report.outcome {
                        outcome @ (Outcome::Solved(_) | Outcome::Unsolvable) => break outcome,
                        // Time and the user's wish end all; memory is free again for the others.
                        Outcome::Stopped(Stop::OutOfMemory) => last = Outcome::Stopped(Stop::OutOfMemory),
                        outcome @ (Outcome::Stopped(_) | Outcome::ExpansionLimit) => break outcome,
                        _ => {}
                    }
                }
            }
            let counters = self.counters();
            if let Some(observer) = &mut self.observer {
                observer.turn(&counters);
            }
        };
        // Members that wait or work find out at their next evaluation.
        self.done.store(true, Ordering::Relaxed);
        let counters = self.counters();
        if let (Some(observer), Outcome::Solved(plan)) = (&mut self.observer, &outcome) {
            observer.plan(plan, &counters);
        }
        Report { outcome, counters }
    }

    fn give_turn(&mut self, number: usize) {
        let member = &mut self.members[number];
        let given = member.slice.min(self.left);
        member.slice = member.slice.saturating_mul(self.portfolio.growth) / 100;
        member.given = given;
        // An unlimited supply does not shrink.
        if self.left != u64::MAX {
            self.left -= given;
        }
        self.working += 1;
        match &member.go {
            // It waits, so it listens.
            Some(go) => drop(go.send(given)),
            None => self.start(number, given),
        }
    }

    /// Starts a member on a thread of its own, with its first turn.
    fn start(&mut self, number: usize, given: u64) {
        let (go, receiver) = channel();
        self.members[number].go = Some(go);
        let events = self.events.0.clone();
        let mut turn = Turn { member: number, left: given, go: receiver, events: events.clone() };
        let spec = self.portfolio.members[number].search.clone();
        let options = Options { seed: self.portfolio.options.seed, ..self.portfolio.options };
        let (task, heuristic_is_safe) = (self.common.task, self.common.heuristic_is_safe);
        let threads = self.common.threads;
        let mut space = self.common.space.clone();
        let budget = self.common.budget.until(Arc::clone(&self.done));
        let max_expansions = Some(self.max_expansions).filter(|&limit| limit != u64::MAX);
        let Some(mut heuristic) = self.heuristic.fork() else { return };
        self.scope.spawn(move || {
            let report = match registry::select(&spec, options) {
                Ok(search) => search.run(Problem {
                    space: &mut space,
                    task,
                    heuristic: &mut *heuristic,
                    heuristic_is_safe,
                    max_evaluations: None,
                    max_expansions,
                    budget: &budget,
                    observer: Some(&mut turn),
                    threads,
                }),
                Err(_) => Report { outcome: Outcome::Exhausted, counters: Counters::default() },
            };
            // The coordinator may have what it wants already.
            let _ = events.send(Event::Ended { member: number, report: Box::new(report) });
        });
    }

    /// What all members have counted together.
    fn counters(&self) -> Counters {
        let mut all = Counters::default();
        for Member { counters, .. } in &self.members {
            all.evaluations += counters.evaluations;
            all.expansions += counters.expansions;
            all.generated += counters.generated;
            all.reopened += counters.reopened;
            all.dead_ends += counters.dead_ends;
            all.above_initial_h += counters.above_initial_h;
            all.max_depth = all.max_depth.max(counters.max_depth);
            all.tree_nodes += counters.tree_nodes;
            all.initial_h = all.initial_h.or(counters.initial_h);
            all.best_h = [all.best_h, counters.best_h].into_iter().flatten().min();
        }
        all
    }
}
