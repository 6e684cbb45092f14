//! The plainest possible execution of normalised tasks: every variable runs through all objects of its domain.

use std::collections::BTreeSet;

use extremal_normalise::{Action, Cost, DomainId, EQUALITY, Effect, Literal, PredicateId, Task, Term};
use extremal_pddl::Cost as Decimal;

/// A predicate and its arguments.
pub type Atom = (PredicateId, Vec<u32>);

/// The true atoms, derived ones included.
pub type State = BTreeSet<Atom>;

/// The initial state.
pub fn initial_state(task: &Task) -> State {
    with_derived(task, task.initial_state.iter().cloned().collect())
}

/// Whether the goal holds.
pub fn is_goal(task: &Task, state: &State) -> bool {
    task.goal.as_ref().is_some_and(|goal| holds(state, goal, &[]))
}

/// What the named action does with these arguments: the successor and the cost for each way in which its
/// precondition can be satisfied.
#[allow(dead_code)] // Not all who use this file need it.
pub fn successors(task: &Task, state: &State, name: &str, arguments: &[u32]) -> Vec<(State, Decimal)> {
    let actions = task.actions.iter().filter(|action| action.name == name);
    actions.flat_map(|action| apply(task, state, action, arguments)).collect()
}

/// The successors by all actions.
#[allow(dead_code)] // Not all who use this file need it.
pub fn all_successors(task: &Task, state: &State) -> Vec<State> {
    let successors = task.actions.iter().flat_map(|action| apply(task, state, action, &[]));
    successors.map(|(successor, _)| successor).collect()
}

fn apply(task: &Task, state: &State, action: &Action, first_arguments: &[u32]) -> Vec<(State, Decimal)> {
    let mut successors = Vec::new();
    for binding in bindings(task, &action.variables) {
        if binding.starts_with(first_arguments)
            && holds(state, &action.precondition, &binding)
            && let Some(cost) = cost(task, action, &binding)
        {
            successors.push((successor(task, state, action, &binding), cost));
        }
    }
    successors
}

/// The cost, if it is defined or does not count.
fn cost(task: &Task, action: &Action, binding: &[u32]) -> Option<Decimal> {
    match &action.cost {
        _ if !task.minimize_total_cost => Some(Decimal::ONE),
        Cost::Constant(number) => Some(*number),
        Cost::Function(function, arguments) => {
            let arguments: Vec<u32> = arguments.iter().map(|&term| value(term, binding)).collect();
            let values = &task.function_values[*function as usize];
            values.iter().find(|(known, _)| *known == arguments).map(|(_, value)| *value)
        }
    }
}

fn successor(task: &Task, state: &State, action: &Action, binding: &[u32]) -> State {
    let (mut added, mut deleted) = (State::new(), State::new());
    for Effect { variables, condition, literal } in &action.effects {
        for own in bindings(task, variables) {
            let binding = [binding, &own].concat();
            if holds(state, condition, &binding) {
                let changed = if literal.negated { &mut deleted } else { &mut added };
                changed.insert(ground(literal, &binding));
            }
        }
    }
    // What is both deleted and added is true.
    with_derived(task, state.difference(&deleted).chain(&added).cloned().collect())
}

/// The state with the atoms that the axioms derive in it, stratum by stratum, in place of those it had.
fn with_derived(task: &Task, mut state: State) -> State {
    let strata = strata(task);
    state.retain(|(predicate, _)| strata[*predicate as usize].is_none());
    for stratum in 1..=task.predicates.len() {
        loop {
            let before = state.len();
            for axiom in task.axioms.iter().filter(|axiom| strata[axiom.head as usize] == Some(stratum)) {
                for binding in bindings(task, &axiom.variables) {
                    if holds(&state, &axiom.body, &binding) {
                        state.insert((axiom.head, binding[..axiom.num_parameters].to_vec()));
                    }
                }
            }
            if state.len() == before {
                break;
            }
        }
    }
    state
}

/// For each derived predicate a number, from 1, greater than those of all that its rules negate.
fn strata(task: &Task) -> Vec<Option<usize>> {
    let mut strata: Vec<Option<usize>> = vec![None; task.predicates.len()];
    for axiom in &task.axioms {
        strata[axiom.head as usize] = Some(1);
    }
    // No chain of predicates is longer than there are predicates.
    for _ in 0..task.predicates.len() {
        for axiom in &task.axioms {
            let below = |literal: &Literal| {
                strata[literal.predicate as usize].map(|stratum| stratum + usize::from(literal.negated))
            };
            let least = axiom.body.iter().filter_map(below).max();
            let head = &mut strata[axiom.head as usize];
            *head = (*head).max(least);
        }
    }
    let most = strata.iter().flatten().max().copied().unwrap_or(0);
    assert!(most <= task.predicates.len(), "the axioms are not stratified");
    strata
}

/// All ways to give the variables objects of their domains.
fn bindings(task: &Task, variables: &[DomainId]) -> Vec<Vec<u32>> {
    let mut bindings = vec![Vec::new()];
    for &domain in variables {
        let objects = &task.domains[domain as usize].objects;
        let longer =
            |binding: Vec<u32>| objects.iter().map(move |&object| [&binding[..], &[object]].concat());
        bindings = bindings.into_iter().flat_map(longer).collect();
    }
    bindings
}

fn holds(state: &State, condition: &[Literal], binding: &[u32]) -> bool {
    condition.iter().all(|literal| {
        let atom = ground(literal, binding);
        let truth = if atom.0 == EQUALITY { atom.1[0] == atom.1[1] } else { state.contains(&atom) };
        truth != literal.negated
    })
}

fn ground(literal: &Literal, binding: &[u32]) -> Atom {
    (literal.predicate, literal.arguments.iter().map(|&term| value(term, binding)).collect())
}

fn value(term: Term, binding: &[u32]) -> u32 {
    match term {
        Term::Variable(variable) => binding[variable as usize],
        Term::Object(object) => object,
    }
}
