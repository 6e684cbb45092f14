//! `extremal check`: what is wrong or odd about a domain, or about a domain and a problem.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use extremal::{
    Columns, Diagnostic, DiagnosticRecord, NoPlan, Severity, SourceFile, Sources, TaskText, lint,
};
use serde::Serialize;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::failure::failure;
use crate::input::read_domain_and_problem;
use crate::limits::Limits;
use crate::run::Run;

/// Options of `extremal check`.
#[derive(Args, Debug)]
pub struct Check {
    /// A domain file, a domain file and a problem file, or a problem file alone.
    #[arg(value_name = "FILE", num_args = 1..=2, required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

/// What was found.
struct Found {
    domain: SourceFile,
    problem: Option<SourceFile>,
    diagnostics: Vec<Diagnostic>,
    /// Why there is no plan, if that can be seen without search.
    no_plan: Option<NoPlan>,
}

/// What `--json` prints.
#[derive(Serialize, Default)]
struct JsonReport {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    diagnostics: Vec<DiagnosticRecord>,
    unreachable_goals: Vec<String>,
    reasons: Vec<String>,
}

impl Check {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let json = self.json;
        let last_words = move |failure: &Failure| failure_text(failure, json);
        let run = Run::start(&self.limits, self.messages, last_words);
        let result = run.execute(|run| self.check(run));
        let (outcome, written) = match &result {
            Ok(found) if json => (found.outcome(), run.console.result(&json_text(&found.report()))),
            Ok(found) => {
                run.console.diagnostics(&found.diagnostics, &found.sources());
                (found.outcome(), run.console.result(&found.summary()))
            }
            Err(failure) => {
                run.console.failure(failure);
                (failure.outcome, run.console.result(&failure_text(failure, json)))
            }
        };
        run.console.outcome(written.map(|()| outcome))
    }

    fn check(&self, run: &Run) -> Result<Found, Failure> {
        let (domain, problem) = read_domain_and_problem(&self.files)?;
        let diagnostics = lint(&domain, problem.as_ref());
        let mut found = Found { domain, problem, diagnostics, no_plan: None };
        if let (Outcome::Success, Some(problem)) = (found.outcome(), found.problem.clone()) {
            let text = TaskText::Pddl { domain: found.domain.clone(), problem };
            let task = text.check(&run.budget).and_then(|task| task.normalise(&run.budget));
            let task = task.and_then(|task| task.translate(&run.budget));
            let task = task.map_err(|error| failure(&error, &run.console))?;
            found.no_plan = task.proof().map(|proof| task.explain(&proof, &run.budget));
            found.diagnostics.extend(task.root_cause().map(|(cause, _)| cause.clone()));
        }
        Ok(found)
    }
}

impl Found {
    fn sources(&self) -> Sources<'_> {
        Sources { domain: &self.domain, problem: self.problem.as_ref().unwrap_or(&self.domain) }
    }

    fn outcome(&self) -> Outcome {
        let has = |severity: Severity| self.diagnostics.iter().any(|found| found.severity == severity);
        if self.no_plan.is_some() {
            Outcome::Unsolvable
        } else if has(Severity::Error) {
            Outcome::InvalidInput
        } else if has(Severity::Unsupported) {
            Outcome::Unsupported
        } else {
            Outcome::Success
        }
    }

    fn report(&self) -> JsonReport {
        let NoPlan { unreachable_goals, reasons, .. } = self.no_plan.clone().unwrap_or_default();
        JsonReport {
            status: self.outcome().status(),
            message: None,
            diagnostics: self
                .diagnostics
                .iter()
                .map(|found| found.record(&self.sources(), Columns::Characters))
                .collect(),
            unreachable_goals,
            reasons,
        }
    }

    /// The last lines: why there is no plan, and how much was found.
    fn summary(&self) -> String {
        let mut text = String::new();
        if let Some(why) = &self.no_plan {
            // Writing to a string cannot fail.
            let _ = write!(text, "{why}");
        }
        let warnings = self.diagnostics.iter().filter(|found| found.severity == Severity::Warning).count();
        let errors = self.diagnostics.len() - warnings;
        let count = |number: usize, what: &str| match number {
            0 => format!("no {what}s"),
            1 => format!("1 {what}"),
            _ => format!("{number} {what}s"),
        };
        let _ = writeln!(text, "{}, {}", count(errors, "error"), count(warnings, "warning"));
        text
    }
}

fn failure_text(failure: &Failure, json: bool) -> String {
    if !json {
        return String::new();
    }
    let status = failure.outcome.status();
    json_text(&JsonReport { status, message: Some(failure.to_string()), ..JsonReport::default() })
}

fn json_text(report: &JsonReport) -> String {
    // Strings and numbers only: this cannot fail.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}
