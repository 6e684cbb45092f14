//! Experiments: results as tables, and runs.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::available_parallelism;

use extremal_lab::export::{Detail, write_csv};
use extremal_lab::{
    Components, Draft, Experiment, Row, StoreLock, Supervision, collect, keep_one_per_run, open_store,
    read_rows, sort, supervise, work,
};
use extremal_report::{Extent, Format, Report, render};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::interruptible::interruptible_by;

/// Whether Ctrl-C was heard. What work returns after that is not looked at.
struct Interrupted(AtomicBool);

impl Interrupted {
    /// Fails after Ctrl-C.
    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(io::Error::other("interrupted")) } else { Ok(()) }
    }

    fn read(&self, paths: &[PathBuf]) -> PyResult<Vec<Row>> {
        let mut rows = Vec::new();
        for path in paths {
            self.check()?;
            rows.extend(read_rows(path).map_err(|error| PyOSError::new_err(error.to_string()))?);
        }
        keep_one_per_run(&mut rows);
        sort(&mut rows);
        Ok(rows)
    }
}

/// A text that grows until Ctrl-C.
struct Text<'a> {
    bytes: Vec<u8>,
    interrupted: &'a Interrupted,
}

impl Write for Text<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted.check()?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does work that looks now and then whether Ctrl-C was heard.
fn until_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Interrupted) -> PyResult<T> + Send,
) -> PyResult<T> {
    let interrupted = Interrupted(AtomicBool::new(false));
    let cancel = || interrupted.0.store(true, Ordering::Relaxed);
    interruptible_by(py, &cancel, &|| Ok(()), || work(&interrupted))?
}

/// The results in stores or exported files, as the text of a CSV file.
#[pyfunction]
pub fn _lab_csv(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<String> {
    until_interrupted(py, |interrupted| {
        let mut text = Text { bytes: Vec::new(), interrupted };
        write_csv(&interrupted.read(&paths)?, Detail::Full, &mut text)?;
        Ok(String::from_utf8_lossy(&text.bytes).into_owned())
    })
}

/// The tables of a report in HTML; of the whole page if asked for.
#[pyfunction]
pub fn _lab_report(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    title: &str,
    reference: &str,
    all: bool,
    page: bool,
) -> PyResult<String> {
    until_interrupted(py, |interrupted| {
        let report = Report::new(title, reference, &interrupted.read(&paths)?);
        interrupted.check()?;
        if page {
            return Ok(report.page(None));
        }
        Ok(render(&report.tables(if all { Extent::Full } else { Extent::Short }), Format::Html))
    })
}

/// Carries out an experiment, or what is missing of it. The draft is JSON. Worker processes are started by the command.
/// Progress is told as the number of runs that are done, and of all.
#[pyfunction]
pub fn _lab_run(
    py: Python<'_>,
    store: PathBuf,
    draft: &str,
    retry: bool,
    worker: Vec<String>,
    on_progress: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let mut draft: Draft =
        serde_json::from_str(draft).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let jobs = draft.jobs.take().or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
    let experiment = Experiment::new(draft, &Components::default())
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let os_error = |error: &dyn std::fmt::Display| PyOSError::new_err(error.to_string());
    let _lock = StoreLock::take(&store).map_err(|error| os_error(&error))?;
    let results = open_store(&store, &experiment).map_err(|error| os_error(&error))?;
    let ids = experiment.ids();
    let is_done = |row: &&Row| ids.contains(&row.id) && !(retry && row.status.is_trouble());
    let done: HashSet<String> = results.rows.iter().filter(is_done).map(|row| row.id.clone()).collect();
    let batches = experiment.batches(&done);
    let (finished, interrupted) = (AtomicUsize::new(done.len()), AtomicBool::new(false));
    let tell = || {
        let finished = finished.load(Ordering::Relaxed);
        on_progress.call1((finished, experiment.size())).map(drop)
    };
    tell()?;
    let [program, arguments @ ..] = &worker[..] else {
        return Err(PyValueError::new_err("a worker without a command"));
    };
    let start_worker = || {
        let mut command = Command::new(program);
        command.args(arguments);
        command
    };
    let supervision = Supervision {
        store: &store,
        label: "run",
        jobs,
        worker: &start_worker,
        interrupted: &interrupted,
        on_row: &|_| _ = finished.fetch_add(1, Ordering::Relaxed),
    };
    let cancel = || interrupted.store(true, Ordering::Relaxed);
    let supervised = interruptible_by(py, &cancel, &tell, || supervise(batches, &supervision));
    // Also of an experiment that was interrupted: there are results to look at.
    let collected = py.detach(|| collect(&store).map(drop)).map_err(|error| os_error(&error));
    supervised?.map_err(|error| os_error(&error))?;
    collected?;
    tell()
}

/// Works for an experiment until its supervisor has nothing left to do: what worker processes call.
#[pyfunction]
pub fn _lab_work(py: Python<'_>) -> PyResult<()> {
    py.detach(|| work(&Components::default(), None)).map_err(|error| PyOSError::new_err(error.to_string()))
}
