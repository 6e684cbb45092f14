//! States, their facts, and what steps change, in words.

use std::collections::HashMap;

use extremal::states::StateSpace;
use extremal::{PlanStep, SasTask};
use serde::Serialize;

/// A walk through the state space of a task.
pub struct Simulator {
    space: StateSpace,
    packed: Vec<u64>,
    values: Vec<u32>,
    operators: Vec<u32>,
}

/// A step and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepRecord {
    /// The action in parentheses.
    pub action: String,
    /// What it costs, in units of the task.
    pub cost: u32,
    /// Facts that did not hold before.
    pub added: Vec<String>,
    /// Facts that do not hold any more.
    pub deleted: Vec<String>,
}

impl Simulator {
    /// A walk that stands at the initial state.
    pub fn new(task: &SasTask) -> Self {
        let mut space = StateSpace::new(task);
        let (mut packed, mut values) = (space.new_packed(), space.new_values());
        space.initial_state(&mut packed);
        space.unpack(&packed, &mut values);
        Simulator { space, packed, values, operators: Vec::new() }
    }

    /// Goes back to the initial state.
    pub fn restart(&mut self) {
        self.space.initial_state(&mut self.packed);
        self.space.unpack(&self.packed, &mut self.values);
    }

    /// Takes an operator; false if it is not applicable.
    pub fn step(&mut self, operator: u32) -> bool {
        let mut operators = std::mem::take(&mut self.operators);
        self.space.applicable_operators(&self.values, &mut operators);
        let is_applicable = operators.contains(&operator);
        self.operators = operators;
        if is_applicable {
            let mut successor = self.space.new_packed();
            self.space.successor(&self.packed, &self.values, operator, &mut successor);
            self.packed = successor;
            self.space.unpack(&self.packed, &mut self.values);
        }
        is_applicable
    }

    /// The values of all variables.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// What each step of a plan does, and the facts of the initial state; `None` if the plan cannot be executed.
    pub fn replay(&mut self, task: &SasTask, plan: &[PlanStep]) -> Option<(Vec<String>, Vec<StepRecord>)> {
        let wanted: Vec<String> = plan.iter().map(ToString::to_string).collect();
        let mut numbers: HashMap<&str, Vec<u32>> =
            wanted.iter().map(|name| (name.as_str(), Vec::new())).collect();
        for operator in 0..task.operators.len() {
            if let Some(of_name) = numbers.get_mut(format!("({})", task.operators.name(operator)).as_str()) {
                of_name.push(operator as u32);
            }
        }
        self.restart();
        let initial = facts(task, &self.values);
        let mut steps = Vec::with_capacity(plan.len());
        for action in &wanted {
            let before = self.values.clone();
            // One action may have become several operators, of which one is applicable.
            let operator =
                numbers.get(action.as_str())?.iter().copied().find(|&operator| self.step(operator))?;
            steps.push(step_record(task, operator, &before, &self.values));
        }
        Some((initial, steps))
    }
}

/// What an operator has done between two states.
pub fn step_record(task: &SasTask, operator: u32, before: &[u32], after: &[u32]) -> StepRecord {
    let mut record = StepRecord {
        action: format!("({})", task.operators.name(operator as usize)),
        cost: if task.metric { task.operators.cost[operator as usize] } else { 1 },
        added: Vec::new(),
        deleted: Vec::new(),
    };
    for (variable, (&old, &new)) in before.iter().zip(after).enumerate() {
        if old != new {
            record.deleted.extend(fact(task, variable, old));
            record.added.extend(fact(task, variable, new));
        }
    }
    record
}

/// The facts that hold, in PDDL. What never changes is not part of the task any more.
pub fn facts(task: &SasTask, values: &[u32]) -> Vec<String> {
    let mut facts: Vec<String> =
        values.iter().enumerate().filter_map(|(variable, &value)| fact(task, variable, value)).collect();
    facts.sort();
    facts
}

/// `Atom on(a, b)` is `(on a b)`. Values that say that something does not hold are no facts, nor are the auxiliary atoms
/// by which quantifiers are compiled away: nobody wrote those.
fn fact(task: &SasTask, variable: usize, value: u32) -> Option<String> {
    let text = task.variables.get(variable)?.values.get(value as usize)?.strip_prefix("Atom ")?;
    let (name, arguments) = text.split_once('(')?;
    // No name in PDDL has this letter.
    if name.contains('@') {
        return None;
    }
    let arguments = arguments.trim_end_matches(')').replace(',', "");
    Some(if arguments.is_empty() { format!("({name})") } else { format!("({name} {arguments})") })
}
