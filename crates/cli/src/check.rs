//! `extremal check`: what is wrong or odd about a domain, or about a domain and a problem.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clap::Args;
use extremal::{
    Columns, Diagnostic, DiagnosticRecord, Error, NoPlan, Severity, SourceFile, Sources, TaskText, lint,
};
use serde::Serialize;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::failure::failure;
use crate::input::read_domain_and_problem;
use crate::limits::{Kib, Limits};
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

/// An editor starts `check` after each pause of who types, and ends none. These limits keep the machine usable.
const EDITOR_TIME: Duration = Duration::from_secs(5);
const EDITOR_MEMORY: Kib = Kib::of_mebibytes(1024);

/// What was found.
#[derive(Clone)]
struct Found {
    domain: SourceFile,
    problem: Option<SourceFile>,
    diagnostics: Vec<Diagnostic>,
    /// How many of the diagnostics have been shown.
    shown: usize,
    /// Why there is no plan, if that can be seen without search.
    no_plan: Option<NoPlan>,
    /// The limit that was reached before this could be seen.
    stopped: Option<Failure>,
}

/// What has been found so far, which the watchdog may have to report.
type OpenFindings = Arc<Mutex<Option<Found>>>;

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
        let limits = match self.messages.is_for_vscode() {
            true => self.limits.clone().or(EDITOR_TIME, EDITOR_MEMORY),
            false => self.limits.clone(),
        };
        let findings = OpenFindings::default();
        let last_words = {
            let findings = Arc::clone(&findings);
            move |failure: &Failure| text_after(failure, lock(&findings).clone(), json)
        };
        let run = Run::start(&limits, self.messages, last_words);
        let result = run.execute(|run| self.check(run, &findings));
        let (outcome, written) = match result {
            Ok(found) if json => (found.outcome(), run.console.result(&json_text(&found.report()))),
            Ok(found) => (found.outcome(), run.console.result(&found.summary())),
            Err(failure) => {
                run.console.failure(&failure);
                let text = text_after(&failure, lock(&findings).take(), json);
                (failure.outcome, run.console.result(&text))
            }
        };
        run.console.outcome(written.map(|()| outcome))
    }

    fn check(&self, run: &Run, findings: &OpenFindings) -> Result<Found, Failure> {
        let (domain, problem) = read_domain_and_problem(&self.files)?;
        let diagnostics = lint(&domain, problem.as_ref());
        let mut found = Found { domain, problem, diagnostics, shown: 0, no_plan: None, stopped: None };
        // Grounding may reach a limit, and what is known by now is worth showing in any case.
        self.show(run, &mut found);
        *lock(findings) = Some(found.clone());
        if let (Outcome::Success, Some(problem)) = (found.outcome(), found.problem.clone()) {
            let text = TaskText::Pddl { domain: found.domain.clone(), problem };
            let task = text.check(&run.budget).and_then(|task| task.normalise(&run.budget));
            match task.and_then(|task| task.translate(&run.budget)) {
                Ok(task) => {
                    found.no_plan = task.proof().map(|proof| task.explain(&proof, &run.budget));
                    found.diagnostics.extend(task.root_cause().map(|(cause, _)| cause.clone()));
                }
                // Warnings have been found before.
                Err(Error::Pddl { diagnostics, .. }) => found
                    .diagnostics
                    .extend(diagnostics.into_iter().filter(|found| found.severity != Severity::Warning)),
                Err(error) => return Err(failure(&error, &run.console)),
            }
            self.show(run, &mut found);
        }
        Ok(found)
    }

    /// Shows what has not been shown yet, unless it becomes part of a report.
    fn show(&self, run: &Run, found: &mut Found) {
        if !self.json {
            run.console.diagnostics(&found.diagnostics[found.shown..], &found.sources());
            found.shown = found.diagnostics.len();
        }
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
        let stopped = self.stopped.as_ref();
        JsonReport {
            status: stopped.map_or(self.outcome(), |failure| failure.outcome).status(),
            message: stopped.map(Failure::to_string),
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
        let _ = write!(text, "{}, {}", count(errors, "error"), count(warnings, "warning"));
        if let Some(failure) = &self.stopped {
            let _ = write!(text, "; whether the goals can be reached is not known: {}", failure.message);
        }
        text.push('\n');
        text
    }
}

/// What is printed if a failure or a limit ends the command after something was found, or before.
fn text_after(failure: &Failure, found: Option<Found>, json: bool) -> String {
    match found {
        Some(found) if json => json_text(&Found { stopped: Some(failure.clone()), ..found }.report()),
        Some(found) => Found { stopped: Some(failure.clone()), ..found }.summary(),
        None if json => {
            let status = failure.outcome.status();
            json_text(&JsonReport { status, message: Some(failure.to_string()), ..JsonReport::default() })
        }
        None => String::new(),
    }
}

fn lock(findings: &OpenFindings) -> MutexGuard<'_, Option<Found>> {
    findings.lock().unwrap_or_else(PoisonError::into_inner)
}

fn json_text(report: &JsonReport) -> String {
    // Strings and numbers only: this cannot fail.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}
