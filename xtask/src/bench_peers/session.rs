//! Both planners, the limits of a bench, and the SAS+ files that both read.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::suite::Marked;
use super::table::{Row, Table};
use crate::extremal::Extremal;
use crate::fast_downward::FastDownward;
use crate::suites::Task;
use crate::workspace;

/// What all phases share.
pub struct Session {
    /// Our binary.
    pub extremal: Extremal,
    /// The peer.
    pub fast_downward: FastDownward,
    /// Seconds for each search.
    pub search_seconds: f64,
    /// Seconds from the files to the plan.
    pub total_seconds: u64,
    /// At how many states memory is measured.
    pub states: u64,
    scratch: tempfile::TempDir,
}

impl Session {
    /// A session with a folder of its own for files.
    pub fn new(
        extremal: Extremal,
        fast_downward: FastDownward,
        search_seconds: f64,
        total_seconds: u64,
        states: u64,
    ) -> Result<Self> {
        let scratch = workspace::scratch_directory()?;
        Ok(Session { extremal, fast_downward, search_seconds, total_seconds, states, scratch })
    }

    /// A path in the folder of the session.
    pub fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// The SAS+ file of a task, written by us when first asked for, with unit costs.
    pub fn sas_file(&self, task: &Task) -> Result<PathBuf> {
        let file = self.path(&format!("{}.sas", task.problem.replace('/', ".")));
        if !file.exists() {
            let translation = self.extremal.translate(task, &file)?;
            ensure!(translation.is_ok(), "not translated: {}", translation.status);
            make_unit_cost(&file)?;
        }
        Ok(file)
    }

    /// Adds a row for each task, ours first in every second one so that neither always finds files warm.
    /// A task that cannot be measured is noted with the reason.
    pub fn fill(&self, table: &mut Table, tasks: &[&Marked], measure: impl Fn(&Task, bool) -> Result<Row>) {
        for (number, marked) in tasks.iter().enumerate() {
            match measure(&marked.task, number % 2 == 0) {
                Ok(row) => {
                    eprintln!("{}: {} {:.2}", table.title, row.task, table.compare(&row));
                    table.rows.push(row);
                }
                Err(why) => {
                    eprintln!("{}: {} not measured: {why:#}", table.title, name(&marked.task));
                    table.not_measured.push((name(&marked.task), format!("{why:#}")));
                }
            }
        }
    }
}

/// Makes every operator of a SAS+ file cost one: Fast Downward's heuristics would else count costs where ours
/// count steps.
pub fn make_unit_cost(sas_file: &Path) -> Result<()> {
    let text = std::fs::read_to_string(sas_file)?;
    std::fs::write(sas_file, text.replacen("begin_metric\n1\n", "begin_metric\n0\n", 1))
        .with_context(|| format!("cannot write {}", sas_file.display()))
}

/// The name of a task in tables.
pub fn name(task: &Task) -> String {
    task.problem.trim_end_matches(".pddl").to_owned()
}
