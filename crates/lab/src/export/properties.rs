//! Results as the `properties` file that the reports of Downward Lab read.

use std::collections::HashSet;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::row::{Row, Status};

/// Bounds of Lab's scores: the lower gives 1, the upper 0.
const COUNT_BOUNDS: (f64, f64) = (100.0, 1e6);
const LEAST_SECONDS: f64 = 1.0;
const LEAST_KIB: f64 = 2000.0;
/// Lab takes logarithms of times, so none is shorter than this.
const SHORTEST_TIME: f64 = 0.01;

/// Writes one JSON object with the attributes of each run, under Lab's names for them.
///
/// Lab knows a run by algorithm, domain and problem. If the rows have several seeds or several limits, these
/// become part of the algorithm's name. As in Lab, a run without a result has no times and no counters: they
/// would only tell the limits.
pub fn write_properties(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    let names = Names::new(rows);
    let mut runs: Vec<(String, &Row)> = rows.iter().map(|row| (names.id(row).join("-"), row)).collect();
    runs.sort_by(|a, b| a.0.cmp(&b.0));
    let mut separator = "{\n";
    for (id, row) in runs {
        out.write_all(separator.as_bytes())?;
        separator = ",\n";
        serde_json::to_writer(&mut *out, &id)?;
        out.write_all(b": ")?;
        serde_json::to_writer(&mut *out, &attributes(row, names.id(row)))?;
    }
    out.write_all(if rows.is_empty() { b"{}\n" } else { b"\n}\n" })
}

/// What must be said in the name of an algorithm besides its configuration.
struct Names {
    seeds: bool,
    limits: bool,
}

impl Names {
    fn new(rows: &[Row]) -> Self {
        let seeds: HashSet<u64> = rows.iter().map(|row| row.seed).collect();
        let limits: HashSet<String> = rows.iter().map(limits).collect();
        Names { seeds: seeds.len() > 1, limits: limits.len() > 1 }
    }

    /// Algorithm, domain and problem.
    fn id(&self, row: &Row) -> [String; 3] {
        let mut algorithm = row.configuration.to_string();
        if self.seeds {
            algorithm += &format!(":{}", row.seed);
        }
        if self.limits {
            algorithm += &format!(":{}", limits(row));
        }
        let problem = row.problem.strip_prefix(&row.domain).and_then(|rest| rest.strip_prefix('/'));
        [algorithm, row.domain.clone(), problem.unwrap_or(&row.problem).to_owned()]
    }
}

fn limits(row: &Row) -> String {
    let parts = [
        row.max_evaluations.map(|number| format!("{number}-evaluations")),
        row.max_expansions.map(|number| format!("{number}-expansions")),
        row.time_limit.map(|seconds| format!("{seconds}s")),
        row.memory_limit.map(|mebibytes| format!("{mebibytes}M")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("-")
}

fn attributes(row: &Row, id: [String; 3]) -> Map<String, Value> {
    let solved = row.status == Status::Solved;
    let unsolvable = row.status == Status::Unsolvable;
    let [algorithm, domain, problem] = &id;
    let mut attributes = Map::new();
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            attributes.insert(name.to_owned(), value);
        }
    };
    set("algorithm", json!(algorithm));
    set("domain", json!(domain));
    set("problem", json!(problem));
    set("id", json!(id));
    set("coverage", json!(u8::from(solved)));
    set("unsolvable", json!(u8::from(unsolvable)));
    set("error", json!(error(row)));
    set("cost", json!(row.plan_cost));
    set("plan_length", json!(row.plan_length));
    set("initial_h_value", json!(row.initial_h));
    set("planner_time_limit", json!(row.time_limit));
    set("planner_memory_limit", json!(row.memory_limit));
    set("raw_memory", json!(row.peak_memory_kib));
    set("node", json!(row.host));
    set("local_revision", json!(row.version));
    set("global_revision", json!(row.commit));
    set("component_options", json!([row.configuration.to_string()]));
    set("seed", json!(row.seed));
    if matches!(row.status, Status::Crashed | Status::Failed) {
        set("unexplained_errors", json!([row.reason.as_deref().unwrap_or(error(row))]));
    }
    if solved || unsolvable {
        let search_time = row.total_seconds - row.translate_seconds;
        set("evaluations", json!(row.evaluations));
        set("evaluated", json!(row.evaluations));
        set("expansions", json!(row.expansions));
        set("generated", json!(row.generated));
        set("reopened", json!(row.reopened));
        set("dead_ends", json!(row.dead_ends));
        set("search_time", json!(row.search_seconds.max(SHORTEST_TIME)));
        set("total_time", json!(search_time.max(SHORTEST_TIME)));
        set("planner_time", json!(row.total_seconds.max(SHORTEST_TIME)));
        set("translator_time_done", json!(row.translate_seconds));
        set("memory", json!(row.peak_memory_kib));
        set("planner_memory", json!(row.peak_memory_kib));
    }
    for (name, score) in scores(row, solved || unsolvable) {
        set(name, json!(score));
    }
    attributes
}

/// The word of Lab for how a run ended.
fn error(row: &Row) -> &'static str {
    let searched = row.evaluations > 0;
    match row.status {
        Status::Solved => "success",
        Status::Unsolvable if searched => "search-unsolvable",
        Status::Unsolvable => "translate-unsolvable",
        Status::Exhausted | Status::EvaluationLimit | Status::ExpansionLimit => "search-unsolved-incomplete",
        Status::OutOfTime if searched => "search-out-of-time",
        Status::OutOfTime => "translate-out-of-time",
        Status::OutOfMemory if searched => "search-out-of-memory",
        Status::OutOfMemory => "translate-out-of-memory",
        Status::Crashed => "search-critical-error",
        Status::Failed => "translate-input-error",
    }
}

fn scores(row: &Row, success: bool) -> Vec<(&'static str, f64)> {
    let score = |value: f64, bounds| if success { log_score(value, bounds) } else { 0.0 };
    let mut scores = vec![
        ("score_evaluations", score(row.evaluations as f64, COUNT_BOUNDS)),
        ("score_expansions", score(row.expansions as f64, COUNT_BOUNDS)),
        ("score_generated", score(row.generated as f64, COUNT_BOUNDS)),
    ];
    if let Some(limit) = row.time_limit {
        let bounds = (LEAST_SECONDS, limit);
        scores.push(("score_search_time", score(row.search_seconds, bounds)));
        scores.push(("score_total_time", score(row.total_seconds - row.translate_seconds, bounds)));
        scores.push(("score_planner_time", score(row.total_seconds, bounds)));
    }
    if let (Some(limit), Some(used)) = (row.memory_limit, row.peak_memory_kib) {
        let memory = score(used as f64, (LEAST_KIB, limit as f64 * 1024.0));
        scores.extend([("score_memory", memory), ("score_planner_memory", memory)]);
    }
    scores
}

/// Lab's score of a value between two bounds.
fn log_score(value: f64, (lower, upper): (f64, f64)) -> f64 {
    if upper <= lower {
        return if value <= lower { 1.0 } else { 0.0 };
    }
    (value.clamp(lower, upper).ln() - upper.ln()) / (lower.ln() - upper.ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::row;

    fn properties(rows: &[Row]) -> Value {
        let mut text = Vec::new();
        write_properties(rows, &mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    #[test]
    fn runs_are_named_as_in_lab() {
        let one = properties(&[row()]);
        let id = "guct-uniform(floor=0,samples=all):ff+de+po-gripper-p\"1\", é.pddl";
        assert_eq!(one[id]["problem"], "p\"1\", é.pddl");
        assert_eq!(one[id]["algorithm"], "guct-uniform(floor=0,samples=all):ff+de+po");
        assert_eq!((&one[id]["coverage"], &one[id]["cost"]), (&json!(1), &json!(4.5)));
        let two = properties(&[row(), Row { seed: 3, ..row() }]);
        let names: Vec<&String> = two.as_object().unwrap().keys().collect();
        assert!(names.len() == 2 && names[1].contains(":ff+de+po:3-gripper-"), "{names:?}");
        let other = properties(&[row(), Row { memory_limit: None, ..row() }]);
        assert!(
            other.as_object().unwrap().keys().any(|id| id.contains(":10000-evaluations-7-expansions-1.5s-"))
        );
        assert_eq!(properties(&[]), json!({}));
    }

    #[test]
    fn a_run_without_result_has_no_counters_and_no_score() {
        let all = properties(&[Row { status: Status::EvaluationLimit, ..row() }]);
        let run = all.as_object().unwrap().values().next().unwrap();
        assert_eq!(run["error"], "search-unsolved-incomplete");
        assert_eq!((run.get("evaluations"), run.get("memory")), (None, None));
        assert_eq!((&run["coverage"], &run["score_evaluations"]), (&json!(0), &json!(0.0)));
    }

    #[test]
    fn scores_lie_on_a_logarithmic_scale() {
        assert_eq!(log_score(10.0, COUNT_BOUNDS), 1.0);
        assert_eq!(log_score(1e9, COUNT_BOUNDS), 0.0);
        assert!((log_score(1e4, COUNT_BOUNDS) - 0.5).abs() < 1e-12);
        assert_eq!((log_score(1.0, (1.0, 1.0)), log_score(2.0, (1.0, 1.0))), (1.0, 0.0));
    }
}
