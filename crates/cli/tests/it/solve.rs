//! `extremal solve` from end to end.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{
    Finished, SWITCH_DOMAIN, SWITCH_PROBLEM, extremal, folder, names, repository, run, text,
};

const PRESSED: &str = "; States evaluated: 1\n; Plan cost: 1\n(press)\n; cost = 1 (unit cost)\n";

/// Runs `solve` in a folder.
fn solve_in(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = extremal(&["solve"]);
    command.args(arguments).current_dir(folder).output().unwrap().into()
}

fn example(name: &str) -> String {
    text(repository().join("examples").join(name))
}

#[test]
fn a_plan_is_printed_written_and_valid() {
    let folder = folder(&[]);
    let problem = example("alpine/p02.pddl");
    let finished = solve_in(folder.path(), &[&problem]).expect_code(0);
    assert_eq!(finished.stderr, "");
    assert_eq!(names(folder.path()), ["sas_plan"]);
    let plan_file = folder.path().join("sas_plan");
    let plan = fs::read_to_string(&plan_file).unwrap();
    run(&["validate", &problem, &text(&plan_file)]).expect_code(0);

    let steps: Vec<&str> = finished.stdout.lines().filter(|line| line.starts_with('(')).collect();
    let cost_line = plan.lines().last().unwrap();
    assert!(plan.ends_with(&(steps.join("\n") + "\n" + cost_line + "\n")), "{plan}");
    assert_eq!(plan.lines().count(), steps.len() + 3);
    // VS Code takes this number only from before the plan.
    let states = finished.stdout.find("States evaluated: ");
    assert!(states.is_some() && states < finished.stdout.find('('), "{finished:?}");
    let cost = cost_line.split(' ').nth(3).unwrap();
    assert!(finished.stdout.contains(&format!("Plan cost: {cost}\n")), "{finished:?}");
    assert!(finished.stdout.contains(&format!("Plan length: {} step(s).\n", steps.len())), "{finished:?}");
}

#[test]
fn the_log_has_each_line_of_downward_lab_once() {
    let folder = folder(&[]);
    let arguments = [&example("alpine/p01.pddl"), "--time-limit", "10m", "--memory-limit", "4G", "--verbose"];
    let log = solve_in(folder.path(), &arguments).expect_code(0).stdout;
    for line in [
        "planner time limit: 600s",
        "planner memory limit: 4096 MB",
        "search time limit: 600s",
        "search memory limit: 4096 MB",
        "Translator operators: 13",
        "Initial heuristic value for ff: 4",
        "Solution found!",
        "Plan length: 4 step(s).",
        "Plan cost: 4",
        "Expanded ",
        "Reopened 0 state(s).",
        "Evaluated ",
        "Evaluations: ",
        "Generated ",
        "Dead ends: 0 state(s).",
        "Search time: ",
        "Total time: ",
        "Peak memory: ",
        "search exit code: 0",
    ] {
        assert_eq!(log.lines().filter(|l| l.starts_with(line)).count(), 1, "{line}\n{log}");
    }
}

#[test]
fn quiet_leaves_nothing_but_the_plan() {
    let folder = folder(&[]);
    let finished = solve_in(folder.path(), &[&example("alpine/p01.pddl"), "--quiet"]).expect_code(0);
    assert_eq!(finished.stdout, fs::read_to_string(folder.path().join("sas_plan")).unwrap());
}

#[test]
fn json_tells_everything() {
    let folder = folder(&[]);
    let problem = example("museum/p02.pddl");
    let options = ["--search", "guct(c=2)", "--heuristic", "gc", "--preferred", "--deferred", "--seed", "7"];
    let arguments = [&[problem.as_str(), "--json"], &options[..]].concat();
    let report = solve_in(folder.path(), &arguments).expect_code(0).json();
    assert_eq!(report["status"], "solved");
    assert_eq!(report["exit_code"], 0);
    assert_eq!(report["search"], "guct(c=2)");
    assert_eq!(report["heuristic"], "gc");
    assert_eq!((&report["preferred"], &report["deferred"]), (&Value::Bool(true), &Value::Bool(true)));
    assert_eq!(report["seed"], 7);
    let steps: Vec<_> =
        report["plan"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    assert_eq!(report["plan_length"], steps.len());
    assert_eq!(report["plan_cost"], steps.len());
    let plan = fs::read_to_string(folder.path().join("sas_plan")).unwrap();
    assert_eq!(plan.lines().count(), steps.len() + 3);
    for number in [
        "initial_h best_h evaluations expansions generated reopened dead_ends max_depth tree_nodes",
        "parse_seconds translate_seconds prepare_seconds search_seconds validate_seconds total_seconds",
        "plan_quality_seconds found_plan_length found_plan_cost",
        "evaluations_per_second variables derived_variables facts goal_facts mutex_groups operators axioms",
        "task_size",
    ]
    .join(" ")
    .split(' ')
    {
        assert!(report[number].is_number(), "{number}: {report}");
    }
    assert!(report["expansions"].as_u64() > Some(0));
    assert!(report["total_seconds"].as_f64() >= report["search_seconds"].as_f64(), "{report}");
    assert!(cfg!(not(target_os = "linux")) || report["peak_memory_kib"].is_number());
}

#[test]
fn plans_are_shortened_unless_that_is_switched_off() {
    let folder = folder(&[]);
    // A blind tree search wanders about.
    let problem = example("canal/p02.pddl");
    let arguments = [problem.as_str(), "--search", "guct(c=100,samples=leaves)", "--heuristic", "gc"];
    let solve =
        |options: &[&str]| solve_in(folder.path(), &[&arguments[..], options].concat()).expect_code(0);
    let with = solve(&["--json"]).json();
    let without = solve(&["--json", "--plan-quality", "off"]).json();
    assert!(with["plan_length"].as_u64() < without["plan_length"].as_u64(), "{with} {without}");
    assert_eq!(with["found_plan_length"], without["plan_length"]);
    assert_eq!(with["found_plan_cost"], without["plan_cost"]);
    assert_eq!((&without["found_plan_length"], &without["found_plan_cost"]), (&Value::Null, &Value::Null));
    let found = &with["found_plan_length"];
    let line = format!("Shortened from {found} step(s) of cost {found}.\n");
    let log = solve(&["--plan-quality", "on", "--verbose"]).stdout;
    assert!(log.contains(&line), "{line} {log}");
    solve_in(folder.path(), &[&problem, "--plan-quality", "maybe"]).expect_code(36);
}

#[test]
fn the_files_may_come_in_several_ways() {
    let files = [("domain.pddl", SWITCH_DOMAIN), ("problem.pddl", SWITCH_PROBLEM)];
    let translated = || {
        let folder = folder(&files);
        let path = |name: &str| text(folder.path().join(name));
        run(&["translate", &path("problem.pddl"), "-o", &path("task.sas")]).expect_code(0);
        folder
    };
    for (arguments, plan_file) in [
        (&["problem.pddl"][..], "sas_plan"),
        (&["domain.pddl", "problem.pddl"], "sas_plan"),
        (&["problem.pddl", "domain.pddl"], "sas_plan"),
        (&["domain.pddl", "problem.pddl", "my.plan"], "my.plan"),
        (&["problem.pddl", "my.plan"], "my.plan"),
        (&["problem.pddl", "--plan-file", "my.plan"], "my.plan"),
        (&["--plan-file", "my.plan", "domain.pddl", "problem.pddl"], "my.plan"),
        (&["task.sas"], "sas_plan"),
        (&["task.sas", "my.plan"], "my.plan"),
    ] {
        let folder = translated();
        solve_in(folder.path(), arguments).expect_code(0);
        let plan = fs::read_to_string(folder.path().join(plan_file)).unwrap();
        assert_eq!(plan, PRESSED, "{arguments:?}");
        assert_eq!(names(folder.path()).len(), 4, "{arguments:?}");
    }
    let folder = translated();
    let printed = solve_in(folder.path(), &["problem.pddl", "--plan-file", "-", "--quiet"]).expect_code(0);
    assert_eq!(printed.stdout, PRESSED);
    assert_eq!(names(folder.path()).len(), 3);
}

#[test]
fn an_old_plan_does_not_survive_and_other_files_do() {
    let problem = example("museum/p06-unsolvable-relaxed.pddl");
    let folder = folder(&[("sas_plan", "(an old plan)\n; cost = 1 (unit cost)\n"), ("notes", "buy bread\n")]);
    // What is no task cannot have a plan, neither an old one nor a new one.
    solve_in(folder.path(), &["no-such-problem.pddl"]).expect_code(31);
    assert_eq!(names(folder.path()), ["notes", "sas_plan"]);
    solve_in(folder.path(), &[&problem]).expect_code(10);
    assert_eq!(names(folder.path()), ["notes"]);
    let refused = solve_in(folder.path(), &[&problem, "notes"]).expect_code(36);
    assert!(refused.stderr.contains("notes: this file is not a plan"), "{refused:?}");
    assert_eq!(fs::read_to_string(folder.path().join("notes")).unwrap(), "buy bread\n");
}

#[test]
fn a_goal_that_holds_has_the_empty_plan() {
    let folder = folder(&[]);
    let problem = example("lanterns/p06-goal-already-true.pddl");
    let report = solve_in(folder.path(), &[&problem, "--json"]).expect_code(0).json();
    assert_eq!((&report["plan_length"], &report["plan_cost"]), (&0.into(), &0.into()));
    let plan = fs::read_to_string(folder.path().join("sas_plan")).unwrap();
    assert!(plan.ends_with("; Plan cost: 0\n; cost = 0 (unit cost)\n"), "{plan}");
}

#[test]
fn reasons_for_no_plan_are_told() {
    let folder = folder(&[]);
    let report = solve_in(folder.path(), &[&example("museum/p06-unsolvable-relaxed.pddl"), "--json"]);
    let report = report.expect_code(10).json();
    assert_eq!(report["status"], "unsolvable");
    assert_eq!(report["unreachable_goals"], serde_json::json!(["(shown exhibit1 east3)"]));
    let report = solve_in(folder.path(), &[&example("glacier/p06-unsolvable-search.pddl"), "--json"]);
    let report = report.expect_code(11).json();
    assert_eq!((&report["status"], &report["plan"]), (&"unsolvable".into(), &Value::Null));
    assert!(report["evaluations"].as_u64() > Some(0));
}

#[test]
fn preferred_operators_that_do_not_exist_are_pointed_out() {
    let folder = folder(&[]);
    let arguments = [&example("alpine/p01.pddl"), "--heuristic", "gc", "--preferred"];
    let finished = solve_in(folder.path(), &arguments).expect_code(0);
    assert!(finished.stderr.contains("the heuristic gc has no preferred operators"), "{finished:?}");
}

#[test]
fn other_tools_names_of_the_limits_are_taken() {
    let folder = folder(&[]);
    let problem = example("alpine/p01.pddl");
    for option in ["--search-time-limit", "--overall-time-limit", "--time-limit"] {
        solve_in(folder.path(), &[&problem, option, "0"]).expect_code(21);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}
