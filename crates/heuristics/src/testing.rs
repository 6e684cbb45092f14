//! Small tasks for unit tests.

use extremal_sas::{Axioms, Fact, Operators, Task, Variable};

/// A task of variables with these domain sizes, all 0 in the beginning, and operators with preconditions and
/// unconditional effects, by increasing variable.
pub fn task(domain_sizes: &[usize], operators: &[(&[Fact], &[Fact])], goal: &[Fact]) -> Task {
    let variable = |&size: &usize| Variable {
        name: "variable".to_owned(),
        axiom_layer: None,
        values: (0..size).map(|value| value.to_string()).collect(),
    };
    let mut task = Task {
        variables: domain_sizes.iter().map(variable).collect(),
        mutex_groups: Vec::new(),
        initial_state: vec![0; domain_sizes.len()],
        goal: goal.to_vec(),
        operators: Operators::default(),
        axioms: Axioms::default(),
        metric: false,
    };
    for (precondition, effects) in operators {
        let effects = effects.iter().map(|&fact| (fact, &[][..]));
        task.operators.push(*b"operator", precondition.iter().copied(), effects, 1);
    }
    task
}

/// A fact.
pub fn fact(variable: u32, value: u32) -> Fact {
    Fact { variable, value }
}
