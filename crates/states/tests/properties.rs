//! Random tasks: the state space against the most direct reading of a task.

#[path = "support/naive.rs"]
mod naive;
#[path = "support/random_task.rs"]
mod random_task;

use extremal_states::{StateId, StateSpace, SuccessorBatch, hash};
use proptest::prelude::*;
use random_task::{Decisions, Shape, random_task, random_values};

/// Domains in which switches have gaps, and operators that share parts of their preconditions.
const WIDE: Shape = Shape { max_domain: 15, max_operators: 60, ..Shape::SMALL };

/// States of several words.
const LONG: Shape = Shape { max_variables: 80, ..WIDE };

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..800)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn packing_keeps_stored_variables_and_axioms_give_the_others(bytes in bytes()) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, WIDE);
        let mut space = StateSpace::new(&task);
        let (mut packed, mut unpacked) = (space.new_packed(), space.new_values());
        // Several states with the same space: what it remembers must not matter.
        for _ in 0..8 {
            let mut values = random_values(&task, &mut decisions);
            space.pack(&values, &mut packed);
            space.unpack(&packed, &mut unpacked);
            naive::derive(&task, &mut values);
            prop_assert_eq!(&unpacked, &values);
        }
    }

    #[test]
    fn the_generator_finds_exactly_the_applicable_operators_in_the_order_of_their_preconditions(
        bytes in bytes(),
    ) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, WIDE);
        let space = StateSpace::new(&task);
        let mut operators = Vec::new();
        for _ in 0..8 {
            let values = random_values(&task, &mut decisions);
            space.applicable_operators(&values, &mut operators);
            let mut expected = naive::applicable_operators(&task, &values);
            let precondition = |operator: u32| task.operators.precondition(operator as usize);
            expected.sort_by(|&a, &b| precondition(a).cmp(precondition(b)).then(a.cmp(&b)));
            prop_assert_eq!(&operators, &expected);
        }
    }

    #[test]
    fn walks_through_the_space_meet_the_right_states(bytes in bytes()) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, Shape::SMALL);
        let mut space = StateSpace::new(&task);
        let mut registry = space.new_registry();
        let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
        let mut seen: Vec<Vec<u32>> = Vec::new();
        space.initial_state(&mut packed);
        let (mut state, _) = registry.insert(&packed);
        let mut expected = task.initial_state.clone();
        naive::derive(&task, &mut expected);
        seen.push(expected.clone());
        for _ in 0..30 {
            space.unpack(registry.packed(state), &mut values);
            prop_assert_eq!(&values, &expected);
            prop_assert_eq!(space.is_goal(&values), naive::holds(&task.goal, &expected));
            space.applicable_operators(&values, &mut operators);
            let Some(&operator) = operators.get(decisions.below(operators.len())) else { break };
            space.successor(registry.packed(state), &values, operator, &mut packed);
            expected = naive::successor(&task, &expected, operator);
            let known = seen.iter().position(|old| *old == expected);
            let (next, is_new) = registry.insert(&packed);
            prop_assert_eq!(is_new, known.is_none());
            prop_assert_eq!(next, StateId(known.unwrap_or(seen.len()) as u32));
            if is_new {
                seen.push(expected.clone());
            }
            state = next;
        }
        prop_assert_eq!(registry.len(), seen.len());
    }

    #[test]
    fn batches_of_successors_are_the_successors(bytes in proptest::collection::vec(any::<u8>(), 0..2400)) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, LONG);
        let mut space = StateSpace::new(&task);
        let mut registry = space.new_registry();
        let (mut parent, mut packed) = (space.new_packed(), space.new_packed());
        let (mut values, mut unpacked) = (space.new_values(), space.new_values());
        let (mut batch, mut operators) = (space.new_batch(), Vec::new());
        for _ in 0..8 {
            space.pack(&random_values(&task, &mut decisions), &mut parent);
            space.unpack(&parent, &mut values);
            space.applicable_operators(&values, &mut operators);
            let mut left = &operators[..];
            while !left.is_empty() {
                let some = batch.generate(&space, &registry, &parent, &values, left);
                prop_assert_eq!(some, &left[..left.len().min(SuccessorBatch::SIZE)]);
                left = &left[some.len()..];
                for (place, &operator) in some.iter().enumerate() {
                    space.successor(&parent, &values, operator, &mut packed);
                    prop_assert_eq!(batch.packed(place), &*packed);
                    prop_assert_eq!(batch.hash(place), hash(&packed));
                    let known = registry.find(&packed);
                    let expected = (known.unwrap_or(StateId(registry.len() as u32)), known.is_none());
                    prop_assert_eq!(registry.insert_hashed(&packed, batch.hash(place)), expected);

                    let successor = naive::successor(&task, &values, operator);
                    space.unpack_successor(&parent, &values, &packed, &mut unpacked);
                    prop_assert_eq!(&unpacked, &successor);
                    let is_derived = |variable: u32| task.variables[variable as usize].axiom_layer.is_some();
                    let stored_goal: Vec<_> =
                        task.goal.iter().copied().filter(|fact| !is_derived(fact.variable)).collect();
                    prop_assert_eq!(space.may_be_goal(&packed), naive::holds(&stored_goal, &successor));
                }
            }
        }
    }
}
