//! The state space of a task.

use std::sync::Arc;

use extremal_limits::{Budget, Pacer, Stop};
use extremal_sas::{Fact, Task};

use crate::axioms::AxiomEvaluator;
use crate::batch::SuccessorBatch;
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
    /// The part of the goal that packed states show.
    stored_goal: Vec<GoalWord>,
}

/// What the goal asks of a word of a packed state.
#[derive(Clone, Copy, Debug)]
struct GoalWord {
    word: u32,
    bits: u64,
    wanted: u64,
}

/// How often the clock is looked at, in operators: a few times in a millisecond.
pub(crate) const INTERVAL: u32 = 1 << 10;

impl StateSpace {
    /// Prepares a task, in time and memory proportional to its size: large tasks take tenths of a second.
    pub fn within(task: &Task, budget: &Budget) -> Result<Self, Stop> {
        budget.check()?;
        let mut pacer = Pacer::new(budget, INTERVAL);
        let packing = Arc::new(Packing::new(task));
        Ok(StateSpace {
            generator: Arc::new(SuccessorGenerator::new(task, &mut pacer)?),
            operators: Arc::new(PackedOperators::new(task, &packing, &mut pacer)?),
            axioms: AxiomEvaluator::new(task),
            initial_values: task.initial_state.clone(),
            goal: task.goal.clone(),
            stored_goal: goal_words(&task.goal, &packing),
            packing,
        })
    }

    /// The same without limits, for small tasks.
    pub fn new(task: &Task) -> Self {
        Budget::without_limits(|budget| Self::within(task, budget))
    }

    /// The same space with another initial state and another goal.
    pub fn between(&self, initial_values: &[u32], goal: &[Fact]) -> Self {
        StateSpace {
            initial_values: initial_values.to_vec(),
            goal: goal.to_vec(),
            stored_goal: goal_words(goal, &self.packing),
            ..self.clone()
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

    /// A buffer for successors.
    pub fn new_batch(&self) -> SuccessorBatch {
        SuccessorBatch::new(self.packing.words)
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

    /// Does what [`unpack`](Self::unpack) does for a state that differs little from another one, its parent
    /// for example, whose two forms are known.
    #[inline]
    pub fn unpack_successor(
        &mut self,
        parent: &[u64],
        parent_values: &[u32],
        packed: &[u64],
        values: &mut [u32],
    ) {
        values.copy_from_slice(parent_values);
        self.packing.unpack_changes(parent, packed, values);
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

    /// Whether a packed state may be a goal state: whether all of the goal holds but for derived variables.
    #[inline]
    pub fn may_be_goal(&self, packed: &[u64]) -> bool {
        self.stored_goal.iter().all(|goal| packed[goal.word as usize] & goal.bits == goal.wanted)
    }
}

fn goal_words(goal: &[Fact], packing: &Packing) -> Vec<GoalWord> {
    let mut words: Vec<GoalWord> = Vec::new();
    for fact in goal {
        let fields = packing.fields();
        let Ok(place) = fields.binary_search_by_key(&fact.variable, |&(variable, _)| variable) else {
            continue;
        };
        let field = fields[place].1;
        let (bits, wanted) = (field.bits(), field.place(fact.value));
        match words.iter_mut().find(|goal| goal.word == field.word) {
            Some(goal) => {
                goal.bits |= bits;
                goal.wanted |= wanted;
            }
            None => words.push(GoalWord { word: field.word, bits, wanted }),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use extremal_sas::{Axioms, Operators, Variable};

    use super::*;

    /// A variable that goes from value to value, one operator a step.
    fn chain(length: u32) -> Task {
        let variable = |size: u32| Variable {
            name: String::new(),
            axiom_layer: None,
            values: vec![String::new(); size as usize],
        };
        let mut operators = Operators::default();
        for value in 1..length {
            let fact = |value| Fact { variable: 0, value };
            operators.push(*b"o", [fact(value - 1)], [(fact(value), &[][..])], 1);
        }
        Task {
            variables: vec![variable(length)],
            mutex_groups: Vec::new(),
            initial_state: vec![0],
            goal: Vec::new(),
            operators,
            axioms: Axioms::default(),
            metric: false,
        }
    }

    #[test]
    fn every_part_of_the_preparation_asks_the_budget() {
        let (task, budget) = (chain(2 * INTERVAL), Budget::unlimited());
        let packing = Packing::new(&task);
        assert!(StateSpace::within(&task, &budget).is_ok());
        budget.cancel();
        let stopped = Some(Stop::Cancelled);
        assert_eq!(StateSpace::within(&task, &budget).err(), stopped);
        let mut pacer = Pacer::new(&budget, INTERVAL);
        assert_eq!(SuccessorGenerator::new(&task, &mut pacer).err(), stopped);
        assert_eq!(PackedOperators::new(&task, &packing, &mut pacer).err(), stopped);
    }
}
