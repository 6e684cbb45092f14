//! Evaluations per second of tree searches against those of greedy best-first search while the tree grows
//! deep: `cargo bench -p extremal --bench deep_trees`.
//!
//! On this task guct-uniform dives: its tree is about two thirds as deep as it has expanded nodes. With a number
//! of evaluations and the name of a search after `--`, only that search runs, once, as profilers want it.

use std::time::{Duration, Instant};

use extremal::{Planner, Task};

const DOMAIN: &str = include_str!("../../../examples/museum/domain.pddl");
const PROBLEM: &str = include_str!("../../../examples/museum/p08-unsolvable-search.pddl");

/// Long enough to be measured.
const ENOUGH: Duration = Duration::from_millis(500);

fn main() -> Result<(), extremal::Error> {
    let task = Task::from_pddl(DOMAIN, PROBLEM)?;
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    if let Some(evaluations) = arguments.next().and_then(|number| number.parse::<u64>().ok()) {
        let search = arguments.next().unwrap_or_else(|| "guct-uniform(samples=all)".to_owned());
        let run = Planner::new().search(&search)?.max_evaluations(evaluations).solve(&task)?;
        println!("{search}: {:?}", run.counters);
        return Ok(());
    }
    println!(
        "{:>26} {:>12} {:>8} {:>14} {:>8}",
        "search", "evaluations", "depth", "evaluations/s", "of gbfs"
    );
    for evaluations in [1_000, 10_000, 30_000, 100_000] {
        let mut of_gbfs = None;
        for search in
            ["gbfs", "guct-uniform(samples=all)", "guct-star(samples=all)", "guct-normal2(samples=all)"]
        {
            if search.starts_with("guct-normal2") && evaluations > 30_000 {
                continue;
            }
            let planner = Planner::new().search(search)?.max_evaluations(evaluations);
            // The system counts in steps of some milliseconds, so a short search is repeated.
            let (mut done, mut depth) = (0, 0);
            let (start, began) = (processor_time(), Instant::now());
            while began.elapsed() < ENOUGH {
                let counters = planner.solve(&task)?.counters;
                done += counters.evaluations;
                depth = counters.max_depth;
            }
            let rate = done as f64 / (processor_time() - start);
            let reference = *of_gbfs.get_or_insert(rate);
            println!(
                "{search:>26} {evaluations:>12} {depth:>8} {rate:>14.0} {:>7.0}%",
                100.0 * rate / reference
            );
        }
    }
    Ok(())
}

/// Seconds this thread has been at work, so that a busy machine matters less; where the system does not say,
/// the time of day.
fn processor_time() -> f64 {
    let of_thread = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = of_thread.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let time_of_day = || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64());
    nanoseconds.map_or_else(time_of_day, |nanoseconds| nanoseconds / 1e9)
}
