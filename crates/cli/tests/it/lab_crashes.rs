//! Experiments that are disturbed: killed, interrupted, out of memory, out of time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{endless_search, endless_task, extremal, run, text};
use crate::lab_common::{lab_run, laboratory, rows, run_owned, without_times};

/// A running experiment, which does not outlive its test.
struct Supervisor(Child);

impl Supervisor {
    fn start(arguments: &[String]) -> Self {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Supervisor(extremal(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap())
    }

    fn workers(&self) -> Vec<i32> {
        children(self.0.id())
    }

    /// The only worker, when it is there.
    fn worker(&self) -> i32 {
        wait_until("there is a worker", || !self.workers().is_empty());
        self.workers()[0]
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Its exit code and what it said.
    fn wait(mut self) -> (Option<i32>, String) {
        let mut text = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        (self.0.wait().unwrap().code(), text)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // It has usually ended already.
        let _ = self.0.kill();
    }
}

/// The processes that a process has started and that are there now.
fn children(parent: u32) -> Vec<i32> {
    let mut children = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        // Behind the name of the program, which is in parentheses, come its state and its parent.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let mut words = rest.split_whitespace();
        let state = words.next();
        if state != Some("Z") && words.next() == Some(&parent.to_string()) {
            children.push(id);
        }
    }
    children
}

fn is_running(id: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long until {what}");
        sleep(Duration::from_millis(2));
    }
}

fn send(signal: Signal, process: i32) {
    kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
}

/// A folder with an endless task and a suite of it.
fn with_suite(folder: TempDir) -> (TempDir, Vec<String>) {
    fs::write(folder.path().join("suite.txt"), "endless\tproblem.pddl\tdomain.pddl\n").unwrap();
    let path = |name: &str| text(folder.path().join(name));
    let arguments = [
        "lab",
        "run",
        "--suite",
        &path("suite.txt"),
        "--benchmarks",
        &path(""),
        "--out",
        &path("out"),
        "--jobs",
        "1",
    ]
    .map(str::to_owned)
    .into();
    (folder, arguments)
}

fn with(arguments: &[String], more: &[&str]) -> Vec<String> {
    arguments.iter().cloned().chain(more.iter().map(|&argument| argument.to_owned())).collect()
}

#[test]
fn ten_kills_change_nothing_but_times() {
    let domains = ["alpine", "beekeeper", "canal", "dyeworks", "museum", "rings"];
    let lab = laboratory(&domains, &["p01", "p02", "p03"]);
    let options =
        ["--searches", "gbfs,guct,guct-uniform", "--seeds", "5", "--max-evaluations", "1000", "--jobs", "2"];
    run_owned(&lab_run(lab.path(), "undisturbed", &options)).expect_code(0);
    let undisturbed = without_times(&rows(&lab.path().join("undisturbed")));
    assert_eq!(undisturbed.len(), 18 * (1 + 5 + 5));

    let store = lab.path().join("killed");
    let arguments = lab_run(lab.path(), "killed", &options);
    let mut random = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().subsec_nanos();
    for kill in 1..=10 {
        let mut supervisor = Supervisor::start(&arguments);
        // A random moment, but not before some of the work is done: else all kills would hit the beginning.
        wait_until("some runs are done", || rows(&store).len() >= kill * 9 || supervisor.has_ended());
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        sleep(Duration::from_micros(u64::from(random % 20_000)));
        let workers = supervisor.workers();
        supervisor.kill();
        wait_until("the workers are gone", || !workers.iter().any(|&worker| is_running(worker)));
    }
    assert!(rows(&store).len() < undisturbed.len(), "the last kill came too late to disturb anything");
    let finished = run_owned(&arguments).expect_code(0);
    assert!(!finished.stderr.contains(" 0 of them done already"), "{finished:?}");
    assert_eq!(without_times(&rows(&store)), undisturbed);
}

#[test]
fn a_run_that_crashes_is_a_row_and_not_the_end() {
    let (folder, arguments) = with_suite(endless_search());
    let arguments = with(&arguments, &["--searches", "gbfs,guct", "--max-evaluations", "100000000"]);
    let supervisor = Supervisor::start(&arguments);
    let store = folder.path().join("out");
    for crash in 1..=2 {
        let worker = supervisor.worker();
        // Each is busy with its first run. Before that it would not be the run's fault.
        sleep(Duration::from_millis(300));
        send(Signal::ABORT, worker);
        wait_until("there is a row", || rows(&store).len() == crash);
    }
    assert_eq!(supervisor.wait().0, Some(0));
    for row in rows(&store) {
        assert_eq!(row["status"], "crashed");
        assert!(row["reason"].as_str().unwrap().contains("signal: 6"), "{row}");
    }
}

#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    let (folder, arguments) = with_suite(endless_search());
    let arguments = with(&arguments, &["--searches", "gbfs", "--max-evaluations", "100000000"]);
    let supervisor = Supervisor::start(&arguments);
    let worker = supervisor.worker();
    send(Signal::INT, supervisor.0.id() as i32);
    let (code, stderr) = supervisor.wait();
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("0 of 1 runs") && stderr.contains("the same command goes on"), "{stderr}");
    assert!(!is_running(worker) && rows(&folder.path().join("out")).is_empty());
    assert!(folder.path().join("out/results.sqlite").exists());
}

#[test]
fn one_experiment_at_a_time_works_in_a_store() {
    let (_folder, arguments) = with_suite(endless_search());
    let arguments = with(&arguments, &["--searches", "gbfs", "--max-evaluations", "100000000"]);
    let mut supervisor = Supervisor::start(&arguments);
    supervisor.worker();
    let second = run_owned(&arguments).expect_code(30);
    assert!(second.stderr.contains("another `lab run` is at work in this store"), "{second:?}");
    supervisor.kill();
    let third = Supervisor::start(&arguments);
    third.worker();
}

#[test]
fn a_worker_that_somebody_terminates_leaves_no_row() {
    let (folder, arguments) = with_suite(endless_search());
    let arguments = with(&arguments, &["--searches", "gbfs", "--max-evaluations", "100000000"]);
    let supervisor = Supervisor::start(&arguments);
    let worker = supervisor.worker();
    sleep(Duration::from_millis(200));
    send(Signal::TERM, worker);
    assert_eq!(supervisor.wait().0, Some(130));
    assert!(rows(&folder.path().join("out")).is_empty());
}

fn by_status(store: &Path) -> BTreeMap<String, Vec<Value>> {
    let mut all = BTreeMap::<String, Vec<Value>>::new();
    for row in rows(store) {
        all.entry(row["status"].as_str().unwrap().to_owned()).or_default().push(row);
    }
    all
}

#[test]
fn out_of_memory_is_a_row_and_does_not_spoil_the_next_run() {
    let (folder, arguments) = with_suite(endless_search());
    let options = ["--searches", "guct", "--heuristics", "blind", "--seeds", "2", "--memory-limit", "32"];
    run_owned(&with(&arguments, &[&options[..], &["--max-evaluations", "100000000"]].concat()))
        .expect_code(0);
    let all = by_status(&folder.path().join("out"));
    assert_eq!(all.keys().collect::<Vec<_>>(), ["out_of_memory"]);
    let evaluations: BTreeSet<u64> =
        all["out_of_memory"].iter().map(|row| row["evaluations"].as_u64().unwrap()).collect();
    // All had a process to themselves, so all got far.
    assert!(evaluations.first() > Some(&1000), "{evaluations:?}");
    let finished = run_owned(&with(&arguments, &[&options[..], &["--max-evaluations", "50"]].concat()));
    assert!(finished.expect_code(0).stderr.contains("2 of 2 runs"));
    assert_eq!(by_status(&folder.path().join("out"))["evaluation_limit"].len(), 2);
}

#[test]
fn a_task_too_large_for_the_memory_is_a_row_for_each_run() {
    let (folder, arguments) = with_suite(endless_task());
    let options = ["--searches", "guct", "--seeds", "2", "--memory-limit", "80", "--max-evaluations", "10"];
    run_owned(&with(&arguments, &options)).expect_code(0);
    let all = by_status(&folder.path().join("out"));
    assert_eq!(all["out_of_memory"].len(), 2);
}

#[test]
fn time_limits_hold_for_search_and_translation() {
    for folder in [endless_search(), endless_task()] {
        let (folder, arguments) = with_suite(folder);
        let start = Instant::now();
        let options = ["--searches", "guct", "--seeds", "2", "--time-limit", "0.7"];
        run_owned(&with(&arguments, &options)).expect_code(0);
        assert!(start.elapsed() < Duration::from_secs(20));
        let rows = rows(&folder.path().join("out"));
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert_eq!(row["status"], "out_of_time", "{row}");
            let seconds = row["total_seconds"].as_f64().unwrap();
            assert!((0.7..=2.2).contains(&seconds), "{seconds}");
            assert!(
                row["cpu_seconds"].as_f64() > Some(0.0) && row["peak_memory_kib"].as_u64() > Some(1000),
                "{row}"
            );
        }
    }
}

#[test]
fn a_task_that_cannot_be_read_is_a_row() {
    let (folder, arguments) = with_suite(endless_search());
    let problem = folder.path().join("problem.pddl");
    let right = fs::read_to_string(&problem).unwrap();
    fs::write(&problem, "(define (problem p) (:domain endless)").unwrap();
    let arguments = with(&arguments, &["--searches", "gbfs,guct", "--max-evaluations", "10"]);
    let failed = run_owned(&arguments).expect_code(0);
    assert!(failed.stderr.contains("2 runs of the experiment failed or crashed"), "{failed:?}");
    assert_eq!(failed.stderr.matches("  failed: ").count(), 1, "{failed:?}");
    let rows = rows(&folder.path().join("out"));
    assert!(rows.len() == 2 && rows.iter().all(|row| row["status"] == "failed"), "{rows:?}");
    assert!(rows[0]["reason"].as_str().unwrap().contains("problem.pddl"), "{}", rows[0]);
    let out = text(folder.path().join("out"));
    let finished = run(&["lab", "export", &out, "--lab", "-"]).expect_code(0);
    assert!(finished.stdout.contains("\"unexplained_errors\":[\"error"), "{}", finished.stdout);
    // It is final, unless the user wants to try again.
    fs::write(&problem, right).unwrap();
    assert!(run_owned(&arguments).expect_code(0).stderr.contains("2 of them done already"));
    let retried = run_owned(&with(&arguments, &["--retry"])).expect_code(0);
    assert!(retried.stderr.contains("0 of them done already"), "{retried:?}");
    assert!(!retried.stderr.contains("failed"), "{retried:?}");
    let collected = run(&["lab", "collect", &out]).expect_code(0);
    assert!(collected.stderr.contains("2 runs in") && !collected.stderr.contains("failed"), "{collected:?}");
}
