//! What a report needs of a run.

use extremal_lab::{Row, Status};

/// The figures of one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Run {
    /// How it ended.
    pub status: Status,
    /// Evaluated states.
    pub evaluations: u64,
    /// Evaluated states with a larger heuristic value than the initial state.
    pub above_initial_h: u64,
    /// Expanded states.
    pub expansions: u64,
    /// Longest path.
    pub max_depth: u32,
    /// Steps of the plan.
    pub plan_length: Option<u64>,
    /// Seconds of search; none if values were shared.
    pub search_seconds: Option<f64>,
    /// Seconds of the search that went into the open list; none if not measured, or values were shared.
    pub open_list_seconds: Option<f64>,
    /// Seconds until the plan or the end, reading and translating included; none if values were shared.
    pub total_seconds: Option<f64>,
    /// Whether the run was longer: then only its status and its evaluations mean something.
    pub is_cut: bool,
}

impl Run {
    /// The figures of a row.
    pub fn of(row: &Row) -> Run {
        // A run that found its heuristic values in those of other runs has times of no meaning, as has a run that was
        // longer.
        let meaningful = |seconds: f64| (!row.shared_values && !row.is_cut).then_some(seconds);
        Run {
            status: row.status,
            evaluations: row.evaluations,
            above_initial_h: row.above_initial_h,
            expansions: row.expansions,
            max_depth: row.max_depth,
            plan_length: row.plan_length,
            search_seconds: meaningful(row.search_seconds),
            open_list_seconds: row.open_list_seconds.and_then(meaningful),
            total_seconds: meaningful(row.total_seconds),
            is_cut: row.is_cut,
        }
    }

    /// Whether the run says nothing about the search, because the planner died or could not read the task.
    pub fn is_broken(&self) -> bool {
        matches!(self.status, Status::Crashed | Status::Failed)
    }

    /// Whether a plan was found.
    pub fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }
}
