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
const MAX_COST: u64 = 1 << 31;
/// No rule costs more.
pub const MAX_RULE_COST: u32 = (1 << 31) - 2;

/// Computes costs of facts; keeps its memory from state to state.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The smallest cost found so far for each fact, or [`DEAD_END`].
    costs: Vec<u32>,
    /// The last of the rules that came to wait for each fact, or [`NONE`].
    last_waiting: Vec<u32>,
    waiting: Vec<Waiting>,
    queue: BucketQueue,
    /// Words of rules that were looked at in this state.
    words: u64,
}

/// The place of a rule in the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulePlace {
    /// The place of its group.
    pub group: u32,
    /// Its own place.
    pub rule: u32,
}

/// A rule that watches another fact than the one it is stored with.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    place: RulePlace,
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
            words: 0,
        }
    }

    /// How many words of rules were looked at in the state explored last.
    pub fn words(&self) -> u64 {
        self.words
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
    /// has become cheaper and the rule that made it so.
    pub fn run_add(&mut self, rules: &Rules, state: &[u32], record: impl FnMut(u32, RulePlace)) -> u32 {
        self.run::<true>(rules, state, record)
    }

    fn run<const SUM: bool>(
        &mut self,
        rules: &Rules,
        state: &[u32],
        mut record: impl FnMut(u32, RulePlace),
    ) -> u32 {
        self.costs.fill(DEAD_END);
        self.last_waiting.fill(NONE);
        self.waiting.clear();
        self.queue.clear();
        self.words = 0;
        for fact in rules.reached(state) {
            self.reach(fact, 0);
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

    #[inline]
    fn reach(&mut self, fact: u32, cost: u32) -> bool {
        let known = &mut self.costs[fact as usize];
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
        record: &mut impl FnMut(u32, RulePlace),
    ) {
        let (mut groups, start) = rules.watchers(fact);
        let end = start + groups.len();
        self.words += groups.len() as u64;
        while let Some((group, rest)) = split_group(groups) {
            if self.can_gain(&group, cost) {
                let group_place = (end - groups.len()) as u32;
                let rules_end = end - rest.len();
                let mut rules = group.rules;
                if let [1, _] = rules {
                    // The fact that was reached is all that the one rule needs.
                    let place = RulePlace { group: group_place, rule: (rules_end - 2) as u32 };
                    let total = (u64::from(cost) + u64::from(group.cost)).min(MAX_COST) as u32;
                    self.fire(&group, total, place, record);
                    rules = &[];
                }
                while let Some((precondition, rest)) = split_rule(rules) {
                    let place = RulePlace { group: group_place, rule: (rules_end - rules.len()) as u32 };
                    self.consider::<SUM>(&group, precondition, place, cost, record);
                    rules = rest;
                }
            }
            groups = rest;
        }
        let mut waiting = self.last_waiting[fact as usize];
        while let Some(&Waiting { place, previous }) = self.waiting.get(waiting as usize) {
            if let Some((group, _)) = split_group(rules.code_from(place.group))
                && self.can_gain(&group, cost)
                && let Some((precondition, _)) = split_rule(rules.code_from(place.rule))
            {
                self.consider::<SUM>(&group, precondition, place, cost, record);
            }
            waiting = previous;
        }
    }

    /// Whether a rule with a precondition of at least this cost can make an effect cheaper.
    #[inline]
    fn can_gain(&self, group: &Group<'_>, cost: u32) -> bool {
        let least = cost + group.cost;
        group.effects.iter().any(|&effect| self.costs[effect as usize] > least)
    }

    /// Fires a rule, or lets it wait for a fact that is missing.
    #[inline]
    fn consider<const SUM: bool>(
        &mut self,
        group: &Group<'_>,
        precondition: &[u32],
        place: RulePlace,
        cost: u32,
        record: &mut impl FnMut(u32, RulePlace),
    ) {
        let mut sum = u64::from(group.cost);
        for &fact in precondition {
            let known = self.costs[fact as usize];
            if known > cost {
                let last = &mut self.last_waiting[fact as usize];
                let previous = std::mem::replace(last, self.waiting.len() as u32);
                self.waiting.push(Waiting { place, previous });
                return;
            }
            sum += u64::from(known);
        }
        if !SUM {
            sum = u64::from(group.cost) + u64::from(cost);
        }
        self.fire(group, sum.min(MAX_COST) as u32, place, record);
    }

    #[inline]
    fn fire(
        &mut self,
        group: &Group<'_>,
        total: u32,
        place: RulePlace,
        record: &mut impl FnMut(u32, RulePlace),
    ) {
        let Exploration { costs, queue, .. } = self;
        for &effect in group.effects {
            let known = &mut costs[effect as usize];
            if total < *known {
                *known = total;
                queue.push(total, effect);
                record(effect, place);
            }
        }
    }
}
