//! Each exit code of the table in docs/reference.md has a test here.

use crate::common::{
    SWITCH_DOMAIN, SWITCH_PROBLEM, endless_search, endless_task, folder, repository, run, text,
};

const DOMAIN: &str = "examples/alpine/domain.pddl";
const PROBLEM: &str = "examples/alpine/p01.pddl";

#[test]
fn zero_is_success() {
    run(&["translate", DOMAIN, PROBLEM]).expect_code(0);
    run(&["validate", DOMAIN, PROBLEM, "examples/alpine/p01.plan"]).expect_code(0);
    run(&["generate", "museum"]).expect_code(0);
    run(&["solve", DOMAIN, PROBLEM, "-"]).expect_code(0);
    run(&["list"]).expect_code(0);
    run(&["generate", "--list"]).expect_code(0);
    run(&["completions", "bash"]).expect_code(0);
    run(&["--help"]).expect_code(0);
    let version = run(&["--version"]).expect_code(0);
    assert_eq!(version.stdout, concat!("extremal ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn one_is_an_invalid_plan() {
    run(&["validate", DOMAIN, PROBLEM, "examples/alpine/p01-broken.plan"]).expect_code(1);
}

#[test]
fn ten_is_an_unreachable_goal() {
    run(&["translate", "examples/museum/p06-unsolvable-relaxed.pddl"]).expect_code(10);
    run(&["solve", "examples/museum/p06-unsolvable-relaxed.pddl", "-"]).expect_code(10);
}

#[test]
fn eleven_is_a_search_that_has_seen_everything() {
    run(&["solve", "examples/museum/p07-unsolvable-search.pddl", "-"]).expect_code(11);
}

#[test]
fn twelve_is_a_search_that_has_given_up() {
    let folder = endless_search();
    let problem = text(folder.path().join("problem.pddl"));
    for (limit, status) in
        [("--max-evaluations", "evaluation_limit"), ("--max-expansions", "expansion_limit")]
    {
        let finished = run(&["solve", &problem, "-", limit, "100", "--json"]).expect_code(12);
        assert_eq!(finished.json()["status"], status);
    }
}

#[test]
fn twenty_is_out_of_memory() {
    let folder = endless_task();
    let problem = text(folder.path().join("problem.pddl"));
    run(&["translate", &problem, "--memory-limit", "60M"]).expect_code(20);
    run(&["solve", &problem, "-", "--memory-limit", "60M"]).expect_code(20);
}

#[test]
fn twenty_one_is_out_of_time() {
    run(&["translate", DOMAIN, PROBLEM, "--time-limit", "0"]).expect_code(21);
    run(&["validate", DOMAIN, PROBLEM, "examples/alpine/p01.plan", "--time-limit", "0"]).expect_code(21);
    run(&["generate", "museum", "--time-limit", "0"]).expect_code(21);
    run(&["solve", PROBLEM, "-", "--time-limit", "0"]).expect_code(21);
}

#[test]
#[cfg(target_os = "linux")]
fn twenty_two_is_out_of_memory_in_the_search() {
    let folder = endless_search();
    let problem = text(folder.path().join("problem.pddl"));
    let arguments = ["solve", &problem, "-", "--search", "gbfs", "--heuristic", "blind", "--json"];
    let finished = run(&[&arguments[..], &["--memory-limit", "40M"]].concat()).expect_code(22);
    let report = finished.json();
    assert_eq!(report["status"], "out_of_memory");
    assert!(report["evaluations"].as_u64() > Some(1000), "{report}");
    let peak = report["peak_memory_kib"].as_u64().unwrap();
    // Tables that have just doubled count whole and are half resident. The kernel's figures are exact only to
    // some pages per thread.
    assert!((20 * 1024..48 * 1024).contains(&peak), "{peak}");
}

#[test]
fn twenty_three_is_out_of_time_in_the_search() {
    let folder = endless_search();
    let problem = text(folder.path().join("problem.pddl"));
    for (search, options) in [("gbfs", &["--deferred"][..]), ("guct-uniform", &["--preferred"])] {
        let started = std::time::Instant::now();
        let arguments = ["solve", &problem, "-", "--search", search, "--json", "--time-limit", "0.5"];
        let finished = run(&[&arguments[..], options].concat()).expect_code(23);
        assert!(started.elapsed().as_secs_f64() < 5.0, "{:?}", started.elapsed());
        assert!(finished.stderr.starts_with("error: time limit reached while searching"), "{finished:?}");
        let report = finished.json();
        assert_eq!(report["status"], "out_of_time");
        assert!(report["evaluations"].as_u64() > Some(0), "{report}");
        assert!(report["total_seconds"].as_f64() >= Some(0.5), "{report}");
    }
}

#[test]
fn thirty_is_output_that_cannot_be_written() {
    let folder = folder(&[]);
    let missing = text(folder.path().join("no-such-folder/output.sas"));
    let finished = run(&["translate", PROBLEM, "-o", &missing]).expect_code(30);
    assert_eq!(finished.stderr, format!("error: {missing}: cannot write: the folder does not exist\n"));
    run(&["solve", PROBLEM, "--plan-file", &missing]).expect_code(30);
    let finished = run(&["translate", PROBLEM, "-o", &text(folder.path())]).expect_code(30);
    assert!(finished.stderr.contains("this is a folder"), "{finished:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn thirty_is_a_full_disk() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    run(&["translate", PROBLEM, "-o", "/dev/full"]).expect_code(30);
    for arguments in [
        &["translate", PROBLEM][..],
        &["generate", "museum"],
        &["completions", "zsh"],
        &["solve", PROBLEM, "-"],
        &["list"],
    ] {
        let mut command = crate::common::extremal(arguments);
        let status = command.stdout(full()).stderr(std::process::Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(30), "{arguments:?}");
    }
}

#[test]
fn thirty_one_is_wrong_input() {
    let folder = folder(&[
        ("domain.pddl", SWITCH_DOMAIN),
        ("problem.pddl", SWITCH_PROBLEM),
        ("empty.pddl", " \n"),
        ("bad.sas", "begin_version\n2\nend_version\n"),
        ("plan", "(press)\n"),
    ]);
    let file = |name: &str| text(folder.path().join(name));
    let (domain, problem, empty) = (file("domain.pddl"), file("problem.pddl"), file("empty.pddl"));

    let finished = run(&["translate", "examples/errors/domain-three-errors.pddl", &problem]).expect_code(31);
    assert!(finished.stderr.contains("domain-three-errors.pddl:"), "{finished:?}");
    for (arguments, message) in [
        (vec!["translate", &domain, &file("missing.pddl")], "missing.pddl: there is no such file"),
        (vec!["translate", &file("missing.pddl")], "missing.pddl: there is no such file"),
        (vec!["translate", &domain, &text(folder.path())], "this is a folder, not a file"),
        (vec!["translate", &domain, &empty], "empty.pddl: the file is empty"),
        (vec!["translate", &empty, &problem], "empty.pddl: the file is empty"),
        (vec!["translate", &empty], "empty.pddl: the file is empty"),
        (vec!["translate", &file("bad.sas")], "bad.sas:2:1: error:"),
        (vec!["solve", &domain, &file("missing.pddl"), "-"], "missing.pddl: there is no such file"),
        (vec!["solve", &empty, "-"], "empty.pddl: the file is empty"),
        (vec!["solve", &file("bad.sas"), "-"], "bad.sas:2:1: error:"),
        (vec!["validate", &domain, &problem, &file("missing.plan")], "missing.plan: there is no such file"),
        (vec!["validate", &empty, &file("plan")], "empty.pddl: the file is empty"),
        (vec!["validate", &file("bad.sas"), &file("plan")], "bad.sas:2:1: error:"),
    ] {
        let finished = run(&arguments).expect_code(31);
        assert!(finished.stderr.contains(message), "{arguments:?} {finished:?}");
    }
}

#[test]
fn thirty_three_is_a_wrong_search_or_heuristic() {
    for (option, value, message) in [
        ("--search", "bfs", "there is no search 'bfs'; did you mean 'gbfs'?"),
        ("--search", "guct(c=-1)", "'c' must be a number from 0 to 1e9, not '-1'"),
        ("--search", "guct(", "parentheses do not match in 'guct(': see character 5\n  guct(\n      ^\n"),
        (
            "--search",
            "eager(lists=h+tree:x)",
            "'x'; there are h, lm, w, g\n  eager(lists=h+tree:x)\n                     ^\n",
        ),
        (
            "--search",
            "eager(lists=h+tree:g)",
            "did you mean 'tree:h'?\n  eager(lists=h+tree:g)\n                ^^^^^^\n",
        ),
        ("--search", "gbfs(boost=5)", "'boost' means nothing without a list like pref:h"),
        ("--heuristic", "best", "there is no heuristic 'best'; there are ff, "),
        ("--heuristic", "ff(cost=high)", "must be unit, real or plusone, not 'high'"),
    ] {
        let finished = run(&["solve", PROBLEM, "-", option, value]).expect_code(33);
        assert!(finished.stderr.contains(message), "{finished:?}");
    }
    // An option that changes nothing is refused before anything is read.
    for (search, option) in
        [("bfws-f5", "--deferred"), ("bfws-f5", "--preferred"), ("eager(lists=type:h)", "--preferred")]
    {
        let finished = run(&["solve", "no-such-file.pddl", "-", "--search", search, option]).expect_code(33);
        assert!(finished.stderr.contains(&format!("({option}, or +")), "{finished:?}");
        assert!(finished.stderr.contains("to a search"), "{finished:?}");
    }
}

#[test]
fn thirty_four_is_an_unsupported_feature() {
    let problem = "examples/errors/good-problem.pddl";
    run(&["translate", "examples/errors/domain-durative-action.pddl", problem]).expect_code(34);
    run(&["solve", "examples/errors/domain-durative-action.pddl", problem, "-"]).expect_code(34);
    let plan = "examples/alpine/p01.plan";
    run(&["validate", "examples/errors/domain-durative-action.pddl", problem, plan]).expect_code(34);
}

#[test]
fn thirty_six_is_wrong_usage() {
    for arguments in [
        &[][..],
        &["no-such-command"],
        &["translate"],
        &["translate", DOMAIN],
        &["translate", DOMAIN, PROBLEM, PROBLEM],
        &["translate", PROBLEM, "--time-limit", "soon"],
        &["translate", PROBLEM, "--no-such-option"],
        &["translate", PROBLEM, "-o", "-", "--json"],
        &["solve"],
        &["solve", DOMAIN],
        &["solve", DOMAIN, PROBLEM, "a.plan", "--plan-file", "b.plan"],
        &["solve", DOMAIN, PROBLEM, PROBLEM],
        &["solve", PROBLEM, "--seed", "none"],
        &["solve", PROBLEM, "--max-evaluations", "-1"],
        &["list", "all"],
        &["bandit", "--arms", "uniform:0,1"],
        &["validate", PROBLEM],
        &["validate", DOMAIN, PROBLEM],
        &["generate"],
        &["generate", "no-such-domain"],
        &["generate", "museum", "--size", "0"],
        &["generate", "museum", "--force"],
        &["completions", "no-such-shell"],
    ] {
        let finished = run(arguments).expect_code(36);
        assert!(!finished.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_hundred_and_more_is_a_signal() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::Stdio;
    for (signal, code, status) in [(Signal::INT, 130, "interrupted"), (Signal::TERM, 143, "terminated")] {
        let folder = endless_task();
        let output = folder.path().join("output.sas");
        let problem = text(folder.path().join("problem.pddl"));
        let mut command = crate::common::extremal(&["translate", &problem, "--json", "-o", &text(&output)]);
        // Memory is limited so that a program that does not listen does no harm.
        command.args(["--memory-limit", "4G"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        // The temporary file is made after the program has begun to listen.
        while crate::common::names(folder.path()).len() < 3 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        let finished: crate::common::Finished = child.wait_with_output().unwrap().into();
        let finished = finished.expect_code(code);
        assert_eq!(finished.json()["status"], status);
        assert!(finished.stderr.starts_with(&format!("error: {status}")), "{finished:?}");
        assert_eq!(crate::common::names(folder.path()), ["domain.pddl", "problem.pddl"]);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_tells_how_far_it_came() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::Stdio;
    let folder = endless_search();
    let problem = text(folder.path().join("problem.pddl"));
    let mut command = crate::common::extremal(&["solve", &problem, "--memory-limit", "4G", "--verbose"]);
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The lines about translation are printed before the search begins.
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut log = String::new();
    while !log.contains("Search: ") {
        assert_ne!(std::io::BufRead::read_line(&mut out, &mut log).unwrap(), 0, "{log}");
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    std::io::Read::read_to_string(&mut out, &mut log).unwrap();
    let finished: crate::common::Finished = child.wait_with_output().unwrap().into();
    let finished = finished.expect_code(130);
    assert!(finished.stderr.starts_with("error: interrupted while searching"), "{finished:?}");
    assert!(log.contains("\nEvaluations: ") && !log.contains("\nEvaluations: 0\n"), "{log}");
    assert!(log.ends_with("\nsearch exit code: 130\n"), "{log}");
    assert_eq!(crate::common::names(folder.path()), ["domain.pddl", "problem.pddl"]);
}

#[test]
fn help_and_reference_list_the_same_codes() {
    let numbers = |lines: Vec<String>| -> Vec<u8> { lines.iter().filter_map(|l| l.parse().ok()).collect() };
    let first_word = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let help = run(&["--help"]).stdout;
    let help = numbers(help.lines().map(first_word).collect());
    assert_eq!(help, [0, 1, 2, 10, 11, 12, 20, 21, 22, 23, 30, 31, 32, 33, 34, 36, 130, 143]);

    let reference = std::fs::read_to_string(repository().join("docs/reference.md")).unwrap();
    let rows = reference.lines().filter_map(|line| line.strip_prefix("| "));
    assert_eq!(numbers(rows.map(first_word).collect()), help);
}

#[test]
fn a_wrong_command_line_is_told_in_json_too() {
    for arguments in [&["solve", "p.pddl", "--json", "--threads", "0"][..], &["check", "--json"]] {
        let finished = run(arguments).expect_code(36);
        let object = finished.json();
        assert_eq!((&object["status"], &object["exit_code"]), (&"wrong_usage".into(), &36.into()));
        assert!(finished.stderr.contains(object["message"].as_str().unwrap()), "{finished:?}");
    }
}
