//! Rules for default values of derived variables.
//!
//! A derived variable has its default value if all its axioms fail, and an axiom fails if one of its
//! conditions does not hold, that is if a variable has another value than the condition says. This is turned
//! into rules that cost nothing, with additional facts for "this axiom fails" and "this fact does not hold"
//! where they save a product of alternatives.
//!
//! A variable that depends on itself would need more: axioms that only support each other fail together.
//! Its default value counts as reached in every state instead. More is reachable than in reality, so costs
//! are not overestimated by this, and what the rules cannot reach cannot be reached.

use extremal_sas::components::strongly_connected_components;
use extremal_sas::{Fact, Task};

use super::fact_numbers::FactNumbers;
use super::rule_list::Builder;

/// Adds rules for the default values that something needs. Returns those of variables that depend on
/// themselves, which count as reached in every state.
pub fn add_rules(task: &Task, numbers: &mut FactNumbers, builder: &mut Builder) -> Vec<u32> {
    if task.axioms.is_empty() {
        return Vec::new();
    }
    let mut axioms_of: Vec<Vec<usize>> = vec![Vec::new(); task.variables.len()];
    for (axiom, head) in task.axioms.head.iter().enumerate() {
        axioms_of[head.variable as usize].push(axiom);
    }
    let is_cyclic = cyclic_variables(task, &axioms_of);
    let mut negations = Negations {
        task,
        negation: vec![None; numbers.len as usize],
        numbers,
        builder,
        is_needed: vec![false; task.variables.len()],
        open: Vec::new(),
    };
    negations.need_conditions();
    let mut given = Vec::new();
    while let Some(default) = negations.open.pop() {
        if is_cyclic[default.variable as usize] {
            given.push(negations.numbers.of(default));
            continue;
        }
        let axioms = &axioms_of[default.variable as usize];
        let failures: Vec<u32> = axioms.iter().map(|&axiom| negations.failure(axiom)).collect();
        let default = negations.numbers.of(default);
        negations.builder.push_free(failures, default);
    }
    given
}

/// Which variables depend on themselves.
fn cyclic_variables(task: &Task, axioms_of: &[Vec<usize>]) -> Vec<bool> {
    let dependencies: Vec<Vec<u32>> = axioms_of
        .iter()
        .map(|axioms| {
            let conditions = axioms.iter().flat_map(|&axiom| task.axioms.condition(axiom));
            conditions.map(|fact| fact.variable).collect()
        })
        .collect();
    let mut is_cyclic = vec![false; task.variables.len()];
    for component in strongly_connected_components(&dependencies) {
        let depends_on_itself =
            component.len() > 1 || dependencies[component[0] as usize].contains(&component[0]);
        component.iter().for_each(|&variable| is_cyclic[variable as usize] = depends_on_itself);
    }
    is_cyclic
}

struct Negations<'t> {
    task: &'t Task,
    numbers: &'t mut FactNumbers,
    builder: &'t mut Builder,
    /// For each fact of the task, the number of "this fact does not hold", if it is known.
    negation: Vec<Option<u32>>,
    /// For each variable, whether its default value is needed.
    is_needed: Vec<bool>,
    /// Default values that need rules.
    open: Vec<Fact>,
}

impl Negations<'_> {
    fn need_conditions(&mut self) {
        let task = self.task;
        self.need(&task.goal);
        for operator in 0..task.operators.len() {
            self.need(task.operators.precondition(operator));
            for effect in task.operators.effects(operator) {
                self.need(task.operators.condition(effect));
            }
        }
        for axiom in 0..task.axioms.len() {
            self.need(task.axioms.condition(axiom));
        }
    }

    fn need(&mut self, facts: &[Fact]) {
        for &fact in facts {
            let variable = fact.variable as usize;
            if self.task.variables[variable].axiom_layer.is_some()
                && self.task.initial_state[variable] == fact.value
                && !std::mem::replace(&mut self.is_needed[variable], true)
            {
                self.open.push(fact);
            }
        }
    }

    /// The number of "one of the axiom's conditions does not hold".
    fn failure(&mut self, axiom: usize) -> u32 {
        let task = self.task;
        if let [condition] = *task.axioms.condition(axiom) {
            return self.negation(condition);
        }
        let failure = self.numbers.add();
        for &condition in task.axioms.condition(axiom) {
            let negation = self.negation(condition);
            self.builder.push_free([negation], failure);
        }
        failure
    }

    /// The number of "this fact does not hold".
    fn negation(&mut self, fact: Fact) -> u32 {
        let index = self.numbers.of(fact) as usize;
        if let Some(known) = self.negation[index] {
            return known;
        }
        let Fact { variable, value } = fact;
        let others = (0..self.task.domain_size(variable)).filter(|&other| other != value);
        let others: Vec<Fact> = others.map(|value| Fact { variable, value }).collect();
        self.need(&others);
        let negation = match others[..] {
            [other] => self.numbers.of(other),
            _ => {
                let negation = self.numbers.add();
                for &other in &others {
                    self.builder.push_free([self.numbers.of(other)], negation);
                }
                negation
            }
        };
        self.negation[index] = Some(negation);
        negation
    }
}

#[cfg(test)]
mod tests {
    use crate::select;
    use crate::testing::{fact, task};

    /// Variables 1 and 2 are derived: 1 holds if variable 0 is 0, and 2 holds if 1 does.
    fn derived(cyclic: bool) -> extremal_sas::Task {
        let move_up = |from, to| (vec![fact(0, from)], vec![fact(0, to)]);
        let operators = [move_up(0, 1), move_up(1, 2)];
        let operators = operators.each_ref().map(|(from, to)| (&from[..], &to[..]));
        let mut task = task(&[3, 2, 2], &operators, &[fact(2, 0)]);
        task.variables[1].axiom_layer = Some(0);
        task.variables[2].axiom_layer = Some(0);
        task.axioms.push([fact(0, 0)], fact(1, 1));
        task.axioms.push([fact(0, 1)], fact(1, 1));
        task.axioms.push([fact(1, 1)], fact(2, 1));
        if cyclic {
            task.axioms.push([fact(2, 1)], fact(1, 1));
        }
        task
    }

    #[test]
    fn a_default_value_costs_as_much_as_the_failure_of_all_axioms() {
        // Of the two axioms for variable 1 one fails already, and one operator makes the other fail.
        assert_eq!(select("max").unwrap().build(&derived(false)).evaluate(&[0, 1, 1]), 1);
        assert_eq!(select("add").unwrap().build(&derived(false)).evaluate(&[0, 1, 1]), 1);
        assert_eq!(select("add").unwrap().build(&derived(false)).evaluate(&[1, 1, 1]), 1);
    }

    #[test]
    fn default_values_of_variables_that_depend_on_themselves_cost_nothing() {
        assert_eq!(select("max").unwrap().build(&derived(true)).evaluate(&[0, 1, 1]), 0);
    }
}
