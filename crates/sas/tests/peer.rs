//! Files written by Fast Downward's own translator, for the first problem of each of our examples.
//!
//! Needs Fast Downward: `cargo xtask peer` sets it up, or `EXTREMAL_PEER` names where it is. `cargo xtask test`
//! runs this test where it can be set up.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use extremal_sas::{read, write};

/// Fast Downward's exit code for PDDL that it does not support, such as types that are unions.
const BAD_INPUT: i32 = 31;

/// The Python interpreter and Fast Downward's driver.
fn peer() -> Option<(PathBuf, PathBuf)> {
    let build_directory = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    let directory = env::var_os("EXTREMAL_PEER").map_or(build_directory.join("peer"), PathBuf::from);
    let versions = fs::read_dir(directory.join("lib")).ok()?;
    let driver = |version: fs::DirEntry| {
        version.path().join("site-packages/up_fast_downward/downward/fast-downward.py")
    };
    let driver = versions.flatten().map(driver).find(|driver| driver.exists())?;
    Some((directory.join("bin/python"), driver))
}

fn translate((python, driver): &(PathBuf, PathBuf), domain: &Path, problem: &Path) -> Option<Vec<u8>> {
    let sas_file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peer.sas");
    let mut command = Command::new(python);
    command.arg(driver).args(["--translate", "--sas-file"]).arg(&sas_file).args([domain, problem]);
    let output = command.output().unwrap();
    if output.status.code() == Some(BAD_INPUT) {
        println!("Fast Downward does not take {}", domain.display());
        return None;
    }
    assert!(output.status.success(), "{}: {output:?}", problem.display());
    fs::read(sas_file).ok()
}

/// The lines of each section, sorted: Fast Downward lists the effects of an operator in another order.
fn blocks(text: &[u8]) -> Vec<Vec<String>> {
    let lines: Vec<String> = std::str::from_utf8(text).unwrap().lines().map(with_sorted_conditions).collect();
    let mut blocks: Vec<Vec<String>> =
        lines.split_inclusive(|line| line.starts_with("end_")).map(<[String]>::to_vec).collect();
    blocks.iter_mut().for_each(|block| block.sort_unstable());
    blocks
}

/// Sorts the conditions of an effect, which Fast Downward lists in any order; other lines stay.
fn with_sorted_conditions(line: &str) -> String {
    let numbers: Result<Vec<i64>, _> = line.split(' ').map(str::parse).collect();
    match numbers {
        Ok(mut numbers) if numbers.len() as i64 == 2 * numbers[0] + 4 => {
            let end = numbers.len() - 3;
            let mut conditions: Vec<(i64, i64)> = numbers[1..end].chunks(2).map(|c| (c[0], c[1])).collect();
            conditions.sort_unstable();
            let sorted: Vec<i64> = conditions.into_iter().flat_map(|(v, d)| [v, d]).collect();
            numbers[1..end].copy_from_slice(&sorted);
            numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
        }
        _ => line.to_owned(),
    }
}

#[test]
#[ignore = "needs Fast Downward"]
fn files_of_fast_downward_survive_reading_and_writing() {
    let peer = peer().expect("`cargo xtask peer` sets up Fast Downward");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut files = 0;
    for directory in fs::read_dir(&examples).unwrap().flatten() {
        let (domain, problem) = (directory.path().join("domain.pddl"), directory.path().join("p01.pddl"));
        if !domain.exists() || !problem.exists() {
            continue;
        }
        let Some(text) = translate(&peer, &domain, &problem) else { continue };
        let task = read(&text, "peer.sas").unwrap_or_else(|error| panic!("{}: {error}", problem.display()));
        let mut again = Vec::new();
        write(&task, &mut again).unwrap();
        assert!(blocks(&again) == blocks(&text), "{}: the file has changed", problem.display());
        files += 1;
    }
    assert!(files > 0, "no examples in {}", examples.display());
}
