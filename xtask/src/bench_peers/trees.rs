//! Evaluations per second of guct-uniform against those of our own gbfs.

use std::path::Path;

use anyhow::{Result, ensure};

use super::session::{Session, name};
use super::table::{Bound, Figures, Row, Table};
use crate::generated::Generated;
use crate::our_search::{OurSearch, SearchRun};
use crate::run::alternate;
use crate::suites::Task;

/// Enough to measure, and few enough for many trees to stay shallow.
const EVALUATIONS: u64 = 10_000;

/// A tree counts as shallow below this.
const SHALLOW: u64 = 100;

/// A tree must be as deep as this to be in the second table.
const DEEP: u64 = 10_000;

/// Problems of our own generator in which guct-uniform dives, with evaluations that lead to a depth of 10,000
/// or a little more.
const DEEP_PROBLEMS: [(Generated, u64); 3] = [
    (Generated { domain: "museum", size: 24, seed: 1 }, 30_000),
    (Generated { domain: "museum", size: 35, seed: 1 }, 30_000),
    (Generated { domain: "rings", size: 12_000, seed: 1 }, 100_000),
];

/// Only a machine with much else to do needs so many seconds.
const LONGEST: f64 = 120.0;

/// With statistics over all evaluated states, as in the default search.
const NAMES: (&str, &str) = ("guct-uniform(samples=all)", "gbfs");

/// The table of shallow trees and that of deep ones.
pub fn trees(session: &Session, tasks: &[&Task]) -> [Table; 2] {
    let title = |trees: &str| format!("Evaluations per processor second with ff, trees {trees}");
    let mut shallow = Table::new(title("shallower than 100"), NAMES, Figures::Rates, &[Bound::Mean(0.9)]);
    session.fill(&mut shallow, tasks, |task, tree_first| {
        let sas_file = session.sas_file(task)?;
        let (row, depth) = measure(session, name(task), &sas_file, EVALUATIONS, tree_first)?;
        ensure!(depth < SHALLOW, "the tree has a depth of {depth}");
        Ok(row)
    });
    let mut deep = Table::new(title("as deep as 10,000"), NAMES, Figures::Rates, &[Bound::Mean(0.6)]);
    for (generated, evaluations) in DEEP_PROBLEMS {
        match generated.write(&session.extremal.binary, session.folder()) {
            Ok(task) => session.fill(&mut deep, &[&task], |task, tree_first| {
                let sas_file = session.sas_file(task)?;
                let (row, depth) = measure(session, name(task), &sas_file, evaluations, tree_first)?;
                ensure!(depth >= DEEP, "the tree has a depth of {depth}");
                Ok(row)
            }),
            Err(why) => deep.not_measured.push((generated.domain.to_owned(), format!("{why:#}"))),
        }
    }
    [shallow, deep]
}

fn measure(
    session: &Session,
    task: String,
    sas_file: &Path,
    evaluations: u64,
    tree_first: bool,
) -> Result<(Row, u64)> {
    let seconds = LONGEST;
    let run = |search| {
        let evaluations = Some(evaluations);
        session.ours(&OurSearch { search, heuristic: "ff", evaluations, seconds, threads: None }, sas_file)
    };
    let (tree, gbfs) = alternate(tree_first, || run(NAMES.0), || run(NAMES.1))?;
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
