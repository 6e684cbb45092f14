//! The values of derived variables in a state of a SAS+ task.

use std::collections::{BTreeMap, HashMap};

use extremal_sas::{Fact, Task};

/// Evaluates axioms layer by layer.
///
/// Within a layer each axiom counts its conditions that do not hold yet and fires when none is left, so a
/// state costs no more than the size of all axioms.
pub(crate) struct AxiomEvaluator<'a> {
    task: &'a Task,
    /// Axioms by the layer of their head, the lowest first.
    layers: Vec<Vec<usize>>,
    /// The axioms that have a fact of their own layer in their condition.
    users: HashMap<Fact, Vec<usize>>,
    /// Number of conditions of each axiom that do not hold; right only for the layer at work.
    unsatisfied: Vec<usize>,
}

impl<'a> AxiomEvaluator<'a> {
    /// An evaluator of the task's axioms.
    pub(crate) fn new(task: &'a Task) -> Self {
        let layer_of = |fact: &Fact| task.variables[fact.variable as usize].axiom_layer;
        let mut layers = BTreeMap::<Option<u32>, Vec<usize>>::new();
        let mut users = HashMap::<Fact, Vec<usize>>::new();
        for (axiom, head) in task.axioms.head.iter().enumerate() {
            layers.entry(layer_of(head)).or_default().push(axiom);
            for fact in task.axioms.condition(axiom).iter().filter(|fact| layer_of(fact) == layer_of(head)) {
                users.entry(*fact).or_default().push(axiom);
            }
        }
        let unsatisfied = vec![0; task.axioms.len()];
        AxiomEvaluator { task, layers: layers.into_values().collect(), users, unsatisfied }
    }

    /// Sets the derived variables of a state to their values.
    pub(crate) fn evaluate(&mut self, state: &mut [u32]) {
        for (variable, value) in state.iter_mut().enumerate() {
            if self.task.variables[variable].axiom_layer.is_some() {
                *value = self.task.initial_state[variable];
            }
        }
        for layer in 0..self.layers.len() {
            self.evaluate_layer(layer, state);
        }
    }

    fn evaluate_layer(&mut self, layer: usize, state: &mut [u32]) {
        let axioms = &self.task.axioms;
        let mut fired = Vec::new();
        for &axiom in &self.layers[layer] {
            let is_missing = |fact: &&Fact| state[fact.variable as usize] != fact.value;
            self.unsatisfied[axiom] = axioms.condition(axiom).iter().filter(is_missing).count();
            if self.unsatisfied[axiom] == 0 {
                fired.push(axiom);
            }
        }
        while let Some(axiom) = fired.pop() {
            let head = axioms.head[axiom];
            let value = &mut state[head.variable as usize];
            if *value == head.value {
                continue;
            }
            *value = head.value;
            for &user in self.users.get(&head).map_or(&[][..], Vec::as_slice) {
                self.unsatisfied[user] -= 1;
                if self.unsatisfied[user] == 0 {
                    fired.push(user);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal_sas::Variable;

    fn fact(variable: u32, value: u32) -> Fact {
        Fact { variable, value }
    }

    /// Variable 0 is basic. In layer 0, 1 follows from 0 and 2 from 1 (and 1 from 2, a cycle); in layer 1,
    /// 3 follows if 2 does not.
    fn task() -> Task {
        let variable = |axiom_layer| Variable {
            name: String::new(),
            axiom_layer,
            values: vec!["no".to_owned(), "yes".to_owned()],
        };
        let mut task = Task::trivial(true);
        task.variables = [None, Some(0), Some(0), Some(1)].map(variable).into();
        task.initial_state = vec![0; 4];
        task.axioms.push([fact(0, 1)], fact(1, 1));
        task.axioms.push([fact(0, 1), fact(1, 1)], fact(2, 1));
        task.axioms.push([fact(2, 1)], fact(1, 1));
        task.axioms.push([fact(2, 0)], fact(3, 1));
        task
    }

    #[test]
    fn layers_are_evaluated_in_order_and_anew() {
        let task = task();
        let mut evaluator = AxiomEvaluator::new(&task);
        let mut values = |basic| {
            // What the derived variables were before must not matter.
            let mut state = [basic, 1, 1, 1];
            evaluator.evaluate(&mut state);
            state
        };
        assert_eq!(values(0), [0, 0, 0, 1]);
        assert_eq!(values(1), [1, 1, 1, 0]);
        assert_eq!(values(0), [0, 0, 0, 1]);
    }
}
