//! Rules laid out for [`Exploration`].
//!
//! Each rule *watches* one fact of its precondition, and lies with all that belongs to it beside the other
//! rules that watch the same fact. A rule is looked at when its watched fact is reached, and not before; if
//! something else is still missing then, it waits for that instead. So most rules are looked at once or
//! never, in the order in which they lie in memory, and no counters have to be reset. To that end the
//! watched fact is the one that is reached last from the initial state.
//!
//! Rules that watch the same fact and have the same cost and effects form a *group*. If none of the effects
//! can become cheaper, which is the rule rather than the exception, the group is passed over as a whole.
//!
//! Most groups have a single rule. They are written in fewer words, and those in which it has one effect and
//! needs one fact besides the watched one are read without a loop.

use extremal_limits::{Budget, Pacer, Stop};
use extremal_sas::{Fact, Task};
use extremal_states::initial_values;

use super::exploration::Exploration;
use super::fact_numbers::FactNumbers;
use super::rule_list::{AXIOM, RuleList};
use super::simplify::{remove_dominated, remove_irrelevant};
use crate::descriptor::CostType;

mod layout;

use layout::Layout;

/// Rules for a task, ready to be explored.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How facts are numbered. A fact that holds in every state has the last number.
    numbers: FactNumbers,
    /// Facts reached in every state, whether they hold or not.
    given: Vec<u32>,
    goal: Vec<u32>,
    is_goal: Vec<bool>,
    /// The groups of rules that watch fact 0, those of rules that watch fact 1, ... See [`Group`] for how they are
    /// written.
    code: Vec<u32>,
    /// Where the groups of each watched fact begin, and the size of the groups of all facts before it.
    watchers: Vec<Watchers>,
    /// For each place of a rule, where its details begin.
    details_at: Vec<u32>,
    /// What is needed of a rule that supports a fact: its cost, the numbers of effects and of facts that it needs, the
    /// effects, their operators, and the facts, the watched one first.
    details: Vec<u32>,
    /// The size of the rules that are looked at in the initial state.
    size: u64,
}

#[derive(Clone, Copy, Debug)]
struct Watchers {
    start: u32,
    size_before: u32,
}

/// The groups of rules that watch a fact.
#[derive(Clone, Copy, Debug)]
pub struct Watching<'r> {
    /// Their code.
    pub groups: &'r [u32],
    /// Where it ends in the code of all groups.
    pub end: usize,
    /// How large they are: a word for each fact in a precondition or an effect, one for each rule, and three for each
    /// group. It does not depend on how the groups are written.
    pub size: u32,
}

/// A group of rules. Its first word has the kind in the two lowest bits.
#[derive(Clone, Copy, Debug)]
pub enum Group<'r> {
    /// A rule with one effect that needs one fact besides the watched one. Three words: cost, effect, fact. The place of
    /// the rule is that of the last word.
    Simple {
        /// What the rule costs.
        cost: u32,
        /// The fact that is reached.
        effect: u32,
        /// What the rule needs besides the watched fact. If it needs nothing else, this holds in every state.
        other: u32,
    },
    /// A rule. The first word has the cost and the numbers of effects and of facts. These follow. The place of the rule
    /// is that of the last word.
    Single {
        /// What the rule costs.
        cost: u32,
        /// The facts that are reached.
        effects: &'r [u32],
        /// What the rule needs besides the watched fact: at least one fact, which may be the one that holds in every
        /// state.
        others: &'r [u32],
    },
    /// Several rules, or a long one. Three words: cost, number of effects, number of words of the rules. These follow.
    General {
        /// What the rules cost.
        cost: u32,
        /// The facts that are reached.
        effects: &'r [u32],
        /// The rules, one after the other: each is the number of facts that it needs besides the watched one, and these
        /// facts. The place of a rule is that of its first word.
        rules: &'r [u32],
    },
}

/// How often the clock is looked at while rules are prepared, in rules: a few times in a millisecond.
pub(crate) const INTERVAL: u32 = 256;

/// Kinds of groups, and where a first word has what.
const SIMPLE: u32 = 0;
const SINGLE: u32 = 1;
const GENERAL: u32 = 2;
const KIND_BITS: u32 = 2;
const SIZE_BITS: u32 = 7;
const SINGLE_COST_BITS: u32 = 32 - KIND_BITS - 2 * SIZE_BITS;

/// Takes the first group from a list of groups.
#[inline(always)]
pub fn split_group(code: &[u32]) -> Option<(Group<'_>, &[u32])> {
    // No group is shorter than three words.
    let [head, second, third, rest @ ..] = code else { return None };
    match head & ((1 << KIND_BITS) - 1) {
        SIMPLE => Some((Group::Simple { cost: head >> KIND_BITS, effect: *second, other: *third }, rest)),
        SINGLE => {
            let size = |shift: u32| (head >> shift & ((1 << SIZE_BITS) - 1)) as usize;
            let (effects, rest) = code[1..].split_at_checked(size(KIND_BITS))?;
            let (others, rest) = rest.split_at_checked(size(KIND_BITS + SIZE_BITS))?;
            Some((Group::Single { cost: head >> (KIND_BITS + 2 * SIZE_BITS), effects, others }, rest))
        }
        _ => {
            let (effects, rest) = rest.split_at_checked(*second as usize)?;
            let (rules, rest) = rest.split_at_checked(*third as usize)?;
            Some((Group::General { cost: head >> KIND_BITS, effects, rules }, rest))
        }
    }
}

/// Takes the first rule from the rules of a group, as the facts that it needs besides the watched one.
#[inline(always)]
pub fn split_rule(code: &[u32]) -> Option<(&[u32], &[u32])> {
    let [num_facts, rest @ ..] = code else { return None };
    rest.split_at_checked(*num_facts as usize)
}

/// A rule that supports a fact.
#[derive(Clone, Copy, Debug)]
pub struct Support<'r> {
    /// What the rule costs.
    pub cost: u32,
    /// The operator that has the effect, or [`AXIOM`].
    pub operator: u32,
    /// The facts that the rule needs.
    pub precondition: &'r [u32],
}

impl Rules {
    /// Prepares the rules of a task. Large tasks take tenths of a second.
    pub fn new(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        Self::build(task, costs, true, budget)
    }

    /// The same for goals that are still to be [set](Self::set_goal). So rules that the task's own goal does not need are
    /// kept.
    pub fn for_any_goal(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        Self::build(task, costs, false, budget)
    }

    fn build(task: &Task, costs: CostType, only_relevant: bool, budget: &Budget) -> Result<Self, Stop> {
        budget.check()?;
        let pacer = &mut Pacer::new(budget, INTERVAL);
        let mut numbers = FactNumbers::new(task);
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbers.of(fact)).collect();
        let (mut list, mut given) = RuleList::new(task, &mut numbers, costs, pacer)?;
        if only_relevant {
            remove_irrelevant(&mut list, numbers.len, &goal);
        }
        remove_dominated(&mut list, numbers.len, pacer)?;
        given.push(numbers.add());

        let no_order = vec![0; numbers.len as usize];
        let preliminary = Layout { list: &list, lateness: &no_order }.write(numbers, given, goal, pacer)?;
        let mut exploration = Exploration::new(&preliminary);
        exploration.run_add(&preliminary, &initial_values(task), |_, _| ());
        budget.check()?;
        let lateness: Vec<u32> = (0..preliminary.numbers.len).map(|fact| exploration.cost(fact)).collect();
        let Rules { numbers, given, goal, .. } = preliminary;
        let mut rules = Layout { list: &list, lateness: &lateness }.write(numbers, given, goal, pacer)?;
        exploration.run_add(&rules, &initial_values(task), |_, _| ());
        rules.size = exploration.size();
        Ok(rules)
    }

    /// The size of the rules that are looked at when the initial state is evaluated.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// About how many bytes of memory they take.
    pub fn bytes(&self) -> usize {
        let words = self.code.len() + 2 * self.watchers.len() + self.details_at.len() + self.details.len();
        words * size_of::<u32>()
    }

    /// Sets another goal.
    pub fn set_goal(&mut self, goal: &[Fact]) {
        self.goal.drain(..).for_each(|fact| self.is_goal[fact as usize] = false);
        self.goal.extend(goal.iter().map(|&fact| self.numbers.of(fact)));
        self.goal.iter().for_each(|&fact| self.is_goal[fact as usize] = true);
    }

    /// How many numbers facts have. All facts of rules are below.
    pub fn num_facts(&self) -> usize {
        self.numbers.len as usize
    }

    /// The goal facts.
    pub fn goal(&self) -> &[u32] {
        &self.goal
    }

    /// Whether a fact of the task holds in a state.
    #[inline]
    pub fn holds(&self, fact: u32, state: &[u32]) -> bool {
        self.numbers.holds(fact, state)
    }

    /// Whether a fact is a goal.
    #[inline]
    pub fn is_goal(&self, fact: u32) -> bool {
        self.is_goal[fact as usize]
    }

    /// The facts that cost nothing in a state: its own, and those reached in every state.
    #[inline]
    pub fn reached<'r>(&'r self, state: &'r [u32]) -> impl Iterator<Item = u32> + 'r {
        let of_state = self.numbers.first.iter().zip(state).map(|(first, value)| first + value);
        of_state.chain(self.given.iter().copied())
    }

    /// The groups of rules that watch a fact.
    #[inline]
    pub fn watching(&self, fact: u32) -> Watching<'_> {
        let (this, next) = (self.watchers[fact as usize], self.watchers[fact as usize + 1]);
        let end = next.start as usize;
        let groups = &self.code[this.start as usize..end];
        Watching { groups, end, size: next.size_before - this.size_before }
    }

    /// What begins at a place: a group, or a rule.
    #[inline]
    pub fn code_from(&self, at: u32) -> &[u32] {
        &self.code[at as usize..]
    }

    /// The rule at a place as the supporter of one of its effects.
    #[inline(always)]
    pub fn support(&self, place: u32, fact: u32) -> Support<'_> {
        let details = &self.details[self.details_at[place as usize] as usize..];
        let &[cost, num_effects, num_needed, ref rest @ ..] = details else {
            unreachable!("a rule has details")
        };
        let (effects, rest) = rest.split_at(num_effects as usize);
        let (operators, rest) = rest.split_at(num_effects as usize);
        let position = effects.iter().position(|&effect| effect == fact);
        let operator = position.map_or(AXIOM, |position| operators[position]);
        Support { cost, operator, precondition: &rest[..num_needed as usize] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{fact, task};

    #[test]
    fn rules_watch_what_is_reached_last_from_the_true_initial_state() {
        // Variable 2 is derived and 1 in the beginning, since variable 1 is 0; for 0 it takes two steps.
        let mut task = task(
            &[2, 2, 2, 2],
            &[
                (&[fact(0, 0)], &[fact(0, 1)]),
                (&[fact(0, 1), fact(1, 0)], &[fact(1, 1)]),
                (&[fact(0, 1), fact(2, 0)], &[fact(3, 1)]),
            ],
            &[fact(3, 1)],
        );
        task.variables[2].axiom_layer = Some(0);
        task.axioms.push([fact(1, 0)], fact(2, 1));
        let rules = Rules::new(&task, CostType::Unit, &Budget::unlimited()).unwrap();
        let goal = rules.numbers.of(fact(3, 1));
        let watch_for_goal = |watched| {
            let groups = rules.watching(rules.numbers.of(watched)).groups;
            matches!(split_group(groups), Some((Group::Simple { effect, .. }, _)) if effect == goal)
        };
        assert!(watch_for_goal(fact(2, 0)));
        assert!(!watch_for_goal(fact(0, 1)));
    }

    #[test]
    fn every_part_of_the_preparation_asks_the_budget() {
        const LENGTH: u32 = 2 * INTERVAL;
        let steps: Vec<_> = (1..LENGTH).map(|value| ([fact(0, value - 1)], [fact(0, value)])).collect();
        let operators: Vec<(&[_], &[_])> = steps.iter().map(|(pre, eff)| (&pre[..], &eff[..])).collect();
        let task = task(&[LENGTH as usize], &operators, &[fact(0, LENGTH - 1)]);
        let (numbers, budget) = (|| FactNumbers::new(&task), Budget::unlimited());
        let pacer = &mut Pacer::new(&budget, INTERVAL);
        let (list, _) = RuleList::new(&task, &mut numbers(), CostType::Unit, pacer).unwrap();
        budget.cancel();
        let (stopped, pacer) = (Some(Stop::Cancelled), &mut Pacer::new(&budget, INTERVAL));
        assert_eq!(Rules::new(&task, CostType::Unit, &budget).err(), stopped);
        assert_eq!(RuleList::new(&task, &mut numbers(), CostType::Unit, pacer).err(), stopped);
        assert_eq!(remove_dominated(&mut list.clone(), LENGTH, pacer).err(), stopped);
        let lateness = &vec![0; LENGTH as usize + 1];
        let written = Layout { list: &list, lateness }.write(numbers(), Vec::new(), Vec::new(), pacer);
        assert_eq!(written.err(), stopped);
    }
}
