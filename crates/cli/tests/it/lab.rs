//! `lab run` and `lab export`: what is run, and what the store has in the end.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::common::{endless_search, names, repository, run, text};
use crate::lab_common::{lab_run, laboratory, rows, run_owned, without_times};

fn statuses(rows: &[Value]) -> BTreeSet<&str> {
    rows.iter().map(|row| row["status"].as_str().unwrap()).collect()
}

#[test]
fn the_same_command_runs_nothing_twice_and_a_larger_one_adds_runs() {
    let lab = laboratory(&["alpine", "museum"], &["p01", "p02"]);
    let small =
        lab_run(lab.path(), "out", &["--searches", "gbfs", "--max-evaluations", "200", "--jobs", "2"]);
    let first = run_owned(&small).expect_code(0);
    assert!(first.stderr.starts_with("4 runs on 4 tasks, 0 of them done already; 2 jobs"), "{first:?}");
    let store = lab.path().join("out");
    let before = without_times(&rows(&store));
    assert!(run_owned(&small).expect_code(0).stderr.contains("4 of them done already"));
    assert_eq!(without_times(&rows(&store)), before);
    let large = [
        "--searches",
        "gbfs, guct-uniform( floor=0 )",
        "--heuristics",
        "ff,gc",
        "--seeds",
        "2",
        "--max-evaluations",
        "200",
    ];
    let finished = run_owned(&lab_run(lab.path(), "out", &large)).expect_code(0);
    assert!(finished.stderr.starts_with("24 runs on 4 tasks, 4 of them done already"), "{finished:?}");
    let after = rows(&store);
    // Gbfs draws no random numbers, so one seed is enough.
    assert_eq!(without_times(&after).len(), 24);
    assert!(after.iter().any(|row| row["search"] == "guct-uniform(floor=0)"));
    assert_eq!(
        names(&store),
        ["experiment-1.toml", "experiment.toml", "results.sqlite", "run.lock", "shards"]
    );
}

#[test]
fn a_row_has_what_is_needed_to_run_it_again() {
    let lab = laboratory(&["canal"], &["p01"]);
    let options = ["--searches", "guct-uniform", "--seeds", "7..7", "--max-evaluations", "500"];
    run_owned(&lab_run(lab.path(), "out", &options)).expect_code(0);
    let row = rows(&lab.path().join("out")).remove(0);
    let problem = text(repository().join("examples").join(row["problem"].as_str().unwrap()));
    let [search, heuristic] = ["search", "heuristic"].map(|name| row[name].as_str().unwrap());
    let [seed, limit] = ["seed", "max_evaluations"].map(|name| row[name].to_string());
    let again = run(&[
        "solve",
        &problem,
        "--plan-file",
        "-",
        "--json",
        "--search",
        search,
        "--heuristic",
        heuristic,
        "--seed",
        &seed,
        "--max-evaluations",
        &limit,
    ])
    .expect_code(0)
    .json();
    for name in ["evaluations", "expansions", "generated", "plan_length"] {
        assert_eq!(row[name], again[name], "{name}: {row} {again}");
    }
    assert!(row["version"].is_string() && row["task_hash"].is_string() && row["commit"] != "");
}

#[test]
fn an_experiment_file_equals_the_command_line() {
    let lab = laboratory(&["alpine", "frogs"], &["p01"]);
    let options =
        ["--searches", "gbfs,guct", "--heuristics", "ff+po", "--seeds", "2", "--max-expansions", "50"];
    run_owned(&lab_run(lab.path(), "line", &options)).expect_code(0);
    let benchmarks = repository().join("examples");
    let file = format!(
        "suite = 'suite.txt'\nbenchmarks = '{}'\nsearches = ['gbfs', 'guct']\nheuristics = 'ff+po'\nseeds = 2\n\
         max_expansions = 99\njobs = 1\n",
        benchmarks.display()
    );
    let path = lab.path().join("experiment.toml");
    fs::write(&path, file).unwrap();
    let out = text(lab.path().join("file"));
    // The command line wins.
    let finished = run(&["lab", "run", &text(path), "--out", &out, "--max-expansions", "50"]).expect_code(0);
    assert!(finished.stderr.contains("; 1 jobs"), "{finished:?}");
    let [line, file] = ["line", "file"].map(|store| lab.path().join(store));
    assert_eq!(without_times(&rows(&file)), without_times(&rows(&line)));
    // What a store says about its experiment is an experiment file, too.
    let again = text(line.join("experiment.toml"));
    let finished = run(&["lab", "run", &again, "--out", &text(&line)]).expect_code(0);
    assert!(finished.stderr.starts_with("6 runs on 2 tasks, 6 of them done already"), "{finished:?}");
}

#[test]
fn budgets_in_expansions_are_kept() {
    let endless = endless_search();
    let suite = endless.path().join("suite.txt");
    fs::write(&suite, "endless\tproblem.pddl\tdomain.pddl\n").unwrap();
    let (suite, benchmarks, out) = (text(suite), text(endless.path()), text(endless.path().join("out")));
    let arguments = ["lab", "run", "--suite", &suite, "--benchmarks", &benchmarks, "--out", &out];
    run(&[&arguments[..], &["--searches", "gbfs,guct", "--max-expansions", "30"]].concat()).expect_code(0);
    let rows = rows(&endless.path().join("out"));
    assert_eq!(statuses(&rows), BTreeSet::from(["expansion_limit"]));
    assert!(rows.len() == 2 && rows.iter().all(|row| row["expansions"] == 30), "{rows:?}");
}

#[test]
fn exported_results_are_read_back() {
    let lab = laboratory(&["alpine", "canal"], &["p01", "p02"]);
    run_owned(&lab_run(lab.path(), "out", &["--searches", "gbfs,guct", "--max-evaluations", "300"]))
        .expect_code(0);
    let path = |name: &str| text(lab.path().join(name));
    run(&["lab", "export", &path("out"), "--csv", &path("all.csv.gz"), "--jsonl", &path("all.jsonl")])
        .expect_code(0);
    run(&["lab", "export", &path("all.csv.gz"), "--jsonl", &path("again.jsonl")]).expect_code(0);
    let lines = fs::read_to_string(path("all.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 8);
    assert_eq!(fs::read_to_string(path("again.jsonl")).unwrap(), lines);
    // Each run once, however often it is given.
    let finished =
        run(&["lab", "export", &path("out"), &path("all.jsonl"), "--csv", "-", "--compact"]).expect_code(0);
    assert_eq!(finished.stdout.lines().count(), 9);
    assert!(finished.stdout.starts_with("schema,version,commit,domain,problem,"), "{}", finished.stdout);
}

#[test]
fn mistakes_are_told_before_anything_runs() {
    let lab = laboratory(&["alpine"], &["p01"]);
    let check = |more: &[&str], code: i32, message: &str| {
        let finished = run_owned(&lab_run(lab.path(), "out", more)).expect_code(code);
        assert!(finished.stderr.contains(message), "{finished:?}");
    };
    let limit = ["--max-evaluations", "10"];
    check(&[], 36, "runs need a limit");
    check(
        &[&limit[..], &["--searches", "gbsf"]].concat(),
        33,
        "there is no search 'gbsf'; did you mean 'gbfs'?",
    );
    check(
        &[&limit[..], &["--heuristics", "fff"]].concat(),
        33,
        "there is no heuristic 'fff'; did you mean 'ff'?",
    );
    check(&[&limit[..], &["--heuristics", "gc+po"]].concat(), 33, "has no preferred operators");
    let width = ["--searches", "gbfs,bfws-f5", "--heuristics", "ff+de"];
    check(
        &[&limit[..], &width].concat(),
        33,
        "deferred evaluation (--deferred, or +de in a lab) means nothing",
    );
    check(&[&limit[..], &["--heuristics", "ff+op"]].concat(), 36, "'op'");
    check(&[&limit[..], &["--seeds", "0"]].concat(), 36, "are no seeds");
    check(&[&limit[..], &["--domain", "alps"]].concat(), 31, "has no domain 'alps'; it has alpine");
    check(&["--time-limit", "0"], 36, "time limit");
    check(&[&limit[..], &["--per-domain", "0"]].concat(), 36, "--per-domain");
    check(&[&limit[..], &["--jobs", "0"]].concat(), 36, "--jobs");
    let file = run_owned(&lab_run(lab.path(), "suite.txt", &limit)).expect_code(30);
    assert!(file.stderr.contains("suite.txt"), "{file:?}");
    let missing = run(&["lab", "run", "--benchmarks", "/nowhere", "--out", "/nowhere", "--time-limit", "1"]);
    let missing = missing.expect_code(31);
    assert!(missing.stderr.contains("airport/p01-airport1-p1.pddl"), "{missing:?}");
    let nowhere = run(&["lab", "export", "/nowhere", "--csv", "-"]).expect_code(31);
    assert!(nowhere.stderr.contains("neither a store"), "{nowhere:?}");
    run(&["lab", "export", "/nowhere"]).expect_code(36);
    assert!(!lab.path().join("out").exists());
}

#[test]
fn damaged_lines_cost_their_runs_only_and_other_builds_are_told() {
    let lab = laboratory(&["alpine"], &["p01", "p02"]);
    let arguments =
        lab_run(lab.path(), "out", &["--searches", "gbfs,guct", "--max-evaluations", "100", "--jobs", "1"]);
    run_owned(&arguments).expect_code(0);
    let store = lab.path().join("out");
    let shard = fs::read_dir(store.join("shards")).unwrap().next().unwrap().unwrap().path();
    let text_of_shard = fs::read_to_string(&shard).unwrap();
    let mut lines: Vec<String> = text_of_shard.lines().map(str::to_owned).collect();
    // The disk was full, and the next row came behind half a line.
    let half = lines[0].split_at(lines[0].len() / 2).0.to_owned();
    lines[1] = half + &lines[1];
    lines.remove(0);
    let mut row: Value = serde_json::from_str(&lines[1]).unwrap();
    row["commit"] = "0123456789ab-dirty".into();
    lines[1] = row.to_string();
    fs::write(&shard, lines.join("\n") + "\n").unwrap();

    let report = run(&["lab", "report", &text(&store)]).expect_code(0);
    assert!(report.stdout.contains("gbfs"), "{report:?}");
    let collected = run(&["lab", "collect", &text(&store)]).expect_code(0);
    assert!(collected.stderr.contains("warning: 1 lines of the store are no results"), "{collected:?}");
    assert!(collected.stderr.contains("2 runs in "), "{collected:?}");
    let again = run_owned(&arguments).expect_code(0);
    assert!(again.stderr.contains("2 of them done already"), "{again:?}");
    assert!(again.stderr.contains("of another commit (0123456789ab-dirty"), "{again:?}");
    assert!(run_owned(&arguments).expect_code(0).stderr.contains("4 of them done already"));
}
