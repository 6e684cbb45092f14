//! A row for tests.

use crate::configuration::Configuration;
use crate::limits::Limits;
use crate::row::{Row, Status};
use crate::run::{BenchmarkTask, RunSpec};

/// A row in which every field has a value that could be mistaken for another field's or type's.
pub fn row() -> Row {
    let task = BenchmarkTask {
        domain: "gripper".to_owned(),
        problem: "gripper/p\"1\", é.pddl".to_owned(),
        named_domain_file: Some("gripper/d.pddl".to_owned()),
        domain_file: "d".into(),
        problem_file: "p".into(),
    };
    let configuration = Configuration {
        search: "guct-uniform(floor=0,samples=all)".to_owned(),
        column: "ff+de+po".parse().unwrap(),
    };
    let limits = Limits {
        max_evaluations: Some(10_000),
        max_expansions: Some(7),
        time_limit: Some(1.5),
        memory_limit: Some(8192),
        share_values: false,
        keep_plans: false,
    };
    let spec = RunSpec::new(&task, configuration, u64::MAX, &limits);
    Row {
        commit: Some("123e45678901".to_owned()),
        task_hash: Some("00012345678901234567890123456789".to_owned()),
        reason: Some("two\nlines, \"quoted\"".to_owned()),
        effective_search: Some("eager(lists=tree:h)".to_owned()),
        effective_heuristic: Some("ff(cost=unit)".to_owned()),
        plan: Some("(a b)\n(c)\n".to_owned()),
        plan_length: Some(3),
        plan_cost: "4.5".parse().ok(),
        initial_h: Some(5),
        best_h: Some(0),
        evaluations: 9,
        above_initial_h: 2,
        expansions: 8,
        generated: 30,
        reopened: 1,
        dead_ends: 4,
        max_depth: 6,
        tree_nodes: 10,
        translate_seconds: 0.123_456_789,
        search_seconds: 0.25,
        open_list_seconds: Some(1.5e-7),
        total_seconds: 0.5,
        cpu_seconds: Some(0.625),
        peak_memory_kib: Some(12_345),
        host: Some("0123".to_owned()),
        started: 1_700_000_000,
        is_cut: false,
        ..spec.row(&task, &limits, Status::Solved)
    }
}
