//! Reading the task that a command works on.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use extremal_pddl::{SourceFile, Sources, Task, only_unsupported, parse_task, render_json, render_text};

use crate::exit::{self, Code};

/// The files of a task and how to speak about them.
#[derive(Args, Clone)]
pub struct TaskFiles {
    /// Domain file and problem file, or the problem file alone.
    #[arg(value_name = "[DOMAIN] PROBLEM", num_args = 1..=2, required = true)]
    pub files: Vec<PathBuf>,
    /// How errors in the files are shown.
    #[arg(long, value_enum, default_value_t = ErrorFormat::Text)]
    pub error_format: ErrorFormat,
}

/// How errors are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// With excerpts of the source, for people.
    Text,
    /// One JSON object for each, for programs.
    Json,
}

impl TaskFiles {
    /// Reads and checks the task. Errors and warnings are printed to standard error.
    pub fn read(&self) -> Result<Task, Code> {
        let (domain, problem) = match &self.files[..] {
            [domain, problem] => (domain.as_path(), problem.as_path()),
            _ => return Err(exit::USAGE),
        };
        let domain = read_file(domain)?;
        let problem = read_file(problem)?;
        let sources = Sources { domain: &domain, problem: &problem };
        let (result, diagnostics) = match parse_task(&domain, &problem) {
            Ok((task, warnings)) => (Ok(task), warnings),
            Err(diagnostics) if only_unsupported(&diagnostics) => (Err(exit::UNSUPPORTED), diagnostics),
            Err(diagnostics) => (Err(exit::INPUT), diagnostics),
        };
        match self.error_format {
            ErrorFormat::Text => eprint!("{}", render_text(&diagnostics, &sources, false)),
            ErrorFormat::Json => eprint!("{}", render_json(&diagnostics, &sources)),
        }
        result
    }
}

fn read_file(path: &Path) -> Result<SourceFile, Code> {
    SourceFile::read(path).map_err(|error| {
        eprintln!("error: cannot read {}: {error}", path.display());
        exit::INPUT
    })
}
