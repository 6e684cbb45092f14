//! Two threads against one, where an evaluation takes long enough to be worth sharing.

use std::thread::available_parallelism;

use anyhow::ensure;

use super::session::{Session, name};
use super::table::{Bound, Figures, Row, Table};
use crate::our_search::{OurSearch, SearchRun};
use crate::run::alternate;
use crate::suites::Task;

/// Seconds of an evaluation that is worth sharing.
const LONG_EVALUATION: f64 = 100e-6;

/// Seconds of a search that is long enough to be measured.
const LONG_SEARCH: f64 = 0.2;

/// The table. Without two cores it has no rows, and then its bound does not hold.
pub fn threads(session: &Session, tasks: &[&Task]) -> Table {
    let has_two_cores = available_parallelism().is_ok_and(|cores| cores.get() >= 2);
    let mut table = Table::new(
        "Evaluations per second of wall-clock time, gbfs with ff",
        ("two threads", "one thread"),
        Figures::Rates,
        &[Bound::Mean(1.5)],
    );
    session.fill(&mut table, tasks, |task, two_first| {
        ensure!(has_two_cores, "this needs two free cores");
        let sas_file = session.sas_file(task)?;
        let search = |threads, evaluations| OurSearch {
            search: "gbfs",
            heuristic: "ff",
            evaluations,
            seconds: 20.0 * session.search_seconds,
            threads: Some(threads),
        };
        let probe = OurSearch { seconds: session.search_seconds, ..search(1, None) };
        let probe = session.ours(&probe, &sas_file)?;
        let evaluation = probe.seconds / probe.evaluations;
        ensure!(evaluation >= LONG_EVALUATION, "an evaluation takes {:.0} µs", 1e6 * evaluation);
        ensure!(probe.seconds >= LONG_SEARCH, "solved in {:.3} s", probe.seconds);
        // By number, since only then both do the same.
        let evaluations = Some(probe.evaluations as u64);
        let (two, one) = alternate(
            two_first,
            || session.ours(&search(2, evaluations), &sas_file),
            || session.ours(&search(1, evaluations), &sas_file),
        )?;
        let work = |run: &SearchRun| (run.evaluations, run.expansions, run.depth);
        ensure!(work(&two) == work(&one), "DIFFERENT SEARCH: {:?} and {:?}", work(&two), work(&one));
        let rate = |run: &SearchRun| run.evaluations / run.wall_seconds;
        Ok(Row {
            task: name(task),
            first: rate(&two),
            second: rate(&one),
            processor_seconds: (two.seconds, one.seconds),
        })
    });
    let different = |why: &str| why.starts_with("DIFFERENT");
    table.lost =
        table.not_measured.iter().filter(|(_, why)| different(why)).map(|(task, _)| task.clone()).collect();
    table
}
