//! Nothing is ruled out that a state on the way to the goal has, on random tasks whose states can all be looked at.

use std::collections::HashMap;

use extremal_limits::Budget;
use extremal_mutexes::{NotReduced, Reduction};
use extremal_sas::{Fact, Task};
use extremal_states::StateSpace;
use proptest::prelude::*;

#[path = "../../states/tests/support/random_task.rs"]
#[allow(dead_code)]
mod random_task;
use random_task::{Decisions, Shape, random_task};

/// All transitions between reachable states from which the goal can be reached, and all such states.
fn useful(task: &Task) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut space = StateSpace::new(task);
    let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
    space.initial_state(&mut packed);
    let mut numbers = HashMap::from([(packed.clone(), 0)]);
    let mut states = vec![packed];
    let (mut edges, mut reaches_goal, mut next) = (Vec::new(), Vec::new(), 0);
    while next < states.len() {
        let state = states[next].clone();
        space.unpack(&state, &mut values);
        reaches_goal.push(space.is_goal(&values));
        space.applicable_operators(&values, &mut operators);
        for &operator in &operators {
            let mut successor = space.new_packed();
            space.successor(&state, &values, operator, &mut successor);
            let number = *numbers.entry(successor.clone()).or_insert_with(|| {
                states.push(successor);
                states.len() - 1
            });
            edges.push((next, operator, number));
        }
        next += 1;
    }
    loop {
        let new: Vec<usize> = edges
            .iter()
            .filter(|&&(from, _, to)| reaches_goal[to] && !reaches_goal[from])
            .map(|e| e.0)
            .collect();
        if new.is_empty() {
            break;
        }
        new.into_iter().for_each(|state| reaches_goal[state] = true);
    }
    let used = edges.iter().filter(|&&(_, _, to)| reaches_goal[to]).map(|edge| edge.1).collect();
    let useful = (0..states.len()).filter(|&state| reaches_goal[state]).map(|state| {
        space.unpack(&states[state], &mut values);
        values.clone()
    });
    (useful.collect(), used)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_states_on_the_way_to_the_goal_have_is_possible(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let shape = Shape { conditional_effects: false, axioms: false, max_operators: 16, ..Shape::SMALL };
        let task = random_task(&mut Decisions::new(bytes), shape);
        let reduction = Reduction::new(&task, u64::MAX, &Budget::unlimited()).unwrap();
        let (states, used) = useful(&task);
        for state in &states {
            for a in 0..state.len() {
                for b in a..state.len() {
                    let fact = |variable: usize| Fact { variable: variable as u32, value: state[variable] };
                    prop_assert!(reduction.are_possible(fact(a), fact(b)), "{:?} {:?}", fact(a), fact(b));
                }
            }
        }
        for operator in used {
            prop_assert!(!reduction.is_useless(operator), "{operator}");
        }
        let (reduced_states, _) = useful(&reduction.reduced(&task));
        prop_assert_eq!(states.len(), reduced_states.len());
    }
}

/// A robot walks down a corridor, opens doors that close behind it, and must paint every tile of its path but the last.
/// The state in which it has passed a tile that is not painted is a dead end, which pairs of facts can tell.
fn corridor(length: u32) -> Task {
    let mut task = Task::trivial(true);
    let variable = |size: u32| extremal_sas::Variable {
        name: String::new(),
        axiom_layer: None,
        values: (0..size).map(|value| value.to_string()).collect(),
    };
    task.variables = [variable(length)].into_iter().chain((1..length).map(|_| variable(2))).collect();
    task.initial_state = vec![0; length as usize];
    let fact = |variable, value| Fact { variable, value };
    task.goal = (1..length).map(|tile| fact(tile, 1)).collect();
    task.operators = Default::default();
    for at in 0..length - 1 {
        task.operators.push(*b"go", [fact(0, at)], [(fact(0, at + 1), &[][..])], 1);
        task.operators.push(*b"paint", [fact(0, at), fact(at + 1, 0)], [(fact(at + 1, 1), &[][..])], 1);
    }
    task
}

#[test]
fn operators_into_dead_ends_are_found() {
    let task = corridor(5);
    let reduction = Reduction::new(&task, u64::MAX, &Budget::unlimited()).unwrap();
    let fact = |variable, value| Fact { variable, value };
    // Past a tile that is not painted.
    assert!(!reduction.are_possible(fact(0, 2), fact(1, 0)));
    assert!(reduction.are_possible(fact(0, 2), fact(1, 1)) && reduction.are_possible(fact(0, 2), fact(3, 0)));
    assert_eq!(Reduction::new(&task, 10, &Budget::unlimited()).unwrap_err(), NotReduced::TooMuchWork);
}
