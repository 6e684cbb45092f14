//! A search of ours on a SAS+ file, and what a search did.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::run::{Limits, Usage, run};

/// Of every search that is compared.
pub const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// A search so short that a disturbance shows is repeated, and the fastest counts.
pub const SHORT: f64 = 0.3;
/// How often it runs then.
pub const REPETITIONS: usize = 3;

/// The difference between the processor times of two runs says nothing about searches below this.
const VERY_SHORT: f64 = 0.02;

/// Reading and preparation may take this long, whatever the limit of the search.
const LONGEST_START: f64 = 300.0;

/// What one search did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchRun {
    /// Evaluated states.
    pub evaluations: f64,
    /// Expanded states.
    pub expansions: f64,
    /// The deepest node; 0 where it is not told.
    pub depth: u64,
    /// Processor seconds of the search alone, without reading and preparation.
    pub seconds: f64,
    /// Wall-clock seconds of the search alone.
    pub wall_seconds: f64,
    /// Peak memory minus memory when the search began, in bytes.
    pub bytes: f64,
}

/// A search of ours.
#[derive(Clone, Debug)]
pub struct OurSearch<'a> {
    /// Name of the search.
    pub search: &'a str,
    /// Name of the heuristic.
    pub heuristic: &'a str,
    /// Ends the search, if it should end by evaluations.
    pub evaluations: Option<u64>,
    /// Seconds after which it ends anyway.
    pub seconds: f64,
    /// `--threads`, if that is to be passed.
    pub threads: Option<u32>,
}

impl OurSearch<'_> {
    /// Runs it, again if it was short. What it writes lies beside the SAS+ file.
    pub fn run(&self, binary: &Path, sas_file: &Path) -> Result<SearchRun> {
        // A search of one evaluation has read and prepared everything.
        let start =
            || OurSearch { evaluations: Some(1), ..self.clone() }.once(binary, sas_file, LONGEST_START);
        let (mut started, _) = start()?;
        let limit = self.seconds + started.wall.as_secs_f64();
        let (mut used, report) = self.once(binary, sas_file, limit)?;
        let number = |report: &Value, key: &str| {
            report[key].as_f64().with_context(|| format!("no {key} in our report"))
        };
        let between = |started: &Usage, used: &Usage| used.cpu.as_secs_f64() - started.cpu.as_secs_f64();
        let mut wall_seconds = number(&report, "search_seconds")?;
        let mut seconds = between(&started, &used);
        if seconds < SHORT {
            for _ in 1..REPETITIONS {
                started.cpu = started.cpu.min(start()?.0.cpu);
                let (again, report) = self.once(binary, sas_file, limit)?;
                used.cpu = used.cpu.min(again.cpu);
                wall_seconds = wall_seconds.min(number(&report, "search_seconds")?);
            }
            seconds = between(&started, &used).min(wall_seconds);
            if seconds < VERY_SHORT {
                seconds = wall_seconds;
            }
        }
        Ok(SearchRun {
            evaluations: number(&report, "evaluations")?,
            expansions: number(&report, "expansions")?,
            depth: number(&report, "max_depth")? as u64,
            seconds: seconds.max(1e-6),
            wall_seconds: wall_seconds.max(1e-6),
            bytes: bytes_between(&started, &used),
        })
    }

    fn once(&self, binary: &Path, sas_file: &Path, limit: f64) -> Result<(Usage, Value)> {
        let mut command = Command::new(binary);
        command.args(["solve", "--json", "--quiet", "--plan-file"]).arg(sas_file.with_extension("our-plan"));
        command.args(["--search", self.search, "--heuristic", self.heuristic]);
        command.arg("--time-limit").arg(format!("{limit:.3}"));
        command.arg("--memory-limit").arg(format!("{MEMORY_LIMIT_KIB}K"));
        if let Some(evaluations) = self.evaluations {
            command.args(["--max-evaluations", &evaluations.to_string()]);
        }
        if let Some(threads) = self.threads {
            command.args(["--threads", &threads.to_string()]);
        }
        let finished = run(command.arg(sas_file), kill_after(limit), None)?;
        match serde_json::from_str(&finished.output) {
            Ok(report) => Ok((finished.usage, report)),
            Err(_) => bail!("ours: {}", finished.why()),
        }
    }
}

/// What the second of two runs took more.
pub fn bytes_between(started: &Usage, used: &Usage) -> f64 {
    used.peak_kib.saturating_sub(started.peak_kib) as f64 * 1024.0
}

/// A planner keeps its limit by itself; only one that hangs is killed.
pub fn kill_after(seconds: f64) -> Limits {
    Limits { time: Duration::from_secs_f64(seconds + LONGEST_START), memory_kib: Some(MEMORY_LIMIT_KIB) }
}
