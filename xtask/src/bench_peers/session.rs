//! Both planners, the limits of a bench, and the SAS+ files that both read.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::search::theirs;
use super::table::{Row, Table};
use crate::extremal::Extremal;
use crate::fast_downward::FastDownward;
use crate::our_search::{MEMORY_LIMIT_KIB, OurSearch, SearchRun};
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
    /// Both planners with so many seconds for a translation, and a folder for files.
    pub fn new(
        translation_seconds: u64,
        search_seconds: f64,
        total_seconds: u64,
        states: u64,
    ) -> Result<Self> {
        Ok(Session {
            extremal: Extremal::build(translation_seconds, MEMORY_LIMIT_KIB)?,
            fast_downward: FastDownward::set_up(translation_seconds, MEMORY_LIMIT_KIB)?,
            search_seconds,
            total_seconds,
            states,
            scratch: workspace::scratch_directory()?,
        })
    }

    /// Says what is measured, and how.
    pub fn announce(&self, what: &str) -> Result<()> {
        println!("{} and {}", self.extremal.version()?, self.fast_downward.version()?);
        println!("Command: {}", workspace::own_command());
        let seconds = self.extremal.time_limit.as_secs();
        println!("{what}, {seconds} s for each translation, 8 GiB; one at a time, alternating.");
        Ok(())
    }

    /// The folder of the session.
    pub fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// A search of ours.
    pub fn ours(&self, search: &OurSearch, sas_file: &Path) -> Result<SearchRun> {
        search.run(&self.extremal.binary, sas_file)
    }

    /// A greedy search of Fast Downward.
    pub fn theirs(&self, heuristic: &str, seconds: f64, sas_file: &Path) -> Result<SearchRun> {
        theirs(&self.fast_downward, sas_file, heuristic, seconds)
    }

    /// The SAS+ file of a task, written by us when first asked for, with unit costs.
    pub fn sas_file(&self, task: &Task) -> Result<PathBuf> {
        let file = self.folder().join(format!("{}.sas", task.problem.replace(['/', ' '], "-")));
        if !file.exists() {
            let translation = self.extremal.translate(task, &file)?;
            ensure!(translation.is_ok(), "not translated: {}", translation.status);
            make_unit_cost(&file)?;
        }
        Ok(file)
    }

    /// Adds a row for each task, ours first in every second one so that neither always finds files warm.
    /// A task that cannot be measured is noted with the reason.
    pub fn fill(&self, table: &mut Table, tasks: &[&Task], measure: impl Fn(&Task, bool) -> Result<Row>) {
        for (number, task) in tasks.iter().enumerate() {
            match measure(task, number % 2 == 0) {
                Ok(row) => {
                    eprintln!("{}: {} {:.2}", table.title, row.task, table.compare(&row));
                    table.rows.push(row);
                }
                Err(why) => {
                    eprintln!("{}: {} not measured: {why:#}", table.title, name(task));
                    table.not_measured.push((name(task), format!("{why:#}")));
                }
            }
        }
    }
}

/// Makes every operator of a SAS+ file cost one: Fast Downward's heuristics would else count costs where ours
/// count steps.
///
/// Line by line, since the system counts our own memory as that of every process we start.
pub fn make_unit_cost(sas_file: &Path) -> Result<()> {
    let rewritten = sas_file.with_extension("unit-cost");
    let mut reader = BufReader::new(File::open(sas_file)?);
    let mut writer = BufWriter::new(File::create(&rewritten)?);
    let mut line = String::new();
    while line.trim_end() != "begin_metric" {
        line.clear();
        ensure!(reader.read_line(&mut line)? > 0, "{} has no metric", sas_file.display());
        writer.write_all(line.as_bytes())?;
    }
    line.clear();
    reader.read_line(&mut line)?;
    writer.write_all(b"0\n")?;
    std::io::copy(&mut reader, &mut writer)?;
    writer.flush()?;
    std::fs::rename(&rewritten, sas_file).with_context(|| format!("cannot replace {}", sas_file.display()))
}

/// The name of a task in tables.
pub fn name(task: &Task) -> String {
    task.problem.trim_end_matches(".pddl").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_metric_of_a_file_changes() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("task.sas");
        std::fs::write(&file, "begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n1\n").unwrap();
        make_unit_cost(&file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\n");
        std::fs::write(&file, "begin_version\n").unwrap();
        assert!(make_unit_cost(&file).is_err());
    }
}
