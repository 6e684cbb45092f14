//! `extremal completions`: scripts that teach a shell to complete our command lines.

use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::Arguments;
use crate::console::print_result;
use crate::exit::Outcome;

/// Options of `extremal completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell to complete for.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut script = Vec::new();
        generate(self.shell, &mut Arguments::command(), "extremal", &mut script);
        match print_result(&script) {
            Ok(()) => Outcome::Success,
            Err(error) => {
                // Nothing is left to tell if even this cannot be printed.
                let _ = writeln!(io::stderr(), "error: standard output: {error}");
                Outcome::OutputFailed
            }
        }
    }
}
