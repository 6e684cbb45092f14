//! Verdicts of `extremal validate`, on PDDL and on SAS+ tasks.

use std::io::Write;
use std::process::Stdio;

use crate::common::{Finished, SWITCH_DOMAIN, SWITCH_PROBLEM, extremal, folder, run, text};

const DOMAIN: &str = "examples/alpine/domain.pddl";
const PROBLEM: &str = "examples/alpine/p01.pddl";
const GOOD: &str = "examples/alpine/p01.plan";
const BROKEN: &str = "examples/alpine/p01-broken.plan";

#[test]
fn the_phrases_are_those_of_val() {
    let finished = run(&["validate", DOMAIN, PROBLEM, GOOD]).expect_code(0);
    assert!(finished.stdout.contains("Plan valid\nFinal value: "), "{finished:?}");
    let finished = run(&["validate", DOMAIN, PROBLEM, BROKEN]).expect_code(1);
    assert!(finished.stdout.contains("Failed plans:"), "{finished:?}");
    assert_eq!(finished.stderr, "");
}

#[test]
fn the_domain_can_be_left_out_and_the_order_of_files_does_not_matter() {
    run(&["validate", PROBLEM, GOOD]).expect_code(0);
    run(&["validate", PROBLEM, BROKEN]).expect_code(1);
    run(&["validate", PROBLEM, DOMAIN, GOOD]).expect_code(0);
    run(&["validate", PROBLEM, GOOD, GOOD]).expect_code(0);
}

#[test]
fn several_plans_are_valid_only_together() {
    run(&["validate", DOMAIN, PROBLEM, GOOD, GOOD]).expect_code(0);
    let finished = run(&["validate", DOMAIN, PROBLEM, GOOD, BROKEN, GOOD, "--json"]).expect_code(1);
    let report = finished.json();
    assert_eq!(report["status"], "invalid");
    let valid: Vec<_> = (0..3).map(|n| report["plans"][n]["valid"].as_bool()).collect();
    assert_eq!(valid, [Some(true), Some(false), Some(true)]);
    assert_eq!(report["plans"][1]["plan"], BROKEN);
}

#[test]
fn json_tells_verdicts_and_failures() {
    let report = run(&["validate", DOMAIN, PROBLEM, GOOD, "--json"]).expect_code(0).json();
    assert_eq!((&report["status"], &report["plans"][0]["verdict"]), (&"valid".into(), &"valid".into()));
    assert!(report["plans"][0]["cost"].is_number(), "{report}");
    let report = run(&["validate", DOMAIN, PROBLEM, "no-such-plan", "--json"]).expect_code(31).json();
    assert_eq!((&report["status"], &report["plans"]), (&"invalid_input".into(), &serde_json::json!([])));
    let stopped = run(&["validate", DOMAIN, PROBLEM, GOOD, "--json", "--time-limit", "0"]).expect_code(21);
    assert_eq!(stopped.json()["status"], "out_of_time");
}

#[test]
fn a_plan_can_come_from_standard_input_and_can_be_empty() {
    let folder = folder(&[
        ("domain.pddl", SWITCH_DOMAIN),
        ("problem.pddl", SWITCH_PROBLEM),
        ("done.pddl", &SWITCH_PROBLEM.replace("(:goal (on))", "(:goal (off))")),
        ("empty.plan", ""),
    ]);
    let file = |name: &str| text(folder.path().join(name));
    let mut command = extremal(&["validate", &file("problem.pddl"), "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"(PRESS)\n").unwrap();
    let finished = Finished::from(child.wait_with_output().unwrap()).expect_code(0);
    assert!(finished.stdout.starts_with("Checking plan: standard input\n"), "{finished:?}");
    run(&["validate", &file("done.pddl"), &file("empty.plan")]).expect_code(0);
    run(&["validate", &file("problem.pddl"), &file("empty.plan")]).expect_code(1);
}

#[test]
fn mistakes_in_plan_files_have_places() {
    let folder = folder(&[
        ("domain.pddl", SWITCH_DOMAIN),
        ("problem.pddl", SWITCH_PROBLEM),
        ("bad.plan", "(press)\n(press\n"),
    ]);
    let file = |name: &str| text(folder.path().join(name));
    let finished = run(&["validate", &file("problem.pddl"), &file("bad.plan")]).expect_code(1);
    assert!(finished.stdout.contains("Bad plan description!"), "{finished:?}");
    assert!(finished.stdout.contains("bad.plan:2:"), "{finished:?}");
}

#[test]
fn plans_are_valid_for_the_sas_task_if_they_are_for_the_pddl_task() {
    let mut checked = 0;
    for domain in ["alpine", "beekeeper", "canal", "dyeworks"] {
        let folder = folder(&[]);
        let sas = text(folder.path().join("task.sas"));
        let problem = format!("examples/{domain}/p01.pddl");
        run(&["translate", &problem, "-o", &sas]).expect_code(0);
        let (good, broken) =
            (format!("examples/{domain}/p01.plan"), format!("examples/{domain}/p01-broken.plan"));
        let on_pddl = run(&["validate", &problem, &good, "--json"]).expect_code(0).json();
        let on_sas = run(&["validate", &sas, &good, "--json"]).expect_code(0).json();
        assert_eq!(on_pddl["plans"][0]["cost"], on_sas["plans"][0]["cost"], "{domain}");
        run(&["validate", &sas, &good, &broken]).expect_code(1);
        checked += 1;
    }
    assert_eq!(checked, 4);
}

/// Variable 0 is toggled by `flip`; variable 1 is set by `set` only where 0 is 1; variable 2 is derived and
/// follows from 1, and variable 3 of the next layer from not 2.
const SAS: &str = "begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n4\n\
begin_variable\nvar0\n-1\n2\nAtom low()\nAtom high()\nend_variable\n\
begin_variable\nvar1\n-1\n2\nNegatedAtom set()\nAtom set()\nend_variable\n\
begin_variable\nvar2\n0\n2\nNegatedAtom seen()\nAtom seen()\nend_variable\n\
begin_variable\nvar3\n1\n2\nNegatedAtom dark()\nAtom dark()\nend_variable\n\
0\nbegin_state\n0\n0\n0\n0\nend_state\nbegin_goal\n1\n2 1\nend_goal\n3\n\
begin_operator\nflip\n0\n1\n0 0 0 1\n5\nend_operator\n\
begin_operator\nset now\n0\n1\n1 0 1 1 -1 1\n7\nend_operator\n\
begin_operator\nlook\n1\n3 1\n1\n0 0 -1 0\n1\nend_operator\n\
2\nbegin_rule\n1\n1 1\n2 0 1\nend_rule\nbegin_rule\n1\n2 0\n3 0 1\nend_rule\n";

#[test]
fn sas_tasks_are_executed_with_conditions_and_axioms() {
    let folder = folder(&[
        ("task.sas", SAS),
        ("good", "(flip)\n(set now)\n"),
        ("condition-false", "(set now)\n"),
        ("twice", "(flip)\n(flip)\n"),
        ("derived", "(look)\n(flip)\n(set now)\n(look)\n"),
        ("unknown", "(flip)\n(set later)\n"),
    ]);
    let file = |name: &str| text(folder.path().join(name));
    let validate = |plan: &str, code: i32| {
        let finished = run(&["validate", &file("task.sas"), &file(plan), "--json"]).expect_code(code);
        finished.json()["plans"][0].clone()
    };
    let good = validate("good", 0);
    assert_eq!((&good["cost"], &good["steps"]), (&12.into(), &2.into()));
    let missing = validate("condition-false", 1);
    assert_eq!(missing["verdict"], "goal_not_satisfied");
    assert_eq!(missing["missing"][0]["condition"], "Atom seen()");
    let twice = validate("twice", 1);
    assert_eq!(
        (&twice["step"], &twice["why"]["conditions"][0]["condition"]),
        (&2.into(), &"Atom low()".into())
    );
    let derived = validate("derived", 1);
    let place = serde_json::json!({ "line": 4, "column": 2, "end_line": 4, "end_column": 6 });
    assert_eq!((&derived["step"], &derived["place"]), (&4.into(), &place));
    assert_eq!(derived["why"]["conditions"][0]["condition"], "Atom dark()");
    let unknown = validate("unknown", 1);
    assert_eq!((&unknown["step"], &unknown["why"]["name"]), (&2.into(), &"set later".into()));
}

#[test]
fn one_of_several_operators_of_a_name_must_be_applicable() {
    let second = "begin_operator\nflip\n0\n1\n0 0 1 0\n5\nend_operator\n";
    let task = SAS.replace("end_goal\n3\n", &format!("end_goal\n4\n{second}"));
    let folder = folder(&[("task.sas", &task), ("plan", "(flip)\n(flip)\n(flip)\n(set now)\n")]);
    let file = |name: &str| text(folder.path().join(name));
    run(&["validate", &file("task.sas"), &file("plan")]).expect_code(0);
}

#[test]
fn costs_count_only_with_a_metric() {
    let task = SAS.replace("begin_metric\n1", "begin_metric\n0");
    let folder = folder(&[("task.sas", &task), ("plan", "(flip)\n(set now)\n")]);
    let file = |name: &str| text(folder.path().join(name));
    let report = run(&["validate", &file("task.sas"), &file("plan"), "--json"]).expect_code(0).json();
    assert_eq!(report["plans"][0]["cost"], 2);
}
