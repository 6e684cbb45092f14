//! Extremal and Fast Downward from PDDL files to a plan, as their users run them.

use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::peer::Peer;
use crate::run::{Ending, Finished, Limits, run};
use crate::suites::Task;

/// Both keep their limits by themselves; only one that hangs is stopped from outside, this much later.
const GRACE: Duration = Duration::from_secs(20);

/// The exit codes with which Fast Downward's driver complains about what it was given. Larger ones are those of a translator
/// that was killed at the time limit.
const DRIVER_FAILED: RangeInclusive<i32> = 30..=37;

/// What each planner may use for each task.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Seconds of wall-clock time, translation included.
    pub seconds: u64,
    /// MiB.
    pub memory: u64,
}

impl Contest {
    /// Runs a build of Extremal with these options of `solve`.
    pub fn extremal(&self, binary: &Path, options: &[&str], task: &Task, plan: &Path) -> Result<Finished> {
        let mut command = Command::new(binary);
        command.args(["solve", "--quiet"]).args(options);
        command.arg("--time-limit").arg(format!("{}s", self.seconds));
        command.arg("--memory-limit").arg(format!("{}M", self.memory));
        command.arg("--plan-file").arg(plan).args([&task.domain_file, &task.problem_file]);
        self.run(&mut command)
    }

    /// Runs Fast Downward through its driver, with one of the driver's aliases.
    pub fn fast_downward(&self, peer: &Peer, alias: &str, task: &Task, plan: &Path) -> Result<Finished> {
        let folder = peer.search.ancestors().nth(4).context("Fast Downward lies elsewhere")?;
        let scratch = plan.parent().context("a plan file lies in a folder")?;
        let mut command = Command::new(&peer.python);
        command.arg(folder.join("fast-downward.py")).args(["--alias", alias]);
        command.arg("--overall-time-limit").arg(format!("{}s", self.seconds));
        command.arg("--overall-memory-limit").arg(format!("{}M", self.memory));
        command.arg("--sas-file").arg(scratch.join("theirs.sas")).arg("--plan-file").arg(plan);
        // Its driver leaves files where it runs, so it runs elsewhere than we do.
        command.arg(std::path::absolute(&task.domain_file)?).arg(std::path::absolute(&task.problem_file)?);
        let finished = self.run(command.current_dir(scratch))?;
        if matches!(finished.usage.ending, Ending::Exited(code) if DRIVER_FAILED.contains(&code)) {
            bail!("Fast Downward could not run on {}: {}", task.problem, finished.errors.trim());
        }
        Ok(finished)
    }

    fn run(&self, command: &mut Command) -> Result<Finished> {
        run(command, Limits { time: Duration::from_secs(self.seconds) + GRACE, memory_kib: None }, None)
    }
}
