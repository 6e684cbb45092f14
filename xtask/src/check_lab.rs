//! `cargo xtask check-lab`: the reports of the real Downward Lab read what `extremal lab export --lab` writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::Verdict;
use crate::peer;
use crate::run::printed;
use crate::workspace;

/// Makes Lab's reports over a properties file and prints what Lab counted.
const REPORTS: &str = include_str!("lab_reports.py");

const SEARCHES: [&str; 2] = ["gbfs", "guct-uniform"];
const DOMAINS: [&str; 4] = ["alpine", "beekeeper", "canal", "museum"];
const PROBLEMS: [&str; 3] = ["p01", "p02", "p05"];

/// Runs a small experiment twice, with a limit of evaluations and with one of time, and compares.
pub fn run() -> Result<Verdict> {
    let python = peer::set_up_lab()?;
    let extremal = workspace::build_extremal()?;
    let scratch = workspace::scratch_directory()?;
    for limit in [["--max-evaluations", "300"], ["--time-limit", "2"]] {
        let folder = scratch.path().join(limit[0].trim_start_matches('-'));
        let evaluation = folder.join("eval");
        fs::create_dir_all(&evaluation)?;
        experiment(&extremal, &folder, limit)?;
        let ours = solved(&folder.join("rows.jsonl"))?;
        let mut command = Command::new(&python);
        command.args(["-c", REPORTS]).args([&evaluation, &folder.join("reports")]);
        let text = printed(command.args(SEARCHES.map(|search| format!("{search}:ff"))))?;
        // Lab writes its log to standard output, too.
        let theirs: Value = serde_json::from_str(text.lines().last().unwrap_or_default())
            .context("no counts were printed")?;
        let agreed = SEARCHES.iter().zip(ours).all(|(search, ours)| theirs[format!("{search}:ff")] == ours);
        println!("{}: solved {ours:?}, Downward Lab says {theirs}", limit.join(" "));
        if !agreed {
            return Ok(Verdict::Failed);
        }
    }
    Ok(Verdict::Passed)
}

/// An experiment on our examples, and its results in both forms.
fn experiment(extremal: &Path, folder: &Path, limit: [&str; 2]) -> Result<()> {
    let tasks = DOMAINS.iter().flat_map(|domain| PROBLEMS.map(|p| format!("{domain}\t{domain}/{p}.pddl\n")));
    fs::write(folder.join("suite.txt"), tasks.collect::<String>())?;
    let mut command = Command::new(extremal);
    command.args(["lab", "run", "--quiet", "--searches", &SEARCHES.join(",")]).args(limit);
    command.arg("--suite").arg(folder.join("suite.txt"));
    command.arg("--benchmarks").arg(workspace::root().join("examples"));
    printed(command.arg("--out").arg(folder.join("store")))?;
    let mut command = Command::new(extremal);
    command.args(["lab", "export", "--quiet"]).arg(folder.join("store"));
    command.arg("--lab").arg(folder.join("eval/properties"));
    printed(command.arg("--jsonl").arg(folder.join("rows.jsonl"))).map(drop)
}

/// How many tasks each search has solved, from the rows themselves.
fn solved(rows: &Path) -> Result<[usize; SEARCHES.len()]> {
    let text = fs::read_to_string(rows)?;
    let mut counts = [0; SEARCHES.len()];
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let Some(search) = SEARCHES.iter().position(|search| row["search"] == *search) else {
            bail!("a row of another search: {line}");
        };
        counts[search] += usize::from(row["status"] == "solved");
    }
    ensure!(counts.iter().all(|&count| count > 0), "nothing was solved: {counts:?}");
    Ok(counts)
}
