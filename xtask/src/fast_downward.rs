//! Runs Fast Downward's translator and search binary as its own driver does.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::peer::Peer;
use crate::run::{Ending, Limits, Streams, Usage, run};
use crate::sizes::Sizes;
use crate::suites::Task;

/// Exit codes of a search that has read its input: plan found, unsolvable, or given up.
const SEARCH_HAS_READ: [i32; 5] = [0, 11, 12, 13, 23];

/// Stops before the first expansion, so that only reading and setting up takes time.
const NO_SEARCH: &str = "astar(blind(),max_time=0)";

/// Fast Downward and the limits under which it runs.
#[derive(Clone, Debug)]
pub struct FastDownward {
    /// Where it is.
    pub peer: Peer,
    /// Limits of each run.
    pub limits: Limits,
}

impl FastDownward {
    /// The version of the search binary and of Python, which together decide the times.
    pub fn version(&self) -> Result<String> {
        let run = |program: &Path, argument: &str| -> Result<String> {
            let output = Command::new(program)
                .arg(argument)
                .output()
                .with_context(|| format!("cannot start {}", program.display()))?;
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let revision = run(&self.peer.search, "--internal-git-revision")?;
        let python = run(&self.peer.python, "--version")?;
        Ok(format!("Fast Downward {revision} ({python})"))
    }

    /// Translates a task to `sas_file`, with the sizes it prints if it finishes; logs lie beside that file.
    pub fn translate(&self, task: &Task, sas_file: &Path) -> Result<(Usage, Sizes)> {
        let (output, error) = (sas_file.with_extension("output"), sas_file.with_extension("error"));
        let mut command = Command::new(&self.peer.python);
        command.env("PYTHONPATH", &self.peer.translator_path);
        command.args(["-m", "fast_downward.translate"]).args([&task.domain_file, &task.problem_file]);
        command.arg("--sas-file").arg(sas_file);
        let usage = run(&mut command, self.limits, Streams { input: None, output: &output, error: &error })?;
        let printed = std::fs::read_to_string(&output).unwrap_or_default();
        Ok((usage, read_sizes(&printed)))
    }

    /// Lets the search binary read a SAS+ file; `Some` says why it refuses it.
    pub fn refusal(&self, sas_file: &Path) -> Result<Option<String>> {
        let (output, error) = (sas_file.with_extension("output"), sas_file.with_extension("error"));
        let mut command = Command::new(&self.peer.search);
        command.args(["--search", NO_SEARCH, "--internal-plan-file"]).arg(sas_file.with_extension("plan"));
        let streams = Streams { input: Some(sas_file), output: &output, error: &error };
        let what = match run(&mut command, self.limits, streams)?.ending {
            Ending::Exited(code) if SEARCH_HAS_READ.contains(&code) => return Ok(None),
            Ending::Exited(code) => format!("exit code {code}"),
            Ending::TimedOut => format!("not read within {} s", self.limits.time.as_secs()),
            Ending::Killed => "killed by a signal".to_owned(),
        };
        let errors = std::fs::read_to_string(&error).unwrap_or_default();
        let lines: Vec<_> = errors.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        Ok(Some(format!("{what}: {}", lines.join("; "))))
    }
}

/// Limits as the comparisons with Fast Downward use them.
pub fn limits(seconds: u64, memory_kib: u64) -> Limits {
    Limits { time: Duration::from_secs(seconds), memory_kib: Some(memory_kib) }
}

fn read_sizes(printed: &str) -> Sizes {
    Sizes::from_lookup(|column| {
        let start = format!("Translator {}: ", column.replace('_', " "));
        printed.lines().find_map(|line| line.strip_prefix(&start))?.trim().parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_log() {
        let sizes = read_sizes(
            "Parsing...\nTranslator variables: 7\nTranslator derived variables: 2\n\
             Translator mutex groups: 4\nTranslator total mutex groups size: 16\nDone!\n",
        );
        assert_eq!(sizes.get("variables"), Some(7));
        assert_eq!(sizes.get("derived_variables"), Some(2));
        assert_eq!(sizes.get("mutex_groups"), Some(4));
        assert_eq!(sizes.get("operators"), None);
    }
}
