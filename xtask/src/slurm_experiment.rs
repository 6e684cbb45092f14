//! The experiment of the Slurm test: once on this machine, once on the cluster.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::slurm_cluster::{Cluster, wait_until};
use crate::workspace;

/// The number of jobs of the first submission.
pub const NUM_CHUNKS: usize = 12;

const DOMAINS: &str =
    "alpine apothecary beekeeper canal desert dyeworks frogs glacier lanterns menagerie museum rings";
const PROBLEMS: [&str; 2] = ["p04", "p05"];

/// Runs of up to a second each, which are the same wherever they run. They must be long enough for a node to be lost
/// in the middle of a job.
const COUNTED: [&str; 4] = [
    "--searches=gbfs,softmin-type,guct-uniform,guct-normal2",
    "--heuristics=ff,add",
    "--seeds=2",
    "--max-evaluations=9000",
];
const TIMED: [&str; 4] =
    ["--searches=gbfs,guct-uniform", "--per-domain=1", "--time-limit=1s", "--memory-limit=500M"];

/// What depends on the machine and on what else it does.
const VARYING: &str = "translate_seconds search_seconds open_list_seconds total_seconds cpu_seconds \
    peak_memory_kib host started";

/// The folder of the first submission in a store.
const FIRST: &str = "slurm/0001";

/// How long to wait for a chunk to be in its middle.
const PATIENCE: Duration = Duration::from_secs(120);

/// An experiment with its stores.
pub struct Experiment {
    binary: PathBuf,
    options: Vec<String>,
    here: PathBuf,
    store: PathBuf,
    job: Cell<Option<u64>>,
}

impl Experiment {
    /// Runs with a limit of evaluations.
    pub fn counted(binary: &Path, folder: &Path) -> Result<Self> {
        Experiment::new(binary, folder, &COUNTED, "on the cluster")
    }

    /// Runs with a limit of time.
    pub fn timed(binary: &Path, folder: &Path) -> Result<Self> {
        Experiment::new(binary, folder, &TIMED, "timed")
    }

    /// An experiment on our examples. The name of a store has a space in it, where scripts go wrong.
    fn new(binary: &Path, folder: &Path, options: &[&str], store: &str) -> Result<Self> {
        let suite = folder.join("suite.txt");
        let task = |domain: &str, problem: &str| format!("{domain}\t{domain}/{problem}.pddl\n");
        let tasks: String =
            DOMAINS.split(' ').flat_map(|domain| PROBLEMS.map(|problem| task(domain, problem))).collect();
        fs::write(&suite, tasks)?;
        let mut all = vec![
            format!("--suite={}", suite.display()),
            format!("--benchmarks={}", workspace::root().join("examples").display()),
        ];
        all.extend(options.iter().map(|&option| option.to_owned()));
        Ok(Experiment {
            binary: binary.to_owned(),
            options: all,
            here: folder.join("here"),
            store: folder.join(store),
            job: Cell::new(None),
        })
    }

    /// Runs it on this machine, without the cluster, but ended with it should the test end before.
    pub fn run_here(&self, cluster: &Cluster) -> Result<()> {
        let mut command = cluster.command(&self.binary);
        said(command.args(["lab", "run", "--quiet"]).args(&self.options).arg("--out").arg(&self.here))?;
        Ok(())
    }

    /// Submits what is missing, and returns what the command says.
    pub fn submit(&self, cluster: &Cluster) -> Result<String> {
        let mut command = cluster.command(&self.binary);
        command.args(["lab", "submit", "--slurm"]).args(&self.options).arg("--out").arg(&self.store);
        let said = said(command.arg(format!("--max-array={NUM_CHUNKS}")).arg("--mem=500"))?;
        let job = said.split_once("as job array ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
        self.job.set(job.or(self.job.get()));
        Ok(said)
    }

    /// Collects the results, and returns what the command says.
    pub fn collect(&self, cluster: &Cluster) -> Result<String> {
        said(cluster.command(&self.binary).args(["lab", "collect"]).arg(&self.store))
    }

    /// Runs a command of which the user was told.
    pub fn shell(&self, cluster: &Cluster, line: &str) -> Result<String> {
        said(cluster.command("sh").args(["-c", line]))
    }

    /// The jobs of the first submission that have not ended, with their states.
    pub fn queue(&self, cluster: &Cluster) -> Result<BTreeMap<usize, String>> {
        let script = fs::read_to_string(self.store.join(FIRST).join("job.sh"))?;
        let name = script.lines().find_map(|line| line.strip_prefix("#SBATCH --job-name="));
        let name = name.context("the script does not name the job")?;
        let lines = cluster.ask("squeue", &["--noheader", "--array", "--format=%K %T", "--name", name])?;
        let parse = |line: &str| {
            let (chunk, state) = line.split_once(' ')?;
            Some((chunk.parse().ok()?, state.to_owned()))
        };
        Ok(lines.lines().filter_map(parse).collect())
    }

    /// Lets a job begin that waits for its time.
    pub fn start_now(&self, cluster: &Cluster, chunk: usize) -> Result<()> {
        let job = self.job.get().context("nothing was submitted")?;
        let job = format!("JobId={job}_{chunk}");
        cluster.ask("scontrol", &["update", &job, "StartTime=now"]).map(drop)
    }

    /// Waits until a node is in the middle of a chunk, and returns which.
    pub fn wait_for_middle_of_chunk(&self, cluster: &Cluster, node: &str) -> Result<usize> {
        let mut found = None;
        wait_until(&format!("{node} is in the middle of a job"), PATIENCE, || {
            let processes = cluster.job_processes(node);
            let chunk =
                processes.iter().filter(|process| process.is_running("run-chunk")).find_map(|process| {
                    let manifest =
                        process.command.iter().position(|word| word.ends_with("manifest.jsonl"))?;
                    process.command.get(manifest + 1)?.parse().ok()
                });
            if let Some(chunk) = chunk {
                let planned = self.num_planned(chunk)?;
                let done = self.num_rows(chunk, 0)?;
                found = (done > 0 && done < planned / 2).then_some(chunk);
            }
            Ok(found.is_some())
        })?;
        found.context("no chunk")
    }

    fn num_planned(&self, chunk: usize) -> Result<usize> {
        let manifest = fs::read_to_string(self.store.join(FIRST).join("manifest.jsonl"))?;
        let line = manifest.lines().nth(chunk - 1).context("no such chunk")?;
        let batches = serde_json::from_str::<Value>(line)?["batches"].as_array().cloned().unwrap_or_default();
        Ok(batches.iter().filter_map(|batch| Some(batch["runs"].as_array()?.len())).sum())
    }

    /// The number of rows that an attempt at a chunk has written.
    pub fn num_rows(&self, chunk: usize, restart: usize) -> Result<usize> {
        let (prefix, mark) = (format!("slurm-0001-{chunk}-"), format!("-restart{restart}-"));
        self.num_lines(|shard| shard.starts_with(&prefix) && shard.contains(&mark))
    }

    /// The number of lines in the shards whose names satisfy a condition.
    pub fn num_lines(&self, condition: impl Fn(&str) -> bool) -> Result<usize> {
        let mut lines = 0;
        for entry in fs::read_dir(self.store.join("shards"))? {
            let entry = entry?;
            if condition(&entry.file_name().to_string_lossy()) {
                lines += fs::read(entry.path())?.iter().filter(|&&byte| byte == b'\n').count();
            }
        }
        Ok(lines)
    }

    /// The results of this machine, without what differs from run to run.
    pub fn rows_here(&self) -> Result<Vec<Value>> {
        self.comparable(&self.here)
    }

    /// The results of the cluster, without what differs from run to run.
    pub fn rows_of_cluster(&self) -> Result<Vec<Value>> {
        self.comparable(&self.store)
    }

    fn comparable(&self, store: &Path) -> Result<Vec<Value>> {
        let table = store.with_extension("jsonl");
        let mut command = Command::new(&self.binary);
        said(command.args(["lab", "export"]).arg(store).arg("--jsonl").arg(&table))?;
        let mut rows = Vec::new();
        for line in fs::read_to_string(table)?.lines() {
            let mut row: Value = serde_json::from_str(line)?;
            let object = row.as_object_mut().context("a row is an object")?;
            object.retain(|key, _| !VARYING.split(' ').any(|name| name == key));
            rows.push(row);
        }
        Ok(rows)
    }
}

/// What a command says about its work.
fn said(command: &mut Command) -> Result<String> {
    let output =
        command.output().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    ensure!(output.status.success(), "{command:?}: {said}");
    Ok(said)
}
