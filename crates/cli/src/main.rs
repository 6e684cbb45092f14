//! The program `extremal`.

use std::process::ExitCode;

use extremal_lab::Components;

fn main() -> ExitCode {
    extremal_cli::main(&Components::default())
}
