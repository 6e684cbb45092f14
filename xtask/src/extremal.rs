//! Runs `extremal translate` and reads what it reports.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;

use crate::reference::Sizes;
use crate::run::{Ending, Finished, Limits, Usage, printed, run};
use crate::suites::Task;
use crate::workspace;

/// Exit code for a goal that is not even relaxed-reachable.
const UNSOLVABLE: i32 = 10;

/// This much later than its limit.
const GRACE: Duration = Duration::from_secs(20);

/// The release binary and the limits under which it translates.
#[derive(Clone, Debug)]
pub struct Extremal {
    /// Path of the binary.
    pub binary: PathBuf,
    /// Passed as `--time-limit`.
    pub time_limit: Duration,
    /// Passed as `--memory-limit`.
    pub memory_limit_kib: u64,
}

/// What became of one translation.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The status it printed, or what happened instead.
    pub status: String,
    /// The sizes it printed.
    pub sizes: Sizes,
    /// The time of grounding that it printed.
    pub grounding_seconds: Option<f64>,
    /// Time, memory and exit code.
    pub usage: Usage,
}

impl Translation {
    /// Whether the task was translated and written.
    pub fn is_ok(&self) -> bool {
        self.usage.ending == Ending::Exited(0) && self.status == "ok"
    }

    /// Whether it was found that no plan can exist.
    pub fn is_unsolvable(&self) -> bool {
        self.usage.ending == Ending::Exited(UNSOLVABLE)
    }
}

impl Extremal {
    /// Builds the release binary.
    pub fn build(seconds: u64, memory_limit_kib: u64) -> Result<Self> {
        let time_limit = Duration::from_secs(seconds);
        Ok(Extremal { binary: workspace::build_extremal()?, time_limit, memory_limit_kib })
    }

    /// The version line of the binary.
    pub fn version(&self) -> Result<String> {
        printed(Command::new(&self.binary).arg("--version"))
    }

    /// Translates a task to `sas_file`.
    pub fn translate(&self, task: &Task, sas_file: &Path) -> Result<Translation> {
        let mut command = Command::new(&self.binary);
        command.arg("translate").args([&task.domain_file, &task.problem_file]);
        command.arg("-o").arg(sas_file).arg("--json");
        let finished = self.run(&mut command)?;
        let report: Value = serde_json::from_str(&finished.output).unwrap_or_default();
        Ok(Translation {
            status: report["status"].as_str().map_or_else(|| finished.why(), str::to_owned),
            sizes: Sizes::from_lookup(|column| report[column].as_u64()),
            grounding_seconds: report["ground_seconds"].as_f64(),
            usage: finished.usage,
        })
    }

    /// Runs a command of the planner under its limits, which it keeps by itself; only one that hangs is stopped
    /// from outside.
    pub fn run(&self, command: &mut Command) -> Result<Finished> {
        command.args(["--time-limit", &format!("{}s", self.time_limit.as_secs())]);
        command.args(["--memory-limit", &format!("{}M", self.memory_limit_kib / 1024)]);
        run(command, Limits { time: self.time_limit + GRACE, memory_kib: None }, None)
    }
}
