//! `ff`: the cost of a plan for the delete relaxation.
//!
//! The plan consists of the operators that first reached their facts most cheaply by `add`, beginning from
//! the goals. Where two rules reach a fact at the same cost, the one that fires first supports it. The order
//! in which rules fire is fixed by the task and the state: by increasing cost of the fact they wait for,
//! then in the order in which those facts were reached (state facts by variable), then as laid out.
//!
//! Each operator counts once, even if the plan would have to apply it again for another of its conditional
//! effects. Only then can the value be less than that of `max`.

use std::sync::Arc;

use extremal_limits::{Budget, Stop};
use extremal_sas::{Fact, Task};

use crate::descriptor::{CostType, Descriptor};
use crate::heuristic::{DEAD_END, Heuristic};
use crate::relaxed::rule_list::AXIOM;
use crate::relaxed::rules::Support;
use crate::relaxed::{Exploration, Rules};

/// Data of the heuristic.
pub static DESCRIPTOR: Descriptor = Descriptor {
    name: "ff",
    summary: "cost of a relaxed plan, built from the best supporters under add",
    citation: "Hoffmann and Nebel: The FF Planning System, JAIR 14, 2001; with supporters by add: Keyder and Geffner: \
               Heuristics for Planning with Action Costs Revisited, ECAI 2008",
    parameters: &[CostType::PARAMETER],
    admissible: false,
    safe: true,
    preferred_operators: true,
    build: |task, arguments, budget| Ok(Box::new(FastForward::new(task, CostType::of(arguments), budget)?)),
};

/// The heuristic.
#[derive(Clone, Debug)]
pub struct FastForward {
    rules: Arc<Rules>,
    exploration: Exploration,
    conditional: ConditionalOperators,
    /// The place of the rule that reaches each fact most cheaply; [`NONE`] for facts that need no rule.
    supporter: Vec<u32>,
    /// Facts that the plan needs, and whether each fact is among them.
    needed: Vec<u32>,
    is_needed: Vec<bool>,
    /// Operators of the plan, and whether each operator is among them.
    plan: Vec<u32>,
    is_planned: Vec<bool>,
    preferred: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl FastForward {
    /// Prepares the heuristic for a task.
    pub fn new(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        Ok(Self::with_rules(task, Rules::new(task, costs, budget)?))
    }

    /// Prepares the heuristic for goals that are still to be [set](Heuristic::set_goal).
    pub fn for_any_goal(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        Ok(Self::with_rules(task, Rules::for_any_goal(task, costs, budget)?))
    }

    fn with_rules(task: &Task, rules: Rules) -> Self {
        FastForward {
            exploration: Exploration::new(&rules),
            conditional: ConditionalOperators::new(task),
            supporter: vec![NONE; rules.num_facts()],
            needed: Vec::new(),
            is_needed: vec![false; rules.num_facts()],
            plan: Vec::new(),
            is_planned: vec![false; task.operators.len()],
            preferred: Vec::new(),
            rules: Arc::new(rules),
        }
    }

    /// A copy that shares nothing, so that setting its goal takes no memory.
    pub fn fork_with_rules(&self) -> Self {
        FastForward { rules: Arc::new(Rules::clone(&self.rules)), ..self.clone() }
    }

    /// About how many bytes such a copy takes.
    pub fn bytes(&self) -> usize {
        // A number for each fact, and whether it is needed; the exploration has two numbers more.
        self.rules.bytes() + self.supporter.len() * 13 + self.is_planned.len()
    }

    fn forget(&mut self) {
        self.needed.drain(..).for_each(|fact| self.is_needed[fact as usize] = false);
        self.plan.drain(..).for_each(|operator| self.is_planned[operator as usize] = false);
        self.preferred.clear();
    }

    /// Collects the plan and returns its cost.
    fn extract(&mut self, state: &[u32]) -> u32 {
        let mut cost = 0;
        for &goal in self.rules.goal() {
            self.is_needed[goal as usize] = true;
            self.needed.push(goal);
        }
        let mut next = 0;
        while let Some(&fact) = self.needed.get(next) {
            next += 1;
            let place = self.supporter[fact as usize];
            if place == NONE {
                continue;
            }
            let Support { cost: of_rule, operator, precondition } = self.rules.support(place, fact);
            for &needed in precondition {
                if !std::mem::replace(&mut self.is_needed[needed as usize], true) {
                    self.needed.push(needed);
                }
            }
            if operator == AXIOM || std::mem::replace(&mut self.is_planned[operator as usize], true) {
                continue;
            }
            self.plan.push(operator);
            cost += u64::from(of_rule);
            let is_applicable = match self.conditional.precondition(operator) {
                Some(own) => own.iter().all(|f| state[f.variable as usize] == f.value),
                None => precondition.iter().all(|&fact| self.rules.holds(fact, state)),
            };
            if is_applicable {
                self.preferred.push(operator);
            }
        }
        cost.min(u64::from(DEAD_END) - 1) as u32
    }
}

impl Heuristic for FastForward {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.forget();
        let FastForward { rules, exploration, supporter, .. } = self;
        for fact in rules.reached(state) {
            supporter[fact as usize] = NONE;
        }
        let sum = exploration.run_add(rules, state, |fact, place| supporter[fact as usize] = place);
        if sum == DEAD_END { DEAD_END } else { self.extract(state) }
    }

    fn preferred_operators(&self) -> &[u32] {
        &self.preferred
    }

    fn for_parts_of_the_goal(&self) -> Option<Box<dyn Heuristic>> {
        self.fork()
    }

    fn set_goal(&mut self, goal: &[Fact]) {
        Arc::make_mut(&mut self.rules).set_goal(goal);
    }

    fn relaxed_plan(&mut self, state: &[u32], plan: &mut Vec<u32>) -> u32 {
        let h = self.evaluate(state);
        plan.clone_from(&self.plan);
        h
    }

    fn words(&self) -> u64 {
        self.rules.size()
    }

    fn words_read(&self) -> u64 {
        self.exploration.size()
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(self.clone()))
    }
}

/// Preconditions of the operators that have conditional effects, because the rules of these effects need
/// more than the operators do.
#[derive(Clone, Debug, Default)]
struct ConditionalOperators {
    /// Increasing.
    operators: Vec<u32>,
    ends: Vec<u32>,
    facts: Vec<Fact>,
}

impl ConditionalOperators {
    fn new(task: &Task) -> Self {
        let mut result = ConditionalOperators::default();
        for operator in 0..task.operators.len() {
            if task.operators.has_conditional_effect(operator) {
                result.operators.push(operator as u32);
                result.facts.extend_from_slice(task.operators.precondition(operator));
                result.ends.push(result.facts.len() as u32);
            }
        }
        result
    }

    fn precondition(&self, operator: u32) -> Option<&[Fact]> {
        let index = self.operators.binary_search(&operator).ok()?;
        let start = index.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        Some(&self.facts[start as usize..self.ends[index] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{fact, task};

    /// Two switches; the lamp needs both, and a third operator turns on the first switch and nothing else.
    fn lamp() -> Task {
        task(
            &[2, 2, 2],
            &[
                (&[fact(0, 0)], &[fact(0, 1)]),
                (&[fact(1, 0)], &[fact(1, 1)]),
                (&[fact(0, 1), fact(1, 1)], &[fact(2, 1)]),
                (&[fact(1, 1)], &[fact(0, 1)]),
            ],
            &[fact(0, 1), fact(2, 1)],
        )
    }

    #[test]
    fn the_plan_has_each_operator_once_and_prefers_the_applicable() {
        let mut ff = FastForward::new(&lamp(), CostType::Unit, &Budget::unlimited()).unwrap();
        let mut plan = Vec::new();
        assert_eq!(ff.relaxed_plan(&[0, 0, 0], &mut plan), 3);
        let sorted = |operators: &[u32]| {
            let mut sorted = operators.to_vec();
            sorted.sort_unstable();
            sorted
        };
        assert_eq!(sorted(&plan), [0, 1, 2]);
        assert_eq!(sorted(ff.preferred_operators()), [0, 1]);
        assert_eq!(ff.evaluate(&[1, 1, 0]), 1);
        assert_eq!(ff.preferred_operators(), [2]);
        assert_eq!(ff.relaxed_plan(&[1, 0, 1], &mut plan), 0);
        assert!(plan.is_empty() && ff.preferred_operators().is_empty());
    }

    #[test]
    fn a_part_of_the_goal_can_be_set_and_forks_keep_theirs() {
        let mut ff = FastForward::new(&lamp(), CostType::Unit, &Budget::unlimited()).unwrap();
        let mut fork = ff.for_parts_of_the_goal().unwrap();
        fork.set_goal(&[fact(0, 1)]);
        assert_eq!((fork.evaluate(&[0, 0, 0]), ff.evaluate(&[0, 0, 0])), (1, 3));
        assert_eq!((fork.evaluate(&[1, 0, 0]), ff.evaluate(&[1, 0, 0])), (0, 2));
        fork.set_goal(&lamp().goal);
        assert_eq!(fork.evaluate(&[0, 0, 0]), 3);
    }

    #[test]
    fn a_goal_out_of_reach_is_a_dead_end() {
        let mut task = lamp();
        task.goal.push(fact(1, 0));
        task.goal.sort();
        let mut ff = FastForward::new(&task, CostType::Unit, &Budget::unlimited()).unwrap();
        assert_eq!(ff.evaluate(&[0, 1, 0]), DEAD_END);
        assert!(ff.preferred_operators().is_empty());
    }
}
