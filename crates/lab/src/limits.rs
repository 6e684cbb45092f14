//! What each run may use.

use serde::{Deserialize, Serialize};

/// What each run may use.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Evaluated states: a plan must be found with fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_evaluations: Option<u64>,
    /// Expanded states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_expansions: Option<u64>,
    /// Seconds, reading and translating included. Each run then has a process of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// MiB of the process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
    /// Heuristic values that other runs on the task have computed. Only times tell the difference.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub share_values: bool,
    /// Whether rows have the plans.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keep_plans: bool,
}
