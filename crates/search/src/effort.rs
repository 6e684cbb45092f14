//! How much work a search is, in units that do not depend on the clock.
//!
//! The unit is an operator that is applied. What an evaluation takes grows with the number of operators of the task.

use extremal_sas::Task;

use crate::outcome::Counters;

/// The work of evaluating a state.
pub fn evaluation_work(task: &Task) -> u64 {
    15 + task.operators.len() as u64 / 100
}

/// How many successors that are not evaluated count as an evaluation.
pub fn unevaluated_per_evaluation(task: &Task) -> u32 {
    evaluation_work(task).clamp(32, 1 << 20) as u32
}

/// The work of a search that has counted this.
pub fn work_of(task: &Task, counters: &Counters) -> u64 {
    counters.evaluations.saturating_mul(evaluation_work(task)).saturating_add(counters.generated)
}
