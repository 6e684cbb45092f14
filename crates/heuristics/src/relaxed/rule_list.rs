//! The rules of the delete relaxation.
//!
//! A rule says that once its precondition is reached, each of its effects can be reached for its cost more.
//! An operator gives one rule for its unconditional effects and one for each distinct condition of others;
//! an axiom gives one that costs nothing.
//! The [default values](super::default_values) of derived variables have rules of their own.

use std::hash::{Hash, Hasher};

use extremal_limits::{Pacer, Stop};
use extremal_sas::{Fact, Task};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::default_values;
use super::fact_numbers::FactNumbers;
use crate::descriptor::CostType;

/// In the place of an operator's number: the effect is an axiom's.
pub const AXIOM: u32 = u32::MAX;

/// An effect of a rule, and the operator that has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RuleEffect {
    /// The fact that is reached.
    pub fact: u32,
    /// The operator, or [`AXIOM`].
    pub operator: u32,
}

/// All rules of a task, in compressed rows. Operators that share precondition and cost usually share a rule.
#[derive(Clone, Debug, Default)]
pub struct RuleList {
    preconditions: Vec<u32>,
    precondition_ends: Vec<u32>,
    effects: Vec<RuleEffect>,
    effect_ends: Vec<u32>,
    /// The cost of each rule.
    pub costs: Vec<u32>,
}

impl RuleList {
    /// The rules of a task, and the facts reached in every state, whether they hold or not.
    pub fn new(
        task: &Task,
        numbers: &mut FactNumbers,
        costs: CostType,
        pacer: &mut Pacer,
    ) -> Result<(Self, Vec<u32>), Stop> {
        Self::build(task, numbers, costs, Builder::default(), pacer)
    }

    /// The same, but operators share no rules, so that all effects of a rule happen together.
    pub fn separate(
        task: &Task,
        numbers: &mut FactNumbers,
        costs: CostType,
        pacer: &mut Pacer,
    ) -> Result<(Self, Vec<u32>), Stop> {
        Self::build(task, numbers, costs, Builder { separate: true, ..Builder::default() }, pacer)
    }

    fn build(
        task: &Task,
        numbers: &mut FactNumbers,
        costs: CostType,
        mut builder: Builder,
        pacer: &mut Pacer,
    ) -> Result<(Self, Vec<u32>), Stop> {
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            builder.push_operator(task, numbers, operator, costs.of_operator(task, operator));
        }
        builder.stop_sharing();
        for axiom in 0..task.axioms.len() {
            pacer.tick()?;
            let condition = task.axioms.condition(axiom).iter().map(|&fact| numbers.of(fact));
            builder.push_free(condition, numbers.of(task.axioms.head[axiom]));
        }
        let given = default_values::add_rules(task, numbers, &mut builder);
        Ok((builder.finish(pacer)?, given))
    }

    /// Number of rules.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Facts that a rule needs, increasing.
    pub fn precondition(&self, rule: usize) -> &[u32] {
        row(&self.preconditions, &self.precondition_ends, rule)
    }

    /// Keeps only the effects that pass a test, which is given the rule and the fact.
    pub fn retain_effects(&mut self, mut keep: impl FnMut(usize, u32) -> bool) {
        let (mut read, mut write) = (0, 0);
        for rule in 0..self.len() {
            while read < self.effect_ends[rule] as usize {
                if keep(rule, self.effects[read].fact) {
                    self.effects[write] = self.effects[read];
                    write += 1;
                }
                read += 1;
            }
            self.effect_ends[rule] = write as u32;
        }
        self.effects.truncate(write);
    }

    /// What a rule reaches, by increasing fact, each once. An operator of smallest number stands for all.
    pub fn effects(&self, rule: usize) -> &[RuleEffect] {
        row(&self.effects, &self.effect_ends, rule)
    }
}

fn row<'r, T>(entries: &'r [T], ends: &[u32], row: usize) -> &'r [T] {
    let start = row.checked_sub(1).map_or(0, |previous| ends[previous]);
    &entries[start as usize..ends[row] as usize]
}

/// Collects rules.
#[derive(Default)]
pub struct Builder {
    rules: RuleList,
    /// Whether operators share no rules.
    separate: bool,
    by_precondition: HashTable<u32>,
    effects: Vec<(u32, RuleEffect)>,
    precondition: Vec<u32>,
}

impl Builder {
    fn push_operator(&mut self, task: &Task, numbers: &FactNumbers, operator: usize, cost: u32) {
        let precondition = task.operators.precondition(operator);
        self.stop_sharing();
        let mut previous: Option<(&[Fact], Option<u32>)> = None;
        for effect in task.operators.effects(operator) {
            let condition = task.operators.condition(effect);
            let rule = match previous {
                Some((same, rule)) if same == condition => rule,
                _ if contradicts(precondition, condition) => None,
                _ => {
                    let facts = precondition.iter().chain(condition).map(|&fact| numbers.of(fact));
                    Some(self.rule(facts, cost))
                }
            };
            previous = Some((condition, rule));
            if let Some(rule) = rule {
                let fact = numbers.of(effect.fact);
                self.effects.push((rule, RuleEffect { fact, operator: operator as u32 }));
            }
        }
    }

    /// Unless operators share rules, rules added so far get no further effects.
    fn stop_sharing(&mut self) {
        if self.separate {
            self.by_precondition.clear();
        }
    }

    /// Adds a rule that costs nothing and stands for no operator.
    pub fn push_free(&mut self, precondition: impl IntoIterator<Item = u32>, fact: u32) {
        let rule = self.rule(precondition, 0);
        self.effects.push((rule, RuleEffect { fact, operator: AXIOM }));
    }

    /// The rule with this precondition and cost, which may be new.
    fn rule(&mut self, precondition: impl IntoIterator<Item = u32>, cost: u32) -> u32 {
        self.precondition.clear();
        self.precondition.extend(precondition);
        self.precondition.sort_unstable();
        self.precondition.dedup();
        let (rules, sought) = (&mut self.rules, &self.precondition);
        let equal =
            |&rule: &u32| rules.costs[rule as usize] == cost && rules.precondition(rule as usize) == sought;
        let rehash = |&rule: &u32| hash(rules.precondition(rule as usize), rules.costs[rule as usize]);
        match self.by_precondition.entry(hash(sought, cost), equal, rehash) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let rule = rules.costs.len() as u32;
                entry.insert(rule);
                rules.preconditions.extend_from_slice(sought);
                rules.precondition_ends.push(rules.preconditions.len() as u32);
                rules.costs.push(cost);
                rule
            }
        }
    }

    fn finish(self, pacer: &mut Pacer) -> Result<RuleList, Stop> {
        let Builder { mut rules, mut effects, .. } = self;
        effects.sort_unstable();
        pacer.budget().check()?;
        effects.dedup_by_key(|(rule, effect)| (*rule, effect.fact));
        let mut next = effects.iter().copied().peekable();
        for rule in 0..rules.costs.len() {
            pacer.tick()?;
            while let Some((_, effect)) = next.next_if(|&(of_rule, _)| of_rule as usize == rule) {
                // What is needed is reached already.
                if rules.precondition(rule).binary_search(&effect.fact).is_err() {
                    rules.effects.push(effect);
                }
            }
            rules.effect_ends.push(rules.effects.len() as u32);
        }
        Ok(rules)
    }
}

fn hash(precondition: &[u32], cost: u32) -> u64 {
    let mut hasher = FxHasher::default();
    (precondition, cost).hash(&mut hasher);
    hasher.finish()
}

/// Whether two conditions by increasing variable want different values of a variable.
fn contradicts(one: &[Fact], other: &[Fact]) -> bool {
    other.iter().any(|fact| {
        one.binary_search_by_key(&fact.variable, |f| f.variable).is_ok_and(|at| one[at].value != fact.value)
    })
}
