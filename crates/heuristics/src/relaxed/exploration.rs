//! Costs of facts in a state.
//!
//! Facts are visited by increasing cost, as in Dijkstra's algorithm. When a fact of cost `d` is visited, all
//! facts of cost up to `d` have their final cost. So a rule that watches it either fires, or has some fact of
//! higher cost in its precondition, which it watches from then on. And if none of its effects costs more than
//! `d` and the rule together, there is nothing to gain from it, whatever the rest of its precondition costs.

use super::queue::BucketQueue;
use super::rules::{Group, Rules, split_group, split_rule};
use crate::heuristic::DEAD_END;

/// No rule waits.
const NONE: u32 = u32::MAX;
/// Costs of facts are cut here. With the cost of a rule they are still less than [`DEAD_END`], so that what is reached at
/// any cost is no dead end.
const MAX_COST: u32 = 1 << 31;
/// No rule costs more.
pub const MAX_RULE_COST: u32 = (1 << 30) - 1;

/// Computes costs of facts; keeps its memory from state to state.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The smallest cost found so far for each fact, or [`DEAD_END`].
    costs: Vec<u32>,
    /// The last of the rules that came to wait for each fact, or [`NONE`].
    last_waiting: Vec<u32>,
    waiting: Vec<Waiting>,
    queue: BucketQueue,
    /// The size of the rules that were looked at in this state.
    size: u64,
}

/// A rule that watches another fact than the one it is stored with.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// The place of its group.
    group: u32,
    /// Where it goes on: the place of the word with the fact that it waits for, or of the whole rule if its group has
    /// several.
    at: u32,
    /// What the rule and the facts before that place cost.
    sum: u32,
    /// The one that came to wait for the same fact before.
    previous: u32,
}

impl Exploration {
    /// Makes room for exploring these rules.
    pub fn new(rules: &Rules) -> Self {
        Exploration {
            costs: vec![DEAD_END; rules.num_facts()],
            last_waiting: vec![NONE; rules.num_facts()],
            waiting: Vec::new(),
            queue: BucketQueue::default(),
            size: 0,
        }
    }

    /// The size of the rules that were looked at in the state explored last.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The cost of a fact after exploration. It is final if it does not exceed the cost of the dearest goal
    /// fact.
    #[inline]
    pub fn cost(&self, fact: u32) -> u32 {
        self.costs[fact as usize]
    }

    /// Explores until the goal is reached, with preconditions as expensive as their dearest fact. Returns the
    /// cost of the goal or [`DEAD_END`].
    pub fn run_max(&mut self, rules: &Rules, state: &[u32]) -> u32 {
        self.run::<false>(rules, state, |_, _| ())
    }

    /// The same with preconditions as expensive as the sum of their facts. `record` is told each fact that
    /// has become cheaper and the place of the rule that made it so.
    pub fn run_add(&mut self, rules: &Rules, state: &[u32], record: impl FnMut(u32, u32)) -> u32 {
        self.run::<true>(rules, state, record)
    }

    fn run<const SUM: bool>(
        &mut self,
        rules: &Rules,
        state: &[u32],
        mut record: impl FnMut(u32, u32),
    ) -> u32 {
        assert_eq!(self.costs.len(), rules.num_facts(), "these are other rules");
        self.costs.fill(DEAD_END);
        self.last_waiting.fill(NONE);
        self.waiting.clear();
        self.queue.clear();
        self.size = 0;
        for fact in rules.reached(state) {
            if std::mem::replace(&mut self.costs[fact as usize], 0) > 0 {
                self.queue.push(0, fact);
            }
        }
        let mut missing_goals = rules.goal().len();
        let mut goal_cost: u64 = 0;
        while missing_goals > 0 {
            let Some((cost, fact)) = self.queue.pop() else { return DEAD_END };
            if self.costs[fact as usize] != cost {
                continue;
            }
            if rules.is_goal(fact) {
                missing_goals -= 1;
                goal_cost = if SUM { goal_cost + u64::from(cost) } else { u64::from(cost) };
                if missing_goals == 0 {
                    break;
                }
            }
            self.visit::<SUM>(rules, fact, cost, &mut record);
        }
        goal_cost.min(u64::from(DEAD_END) - 1) as u32
    }

    /// The smallest cost found so far of a fact of the rules.
    ///
    /// Looking up costs is most of what an evaluation does. Without a check of the index, evaluations per second rise by
    /// 8 per cent (geometric mean of twelve tasks).
    #[inline(always)]
    #[allow(unsafe_code)]
    fn known(&self, fact: u32) -> u32 {
        // SAFETY: facts come from `Rules`, which asserts that all are below `num_facts`, or from a state,
        // where `run` looks them up with a check; and `run` asserts that as many facts have a cost.
        unsafe { *self.costs.get_unchecked(fact as usize) }
    }

    #[inline]
    fn reach(&mut self, fact: u32, cost: u32) -> bool {
        // SAFETY: as in `known`.
        #[allow(unsafe_code)]
        let known = unsafe { self.costs.get_unchecked_mut(fact as usize) };
        let cheaper = cost < *known;
        if cheaper {
            *known = cost;
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
        record: &mut impl FnMut(u32, u32),
    ) {
        let watching = rules.watching(fact);
        self.size += u64::from(watching.size);
        let mut groups = watching.groups;
        while let Some((group, rest)) = split_group(groups) {
            let at = (watching.end - groups.len()) as u32;
            match group {
                Group::Simple { cost: of_rule, effect, other } => {
                    let least = cost + of_rule;
                    if self.known(effect) > least {
                        let known = self.known(other);
                        if known > cost {
                            self.wait(other, at, at + 2, least);
                        } else {
                            let total = if SUM { least.saturating_add(known) } else { least };
                            self.reach_by(effect, total, at + 2, record);
                        }
                    }
                }
                Group::Single { cost: of_rule, effects, others } => {
                    let least = cost + of_rule;
                    if self.can_gain(effects, least) {
                        let end = (watching.end - rest.len()) as u32;
                        self.consider::<SUM>(effects, others, (at, end, least), cost, record);
                    }
                }
                Group::General { cost: of_rule, effects, rules } => {
                    let least = cost + of_rule;
                    if self.can_gain(effects, least) {
                        let mut place = (watching.end - rest.len() - rules.len()) as u32;
                        let mut rules = rules;
                        while let Some((others, rest)) = split_rule(rules) {
                            self.consider_one::<SUM>(effects, others, (at, place, least), cost, record);
                            place += 1 + others.len() as u32;
                            rules = rest;
                        }
                    }
                }
            }
            groups = rest;
        }
        let mut waiting = self.last_waiting[fact as usize];
        while let Some(&Waiting { group: place, at, sum, previous }) = self.waiting.get(waiting as usize) {
            waiting = previous;
            let Some((group, _)) = split_group(rules.code_from(place)) else { continue };
            match group {
                Group::Simple { cost: of_rule, effect, .. } => {
                    let total = if SUM { sum.saturating_add(cost) } else { cost + of_rule };
                    self.reach_by(effect, total, at, record);
                }
                Group::Single { cost: of_rule, effects, others } => {
                    let least = cost + of_rule;
                    if self.can_gain(effects, least) {
                        let end = place + 1 + (effects.len() + others.len()) as u32;
                        let left = &others[others.len() - (end - at) as usize..];
                        let sum = if SUM { sum } else { least };
                        self.consider::<SUM>(effects, left, (place, end, sum), cost, record);
                    }
                }
                Group::General { cost: of_rule, effects, .. } => {
                    let least = cost + of_rule;
                    if self.can_gain(effects, least)
                        && let Some((others, _)) = split_rule(rules.code_from(at))
                    {
                        let sum = if SUM { sum } else { least };
                        self.consider_one::<SUM>(effects, others, (place, at, sum), cost, record);
                    }
                }
            }
        }
    }

    /// Whether one of these effects can become cheaper than it is, by a rule that makes it cost at least so much.
    #[inline(always)]
    fn can_gain(&self, effects: &[u32], least: u32) -> bool {
        effects.iter().any(|&effect| self.known(effect) > least)
    }

    /// Fires the rule of a group, or lets it wait for a fact that is missing. It ends at a place, and costs `sum` without
    /// these facts, which are its last.
    #[inline(always)]
    fn consider<const SUM: bool>(
        &mut self,
        effects: &[u32],
        facts: &[u32],
        (group, end, sum): (u32, u32, u32),
        cost: u32,
        record: &mut impl FnMut(u32, u32),
    ) {
        let mut sum = sum;
        for (position, &fact) in facts.iter().enumerate() {
            let known = self.known(fact);
            if known > cost {
                return self.wait(fact, group, end - (facts.len() - position) as u32, sum);
            }
            if SUM {
                sum = sum.saturating_add(known);
            }
        }
        self.fire(effects, sum, end - 1, record);
    }

    /// The same for one of several rules of a group, which begins at a place and costs `least` without these facts.
    #[inline(always)]
    fn consider_one<const SUM: bool>(
        &mut self,
        effects: &[u32],
        facts: &[u32],
        (group, place, least): (u32, u32, u32),
        cost: u32,
        record: &mut impl FnMut(u32, u32),
    ) {
        let mut sum = least;
        for &fact in facts {
            let known = self.known(fact);
            if known > cost {
                return self.wait(fact, group, place, least);
            }
            if SUM {
                sum = sum.saturating_add(known);
            }
        }
        self.fire(effects, sum, place, record);
    }

    #[inline(always)]
    fn wait(&mut self, fact: u32, group: u32, at: u32, sum: u32) {
        // SAFETY: as in `known`.
        #[allow(unsafe_code)]
        let last = unsafe { self.last_waiting.get_unchecked_mut(fact as usize) };
        let previous = std::mem::replace(last, self.waiting.len() as u32);
        self.waiting.push(Waiting { group, at, sum, previous });
    }

    #[inline(always)]
    fn fire(&mut self, effects: &[u32], total: u32, place: u32, record: &mut impl FnMut(u32, u32)) {
        for &effect in effects {
            self.reach_by(effect, total, place, record);
        }
    }

    /// Reaches a fact by the rule at a place, if that is cheaper than before.
    #[inline(always)]
    fn reach_by(&mut self, fact: u32, total: u32, place: u32, record: &mut impl FnMut(u32, u32)) {
        if self.reach(fact, total.min(MAX_COST)) {
            record(fact, place);
        }
    }
}
