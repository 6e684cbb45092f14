//! `cargo xtask check-landmarks`: our landmarks next to those of Fast Downward's `lama-first`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use clap::Args;
use extremal_heuristics::CostType;
use extremal_heuristics::landmarks::{LandmarkGraph, LandmarkSum};
use extremal_limits::Budget;
use extremal_states::StateSpace;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::fast_downward::{FastDownward, Landmarks, limits};
use crate::peer;
use crate::pool;
use crate::suites::{Task, read_suites, select};
use crate::table::new_table;
use crate::workspace;

const SUITES: [&str; 3] = ["paper24-full", "ipc2018", "adl"];
const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;
/// Initial values need not be equal, but a share below this means a mistake.
const LEAST_SHARE_OF_EQUAL_VALUES: f64 = 0.75;

/// Arguments of `check-landmarks`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks`.
    pub shared: PathBuf,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Tasks of each domain, evenly spaced.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub per_domain: usize,
    /// Seconds for each program; a task that takes longer is not compared.
    #[arg(long, default_value_t = 30, value_name = "S")]
    pub time_limit: u64,
}

/// Runs the check.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let tasks =
        select(read_suites(&arguments.shared, &SUITES)?, &arguments.domain, Some(arguments.per_domain))?;
    let fast_downward =
        FastDownward { peer: peer::set_up()?, limits: limits(arguments.time_limit, MEMORY_LIMIT_KIB) };
    let extremal = Extremal::build(Duration::from_secs(arguments.time_limit), MEMORY_LIMIT_KIB)?;
    let found = pool::map(
        &tasks,
        1,
        |task| task.problem.clone(),
        |task| {
            let scratch = workspace::scratch_directory()?;
            let sas_file = scratch.path().join("task.sas");
            if !extremal.translate(task, &sas_file)?.is_ok() {
                return Ok(None);
            }
            let theirs = fast_downward.landmarks(&sas_file)?;
            theirs.map(|theirs| our_landmarks(&sas_file).map(|ours| (ours, theirs))).transpose()
        },
    )?;
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
    let mut sum = LandmarkSum::with_graph(&task, &graph);
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
    let mut table = new_table(&["task", "landmarks", "disjunctive", "orderings", "initial value", "seconds"]);
    let (mut compared, mut equal) = (0_usize, 0_usize);
    for (task, found) in tasks.iter().zip(found) {
        let Some((ours, theirs)) = found else {
            println!("not compared: {}", task.problem);
            continue;
        };
        compared += 1;
        equal += usize::from(ours.initial_value == theirs.initial_value);
        table.add_row([
            task.problem.clone(),
            format!("{} / {}", ours.landmarks, theirs.landmarks),
            format!("{} / {}", ours.disjunctive, theirs.disjunctive),
            format!("{} / {}", ours.orderings, theirs.orderings),
            format!("{} / {}", ours.initial_value, theirs.initial_value),
            format!("{:.3} / {:.3}", ours.seconds, theirs.seconds),
        ]);
    }
    println!("{table}\nours / Fast Downward's; initial values are equal on {equal} of {compared} tasks");
    Verdict::passed_if(compared > 0 && equal as f64 >= compared as f64 * LEAST_SHARE_OF_EQUAL_VALUES)
}
