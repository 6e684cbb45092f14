//! Results for a page: made up, but with everything that a page can show.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The second name would be seen if the page took names for HTML.
const DOMAINS: [&str; 4] = ["blocks", "<b>&\"depot\"", "snake-sat18-strips", "tpp"];
const PROBLEMS: usize = 16;
const SEARCHES: [(&str, f64); 5] = [
    ("gbfs", 1.0),
    ("softmin-type", 0.8),
    ("guct-uniform", 0.6),
    ("guct-uniform(floor=0)", 0.65),
    ("own-bandit", 40.0),
];
const COLUMNS: [(&str, bool, f64); 2] = [("ff", false, 1.0), ("ff", true, 0.7)];
const SEEDS: u64 = 3;

/// Two stores, before and after a change, each with a limit of evaluations and one of time.
pub fn write_stores(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for (name, change) in [("before", 1.0), ("after", 0.85)] {
        let path = folder.join(format!("{name}.jsonl"));
        let rows: String = rows(change).iter().map(|row| format!("{row}\n")).collect();
        fs::write(&path, rows).with_context(|| format!("cannot write {}", path.display()))?;
        paths.push(path);
    }
    Ok(paths)
}

fn rows(change: f64) -> Vec<Value> {
    let mut rows = Vec::new();
    for (d, domain) in DOMAINS.iter().enumerate() {
        for problem in 0..PROBLEMS {
            for (s, (search, effort)) in SEARCHES.iter().enumerate() {
                for (c, (heuristic, preferred, less)) in COLUMNS.iter().enumerate() {
                    for seed in 1..=SEEDS {
                        // One run is missing, as in an experiment that goes on.
                        let number = (((d * PROBLEMS + problem) * 8 + s) * 2 + c) as u64 * 8 + seed;
                        if number == 8 * 2 * 3 + 1 {
                            continue;
                        }
                        let luck = 0.4 + 1.2 * noise(number);
                        let hardness = 6.0 * 1.75_f64.powi(problem as i32) * (1.0 + d as f64);
                        let evaluations = (hardness * effort * less * luck * change) as u64 + 2;
                        let run = json!({
                            "version": "0.1.0", "commit": "0123abc", "domain": domain,
                            "problem": format!("{domain}/p{problem:02}.pddl"), "search": search,
                            "heuristic": heuristic, "preferred": preferred, "deferred": false, "seed": seed,
                            "initial_h": 9, "best_h": 0, "generated": evaluations, "reopened": 0,
                            "dead_ends": 0, "max_depth": 20 + problem, "tree_nodes": 0,
                            "translate_seconds": 0.02, "started": 1,
                        });
                        rows.push(ended(&run, evaluations, true));
                        rows.push(ended(&run, evaluations * 40, false));
                    }
                }
            }
        }
    }
    rows
}

/// The run with its end, under a limit of evaluations or of time.
fn ended(run: &Value, needed: u64, by_evaluations: bool) -> Value {
    let limit = if by_evaluations { 10_000 } else { 300_000 };
    let evaluations = needed.min(limit);
    let solved = needed < limit;
    let seconds = evaluations as f64 * 1e-4;
    let unsolved = if by_evaluations { "evaluation_limit" } else { "out_of_time" };
    let mut row = run.clone();
    let more = json!({
        "id": format!("{run}{by_evaluations}"),
        "max_evaluations": by_evaluations.then_some(limit), "time_limit": (!by_evaluations).then_some(30.0),
        "status": if solved { "solved" } else { unsolved },
        "plan_length": solved.then_some(10 + needed % 40), "evaluations": evaluations,
        "above_initial_h": evaluations / 30, "expansions": evaluations / 4 + 1, "search_seconds": seconds,
        "open_list_seconds": seconds * 0.1, "total_seconds": seconds + 0.02,
    });
    if let (Some(row), Value::Object(more)) = (row.as_object_mut(), more) {
        row.extend(more);
    }
    row
}

/// A number between 0 and 1 that looks like chance and is always the same.
fn noise(number: u64) -> f64 {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) as f64 / (1 << 24) as f64
}
