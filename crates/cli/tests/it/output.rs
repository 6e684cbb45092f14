//! Output files appear whole or not at all.

use std::fs;

use crate::common::{SWITCH_DOMAIN, SWITCH_PROBLEM, endless_task, folder, names, run, text};

const PROBLEM: &str = "examples/alpine/p01.pddl";

#[test]
fn an_old_file_survives_a_failure() {
    let folder = endless_task();
    let output = folder.path().join("output.sas");
    fs::write(&output, "begin_version old").unwrap();
    let problem = text(folder.path().join("problem.pddl"));
    run(&["translate", &problem, "-o", &text(&output), "--time-limit", "0.3"]).expect_code(21);
    run(&["translate", "no-such-file.pddl", "-o", &text(&output)]).expect_code(31);
    assert_eq!(fs::read_to_string(&output).unwrap(), "begin_version old");
    assert_eq!(names(folder.path()), ["domain.pddl", "output.sas", "problem.pddl"]);
    run(&["translate", PROBLEM, "-o", &text(&output)]).expect_code(0);
    assert!(fs::read_to_string(&output).unwrap().starts_with("begin_version\n"));
    assert_eq!(names(folder.path()), ["domain.pddl", "output.sas", "problem.pddl"]);
}

#[test]
fn tasks_and_notes_are_not_overwritten() {
    let folder =
        folder(&[("domain.pddl", SWITCH_DOMAIN), ("p.pddl", SWITCH_PROBLEM), ("notes", "buy bread")]);
    let path = |name: &str| text(folder.path().join(name));
    for name in ["domain.pddl", "p.pddl", "notes"] {
        let refused = run(&["translate", &path("p.pddl"), "-o", &path(name)]).expect_code(36);
        assert!(refused.stderr.contains("is not a SAS+ task, so it is not overwritten"), "{refused:?}");
    }
    let arms = ["bandit", "--arms", "uniform:0,1", "--arms", "uniform:0,2", "--policy", "ucb1"];
    run(&[&arms[..], &["--csv", &path("p.pddl")]].concat()).expect_code(36);
    run(&[&arms[..], &["--csv", &path("notes")]].concat()).expect_code(0);
    for (name, old) in [("domain.pddl", SWITCH_DOMAIN), ("p.pddl", SWITCH_PROBLEM)] {
        assert_eq!(fs::read_to_string(path(name)).unwrap(), old);
    }
    // Of two files, none is ignored.
    run(&["translate", &path("p.pddl"), "-o", &path("p.sas")]).expect_code(0);
    let refused = run(&["translate", &path("p.sas"), &path("p.pddl")]).expect_code(36);
    assert!(
        refused.stderr.contains("p.pddl: only a PDDL domain and a problem, or one SAS+ file"),
        "{refused:?}"
    );
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link() {
    let plan = "(an old plan)\n; cost = 1 (unit cost)\n";
    for old in [Some(""), Some(plan), None] {
        let folder = folder(&[]);
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        if let Some(old) = old {
            fs::write(&target, old).unwrap();
        }
        std::os::unix::fs::symlink("target", &link).unwrap();
        run(&["solve", PROBLEM, "--plan-file", &text(&link)]).expect_code(0);
        assert!(link.is_symlink() && fs::read_to_string(&target).unwrap().contains("; cost = "), "{old:?}");
        assert_eq!(names(folder.path()), ["link", "target"]);
    }
}

#[test]
fn a_trace_that_cannot_be_written_does_not_cost_the_plan() {
    let folder = folder(&[]);
    let (plan, trace) = (text(folder.path().join("plan")), text(folder.path().join("trace")));
    fs::create_dir_all(folder.path().join("trace/best.parquet")).unwrap();
    let finished = run(&["solve", PROBLEM, "--plan-file", &plan, "--trace", &trace]).expect_code(30);
    assert!(finished.stderr.contains("a table has the name of a folder in it"), "{finished:?}");
    assert!(
        finished.stdout.contains("Plan written to ") && fs::read_to_string(&plan).unwrap().contains("cost")
    );
}

#[test]
fn a_dash_is_standard_output() {
    let folder = folder(&[]);
    let output = text(folder.path().join("output.sas"));
    run(&["translate", PROBLEM, "-o", &output]).expect_code(0);
    let finished = run(&["translate", PROBLEM, "-o", "-"]).expect_code(0);
    assert_eq!(finished.stdout, fs::read_to_string(&output).unwrap());
    assert!(finished.stderr.contains("Translator operators:"), "{finished:?}");
    assert_eq!(run(&["translate", PROBLEM, "-o", "-", "--quiet"]).expect_code(0).stderr, "");
}

#[test]
fn without_an_output_file_none_is_written() {
    let folder = folder(&[("domain.pddl", SWITCH_DOMAIN), ("problem.pddl", SWITCH_PROBLEM)]);
    let mut command = crate::common::extremal(&["translate", "problem.pddl"]);
    assert!(command.current_dir(folder.path()).output().unwrap().status.success());
    assert_eq!(names(folder.path()), ["domain.pddl", "problem.pddl"]);
}

#[test]
#[cfg(unix)]
fn links_devices_and_permissions_stay() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = folder(&[("real.sas", "begin_version old"), ("usual", "")]);
    let (real, link, new) =
        (folder.path().join("real.sas"), folder.path().join("link.sas"), folder.path().join("new.sas"));
    symlink(&real, &link).unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    run(&["translate", PROBLEM, "-o", &text(&link)]).expect_code(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().starts_with("begin_version\n"));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&real) & 0o777, 0o640);

    run(&["translate", PROBLEM, "-o", &text(&new)]).expect_code(0);
    assert_eq!(mode(&new), mode(&folder.path().join("usual")), "a new file is like any other");

    run(&["translate", PROBLEM, "-o", "/dev/null"]).expect_code(0);
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}
