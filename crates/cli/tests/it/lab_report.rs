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
fn a_grid_is_an_ablation_and_smaller_budgets_are_read_off() {
    let lab = laboratory(&["alpine", "museum"], &["p01", "p02"]);
    let options =
        ["--searches", "gbfs,guct-uniform(floor={0,0.5,1})", "--seeds", "2", "--max-evaluations", "300"];
    run_owned(&lab_run(lab.path(), "store", &[&options[..], &["--keep-plans"]].concat())).expect_code(0);
    let store = text(lab.path().join("store"));
    let rows = text(lab.path().join("new/folder/rows.jsonl"));
    let table = text(lab.path().join("new/table.csv"));
    run(&["lab", "export", &store, "--jsonl", &rows, "--csv", &table]).expect_code(0);
    let rows: Vec<serde_json::Value> =
        fs::read_to_string(rows).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // gbfs draws no random numbers and is run once.
    assert_eq!(rows.len(), 4 + 3 * 2 * 4);
    for row in &rows {
        assert_eq!(row["schema"], 2);
        let full = row["effective_search"].as_str().unwrap();
        assert!(full.starts_with("eager(lists=") && !full.contains('{'), "{full}");
        assert!(cfg!(not(target_os = "linux")) || row["cpu_seconds"].is_number(), "{row}");
        assert_eq!(row["plan"].is_string(), row["status"] == "solved", "{row}");
    }
    let again = run(&["lab", "export", &table, "--jsonl", "-"]).expect_code(0).stdout;
    assert_eq!(again.lines().count(), rows.len(), "a table is read back");

    let printed = run(&["lab", "report", &store]).expect_code(0).stdout;
    assert!(printed.contains("by the value of floor"), "{printed}");
    let printed =
        run(&["lab", "report", &store, "--budgets", "50,300", "--search", "gbfs", "--domain", "museum"]);
    let printed = printed.expect_code(0).stdout;
    for part in ["solved of 2 tasks, 50 evaluations", "solved of 2 tasks, 300 evaluations"] {
        assert!(printed.contains(part), "{part} is not in\n{printed}");
    }
    assert!(!printed.contains("guct"), "{printed}");
    for (option, value, complaint) in [
        ("--search", "guct-unifrom", "there is no search 'guct-unifrom'; did you mean 'guct-uniform'?"),
        ("--column", "add", "there is no column 'add'; there are ff"),
        ("--domain", "musem", "did you mean 'museum'?"),
        ("--budgets", "0", "0 is not in 1.."),
    ] {
        let refused = run(&["lab", "report", &store, option, value]).expect_code(36);
        assert!(refused.stderr.contains(complaint), "{refused:?}");
    }
    let late = run(&["lab", "report", &store, "--budgets", "5000"]).expect_code(31);
    assert!(late.stderr.contains("no run went on long enough"), "{late:?}");
    let out = text(lab.path().join("report"));
    run(&["lab", "report", &store, "--out", &out, "--format", "latex", "--pictures", "pdf,png"])
        .expect_code(0);
    let files = names(lab.path().join("report").as_path());
    for file in
        ["coverage.tex", "figures.tex", "ablation-guct-uniform-floor.pdf", "coverage-evaluations-ff.png"]
    {
        assert!(files.iter().any(|name| name == file), "{file} is not in {files:?}");
    }
}

#[test]
fn a_comparison_that_depends_on_the_order_of_states_is_refused() {
    let lab = laboratory(&["canal"], &["p01"]);
    let options = ["--searches", "guct-plus-normal2(samples=all)", "--max-evaluations", "3"];
    let finished = run_owned(&lab_run(lab.path(), "store", &options)).expect_code(33);
    assert!(finished.stderr.contains("use samples=leaves"), "{finished:?}");
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
