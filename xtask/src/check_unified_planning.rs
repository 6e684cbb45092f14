//! `cargo xtask check-unified-planning`: the library's own acceptance report and its own tests, with our engines.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::Verdict;
use crate::check_python::{home_with_engines, set_up_prerelease, set_up_unified_planning};
use crate::run::printed;

/// The parts of the report that the published package has whole.
const PARTS: [&str; 3] =
    ["builtin.classical.basic_problems", "builtin.classical.metric_problems", "unified_planning.test"];
const MODES: [&str; 4] = ["oneshot", "anytime", "validation", "grounding"];
const ENGINES: [&str; 3] = ["extremal", "extremal-validator", "extremal-grounder"];
/// The tests in which an engine is chosen by what it can do. The others hardly meet ours, and take minutes.
const CHOOSING: &str =
    "planner or grounder or simulator or validator or remover or pipeline or partial_order";
/// So many lines of results there are at least.
const FEWEST_RESULTS: usize = 80;

/// Runs the acceptance report of the release and of the newest pre-release. Every case of our kind must be without an
/// error.
pub fn report() -> Result<Verdict> {
    let release = report_of(&set_up_unified_planning()?)?;
    let prerelease = report_of(&set_up_prerelease()?)?;
    Ok(Verdict::passed_if([release, prerelease] == [Verdict::Passed; 2]))
}

fn report_of(python: &Path) -> Result<Verdict> {
    let code = "import up_test_cases; print(up_test_cases.__path__[0])";
    let folder = printed(Command::new(python).args(["-c", code]))?;
    let output = Command::new(python)
        .current_dir(folder.trim())
        .arg("report.py")
        .args(ENGINES)
        .arg("-m")
        .args(MODES)
        .arg("-p")
        .args(PARTS)
        .env("HOME", home_with_engines(false)?)
        .output()
        .context("cannot start the report")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let results = text.lines().filter(|line| line.starts_with("|  "));
    let bad: Vec<&str> = results.clone().filter(|line| !line.contains("OK(")).collect();
    println!("{} results, {} of them not OK", results.count(), bad.len());
    bad.iter().for_each(|line| println!("{line}"));
    ensure!(text.matches("OK(").count() >= FEWEST_RESULTS, "too few results:\n{text}");
    Ok(Verdict::passed_if(output.status.success() && bad.is_empty()))
}

/// Runs the library's tests without our engines and with ours first: nothing may fail that passes without them. Unless
/// all are wanted, these are the tests in which an engine is chosen.
pub fn tests(whole: bool) -> Result<Verdict> {
    let python = set_up_unified_planning()?;
    let empty = home_with_engines(false)?.join("empty");
    std::fs::create_dir_all(&empty)?;
    let without = failures(&python, &empty, whole)?;
    let with = failures(&python, &home_with_engines(true)?, whole)?;
    println!("{} tests fail without our engines, {} with them", without.len(), with.len());
    let new: Vec<&String> = with.difference(&without).collect();
    new.iter().for_each(|name| println!("fails with our engines only: {name}"));
    Ok(Verdict::passed_if(new.is_empty()))
}

fn failures(python: &Path, home: &Path, whole: bool) -> Result<BTreeSet<String>> {
    let output = Command::new(python)
        .current_dir(home)
        .args(["-m", "pytest", "-q", "-rfE", "--tb=no", "-p", "no:cacheprovider"])
        .args(["--continue-on-collection-errors", "--pyargs", "unified_planning.test"])
        .args(if whole { &[][..] } else { &["-k", CHOOSING][..] })
        .env("HOME", home)
        .output()
        .context("cannot start pytest")?;
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{}", text.lines().last().unwrap_or_default());
    ensure!(text.contains(" passed"), "no test has passed:\n{text}");
    let failed = text.lines().filter(|line| line.starts_with("FAILED ") || line.starts_with("ERROR "));
    // Behind the name stands the reason, which may differ.
    let name = |line: &str| line.split(" - ").next().unwrap_or(line).to_owned();
    Ok(failed.map(name).collect())
}
