//! What `extremal translate` reports, and how it finds its files.

use std::fs;

use serde_json::Value;

use crate::common::{SWITCH_DOMAIN, SWITCH_PROBLEM, folder, run, text};

const DOMAIN: &str = "examples/alpine/domain.pddl";
const PROBLEM: &str = "examples/alpine/p01.pddl";

const KEYS: [&str; 14] = [
    "status",
    "variables",
    "derived_variables",
    "facts",
    "goal_facts",
    "mutex_groups",
    "operators",
    "axioms",
    "task_size",
    "parse_seconds",
    "ground_seconds",
    "invariant_seconds",
    "total_seconds",
    "peak_memory_kib",
];

#[test]
fn json_has_all_keys_and_is_alone_on_standard_output() {
    let finished = run(&["translate", DOMAIN, PROBLEM, "--json"]).expect_code(0);
    let report = finished.json();
    for key in KEYS {
        assert!(!report[key].is_null(), "{key}: {report}");
    }
    assert_eq!(report["status"], "ok");
    assert!(report["operators"].as_u64() > Some(0), "{report}");
    let seconds = |key: &str| report[key].as_f64().unwrap();
    assert!(seconds("parse_seconds") + seconds("ground_seconds") <= seconds("total_seconds"));
}

#[test]
fn json_is_printed_for_failures_too() {
    let cases: [(&[&str], i32, &str); 5] = [
        (
            &["examples/errors/domain-three-errors.pddl", "examples/errors/good-problem.pddl"],
            31,
            "invalid_input",
        ),
        (
            &["examples/errors/domain-durative-action.pddl", "examples/errors/good-problem.pddl"],
            34,
            "unsupported",
        ),
        (&["no-such-file.pddl"], 31, "invalid_input"),
        (&[PROBLEM, "--time-limit", "0"], 21, "out_of_time"),
        (&[PROBLEM, "-o", "no-such-folder/output.sas"], 30, "output_failed"),
    ];
    for (arguments, code, status) in cases {
        let arguments = [&["translate", "--json"], arguments].concat();
        let report = run(&arguments).expect_code(code).json();
        assert_eq!(report["status"], status);
        assert_eq!(report["operators"], Value::Null);
        assert!(report["message"].as_str().is_some_and(|message| !message.is_empty()), "{report}");
        assert!(KEYS.iter().all(|key| report.get(key).is_some()), "{report}");
    }
}

#[test]
fn text_has_each_line_that_downward_lab_reads_once() {
    let finished = run(&["translate", DOMAIN, PROBLEM]).expect_code(0);
    let report = run(&["translate", DOMAIN, PROBLEM, "--json"]).json();
    for name in ["variables", "derived variables", "facts", "operators", "axioms", "task size"] {
        let line = format!("Translator {name}: {}", report[name.replace(' ', "_")]);
        assert_eq!(finished.stdout.lines().filter(|l| *l == line).count(), 1, "{line}\n{}", finished.stdout);
    }
    for (start, end) in
        [("Translator peak memory: ", " KB"), ("Done! [", "s wall-clock]"), ("Parsing: [", "s wall-clock]")]
    {
        let fits = |line: &&str| line.starts_with(start) && line.ends_with(end);
        assert_eq!(finished.stdout.lines().filter(fits).count(), 1, "{start}\n{}", finished.stdout);
    }
    assert!(finished.stdout.ends_with("translate exit code: 0\n"));
}

#[test]
fn unreachable_goals_are_named_with_reasons() {
    let domain = "(define (domain switch) (:requirements :strips)
      (:predicates (on) (off) (power) (bright))
      (:action press :parameters () :precondition (and (off) (power)) :effect (on)))";
    let problem = "(define (problem one) (:domain switch) (:init (off)) (:goal (and (off) (on) (bright))))";
    let folder = folder(&[("domain.pddl", domain), ("problem.pddl", problem)]);
    let problem = text(folder.path().join("problem.pddl"));
    let output = folder.path().join("output.sas");

    let finished = run(&["translate", &problem, "-o", &text(&output)]).expect_code(10);
    let position = |part: &str| finished.stdout.find(part).unwrap_or_else(|| panic!("{part}: {finished:?}"));
    assert!(position("\n  (on)\n") < position("\n  (bright)\n"));
    assert!(position("Why (on) cannot be reached") < position("(power)"));
    assert!(finished.stdout.ends_with("translate exit code: 10\n"));
    let task = fs::read_to_string(&output).unwrap();
    assert!(task.starts_with("begin_version\n3\n") && task.contains("begin_goal\n1\n0 1\nend_goal\n0\n0\n"));

    let report = run(&["translate", &problem, "--json"]).expect_code(10).json();
    assert_eq!(report["status"], "unsolvable");
    assert_eq!(report["unreachable_goals"], serde_json::json!(["(on)", "(bright)"]));
    assert!(report["reasons"][0].as_str().unwrap().contains("(power)"), "{report}");
}

#[test]
fn goals_that_exclude_each_other_have_a_sentence_of_their_own() {
    let problem = SWITCH_PROBLEM.replace("(:goal (on))", "(:goal (and (on) (off)))");
    let folder = folder(&[("domain.pddl", SWITCH_DOMAIN), ("problem.pddl", &problem)]);
    let finished = run(&["translate", &text(folder.path().join("problem.pddl"))]).expect_code(10);
    let sentence = "The task has no plan: (on) and (off) exclude each other: \
                    at most one of (off), (on) is true at a time.";
    assert!(finished.stdout.contains(sentence), "{finished:?}");
}

#[test]
fn a_goal_that_holds_already_is_solved() {
    let report = run(&["translate", "examples/lanterns/p06-goal-already-true.pddl", "--json"]).expect_code(0);
    assert!(["ok", "solved"].map(Value::from).contains(&report.json()["status"]));
    let problem = SWITCH_PROBLEM.replace("(:goal (on))", "(:goal (and))");
    let folder = folder(&[("domain.pddl", SWITCH_DOMAIN), ("problem.pddl", &problem)]);
    let problem = text(folder.path().join("problem.pddl"));
    assert_eq!(run(&["translate", &problem, "--json"]).expect_code(0).json()["status"], "solved");
    assert!(run(&["translate", &problem]).stdout.contains("Note: the goal holds already"));
}

#[test]
fn a_sas_file_is_a_task_too() {
    let folder = folder(&[]);
    let (first, second) = (folder.path().join("task-with-any-name"), folder.path().join("again.sas"));
    let from_pddl =
        run(&["translate", DOMAIN, PROBLEM, "--json", "--sas-file", &text(&first)]).expect_code(0);
    let from_sas = run(&["translate", &text(&first), "--json", "-o", &text(&second)]).expect_code(0);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    for key in ["variables", "facts", "operators", "task_size"] {
        assert_eq!(from_pddl.json()[key], from_sas.json()[key]);
    }
    run(&["translate", &text(&first), "-o", &text(&first)]).expect_code(0);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap(), "a file can be rewritten in place");
}

#[test]
fn options_and_files_come_in_any_order() {
    let reports = [
        run(&["translate", "--json", "--time-limit", "60", DOMAIN, PROBLEM]),
        run(&["translate", DOMAIN, PROBLEM, "--json", "--time-limit=1m"]),
        run(&["translate", DOMAIN, "--json", PROBLEM]),
        run(&["translate", PROBLEM, DOMAIN, "--json"]),
        run(&["translate", "--json", PROBLEM]),
    ];
    let sizes = reports.map(|finished| finished.expect_code(0).json()["task_size"].clone());
    assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
}

#[test]
fn a_missing_domain_file_is_reported_with_the_names_that_were_tried() {
    let folder = folder(&[("p01.pddl", SWITCH_PROBLEM)]);
    let finished = run(&["translate", &text(folder.path().join("p01.pddl"))]).expect_code(31);
    for name in ["no domain file found", "domain.pddl", "p01-domain.pddl", "domain_p01.pddl"] {
        assert!(finished.stderr.contains(name), "{name}: {finished:?}");
    }
}
