//! Evaluations per second of a greedy search, for each heuristic and each task:
//!
//! ```text
//! cargo bench -p extremal-heuristics --bench evaluations -- [--seconds S] [--evaluations N] [HEURISTIC...] FILE.sas...
//! ```
//!
//! Without files nothing is measured. The search is no more than a queue by heuristic value, in which equal
//! values come out in order. It ends at the goal: states beyond are nearly solved and far cheaper to
//! evaluate, so going on would measure those.

use std::collections::BTreeMap;
use std::collections::VecDeque;

use extremal_heuristics::{DEAD_END, HEURISTICS, Selection, select};
use extremal_sas::{Task, read};
use extremal_states::{StateId, StateSpace};

/// When a measurement ends.
#[derive(Clone, Copy)]
struct Limits {
    seconds: f64,
    evaluations: u64,
}

fn main() {
    let mut limits = Limits { seconds: 5.0, evaluations: u64::MAX };
    let mut heuristics: Vec<Selection> = Vec::new();
    let mut files: Vec<String> = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--seconds" {
            limits.seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(limits.seconds);
        } else if argument == "--evaluations" {
            limits.evaluations = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
        } else if let Ok(selection) = select(&argument) {
            heuristics.push(selection);
        } else if !argument.starts_with("--") {
            files.push(argument);
        }
    }
    if heuristics.is_empty() {
        heuristics.extend(HEURISTICS.iter().filter_map(|descriptor| select(descriptor.name).ok()));
    }
    for file in files {
        let task = match std::fs::read(&file).map_err(|error| error.to_string()) {
            Ok(bytes) => match read(&bytes, &file) {
                Ok(task) => task,
                Err(error) => return eprintln!("{error}"),
            },
            Err(error) => return eprintln!("{file}: {error}"),
        };
        for heuristic in &heuristics {
            let name = file.rsplit('/').next().unwrap_or(&file);
            let name = name.trim_end_matches(".sas");
            println!("{name:24} {:6} {}", heuristic.to_string(), measure(&task, heuristic, limits));
        }
    }
}

/// Seconds this thread has been at work, so that a busy machine matters less; where the system does not say,
/// the time of day.
fn processor_time() -> f64 {
    let of_thread = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = of_thread.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    let time_of_day = || std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64());
    nanoseconds.map_or_else(time_of_day, |nanoseconds| nanoseconds / 1e9)
}

fn measure(task: &Task, selection: &Selection, limits: Limits) -> String {
    let start = processor_time();
    let mut space = StateSpace::new(task);
    let space_time = processor_time() - start;
    let start = processor_time();
    let mut heuristic = selection.build(task);
    let heuristic_time = processor_time() - start;

    let start = processor_time();
    let mut registry = space.new_registry();
    let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
    let mut child_values = space.new_values();
    let mut open: BTreeMap<u32, VecDeque<StateId>> = BTreeMap::new();
    let (mut evaluations, mut expansions) = (1, 0u64);
    let mut goal_at = None;
    space.initial_state(&mut packed);
    let (root, _) = registry.insert(&packed);
    space.unpack(&packed, &mut values);
    let initial_value = heuristic.evaluate(&values);
    open.entry(initial_value).or_default().push_back(root);
    'search: while let Some(mut bucket) = open.first_entry() {
        let Some(state) = bucket.get_mut().pop_front() else {
            bucket.remove();
            continue;
        };
        expansions += 1;
        space.unpack(registry.packed(state), &mut values);
        if space.is_goal(&values) {
            goal_at = Some(evaluations);
            break;
        }
        space.applicable_operators(&values, &mut operators);
        for &operator in &operators {
            space.successor(registry.packed(state), &values, operator, &mut packed);
            let (child, is_new) = registry.insert(&packed);
            if is_new {
                space.unpack(&packed, &mut child_values);
                let value = heuristic.evaluate(&child_values);
                evaluations += 1;
                if value != DEAD_END {
                    open.entry(value).or_default().push_back(child);
                }
                if evaluations == limits.evaluations
                    || evaluations % 256 == 0 && processor_time() - start > limits.seconds
                {
                    break 'search;
                }
            }
        }
    }
    let elapsed = processor_time() - start;
    let goal = goal_at.map_or("-".to_owned(), |evaluations: u64| evaluations.to_string());
    format!(
        "{:>9.0}/s  {evaluations:>9} evaluations {expansions:>8} expansions  goal after {goal:>8}  h {initial_value:>5}  \
         prepared in {:.3} + {:.3} s",
        evaluations as f64 / elapsed,
        space_time,
        heuristic_time,
    )
}
