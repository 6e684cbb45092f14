//! Why a task has no plan, as reports have it.

use extremal::{NoPlan, Outcome, Task};
use serde::Serialize;

use crate::run::Run;
use crate::solve::OpenReport;

/// The part of a report that says why there is no plan.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Explained {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreachable_goals: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reasons: Vec<String>,
    /// The same for people.
    #[serde(skip)]
    pub text: String,
}

impl From<NoPlan> for Explained {
    fn from(why: NoPlan) -> Self {
        let text = why.to_string();
        Explained { unreachable_goals: why.unreachable_goals, reasons: why.reasons, text }
    }
}

/// Puts into the report why there is no plan, if that is the outcome, and shows the place that is to blame.
pub fn explain(outcome: &Outcome, task: &Task, run: &Run, report: &OpenReport) {
    let Outcome::Unsolvable(proof) = outcome else { return };
    report.lock().unsolvable(task.explain(proof, &run.budget));
    if let Some((cause, sources)) = task.root_cause() {
        run.console.diagnostics(std::slice::from_ref(cause), &sources);
    }
}
