//! Solves a problem file and shows how the search went:
//!
//! `cargo run --release -p extremal --example solve -- examples/museum/p01.pddl [SEARCH [HEURISTIC]]`

use extremal::{Counters, Observer, Outcome, Planner, Task};

/// Tells of each new best heuristic value.
struct Progress;

impl Observer for Progress {
    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        eprintln!("h = {h} after {} evaluations", counters.evaluations);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let problem = words.next().ok_or("a problem file is needed")?;
    let mut planner = Planner::new().max_evaluations(100_000);
    if let Some(search) = words.next() {
        planner = planner.search(&search)?;
    }
    if let Some(heuristic) = words.next() {
        planner = planner.heuristic(&heuristic)?;
    }
    let task = Task::from_problem_file(problem)?;
    let run = planner.solve_observed(&task, &mut Progress)?;
    match run.outcome {
        Outcome::Solved(plan) => print!("{plan}"),
        outcome => println!("no plan: {outcome:?}"),
    }
    Ok(())
}
