//! `extremal check`, and what else tells what is wrong.

use std::fs;

use crate::common::{folder, repository, run, text};

fn warehouse() -> (String, String) {
    let file = |name: &str| {
        fs::read_to_string(repository().join("crates/pddl/tests/it/mistakes").join(name)).unwrap()
    };
    (file("domain.pddl"), file("problem.pddl"))
}

#[test]
fn a_domain_is_checked_alone_and_with_a_problem() {
    let (domain, problem) = warehouse();
    let broken = domain.replace("(fragile ?c) (at ?c dock)", "(fragil ?c) (at ?c dock)");
    let files = folder(&[("domain.pddl", &domain), ("p.pddl", &problem), ("broken.pddl", &broken)]);
    let path = |name: &str| text(files.path().join(name));
    assert_eq!(run(&["check", &path("domain.pddl")]).expect_code(0).stdout, "no errors, no warnings\n");
    assert_eq!(run(&["check", &path("p.pddl")]).expect_code(0).stdout, "no errors, no warnings\n");
    run(&["check", &path("p.pddl"), &path("domain.pddl")]).expect_code(0);
    let finished = run(&["check", &path("broken.pddl")]).expect_code(31);
    assert_eq!(finished.stdout, "1 error, no warnings\n");
    assert!(finished.stderr.contains("did you mean `fragile`?"), "{finished:?}");
    let report = run(&["check", "--json", &path("broken.pddl")]).expect_code(31).json();
    assert_eq!(report["diagnostics"][0]["fix"][0]["replacement"], "fragile");
}

#[test]
fn the_extension_of_vs_code_reads_a_line_for_each_message() {
    let (domain, problem) = warehouse();
    let broken = domain.replace("(fragile ?c) (at ?c dock)", "(fragil ?c) (at ?c dock)");
    let files = folder(&[("domain.pddl", &domain), ("p.pddl", &problem), ("broken.pddl", &broken)]);
    let path = |name: &str| text(files.path().join(name));
    let check = |domain: &str| run(&["check", "--error-format", "vscode", &path(domain), &path("p.pddl")]);
    let line = 1 + broken.lines().position(|line| line.contains("(fragil ?c)")).unwrap();
    let column = 2 + broken.lines().nth(line - 1).unwrap().find("(fragil").unwrap();
    let finished = check("broken.pddl").expect_code(31);
    let expected = format!("error at line {line}, column {column}, file ({}): ", path("broken.pddl"));
    assert!(finished.stdout.starts_with(&expected), "{expected}\n{finished:?}");
    assert!(finished.stdout.lines().next().unwrap().contains("did you mean `fragile`?"), "{finished:?}");
    // It takes old marks away only when there is output.
    assert_eq!(check("domain.pddl").expect_code(0).stdout, "no errors, no warnings\n");
    // In the place of `$(parser)`, it puts nothing.
    let words = ["", "check", "--error-format", "vscode", &path("domain.pddl"), &path("p.pddl")];
    run(&words).expect_code(0);
}

#[test]
fn a_mistake_in_a_sas_file_is_told_in_every_format() {
    let files = folder(&[("task.sas", "begin_version\n44\nend_version\n")]);
    let task = text(files.path().join("task.sas"));
    let solve =
        |format: &str| run(&["solve", &task, "--error-format", format, "--plan-file", "-"]).expect_code(31);
    let line = format!("error at line 2, column 1, file ({task}): version 44 ");
    assert!(solve("vscode").stdout.starts_with(&line), "{:?}", solve("vscode"));
    let record: serde_json::Value = serde_json::from_str(&solve("json").stderr).unwrap();
    assert_eq!((&record["line"], &record["column"]), (&2.into(), &1.into()));
    assert_eq!((&record["end_line"], &record["end_column"]), (&2.into(), &3.into()));
}

/// Grounding this takes far longer than any limit here.
const LARGE: &str = "(define (domain large) (:predicates (p ?a ?b ?c ?d ?e) (idle))
  (:action a :parameters (?a ?b ?c ?d ?e ?f) :precondition (p ?a ?b ?c ?d ?e) :effect (p ?b ?c ?d ?e ?f)))";

#[test]
fn what_was_found_before_a_limit_is_shown() {
    let objects: Vec<String> = (0..60).map(|number| format!("o{number}")).collect();
    let problem = format!(
        "(define (problem q) (:domain large) (:objects {}) (:init (p o1 o1 o1 o1 o1)) (:goal (p o1 o2 o3 o4 o5)))",
        objects.join(" ")
    );
    let files = folder(&[("domain.pddl", LARGE), ("p.pddl", &problem)]);
    let path = |name: &str| text(files.path().join(name));
    let check = |options: &[&str]| {
        let (domain, problem) = (path("domain.pddl"), path("p.pddl"));
        run(&[&["check", &domain, &problem], options].concat())
    };
    let finished = check(&["--error-format", "vscode", "--time-limit", "2"]).expect_code(21);
    assert!(finished.stdout.starts_with("warning at line 1, column "), "{finished:?}");
    assert!(
        finished.stdout.contains("no errors, 1 warning; whether the goals can be reached"),
        "{finished:?}"
    );
    let finished = check(&["--time-limit", "2"]).expect_code(21);
    assert!(finished.stderr.contains("warning[unused-predicate]"), "{finished:?}");
    let report = check(&["--json", "--time-limit", "2"]).expect_code(21).json();
    assert_eq!(report["status"], "out_of_time");
    assert_eq!(report["diagnostics"][0]["code"], "unused-predicate");
    // Without limits of its own, an editor's call ends.
    let started = std::time::Instant::now();
    let finished = check(&["--error-format", "vscode"]);
    assert!([20, 21].contains(&finished.code) && started.elapsed().as_secs() < 120, "{finished:?}");
    assert!(finished.stdout.contains("no errors, 1 warning"), "{finished:?}");
}

#[test]
fn a_missing_cost_and_an_unreachable_goal_are_told() {
    let (domain, problem) = warehouse();
    let problem = problem.replace("(= (distance dock gate) 2)", "");
    let files = folder(&[("domain.pddl", &domain), ("p.pddl", &problem)]);
    let problem = text(files.path().join("p.pddl"));
    let finished = run(&["check", &problem]).expect_code(10);
    assert!(finished.stderr.contains("warning[missing-value]"), "{finished:?}");
    assert!(finished.stderr.contains("error[no-plan]"), "{finished:?}");
    let finished = run(&["solve", &problem, "--plan-file", "-"]).expect_code(10);
    assert!(finished.stderr.contains("warning[missing-value]"), "{finished:?}");
    assert!(finished.stdout.contains("which has no value in :init"), "{finished:?}");
}

#[test]
fn after_a_proof_by_search_the_goals_that_hold_together_are_told() {
    let finished =
        run(&["solve", "examples/museum/p07-unsolvable-search.pddl", "--plan-file", "-"]).expect_code(11);
    assert!(finished.stdout.contains("at most 4 of the 5 goals hold at once"), "{finished:?}");
}

#[test]
fn a_trace_shows_what_each_step_changes() {
    let (domain, problem) = warehouse();
    let plan = "(inspect c2)\n(pick r1 c2 dock)\n";
    let files = folder(&[("domain.pddl", &domain), ("p.pddl", &problem), ("plan", plan)]);
    let path = |name: &str| text(files.path().join(name));
    let finished =
        run(&["validate", &path("domain.pddl"), "--trace", &path("p.pddl"), &path("plan")]).expect_code(1);
    let expected =
        "1: (inspect c2)\n  + (inspected c2)\n2: (pick r1 c2 dock)\n  - (empty r1)\n  + (carries r1 c2)\n";
    assert!(finished.stdout.starts_with(expected), "{finished:?}");
}

#[test]
fn a_long_plan_and_a_limit_are_followed_by_a_hint() {
    let limited = ["solve", "examples/museum/p02.pddl", "--plan-file", "-", "--search", "gbfs"];
    let finished = run(&[&limited[..], &["--max-evaluations", "3"]].concat()).expect_code(12);
    assert!(finished.stderr.contains("Hint: the default, `--search extremal`"), "{finished:?}");
    let quiet = run(&[&limited[..], &["--max-evaluations", "3", "--quiet"]].concat()).expect_code(12);
    assert!(!quiet.stderr.contains("Hint"), "{quiet:?}");
}

#[test]
fn quiet_translations_print_nothing() {
    assert_eq!(run(&["translate", "examples/alpine/p01.pddl", "--quiet"]).expect_code(0).stdout, "");
}

#[test]
fn shells_complete_names_of_searches() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).expect_code(0).stdout;
        assert!(script.contains("guct-uniform"), "{shell}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_told_once_and_the_plan_is_written() {
    let files = folder(&[]);
    let mut command = crate::common::extremal(&[
        "solve",
        &text(repository().join("examples/alpine/p01.pddl")),
        "--verbose",
    ]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    command.current_dir(files.path()).stdout(full);
    let finished: crate::common::Finished = command.output().unwrap().into();
    let finished = finished.expect_code(30);
    assert_eq!(finished.stderr.matches("standard output").count(), 1, "{finished:?}");
    assert!(files.path().join("sas_plan").exists());
}
