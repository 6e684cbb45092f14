//! Ground task to finite-domain task, given the groups that become variables.

use extremal_ground::{GroundError, GroundTask, Literal};
use extremal_limits::{Budget, Pacer, Stop};
use extremal_normalise as normalised;

use crate::axioms::layer_axioms;
use crate::condition::{ConditionTranslator, Translated};
use crate::groups::Groups;
use crate::operator::OperatorTranslator;
use crate::task::{Axioms, Fact, Operators, Task, Variable};

/// What the encoding found.
#[derive(Debug)]
pub enum Encoded {
    /// The task.
    Task(Box<Task>),
    /// The goal is empty: the empty plan solves the task.
    GoalHolds,
    /// The goal needs two facts that exclude each other.
    GoalViolatesMutex,
}

/// Translates a ground task whose goal is relaxed reachable.
pub fn encode(
    task: &normalised::Task,
    ground: &GroundTask,
    groups: &Groups,
    budget: &Budget,
) -> Result<Encoded, GroundError> {
    let conditions = ConditionTranslator::new(ground.facts.len(), groups);
    let layered = layer_axioms(ground).map_err(|facts| {
        // Name a predicate that the user knows rather than one that normalisation made.
        let names = facts.iter().map(|&f| &task.predicates[ground.facts.predicate[f as usize] as usize].name);
        let known = names.clone().find(|name| !name.contains('@')).or(names.clone().next());
        GroundError::NotStratified { predicate: known.cloned().unwrap_or_default() }
    })?;

    let goal = ground.goal.as_deref().unwrap_or(&[]);
    let Some(goal) = conditions.translate(goal).into_iter().flatten().next() else {
        return Ok(Encoded::GoalViolatesMutex);
    };
    if goal.is_empty() {
        return Ok(Encoded::GoalHolds);
    }

    let mut variables = variables(task, ground, groups);
    for (&fact, &layer) in &layered.layer {
        variables[conditions.fact(fact).variable as usize].axiom_layer = Some(layer);
    }
    let mut initial_state: Vec<u32> = variables.iter().map(|v| v.values.len() as u32 - 1).collect();
    for &fact in &ground.initial_state {
        let Fact { variable, value } = conditions.fact(fact);
        initial_state[variable as usize] = value;
    }

    let operators = encode_operators(task, ground, &conditions, budget)?;
    let mut axioms = Axioms::default();
    for (head, body) in &layered.axioms {
        for condition in conditions.translate(body).into_iter().flatten() {
            axioms.push(condition, conditions.fact(*head));
        }
    }
    Ok(Encoded::Task(Box::new(Task {
        variables,
        mutex_groups: mutex_groups(groups, &conditions),
        initial_state,
        goal,
        operators,
        axioms,
        metric: task.minimize_total_cost,
    })))
}

fn variables(task: &normalised::Task, ground: &GroundTask, groups: &Groups) -> Vec<Variable> {
    let name = |fact: u32| ground.fact_name(task, fact);
    let variable = |(number, group): (usize, &Vec<u32>)| {
        let mut values: Vec<String> = group.iter().map(|&f| format!("Atom {}", name(f))).collect();
        values.push(match group[..] {
            [only] => format!("NegatedAtom {}", name(only)),
            _ => "<none of those>".to_owned(),
        });
        Variable { name: format!("var{number}"), axiom_layer: None, values }
    };
    groups.variables.iter().enumerate().map(variable).collect()
}

fn mutex_groups(groups: &Groups, conditions: &ConditionTranslator) -> Vec<Vec<Fact>> {
    let translate = |group: &Vec<u32>| {
        let mut facts: Vec<Fact> = group.iter().map(|&f| conditions.fact(f)).collect();
        facts.sort_unstable();
        facts
    };
    groups.mutex_groups.iter().map(translate).collect()
}

fn encode_operators(
    task: &normalised::Task,
    ground: &GroundTask,
    conditions: &ConditionTranslator,
    budget: &Budget,
) -> Result<Operators, Stop> {
    let mut operators = Operators::default();
    let mut translator = OperatorTranslator::new(conditions);
    let mut pacer = Pacer::new(budget, 1 << 10);
    let mut precondition: Vec<Literal> = Vec::new();
    for number in 0..ground.operators.len() {
        pacer.tick()?;
        if number % 4096 == 0 {
            budget.report(number as u64);
        }
        precondition.clear();
        precondition.extend_from_slice(ground.operators.precondition(number));
        let translated: Translated = conditions.translate(&precondition);
        for condition in translated.into_iter().flatten() {
            let name = || operator_name(task, ground, number);
            translator.translate(ground, number, &condition, name, &mut operators, &mut pacer)?;
        }
    }
    Ok(operators)
}

fn operator_name(task: &normalised::Task, ground: &GroundTask, number: usize) -> Vec<u8> {
    ground.operator_name(task, number).into_bytes()
}
