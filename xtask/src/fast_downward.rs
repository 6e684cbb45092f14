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

/// The landmark part of `lama-first`, stopped after the initial state.
const ONLY_LANDMARKS: &str = "let(h, eval_modify_costs(landmark_sum(lm_factory=lm_reasonable_orders_hps(lm_rhw()),\
    pref=false),cost_type=one), lazy_greedy([h],max_time=0))";

/// What a landmark graph has, and what it says of the initial state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landmarks {
    /// Number of landmarks.
    pub landmarks: usize,
    /// How many of them are disjunctive.
    pub disjunctive: usize,
    /// Number of orderings.
    pub orderings: usize,
    /// The landmark sum of the initial state.
    pub initial_value: u64,
    /// Seconds for building the graph.
    pub seconds: f64,
}

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

impl FastDownward {
    /// The landmarks of a SAS+ file, unless that takes too long.
    pub fn landmarks(&self, sas_file: &Path) -> Result<Option<Landmarks>> {
        let (output, error) = (sas_file.with_extension("output"), sas_file.with_extension("error"));
        let mut command = Command::new(&self.peer.search);
        command
            .args(["--search", ONLY_LANDMARKS, "--internal-plan-file"])
            .arg(sas_file.with_extension("plan"));
        run(&mut command, self.limits, Streams { input: Some(sas_file), output: &output, error: &error })?;
        Ok(read_landmarks(&std::fs::read_to_string(&output).unwrap_or_default()))
    }
}

fn read_landmarks(printed: &str) -> Option<Landmarks> {
    // A number between two texts. What is said of the whole graph comes last.
    let number = |before: &str, behind: &str| {
        let mut rests = printed.lines().rev().filter_map(|line| line.split_once(before));
        rests.find_map(|(_, rest)| rest.split_once(behind).map(|(number, _)| number.to_owned()))
    };
    let ends = printed.lines().find_map(|line| line.split_once("Initial heuristic value for "));
    Some(Landmarks {
        landmarks: number("Landmark graph contains ", " landmarks")?.parse().ok()?,
        disjunctive: number(" landmarks, of which ", " are disjunctive")?.parse().ok()?,
        orderings: number("Landmark graph contains ", " orderings")?.parse().ok()?,
        initial_value: ends?.1.split_once(": ")?.1.trim().parse().ok()?,
        seconds: number("Landmark graph generation time: ", "s")?.parse().ok()?,
    })
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
    fn landmarks_are_read_from_the_log() {
        let printed = "[t=0.1s, 10 KB] Discovered 9 landmarks, of which 1 are disjunctive and 0 are conjunctive.\n\
             [t=0.1s, 10 KB] Landmark graph generation time: 0.25s\n\
             [t=0.1s, 10 KB] Landmark graph contains 23 landmarks, of which 2 are disjunctive and 0 are conjunctive.\n\
             [t=0.1s, 10 KB] Landmark graph contains 55 orderings.\n\
             [t=0.1s, 10 KB] Initial heuristic value for landmark_sum_heuristic: 12\n";
        let expected =
            Landmarks { landmarks: 23, disjunctive: 2, orderings: 55, initial_value: 12, seconds: 0.25 };
        assert_eq!(read_landmarks(printed), Some(expected));
        assert_eq!(read_landmarks(&printed.replace(": 12", ": infinity")), None);
    }

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
