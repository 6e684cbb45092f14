//! `cargo xtask check-landmarks`: our landmarks next to those of Fast Downward's `lama-first`.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, anyhow};
use extremal_heuristics::CostType;
use extremal_heuristics::landmarks::{LandmarkGraph, LandmarkSum};
use extremal_limits::Budget;
use extremal_states::StateSpace;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::fast_downward::{FastDownward, Landmarks};
use crate::pool;
use crate::suites::{Selection, Task};
use crate::table::Sheet;
use crate::workspace;

const SUITES: [&str; 3] = ["paper24-full", "ipc2018", "adl"];
const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;
/// Initial values need not be equal, but a share below this means a mistake.
const LEAST_SHARE_OF_EQUAL_VALUES: f64 = 0.75;

/// Runs the check.
pub fn run(selection: &Selection) -> Result<Verdict> {
    let tasks = selection.spaced(&SUITES, 2)?;
    let seconds = selection.time_limit.unwrap_or(30);
    let fast_downward = FastDownward::set_up(seconds, MEMORY_LIMIT_KIB)?;
    let extremal = Extremal::build(seconds, MEMORY_LIMIT_KIB)?;
    let name = |task: &Task| task.problem.clone();
    let found = pool::map(&tasks, 1, name, |task| {
        let scratch = workspace::scratch_directory()?;
        let sas_file = scratch.path().join("task.sas");
        if !extremal.translate(task, &sas_file)?.is_ok() {
            return Ok(None);
        }
        let theirs = fast_downward.landmarks(&sas_file)?;
        theirs.map(|theirs| our_landmarks(&sas_file).map(|ours| (ours, theirs))).transpose()
    })?;
    Ok(report(&tasks, &found))
}

fn our_landmarks(sas_file: &Path) -> Result<Landmarks> {
    let bytes = std::fs::read(sas_file)?;
    let task = extremal_sas::read(&bytes, "task.sas").map_err(|error| anyhow!("{error}"))?;
    let start = Instant::now();
    let graph = LandmarkGraph::new(&task, CostType::Unit, &Budget::unlimited())?;
    let seconds = start.elapsed().as_secs_f64();
    let mut space = StateSpace::new(&task);
    let (mut packed, mut state) = (space.new_packed(), space.new_values());
    space.initial_state(&mut packed);
    space.unpack(&packed, &mut state);
    let mut sum = LandmarkSum::with_graph(&task, &graph, &Budget::unlimited())?;
    let mut past = vec![0; sum.words()];
    sum.initial(&state, &mut past);
    Ok(Landmarks {
        landmarks: graph.landmarks.len(),
        disjunctive: graph.num_disjunctive(),
        orderings: graph.orderings.len(),
        initial_value: u64::from(sum.evaluate(&state, &past)),
        seconds,
    })
}

fn report(tasks: &[Task], found: &[Option<(Landmarks, Landmarks)>]) -> Verdict {
    let mut table =
        Sheet::new(&["task", "landmarks", "disjunctive", "orderings", "initial value", "seconds"]);
    let (mut compared, mut equal) = (0_usize, 0_usize);
    for (task, found) in tasks.iter().zip(found) {
        let Some((ours, theirs)) = found else {
            println!("not compared: {}", task.problem);
            continue;
        };
        compared += 1;
        equal += usize::from(ours.initial_value == theirs.initial_value);
        let cells = [
            format!("{} / {}", ours.landmarks, theirs.landmarks),
            format!("{} / {}", ours.disjunctive, theirs.disjunctive),
            format!("{} / {}", ours.orderings, theirs.orderings),
            format!("{} / {}", ours.initial_value, theirs.initial_value),
            format!("{:.3} / {:.3}", ours.seconds, theirs.seconds),
        ];
        table.add_named(&task.problem, cells);
    }
    println!("{table}\nours / Fast Downward's; initial values are equal on {equal} of {compared} tasks");
    Verdict::passed_if(compared > 0 && equal as f64 >= compared as f64 * LEAST_SHARE_OF_EQUAL_VALUES)
}
