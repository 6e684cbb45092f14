//! The command line of Extremal: a thin shell over the library crates.

mod exit;
mod input;
mod limits;
mod translate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A classical planner: PDDL in, a valid plan out.
#[derive(Parser)]
#[command(name = "extremal", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Translate a PDDL task to SAS+.
    Translate(translate::Translate),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let code = if error.use_stderr() { exit::USAGE } else { exit::SUCCESS };
            // Nothing is left to tell if even this cannot be printed.
            let _ = error.print();
            return code.into();
        }
    };
    let code = match arguments.command {
        Command::Translate(translate) => translate.run(),
    };
    code.into()
}
