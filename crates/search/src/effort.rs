//! How much work a search is, in units that do not depend on the clock.
//!
//! The unit is an operator that is applied. What an evaluation takes grows with the number of operators of the task.

use extremal_heuristics::Heuristic;
use extremal_sas::Task;

use crate::outcome::Counters;

/// How many words a heuristic reads in the time in which an operator is applied: measured on 38 tasks of IPC 2014 and 2018.
pub const WORDS_PER_WORK: u64 = 200;

/// The least work of evaluating a state.
const LEAST_WORK: u64 = 15;

/// The work of evaluating a state, where it is not known what that reads.
pub fn evaluation_work(task: &Task) -> u64 {
    LEAST_WORK + task.operators.len() as u64 / 100
}

/// How much other work counts as an evaluation when turns are counted. Where the heuristic does not tell, the number of
/// operators does.
pub fn work_per_evaluation(task: &Task, heuristic: &dyn Heuristic) -> u32 {
    let work = match heuristic.words() {
        0 => evaluation_work(task),
        words => words / WORDS_PER_WORK,
    };
    work.clamp(32, 1 << 20) as u32
}

/// The work of looking at a successor without evaluating it. Its values are copied and compared.
pub fn successor_work(task: &Task) -> u64 {
    1 + task.variables.len() as u64 / 128
}

/// The work of looking at so many pairs of facts, each somewhere else in a table of so many bytes. It takes longer where
/// the table does not fit into the caches of a processor.
pub fn pairs_work(pairs: u64, bytes: usize) -> u64 {
    if bytes > 1 << 23 { pairs / 12 } else { pairs / 32 }
}

/// The work of a search that has counted this. Where it is known what some evaluations read, all are taken to be like these.
pub fn work_of(task: &Task, counters: &Counters) -> u64 {
    let words = counters.words_read.checked_div(counters.read_evaluations);
    let evaluation = words.map_or_else(|| evaluation_work(task), |words| LEAST_WORK + words / WORDS_PER_WORK);
    let others = counters.generated.max(counters.other_work);
    counters.evaluations.saturating_mul(evaluation).saturating_add(others)
}
