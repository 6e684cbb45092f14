//! Parts of our own in an experiment beside the planner's.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use extremal_lab::{Status, read_rows};

fn lab_run(folder: &Path, searches: &str) -> Output {
    let suite = folder.join("suite.txt");
    fs::write(&suite, "alpine\talpine/p01.pddl\nmuseum\tmuseum/p01.pddl\n").unwrap();
    let benchmarks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut command = Command::new(env!("CARGO_BIN_EXE_my-extremal"));
    command.args(["lab", "run", "--max-evaluations", "1000", "--heuristics", "ff,goal-distance"]);
    command.args(["--searches", searches]).arg("--suite").arg(suite);
    command.arg("--benchmarks").arg(benchmarks).arg("--out").arg(folder.join("out")).output().unwrap()
}

#[test]
fn own_parts_stand_beside_the_planners() {
    let folder = tempfile::tempdir().unwrap();
    let output = lab_run(folder.path(), "gbfs,second-opinion,second-opinion(c=2)");
    assert!(output.status.success(), "{output:?}");
    let rows = read_rows(&folder.path().join("out")).unwrap();
    let mut solved = BTreeMap::new();
    for row in rows.iter().filter(|row| row.status == Status::Solved) {
        *solved.entry(row.configuration.to_string()).or_insert(0) += 1;
    }
    for configuration in ["gbfs:ff", "second-opinion:ff", "second-opinion(c=2):goal-distance"] {
        assert_eq!(solved.get(configuration), Some(&2), "{solved:?}");
    }
    assert_eq!(rows.len(), 2 * 3 * 2);
}

#[test]
fn own_parts_are_named_among_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let output = lab_run(folder.path(), "third-opinion");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(33), "{message}");
    assert!(
        message.contains("there are extremal, gbfs, ") && message.contains(", second-opinion"),
        "{message}"
    );
    let wrong = lab_run(folder.path(), "second-opinion(d=1)");
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("no parameter 'd'; it has c"));
}
