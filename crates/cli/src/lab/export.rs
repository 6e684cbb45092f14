//! `extremal lab export`: results as files for other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use extremal_lab::export::{Detail, write_csv, write_jsonl, write_properties};
use extremal_lab::{Row, StoreError, keep_one_per_run, read_results};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::limits::Limits;
use crate::output::Output;
use crate::run::Run;

/// Options of `extremal lab export`.
#[derive(Args, Debug)]
pub struct Export {
    /// Folders of `lab run`, or exported .jsonl, .csv or .csv.gz files. Their results are combined.
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Write a CSV table, compressed if the name ends in .gz, or to standard output if the name is -.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// In the table, leave out ids, machine and date, and round times to milliseconds.
    #[arg(long, requires = "csv")]
    compact: bool,
    /// Write one JSON object per line, compressed if the name ends in .gz, or to standard output if the name is -.
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Write the properties file that reports of Downward Lab read. It must be called `properties` and be in a folder of
    /// its own.
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,
    #[command(flatten)]
    messages: MessageOptions,
}

type Format<'a> = &'a dyn Fn(&[Row], &mut dyn Write) -> io::Result<()>;

impl Export {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        command(self.messages, |run| self.execute(run))
    }

    fn execute(&self, run: &Run) -> Result<(), Failure> {
        let detail = if self.compact { Detail::Compact } else { Detail::Full };
        let csv = |rows: &[Row], out: &mut dyn Write| write_csv(rows, detail, out);
        let formats: [(&Option<PathBuf>, Format); 3] =
            [(&self.csv, &csv), (&self.jsonl, &write_jsonl), (&self.lab, &write_properties)];
        let wanted: Vec<(&Path, Format)> =
            formats.iter().filter_map(|(path, format)| Some((path.as_deref()?, *format))).collect();
        if wanted.is_empty() {
            return Err(Failure::new(Outcome::Usage, "nothing to write: give --csv, --jsonl or --lab"));
        }
        let mut outputs = Vec::new();
        for (path, format) in wanted {
            make_folder(path)?;
            outputs.push((path, format, Output::create(path, run)?));
        }
        let rows = self.rows(&run.console)?;
        for (path, format, output) in outputs {
            output.write(&run.budget, |out| {
                if path.extension().is_some_and(|extension| extension == "gz") {
                    let mut packed = GzEncoder::new(out, Compression::best());
                    format(&rows, &mut packed)?;
                    packed.finish().map(drop)
                } else {
                    format(&rows, out)
                }
            })?;
        }
        run.console.note(&format!("{} runs\n", rows.len()));
        Ok(())
    }

    /// The rows of all stores, each run once.
    fn rows(&self, console: &Console) -> Result<Vec<Row>, Failure> {
        let mut rows = merge(&read_all(&self.results, console)?, console);
        extremal_lab::sort(&mut rows);
        Ok(rows)
    }
}

/// Makes the folder of a file if it is missing.
fn make_folder(path: &Path) -> Result<(), Failure> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot make the folder: {error}");
        Failure::of_file(Outcome::OutputFailed, folder.display().to_string(), message)
    })
}

/// The rows of each of several stores.
pub fn read_all(paths: &[PathBuf], console: &Console) -> Result<Vec<Vec<Row>>, Failure> {
    let read = |path: &PathBuf| {
        let results = read_results(path).map_err(unreadable)?;
        warn_of_skipped(results.skipped, console);
        Ok(results.rows)
    };
    paths.iter().map(read).collect()
}

/// The rows of all stores together, each run once: one store may have as a crash what another has solved.
pub fn merge(stores: &[Vec<Row>], console: &Console) -> Vec<Row> {
    let mut rows = stores.concat();
    let all = rows.len();
    keep_one_per_run(&mut rows);
    if rows.len() < all {
        console.note(&format!("{} runs are in several of the results and count once\n", all - rows.len()));
    }
    rows
}

/// Runs a command that reads results.
pub fn command(messages: MessageOptions, work: impl FnOnce(&Run) -> Result<(), Failure>) -> Outcome {
    let run = Run::start(&Limits::default(), messages, |_| String::new());
    run.console.outcome(run.execute(work).map(|()| Outcome::Success))
}

/// What is wrong with results, for the exit code.
pub fn unreadable(error: StoreError) -> Failure {
    let outcome = match error {
        StoreError::Database { .. } | StoreError::Write { .. } | StoreError::InUse { .. } => {
            Outcome::OutputFailed
        }
        StoreError::Io { .. } | StoreError::Line { .. } | StoreError::NoStore { .. } => Outcome::InvalidInput,
    };
    Failure::new(outcome, error.to_string())
}

/// Warns if lines of a store were no results.
pub fn warn_of_skipped(skipped: usize, console: &Console) {
    if skipped > 0 {
        let message = format!(
            "{skipped} lines of the store are no results and were skipped; the same `lab run` or `lab submit` \
             does their runs again"
        );
        console.warning("skipped-lines", &message);
    }
}
