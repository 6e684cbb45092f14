//! `extremal generate` and `extremal completions`.

use std::fs;

use crate::common::{folder, names, run, text};

#[test]
fn the_list_names_every_generator() {
    let list = run(&["generate", "--list"]).expect_code(0).stdout;
    for generator in ["alpine", "museum", "rings"] {
        assert!(list.lines().any(|line| line == generator), "{list}");
    }
}

#[test]
fn problem_and_domain_are_printed_or_written() {
    let folder = folder(&[]);
    let output = folder.path().join("new/folder");
    let arguments = ["generate", "museum", "--size", "2", "--seed", "7"];
    let problem = run(&arguments).expect_code(0).stdout;
    let domain = run(&["generate", "museum", "--domain"]).expect_code(0).stdout;
    let written = run(&[&arguments[..], &["-o", &text(&output)]].concat()).expect_code(0);
    assert_eq!(written.stdout, "");
    assert_eq!(names(&output), ["domain.pddl", "problem.pddl"]);
    assert_eq!(fs::read_to_string(output.join("domain.pddl")).unwrap(), domain);
    assert_eq!(fs::read_to_string(output.join("problem.pddl")).unwrap(), problem);
    run(&["translate", &text(output.join("problem.pddl"))]).expect_code(0);
}

#[test]
fn files_are_overwritten_only_by_force() {
    let folder = folder(&[("problem.pddl", "mine")]);
    let output = text(folder.path());
    let finished = run(&["generate", "museum", "-o", &output]).expect_code(36);
    assert!(finished.stderr.contains("problem.pddl") && finished.stderr.contains("--force"), "{finished:?}");
    assert_eq!(names(folder.path()), ["problem.pddl"]);
    run(&["generate", "museum", "-o", &output, "--force"]).expect_code(0);
    assert!(fs::read_to_string(folder.path().join("problem.pddl")).unwrap().contains("(define (problem"));
}

#[test]
fn an_unknown_domain_brings_a_suggestion() {
    let finished = run(&["generate", "musuem"]).expect_code(36);
    assert!(finished.stderr.contains("'museum'"), "{finished:?}");
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).expect_code(0).stdout;
        assert!(script.contains("translate") && script.contains("validate"), "{shell}");
    }
}
