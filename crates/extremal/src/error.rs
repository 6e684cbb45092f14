//! What can go wrong besides not finding a plan.

use std::path::PathBuf;

use extremal_grammar::GrammarError;
use extremal_ground::GroundError;
use extremal_limits::Stop;
use extremal_pddl::find_domain::DomainNotFound;
use extremal_sas::SasError;
use extremal_validate::{Plan, Report, Verdict};

/// Why a task could not be built or a search could not be run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: std::io::Error,
    },
    /// No domain file was found for a problem file.
    #[error(transparent)]
    DomainNotFound(#[from] DomainNotFound),
    /// The PDDL text has mistakes, or uses features that are not supported.
    #[error("{text}")]
    Pddl {
        /// All mistakes with their places, in words.
        text: String,
        /// Whether all of it is right PDDL, but beyond what is supported.
        unsupported: bool,
    },
    /// The SAS+ text has a mistake.
    #[error(transparent)]
    Sas(#[from] SasError),
    /// The task needs something that is not supported; found while grounding.
    #[error("{0}")]
    Unsupported(String),
    /// Time or memory ran out before the search began, or somebody cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There is no such search or heuristic, or its parameters are wrong.
    #[error(transparent)]
    Component(#[from] GrammarError),
    /// The search returned a plan that is not valid: a mistake in this library or in a part given to it.
    #[error("internal error: the search returned a plan that is not valid\n{}", Report { plan_name: "the plan", verdict })]
    InvalidPlan {
        /// The plan.
        plan: Plan,
        /// What is wrong with it.
        verdict: Box<Verdict>,
    },
}

impl From<GroundError> for Error {
    fn from(error: GroundError) -> Self {
        match error {
            GroundError::Stopped(stop) => Error::Stopped(stop),
            error => Error::Unsupported(error.to_string()),
        }
    }
}
