//! What searches do on a task, as text that is the same wherever it is computed.
//!
//! The program of this crate prints it natively, and `run.mjs` has the WebAssembly module print it.
//! `cargo xtask check-wasm` compares the two.

use std::fmt::Write;

use extremal::limits::CountingAllocator;
use extremal::{Budget, Outcome, Planner, Task};

#[cfg(target_family = "wasm")]
mod exports;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The default search with its portfolio, queues, types, a tree, and landmarks with deferred evaluation.
const SEARCHES: [&str; 5] = ["extremal", "gbfs", "softmin-type", "guct-uniform", "lama-first"];
const SEEDS: [u64; 3] = [1, 2, 3];
/// Enough to solve most of the examples, and for the second member of the portfolio to begin.
const MAX_EVALUATIONS: u64 = 3000;

/// A line for each search and seed.
pub fn report(domain: &str, problem: &str) -> String {
    let mut report = String::new();
    let task = match Task::from_pddl(domain, problem) {
        Ok(task) => task,
        Err(error) => return format!("{error}\n"),
    };
    for search in SEARCHES {
        for seed in SEEDS {
            // Writing to a string does not fail.
            let _ = writeln!(report, "{search} seed {seed}: {}", solve(&task, search, seed));
        }
    }
    let _ = writeln!(report, "without memory: {}", out_of_memory(&task));
    report
}

fn solve(task: &Task, search: &str, seed: u64) -> String {
    let planner = Planner::new().search(search).and_then(|planner| planner.heuristic("ff"));
    let run = planner.and_then(|planner| planner.seed(seed).max_evaluations(MAX_EVALUATIONS).solve(task));
    match run {
        Err(error) => error.to_string(),
        Ok(run) => {
            let (evaluations, expansions) = (run.counters.evaluations, run.counters.expansions);
            let outcome = match run.outcome {
                Outcome::Solved(plan) => plan.to_string().replace('\n', " "),
                other => format!("{other:?}"),
            };
            format!("{evaluations} evaluations, {expansions} expansions: {outcome}")
        }
    }
}

/// A memory limit binds wherever the allocator counts.
fn out_of_memory(task: &Task) -> String {
    match Planner::new().budget(Budget::new(None, Some(0))).solve(task) {
        Ok(run) => format!("{:?}", run.outcome),
        Err(error) => error.to_string(),
    }
}
