//! Limits of time and memory, with bounds that a slow machine can keep.

use std::time::{Duration, Instant};

use crate::common::{endless_task, names, run, text};

#[test]
fn the_time_limit_is_kept_and_leaves_nothing_behind() {
    let folder = endless_task();
    let (problem, output) = (text(folder.path().join("problem.pddl")), text(folder.path().join("out.sas")));
    let started = Instant::now();
    let arguments = ["translate", &problem, "--json", "-o", &output, "--time-limit", "1s"];
    let finished = run(&arguments).expect_code(21);
    assert!(started.elapsed() >= Duration::from_secs(1));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    let report = finished.json();
    assert_eq!(report["status"], "out_of_time");
    assert!(report["total_seconds"].as_f64() >= Some(1.0), "{report}");
    assert!(finished.stderr.starts_with("error: time limit reached while grounding"), "{finished:?}");
    assert_eq!(names(folder.path()), ["domain.pddl", "problem.pddl"]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept() {
    let folder = endless_task();
    let problem = text(folder.path().join("problem.pddl"));
    let finished = run(&["translate", &problem, "--json", "--memory-limit", "80M"]).expect_code(20);
    let report = finished.json();
    assert_eq!(report["status"], "out_of_memory");
    let peak = report["peak_memory_kib"].as_u64().unwrap();
    // Tables that have just doubled count whole and are half resident. The kernel's figures are exact only to
    // some pages per thread.
    assert!((40 * 1024..100 * 1024).contains(&peak), "{peak}");
}

#[test]
fn all_names_of_the_limits_are_taken_and_the_strictest_holds() {
    let problem = "examples/alpine/p01.pddl";
    for option in ["--time-limit", "--overall-time-limit", "--translate-time-limit"] {
        run(&["translate", problem, option, "0"]).expect_code(21);
    }
    for option in ["--memory-limit", "--overall-memory-limit", "--translate-memory-limit"] {
        run(&["translate", problem, option, "10K"]).expect_code(if cfg!(target_os = "linux") {
            20
        } else {
            0
        });
    }
    run(&["translate", problem, "--overall-time-limit", "1h", "--translate-time-limit", "0"]).expect_code(21);
    run(&["translate", problem, "--overall-time-limit", "1h", "--time-limit", "30m"]).expect_code(0);
}

#[test]
#[cfg(unix)]
fn the_time_limit_holds_while_nobody_reads_the_output() {
    use std::process::Stdio;
    // Much more text than fits into a pipe, and none that takes time to translate.
    let values: String = (0..20_000).map(|n| format!("Atom the-number-of-this-value-is({n})\n")).collect();
    let task = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\n\
         begin_variable\nvar0\n-1\n20000\n{values}end_variable\n0\n\
         begin_state\n0\nend_state\nbegin_goal\n1\n0 1\nend_goal\n0\n0\n"
    );
    let folder = crate::common::folder(&[("task.sas", &task)]);
    let task = text(folder.path().join("task.sas"));
    let mut command = crate::common::extremal(&["translate", &task, "-o", "-", "--time-limit", "3"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The pipe stays open and full.
    let pipe = child.stdout.take();
    let finished: crate::common::Finished = child.wait_with_output().unwrap().into();
    drop(pipe);
    let finished = finished.expect_code(21);
    assert!(finished.stderr.starts_with("error: time limit reached while writing"), "{finished:?}");
}

#[test]
#[cfg(unix)]
fn the_time_limit_holds_while_the_input_does_not_come() {
    use std::process::Stdio;
    let mut command = crate::common::extremal(&["translate", "-", "--json", "--time-limit", "0.2"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pipe = child.stdin.take();
    let finished: crate::common::Finished = child.wait_with_output().unwrap().into();
    drop(pipe);
    let finished = finished.expect_code(21);
    assert_eq!(finished.json()["status"], "out_of_time");
}
