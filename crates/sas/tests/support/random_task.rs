//! Random finite-domain tasks in the reader's normal form.

use extremal_sas::{Axioms, Fact, Operators, Task, Variable};

use crate::decisions::Decisions;

/// A valid task.
pub fn random_task(decisions: &mut Decisions) -> Task {
    let variables: Vec<Variable> = (0..1 + decisions.below(5)).map(|_| random_variable(decisions)).collect();
    let initial_state = variables.iter().map(|v| decisions.below(v.values.len()) as u32).collect();
    let mut task = Task {
        variables,
        mutex_groups: Vec::new(),
        initial_state,
        goal: Vec::new(),
        operators: Operators::default(),
        axioms: Axioms::default(),
        metric: decisions.below(2) == 1,
    };
    for _ in 0..decisions.below(3) {
        let mut group: Vec<Fact> = (0..decisions.below(5)).map(|_| random_fact(&task, decisions)).collect();
        group.sort();
        group.dedup();
        task.mutex_groups.push(group);
    }
    task.goal = random_condition(&task, decisions);
    for _ in 0..decisions.below(4) {
        add_operator(&mut task, decisions);
    }
    for _ in 0..decisions.below(5) {
        add_axiom(&mut task, decisions);
    }
    task
}

fn random_variable(decisions: &mut Decisions) -> Variable {
    let axiom_layer = (decisions.below(3) == 1).then(|| decisions.below(3) as u32);
    let domain_size = if axiom_layer.is_some() { 2 } else { 1 + decisions.below(4) };
    let values = (0..domain_size).map(|_| random_name(decisions)).collect();
    Variable { name: random_name(decisions), axiom_layer, values }
}

fn random_name(decisions: &mut Decisions) -> String {
    const PARTS: [&str; 8] = ["a", " ", "é", "Atom p(x, y)", "\r\t", "end_operator", "-1", "\u{1f6a2}"];
    let mut name: String = (0..decisions.below(4)).map(|_| PARTS[decisions.below(PARTS.len())]).collect();
    name.push('.');
    name
}

fn random_fact(task: &Task, decisions: &mut Decisions) -> Fact {
    let variable = decisions.below(task.variables.len()) as u32;
    Fact { variable, value: decisions.below(task.domain_size(variable) as usize) as u32 }
}

fn random_condition(task: &Task, decisions: &mut Decisions) -> Vec<Fact> {
    let mut condition: Vec<Fact> = (0..decisions.below(4)).map(|_| random_fact(task, decisions)).collect();
    condition.sort();
    condition.dedup_by_key(|fact| fact.variable);
    condition
}

fn add_operator(task: &mut Task, decisions: &mut Decisions) {
    let precondition = random_condition(task, decisions);
    let mut effects: Vec<(Fact, Vec<Fact>)> = Vec::new();
    for _ in 0..decisions.below(5) {
        let (fact, condition) = (random_fact(task, decisions), random_condition(task, decisions));
        let derived = task.variables[fact.variable as usize].axiom_layer.is_some();
        if !derived && !effects.iter().any(|(f, c)| f.variable == fact.variable && *c == condition) {
            effects.push((fact, condition));
        }
    }
    effects.sort();
    let cost = [0, 1, 999, u32::MAX][decisions.below(4)];
    let effects = effects.iter().map(|(fact, condition)| (*fact, condition.as_slice()));
    task.operators.push(random_name(decisions).into_bytes(), precondition, effects, cost);
}

fn add_axiom(task: &mut Task, decisions: &mut Decisions) {
    let Fact { variable, .. } = random_fact(task, decisions);
    let layer_of = |variable: u32| task.variables[variable as usize].axiom_layer;
    let Some(layer) = layer_of(variable) else { return };
    let mut condition = random_condition(task, decisions);
    condition.retain(|fact| {
        let default = task.initial_state[fact.variable as usize] == fact.value;
        layer_of(fact.variable).is_none_or(|below| below < layer || below == layer && !default)
    });
    let value = 1 - task.initial_state[variable as usize];
    task.axioms.push(condition, Fact { variable, value });
}
