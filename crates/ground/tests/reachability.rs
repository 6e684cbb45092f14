//! Relaxed reachability and instantiation against a naive evaluation that tries all objects for all variables.

use std::collections::BTreeSet;

use extremal_ground::program::Program;
use extremal_ground::{Grounding, ground, reachability};
use extremal_limits::{Budget, Stop};
use extremal_normalise::{Action, Axiom, Cost, Domain, EQUALITY, Effect, Literal, Predicate, Task, Term};
use proptest::prelude::*;

const NUM_OBJECTS: u32 = 3;
/// `=`, then predicates of these arities; the last two are derived.
const ARITIES: [usize; 8] = [2, 0, 1, 1, 2, 2, 1, 2];
const FIRST_DERIVED: u32 = 6;

type GroundAtom = (u32, Vec<u32>);

fn term(num_variables: u32) -> impl Strategy<Value = Term> {
    if num_variables == 0 {
        return (0..NUM_OBJECTS).prop_map(Term::Object).boxed();
    }
    prop_oneof![
        4 => (0..num_variables).prop_map(Term::Variable),
        1 => (0..NUM_OBJECTS).prop_map(Term::Object),
    ]
    .boxed()
}

fn literal(predicates: std::ops::Range<u32>, num_variables: u32) -> impl Strategy<Value = Literal> {
    (predicates, proptest::bool::weighted(0.25)).prop_flat_map(move |(predicate, negated)| {
        proptest::collection::vec(term(num_variables), ARITIES[predicate as usize])
            .prop_map(move |arguments| Literal { predicate, arguments, negated })
    })
}

fn domains(count: usize) -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(0..3u32, count)
}

fn effect(num_variables: u32) -> impl Strategy<Value = Effect> {
    (0..2usize).prop_flat_map(move |own| {
        let all = num_variables + own as u32;
        (domains(own), proptest::collection::vec(literal(0..8, all), 0..3), literal(1..FIRST_DERIVED, all))
            .prop_map(|(variables, condition, literal)| Effect { variables, condition, literal })
    })
}

fn action() -> impl Strategy<Value = Action> {
    (0..4usize).prop_flat_map(|count| {
        let precondition = proptest::collection::vec(literal(0..8, count as u32), 0..4);
        let effects = proptest::collection::vec(effect(count as u32), 1..3);
        (domains(count), precondition, effects).prop_map(move |(variables, precondition, effects)| Action {
            name: "act".to_owned(),
            variables,
            num_parameters: count,
            precondition,
            effects,
            cost: Cost::Constant(extremal_pddl::Cost::ONE),
        })
    })
}

fn axiom() -> impl Strategy<Value = Axiom> {
    (FIRST_DERIVED..8, 0..2usize).prop_flat_map(|(head, extra)| {
        let arity = ARITIES[head as usize];
        let count = arity + extra;
        // Negative literals of derived predicates would need stratification; reachability ignores them.
        (domains(count), proptest::collection::vec(literal(0..8, count as u32), 0..4))
            .prop_map(move |(variables, body)| Axiom { head, variables, num_parameters: arity, body })
    })
}

fn task() -> impl Strategy<Value = Task> {
    let atoms = (1..FIRST_DERIVED).prop_flat_map(|predicate| {
        proptest::collection::vec(0..NUM_OBJECTS, ARITIES[predicate as usize])
            .prop_map(move |arguments| (predicate, arguments))
    });
    (
        proptest::collection::vec(action(), 1..4),
        proptest::collection::vec(axiom(), 0..3),
        proptest::collection::btree_set(atoms, 0..8),
    )
        .prop_map(|(actions, axioms, initial_state)| Task {
            objects: (0..NUM_OBJECTS).map(|o| format!("o{o}")).collect(),
            predicates: ARITIES
                .iter()
                .enumerate()
                .map(|(p, &arity)| Predicate { name: format!("p{p}"), arity })
                .collect(),
            domains: vec![
                Domain { objects: vec![0, 1, 2] },
                Domain { objects: vec![0, 1] },
                Domain { objects: vec![2] },
            ],
            actions,
            axioms,
            initial_state: initial_state.into_iter().collect(),
            goal: Some(Vec::new()),
            function_values: Vec::new(),
            functions: Vec::new(),
            minimize_total_cost: false,
        })
}

/// All values of variables with these domains.
fn bindings(task: &Task, variables: &[u32]) -> Vec<Vec<u32>> {
    variables.iter().fold(vec![vec![]], |partial, &domain| {
        let objects = &task.domains[domain as usize].objects;
        partial.iter().flat_map(|p| objects.iter().map(move |&o| [&p[..], &[o]].concat())).collect()
    })
}

fn atom(literal: &Literal, binding: &[u32]) -> GroundAtom {
    let value = |t: &Term| match t {
        Term::Variable(v) => binding[*v as usize],
        Term::Object(o) => *o,
    };
    (literal.predicate, literal.arguments.iter().map(value).collect())
}

struct Naive {
    atoms: BTreeSet<GroundAtom>,
    actions: Vec<BTreeSet<Vec<u32>>>,
    axioms: Vec<BTreeSet<Vec<u32>>>,
}

/// Repeats all rules under all bindings until nothing is new.
fn naive(task: &Task) -> Naive {
    let fluent = task.fluent_predicates();
    let mut atoms: BTreeSet<GroundAtom> = task.initial_state.iter().cloned().collect();
    let holds = |atoms: &BTreeSet<GroundAtom>, condition: &[Literal], binding: &[u32]| {
        condition.iter().all(|l| {
            let (predicate, arguments) = atom(l, binding);
            if predicate == EQUALITY {
                (arguments[0] == arguments[1]) != l.negated
            } else if l.negated {
                fluent[predicate as usize] || !atoms.contains(&(predicate, arguments))
            } else {
                atoms.contains(&(predicate, arguments))
            }
        })
    };
    loop {
        let mut new = Vec::new();
        let mut actions = Vec::new();
        let mut axioms = Vec::new();
        for action in &task.actions {
            let all = bindings(task, &action.variables);
            let instances: BTreeSet<Vec<u32>> =
                all.into_iter().filter(|b| holds(&atoms, &action.precondition, b)).collect();
            for (binding, effect) in instances.iter().flat_map(|b| action.effects.iter().map(move |e| (b, e)))
            {
                for own in bindings(task, &effect.variables) {
                    let binding = [&binding[..], &own].concat();
                    if !effect.literal.negated && holds(&atoms, &effect.condition, &binding) {
                        new.push(atom(&effect.literal, &binding));
                    }
                }
            }
            actions.push(instances);
        }
        for axiom in &task.axioms {
            let all = bindings(task, &axiom.variables);
            let instances: BTreeSet<Vec<u32>> =
                all.into_iter().filter(|b| holds(&atoms, &axiom.body, b)).collect();
            new.extend(instances.iter().map(|b| (axiom.head, b[..axiom.num_parameters].to_vec())));
            axioms.push(instances);
        }
        let before = atoms.len();
        atoms.extend(new);
        if atoms.len() == before {
            return Naive { atoms, actions, axioms };
        }
    }
}

fn tuples(program: &Program, relation: usize) -> Vec<Vec<u32>> {
    let relation = &program.relations[relation];
    let mut tuples: Vec<Vec<u32>> = (0..relation.len()).map(|n| relation.tuple(n).to_vec()).collect();
    tuples.sort();
    tuples
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_fixpoint_is_the_naive_one_and_every_instance_is_found_once(task in task()) {
        let expected = naive(&task);
        let mut program = Program::new(&task);
        reachability::evaluate(&mut program, &Budget::unlimited()).unwrap();
        let found: BTreeSet<GroundAtom> = (1..task.predicates.len())
            .flat_map(|p| tuples(&program, p).into_iter().map(move |t| (p as u32, t)))
            .collect();
        prop_assert_eq!(&found, &expected.atoms);
        for (number, instances) in expected.actions.iter().enumerate() {
            let found = tuples(&program, program.first_action + number);
            prop_assert_eq!(&found, &instances.iter().cloned().collect::<Vec<_>>());
        }
        for (number, instances) in expected.axioms.iter().enumerate() {
            let found = tuples(&program, program.first_axiom + number);
            prop_assert_eq!(&found, &instances.iter().cloned().collect::<Vec<_>>());
        }
    }

    #[test]
    fn operators_have_the_effects_of_their_instances(task in task()) {
        let expected = naive(&task);
        let Ok(Grounding::Task(ground)) = ground(&task, &Budget::unlimited()) else {
            return Err(TestCaseError::fail("an empty goal is reachable"));
        };
        let fluent = task.fluent_predicates();
        let is_fact = |a: &GroundAtom| fluent[a.0 as usize] && expected.atoms.contains(a);
        prop_assert_eq!(ground.facts.len(), expected.atoms.iter().filter(|a| is_fact(a)).count());
        // For every operator, each add effect that has no condition left must be one that the lifted
        // action has under some binding, and an operator is missing only if nothing changes.
        let with_effects = expected.actions.iter().zip(&task.actions).map(|(instances, action)| {
            let changes = |binding: &&Vec<u32>| action.effects.iter().any(|effect| {
                bindings(&task, &effect.variables).iter().any(|own| {
                    let binding = [&binding[..], own].concat();
                    let possible = effect.condition.iter().all(|l| {
                        let a = atom(l, &binding);
                        if a.0 == EQUALITY {
                            (a.1[0] == a.1[1]) != l.negated
                        } else if l.negated {
                            fluent[a.0 as usize] || !expected.atoms.contains(&a)
                        } else {
                            expected.atoms.contains(&a)
                        }
                    });
                    possible && is_fact(&atom(&effect.literal, &binding))
                })
            });
            instances.iter().filter(changes).count()
        });
        prop_assert_eq!(ground.operators.len(), with_effects.sum::<usize>());
    }
}

/// Each rule is used once, so that there are far fewer steps of joins than plans are worth.
#[test]
fn plans_of_joins_ask_the_budget() {
    const LENGTH: u32 = 100;
    let literal = |predicate| Literal { predicate, arguments: Vec::new(), negated: false };
    let predicate =
        |number: u32| Predicate { name: number.to_string(), arity: if number == EQUALITY { 2 } else { 0 } };
    let step = |from: u32| Action {
        name: "step".to_owned(),
        variables: Vec::new(),
        num_parameters: 0,
        precondition: vec![literal(from)],
        effects: vec![Effect { variables: Vec::new(), condition: Vec::new(), literal: literal(from + 1) }],
        cost: Cost::Constant(extremal_pddl::Cost::ONE),
    };
    let task = Task {
        objects: Vec::new(),
        predicates: (0..=LENGTH).map(predicate).collect(),
        domains: Vec::new(),
        actions: (1..LENGTH).map(step).collect(),
        axioms: Vec::new(),
        initial_state: vec![(1, Vec::new())],
        goal: Some(vec![literal(LENGTH)]),
        function_values: Vec::new(),
        functions: Vec::new(),
        minimize_total_cost: false,
    };
    let budget = Budget::unlimited();
    assert_eq!(reachability::evaluate(&mut Program::new(&task), &budget), Ok(()));
    budget.cancel();
    assert_eq!(reachability::evaluate(&mut Program::new(&task), &budget), Err(Stop::Cancelled));
}
