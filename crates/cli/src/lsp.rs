//! `extremal lsp`: a language server for editors.

use clap::Args;

use crate::exit::Outcome;

/// Options of `extremal lsp`.
#[derive(Args, Debug)]
pub struct Lsp {
    /// Speak over standard input and output. Accepted for compatibility; this is the only mode.
    #[arg(long)]
    stdio: bool,
}

impl Lsp {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        // What a client wants to hear: 0 after a shutdown, 1 if it has left without one.
        if extremal_lsp::run() == 0 { Outcome::Success } else { Outcome::InvalidPlan }
    }
}
