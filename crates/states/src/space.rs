//! The state space of a task.

use std::sync::Arc;

use extremal_sas::{Fact, Task};

use crate::axioms::AxiomEvaluator;
use crate::generator::SuccessorGenerator;
use crate::operators::PackedOperators;
use crate::packing::Packing;
use crate::registry::StateRegistry;

/// Initial state, successors and goal of a task. It holds all that it needs of the task; clones share what
/// grows with the number of operators.
#[derive(Clone, Debug)]
pub struct StateSpace {
    packing: Arc<Packing>,
    generator: Arc<SuccessorGenerator>,
    operators: Arc<PackedOperators>,
    axioms: AxiomEvaluator,
    initial_values: Vec<u32>,
    goal: Vec<Fact>,
}

impl StateSpace {
    /// Prepares a task, in time and memory proportional to its size.
    pub fn new(task: &Task) -> Self {
        let packing = Arc::new(Packing::new(task));
        StateSpace {
            generator: Arc::new(SuccessorGenerator::new(task)),
            operators: Arc::new(PackedOperators::new(task, &packing)),
            axioms: AxiomEvaluator::new(task),
            initial_values: task.initial_state.clone(),
            goal: task.goal.clone(),
            packing,
        }
    }

    /// An empty registry for states of this space.
    pub fn new_registry(&self) -> StateRegistry {
        StateRegistry::new(self.packing.words)
    }

    /// A buffer for a packed state.
    pub fn new_packed(&self) -> Vec<u64> {
        vec![0; self.packing.words]
    }

    /// A buffer for an unpacked state.
    pub fn new_values(&self) -> Vec<u32> {
        vec![0; self.initial_values.len()]
    }

    /// Number of words of a packed state.
    pub fn words(&self) -> usize {
        self.packing.words
    }

    /// Writes the initial state to `packed`.
    pub fn initial_state(&self, packed: &mut [u64]) {
        self.packing.pack(&self.initial_values, packed);
    }

    /// Packs a state; its derived variables do not matter.
    pub fn pack(&self, values: &[u32], packed: &mut [u64]) {
        self.packing.pack(values, packed);
    }

    /// Writes the values of all variables of a packed state to `values`; axioms give the derived ones.
    ///
    /// The space remembers the state last unpacked to follow only what changes in derived variables; the
    /// result does not depend on it.
    #[inline]
    pub fn unpack(&mut self, packed: &[u64], values: &mut [u32]) {
        self.packing.unpack(packed, values);
        self.axioms.evaluate(values);
    }

    /// Replaces `operators` by those applicable in a state, in a fixed order.
    #[inline]
    pub fn applicable_operators(&self, values: &[u32], operators: &mut Vec<u32>) {
        operators.clear();
        self.generator.applicable_operators(values, operators);
    }

    /// Writes to `successor` the state that an applicable operator leads to. `packed` and `values` are the
    /// two forms of the state it is applied to.
    #[inline]
    pub fn successor(&self, packed: &[u64], values: &[u32], operator: u32, successor: &mut [u64]) {
        successor.copy_from_slice(packed);
        self.operators.apply(operator, values, successor);
    }

    /// Whether the goal holds in a state.
    #[inline]
    pub fn is_goal(&self, values: &[u32]) -> bool {
        self.goal.iter().all(|fact| values[fact.variable as usize] == fact.value)
    }
}
