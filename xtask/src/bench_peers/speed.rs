//! Evaluations or expansions per second of greedy best-first search, on the same SAS+ files.

use anyhow::{Result, ensure};

use super::session::{Session, name};
use super::table::{Bound, Figures, Row, Table};
use crate::our_search::{OurSearch, SearchRun};
use crate::run::alternate;
use crate::suites::Task;

/// Fewer than this in a short time say nothing about speed.
const FEWEST: f64 = 1000.0;
/// A search of so many seconds may have done fewer, on a large task.
const LONG: f64 = 0.5;

/// The table of one heuristic. Of blind search expansions count, since all evaluations are free.
pub fn speed(session: &Session, tasks: &[&Task], heuristic: &str) -> Table {
    let (what, count): (_, fn(&SearchRun) -> f64) = match heuristic {
        "blind" => ("Expansions", |run| run.expansions),
        _ => ("Evaluations", |run| run.evaluations),
    };
    let bounds: &[Bound] = match heuristic {
        "ff" => &[Bound::Mean(4.2), Bound::Each(1.5)],
        "add" | "max" => &[Bound::Mean(3.0)],
        _ => &[Bound::Mean(2.0)],
    };
    let title = format!("{what} per processor second, gbfs with {heuristic}");
    let mut table = Table::against_peer(title, Figures::Rates, bounds);
    session.fill(&mut table, tasks, |task, ours_first| -> Result<Row> {
        let sas_file = session.sas_file(task)?;
        let seconds = session.search_seconds;
        let ours = OurSearch { search: "gbfs", heuristic, evaluations: None, seconds, threads: None };
        let (ours, theirs) = alternate(
            ours_first,
            || session.ours(&ours, &sas_file),
            || session.theirs(heuristic, seconds, &sas_file),
        )?;
        let fewest = count(&ours).min(count(&theirs));
        let is_long = ours.seconds.min(theirs.seconds) >= LONG;
        ensure!(fewest >= FEWEST || is_long, "only {fewest} {}", what.to_lowercase());
        Ok(Row {
            task: name(task),
            first: count(&ours) / ours.seconds,
            second: count(&theirs) / theirs.seconds,
            processor_seconds: (ours.seconds, theirs.seconds),
        })
    });
    table
}
