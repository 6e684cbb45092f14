//! Runs Fast Downward's translator and search binary as its own driver does.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::peer::{self, Peer};
use crate::reference::Sizes;
use crate::run::{Ending, Finished, Limits, printed, run};
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
    /// Finds or installs it.
    pub fn set_up(seconds: u64, memory_kib: u64) -> Result<Self> {
        let limits = Limits { time: Duration::from_secs(seconds), memory_kib: Some(memory_kib) };
        Ok(FastDownward { peer: peer::set_up()?, limits })
    }

    /// The version of the search binary and of Python, which together decide the times.
    pub fn version(&self) -> Result<String> {
        let revision = printed(Command::new(&self.peer.search).arg("--internal-git-revision"))?;
        let python = printed(Command::new(&self.peer.python).arg("--version"))?;
        Ok(format!("Fast Downward {revision} ({python})"))
    }

    /// Translates a task to `sas_file`, with the sizes it prints if it finishes.
    pub fn translate(&self, task: &Task, sas_file: &Path) -> Result<(Finished, Sizes)> {
        let mut command = Command::new(&self.peer.python);
        command.env("PYTHONPATH", &self.peer.translator_path);
        command.args(["-m", "fast_downward.translate"]).args([&task.domain_file, &task.problem_file]);
        let finished = run(command.arg("--sas-file").arg(sas_file), self.limits, None)?;
        let sizes = read_sizes(&finished.output);
        Ok((finished, sizes))
    }

    /// Lets the search binary work on a SAS+ file; a plan goes to `plan_file`.
    pub fn search(&self, search: &str, sas_file: &Path, plan_file: &Path) -> Result<Finished> {
        self.search_within(self.limits, search, sas_file, plan_file)
    }

    /// The same with limits of its own.
    pub fn search_within(
        &self,
        limits: Limits,
        search: &str,
        sas_file: &Path,
        plan_file: &Path,
    ) -> Result<Finished> {
        let mut command = Command::new(&self.peer.search);
        command.args(["--search", search, "--internal-plan-file"]).arg(plan_file);
        run(&mut command, limits, Some(sas_file))
    }

    /// Lets the search binary read a SAS+ file; `Some` says why it refuses it.
    pub fn refusal(&self, sas_file: &Path) -> Result<Option<String>> {
        let finished = self.search(NO_SEARCH, sas_file, &sas_file.with_extension("plan"))?;
        let has_read =
            matches!(finished.usage.ending, Ending::Exited(code) if SEARCH_HAS_READ.contains(&code));
        Ok((!has_read).then(|| finished.why()))
    }

    /// The landmarks of a SAS+ file, unless that takes too long.
    pub fn landmarks(&self, sas_file: &Path) -> Result<Option<Landmarks>> {
        let finished = self.search(ONLY_LANDMARKS, sas_file, &sas_file.with_extension("plan"))?;
        Ok(read_landmarks(&finished.output))
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
