//! Executing operators.

use extremal_sas::{Fact, Task};
use extremal_states::AxiomEvaluator;

/// Executes operators on one state.
pub(super) struct Simulation<'a> {
    pub task: &'a Task,
    axioms: AxiomEvaluator,
    pub values: Vec<u32>,
    fired: Vec<Fact>,
}

impl<'a> Simulation<'a> {
    pub fn new(task: &'a Task) -> Self {
        Simulation { task, axioms: AxiomEvaluator::new(task), values: Vec::new(), fired: Vec::new() }
    }

    pub fn restart(&mut self) {
        self.values.clone_from(&self.task.initial_state);
        self.axioms.evaluate(&mut self.values);
    }

    /// Applies an operator if it is applicable; otherwise nothing happens.
    pub fn step(&mut self, operator: u32) -> bool {
        let operators = &self.task.operators;
        if !holds(operators.precondition(operator as usize), &self.values) {
            return false;
        }
        // All conditions of effects are judged in the state before.
        let effects = operators.effects(operator as usize).iter();
        let fires = effects.filter(|effect| holds(operators.condition(effect), &self.values));
        self.fired.extend(fires.map(|effect| effect.fact));
        for fact in self.fired.drain(..) {
            self.values[fact.variable as usize] = fact.value;
        }
        self.axioms.evaluate(&mut self.values);
        true
    }

    pub fn is_goal(&self) -> bool {
        holds(&self.task.goal, &self.values)
    }
}

fn holds(condition: &[Fact], values: &[u32]) -> bool {
    condition.iter().all(|fact| values[fact.variable as usize] == fact.value)
}
