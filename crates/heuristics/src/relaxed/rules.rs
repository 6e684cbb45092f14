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

use std::cmp::Reverse;

use extremal_sas::{Fact, Task};
use extremal_states::axioms::initial_values;

use super::exploration::{Exploration, MAX_RULE_COST, RulePlace};
use super::fact_numbers::FactNumbers;
use super::rule_list::{AXIOM, RuleEffect, RuleList};
use super::simplify::{remove_dominated, remove_irrelevant};
use crate::descriptor::CostType;

/// Rules for a task, ready to be explored.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How facts are numbered. A fact that holds in every state has the last number.
    pub numbers: FactNumbers,
    /// Facts reached in every state, whether they hold or not.
    given: Vec<u32>,
    goal: Vec<u32>,
    is_goal: Vec<bool>,
    /// The groups of rules that watch fact 0, those of rules that watch fact 1, ... A group is the number of
    /// its effects, their cost, the number of words of its rules, the effects, and the rules. A rule is the
    /// number of facts it needs, and these facts, the watched one first.
    code: Vec<u32>,
    /// Where the groups of each watched fact begin.
    starts: Vec<u32>,
    /// For each place of a rule in `code`, where the operators for its effects begin.
    operators_at: Vec<u32>,
    operators: Vec<u32>,
    /// How many words of `code` are looked at in the initial state.
    words: u64,
}

/// A group of rules.
#[derive(Clone, Copy, Debug)]
pub struct Group<'r> {
    /// What the rules cost.
    pub cost: u32,
    /// Facts reached.
    pub effects: &'r [u32],
    /// The rules, one after the other.
    pub rules: &'r [u32],
}

/// Takes the first group from a list of groups.
#[inline]
pub fn split_group(code: &[u32]) -> Option<(Group<'_>, &[u32])> {
    let [num_effects, cost, length, rest @ ..] = code else { return None };
    let (effects, rest) = rest.split_at_checked(*num_effects as usize)?;
    let (rules, rest) = rest.split_at_checked(*length as usize)?;
    Some((Group { cost: *cost, effects, rules }, rest))
}

/// Takes the first rule from the rules of a group, as the facts it needs.
#[inline]
pub fn split_rule(code: &[u32]) -> Option<(&[u32], &[u32])> {
    let [num_facts, rest @ ..] = code else { return None };
    rest.split_at_checked(*num_facts as usize)
}

impl Rules {
    /// Prepares the rules of a task.
    pub fn new(task: &Task, costs: CostType) -> Self {
        Self::build(task, costs, true)
    }

    /// The same for goals that are still to be [set](Self::set_goal). So rules that the task's own goal does not need are
    /// kept.
    pub fn for_any_goal(task: &Task, costs: CostType) -> Self {
        Self::build(task, costs, false)
    }

    fn build(task: &Task, costs: CostType, only_relevant: bool) -> Self {
        let mut numbers = FactNumbers::new(task);
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbers.of(fact)).collect();
        let (mut list, mut given) = RuleList::new(task, &mut numbers, costs);
        if only_relevant {
            remove_irrelevant(&mut list, numbers.len, &goal);
        }
        remove_dominated(&mut list, numbers.len);
        given.push(numbers.add());

        let no_order = vec![0; numbers.len as usize];
        let preliminary = Layout { list: &list, lateness: &no_order }.write(numbers, given, goal);
        let mut exploration = Exploration::new(&preliminary);
        exploration.run_add(&preliminary, &initial_values(task), |_, _| ());
        let lateness: Vec<u32> = (0..preliminary.numbers.len).map(|fact| exploration.cost(fact)).collect();
        let Rules { numbers, given, goal, .. } = preliminary;
        let mut rules = Layout { list: &list, lateness: &lateness }.write(numbers, given, goal);
        exploration.run_add(&rules, &initial_values(task), |_, _| ());
        rules.words = exploration.words();
        rules
    }

    /// How many words of rules are looked at when the initial state is evaluated.
    pub fn words(&self) -> u64 {
        self.words
    }

    /// Sets another goal.
    pub fn set_goal(&mut self, goal: &[Fact]) {
        self.goal.drain(..).for_each(|fact| self.is_goal[fact as usize] = false);
        self.goal.extend(goal.iter().map(|&fact| self.numbers.of(fact)));
        self.goal.iter().for_each(|&fact| self.is_goal[fact as usize] = true);
    }

    /// How many numbers facts have.
    pub fn num_facts(&self) -> usize {
        self.numbers.len as usize
    }

    /// The goal facts.
    pub fn goal(&self) -> &[u32] {
        &self.goal
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

    /// The groups of rules that watch a fact, and where they begin.
    #[inline]
    pub fn watchers(&self, fact: u32) -> (&[u32], usize) {
        let (start, end) = (self.starts[fact as usize] as usize, self.starts[fact as usize + 1] as usize);
        (&self.code[start..end], start)
    }

    /// What begins at a place: a group, or a rule.
    #[inline]
    pub fn code_from(&self, at: u32) -> &[u32] {
        &self.code[at as usize..]
    }

    /// The group at a place.
    pub fn group(&self, at: u32) -> Group<'_> {
        let none = Group { cost: 0, effects: &[], rules: &[] };
        split_group(self.code_from(at)).map_or(none, |(group, _)| group)
    }

    /// The facts needed by the rule at a place.
    pub fn precondition(&self, at: u32) -> &[u32] {
        split_rule(self.code_from(at)).map_or(&[], |(precondition, _)| precondition)
    }

    /// The operator that gives a rule one of the effects of its group.
    pub fn operator(&self, place: RulePlace, fact: u32) -> u32 {
        let first = self.operators_at[place.rule as usize] as usize;
        let position = self.group(place.group).effects.iter().position(|&effect| effect == fact);
        position.map_or(AXIOM, |position| self.operators[first + position])
    }
}

struct Layout<'l> {
    list: &'l RuleList,
    /// For each fact a number that tells how late it is usually reached.
    lateness: &'l [u32],
}

/// A rule on its way to its place.
struct Placed<'l> {
    watched: u32,
    effects: &'l [RuleEffect],
    cost: u32,
    precondition: &'l [u32],
}

impl<'l> Placed<'l> {
    /// Rules with equal keys form a group.
    fn group_key(&self) -> (u32, u32, impl Iterator<Item = u32> + 'l) {
        (self.watched, self.cost, self.effects.iter().map(|effect| effect.fact))
    }

    fn same_group(&self, other: &Placed<'_>) -> bool {
        let (mine, theirs) = (self.group_key(), other.group_key());
        (mine.0, mine.1) == (theirs.0, theirs.1) && mine.2.eq(theirs.2)
    }
}

impl Layout<'_> {
    fn write(&self, numbers: FactNumbers, given: Vec<u32>, goal: Vec<u32>) -> Rules {
        let always = numbers.len - 1;
        let lateness = |fact: &u32| self.lateness[*fact as usize];
        let mut placed: Vec<Placed<'_>> = (0..self.list.len())
            .filter(|&rule| !self.list.effects(rule).is_empty())
            .map(|rule| {
                let precondition = self.list.precondition(rule);
                let watched = precondition.iter().copied().max_by_key(lateness).unwrap_or(always);
                Placed {
                    watched,
                    effects: self.list.effects(rule),
                    cost: self.list.costs[rule].min(MAX_RULE_COST),
                    precondition,
                }
            })
            .collect();
        placed.sort_by(|a, b| {
            let (a, b) = (a.group_key(), b.group_key());
            (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| a.2.cmp(b.2))
        });

        let mut is_goal = vec![false; numbers.len as usize];
        goal.iter().for_each(|&fact| is_goal[fact as usize] = true);
        let mut rules = Rules {
            numbers,
            given,
            goal,
            is_goal,
            code: Vec::new(),
            starts: vec![0],
            operators_at: Vec::new(),
            operators: Vec::new(),
            words: 0,
        };
        for group in placed.chunk_by(Placed::same_group) {
            rules.starts.resize(group[0].watched as usize + 1, rules.code.len() as u32);
            self.push_group(&mut rules, group);
        }
        rules.starts.resize(always as usize + 2, rules.code.len() as u32);
        rules
    }

    fn push_group(&self, rules: &mut Rules, group: &[Placed<'_>]) {
        let (effects, cost) = (group[0].effects, group[0].cost);
        let length: usize = group.iter().map(|rule| 1 + rule.precondition.len()).sum();
        rules.code.extend([effects.len() as u32, cost, length as u32]);
        rules.code.extend(effects.iter().map(|effect| effect.fact));
        for rule in group {
            rules.operators_at.resize(rules.code.len(), u32::MAX);
            rules.operators_at.push(rules.operators.len() as u32);
            rules.operators.extend(rule.effects.iter().map(|effect| effect.operator));
            rules.code.push(rule.precondition.len() as u32);
            let facts = rules.code.len();
            rules.code.extend_from_slice(rule.precondition);
            // What is reached latest comes first, since it is most likely to be missing.
            rules.code[facts..].sort_by_key(|&fact| Reverse((self.lateness[fact as usize], fact)));
        }
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
        let rules = Rules::new(&task, CostType::Unit);
        let goal = rules.numbers.of(fact(3, 1));
        let watch_for_goal = |watched| {
            let (groups, _) = rules.watchers(rules.numbers.of(watched));
            split_group(groups).is_some_and(|(group, _)| group.effects == [goal])
        };
        assert!(watch_for_goal(fact(2, 0)));
        assert!(!watch_for_goal(fact(0, 1)));
    }
}
