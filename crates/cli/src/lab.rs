//! `extremal lab`: experiments.

mod interrupt;
mod progress;
mod run;

use std::io::{self, Write};

use clap::{Args, Subcommand};
use extremal_lab::Components;

use crate::exit::Outcome;

/// Options of `extremal lab`.
#[derive(Args, Debug)]
pub struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Run searches, heuristics and seeds on a suite of tasks; what is done already is not run again.
    Run(Box<run::Run>),
    /// Does what a supervisor asks for on standard input; `lab run` starts these by itself.
    #[command(hide = true)]
    Worker,
}

impl Lab {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        match self.command {
            Command::Run(run) => run.run(components),
            Command::Worker => match extremal_lab::work(components) {
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
