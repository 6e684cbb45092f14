//! Carries out runs on this machine: worker processes, progress, and what becomes of it in the end.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering;

use extremal_lab::{Batch, SuperviseError, Supervision, Traces, supervise};
use extremal_limits::Stop;

use crate::console::Console;
use crate::exit::{Failure, Outcome};
use crate::lab::interrupt::hear_interrupts;
use crate::lab::progress::Progress;

/// What is carried out, and how.
pub struct Work<'a> {
    /// The runs.
    pub batches: Vec<Batch>,
    /// The store.
    pub store: &'a Path,
    /// How the name of the shard begins.
    pub label: &'a str,
    /// Worker processes at the same time.
    pub jobs: usize,
    /// Traces of the runs, if they are kept.
    pub traces: Option<&'a Traces>,
}

/// Carries out all runs, with progress on the console unless the user wants quiet.
pub fn carry_out(work: Work, console: &Console, quiet: bool) -> Result<(), Failure> {
    let interrupted = hear_interrupts();
    let progress = Progress::new(work.batches.iter().map(|batch| batch.runs.len()).sum(), quiet);
    let executable = own_executable()
        .map_err(|error| Failure::new(Outcome::InternalError, format!("own executable: {error}")))?;
    let worker = || {
        let mut command = Command::new(&executable);
        command.args(["lab", "worker"]);
        if let Some(Traces { folder, level }) = work.traces {
            command.arg("--traces").arg(folder).arg("--trace-level").arg(level.to_string());
        }
        command
    };
    let result = supervise(
        work.batches,
        &Supervision {
            store: work.store,
            label: work.label,
            jobs: work.jobs,
            worker: &worker,
            interrupted: &interrupted,
            on_row: &|row| progress.count(row),
        },
    );
    console.note(&format!("{}\n", progress.finish()));
    result.map_err(|error| {
        let outcome = match error {
            SuperviseError::Store(_) => Outcome::OutputFailed,
            SuperviseError::Worker(_) => Outcome::InternalError,
        };
        Failure::new(outcome, error.to_string())
    })?;
    if interrupted.load(Ordering::Relaxed) {
        let message = "interrupted; the same command goes on from here";
        return Err(Failure::new(Outcome::Stopped(Stop::Cancelled), message));
    }
    Ok(())
}

/// The program that is running now, which on Linux is there even if its file has been replaced since: an
/// experiment of many hours must not change its planner in the middle.
fn own_executable() -> io::Result<PathBuf> {
    let itself = Path::new("/proc/self/exe");
    if itself.exists() { Ok(itself.to_owned()) } else { std::env::current_exe() }
}
