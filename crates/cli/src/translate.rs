//! `extremal translate`: PDDL to SAS+.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use extremal::sas::{self, Status};

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::failure::failure;
use crate::input::{Input, check, read_input};
use crate::limits::Limits;
use crate::output::{Output, only_replace};
use crate::run::Run;
use crate::source_kind::{SourceKind, source_kind};
use crate::stopwatch::Stopwatch;
use crate::translate_report::Report;
use crate::{Arguments, print_usage};

/// Options of `extremal translate`.
#[derive(Args, Debug)]
pub struct Translate {
    /// The domain file and the problem file, the problem file alone, or a SAS+ file.
    #[arg(value_name = "FILE", num_args = 1..=2, required = true)]
    files: Vec<PathBuf>,
    /// Write the SAS+ task to this file, or to standard output if the name is -.
    #[arg(short, long, value_name = "FILE", visible_alias = "sas-file")]
    output: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

/// The report of a run that goes on, which the watchdog may have to finish.
#[derive(Clone)]
struct OpenReport {
    report: Arc<Mutex<Report>>,
    stopwatch: Stopwatch,
}

impl OpenReport {
    fn lock(&self) -> MutexGuard<'_, Report> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, result: Result<Outcome, &Failure>, json: bool) -> String {
        let mut report = self.lock();
        report.ended(result, self.stopwatch.taken());
        if json { report.to_json() } else { report.to_string() }
    }
}

impl Translate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        if self.json && self.writes_to_standard_output() {
            let message = "--json and -o - both need standard output";
            return print_usage(&Arguments::command().error(ErrorKind::ArgumentConflict, message));
        }
        let report = OpenReport { report: Arc::default(), stopwatch: Stopwatch::start() };
        let quiet = self.messages.is_quiet();
        let (json, to_standard_output) = (self.json, self.writes_to_standard_output());
        let last_words = {
            let report = report.clone();
            move |failure: &Failure| {
                let text = report.finish(Err(failure), json);
                if to_standard_output { String::new() } else { text }
            }
        };
        let run = Run::start(&self.limits, self.messages, last_words);
        let result = run.execute(|run| self.translate(run, &report));
        if let Err(failure) = &result {
            run.console.failure(failure);
        }
        let text = report.finish(result.as_ref().copied(), json);
        if to_standard_output {
            run.console.note(&text);
        } else if quiet && !json && result.is_ok() {
            // Who wants quiet looks at the exit code.
        } else if let Err(failure) = run.console.result(&text) {
            run.console.failure(&failure);
            return failure.outcome;
        }
        result.unwrap_or_else(|failure| failure.outcome)
    }

    fn writes_to_standard_output(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    fn translate(&self, run: &Run, report: &OpenReport) -> Result<Outcome, Failure> {
        if let Some(path) = &self.output {
            let message = "this file is not a SAS+ task, so it is not overwritten";
            only_replace(path, |bytes| source_kind(bytes) == SourceKind::Sas, message)?;
        }
        let output = self.output.as_deref().map(|path| Output::create(path, run)).transpose()?;
        let stopwatch = Stopwatch::start();
        let Input { task, others } = read_input(&self.files, 0)?;
        if let Some(other) = others.first() {
            let message = "only a PDDL domain and a problem, or one SAS+ file, can be translated";
            return Err(Failure::of_file(Outcome::Usage, other.name.clone(), message));
        }
        let task = check(task, &run.budget, &run.console)?;
        report.lock().parsed(stopwatch.taken());
        let failed = |error| failure(&error, &run.console);
        let is_translated = task.sources().is_some();
        let stopwatch = Stopwatch::start();
        let task = task.normalise(&run.budget).map_err(failed)?.without_lifted();
        if is_translated {
            report.lock().normalised(stopwatch.taken());
        }
        let task = task.translate(&run.budget).map_err(failed)?;
        if is_translated {
            if let Some(proof) = task.proof() {
                report.lock().unsolvable(task.explain(&proof, &run.budget));
            }
            if let Some((cause, sources)) = task.root_cause() {
                run.console.diagnostics(std::slice::from_ref(cause), &sources);
            }
            report.lock().translated(task.times().translation, task.status());
        }
        report.lock().sizes(task.sizes());
        if let Some(output) = output {
            let stopwatch = Stopwatch::start();
            output.write(&run.budget, |out| sas::write(task.sas(), out))?;
            report.lock().written(stopwatch.taken());
        }
        Ok(match task.status() {
            Status::Unreachable(_) | Status::GoalViolatesMutex => Outcome::Unsolvable,
            _ => Outcome::Success,
        })
    }
}
