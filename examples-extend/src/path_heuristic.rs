//! A heuristic that looks at the path to a state: which goals held on the way and were given up again.

use std::collections::HashMap;

use extremal::{Fact, Heuristic, SasTask};

/// The number of goals that do not hold, where goals that held earlier on the path count twice.
pub struct GoalsHeld {
    goals: Vec<Fact>,
    /// For each state by its number: which goals have held on the path to it.
    held: HashMap<u32, Vec<bool>>,
    /// The state that is evaluated next, and the one before it.
    arrived: (u32, Option<u32>),
}

impl GoalsHeld {
    /// Prepares the heuristic for a task.
    pub fn new(task: &SasTask) -> Self {
        GoalsHeld { goals: task.goal.clone(), held: HashMap::new(), arrived: (0, None) }
    }
}

impl Heuristic for GoalsHeld {
    fn follows_paths(&self) -> bool {
        true
    }

    /// Called before each evaluation. The operator that leads to the state is at hand, too.
    fn arrive(&mut self, state: u32, from: Option<(u32, u32)>) {
        self.arrived = (state, from.map(|(parent, _operator)| parent));
    }

    fn evaluate(&mut self, state: &[u32]) -> u32 {
        let (number, parent) = self.arrived;
        let before = parent.and_then(|parent| self.held.get(&parent));
        let mut held = before.cloned().unwrap_or_else(|| vec![false; self.goals.len()]);
        let mut estimate = 0;
        for (goal, held) in self.goals.iter().zip(&mut held) {
            if state[goal.variable as usize] == goal.value {
                *held = true;
            } else {
                estimate += 1 + u32::from(*held);
            }
        }
        self.held.insert(number, held);
        estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_that_was_given_up_counts_twice() {
        let goals = [Fact { variable: 0, value: 1 }, Fact { variable: 1, value: 1 }];
        let mut heuristic = GoalsHeld { goals: goals.to_vec(), held: HashMap::new(), arrived: (0, None) };
        let mut at = |number, parent: Option<u32>, state: [u32; 2]| {
            heuristic.arrive(number, parent.map(|parent| (parent, 0)));
            heuristic.evaluate(&state)
        };
        assert_eq!(at(0, None, [0, 0]), 2);
        assert_eq!(at(1, Some(0), [1, 0]), 1);
        assert_eq!(at(2, Some(1), [0, 0]), 3, "the first goal was given up");
        assert_eq!(at(3, Some(0), [0, 0]), 2, "on another path it never held");
    }
}
