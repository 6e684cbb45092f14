//! The causal graph, which variables matter for the goal, and in which order they are best listed.

use std::collections::{BTreeMap, VecDeque};

use extremal_limits::{Pacer, Stop};
use rustc_hash::FxHashMap;

use crate::components::strongly_connected_components;
use crate::task::Task;

/// An edge leads from a variable in a condition to a variable that is changed under it; its weight counts
/// the operators and axioms behind it.
#[derive(Debug)]
pub struct CausalGraph {
    /// For each variable, the variables it influences with weights, in increasing order.
    successors: Vec<Vec<(u32, u64)>>,
}

/// Added to the weight of edges into goal variables, so that these come late in the order.
const GOAL_WEIGHT: u64 = 100_000;

impl CausalGraph {
    /// The causal graph of a task.
    pub fn new(task: &Task, pacer: &mut Pacer) -> Result<Self, Stop> {
        let mut weights = Weights::new(task.variables.len());
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            let precondition = task.operators.precondition(operator);
            let effects = task.operators.effects(operator);
            let changes = |variable: u32| effects.iter().filter(|e| e.fact.variable == variable).count();
            for condition in precondition {
                // A variable with a precondition and several effects counts once for each of them.
                let count = changes(condition.variable).max(1) as u64;
                for effect in effects {
                    weights.add(condition.variable, effect.fact.variable, count);
                }
            }
            for effect in effects {
                for condition in task.operators.condition(effect) {
                    weights.add(condition.variable, effect.fact.variable, 1);
                }
            }
        }
        for (axiom, head) in task.axioms.head.iter().enumerate() {
            for condition in task.axioms.condition(axiom) {
                weights.add(condition.variable, head.variable, 1);
            }
        }
        Ok(CausalGraph { successors: weights.into_successors() })
    }

    /// For each variable whether it can influence a goal variable, directly or not.
    pub fn relevant_variables(&self, task: &Task) -> Vec<bool> {
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); self.successors.len()];
        for (source, targets) in self.successors.iter().enumerate() {
            for &(target, _) in targets {
                predecessors[target as usize].push(source as u32);
            }
        }
        let mut relevant = vec![false; self.successors.len()];
        let mut stack: Vec<u32> = task.goal.iter().map(|f| f.variable).collect();
        while let Some(variable) = stack.pop() {
            if !std::mem::replace(&mut relevant[variable as usize], true) {
                stack.extend(&predecessors[variable as usize]);
            }
        }
        relevant
    }

    /// An order in which few and light edges lead backwards: components in topological order, and within a
    /// component always the variable with the least weight of incoming edges from those not yet placed.
    pub fn order(&self, task: &Task) -> Vec<u32> {
        let mut is_goal = vec![false; self.successors.len()];
        task.goal.iter().for_each(|f| is_goal[f.variable as usize] = true);
        let unweighted: Vec<Vec<u32>> =
            self.successors.iter().map(|s| s.iter().map(|&(target, _)| target).collect()).collect();
        let components = strongly_connected_components(&unweighted);
        let mut component_of = vec![0; self.successors.len()];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&v| component_of[v as usize] = number);
        }
        let mut order = Vec::with_capacity(self.successors.len());
        for (number, component) in components.iter().enumerate() {
            match component[..] {
                [only] => order.push(only),
                _ => self.order_component(
                    component,
                    |v| component_of[v as usize] == number,
                    &is_goal,
                    &mut order,
                ),
            }
        }
        order
    }

    fn order_component(
        &self,
        component: &[u32],
        is_member: impl Fn(u32) -> bool,
        is_goal: &[bool],
        order: &mut Vec<u32>,
    ) {
        let inner = |variable: u32| {
            self.successors[variable as usize].iter().copied().filter(|&(target, _)| is_member(target))
        };
        let mut incoming: FxHashMap<u32, u64> = component.iter().map(|&v| (v, 0)).collect();
        for &variable in component {
            for (target, weight) in inner(variable) {
                let goal_weight = if is_goal[target as usize] { GOAL_WEIGHT + weight } else { 0 };
                *incoming.entry(target).or_default() += weight + goal_weight;
            }
        }
        // Variables wait by weight, first come first served. A weight that has fallen since makes an entry
        // stale; the variable then waits at its new weight, too.
        let mut waiting: BTreeMap<u64, VecDeque<u32>> = BTreeMap::new();
        for &variable in component {
            waiting.entry(incoming[&variable]).or_default().push_back(variable);
        }
        let mut placed: FxHashMap<u32, ()> = FxHashMap::default();
        while let Some(mut entry) = waiting.first_entry() {
            let weight = *entry.key();
            let Some(variable) = entry.get_mut().pop_front() else {
                entry.remove();
                continue;
            };
            if placed.contains_key(&variable) || incoming[&variable] != weight {
                continue;
            }
            placed.insert(variable, ());
            order.push(variable);
            for (target, weight) in inner(variable) {
                if placed.contains_key(&target) {
                    continue;
                }
                // The goal weight stays with the goal variable to the end.
                let repeats = if is_goal[target as usize] { 2 } else { 1 };
                let reduced = incoming[&target].saturating_sub(repeats * (weight % GOAL_WEIGHT));
                incoming.insert(target, reduced);
                waiting.entry(reduced).or_default().push_back(target);
            }
        }
    }
}

/// Edge weights while they are counted.
enum Weights {
    /// A matrix, for up to a few thousand variables.
    Dense(usize, Vec<u64>),
    /// A hash table.
    Sparse(usize, FxHashMap<(u32, u32), u64>),
}

impl Weights {
    fn new(count: usize) -> Self {
        const LARGEST_MATRIX: usize = 2048;
        if count <= LARGEST_MATRIX {
            Weights::Dense(count, vec![0; count * count])
        } else {
            Weights::Sparse(count, FxHashMap::default())
        }
    }

    #[inline]
    fn add(&mut self, source: u32, target: u32, weight: u64) {
        if source == target {
            return;
        }
        match self {
            Weights::Dense(count, matrix) => matrix[source as usize * *count + target as usize] += weight,
            Weights::Sparse(_, table) => *table.entry((source, target)).or_default() += weight,
        }
    }

    fn into_successors(self) -> Vec<Vec<(u32, u64)>> {
        match self {
            Weights::Dense(count, matrix) => (0..count)
                .map(|source| {
                    let row = matrix[source * count..(source + 1) * count].iter().zip(0..);
                    row.filter(|&(&w, _)| w > 0).map(|(&weight, target)| (target, weight)).collect()
                })
                .collect(),
            Weights::Sparse(count, table) => {
                let mut successors = vec![Vec::new(); count];
                for ((source, target), weight) in table {
                    successors[source as usize].push((target, weight));
                }
                successors.iter_mut().for_each(|list| list.sort_unstable());
                successors
            }
        }
    }
}
