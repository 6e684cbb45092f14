//! The delete relaxation, computed in the most direct way: costs are lowered until nothing changes.

use extremal_sas::{Fact, Task};

pub const UNREACHED: u64 = u64::MAX;

/// Costs of facts by variable and value.
pub type Costs = Vec<Vec<u64>>;

pub fn costs(task: &Task, state: &[u32], operator_cost: impl Fn(usize) -> u64, sum: bool) -> Costs {
    let mut costs: Costs = task.variables.iter().map(|v| vec![UNREACHED; v.values.len()]).collect();
    for (variable, &value) in state.iter().enumerate() {
        costs[variable][value as usize] = 0;
        if is_derived(task, variable) && depends_on_itself(task, variable) {
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
        for variable in (0..task.variables.len()).filter(|&variable| is_derived(task, variable)) {
            let default = Fact { variable: variable as u32, value: task.initial_state[variable] };
            let cost = failure_cost(task, &costs, variable, sum);
            lower(&mut costs, default, cost);
        }
    }
    costs
}

fn is_derived(task: &Task, variable: usize) -> bool {
    task.variables[variable].axiom_layer.is_some()
}

fn depends_on_itself(task: &Task, variable: usize) -> bool {
    let mut reached = vec![false; task.variables.len()];
    let mut open = vec![variable];
    while let Some(next) = open.pop() {
        for axiom in axioms(task, next) {
            for fact in task.axioms.condition(axiom) {
                if !std::mem::replace(&mut reached[fact.variable as usize], true) {
                    open.push(fact.variable as usize);
                }
            }
        }
    }
    reached[variable]
}

fn axioms(task: &Task, variable: usize) -> Vec<usize> {
    (0..task.axioms.len()).filter(|&a| task.axioms.head[a].variable as usize == variable).collect()
}

/// What it costs that all axioms of a variable fail, if it does not depend on itself. Axioms that can fail in
/// one way only, and in the same way, share that cost.
fn failure_cost(task: &Task, costs: &Costs, variable: usize, sum: bool) -> u64 {
    let mut facts: Vec<Fact> = Vec::new();
    let mut failures: Vec<(bool, Vec<Fact>)> = Vec::new();
    for axiom in axioms(task, variable) {
        let mut ways = Vec::new();
        for &fact in task.axioms.condition(axiom) {
            let values = (0..task.domain_size(fact.variable)).filter(|&value| value != fact.value);
            ways.extend(values.map(|value| Fact { value, ..fact }));
        }
        // Axioms with a single condition share the fact that it does not hold.
        let shared = task.axioms.condition(axiom).len() == 1;
        match ways[..] {
            [fact] if shared => facts.push(fact),
            _ if shared && failures.contains(&(true, ways.clone())) => {}
            _ => failures.push((shared, ways)),
        }
    }
    facts.sort();
    facts.dedup();
    let known = condition_cost(costs, &facts, sum);
    failures.iter().fold(known, |total, (_, ways)| {
        let least = ways.iter().map(|fact| costs[fact.variable as usize][fact.value as usize]).min();
        let cost = least.unwrap_or(UNREACHED);
        if sum { total.saturating_add(cost) } else { total.max(cost) }
    })
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
