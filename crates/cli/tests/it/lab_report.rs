//! `lab report`: from a store to tables and files.

use std::fs;

use crate::common::{names, run, text};
use crate::lab_common::{lab_run, laboratory, run_owned};

#[test]
fn a_store_becomes_tables_a_page_and_pictures() {
    let lab = laboratory(&["alpine", "museum"], &["p01", "p02"]);
    let options =
        ["--searches", "gbfs,guct-uniform(floor=0)", "--heuristics", "ff,gc", "--max-evaluations", "10000"];
    run_owned(&lab_run(lab.path(), "store", &options)).expect_code(0);
    let store = text(lab.path().join("store"));

    let printed = run(&["lab", "report", &store]).expect_code(0).stdout;
    for part in ["gc, solved of 4 tasks, 10,000 evaluations", "guct-uniform(floor=0)", "museum"] {
        assert!(printed.contains(part), "{part} is not in\n{printed}");
    }
    let latex = run(&["lab", "report", &store, "--format", "latex"]).expect_code(0).stdout;
    assert_eq!(latex.matches("\\begin{tabular}").count(), latex.matches("\\bottomrule").count());
    assert!(latex.contains("Statistics of the runs"), "{latex}");

    let out = text(lab.path().join("report"));
    run(&["lab", "report", &store, "--out", &out]).expect_code(0);
    let files = names(lab.path().join("report").as_path());
    for file in ["report.html", "report.md", "report.tex", "coverage-evaluations-gc.svg", "domains-ff.svg"] {
        assert!(files.iter().any(|name| name == file), "{file} is not in {files:?}");
    }
    let page = fs::read_to_string(lab.path().join("report/report.html")).unwrap();
    assert!(page.contains("<title>Extremal: store</title>") && page.ends_with("</html>\n"));
}

#[test]
fn labels_make_a_comparison() {
    let lab = laboratory(&["canal"], &["p01"]);
    run_owned(&lab_run(lab.path(), "few", &["--searches", "gbfs", "--max-evaluations", "3"])).expect_code(0);
    let [store, other] = ["few", "again"].map(|name| text(lab.path().join(name)));
    run_owned(&lab_run(lab.path(), "again", &["--searches", "gbfs", "--max-evaluations", "3"]))
        .expect_code(0);
    let printed = run(&["lab", "report", &store, &other, "--labels", "old,new"]).expect_code(0).stdout;
    assert!(printed.contains("old and new compared, 3 evaluations"), "{printed}");
    // The paper has no figures for three evaluations.
    assert!(!printed.contains("paper"), "{printed}");
}

#[test]
fn a_run_that_crashed_in_another_store_is_solved() {
    let lab = laboratory(&["canal"], &["p01"]);
    run_owned(&lab_run(lab.path(), "store", &["--searches", "gbfs", "--max-evaluations", "1000"]))
        .expect_code(0);
    let [store, solved, crashed] =
        ["store", "solved.jsonl", "crashed.jsonl"].map(|name| text(lab.path().join(name)));
    run(&["lab", "export", &store, "--jsonl", &solved]).expect_code(0);
    let mut row: serde_json::Value = serde_json::from_str(&fs::read_to_string(&solved).unwrap()).unwrap();
    assert_eq!(row["status"], "solved");
    row["status"] = "crashed".into();
    row["started"] = (row["started"].as_u64().unwrap() + 10).into();
    fs::write(&crashed, format!("{row}\n")).unwrap();
    let printed = |stores: &[&str]| run(&[&["lab", "report"], stores].concat()).expect_code(0).stdout;
    assert_eq!(printed(&[&solved, &crashed]), printed(&[&solved]));
    assert_ne!(printed(&[&crashed]), printed(&[&solved]));
}

#[test]
fn wrong_reports_say_what_is_wrong() {
    let lab = laboratory(&["canal"], &["p01"]);
    let nothing = text(lab.path().join("nothing"));
    run(&["lab", "report", &nothing]).expect_code(31);
    fs::write(lab.path().join("empty.jsonl"), "").unwrap();
    let empty = text(lab.path().join("empty.jsonl"));
    let finished = run(&["lab", "report", &empty]).expect_code(31);
    assert!(finished.stderr.contains("no results"), "{finished:?}");
    let finished = run(&["lab", "report", &empty, "--labels", "a,b"]).expect_code(36);
    assert!(finished.stderr.contains("2 names for 1 results"), "{finished:?}");
    let finished = run(&["lab", "report", &empty, &empty, "--labels", "a, a"]).expect_code(36);
    assert!(finished.stderr.contains("must differ"), "{finished:?}");
}
