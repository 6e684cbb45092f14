//! `add`: the sum of the costs of the goals, in the delete relaxation.

use std::sync::Arc;

use extremal_grammar::Arguments;
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;

use crate::descriptor::{CostType, Descriptor};
use crate::heuristic::Heuristic;
use crate::relaxed::{Exploration, Rules};

/// Data of the heuristic.
pub static DESCRIPTOR: Descriptor = Descriptor {
    name: "add",
    summary: "sum of the relaxed costs of the goals, where a set of facts costs as much as all its facts",
    citation: "Bonet and Geffner: Planning as Heuristic Search, Artificial Intelligence 129, 2001",
    parameters: &[CostType::PARAMETER],
    admissible: false,
    safe: true,
    preferred_operators: false,
    build,
};

fn build(task: &Task, arguments: &Arguments, budget: &Budget) -> Result<Box<dyn Heuristic>, Stop> {
    let rules = Arc::new(Rules::new(task, CostType::of(arguments), budget)?);
    Ok(Box::new(Add { exploration: Exploration::new(&rules), rules }))
}

#[derive(Clone)]
struct Add {
    rules: Arc<Rules>,
    exploration: Exploration,
}

impl Heuristic for Add {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.exploration.run_add(&self.rules, state, |_, _| ())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ff::FastForward;
    use crate::testing::{fact, task};

    /// Each fact needs the two before it, which cost about twice as much from step to step.
    #[test]
    fn sums_beyond_all_numbers_are_no_dead_ends() {
        const FACTS: u32 = 80;
        let preconditions: Vec<Vec<_>> =
            (1..FACTS).map(|at| (at.saturating_sub(2)..at).map(|at| fact(at, 1)).collect()).collect();
        let effects: Vec<_> = (1..FACTS).map(|at| [fact(at, 1)]).collect();
        let start = [fact(0, 1)];
        let operators: Vec<_> = std::iter::once((&[][..], &start[..]))
            .chain(preconditions.iter().zip(&effects).map(|(needs, effect)| (&needs[..], &effect[..])))
            .collect();
        let task = task(&[2; FACTS as usize], &operators, &[fact(FACTS - 1, 1)]);
        let state = [0; FACTS as usize];
        let mut add = Add { exploration: Exploration::new(&rules(&task)), rules: Arc::new(rules(&task)) };
        assert_eq!(add.evaluate(&state), 1 << 31);
        assert_eq!(
            FastForward::new(&task, CostType::Unit, &Budget::unlimited()).unwrap().evaluate(&state),
            FACTS
        );
    }

    fn rules(task: &Task) -> Rules {
        Rules::new(task, CostType::Unit, &Budget::unlimited()).unwrap()
    }
}
