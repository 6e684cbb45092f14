//! Random small finite-domain tasks in the normal form of the reader, with conditional effects and axioms.

use extremal_sas::{Axioms, Fact, Operators, Task, Variable};

// A test that has the tasks of the fuzzer, too, has these decisions twice.
#[allow(clippy::duplicate_mod)]
#[path = "../../../sas/tests/support/decisions.rs"]
mod decisions;

pub use decisions::Decisions;

/// What a random task may have.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Variables that are not derived.
    pub max_variables: usize,
    pub max_domain: usize,
    pub max_operators: usize,
    pub conditional_effects: bool,
    pub axioms: bool,
}

impl Shape {
    pub const SMALL: Shape =
        Shape { max_variables: 5, max_domain: 4, max_operators: 10, conditional_effects: true, axioms: true };
}

pub fn random_task(decisions: &mut Decisions, shape: Shape) -> Task {
    let num_basic = 1 + decisions.below(shape.max_variables);
    let num_derived = if shape.axioms { decisions.below(5) } else { 0 };
    let mut variables: Vec<Variable> =
        (0..num_basic).map(|_| variable(1 + decisions.below(shape.max_domain), None)).collect();
    variables.extend((0..num_derived).map(|_| variable(2, Some(decisions.below(3) as u32))));
    // Derived variables are not always the last.
    let swap = decisions.below(variables.len());
    variables.swap(0, swap);
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
    task.goal = random_condition(&task, decisions);
    for number in 0..decisions.below(shape.max_operators + 1) {
        add_operator(&mut task, decisions, number, shape);
    }
    for _ in 0..if num_derived > 0 { decisions.below(8) } else { 0 } {
        add_axiom(&mut task, decisions);
    }
    task
}

fn variable(domain_size: usize, axiom_layer: Option<u32>) -> Variable {
    let values = (0..domain_size).map(|value| format!("value{value}")).collect();
    Variable { name: "variable".to_owned(), axiom_layer, values }
}

fn is_derived(task: &Task, variable: u32) -> bool {
    task.variables[variable as usize].axiom_layer.is_some()
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

fn add_operator(task: &mut Task, decisions: &mut Decisions, number: usize, shape: Shape) {
    let precondition = random_condition(task, decisions);
    let mut effects: Vec<(Fact, Vec<Fact>)> = Vec::new();
    for _ in 0..1 + decisions.below(4) {
        let fact = random_fact(task, decisions);
        let conditional = shape.conditional_effects && decisions.below(3) == 0;
        let condition = if conditional { random_condition(task, decisions) } else { Vec::new() };
        let clashes = effects.iter().any(|(f, c)| f.variable == fact.variable && *c == condition);
        if !is_derived(task, fact.variable) && !clashes {
            effects.push((fact, condition));
        }
    }
    effects.sort();
    let effects = effects.iter().map(|(fact, condition)| (*fact, &condition[..]));
    task.operators.push(
        format!("operator{number}").into_bytes(),
        precondition,
        effects,
        decisions.below(4) as u32,
    );
}

/// Conditions are about lower layers, or about derived values of the same layer.
fn add_axiom(task: &mut Task, decisions: &mut Decisions) {
    let derived: Vec<u32> = (0..task.variables.len() as u32).filter(|&v| is_derived(task, v)).collect();
    let head = derived[decisions.below(derived.len())];
    let layer = task.variables[head as usize].axiom_layer;
    let mut condition = random_condition(task, decisions);
    condition.retain(|fact| {
        let its_layer = task.variables[fact.variable as usize].axiom_layer;
        let is_default = task.initial_state[fact.variable as usize] == fact.value;
        its_layer < layer || its_layer == layer && !is_default
    });
    let value = 1 - task.initial_state[head as usize];
    task.axioms.push(condition, Fact { variable: head, value });
}

/// Random values for all variables; derived ones are not computed.
pub fn random_values(task: &Task, decisions: &mut Decisions) -> Vec<u32> {
    task.variables.iter().map(|variable| decisions.below(variable.values.len()) as u32).collect()
}
