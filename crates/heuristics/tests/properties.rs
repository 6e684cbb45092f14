//! Random tasks: heuristics against their definitions.

#[path = "../../states/tests/support/naive.rs"]
mod naive;
#[path = "../../states/tests/support/random_task.rs"]
mod random_task;
#[path = "support/relaxation.rs"]
mod relaxation;

use std::collections::HashMap;

use extremal_heuristics::{CostType, DEAD_END, FastForward, HEURISTICS, Heuristic, select};
use extremal_limits::Budget;
use extremal_sas::Task;
use proptest::prelude::*;
use random_task::{Decisions, Shape, random_task, random_values};
use relaxation::UNREACHED;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

fn cost_of(task: &Task, costs: CostType) -> impl Fn(usize) -> u64 {
    move |operator| u64::from(costs.of_operator(task, operator))
}

/// A random task and some of its states; the same heuristic evaluates all of them in turn.
fn task_and_states(bytes: Vec<u8>) -> (Task, Vec<Vec<u32>>) {
    let mut decisions = Decisions::new(bytes);
    let task = random_task(&mut decisions, Shape::SMALL);
    let mut states = vec![task.initial_state.clone()];
    states.extend((0..5).map(|_| random_values(&task, &mut decisions)));
    states.iter_mut().for_each(|state| naive::derive(&task, state));
    (task, states)
}

/// What the heuristic should return for a cost.
fn as_value(cost: u64) -> u32 {
    if cost == UNREACHED { DEAD_END } else { cost as u32 }
}

/// The cost of a cheapest plan from a state.
fn optimal_cost(task: &Task, state: &[u32], operator_cost: impl Fn(usize) -> u64) -> u64 {
    let mut best: HashMap<Vec<u32>, u64> = HashMap::from([(state.to_vec(), 0)]);
    let mut open = vec![state.to_vec()];
    while let Some(state) = open.pop() {
        let cost = best[&state];
        for operator in naive::applicable_operators(task, &state) {
            let successor = naive::successor(task, &state, operator);
            let cost = cost + operator_cost(operator as usize);
            let known = best.entry(successor.clone()).or_insert(UNREACHED);
            if cost < *known {
                *known = cost;
                open.push(successor);
            }
        }
    }
    let goals = best.iter().filter(|(state, _)| naive::holds(&task.goal, state));
    goals.map(|(_, &cost)| cost).min().unwrap_or(UNREACHED)
}

/// Whether the goal is reached if the operators are applied as often as possible and delete nothing.
fn relaxed_plan_reaches_goal(task: &Task, state: &[u32], plan: &[u32]) -> bool {
    let in_plan = |operator: usize| if plan.contains(&(operator as u32)) { 0 } else { UNREACHED };
    let costs = relaxation::costs(task, state, in_plan, false);
    relaxation::condition_cost(&costs, &task.goal, false) == 0
}

/// An operator of the relaxed plan then may have to be applied twice, and counts once.
fn has_conditional_effects(task: &Task) -> bool {
    (0..task.operators.len())
        .any(|o| task.operators.effects(o).iter().any(|e| !task.operators.condition(e).is_empty()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn max_and_add_are_what_the_definition_says(bytes in bytes()) {
        let (task, states) = task_and_states(bytes);
        for (costs, suffix) in [(CostType::Unit, ""), (CostType::Real, "(cost=real)")] {
            for (name, sum) in [("max", false), ("add", true)] {
                let mut heuristic = select(&format!("{name}{suffix}")).unwrap().build(&task);
                for state in &states {
                    let reference = relaxation::costs(&task, state, cost_of(&task, costs), sum);
                    let expected = as_value(relaxation::condition_cost(&reference, &task.goal, sum));
                    prop_assert_eq!(heuristic.evaluate(state), expected, "{} in {:?}", name, state);
                }
            }
        }
    }

    #[test]
    fn admissible_and_safe_heuristics_are_so(bytes in bytes()) {
        let (task, states) = task_and_states(bytes);
        for descriptor in HEURISTICS {
            for costs in [CostType::Unit, CostType::Real] {
                let text = match descriptor.parameters {
                    [] => descriptor.name.to_owned(),
                    _ if costs == CostType::Unit => format!("{}(cost=unit)", descriptor.name),
                    _ => format!("{}(cost=real)", descriptor.name),
                };
                let mut heuristic = select(&text).unwrap().build(&task);
                for state in &states {
                    let value = heuristic.evaluate(state);
                    let optimal = optimal_cost(&task, state, cost_of(&task, costs));
                    prop_assert!(!descriptor.admissible || u64::from(value) <= optimal, "{}", text);
                    prop_assert!(!descriptor.safe || value != DEAD_END || optimal == UNREACHED, "{}", text);
                }
            }
        }
    }

    #[test]
    fn relaxed_plans_reach_the_goal_and_cost_the_value(bytes in bytes()) {
        let (task, states) = task_and_states(bytes);
        for costs in [CostType::Unit, CostType::Real] {
            let mut ff = FastForward::new(&task, costs, &Budget::unlimited()).unwrap();
            for state in &states {
                let mut plan = Vec::new();
                let value = ff.relaxed_plan(state, &mut plan);
                let reference = relaxation::costs(&task, state, cost_of(&task, costs), false);
                let max = as_value(relaxation::condition_cost(&reference, &task.goal, false));
                prop_assert_eq!(value == DEAD_END, max == DEAD_END);
                if value == DEAD_END {
                    prop_assert!(ff.preferred_operators().is_empty());
                    continue;
                }
                prop_assert!(value >= max || has_conditional_effects(&task));
                let cost: u64 = plan.iter().map(|&o| u64::from(costs.of_operator(&task, o as usize))).sum();
                prop_assert_eq!(u64::from(value), cost);
                prop_assert!(relaxed_plan_reaches_goal(&task, state, &plan));
                let mut expected = naive::applicable_operators(&task, state);
                expected.retain(|operator| plan.contains(operator));
                let mut preferred = ff.preferred_operators().to_vec();
                preferred.sort_unstable();
                prop_assert_eq!(preferred, expected);
            }
        }
    }

    #[test]
    fn values_do_not_depend_on_what_was_evaluated_before(bytes in bytes()) {
        let (task, states) = task_and_states(bytes);
        for descriptor in HEURISTICS {
            let build = || select(descriptor.name).unwrap().build(&task);
            let mut used = build();
            for state in states.iter().chain(&states) {
                let mut fresh = build();
                prop_assert_eq!(used.evaluate(state), fresh.evaluate(state));
                prop_assert_eq!(used.preferred_operators(), fresh.preferred_operators());
            }
        }
    }
}
