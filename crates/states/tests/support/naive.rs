//! The meaning of a task, computed in the most direct way.

use extremal_sas::{Fact, Task};

pub fn holds(condition: &[Fact], values: &[u32]) -> bool {
    condition.iter().all(|fact| values[fact.variable as usize] == fact.value)
}

/// Computes the derived variables, layer by layer, each layer until nothing changes.
pub fn derive(task: &Task, values: &mut [u32]) {
    for (variable, description) in task.variables.iter().enumerate() {
        if description.axiom_layer.is_some() {
            values[variable] = task.initial_state[variable];
        }
    }
    let layer_of = |axiom: usize| task.variables[task.axioms.head[axiom].variable as usize].axiom_layer;
    let mut layers: Vec<_> = (0..task.axioms.len()).map(layer_of).collect();
    layers.sort();
    layers.dedup();
    for layer in layers {
        let mut changed = true;
        while std::mem::replace(&mut changed, false) {
            for axiom in (0..task.axioms.len()).filter(|&axiom| layer_of(axiom) == layer) {
                let head = task.axioms.head[axiom];
                if holds(task.axioms.condition(axiom), values) && values[head.variable as usize] != head.value
                {
                    values[head.variable as usize] = head.value;
                    changed = true;
                }
            }
        }
    }
}

pub fn applicable_operators(task: &Task, values: &[u32]) -> Vec<u32> {
    (0..task.operators.len() as u32)
        .filter(|&operator| holds(task.operators.precondition(operator as usize), values))
        .collect()
}

pub fn successor(task: &Task, values: &[u32], operator: u32) -> Vec<u32> {
    let mut result = values.to_vec();
    for effect in task.operators.effects(operator as usize) {
        if holds(task.operators.condition(effect), values) {
            result[effect.fact.variable as usize] = effect.fact.value;
        }
    }
    derive(task, &mut result);
    result
}
