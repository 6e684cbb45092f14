//! What can go wrong besides not finding a plan.

use std::ops::Range;
use std::path::PathBuf;

use extremal_grammar::GrammarError;
use extremal_limits::Stop;
use extremal_pddl::find_domain::DomainNotFound;
use extremal_pddl::{
    Columns, Diagnostic, DiagnosticRecord, PlaceRecord, Severity, SourceFile, Sources, only_unsupported,
    render_text,
};
use extremal_sas::SasError;
use extremal_validate::{Explanation, PlanText, Verdict};

/// Why a task could not be built or a search could not be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// The PDDL text has mistakes, or uses features that are not supported. As text it is what the command
    /// line shows: all mistakes with excerpts of the source.
    #[error("{}", render_text(diagnostics, &Sources { domain, problem }, false).trim_end())]
    Pddl {
        /// All mistakes with their places. Warnings can be among them.
        diagnostics: Vec<Diagnostic>,
        /// The domain file.
        domain: SourceFile,
        /// The problem file.
        problem: SourceFile,
    },
    /// The SAS+ text has a mistake.
    #[error(transparent)]
    Sas(#[from] SasError),
    /// Time or memory ran out before the search began, or somebody cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// There is no such search or heuristic, or its parameters are wrong.
    #[error(transparent)]
    Component(#[from] RefusedComponent),
    /// The search returned a plan that is not valid: a mistake in this library or in a part given to it.
    #[error("internal error: the search returned a plan that is not valid\n{}", Explanation { plan_name: "the plan", verdict })]
    InvalidPlan {
        /// The plan.
        plan: PlanText,
        /// What is wrong with it.
        verdict: Box<Verdict>,
    },
}

/// Why a search or a heuristic was refused, and what was written.
///
/// ```
/// use extremal::{Error, Planner};
///
/// let Err(Error::Component(refused)) = Planner::new().search("eager(lists=h+x)") else { panic!("it is wrong") };
/// assert_eq!(refused.to_string(), "there is no open-list key 'x'; there are h, lm, w, g");
/// assert_eq!(refused.place(), Some(14..15));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{error}")]
pub struct RefusedComponent {
    /// What is wrong.
    pub error: GrammarError,
    /// The text in which it is wrong; empty if it is not about a text.
    pub text: String,
}

impl RefusedComponent {
    /// What is wrong with a text.
    pub fn new(text: &str, error: GrammarError) -> Self {
        RefusedComponent { error, text: text.to_owned() }
    }

    /// The part of the text that is wrong, as a range of bytes, if it is a part.
    pub fn place(&self) -> Option<Range<usize>> {
        self.error.place(&self.text)
    }

    /// The text with the part that is wrong underlined in a second line.
    pub fn excerpt(&self) -> Option<String> {
        self.error.excerpt(&self.text)
    }
}

impl Error {
    /// Whether the task is right as far as it was understood, but beyond what is supported.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Error::Pddl { diagnostics, .. } if only_unsupported(diagnostics))
    }

    /// What is wrong with the text of the task, place by place. Empty if something else is wrong.
    ///
    /// ```
    /// use extremal::Columns;
    ///
    /// let problem = "(define (problem p) (:domain d)\n (:init) (:goal (lit)))";
    /// let error = extremal::Task::from_pddl("(define (domain d) (:predicates (on)))", problem).unwrap_err();
    /// let record = &error.records(Columns::Utf16)[0];
    /// assert_eq!((record.place.file.as_str(), record.place.line, record.place.column), ("problem", 2, 18));
    /// assert_eq!((record.place.end_line, record.place.end_column), (2, 21));
    /// ```
    pub fn records(&self, columns: Columns) -> Vec<DiagnosticRecord> {
        match self {
            Error::Pddl { diagnostics, domain, problem } => {
                let sources = Sources { domain, problem };
                diagnostics.iter().map(|diagnostic| diagnostic.record(&sources, columns)).collect()
            }
            Error::Sas(error) => {
                let place = PlaceRecord::new(&error.file, error.place.start, error.place.end, columns);
                vec![DiagnosticRecord::new(Severity::Error, "sas", &error.message, place)]
            }
            _ => Vec::new(),
        }
    }
}
