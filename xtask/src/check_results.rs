//! `cargo xtask check-results`: runs of results/ repeated, which must count what is stored.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::Value;

use crate::Verdict;
use crate::pool;
use crate::workspace;

/// The tables whose runs end by a number of evaluations, so that they can be repeated on any machine.
const TABLES: [&str; 3] = ["paper24-ff", "paper24-other-columns", "paper24-all-samples"];

/// Arguments of `check-results`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `benchmarks`.
    pub shared: PathBuf,
    /// How many runs are repeated.
    #[arg(long, default_value_t = 1000)]
    pub rows: usize,
    /// Which runs are chosen.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many runs are done at the same time.
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

/// A stored run. (`above_initial_h` is left out, as `solve` does not print it.)
#[derive(Deserialize, Clone, Debug)]
struct Row {
    domain: String,
    problem: String,
    domain_file: Option<String>,
    search: String,
    heuristic: String,
    preferred: bool,
    deferred: bool,
    seed: u64,
    max_evaluations: Option<u64>,
    status: String,
    plan_length: Option<u64>,
    initial_h: Option<u64>,
    best_h: Option<u64>,
    evaluations: u64,
    expansions: u64,
    generated: u64,
    reopened: u64,
    dead_ends: u64,
    max_depth: u64,
    tree_nodes: u64,
}

/// Repeats some runs and compares all that they count.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let binary = workspace::build_extremal()?;
    let mut rows = Vec::new();
    for table in TABLES {
        let path = workspace::root().join("results").join(format!("{table}.csv.gz"));
        let file = std::fs::File::open(&path).with_context(|| path.display().to_string())?;
        for row in csv::Reader::from_reader(MultiGzDecoder::new(file)).into_deserialize() {
            let row: Row = row.with_context(|| path.display().to_string())?;
            // A run that had to stop for another reason than its limit of evaluations need not end alike.
            if ["solved", "evaluation_limit", "unsolvable"].contains(&row.status.as_str()) {
                rows.push(row);
            }
        }
    }
    let total = rows.len();
    let chosen = choose(rows, arguments.rows, arguments.seed);
    if chosen.is_empty() {
        bail!("there are no rows to repeat");
    }
    let benchmarks = arguments.shared.join("benchmarks");
    let name = |row: &Row| format!("{} {}", row.search, row.problem);
    let differences = pool::map(&chosen, arguments.jobs, name, |row| difference(&binary, &benchmarks, row))?;
    let differences: Vec<String> = differences.into_iter().flatten().collect();
    differences.iter().for_each(|difference| println!("{difference}"));
    println!("{} of {} repeated runs (of {total}) differ from results/", differences.len(), chosen.len());
    Ok(Verdict::passed_if(differences.is_empty()))
}

/// So many rows, chosen by a seed alone.
fn choose(mut rows: Vec<Row>, number: usize, seed: u64) -> Vec<Row> {
    let mut state = seed;
    // SplitMix64 (Steele, Lea and Flood 2014).
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let number = number.min(rows.len());
    for place in 0..number {
        let other = place + (next() % (rows.len() - place) as u64) as usize;
        rows.swap(place, other);
    }
    rows.truncate(number);
    rows
}

/// What a repeated run counts differently, if anything.
fn difference(binary: &Path, benchmarks: &Path, row: &Row) -> Result<Option<String>> {
    let mut command = Command::new(binary);
    command.arg("solve");
    command.args(row.domain_file.iter().map(|file| benchmarks.join(file)));
    command.arg(benchmarks.join(&row.problem));
    command.args(["--search", &row.search, "--heuristic", &row.heuristic, "--seed", &row.seed.to_string()]);
    command.args(["--plan-quality", "off", "--plan-file", "-", "--json", "--quiet"]);
    command.args(row.preferred.then_some("--preferred")).args(row.deferred.then_some("--deferred"));
    if let Some(limit) = row.max_evaluations {
        command.args(["--max-evaluations", &limit.to_string()]);
    }
    let output = command.output().context("cannot start the planner")?;
    let name = format!("{} {} {} seed {}", row.domain, row.problem, row.search, row.seed);
    let Ok(json) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Ok(Some(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim())));
    };
    let stored = [
        ("plan_length", row.plan_length),
        ("initial_h", row.initial_h),
        ("best_h", row.best_h),
        ("evaluations", Some(row.evaluations)),
        ("expansions", Some(row.expansions)),
        ("generated", Some(row.generated)),
        ("reopened", Some(row.reopened)),
        ("dead_ends", Some(row.dead_ends)),
        ("max_depth", Some(row.max_depth)),
        ("tree_nodes", Some(row.tree_nodes)),
    ];
    // What is not printed at all differs, too.
    let differs =
        |(key, stored): &(&str, Option<u64>)| json.get(*key).is_none_or(|now| now.as_u64() != *stored);
    let mut wrong: Vec<String> = stored
        .iter()
        .filter(|field| differs(field))
        .map(|(key, stored)| format!("{key} {stored:?} became {}", json[*key]))
        .collect();
    if json["status"] != row.status.as_str() {
        wrong.push(format!("status {} became {}", row.status, json["status"]));
    }
    Ok((!wrong.is_empty()).then(|| format!("{name}: {}", wrong.join(", "))))
}
