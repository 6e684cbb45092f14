//! `blind`: whether the goal holds.

use extremal_grammar::Arguments;
use extremal_limits::{Budget, Stop};
use extremal_sas::{Fact, Task};

use crate::descriptor::{CostType, Descriptor};
use crate::heuristic::Heuristic;

/// Data of the heuristic.
pub static DESCRIPTOR: Descriptor = Descriptor {
    name: "blind",
    summary: "0 in goal states, else the least operator cost",
    citation: "folklore",
    parameters: &[CostType::PARAMETER],
    admissible: true,
    safe: true,
    preferred_operators: false,
    build,
};

fn build(task: &Task, arguments: &Arguments, _: &Budget) -> Result<Box<dyn Heuristic>, Stop> {
    let costs = CostType::of(arguments);
    let cheapest = (0..task.operators.len()).map(|o| costs.of_operator(task, o)).min().unwrap_or(0);
    // The largest number is a dead end, which costs alone must never claim.
    Ok(Box::new(Blind { goal: task.goal.clone(), cheapest: cheapest.min(u32::MAX - 1) }))
}

#[derive(Clone)]
struct Blind {
    goal: Vec<Fact>,
    cheapest: u32,
}

impl Heuristic for Blind {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        let is_goal = self.goal.iter().all(|fact| state[fact.variable as usize] == fact.value);
        if is_goal { 0 } else { self.cheapest }
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(self.clone()))
    }
}
