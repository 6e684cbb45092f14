//! Rows for tests.

use extremal_lab::{Column, Row, Status};
use serde_json::json;

/// A row of a run that has not ended; `configuration` is written `SEARCH:COLUMN`.
pub fn row(domain: &str, problem: &str, configuration: &str, seed: u64) -> Row {
    let (search, column) = configuration.split_once(':').unwrap();
    let column: Column = column.parse().unwrap();
    serde_json::from_value(json!({
        "id": format!("{domain}/{problem}/{configuration}/{seed}"), "version": "0.1.0",
        "domain": domain, "problem": problem, "search": search, "heuristic": column.heuristic,
        "preferred": column.preferred, "deferred": column.deferred, "seed": seed,
        "max_evaluations": 10_000, "status": "failed", "initial_h": 8, "best_h": 0, "evaluations": 0,
        "above_initial_h": 0, "expansions": 0, "generated": 0, "reopened": 0, "dead_ends": 0, "max_depth": 0,
        "tree_nodes": 0, "translate_seconds": 0.01, "search_seconds": 0.0, "total_seconds": 0.01,
        "started": 1,
    }))
    .unwrap()
}

/// The row with a plan after so many evaluations, at a speed of a thousand evaluations per second.
pub fn solved(row: Row, evaluations: u64) -> Row {
    let search_seconds = evaluations as f64 / 1000.0;
    Row {
        status: Status::Solved,
        evaluations,
        expansions: evaluations / 2,
        plan_length: Some(10),
        max_depth: 12,
        search_seconds,
        total_seconds: row.translate_seconds + search_seconds,
        ..row
    }
}

/// The row without a plan, at the limit of evaluations.
pub fn unsolved(row: Row) -> Row {
    let evaluations = row.max_evaluations.unwrap_or(10_000);
    Row { status: Status::EvaluationLimit, plan_length: None, ..solved(row, evaluations) }
}
