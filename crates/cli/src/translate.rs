//! `extremal translate`: PDDL to SAS+.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use extremal_ground::GroundError;
use extremal_limits::{Budget, Phase, peak_memory_kib};
use extremal_sas::{Statistics, Status, Translation};
use serde::Serialize;

use crate::exit::{self, Code};
use crate::input::TaskFiles;
use crate::limits::Limits;

/// Options of `extremal translate`.
#[derive(Args)]
pub struct Translate {
    #[command(flatten)]
    files: TaskFiles,
    /// Write the SAS+ task to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    status: &'static str,
    variables: usize,
    derived_variables: usize,
    facts: usize,
    goal_facts: usize,
    mutex_groups: usize,
    operators: usize,
    axioms: usize,
    task_size: usize,
    parse_seconds: f64,
    ground_seconds: f64,
    invariant_seconds: f64,
    encode_seconds: f64,
    total_seconds: f64,
    peak_memory_kib: u64,
}

impl Translate {
    /// Runs the command.
    pub fn run(&self) -> Code {
        let budget = self.limits.start();
        let task = match self.files.read() {
            Ok(task) => task,
            Err(code) => return code,
        };
        let parse_time = budget.elapsed();
        match translate(&task, &budget) {
            Ok(translation) => self.finish(&translation, parse_time, &budget),
            Err(GroundError::Stopped(stop)) => {
                eprintln!("error: {stop}");
                exit::of_translation_stop(stop)
            }
            Err(error) => {
                eprintln!("error: {error}");
                exit::UNSUPPORTED
            }
        }
    }

    fn finish(&self, translation: &Translation, parse_time: Duration, budget: &Budget) -> Code {
        if let Some(path) = &self.output
            && let Err(error) = write_file(translation, path)
        {
            eprintln!("error: cannot write {}: {error}", path.display());
            return exit::CRITICAL;
        }
        let report = Report::new(translation, parse_time, budget);
        if self.json {
            match serde_json::to_string_pretty(&report) {
                Ok(text) => println!("{text}"),
                Err(_) => return exit::CRITICAL,
            }
        } else {
            report.print();
        }
        match &translation.status {
            Status::Open | Status::GoalHolds => exit::SUCCESS,
            Status::Unreachable(why) => {
                eprintln!("unreachable goals: {why:?}");
                exit::UNSOLVABLE
            }
            Status::GoalViolatesMutex => exit::UNSOLVABLE,
        }
    }
}

fn translate(task: &extremal_pddl::Task, budget: &Budget) -> Result<Translation, GroundError> {
    budget.enter(Phase::Normalising)?;
    let normalised = extremal_normalise::normalise(task);
    extremal_sas::translate(&normalised, budget)
}

fn write_file(translation: &Translation, path: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, File::create(path)?);
    extremal_sas::write(&translation.task, &mut out)?;
    out.flush()
}

impl Report {
    fn new(translation: &Translation, parse_time: Duration, budget: &Budget) -> Self {
        let status = match translation.status {
            Status::Open => "ok",
            Status::GoalHolds => "solved",
            Status::Unreachable(_) | Status::GoalViolatesMutex => "unsolvable",
        };
        let Statistics {
            variables,
            derived_variables,
            facts,
            goal_facts,
            mutex_groups,
            operators,
            axioms,
            task_size,
        } = translation.task.statistics();
        Report {
            status,
            variables,
            derived_variables,
            facts,
            goal_facts,
            mutex_groups,
            operators,
            axioms,
            task_size,
            parse_seconds: parse_time.as_secs_f64(),
            ground_seconds: translation.times.ground.as_secs_f64(),
            invariant_seconds: translation.times.invariants.as_secs_f64(),
            encode_seconds: translation.times.encode.as_secs_f64(),
            total_seconds: budget.elapsed().as_secs_f64(),
            peak_memory_kib: peak_memory_kib().unwrap_or(0),
        }
    }

    fn print(&self) {
        println!("variables: {} ({} derived)", self.variables, self.derived_variables);
        println!("facts: {}", self.facts);
        println!("operators: {}", self.operators);
        println!("axioms: {}", self.axioms);
        println!("total time: {:.3}s", self.total_seconds);
    }
}
