//! `cargo xtask bench instructions`: instructions of the planner's inner loops against stored counts.
//!
//! Counts of instructions do not depend on how busy a machine is, so a small rise shows.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::Verdict;
use crate::run::printed;
use crate::table::Sheet;
use crate::workspace;

mod baseline;

use baseline::{Baseline, Compiler, percent_more};

/// A count may be larger than the stored one by this share.
const ALLOWED_RISE: f64 = 0.02;

/// Arguments of `bench instructions`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Store the new counts: from now on these are what later ones are compared with.
    #[arg(long)]
    pub accept: bool,
}

/// Why this machine cannot count instructions, and how it could; the runner is installed if it is missing.
pub fn what_is_missing() -> Option<String> {
    runner().err().map(|error| format!("{error:#}"))
}

/// Why counts of this machine cannot be compared with the stored ones, although they can be made.
pub fn what_is_not_compared() -> Result<Option<String>> {
    let (compiler, stored) = (Compiler::current()?, Baseline::read()?);
    Ok(stored.filter(|stored| stored.compiler != compiler).map(|stored| {
        format!(
            "the stored counts are those of {}, and this is {compiler}; the benchmarks ran",
            stored.compiler
        )
    }))
}

/// The runner of the version that the benchmarks need.
fn runner() -> Result<PathBuf> {
    printed(Command::new("valgrind").arg("--version"))
        .context("needs valgrind, for example from the package `valgrind` of a Linux distribution")?;
    let id = printed(workspace::cargo().args(["pkgid", "gungraun"]))?;
    let (_, version) = id.rsplit_once('@').context("the lock file does not know the crate gungraun")?;
    workspace::install("gungraun-runner", Some(version))
}

/// Counts, prints a table, and compares or stores.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let counts = count()?;
    let compiler = Compiler::current()?;
    let stored = Baseline::read()?;
    print_table(&counts, stored.as_ref());
    if arguments.accept {
        Baseline { compiler, counts }.write()?;
        println!("Stored in {}", baseline::FILE);
        return Ok(Verdict::Passed);
    }
    let Some(stored) = stored else {
        bail!("nothing is stored in {}: `cargo xtask bench instructions --accept`", baseline::FILE);
    };
    if let Some(why) = what_is_not_compared()? {
        println!("Not compared: {why}.");
        return Ok(Verdict::Passed);
    }
    let changes = stored.changes(&counts, ALLOWED_RISE);
    for change in &changes {
        println!("FAILED: {change}");
    }
    if !changes.is_empty() {
        println!(
            "If this is on purpose, `cargo xtask bench instructions --accept` stores the new counts in {}; \
             commit it with a message that says why.",
            baseline::FILE
        );
    }
    Ok(Verdict::passed_if(changes.is_empty()))
}

/// Runs the benchmarks: their names and instructions.
fn count() -> Result<BTreeMap<String, u64>> {
    let runner = runner()?;
    // What earlier runs have left would be compared with otherwise.
    let home = workspace::scratch_directory()?;
    let output = workspace::cargo()
        .args(["bench", "--quiet", "--package", "extremal", "--bench", "instructions", "--"])
        .args(["--output-format=json", "--callgrind-args=--cache-sim=no"])
        .env("GUNGRAUN_RUNNER", runner)
        .env("GUNGRAUN_HOME", home.path())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "the benchmarks do not run ({})", output.status);
    let text = String::from_utf8(output.stdout).context("the benchmarks print something odd")?;
    let counts: BTreeMap<String, u64> = text.lines().map(read_summary).collect::<Result<_>>()?;
    ensure!(!counts.is_empty(), "the benchmarks print nothing");
    Ok(counts)
}

/// The name and the instructions of one benchmark, from a line of the runner's output.
fn read_summary(line: &str) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(line).with_context(|| format!("not JSON: {line}"))?;
    let text = |key: &str| summary[key].as_str().with_context(|| format!("no {key} in {line}"));
    let instructions = summary
        .pointer("/profiles/0/summaries/total/summary/Callgrind/Ir/metrics/Left/Int")
        .and_then(Value::as_u64)
        .with_context(|| format!("no count of instructions in {line}"))?;
    Ok((format!("{} {}", text("function_name")?, text("id")?), instructions))
}

fn print_table(counts: &BTreeMap<String, u64>, stored: Option<&Baseline>) {
    let mut table = Sheet::new(&["benchmark", "instructions", "stored", "change"]);
    for (name, &count) in counts {
        let before = stored.and_then(|stored| stored.counts.get(name)).copied();
        let before_text = before.map_or("-".to_owned(), |before| before.to_string());
        let change = before.map_or("-".to_owned(), |before| format!("{:+.2} %", percent_more(before, count)));
        table.add_named(name, [count.to_string(), before_text, change]);
    }
    println!("{table}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let line = r#"{"function_name":"evaluate","id":"ff","profiles":[{"summaries":{"total":{"summary":
            {"Callgrind":{"Ir":{"metrics":{"Left":{"Int":7198113}}}}}}}}]}"#;
        assert_eq!(read_summary(line).unwrap(), ("evaluate ff".to_owned(), 7_198_113));
        assert!(read_summary("{}").is_err());
        assert!(read_summary("warning").is_err());
    }
}
