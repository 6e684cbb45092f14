//! A heuristic that looks at each goal alone: how many changes of one variable lead to its goal value.

use std::collections::VecDeque;

use extremal::{DEAD_END, Fact, Heuristic, SasTask};

/// The sum over all goals of the distance in the variable's own graph of values.
pub struct GoalDistance {
    /// For each goal its variable, and the distance of each value of the variable.
    goals: Vec<(usize, Vec<u32>)>,
    /// What a step counts.
    factor: u32,
}

impl GoalDistance {
    /// Prepares the heuristic for a task. All that can be computed once is computed here.
    pub fn new(task: &SasTask, factor: u32) -> Self {
        let goals = task.goal.iter().map(|&goal| (goal.variable as usize, distances(task, goal)));
        GoalDistance { goals: goals.collect(), factor }
    }
}

impl Heuristic for GoalDistance {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        let mut sum = 0;
        for (variable, distances) in &self.goals {
            match distances[state[*variable] as usize] {
                DEAD_END => return DEAD_END,
                distance => sum += distance * self.factor,
            }
        }
        sum
    }
}

/// The distance of each value of the goal's variable from its goal value.
fn distances(task: &SasTask, goal: Fact) -> Vec<u32> {
    let size = task.domain_size(goal.variable) as usize;
    if task.variables[goal.variable as usize].axiom_layer.is_some() {
        // Operators do not change derived variables, so nothing is known but whether the goal holds.
        return (0..size).map(|value| u32::from(value != goal.value as usize)).collect();
    }
    let edges = edges(task, goal.variable);
    let mut distances = vec![DEAD_END; size];
    distances[goal.value as usize] = 0;
    let mut queue = VecDeque::from([goal.value]);
    while let Some(value) = queue.pop_front() {
        for &(from, to) in edges.iter().filter(|(_, to)| *to == value) {
            if distances[from as usize] == DEAD_END {
                distances[from as usize] = distances[to as usize] + 1;
                queue.push_back(from);
            }
        }
    }
    distances
}

/// The changes of a variable that operators make, whatever else they need.
fn edges(task: &SasTask, variable: u32) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for operator in 0..task.operators.len() {
        let before = task.operators.precondition(operator).iter().find(|fact| fact.variable == variable);
        for effect in task.operators.effects(operator).iter().filter(|e| e.fact.variable == variable) {
            match before {
                Some(before) => edges.push((before.value, effect.fact.value)),
                None => edges.extend((0..task.domain_size(variable)).map(|v| (v, effect.fact.value))),
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}
