//! The plainest possible execution of finite-domain tasks.

use extremal_sas::{Fact, Task};

/// A value for every variable, derived ones included.
pub type State = Vec<u32>;

/// The initial state.
pub fn initial_state(task: &Task) -> State {
    evaluate_axioms(task, task.initial_state.clone())
}

/// Whether all facts hold.
pub fn holds(state: &State, condition: &[Fact]) -> bool {
    condition.iter().all(|fact| state[fact.variable as usize] == fact.value)
}

/// The operators that can be applied.
pub fn applicable(task: &Task, state: &State) -> Vec<usize> {
    (0..task.operators.len()).filter(|&o| holds(state, task.operators.precondition(o))).collect()
}

/// The state after an operator that can be applied. Panics if it sets a variable to two values.
pub fn successor(task: &Task, state: &State, operator: usize) -> State {
    let operators = &task.operators;
    let mut changed: Vec<Option<u32>> = vec![None; state.len()];
    for effect in operators.effects(operator) {
        if holds(state, operators.condition(effect)) {
            let Fact { variable, value } = effect.fact;
            let other = changed[variable as usize].replace(value);
            assert!(other.is_none_or(|o| o == value), "{} sets {variable} twice", operators.name(operator));
        }
    }
    let values = changed.iter().zip(state).map(|(new, &old)| new.unwrap_or(old)).collect();
    evaluate_axioms(task, values)
}

/// Derived variables start from their defaults; layer by layer, axioms fire until nothing changes.
fn evaluate_axioms(task: &Task, mut state: State) -> State {
    let layer = |variable: u32| task.variables[variable as usize].axiom_layer;
    for (variable, value) in state.iter_mut().enumerate() {
        if layer(variable as u32).is_some() {
            *value = task.initial_state[variable];
        }
    }
    let mut layers: Vec<u32> = task.variables.iter().filter_map(|v| v.axiom_layer).collect();
    layers.sort_unstable();
    layers.dedup();
    for current in layers {
        loop {
            let before = state.clone();
            for (axiom, head) in task.axioms.head.iter().enumerate() {
                if layer(head.variable) == Some(current) && holds(&state, task.axioms.condition(axiom)) {
                    state[head.variable as usize] = head.value;
                }
            }
            if state == before {
                break;
            }
        }
    }
    state
}
