//! Removes values that a variable can never take, and all that depends on them.
//!
//! Relaxed reachability before the encoding knew nothing of mutexes. Operators that violate them are gone
//! now, so some values cannot be reached even in the graph of a single variable's own transitions (its
//! domain transition graph). Variables with one value left are constants and vanish.

use extremal_limits::{Pacer, Stop};
use rustc_hash::FxHashSet;

use crate::task::{Axioms, Fact, Operators, Task, Variable};

/// What is left of the task.
#[derive(Debug)]
pub enum Filtered {
    /// The smaller task.
    Task(Box<Task>),
    /// Every goal always holds.
    GoalHolds,
    /// A goal can never hold.
    GoalUnreachable,
}

/// What a value becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Renamed {
    AlwaysTrue,
    AlwaysFalse,
    To(Fact),
}

/// Removes unreachable values.
pub fn filter_unreachable_values(task: Task, pacer: &mut Pacer) -> Result<Filtered, Stop> {
    let reachable = reachable_values(&task, pacer)?;
    let renaming = Renaming::new(&task, &reachable);
    let Some(goal) = renaming.condition(&task.goal) else {
        return Ok(Filtered::GoalUnreachable);
    };
    if goal.is_empty() {
        return Ok(Filtered::GoalHolds);
    }
    Ok(Filtered::Task(Box::new(renaming.apply(&task, goal, pacer)?)))
}

/// Facts are numbered variable by variable.
fn first_facts(task: &Task) -> Vec<u32> {
    let mut first = vec![0];
    for variable in &task.variables {
        first.push(first[first.len() - 1] + variable.values.len() as u32);
    }
    first
}

/// For each fact whether its value can be reached from the initial one by the variable's own transitions.
fn reachable_values(task: &Task, pacer: &mut Pacer) -> Result<Vec<bool>, Stop> {
    let first = first_facts(task);
    let number = |fact: Fact| first[fact.variable as usize] + fact.value;
    let mut reachable = vec![false; first[task.variables.len()] as usize];
    let mut queue: Vec<u32> = Vec::new();
    let mut reach = |fact: u32, queue: &mut Vec<u32>| {
        if !std::mem::replace(&mut reachable[fact as usize], true) {
            queue.push(fact);
        }
    };
    for (variable, &value) in task.initial_state.iter().enumerate() {
        reach(first[variable] + value, &mut queue);
    }
    for &head in &task.axioms.head {
        reach(number(head), &mut queue);
    }
    // Transitions from a known value, each once; those from any value can always happen.
    let mut arcs: Vec<(u32, u32)> = Vec::new();
    let mut seen = ArcSet::new(task);
    for operator in 0..task.operators.len() {
        pacer.tick()?;
        let precondition = task.operators.precondition(operator);
        for effect in task.operators.effects(operator) {
            let variable = effect.fact.variable;
            let conditions = precondition.iter().chain(task.operators.condition(effect));
            let mut on_variable = conditions.filter(|f| f.variable == variable);
            match on_variable.next() {
                None => reach(number(effect.fact), &mut queue),
                Some(&from) if on_variable.all(|&f| f == from) => {
                    if seen.insert(from, effect.fact.value) {
                        arcs.push((number(from), number(effect.fact)));
                    }
                }
                Some(_) => {}
            }
        }
    }
    arcs.sort_unstable();
    while let Some(fact) = queue.pop() {
        let start = arcs.partition_point(|&(from, _)| from < fact);
        for &(_, to) in arcs[start..].iter().take_while(|&&(from, _)| from == fact) {
            reach(to, &mut queue);
        }
    }
    Ok(reachable)
}

/// The transitions seen so far.
enum ArcSet {
    /// A bit for each pair of values of each variable.
    Dense { first_bit: Vec<usize>, size: Vec<usize>, bits: Vec<u64> },
    /// For tasks with huge domains.
    Sparse(FxHashSet<(Fact, u32)>),
}

impl ArcSet {
    fn new(task: &Task) -> Self {
        const MOST_BITS: usize = 1 << 27;
        let size: Vec<usize> = task.variables.iter().map(|v| v.values.len()).collect();
        let mut first_bit = Vec::with_capacity(size.len());
        let mut total: usize = 0;
        for &size in &size {
            first_bit.push(total);
            total = total.saturating_add(size.saturating_mul(size));
        }
        if total > MOST_BITS {
            return ArcSet::Sparse(FxHashSet::default());
        }
        ArcSet::Dense { first_bit, size, bits: vec![0; total.div_ceil(64)] }
    }

    /// Adds a transition; true if it is new.
    fn insert(&mut self, from: Fact, to: u32) -> bool {
        match self {
            ArcSet::Dense { first_bit, size, bits } => {
                let variable = from.variable as usize;
                let bit = first_bit[variable] + from.value as usize * size[variable] + to as usize;
                let word = &mut bits[bit / 64];
                let is_new = *word >> (bit % 64) & 1 == 0;
                *word |= 1 << (bit % 64);
                is_new
            }
            ArcSet::Sparse(arcs) => arcs.insert((from, to)),
        }
    }
}

struct Renaming {
    first: Vec<u32>,
    renamed: Vec<Renamed>,
}

impl Renaming {
    fn new(task: &Task, reachable: &[bool]) -> Self {
        let first = first_facts(task);
        let mut renamed = Vec::with_capacity(reachable.len());
        let mut next_variable = 0;
        for range in first.windows(2) {
            let values = &reachable[range[0] as usize..range[1] as usize];
            if values.iter().filter(|&&r| r).count() == 1 {
                let constant = |&r: &bool| if r { Renamed::AlwaysTrue } else { Renamed::AlwaysFalse };
                renamed.extend(values.iter().map(constant));
                continue;
            }
            let mut next_value = 0;
            for &is_reachable in values {
                if is_reachable {
                    renamed.push(Renamed::To(Fact { variable: next_variable, value: next_value }));
                    next_value += 1;
                } else {
                    renamed.push(Renamed::AlwaysFalse);
                }
            }
            next_variable += 1;
        }
        Renaming { first, renamed }
    }

    fn fact(&self, fact: Fact) -> Renamed {
        self.renamed[(self.first[fact.variable as usize] + fact.value) as usize]
    }

    /// The renamed condition without what always holds; `None` if it never holds.
    fn condition(&self, condition: &[Fact]) -> Option<Vec<Fact>> {
        let mut result = Vec::with_capacity(condition.len());
        for &fact in condition {
            match self.fact(fact) {
                Renamed::AlwaysFalse => return None,
                Renamed::AlwaysTrue => {}
                Renamed::To(fact) => result.push(fact),
            }
        }
        Some(result)
    }

    fn apply(&self, task: &Task, goal: Vec<Fact>, pacer: &mut Pacer) -> Result<Task, Stop> {
        let mut variables: Vec<Variable> = Vec::new();
        let mut initial_state = Vec::new();
        for (number, variable) in task.variables.iter().enumerate() {
            let values: Vec<String> = variable
                .values
                .iter()
                .zip(&self.renamed[self.first[number] as usize..])
                .filter(|(_, renamed)| matches!(renamed, Renamed::To(_)))
                .map(|(name, _)| name.clone())
                .collect();
            let initial = Fact { variable: number as u32, value: task.initial_state[number] };
            if let Renamed::To(fact) = self.fact(initial) {
                initial_state.push(fact.value);
                let name = format!("var{}", variables.len());
                variables.push(Variable { name, axiom_layer: variable.axiom_layer, values });
            }
        }
        Ok(Task {
            variables,
            mutex_groups: self.mutex_groups(task),
            initial_state,
            goal,
            operators: self.operators(task, pacer)?,
            axioms: self.axioms(task),
            metric: task.metric,
        })
    }

    fn mutex_groups(&self, task: &Task) -> Vec<Vec<Fact>> {
        let rename = |group: &Vec<Fact>| -> Vec<Fact> {
            let facts = group.iter().filter_map(|&f| match self.fact(f) {
                Renamed::To(fact) => Some(fact),
                _ => None,
            });
            facts.collect()
        };
        task.mutex_groups.iter().map(rename).filter(|g| g.len() >= 2).collect()
    }

    fn operators(&self, task: &Task, pacer: &mut Pacer) -> Result<Operators, Stop> {
        let mut operators = Operators::default();
        for operator in 0..task.operators.len() {
            pacer.tick()?;
            let Some(precondition) = self.condition(task.operators.precondition(operator)) else {
                continue;
            };
            let required = |variable: u32| precondition.iter().find(|p| p.variable == variable);
            let mut effects: Vec<(Fact, Vec<Fact>)> = Vec::new();
            for effect in task.operators.effects(operator) {
                // An effect whose value is never reached has a condition that never holds.
                let Renamed::To(fact) = self.fact(effect.fact) else { continue };
                let Some(condition) = self.condition(task.operators.condition(effect)) else { continue };
                let contradicts = |f: &Fact| required(f.variable).is_some_and(|p| p.value != f.value);
                if required(fact.variable) != Some(&fact) && !condition.iter().any(contradicts) {
                    effects.push((fact, condition));
                }
            }
            effects.sort_unstable();
            effects.dedup();
            if !effects.is_empty() {
                let name = task.operators.name_bytes(operator).iter().copied();
                let effects = effects.iter().map(|(fact, condition)| (*fact, condition.as_slice()));
                operators.push(name, precondition.iter().copied(), effects, task.operators.cost[operator]);
            }
        }
        Ok(operators)
    }

    fn axioms(&self, task: &Task) -> Axioms {
        let mut axioms = Axioms::default();
        for (axiom, &head) in task.axioms.head.iter().enumerate() {
            if let (Some(condition), Renamed::To(head)) =
                (self.condition(task.axioms.condition(axiom)), self.fact(head))
            {
                axioms.push(condition, head);
            }
        }
        axioms
    }
}
