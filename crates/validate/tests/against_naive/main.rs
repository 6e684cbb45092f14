//! Random tasks with random conditions, effects and rules: the validator must agree with a naive
//! evaluation that enumerates all objects for every variable.

#[path = "../../../sas/tests/support/decisions.rs"]
mod decisions;
mod naive;
mod random_task;

use extremal_pddl::source::Span;
use extremal_pddl::task::{Atom, Condition, GroundAtom, ObjectId, PredicateId, Task, Term};
use extremal_validate::{PlanStep, StepFault, Verdict, validate_steps};
use proptest::prelude::*;

use decisions::Decisions;
use naive::{Naive, State, with_derived};
use random_task::{BASE, DERIVED, OBJECTS, arity, random_task};

/// A goal that only the given state satisfies.
fn exactly(state: &State) -> Condition {
    let mut literals = Vec::new();
    for predicate in 0..BASE.len() + DERIVED.len() {
        let tuples = (0..OBJECTS.pow(arity(predicate) as u32)).map(|code| {
            (0..arity(predicate) as u32)
                .map(move |k| ObjectId(code / OBJECTS.pow(k) % OBJECTS))
                .collect::<Vec<_>>()
        });
        for arguments in tuples {
            let predicate = PredicateId(predicate as u32);
            let terms = arguments.iter().map(|&o| Term::Object(o)).collect();
            let atom = Condition::Atom(Atom { predicate, arguments: terms, span: Span::default() });
            let holds = state.contains(&GroundAtom { predicate, arguments });
            literals.push(if holds { atom } else { Condition::Not(Box::new(atom)) });
        }
    }
    Condition::And(literals)
}

fn check_goal(task: &Task, state: &State) {
    let naive = Naive { task, variables: &task.goal_variables };
    let expected = naive.holds(&task.goal, state, &vec![0; task.goal_variables.len()]);
    match validate_steps(task, &[], None).unwrap() {
        Verdict::Valid { .. } => assert!(expected, "valid, but the goal is false"),
        Verdict::GoalNotSatisfied { missing, .. } => {
            assert!(!expected, "the goal is true, but {missing:?}");
            assert!(!missing.is_empty());
        }
        other => panic!("{other:?}"),
    }
}

/// Executes the action repeatedly with different objects and compares the state after each step.
fn check_steps(mut task: Task, choices: &[u8]) {
    let mut state: State = task.initial_state.iter().cloned().collect();
    let mut steps = Vec::new();
    for choice in choices {
        let object = u32::from(*choice) % OBJECTS;
        let full = with_derived(&task, &state);
        let action = &task.actions[0];
        let naive = Naive { task: &task, variables: &action.variables };
        let mut bindings = vec![0; action.variables.len()];
        bindings[0] = object;
        let fits = task.object_has_type(ObjectId(object), &action.variables[0].types);
        let applicable = fits && naive.holds(&action.precondition, &full, &bindings);
        let mut changes = Vec::new();
        naive.collect(&action.effects, &full, &bindings, &mut changes);
        steps.push(PlanStep::new("act", [format!("o{object}")]));
        if !applicable {
            match validate_steps(&task, &steps, None).unwrap() {
                Verdict::FailsToExecute { step, why, .. } => {
                    assert_eq!(step, steps.len());
                    match why {
                        StepFault::WrongType { .. } => assert!(!fits),
                        StepFault::PreconditionFalse { conditions } => {
                            assert!(fits && !conditions.is_empty())
                        }
                        other => panic!("{other:?}"),
                    }
                }
                other => panic!("not applicable, but {other:?}"),
            }
            steps.pop();
            continue;
        }
        state.retain(|known| !changes.contains(&(known.clone(), false)));
        state.extend(changes.into_iter().filter(|(_, add)| *add).map(|(atom, _)| atom));
        task.goal = exactly(&with_derived(&task, &state));
        let verdict = validate_steps(&task, &steps, None).unwrap();
        assert!(verdict.is_valid(), "{verdict:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_validator_agrees_with_a_naive_evaluation(
        decisions in prop::collection::vec(any::<u8>(), 0..600),
        choices in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let task = random_task(&mut Decisions::new(decisions));
        let state = with_derived(&task, &task.initial_state.iter().cloned().collect());
        check_goal(&task, &state);
        check_steps(task, &choices);
    }
}
