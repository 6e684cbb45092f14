//! How much of the goal a state misses.

use extremal_heuristics::{CostType, LandmarkSum};
use extremal_limits::{Budget, Stop};
use extremal_sas::{Fact, Task};
use extremal_states::StateId;

/// Counts the goals that do not hold. Where there is only one, that says nothing, and landmarks are counted.
#[derive(Debug)]
pub(super) enum Missing {
    Goals(Vec<Fact>),
    Landmarks {
        sum: Box<LandmarkSum>,
        /// For each registered state the landmarks that have been reached on the way to it.
        past: Vec<u64>,
        /// Those of the state that was looked at last.
        last: Vec<u64>,
    },
}

impl Missing {
    /// Prepares to count the goals or the landmarks of a task.
    pub fn new(task: &Task, landmarks: bool, budget: &Budget) -> Result<Self, Stop> {
        if task.goal.len() > 1 && !landmarks {
            return Ok(Missing::Goals(task.goal.clone()));
        }
        let sum = Box::new(LandmarkSum::new(task, CostType::Unit, budget)?);
        let last = vec![0; sum.words()];
        Ok(Missing::Landmarks { sum, past: Vec::new(), last })
    }

    /// What the initial state misses.
    pub fn in_initial_state(&mut self, state: &[u32]) -> u32 {
        match self {
            Missing::Goals(goals) => count(goals, state),
            Missing::Landmarks { sum, last, .. } => {
                sum.initial(state, last);
                sum.evaluate(state, last)
            }
        }
    }

    /// What a state misses, given the registered one before it. Landmarks may find that it is a dead end.
    #[inline]
    pub fn after(&mut self, parent: StateId, state: &[u32]) -> u32 {
        match self {
            Missing::Goals(goals) => count(goals, state),
            Missing::Landmarks { sum, past, last } => {
                let words = last.len();
                sum.progress(&past[parent.index() * words..][..words], state, last);
                sum.evaluate(state, last)
            }
        }
    }

    /// The state that was looked at last is registered.
    pub fn push(&mut self) {
        if let Missing::Landmarks { past, last, .. } = self {
            past.extend_from_slice(last);
        }
    }
}

#[inline]
fn count(goals: &[Fact], state: &[u32]) -> u32 {
    goals.iter().filter(|goal| state[goal.variable as usize] != goal.value).count() as u32
}
