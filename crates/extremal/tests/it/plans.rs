//! Plans made for tests: cheapest ones, found in the most direct way, and wasteful ones.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use extremal::sas::Task;
use extremal::searches::{Problem, RunningSearch, Search, SearchEnd};
use extremal::states::StateSpace;

/// A cheapest plan from the state after some operators to the goal, with its cost: uniform-cost search over
/// all states. `None` if there is no plan.
pub fn cheapest_plan(task: &Task, after: &[u32]) -> Option<(Vec<u32>, u64)> {
    let mut space = StateSpace::new(task);
    let (mut values, mut operators) = (space.new_values(), Vec::new());
    let mut start = space.new_packed();
    space.initial_state(&mut start);
    for &operator in after {
        start = successor(&mut space, &start, operator);
    }
    let mut best = HashMap::from([(start.clone(), (0, None))]);
    let mut queue = BinaryHeap::from([(Reverse(0), start)]);
    while let Some((Reverse(cost), state)) = queue.pop() {
        if best[&state].0 < cost {
            continue;
        }
        space.unpack(&state, &mut values);
        if space.is_goal(&values) {
            let mut plan = Vec::new();
            let mut current = &state;
            while let Some((parent, operator)) = &best[current].1 {
                plan.push(*operator);
                current = parent;
            }
            plan.reverse();
            return Some((plan, cost));
        }
        space.applicable_operators(&values, &mut operators);
        for &operator in &operators {
            let next = successor(&mut space, &state, operator);
            let cost = cost + operator_cost(task, operator);
            if best.get(&next).is_none_or(|&(known, _)| cost < known) {
                best.insert(next.clone(), (cost, Some((state.clone(), operator))));
                queue.push((Reverse(cost), next));
            }
        }
    }
    None
}

/// The state that an applicable operator leads to.
pub fn successor(space: &mut StateSpace, state: &[u64], operator: u32) -> Vec<u64> {
    let (mut values, mut next) = (space.new_values(), space.new_packed());
    space.unpack(state, &mut values);
    space.successor(state, &values, operator, &mut next);
    next
}

fn operator_cost(task: &Task, operator: u32) -> u64 {
    if task.metric { u64::from(task.operators.cost[operator as usize]) } else { 1 }
}

/// Operators that can be executed from the initial state; random choices are numbers below a bound.
pub fn walk(task: &Task, length: usize, mut below: impl FnMut(usize) -> usize) -> Vec<u32> {
    let mut space = StateSpace::new(task);
    let (mut state, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
    space.initial_state(&mut state);
    let mut plan = Vec::new();
    while plan.len() < length {
        space.unpack(&state, &mut values);
        space.applicable_operators(&values, &mut operators);
        if operators.is_empty() {
            break;
        }
        let operator = operators[below(operators.len())];
        plan.push(operator);
        state = successor(&mut space, &state, operator);
    }
    plan
}

/// A search that returns the same operators for every task.
pub struct Fixed(pub Vec<u32>);

impl Search for Fixed {
    fn start(&self, _problem: Problem) -> Box<dyn RunningSearch> {
        Box::new(SearchEnd::Solved(self.0.clone()))
    }
}
