//! Evaluations per second of guct-uniform against those of our own gbfs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};

use super::search::{Ours, SearchRun};
use super::session::{Session, name};
use super::suite::Marked;
use super::table::{Bound, Figures, Row, Table};
use crate::run::alternate;
use crate::suites::Task;

/// Enough to measure, and few enough for many trees to stay shallow.
const EVALUATIONS: u64 = 20_000;

/// A tree counts as shallow below this.
const SHALLOW: u64 = 100;

/// A tree must be as deep as this to be in the second table.
const DEEP: u64 = 10_000;

/// Problems of our own generator in which guct-uniform dives: domain, size, and evaluations that lead to a
/// depth of 10,000 or a little more.
const DEEP_PROBLEMS: [(&str, u32, u64); 3] =
    [("museum", 24, 30_000), ("museum", 35, 30_000), ("rings", 12_000, 100_000)];

const NAMES: (&str, &str) = ("guct-uniform", "gbfs");

/// The table of shallow trees and that of deep ones.
pub fn trees(session: &Session, tasks: &[&Marked]) -> [Table; 2] {
    let title = |trees: &str| format!("Evaluations per processor second with ff, trees {trees}");
    let mut shallow = Table::new(title("shallower than 100"), NAMES, Figures::Rates, &[Bound::Mean(0.9)]);
    session.fill(&mut shallow, tasks, |task, tree_first| {
        let sas_file = session.sas_file(task)?;
        let (row, depth) = measure(session, name(task), &sas_file, EVALUATIONS, tree_first)?;
        ensure!(depth < SHALLOW, "the tree has a depth of {depth}");
        Ok(row)
    });
    let mut deep = Table::new(title("as deep as 10,000"), NAMES, Figures::Rates, &[Bound::Mean(0.6)]);
    let problems: Vec<Marked> = DEEP_PROBLEMS.iter().map(|problem| generated(session, problem)).collect();
    session.fill(&mut deep, &problems.iter().collect::<Vec<_>>(), |task, tree_first| {
        let Some(&(domain, size, evaluations)) =
            DEEP_PROBLEMS.iter().find(|(domain, size, _)| task.problem == problem_name(domain, *size))
        else {
            bail!("not one of the generated problems");
        };
        generate(session, domain, size, &task.domain_file)?;
        let sas_file = session.sas_file(task)?;
        let (row, depth) = measure(session, name(task), &sas_file, evaluations, tree_first)?;
        ensure!(depth >= DEEP, "the tree has a depth of {depth}");
        Ok(row)
    });
    [shallow, deep]
}

fn measure(
    session: &Session,
    task: String,
    sas_file: &Path,
    evaluations: u64,
    tree_first: bool,
) -> Result<(Row, u64)> {
    let seconds = 20.0 * session.search_seconds;
    let run = |search| {
        Ours { search, heuristic: "ff", evaluations: Some(evaluations), seconds, threads: None }
            .run(session, sas_file)
    };
    let (tree, gbfs) = alternate(tree_first, || run("guct-uniform"), || run("gbfs"))?;
    let fewest = tree.evaluations.min(gbfs.evaluations);
    ensure!(fewest >= 1000.0, "only {fewest} evaluations");
    let rate = |run: &SearchRun| run.evaluations / run.seconds;
    let row = Row {
        task,
        first: rate(&tree),
        second: rate(&gbfs),
        processor_seconds: (tree.seconds, gbfs.seconds),
    };
    Ok((row, tree.depth))
}

fn problem_name(domain: &str, size: u32) -> String {
    format!("{domain} of size {size}")
}

fn folder(session: &Session, domain: &str, size: u32) -> PathBuf {
    session.path(&format!("{domain}-{size}"))
}

fn generated(session: &Session, &(domain, size, _): &(&str, u32, u64)) -> Marked {
    let folder = folder(session, domain, size);
    let task = Task {
        domain: domain.to_owned(),
        problem: problem_name(domain, size),
        problem_file: folder.join("problem.pddl"),
        domain_file: folder.join("domain.pddl"),
    };
    Marked { task, quick: true, memory: false }
}

fn generate(session: &Session, domain: &str, size: u32, domain_file: &Path) -> Result<()> {
    if domain_file.exists() {
        return Ok(());
    }
    let size_text = size.to_string();
    let output = Command::new(&session.extremal.binary)
        .args(["generate", "--quiet", domain, "--size", &size_text, "--seed", "1", "--output"])
        .arg(folder(session, domain, size))
        .output()?;
    ensure!(output.status.success(), "cannot generate: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
