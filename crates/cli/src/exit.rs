//! How a run can end, and the exit code and the word for each ending. The README has the same table.

use std::fmt;

use extremal_limits::Stop;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// All is well.
    #[default]
    Success,
    /// A plan is not valid.
    InvalidPlan,
    /// The task has no plan.
    Unsolvable,
    /// A limit was reached, or the user interrupted.
    Stopped(Stop),
    /// The results could not be written.
    OutputFailed,
    /// A mistake in this program.
    InternalError,
    /// The input is wrong.
    InvalidInput,
    /// The input uses a feature that is not supported.
    Unsupported,
    /// The command line is wrong.
    Usage,
}

impl Outcome {
    /// The exit code: that of Fast Downward's driver where it has one.
    pub fn code(self) -> u8 {
        match self {
            Outcome::Success => 0,
            Outcome::InvalidPlan => 1,
            Outcome::Unsolvable => 10,
            Outcome::Stopped(Stop::OutOfMemory) => 20,
            Outcome::Stopped(Stop::OutOfTime) => 21,
            Outcome::OutputFailed | Outcome::InternalError => 30,
            Outcome::InvalidInput => 31,
            Outcome::Unsupported => 34,
            Outcome::Usage => 36,
            // As shells have it: 128 + SIGINT.
            Outcome::Stopped(Stop::Cancelled) => 130,
        }
    }

    /// The word for the ending in JSON.
    pub fn status(self) -> &'static str {
        match self {
            Outcome::Success => "ok",
            Outcome::InvalidPlan => "invalid plan",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Stopped(Stop::OutOfMemory) => "out of memory",
            Outcome::Stopped(Stop::OutOfTime) => "out of time",
            Outcome::Stopped(Stop::Cancelled) => "interrupted",
            Outcome::OutputFailed => "output failed",
            Outcome::InternalError => "internal error",
            Outcome::InvalidInput => "invalid input",
            Outcome::Unsupported => "unsupported",
            Outcome::Usage => "wrong usage",
        }
    }
}

/// Why a command could not do its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// How the run ends.
    pub outcome: Outcome,
    /// What is the matter, in a sentence.
    pub message: String,
    /// The file that is to blame, if it is one.
    pub file: Option<String>,
    /// Whether the user has been told in more detail already.
    pub told: bool,
}

impl Failure {
    /// A failure that the user has not been told about yet.
    pub fn new(outcome: Outcome, message: impl Into<String>) -> Self {
        Failure { outcome, message: message.into(), file: None, told: false }
    }

    /// A failure that a file is to blame for.
    pub fn of_file(outcome: Outcome, file: impl Into<String>, message: impl Into<String>) -> Self {
        Failure { file: Some(file.into()), ..Failure::new(outcome, message) }
    }

    /// The same failure, of which the user has been told.
    pub fn told(self) -> Self {
        Failure { told: true, ..self }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::new(Outcome::Stopped(stop), stop.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{file}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}
