//! Why a task has no plan, as reports have it.

use extremal::NoPlan;
use serde::Serialize;

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
