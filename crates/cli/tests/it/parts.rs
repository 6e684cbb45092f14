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
    let parameters = ["floor=1", "tau=1", "cost=unit", "samples=leaves", "growth=150", "lists=h"];
    let others = ["ff", "add", "max", "gc", "blind", "ucb1-uniform"];
    for name in searches.iter().chain(&others).chain(&parameters) {
        assert!(list.contains(&format!("\n  {name} ")), "{name}");
    }
    for text in ["[Asai and Wissow 2026]", "(leaves or all)"] {
        assert!(list.contains(text), "{text}");
    }
    let json = run(&["list", "--json"]).expect_code(0).json();
    let of = |kind: &str| -> Vec<String> {
        let entries = json[kind].as_array().unwrap();
        entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(searches.iter().all(|name| of("searches").iter().any(|other| other == name)));
    assert!(of("bandits").contains(&"ucb1-uniform".to_owned()));
    assert_eq!(of("heuristics").len(), 5);
    // Every parameter of everything, composed searches and portfolios included, says what it can be.
    let mut kinds = Vec::new();
    for entry in ["searches", "heuristics", "bandits"].iter().flat_map(|kind| json[kind].as_array().unwrap())
    {
        for parameter in entry["parameters"].as_array().unwrap() {
            assert!(parameter["about"].is_string() && !parameter["default"].is_null(), "{parameter}");
            kinds.push(parameter["kind"].as_str().unwrap().to_owned());
        }
    }
    for kind in ["number", "whole", "choice", "flag", "component", "text"] {
        assert!(kinds.iter().any(|other| other == kind), "{kind}");
    }
    let lists = |of: &str| -> Vec<String> {
        let entries = json["open_lists"][of].as_array().unwrap();
        entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(lists("kinds"), ["queue", "tree", "softmin", "type"]);
    assert_eq!(
        (lists("prefixes"), lists("keys")),
        (vec!["pref".to_owned()], ["h", "lm", "w", "g"].map(str::to_owned).to_vec())
    );
    let kind = &json["open_lists"]["kinds"][1];
    assert_eq!((&kind["text"], &kind["forms"]), (&"tree:h".into(), &serde_json::json!(["eager"])));
    assert!(kind["summary"].is_string() && kind["takes_preferred"] == false && kind.get("kind").is_none());
    assert_eq!(json["policy_parameters"][0]["name"], "initial");
    for text in ["\n  tree:h ", "\n  pref:h ", "\n  initial=0 "] {
        assert!(list.contains(text), "{text}");
    }
    let has = |search: &str, parameter: &str| {
        let entries = json["searches"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["name"] == search).unwrap();
        entry["parameters"].as_array().unwrap().iter().any(|known| known["name"] == parameter)
    };
    assert!(has("eager", "lists") && has("lama-first", "boost") && has("extremal", "growth"));
    assert!(has("guct-uniform", "floor") && has("guct-uniform", "samples") && !has("gbfs", "samples"));
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
        (&[&ARMS[..], &["--policy", "ucb7"]].concat(), "there is no bandit 'ucb7'"),
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
