//! Runs `extremal translate` and reads what it reports.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run::{Ending, Limits, Streams, Usage, run};
use crate::sizes::Sizes;
use crate::suites::Task;
use crate::workspace;

/// Exit code for a goal that is not even relaxed-reachable.
const UNSOLVABLE: i32 = 10;

/// The planner keeps its limits by itself; only one that hangs is stopped from outside, this much later.
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
    pub fn build(time_limit: Duration, memory_limit_kib: u64) -> Result<Self> {
        Ok(Extremal { binary: workspace::build_extremal()?, time_limit, memory_limit_kib })
    }

    /// The version line of the binary.
    pub fn version(&self) -> Result<String> {
        let output = Command::new(&self.binary)
            .arg("--version")
            .output()
            .with_context(|| format!("cannot start {}", self.binary.display()))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Translates a task to `sas_file`; logs lie beside that file.
    pub fn translate(&self, task: &Task, sas_file: &Path) -> Result<Translation> {
        let (output, error) = (sas_file.with_extension("json"), sas_file.with_extension("error"));
        let mut command = Command::new(&self.binary);
        command.arg("translate").args([&task.domain_file, &task.problem_file]);
        command.arg("-o").arg(sas_file).arg("--json");
        command.args(["--time-limit", &format!("{}s", self.time_limit.as_secs())]);
        command.args(["--memory-limit", &format!("{}M", self.memory_limit_kib / 1024)]);
        let limits = Limits { time: self.time_limit + GRACE, memory_kib: None };
        let usage = run(&mut command, limits, Streams { input: None, output: &output, error: &error })?;
        let printed = std::fs::read_to_string(&output).unwrap_or_default();
        let (status, sizes, grounding_seconds) = read_report(&printed)
            .unwrap_or_else(|| (without_report(usage.ending, &error), Sizes::default(), None));
        Ok(Translation { status, sizes, grounding_seconds, usage })
    }
}

fn read_report(text: &str) -> Option<(String, Sizes, Option<f64>)> {
    let report: Value = serde_json::from_str(text).ok()?;
    let status = report.get("status")?.as_str()?.to_owned();
    let sizes = Sizes::from_lookup(|column| report.get(column)?.as_u64());
    Some((status, sizes, report.get("ground_seconds").and_then(Value::as_f64)))
}

fn without_report(ending: Ending, error_file: &Path) -> String {
    let what = match ending {
        Ending::Exited(code) => format!("exit code {code}"),
        Ending::TimedOut => return "did not keep its time limit".to_owned(),
        Ending::Killed => "killed by a signal".to_owned(),
    };
    let errors = std::fs::read_to_string(error_file).unwrap_or_default();
    match errors.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!("{what}: {}", line.trim()),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_gives_status_and_sizes() {
        let (status, sizes, grounding) =
            read_report(r#"{"status": "ok", "variables": 7, "facts": 24, "ground_seconds": 0.1}"#).unwrap();
        assert_eq!((status.as_str(), grounding), ("ok", Some(0.1)));
        assert_eq!((sizes.get("variables"), sizes.get("facts")), (Some(7), Some(24)));
        assert_eq!(sizes.get("operators"), None);
    }

    #[test]
    fn anything_else_is_no_report() {
        assert_eq!(read_report(""), None);
        assert_eq!(read_report("{\"variables\": 7}"), None);
        assert_eq!(read_report("thread 'main' panicked"), None);
    }

    #[test]
    fn a_missing_report_is_explained_by_the_first_error_line() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("error");
        std::fs::write(&file, "\nerror: no such file\nmore\n").unwrap();
        assert_eq!(without_report(Ending::Exited(31), &file), "exit code 31: error: no such file");
        assert_eq!(without_report(Ending::Killed, Path::new("/nowhere")), "killed by a signal");
    }
}
