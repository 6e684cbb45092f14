//! Removes variables that cannot influence the goal and puts the others in order.

use extremal_limits::{Pacer, Stop};

use crate::causal_graph::CausalGraph;
use crate::task::{Axioms, Fact, Operators, Task, Variable};

/// The task over its relevant variables.
pub fn keep_relevant_variables(task: Task, pacer: &mut Pacer) -> Result<Task, Stop> {
    let graph = CausalGraph::new(&task, pacer)?;
    let relevant = graph.relevant_variables(&task);
    let order: Vec<u32> = graph.order(&task).into_iter().filter(|&v| relevant[v as usize]).collect();
    let mut position = vec![None; task.variables.len()];
    for (place, &variable) in order.iter().enumerate() {
        position[variable as usize] = Some(place as u32);
    }
    Reordering { position, order }.apply(task, pacer)
}

struct Reordering {
    /// New number of each variable that stays.
    position: Vec<Option<u32>>,
    /// Old numbers in their new order.
    order: Vec<u32>,
}

impl Reordering {
    fn fact(&self, fact: Fact) -> Option<Fact> {
        self.position[fact.variable as usize].map(|variable| Fact { variable, value: fact.value })
    }

    fn condition(&self, condition: &[Fact], result: &mut Vec<Fact>) {
        let start = result.len();
        result.extend(condition.iter().filter_map(|&f| self.fact(f)));
        result[start..].sort_unstable();
    }

    fn apply(&self, task: Task, pacer: &mut Pacer) -> Result<Task, Stop> {
        let mut goal = Vec::new();
        self.condition(&task.goal, &mut goal);
        let operators = self.operators(&task, pacer)?;
        let axioms = self.axioms(&task);
        let mut old: Vec<Option<Variable>> = task.variables.into_iter().map(Some).collect();
        let variables = self.order.iter().enumerate().filter_map(|(place, &number)| {
            let variable = old[number as usize].take()?;
            Some(Variable { name: format!("var{place}"), ..variable })
        });
        Ok(Task {
            variables: variables.collect(),
            mutex_groups: task.mutex_groups.iter().filter_map(|g| self.mutex_group(g)).collect(),
            initial_state: self.order.iter().map(|&v| task.initial_state[v as usize]).collect(),
            goal,
            operators,
            axioms,
            metric: task.metric,
        })
    }

    /// Groups within one variable say nothing that the variable does not.
    fn mutex_group(&self, group: &[Fact]) -> Option<Vec<Fact>> {
        let mut facts = Vec::new();
        self.condition(group, &mut facts);
        let first = facts.first()?.variable;
        facts.iter().any(|f| f.variable != first).then_some(facts)
    }

    fn operators(&self, task: &Task, pacer: &mut Pacer) -> Result<Operators, Stop> {
        let mut operators = Operators::default();
        let mut precondition = Vec::new();
        let mut conditions: Vec<Fact> = Vec::new();
        let mut effects: Vec<(Fact, std::ops::Range<usize>)> = Vec::new();
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            precondition.clear();
            conditions.clear();
            effects.clear();
            for effect in task.operators.effects(operator) {
                if let Some(fact) = self.fact(effect.fact) {
                    let start = conditions.len();
                    self.condition(task.operators.condition(effect), &mut conditions);
                    effects.push((fact, start..conditions.len()));
                }
            }
            if effects.is_empty() {
                continue;
            }
            self.condition(task.operators.precondition(operator), &mut precondition);
            effects.sort_by(|a, b| {
                let condition = |e: &(Fact, std::ops::Range<usize>)| &conditions[e.1.clone()];
                a.0.cmp(&b.0).then_with(|| condition(a).cmp(condition(b)))
            });
            operators.push(
                task.operators.name_bytes(operator).iter().copied(),
                precondition.iter().copied(),
                effects.iter().map(|(fact, range)| (*fact, &conditions[range.clone()])),
                task.operators.cost[operator],
            );
        }
        Ok(operators)
    }

    fn axioms(&self, task: &Task) -> Axioms {
        let mut axioms = Axioms::default();
        let mut condition = Vec::new();
        for (axiom, &head) in task.axioms.head.iter().enumerate() {
            if let Some(head) = self.fact(head) {
                condition.clear();
                self.condition(task.axioms.condition(axiom), &mut condition);
                axioms.push(condition.iter().copied(), head);
            }
        }
        axioms
    }
}
