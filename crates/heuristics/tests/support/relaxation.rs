//! The delete relaxation, computed in the most direct way: costs are lowered until nothing changes.

use extremal_sas::{Fact, Task};

pub const UNREACHED: u64 = u64::MAX;

/// Costs of facts by variable and value.
pub type Costs = Vec<Vec<u64>>;

pub fn costs(task: &Task, state: &[u32], operator_cost: impl Fn(usize) -> u64, sum: bool) -> Costs {
    let mut costs: Costs = task.variables.iter().map(|v| vec![UNREACHED; v.values.len()]).collect();
    for (variable, &value) in state.iter().enumerate() {
        costs[variable][value as usize] = 0;
        if task.variables[variable].axiom_layer.is_some() {
            costs[variable][task.initial_state[variable] as usize] = 0;
        }
    }
    let mut changed = true;
    while std::mem::replace(&mut changed, false) {
        let mut lower = |costs: &mut Costs, fact: Fact, cost: u64| {
            let known = &mut costs[fact.variable as usize][fact.value as usize];
            if cost < *known {
                *known = cost;
                changed = true;
            }
        };
        for operator in 0..task.operators.len() {
            let precondition = task.operators.precondition(operator);
            for effect in task.operators.effects(operator) {
                let condition = union(precondition, task.operators.condition(effect));
                let cost = condition_cost(&costs, &condition, sum).saturating_add(operator_cost(operator));
                lower(&mut costs, effect.fact, cost);
            }
        }
        for axiom in 0..task.axioms.len() {
            let cost = condition_cost(&costs, task.axioms.condition(axiom), sum);
            lower(&mut costs, task.axioms.head[axiom], cost);
        }
    }
    costs
}

/// The facts of two conditions, each once. A contradiction costs infinitely much, so it is one impossible fact.
fn union(one: &[Fact], other: &[Fact]) -> Vec<Fact> {
    let mut facts = [one, other].concat();
    facts.sort();
    facts.dedup();
    if facts.windows(2).any(|pair| pair[0].variable == pair[1].variable) {
        return vec![Fact { variable: u32::MAX, value: 0 }];
    }
    facts
}

pub fn condition_cost(costs: &Costs, condition: &[Fact], sum: bool) -> u64 {
    let cost = |fact: &Fact| {
        costs.get(fact.variable as usize).map_or(UNREACHED, |values| values[fact.value as usize])
    };
    condition.iter().map(cost).fold(
        0,
        |total, cost| {
            if sum { total.saturating_add(cost) } else { total.max(cost) }
        },
    )
}
