//! Pairs of facts that no plan needs together, and operators that no plan needs.
//!
//! In goes a [`Task`]; out comes a [`Reduction`]: which pairs of facts may hold together in a state that can be reached and
//! from which the goal can be reached, as far as pairs can tell (h², forward and backward), and which operators
//! lead from such a state to such a state. Alcázar and Torralba: A Reminder about the Importance of Computing and
//! Exploiting Invariants in Planning, ICAPS 2015.
//!
//! Rows of bits make it cheap: what holds together with all preconditions of an operator is the intersection of
//! their rows. Work is counted, in words, and not timed.

mod analysis;
mod operators;
mod pairs;
mod table;

use extremal_limits::{Budget, Stop};
use extremal_sas::{Fact, Task};

pub use analysis::Analysis;
use operators::Numbered;
pub use pairs::Pairs;

/// What is known of a task.
#[derive(Clone, Debug)]
pub struct Reduction {
    numbered: Numbered,
    possible: Pairs,
    useless: Vec<bool>,
}

/// Why a task was not looked at to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotReduced {
    /// It has conditional effects, axioms, or too many facts.
    Unsuitable,
    /// It would take more work than is allowed.
    TooMuchWork,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
}

impl Reduction {
    /// Looks at a task, with at most so much work: words of rows that are looked at.
    pub fn new(task: &Task, max_work: u64, budget: &Budget) -> Result<Self, NotReduced> {
        let mut analysis = Analysis::new(task, budget)?;
        if analysis.advance(max_work)? { Ok(analysis.finish()) } else { Err(NotReduced::TooMuchWork) }
    }

    /// Whether no plan needs an operator.
    pub fn is_useless(&self, operator: u32) -> bool {
        self.useless[operator as usize]
    }

    /// How many operators no plan needs.
    pub fn num_useless(&self) -> usize {
        self.useless.iter().filter(|&&useless| useless).count()
    }

    /// Whether two facts may hold together in a state on the way to the goal.
    pub fn are_possible(&self, a: Fact, b: Fact) -> bool {
        self.possible.contains(self.numbered.of(a), self.numbered.of(b))
    }

    /// The task with its useless operators disabled: they keep their numbers, so that plans for it are plans for the task
    /// itself, but are never applicable and have no effects.
    pub fn reduced(&self, task: &Task) -> Task {
        let never = [0, 1].map(|value| Fact { variable: 0, value });
        let mut operators = extremal_sas::Operators::default();
        for number in 0..task.operators.len() {
            let cost = task.operators.cost[number];
            let name = task.operators.name_bytes(number).iter().copied();
            if self.useless[number] {
                operators.push(name, never, [], cost);
            } else {
                let effects = task.operators.effects(number).iter().map(|effect| (effect.fact, &[][..]));
                operators.push(name, task.operators.precondition(number).iter().copied(), effects, cost);
            }
        }
        Task { operators, ..task.clone() }
    }
}
