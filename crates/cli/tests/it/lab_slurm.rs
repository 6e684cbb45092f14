//! `lab submit`, `lab run-chunk` and `lab collect` with stand-ins for the commands of Slurm. The real ones are
//! for `cargo xtask check-slurm`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Finished, extremal, names, repository, text};
use crate::lab_common::{lab_run, laboratory, rows, run_owned, without_times};

/// A laboratory in whose folder `bin` commands can be put.
struct Cluster {
    laboratory: TempDir,
}

const LIMITS: [&str; 6] = ["--searches", "gbfs,guct-uniform", "--max-evaluations", "200", "--seeds", "2"];

impl Cluster {
    /// A cluster that allows three jobs in an array and accepts what is submitted.
    fn new() -> Self {
        let cluster = Cluster { laboratory: laboratory(&["alpine", "museum"], &["p01", "p02"]) };
        fs::create_dir(cluster.path("bin")).unwrap();
        cluster.command_says("scontrol", "echo 'MaxArraySize = 4'");
        cluster.command_says("sbatch", "echo '42;here'");
        cluster.queue("");
        cluster
    }

    fn path(&self, name: &str) -> PathBuf {
        self.laboratory.path().join(name)
    }

    fn store(&self) -> PathBuf {
        self.path("my store")
    }

    fn command_says(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn queue(&self, lines: &str) {
        self.command_says("squeue", &format!("echo '{lines}'"));
    }

    fn finish(&self, mut command: Command) -> Finished {
        // Nothing else, for there may be a real Slurm on this machine.
        command.env("PATH", self.path("bin"));
        command.output().unwrap().into()
    }

    fn submit(&self, more: &[&str]) -> Finished {
        let mut arguments = lab_run(self.laboratory.path(), "my store", &LIMITS);
        arguments[1] = "submit".to_owned();
        arguments.push("--slurm".to_owned());
        arguments.extend(more.iter().map(|&argument| argument.to_owned()));
        self.finish(extremal(&arguments.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn collect(&self) -> Finished {
        self.finish(extremal(&["lab", "collect", &text(self.store())])).expect_code(0)
    }

    fn script(&self, submission: &str) -> PathBuf {
        self.store().join("slurm").join(submission).join("job.sh")
    }

    /// Does what a job of an array would do.
    fn run_job(&self, submission: &str, chunk: &str) -> Finished {
        let mut command = Command::new("/bin/sh");
        command.arg(self.script(submission)).env("SLURM_ARRAY_TASK_ID", chunk).env("SLURM_JOB_ID", "43");
        self.finish(command)
    }
}

#[test]
fn what_is_neither_done_nor_in_the_queue_is_submitted() {
    let cluster = Cluster::new();
    let first = cluster.submit(&[]).expect_code(0);
    assert!(first.stderr.contains("12 runs on 4 tasks: 0 done, 0 in the queue, 12 to submit"), "{first:?}");
    assert!(first.stderr.contains("submitted as job array 42 (jobs 1 to 3)"), "{first:?}");
    cluster.run_job("0001", "1").expect_code(0);
    let again = cluster.run_job("0001", "1").expect_code(0);
    assert!(again.stderr.contains("done already"), "{again:?}");
    let done = rows(&cluster.store()).len();
    assert_eq!(done, 6, "the first of three jobs has two of four tasks");
    let script = fs::read_to_string(cluster.script("0001")).unwrap();
    let name = script.lines().find_map(|line| line.strip_prefix("#SBATCH --job-name=")).unwrap();

    cluster.queue(&format!("{name}|2|RUNNING|None\n{name}|3|PENDING|Resources"));
    let nothing = cluster.submit(&[]).expect_code(0);
    assert!(nothing.stderr.contains("6 done, 6 in the queue, 0 to submit"), "{nothing:?}");
    assert!(nothing.stderr.contains("warning: jobs of an earlier submission"), "{nothing:?}");
    assert_eq!(names(&cluster.store().join("slurm")), ["0001"]);
    let outlook = cluster.collect().stderr;
    let expected = "6 done, 3 in jobs that run, 3 in jobs that wait (Resources), 0 missing";
    assert!(outlook.contains(expected), "{outlook}");

    cluster.queue(&format!("{name}|2|RUNNING|None"));
    let log = cluster.store().join("slurm/0001/logs/3.log");
    fs::write(&log, "chunk 3: 3 runs\nslurmstepd: CANCELLED DUE TO TIME LIMIT\nerror: interrupted\n")
        .unwrap();
    let outlook = cluster.collect().stderr;
    let expected = "3 runs missing of job 3 of submission 1: 'slurmstepd: CANCELLED DUE TO TIME LIMIT'";
    assert!(outlook.contains(expected), "{outlook}");
    let command = outlook.lines().last().unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", command]);
    let second = cluster.finish(shell).expect_code(0);
    assert!(second.stderr.contains("6 done, 3 in the queue, 3 to submit"), "{second:?}");
    cluster.run_job("0001", "2").expect_code(0);
    cluster.run_job("0002", "1").expect_code(0);
    cluster.queue("");
    assert!(cluster.collect().stderr.contains("12 runs submitted: 12 done"));

    run_owned(&lab_run(cluster.laboratory.path(), "here", &LIMITS)).expect_code(0);
    assert_eq!(without_times(&rows(&cluster.store())), without_times(&rows(&cluster.path("here"))));
}

#[test]
fn a_dry_run_needs_no_cluster_and_writes_nothing() {
    let cluster = Cluster::new();
    fs::remove_dir_all(cluster.path("bin")).unwrap();
    let dry = cluster.submit(&["--dry-run", "--time=1:00:00", "--array-limit=2", "--max-array=2"]);
    let dry = dry.expect_code(0);
    assert!(dry.stderr.contains("warning: cannot start scontrol"), "{dry:?}");
    for line in ["#!/bin/sh", "#SBATCH --time=1:00:00", "#SBATCH --array=1-2%2"] {
        assert!(dry.stdout.lines().any(|l| l == line), "{line} in {dry:?}");
    }
    assert!(dry.stdout.contains("# 2: 6 runs on "), "{dry:?}");
    assert!(!cluster.store().exists());
    let wet = cluster.submit(&[]).expect_code(30);
    assert!(wet.stderr.contains("error: cannot start scontrol"), "{wet:?}");
}

#[test]
fn what_the_cluster_refuses_leaves_no_submission() {
    let cluster = Cluster::new();
    cluster.command_says("sbatch", "echo 'sbatch: error: QOSMaxSubmitJobPerUserLimit' >&2; exit 1");
    let refused = cluster.submit(&[]).expect_code(30);
    assert!(refused.stderr.contains("QOSMaxSubmitJobPerUserLimit"), "{refused:?}");
    assert!(names(&cluster.store().join("slurm")).is_empty());
    let unknown = cluster.submit(&["--sbatch-option", "account=me"]).expect_code(36);
    assert!(unknown.stderr.contains("'account=me' is not an option of sbatch"), "{unknown:?}");
    cluster.command_says("scontrol", "echo 'MaxArraySize = 0'");
    assert!(cluster.submit(&[]).expect_code(30).stderr.contains("no job arrays"));
}

#[test]
fn chunks_that_do_not_exist_are_named() {
    let cluster = Cluster::new();
    cluster.submit(&[]).expect_code(0);
    for chunk in ["0", "4"] {
        let wrong = cluster.run_job("0001", chunk).expect_code(31);
        assert!(wrong.stderr.contains(&format!("there is no chunk {chunk}")), "{wrong:?}");
    }
    let elsewhere = repository().join("Cargo.toml");
    let wrong = cluster.finish(extremal(&["lab", "run-chunk", &text(elsewhere), "1"])).expect_code(31);
    assert!(wrong.stderr.contains("not a manifest of a store"), "{wrong:?}");
    let manifest = cluster.store().join("slurm/0001/manifest.jsonl");
    let planned = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, planned.replace("\"gbfs\"", "\"guct\"")).unwrap();
    let wrong = cluster.run_job("0001", "1").expect_code(31);
    assert!(wrong.stderr.contains("another version"), "{wrong:?}");
    assert!(!Path::new(&cluster.store()).join("results.sqlite").exists());
}
