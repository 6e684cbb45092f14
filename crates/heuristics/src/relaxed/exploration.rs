//! Costs of facts in a state.
//!
//! Facts are visited by increasing cost, as in Dijkstra's algorithm. When a fact of cost `d` is visited, all
//! facts of cost up to `d` have their final cost. So a rule that watches it either fires, or has some fact of
//! higher cost in its precondition, which it watches from then on.

use super::queue::BucketQueue;
use super::rules::{RuleView, Rules};
use crate::heuristic::DEAD_END;

/// No rule waits.
const NONE: u32 = u32::MAX;
/// Costs are cut here, so that they never look like [`DEAD_END`].
const MAX_COST: u64 = DEAD_END as u64 - 1;

/// Computes costs of facts; keeps its memory from state to state.
#[derive(Clone, Debug)]
pub struct Exploration {
    facts: Vec<FactState>,
    waiting: Vec<Waiting>,
    queue: BucketQueue,
}

#[derive(Clone, Copy, Debug)]
struct FactState {
    /// The smallest cost found so far, or [`DEAD_END`].
    cost: u32,
    /// The first of the rules that came to wait for the fact, or [`NONE`].
    waiting: u32,
}

/// A rule that watches another fact than the one it is stored with.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    rule: u32,
    next: u32,
}

impl Exploration {
    /// Makes room for exploring these rules.
    pub fn new(rules: &Rules) -> Self {
        Exploration {
            facts: vec![FactState { cost: DEAD_END, waiting: NONE }; rules.num_facts()],
            waiting: Vec::new(),
            queue: BucketQueue::default(),
        }
    }

    /// The cost of a fact after exploration. It is final if it does not exceed the cost of the dearest goal
    /// fact.
    #[inline]
    pub fn cost(&self, fact: u32) -> u32 {
        self.facts[fact as usize].cost
    }

    /// Explores until the goal is reached, with preconditions as expensive as their dearest fact. Returns the
    /// cost of the goal or [`DEAD_END`].
    pub fn run_max(&mut self, rules: &Rules, state: &[u32]) -> u32 {
        self.run::<false>(rules, state, |_, _| ())
    }

    /// The same with preconditions as expensive as the sum of their facts. `record` is told each fact that
    /// has become cheaper and the place of the rule that made it so.
    pub fn run_add(&mut self, rules: &Rules, state: &[u32], record: impl FnMut(u32, usize)) -> u32 {
        self.run::<true>(rules, state, record)
    }

    fn run<const SUM: bool>(
        &mut self,
        rules: &Rules,
        state: &[u32],
        mut record: impl FnMut(u32, usize),
    ) -> u32 {
        self.facts.fill(FactState { cost: DEAD_END, waiting: NONE });
        self.waiting.clear();
        self.queue.clear();
        for fact in rules.reached(state) {
            self.reach(fact, 0);
        }
        let goal = rules.goal() as usize;
        while let Some((cost, fact)) = self.queue.pop() {
            if self.facts[fact as usize].cost == cost {
                self.visit::<SUM>(rules, fact, cost, &mut record);
                if self.facts[goal].cost != DEAD_END {
                    break;
                }
            }
        }
        self.facts[goal].cost
    }

    #[inline]
    fn reach(&mut self, fact: u32, cost: u32) -> bool {
        let state = &mut self.facts[fact as usize];
        let cheaper = cost < state.cost;
        if cheaper {
            state.cost = cost;
            self.queue.push(cost, fact);
        }
        cheaper
    }

    #[inline]
    fn visit<const SUM: bool>(
        &mut self,
        rules: &Rules,
        fact: u32,
        cost: u32,
        record: &mut impl FnMut(u32, usize),
    ) {
        let watchers = rules.watchers(fact);
        let mut at = watchers.start;
        while at < watchers.end {
            let (rule, next) = rules.rule(at);
            self.consider::<SUM>(rule, at, cost, record);
            at = next;
        }
        let mut waiting = self.facts[fact as usize].waiting;
        while let Some(&Waiting { rule: at, next }) = self.waiting.get(waiting as usize) {
            let (rule, _) = rules.rule(at as usize);
            self.consider::<SUM>(rule, at as usize, cost, record);
            waiting = next;
        }
    }

    /// Fires a rule, or lets it wait for a fact that is missing.
    #[inline]
    fn consider<const SUM: bool>(
        &mut self,
        rule: RuleView<'_>,
        at: usize,
        cost: u32,
        record: &mut impl FnMut(u32, usize),
    ) {
        let mut sum = u64::from(rule.cost);
        for &fact in rule.precondition {
            let state = &mut self.facts[fact as usize];
            if state.cost > cost {
                let next = std::mem::replace(&mut state.waiting, self.waiting.len() as u32);
                self.waiting.push(Waiting { rule: at as u32, next });
                return;
            }
            if SUM {
                sum += u64::from(state.cost);
            }
        }
        if !SUM {
            sum += u64::from(cost);
        }
        let total = sum.min(MAX_COST) as u32;
        for &effect in rule.effects {
            if self.reach(effect, total) {
                record(effect, at);
            }
        }
    }
}
