//! Talking with Slurm through its commands.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::slurm::submission::Submission;

/// What went wrong with a command of Slurm.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// It cannot be started.
    #[error("cannot start {command}: {error}; is this a machine from which jobs can be submitted?")]
    Start {
        /// The command.
        command: &'static str,
        /// What the operating system says.
        error: io::Error,
    },
    /// It failed.
    #[error("{command}: {message}")]
    Failed {
        /// The command.
        command: &'static str,
        /// What it says.
        message: String,
    },
}

/// What the cluster allows for job arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayLimits {
    /// The largest number of jobs in an array that begins with 1.
    pub jobs: usize,
}

impl Default for ArrayLimits {
    /// What Slurm allows if nobody changes it.
    fn default() -> Self {
        ArrayLimits { jobs: 1000 }
    }
}

/// Where a job of an array is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// It waits, for the reason that Slurm gives.
    Waiting(String),
    /// It runs, or is being ended.
    Running,
}

/// The jobs that have not ended, by the name of the array and the index in it.
pub type Queue = BTreeMap<(String, usize), JobState>;

/// Asks what the cluster allows.
pub fn array_limits() -> Result<ArrayLimits, ClusterError> {
    let config = output("scontrol", Command::new("scontrol").args(["show", "config"]))?;
    parse_array_limits(&config).ok_or_else(|| ClusterError::Failed {
        command: "scontrol show config",
        message: "the cluster allows no job arrays".to_owned(),
    })
}

/// Submits a script, and returns the number of the job.
pub fn submit(script: &Path) -> Result<String, ClusterError> {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").arg(script);
    // What these variables say would win over the script, which must have the last word about these.
    for variable in ["SBATCH_JOB_NAME", "SBATCH_ARRAY_INX", "SBATCH_REQUEUE", "SBATCH_NO_REQUEUE"] {
        command.env_remove(variable);
    }
    let answer = output("sbatch", &mut command)?;
    // After a semicolon there may be the name of the cluster.
    Ok(answer.trim().split(';').next().unwrap_or_default().to_owned())
}

/// Asks for the jobs of arrays with these names that have not ended.
pub fn ask_queue<'s>(submissions: impl IntoIterator<Item = &'s Submission>) -> Result<Queue, ClusterError> {
    let names: Vec<String> = submissions.into_iter().map(Submission::job_name).collect();
    if names.is_empty() {
        return Ok(Queue::new());
    }
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--format=%j|%K|%T|%r", "--name", &names.join(",")]);
    Ok(output("squeue", &mut command)?.lines().filter_map(parse_job).collect())
}

fn output(name: &'static str, command: &mut Command) -> Result<String, ClusterError> {
    let output = command.output().map_err(|error| ClusterError::Start { command: name, error })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let message = if said.is_empty() { output.status.to_string() } else { said };
    Err(ClusterError::Failed { command: name, message })
}

fn parse_array_limits(config: &str) -> Option<ArrayLimits> {
    let number = |name: &str| {
        let value = config.lines().find_map(|line| line.trim_start().strip_prefix(name))?;
        value.trim_start().strip_prefix('=')?.trim().parse::<usize>().ok()
    };
    // Indices are smaller than MaxArraySize, and all jobs of the cluster together are at most MaxJobCount.
    let jobs = number("MaxArraySize")?.checked_sub(1)?.min(number("MaxJobCount").unwrap_or(usize::MAX));
    (jobs > 0).then_some(ArrayLimits { jobs })
}

fn parse_job(line: &str) -> Option<((String, usize), JobState)> {
    let mut parts = line.splitn(4, '|').map(str::trim);
    let name = parts.next()?.to_owned();
    let index = parts.next()?.parse().ok()?;
    let state = parts.next()?;
    let reason = parts.next()?.to_owned();
    let waits = ["PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT"];
    let state = if waits.contains(&state) { JobState::Waiting(reason) } else { JobState::Running };
    Some(((name, index), state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_come_from_the_configuration() {
        let config =
            "Configuration data\nMaxArraySize            = 501\nMaxDBDMsgs = 20004\nMaxJobCount = 10000\n";
        assert_eq!(parse_array_limits(config), Some(ArrayLimits { jobs: 500 }));
        let few_jobs = "MaxArraySize = 1001\nMaxJobCount = 40\n";
        assert_eq!(parse_array_limits(few_jobs), Some(ArrayLimits { jobs: 40 }));
        assert_eq!(parse_array_limits("MaxArraySize = 0\n"), None);
        assert_eq!(parse_array_limits(""), None);
    }

    #[test]
    fn jobs_wait_or_run() {
        let job = |line: &str| parse_job(line).map(|((_, index), state)| (index, state));
        assert_eq!(job("x|12|RUNNING|None"), Some((12, JobState::Running)));
        assert_eq!(job("x|3|COMPLETING|None"), Some((3, JobState::Running)));
        assert_eq!(job("x|7|PENDING|BeginTime"), Some((7, JobState::Waiting("BeginTime".to_owned()))));
        assert_eq!(job("x|N/A|RUNNING|None"), None);
        assert_eq!(job(""), None);
    }
}
