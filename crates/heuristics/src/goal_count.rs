//! `gc`: how many goals are not reached yet.

use extremal_grammar::Arguments;
use extremal_limits::{Budget, Stop};
use extremal_sas::{Fact, Task};

use crate::descriptor::Descriptor;
use crate::heuristic::Heuristic;

/// Data of the heuristic.
pub static DESCRIPTOR: Descriptor = Descriptor {
    name: "gc",
    summary: "number of goal facts that do not hold",
    citation: "Fikes and Nilsson: STRIPS, Artificial Intelligence 2, 1971",
    parameters: &[],
    admissible: false,
    safe: true,
    preferred_operators: false,
    build,
};

fn build(task: &Task, _: &Arguments, _: &Budget) -> Result<Box<dyn Heuristic>, Stop> {
    Ok(Box::new(GoalCount { goal: task.goal.clone() }))
}

#[derive(Clone)]
struct GoalCount {
    goal: Vec<Fact>,
}

impl Heuristic for GoalCount {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.goal.iter().filter(|fact| state[fact.variable as usize] != fact.value).count() as u32
    }

    fn for_parts_of_the_goal(&self) -> Option<Box<dyn Heuristic>> {
        self.fork()
    }

    fn set_goal(&mut self, goal: &[Fact]) {
        self.goal = goal.to_vec();
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(self.clone()))
    }
}
