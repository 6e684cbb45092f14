//! Rules laid out for [`Exploration`](super::Exploration).
//!
//! Each rule *watches* one fact of its precondition, and lies with all that belongs to it beside the other
//! rules that watch the same fact. A rule is looked at when its watched fact is reached, and not before; if
//! something else is still missing then, it waits for that instead. So most rules are looked at once or
//! never, in the order in which they lie in memory, and no counters have to be reset. To that end the
//! watched fact is the one that is reached last from the initial state.

use extremal_sas::{Fact, Task};

use super::exploration::Exploration;
use super::rule_list::{FactNumbers, RuleList};
use crate::descriptor::CostType;
use crate::heuristic::DEAD_END;

/// Rules for a task, ready to be explored.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How facts are numbered. Two numbers are added: [`Rules::always`] and [`Rules::goal`].
    pub numbers: FactNumbers,
    /// Facts reached in every state, whether they hold or not.
    given: Vec<u32>,
    /// The rules that watch fact 0, those that watch fact 1, ...
    code: Vec<u32>,
    /// Where the rules that watch each fact begin.
    starts: Vec<u32>,
    /// The operator for each effect in `code`, at the same place.
    operators: Vec<u32>,
}

/// A rule in its laid-out form.
#[derive(Clone, Copy, Debug)]
pub struct RuleView<'r> {
    /// What it costs.
    pub cost: u32,
    /// Facts needed; the first is watched.
    pub precondition: &'r [u32],
    /// Facts reached.
    pub effects: &'r [u32],
}

impl Rules {
    /// Prepares the rules of a task.
    pub fn new(task: &Task, costs: CostType) -> Self {
        let numbers = FactNumbers::new(task);
        let list = RuleList::new(task, &numbers, costs);
        let is_derived = |&variable: &u32| task.variables[variable as usize].axiom_layer.is_some();
        let mut given: Vec<u32> = (0..task.variables.len() as u32)
            .filter(is_derived)
            .map(|variable| numbers.of(Fact { variable, value: task.initial_state[variable as usize] }))
            .collect();
        given.push(numbers.len);
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbers.of(fact)).collect();

        let no_order = vec![0; numbers.len as usize];
        let first =
            Layout { list: &list, goal: &goal, lateness: &no_order }.write(numbers.clone(), given.clone());
        let mut exploration = Exploration::new(&first);
        exploration.run_max(&first, &task.initial_state);
        let lateness: Vec<u32> = (0..numbers.len).map(|fact| exploration.cost(fact)).collect();
        Layout { list: &list, goal: &goal, lateness: &lateness }.write(numbers, given)
    }

    /// The number of a fact that holds in every state.
    pub fn always(&self) -> u32 {
        self.numbers.len
    }

    /// The number of a fact that is reached with the goal.
    pub fn goal(&self) -> u32 {
        self.numbers.len + 1
    }

    /// How many numbers facts have, with the added ones.
    pub fn num_facts(&self) -> usize {
        self.numbers.len as usize + 2
    }

    /// The facts that cost nothing in a state: its own, and those reached in every state.
    #[inline]
    pub fn reached<'r>(&'r self, state: &'r [u32]) -> impl Iterator<Item = u32> + 'r {
        let of_state = self.numbers.first.iter().zip(state).map(|(first, value)| first + value);
        of_state.chain(self.given.iter().copied())
    }

    /// The places of the rules that watch a fact.
    #[inline]
    pub fn watchers(&self, fact: u32) -> std::ops::Range<usize> {
        self.starts[fact as usize] as usize..self.starts[fact as usize + 1] as usize
    }

    /// The rule at a place, and the place of the next.
    #[inline]
    pub fn rule(&self, at: usize) -> (RuleView<'_>, usize) {
        let [num_preconditions, num_effects, cost, rest @ ..] = &self.code[at..] else {
            return (RuleView { cost: DEAD_END, precondition: &[], effects: &[] }, self.code.len());
        };
        let (precondition, rest) = rest.split_at(*num_preconditions as usize);
        let effects = &rest[..*num_effects as usize];
        let next = at + HEADER + precondition.len() + effects.len();
        (RuleView { cost: *cost, precondition, effects }, next)
    }

    /// The operator that gives the rule at a place this effect.
    pub fn operator(&self, at: usize, fact: u32) -> u32 {
        let (rule, next) = self.rule(at);
        let first = next - rule.effects.len();
        rule.effects.iter().position(|&effect| effect == fact).map_or(u32::MAX, |n| self.operators[first + n])
    }
}

/// Words before the facts of a rule.
const HEADER: usize = 3;

struct Layout<'l> {
    list: &'l RuleList,
    goal: &'l [u32],
    /// For each fact a number that tells how late it is usually reached.
    lateness: &'l [u32],
}

impl Layout<'_> {
    fn watched(&self, precondition: &[u32], always: u32) -> u32 {
        precondition.iter().copied().max_by_key(|&fact| self.lateness[fact as usize]).unwrap_or(always)
    }

    fn write(&self, numbers: FactNumbers, given: Vec<u32>) -> Rules {
        let (always, goal_fact) = (numbers.len, numbers.len + 1);
        let mut order: Vec<(u32, u32)> = (0..self.list.len())
            .filter(|&rule| !self.list.effects(rule).is_empty())
            .map(|rule| (self.watched(self.list.precondition(rule), always), rule as u32))
            .collect();
        order.push((self.watched(self.goal, always), u32::MAX));
        order.sort_unstable();

        let mut rules = Rules { numbers, given, code: Vec::new(), starts: Vec::new(), operators: Vec::new() };
        let mut order = order.into_iter().peekable();
        for fact in 0..=goal_fact {
            rules.starts.push(rules.code.len() as u32);
            while let Some((_, rule)) = order.next_if(|&(watched, _)| watched == fact) {
                match rule {
                    u32::MAX => self.push(&mut rules, self.goal, &[(goal_fact, u32::MAX)], 0),
                    _ => {
                        let rule = rule as usize;
                        let effects: Vec<(u32, u32)> =
                            self.list.effects(rule).iter().map(|e| (e.fact, e.operator)).collect();
                        self.push(&mut rules, self.list.precondition(rule), &effects, self.list.costs[rule]);
                    }
                }
            }
        }
        rules.starts.push(rules.code.len() as u32);
        rules
    }

    fn push(&self, rules: &mut Rules, precondition: &[u32], effects: &[(u32, u32)], cost: u32) {
        rules.code.extend([precondition.len() as u32, effects.len() as u32, cost]);
        let facts = rules.code.len();
        rules.code.extend_from_slice(precondition);
        // What is reached latest comes first, since it is most likely to be missing.
        rules.code[facts..].sort_by_key(|&fact| std::cmp::Reverse((self.lateness[fact as usize], fact)));
        rules.operators.resize(rules.code.len(), u32::MAX);
        rules.code.extend(effects.iter().map(|effect| effect.0));
        rules.operators.extend(effects.iter().map(|effect| effect.1));
    }
}
