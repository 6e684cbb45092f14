//! Errors and warnings: where they go, and in which form.

use crate::common::{SWITCH_DOMAIN, SWITCH_PROBLEM, folder, run, text};

const GOOD_PROBLEM: &str = "examples/errors/good-problem.pddl";

#[test]
fn errors_show_the_source_without_colours_in_a_file() {
    let finished =
        run(&["translate", "examples/errors/domain-three-errors.pddl", GOOD_PROBLEM]).expect_code(31);
    assert!(finished.stderr.contains("error[undeclared-predicate]"), "{finished:?}");
    assert!(finished.stderr.contains("domain-three-errors.pddl:19:"), "{finished:?}");
    assert!(!finished.stderr.contains('\x1b'), "{finished:?}");
}

#[test]
fn errors_in_json_are_one_object_per_line() {
    let domain = "examples/errors/domain-three-errors.pddl";
    let finished = run(&["translate", domain, GOOD_PROBLEM, "--error-format", "json"]).expect_code(31);
    let messages = finished.json_messages();
    assert!(messages.len() >= 3, "{messages:?}");
    assert!(messages.iter().all(|m| m["file"] == domain && m["line"].as_u64() > Some(0)), "{messages:?}");

    let finished = run(&["translate", "no-such-file.pddl", "--error-format", "json"]).expect_code(31);
    let expected = serde_json::json!([{
        "severity": "error", "code": "invalid-input", "message": "there is no such file",
        "file": "no-such-file.pddl",
    }]);
    assert_eq!(serde_json::Value::from(finished.json_messages()), expected);
}

#[test]
fn mistakes_in_sas_files_have_places_in_json() {
    let folder = folder(&[("bad.sas", "begin_version\n3\nend_version\nbegin_metric\n7\n")]);
    let file = text(folder.path().join("bad.sas"));
    let finished = run(&["translate", &file, "--error-format", "json"]).expect_code(31);
    let message = &finished.json_messages()[0];
    assert_eq!((&message["file"], &message["line"]), (&file.as_str().into(), &5.into()));
}

#[test]
fn warnings_do_not_change_the_code_and_can_be_hidden() {
    let domain = SWITCH_DOMAIN.replace(":precondition (off)", ":precondition (not (on))");
    let folder = folder(&[("domain.pddl", &domain), ("problem.pddl", SWITCH_PROBLEM)]);
    let problem = text(folder.path().join("problem.pddl"));
    let finished = run(&["translate", &problem]).expect_code(0);
    assert!(finished.stderr.contains("warning"), "{finished:?}");
    let finished = run(&["translate", &problem, "--quiet"]).expect_code(0);
    assert_eq!(finished.stderr, "");
    let errors = run(&["translate", "no-such-file.pddl", "--quiet"]).expect_code(31);
    assert!(!errors.stderr.is_empty());
}

#[test]
#[cfg(unix)]
fn a_reader_that_leaves_is_no_error() {
    use std::process::Stdio;
    let problem = "examples/alpine/p05.pddl";
    for arguments in [
        &["translate", problem][..],
        &["translate", problem, "--json"],
        &["translate", problem, "-o", "-", "--quiet"],
        &["validate", "examples/alpine/p01.pddl", "examples/alpine/p01.plan"],
        &["generate", "museum"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut command = crate::common::extremal(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let finished: crate::common::Finished = child.wait_with_output().unwrap().into();
        assert_eq!(finished.expect_code(0).stderr, "", "{arguments:?}");
    }
}
