//! `extremal man`: man pages, for packages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap_mangen::generate_to;

use crate::command;
use crate::exit::Outcome;

/// Options of `extremal man`.
#[derive(Args, Debug)]
pub struct Man {
    /// The folder to write to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    /// Runs the command: one page for each command that is not hidden.
    pub fn run(self) -> Outcome {
        let pages = command().disable_help_subcommand(true);
        match fs::create_dir_all(&self.folder).and_then(|()| generate_to(pages, &self.folder)) {
            Ok(()) => Outcome::Success,
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: {}: {error}", self.folder.display());
                Outcome::OutputFailed
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        let pages = folder.path().join("man");
        assert_eq!(Man { folder: pages.clone() }.run(), Outcome::Success);
        for page in ["extremal.1", "extremal-solve.1", "extremal-lab-run.1"] {
            let text = fs::read_to_string(pages.join(page)).unwrap();
            assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}: {text}");
        }
        for hidden in ["extremal-man.1", "extremal-serve-worker.1", "extremal-lab-worker.1"] {
            assert!(!pages.join(hidden).exists(), "{hidden}");
        }
    }
}
