//! How a run can end, and the exit code and the word for each ending. docs/reference.md has the same table.

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
    /// Translation shows that the task has no plan.
    Unsolvable,
    /// Search shows that the task has no plan.
    UnsolvableBySearch,
    /// Search ended without a plan and without a proof that there is none.
    Unsolved(Unsolved),
    /// A limit was reached before any search began, or the user interrupted.
    Stopped(Stop),
    /// A limit was reached while or after searching, or the user interrupted.
    SearchStopped(Stop),
    /// A limit was reached while looking for a cheaper plan.
    StoppedAfterPlan(Stop),
    /// Somebody asked the process to terminate.
    Terminated,
    /// The results could not be written.
    OutputFailed,
    /// A mistake in this program.
    InternalError,
    /// A mistake in the search, such as a plan that is not valid.
    SearchError,
    /// The input is wrong.
    InvalidInput,
    /// The input uses a feature that is not supported.
    Unsupported,
    /// The command line is wrong.
    Usage,
    /// There is no such search or heuristic, or its parameters are wrong.
    WrongSearch,
}

/// Why a search gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The search space was exhausted, but the search had pruned states that may lead to a plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
}

impl Outcome {
    /// The exit code: that of Fast Downward's driver where it has one.
    pub fn code(self) -> u8 {
        match self {
            Outcome::Success => 0,
            Outcome::InvalidPlan | Outcome::StoppedAfterPlan(Stop::OutOfMemory) => 1,
            Outcome::StoppedAfterPlan(Stop::OutOfTime) => 2,
            Outcome::Unsolvable => 10,
            Outcome::UnsolvableBySearch => 11,
            Outcome::Unsolved(_) => 12,
            Outcome::Stopped(Stop::OutOfMemory) => 20,
            Outcome::Stopped(Stop::OutOfTime) => 21,
            Outcome::SearchStopped(Stop::OutOfMemory) => 22,
            Outcome::SearchStopped(Stop::OutOfTime) => 23,
            Outcome::OutputFailed | Outcome::InternalError => 30,
            Outcome::InvalidInput => 31,
            Outcome::SearchError => 32,
            Outcome::WrongSearch => 33,
            Outcome::Unsupported => 34,
            Outcome::Usage => 36,
            // As shells have it: 128 + SIGTERM.
            Outcome::Terminated => 143,
            // Somebody cancelled. As shells have it: 128 + SIGINT.
            Outcome::Stopped(_) | Outcome::SearchStopped(_) | Outcome::StoppedAfterPlan(_) => 130,
        }
    }

    /// The word for the ending in JSON, which is that of the lab and of the Python package where they have one for it.
    pub fn status(self) -> &'static str {
        match self {
            Outcome::Success => "ok",
            Outcome::InvalidPlan => "invalid_plan",
            Outcome::Unsolvable | Outcome::UnsolvableBySearch => "unsolvable",
            Outcome::Unsolved(Unsolved::Exhausted) => "exhausted",
            Outcome::Unsolved(Unsolved::EvaluationLimit) => "evaluation_limit",
            Outcome::Unsolved(Unsolved::ExpansionLimit) => "expansion_limit",
            Outcome::Stopped(stop) | Outcome::SearchStopped(stop) => match stop {
                Stop::OutOfMemory => "out_of_memory",
                Stop::OutOfTime => "out_of_time",
                _ => "interrupted",
            },
            Outcome::Terminated => "terminated",
            Outcome::StoppedAfterPlan(_) => "solved",
            Outcome::OutputFailed => "output_failed",
            Outcome::InternalError | Outcome::SearchError => "internal_error",
            Outcome::InvalidInput => "invalid_input",
            Outcome::Unsupported => "unsupported",
            Outcome::Usage => "wrong_usage",
            Outcome::WrongSearch => "wrong_search",
        }
    }
}

/// Why a command could not do its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// How the run ends.
    pub outcome: Outcome,
    /// The error message, in a sentence.
    pub message: String,
    /// The file that is to blame, if it is one.
    pub file: Option<String>,
    /// What the user wrote, with the part that is wrong underlined in a second line.
    pub excerpt: Option<String>,
    /// Whether the user has been told in more detail already.
    pub told: bool,
}

impl Failure {
    /// A failure that the user has not been told about yet.
    pub fn new(outcome: Outcome, message: impl Into<String>) -> Self {
        Failure { outcome, message: message.into(), file: None, excerpt: None, told: false }
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
