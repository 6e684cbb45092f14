//! `extremal solve --anytime` from end to end.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{Finished, extremal, folder, names, repository, run, text};

fn solve_in(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = extremal(&["solve", "--anytime"]);
    command.args(arguments).current_dir(folder).output().unwrap().into()
}

fn example(name: &str) -> String {
    text(repository().join("examples").join(name))
}

/// A folder with a task whose plans are easy to find and whose states are too many to look at.
fn many_states() -> TempDir {
    let switches: Vec<_> = (0..48).map(|n| format!("s{n}")).collect();
    let domain = "(define (domain many) (:requirements :strips :negative-preconditions)
         (:predicates (on ?s))
         (:action press :parameters (?s) :precondition (not (on ?s)) :effect (on ?s))
         (:action release :parameters (?s) :precondition (on ?s) :effect (not (on ?s))))";
    let goals: Vec<_> = switches.iter().map(|s| format!("(on {s})")).collect();
    let problem = format!(
        "(define (problem all) (:domain many) (:objects {}) (:init) (:goal (and {})))",
        switches.join(" "),
        goals.join(" ")
    );
    folder(&[("domain.pddl", domain), ("problem.pddl", &problem)])
}

/// Checks that all plans in a folder are whole and valid and cheaper and cheaper. Returns their costs.
fn costs_of_plans(folder: &Path, problem: &str) -> Vec<u64> {
    let number = |name: &str| name.strip_prefix("sas_plan.")?.parse::<usize>().ok();
    let mut numbers: Vec<usize> = names(folder).iter().filter_map(|name| number(name)).collect();
    numbers.sort_unstable();
    assert!(numbers.iter().copied().eq(1..=numbers.len()), "{numbers:?}");
    let costs: Vec<u64> = numbers
        .iter()
        .map(|number| {
            let path = folder.join(format!("sas_plan.{number}"));
            run(&["validate", problem, &text(&path)]).expect_code(0);
            let plan = fs::read_to_string(path).unwrap();
            let cost = plan.lines().last().unwrap().strip_prefix("; cost = ").unwrap();
            cost.split(' ').next().unwrap().parse().unwrap()
        })
        .collect();
    assert!(costs.is_sorted_by(|earlier, later| earlier > later), "{costs:?}");
    costs
}

#[test]
fn plans_get_cheaper_until_one_is_optimal() {
    let folder = folder(&[]);
    let problem = example("alpine/p02.pddl");
    let arguments = [problem.as_str(), "--search", "guct(c=100)", "--plan-quality", "off", "--verbose"];
    let log = solve_in(folder.path(), &arguments).expect_code(0).stdout;
    let costs = costs_of_plans(folder.path(), &problem);
    assert!(costs.len() > 1, "{costs:?}");
    assert_eq!(names(folder.path()).len(), costs.len(), "nothing but the plans");
    for (number, cost) in (1..).zip(&costs) {
        let line = format!("\nPlan {number}: cost {cost}, ");
        assert!(log.contains(&line), "{line} {log}");
        assert!(log.contains(&format!(", written to sas_plan.{number}\n")), "{log}");
    }
    let last = costs.last().unwrap();
    assert!(log.contains(&format!("\nThe plan of cost {last} is optimal.\n")), "{log}");
    // What Downward Lab reads appears once, and tells of the last plan.
    for line in [format!("Plan cost: {last}"), "Plan length: ".to_owned(), "Solution found!".to_owned()] {
        assert_eq!(log.lines().filter(|l| l.starts_with(&line)).count(), 1, "{line}\n{log}");
    }
    assert!(log.ends_with("search exit code: 0\n"), "{log}");

    let report = solve_in(folder.path(), &[&arguments[..], &["--json"]].concat()).expect_code(0).json();
    assert_eq!((&report["status"], &report["end"]), (&"solved".into(), &"proven_optimal".into()));
    assert_eq!((&report["proven_optimal"], &report["plan_cost"]), (&true.into(), &(*last).into()));
    let plans = report["plans"].as_array().unwrap();
    assert!(plans.iter().map(|plan| plan["cost"].as_u64().unwrap()).eq(costs), "{report}");
    assert_eq!(plans[0]["file"], "sas_plan.1");
}

#[test]
fn old_plans_do_not_survive_and_other_files_do() {
    let plan = "(an old plan)\n; cost = 1 (unit cost)\n";
    let folder = folder(&[("p", plan), ("p.1", plan), ("p.2", plan), ("p.9", plan), ("q.1", "buy bread\n")]);
    let problem = example("alpine/p01.pddl");
    solve_in(folder.path(), &[&problem, "--plan-file", "p"]).expect_code(0);
    let names = names(folder.path());
    assert!(names.contains(&"p.1".to_owned()) && !names.contains(&"p.9".to_owned()), "{names:?}");
    assert!(!names.contains(&"p".to_owned()), "{names:?}");
    let refused = solve_in(folder.path(), &[&problem, "--plan-file", "q"]).expect_code(36);
    assert!(refused.stderr.contains("q.1: this file is not a plan"), "{refused:?}");
    assert_eq!(fs::read_to_string(folder.path().join("q.1")).unwrap(), "buy bread\n");
}

#[test]
fn without_files_the_last_plan_is_printed() {
    let folder = folder(&[]);
    let problem = example("alpine/p01.pddl");
    let finished = solve_in(folder.path(), &[&problem, "--plan-file", "-", "--quiet"]).expect_code(0);
    assert!(finished.stdout.ends_with("; cost = 4 (general cost)\n"), "{finished:?}");
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn limits_keep_the_plans_and_have_their_codes() {
    for (limit, code, end) in [
        (["--time-limit", "2"], 2, "out_of_time"),
        #[cfg(target_os = "linux")]
        (["--memory-limit", "60M"], 1, "out_of_memory"),
        (["--max-evaluations", "10000"], 0, "evaluation_limit"),
        (["--max-expansions", "1000"], 0, "expansion_limit"),
    ] {
        let folder = many_states();
        let problem = text(folder.path().join("problem.pddl"));
        let search = [problem.as_str(), "--search", "gbfs", "--heuristic", "gc", "--json"];
        let finished = solve_in(folder.path(), &[&search[..], &limit].concat()).expect_code(code);
        assert_eq!(finished.stderr, "", "{end}");
        let report = finished.json();
        assert_eq!((&report["status"], &report["end"]), (&"solved".into(), &end.into()));
        assert_eq!((&report["exit_code"], &report["proven_optimal"]), (&code.into(), &false.into()));
        assert_eq!(costs_of_plans(folder.path(), &problem), [48]);
    }
}

#[test]
fn a_task_without_a_plan_ends_as_ever() {
    let folder = folder(&[]);
    solve_in(folder.path(), &[&example("museum/p06-unsolvable-relaxed.pddl")]).expect_code(10);
    let problem = example("museum/p07-unsolvable-search.pddl");
    let report = solve_in(folder.path(), &[&problem, "--json"]).expect_code(11).json();
    assert_eq!((&report["plans"], &report["status"]), (&serde_json::json!([]), &"unsolvable".into()));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
#[cfg(unix)]
fn plans_survive_an_interrupt_and_a_kill() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::Stdio;
    for signal in [Signal::INT, Signal::KILL] {
        let folder = many_states();
        let problem = text(folder.path().join("problem.pddl"));
        let mut command = extremal(&["solve", "--anytime", &problem, "--memory-limit", "2G", "--verbose"]);
        command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        while !folder.path().join("sas_plan.1").exists() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let finished: Finished = child.wait_with_output().unwrap().into();
        assert!(!costs_of_plans(folder.path(), &problem).is_empty());
        if signal == Signal::INT {
            let finished = finished.expect_code(130);
            assert!(finished.stdout.contains("No cheaper plan found: interrupted."), "{finished:?}");
            assert!(finished.stdout.ends_with("search exit code: 130\n"), "{finished:?}");
        }
    }
}
