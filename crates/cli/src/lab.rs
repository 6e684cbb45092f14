//! `extremal lab`: experiments.

mod carry_out;
mod collect;
mod export;
mod help;
mod interrupt;
mod progress;
mod report;
mod run;
mod run_chunk;
mod study;
mod submit;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use extremal_lab::{Components, Traces};
use extremal_trace::Level;

use crate::exit::Outcome;

/// Options of `extremal lab`.
#[derive(Args, Debug)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run searches with heuristics and seeds on a suite of tasks, or resume an experiment.
    #[command(after_help = help::RUN)]
    Run(Box<run::Run>),
    /// Report results as tables, plots and a web page, or compare two experiments.
    Report(report::Report),
    /// Export results as CSV, as JSON lines, or for Downward Lab.
    #[command(after_help = help::EXPORT)]
    Export(export::Export),
    /// Analyse the traces of runs: distributions of heuristic values, escapes from plateaus.
    Study(study::Study),
    /// Submit the missing runs of an experiment to a Slurm cluster.
    #[command(after_help = submit::HELP)]
    Submit(Box<submit::Submit>),
    /// Build the SQLite database of a store, and report missing runs. `lab run` does this at its end.
    Collect(collect::Collect),
    /// Does one chunk of a submission; the jobs of `lab submit` run this.
    #[command(hide = true)]
    RunChunk(run_chunk::RunChunk),
    /// Does what a supervisor asks for on standard input; `lab run` starts these by itself.
    #[command(hide = true)]
    Worker(Worker),
}

/// What a worker is told once for all.
#[derive(Args, Debug)]
struct Worker {
    /// The folder for traces.
    #[arg(long, requires = "trace_level")]
    traces: Option<PathBuf>,
    /// How much of each run.
    #[arg(long)]
    trace_level: Option<Level>,
}

impl Worker {
    fn traces(self) -> Option<Traces> {
        Some(Traces { folder: self.traces?, level: self.trace_level? })
    }
}

impl Lab {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        match self.command {
            Command::Run(run) => run.run(components),
            Command::Report(report) => report.run(),
            Command::Export(export) => export.run(),
            Command::Study(study) => study.run(components),
            Command::Collect(collect) => collect.run(),
            Command::Submit(submit) => submit.run(components),
            Command::RunChunk(run_chunk) => run_chunk.run(),
            Command::Worker(worker) => match extremal_lab::work(components, worker.traces().as_ref()) {
                Ok(()) => Outcome::Success,
                Err(error) => {
                    // The supervisor keeps this as the reason.
                    let _ = writeln!(io::stderr(), "standard output: {error}");
                    Outcome::OutputFailed
                }
            },
        }
    }
}
