//! `--trace`: what a search did, as tables.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args;
use extremal::{Observer, Task};
use extremal_trace::{Level, Recorder, file_in_folder, write_tables};

use crate::console::Console;
use crate::exit::{Failure, Outcome};

/// Options that ask for a trace.
#[derive(Args, Debug)]
pub struct TraceOptions {
    /// Write what the search did to this folder, as Parquet tables: best.parquet and so on. See docs/traces.md.
    #[arg(long = "trace", value_name = "FOLDER", conflicts_with = "anytime")]
    folder: Option<PathBuf>,
    /// How much to trace: best, plateaus, selections or all; each has the tables of those before it.
    #[arg(long = "trace-level", value_name = "LEVEL", default_value_t = Level::Selections,
          requires = "folder")]
    level: Level,
}

/// A trace that is being recorded.
pub struct Trace {
    folder: PathBuf,
    recorder: Recorder,
}

impl TraceOptions {
    /// A trace, if one is wanted. That it cannot be written is better known before the search.
    pub fn begin(&self) -> Result<Option<Trace>, Failure> {
        let Some(folder) = self.folder.clone() else { return Ok(None) };
        fs::create_dir_all(&folder).map_err(|error| cannot_write(&folder, &error))?;
        Ok(Some(Trace { folder, recorder: Recorder::new(self.level) }))
    }
}

impl Trace {
    /// Who watches the search.
    pub fn observer(&mut self) -> &mut dyn Observer {
        &mut self.recorder
    }

    /// Writes the tables.
    pub fn write(self, task: &Task, labels: &[(&str, String)], console: &Console) -> Result<(), Failure> {
        let Trace { folder, recorder } = self;
        let tables = recorder.finish(task.sas());
        for table in tables.iter().filter(|table| table.is_cut) {
            let message = format!(
                "the table {} ends after {} rows; what came later is not in it",
                table.name,
                table.num_rows()
            );
            console.warning("trace-cut", &message);
        }
        if tables.iter().all(|table| table.num_rows() == 0) {
            let message = "the trace is empty: the members of a portfolio are traced with --threads 1 only";
            console.warning("trace-empty", message);
        }
        let tables: Vec<_> = tables.into_iter().map(|table| table.labelled(labels)).collect();
        write_tables(&tables, |table| file_in_folder(&folder, table))
            .map_err(|error| cannot_write(&folder, &error))
    }
}

fn cannot_write(folder: &Path, error: &io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "this is a file, and not a folder".to_owned(),
        ErrorKind::IsADirectory => "a table has the name of a folder in it".to_owned(),
        _ => error.to_string(),
    };
    Failure::of_file(Outcome::OutputFailed, folder.display().to_string(), format!("cannot write: {why}"))
}
