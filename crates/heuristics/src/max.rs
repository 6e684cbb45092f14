//! `max`: the most expensive goal, in the delete relaxation.

use std::sync::Arc;

use extremal_grammar::Arguments;
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;

use crate::descriptor::{CostType, Descriptor};
use crate::heuristic::Heuristic;
use crate::relaxed::{Exploration, Rules};

/// Data of the heuristic.
pub static DESCRIPTOR: Descriptor = Descriptor {
    name: "max",
    summary: "relaxed cost of the most expensive goal, where a set of facts costs as much as its most expensive fact",
    citation: "Bonet and Geffner: Planning as Heuristic Search, Artificial Intelligence 129, 2001",
    parameters: &[CostType::PARAMETER],
    admissible: true,
    safe: true,
    preferred_operators: false,
    build,
};

fn build(task: &Task, arguments: &Arguments, budget: &Budget) -> Result<Box<dyn Heuristic>, Stop> {
    let rules = Arc::new(Rules::new(task, CostType::of(arguments), budget)?);
    Ok(Box::new(Max { exploration: Exploration::new(&rules), rules }))
}

#[derive(Clone)]
struct Max {
    rules: Arc<Rules>,
    exploration: Exploration,
}

impl Heuristic for Max {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.exploration.run_max(&self.rules, state)
    }

    fn words(&self) -> u64 {
        self.rules.size()
    }

    fn words_read(&self) -> u64 {
        self.exploration.size()
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(self.clone()))
    }
}
