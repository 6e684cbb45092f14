//! Bytes for each state when a million of them have been met.

use std::path::Path;

use anyhow::{Result, ensure};

use super::session::{Session, name};
use super::suite::Marked;
use super::table::{Bound, Figures, Row, Table};
use crate::generated::Generated;
use crate::our_search::{OurSearch, SearchRun};
use crate::run::alternate;
use crate::suites::Task;

/// A million states take seconds with it, and it leads to no plan before.
const HEURISTIC: &str = "blind";

/// A problem of our own generator in which guct-uniform dives with [`DIVE_HEURISTIC`], so that nearly half of all
/// nodes lie on one path.
const DIVE: Generated = Generated { domain: "museum", size: 24, seed: 1 };
const DIVE_HEURISTIC: &str = "gc";

/// Seconds in which Fast Downward shows its speed.
const PROBE: f64 = 0.3;

/// Nobody waits longer than this for a million states.
const LONGEST: f64 = 60.0;

/// The table of gbfs against Fast Downward, and that of a tree search against gbfs.
pub fn memory(session: &Session, tasks: &[&Marked]) -> [Table; 2] {
    let tasks: Vec<&Task> = tasks.iter().filter(|marked| marked.memory).map(|marked| &marked.task).collect();
    let title = format!("Bytes per evaluated state at {} states, gbfs with {HEURISTIC}", session.states);
    let mut gbfs = Table::against_peer(title, Figures::Costs, &[Bound::Mean(1.0)]);
    session.fill(&mut gbfs, &tasks, |task, ours_first| {
        let sas_file = session.sas_file(task)?;
        // Fast Downward has no limit of evaluations, so its own speed tells for how long it must search.
        let probe = session.theirs(HEURISTIC, PROBE, &sas_file)?;
        let seconds = 1.02 * session.states as f64 * probe.seconds / probe.evaluations;
        let (ours, theirs) = alternate(
            ours_first,
            || ours(session, &sas_file, "gbfs", HEURISTIC),
            || session.theirs(HEURISTIC, seconds.min(LONGEST), &sas_file),
        )?;
        row(session, name(task), &ours, &theirs)
    });
    let title = format!("Bytes per evaluated state at {} states, a tree search", session.states);
    let names = ("gbfs", "guct-uniform(samples=all)");
    let mut tree = Table::new(title, names, Figures::Extra, &[Bound::EachAtMost(64.0)]);
    let extra = |heuristic| {
        move |task: &Task, gbfs_first| {
            let sas_file = session.sas_file(task)?;
            let (gbfs, tree) = alternate(
                gbfs_first,
                || ours(session, &sas_file, names.0, heuristic),
                || ours(session, &sas_file, names.1, heuristic),
            )?;
            row(session, name(task), &gbfs, &tree)
        }
    };
    session.fill(&mut tree, &tasks, extra(HEURISTIC));
    match DIVE.write(&session.extremal.binary, session.folder()) {
        Ok(task) => session.fill(&mut tree, &[&task], extra(DIVE_HEURISTIC)),
        Err(why) => tree.not_measured.push((DIVE.domain.to_owned(), format!("{why:#}"))),
    }
    [gbfs, tree]
}

fn ours(session: &Session, sas_file: &Path, search: &str, heuristic: &str) -> Result<SearchRun> {
    let evaluations = Some(session.states);
    let search = OurSearch { search, heuristic, evaluations, seconds: LONGEST, threads: None };
    session.ours(&search, sas_file)
}

fn row(session: &Session, task: String, first: &SearchRun, second: &SearchRun) -> Result<Row> {
    let fewest = first.evaluations.min(second.evaluations);
    ensure!(fewest >= 0.8 * session.states as f64, "only {fewest} states");
    let per_state = |run: &SearchRun| run.bytes / run.evaluations;
    Ok(Row {
        task,
        first: per_state(first),
        second: per_state(second),
        processor_seconds: (first.seconds, second.seconds),
    })
}
