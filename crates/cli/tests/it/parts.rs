//! `extremal list` and `extremal bandit`.

use std::fs;

use crate::common::{folder, names, run, text};

#[test]
fn all_parts_are_listed_with_parameters_and_sources() {
    let list = run(&["list"]).expect_code(0).stdout;
    let searches = [
        "gbfs",
        "softmin-type",
        "guct",
        "guct-star",
        "guct-normal",
        "guct-star-normal",
        "guct-normal2",
        "guct-star-normal2",
        "guct-uniform",
        "chk-uniform",
        "guct-plus-normal2",
        "max-search",
        "robust-uct",
        "threshold-ascent",
    ];
    for name in searches.iter().chain(&["ff", "add", "max", "gc", "blind", "ucb1-uniform", "ties", "graft"]) {
        assert!(list.contains(&format!("\n  {name}\n")), "{name}");
    }
    for text in ["floor=", "tau=1: ", "cost=unit: ", "Asai and Wissow", "bandit ucb1-uniform\n", "doi:"] {
        assert!(list.contains(text), "{text}");
    }
    let json = run(&["list", "--json"]).expect_code(0).json();
    let of = |kind: &str| -> Vec<String> {
        let entries = json[kind].as_array().unwrap();
        entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(searches.iter().all(|name| of("searches").iter().any(|other| other == name)));
    let bandits = of("bandits");
    for search in json["searches"].as_array().unwrap() {
        assert!(
            search["bandit"].is_null() || bandits.iter().any(|name| search["bandit"] == **name),
            "{search}"
        );
    }
    assert_eq!(of("heuristics").len(), 5);
}

const ARMS: [&str; 4] = ["--arms", "uniform:0,1", "--arms", "uniform:-1,-0.5"];

#[test]
fn bandits_play_and_their_regret_is_shown() {
    let folder = folder(&[]);
    let file = |name: &str| text(folder.path().join(name));
    let (svg, csv) = (file("regret.svg"), file("regret.csv"));
    let common = ["--policy", "ucb1-uniform,ucb1(c=2)", "--pulls", "50", "--runs", "8", "--seed", "5"];
    let files = ["--svg", &svg, "--csv", &csv];
    let arguments = [&["bandit"], &ARMS[..], &common[..], &files[..]].concat();
    let table = run(&arguments).expect_code(0).stdout;
    assert!(table.contains("ucb1(c=2)") && table.contains("runs 8, seed 5"), "{table}");
    assert_eq!(run(&arguments).stdout, table);
    assert!(fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(
        fs::read_to_string(&csv).unwrap().starts_with("policy,pulls,regret,low,high\n\"ucb1-uniform\",1,")
    );
    assert_eq!(names(folder.path()), ["regret.csv", "regret.svg"]);
    let json = run(&[&["bandit", "--json"], &ARMS[..], &common[..]].concat()).expect_code(0).json();
    assert_eq!(json["curves"][1]["policy"], "ucb1(c=2)");
    assert_eq!(json["seed"], 5);
    let only_csv = run(&[&["bandit", "--csv", "-"], &ARMS[..], &common[..]].concat()).expect_code(0);
    assert_eq!(only_csv.stdout, fs::read_to_string(&csv).unwrap());
}

#[test]
fn mistakes_in_experiments_are_wrong_usage() {
    let policy = ["--policy", "ucb1"];
    for (arguments, message) in [
        (&["--arms", "uniform:0,1", "--policy", "ucb1"][..], "at least two arms"),
        (&[&ARMS[..], &["--policy", "ucb7"]].concat(), "there is no policy `ucb7`"),
        (
            &[&["--arms", "dice:6", "--arms", "dice:7"], &policy[..]].concat(),
            "there is no distribution `dice`",
        ),
        (&[&ARMS[..], &policy[..], &["--json", "--csv", "-"]].concat(), "standard output"),
    ] {
        let finished = run(&[&["bandit"], arguments].concat()).expect_code(36);
        assert!(finished.stderr.contains(message), "{finished:?}");
    }
    let long = ["--pulls", "10000000", "--runs", "100000", "--time-limit", "0.3"];
    run(&[&["bandit"], &ARMS[..], &policy[..], &long[..]].concat()).expect_code(21);
}
