//! `extremal validate`: whether plans solve a task.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use extremal::CheckedTask;
use extremal::pddl::SourceFile;
use extremal::validate::{Explanation, PlanText, TraceStep, Verdict};
use serde::Serialize;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::input::{Input, check, read_input};
use crate::limits::Limits;
use crate::run::Run;

/// Options of `extremal validate`.
#[derive(Args, Debug)]
pub struct Validate {
    /// The domain file, the problem file and the plan files. The domain file may be left out, and a SAS+ file may
    /// replace domain and problem. A plan file named - is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Show the facts that each step adds and deletes.
    #[arg(long)]
    trace: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

/// What `--json` prints.
#[derive(Serialize)]
struct JsonReport<'a> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    plans: Vec<JsonVerdict<'a>>,
}

#[derive(Serialize)]
struct JsonVerdict<'a> {
    plan: &'a str,
    valid: bool,
    #[serde(flatten)]
    verdict: &'a Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a [TraceStep]>,
}

/// A plan file and the verdict on it.
struct Judged {
    plan_name: String,
    verdict: Verdict,
    /// What each step changes, if that was asked for.
    trace: Option<Vec<TraceStep>>,
}

impl Validate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let json = self.json;
        let last_words = move |failure: &Failure| failure_text(failure, json);
        let run = Run::start(&self.limits, self.messages, last_words);
        let result = run.execute(|run| self.validate(run));
        let (outcome, text) = match &result {
            Ok(judged) => {
                let all_valid = judged.iter().all(|judged| judged.verdict.is_valid());
                let outcome = if all_valid { Outcome::Success } else { Outcome::InvalidPlan };
                (outcome, if json { to_json(outcome, judged) } else { to_text(judged) })
            }
            Err(failure) => {
                run.console.failure(failure);
                (failure.outcome, failure_text(failure, json))
            }
        };
        run.console.outcome(run.console.result(&text).map(|()| outcome))
    }

    fn validate(&self, run: &Run) -> Result<Vec<Judged>, Failure> {
        let Input { task, others: plans } = read_input(&self.files, 1)?;
        if plans.is_empty() {
            return Err(Failure::new(Outcome::Usage, "no plan file given, only files of the task"));
        }
        let task = check(task, &run.budget, &run.console)?;
        if self.trace && task.sources().is_none() {
            return Err(Failure::new(Outcome::Usage, "--trace needs PDDL files, not a SAS+ file"));
        }
        plans.into_iter().map(|file| self.judge(file, &task, run)).collect()
    }

    fn judge(&self, file: SourceFile, task: &CheckedTask, run: &Run) -> Result<Judged, Failure> {
        let (verdict, trace) = match PlanText::read(&file.bytes) {
            Ok(plan) => {
                let trace = self.trace.then(|| task.trace(&plan, &run.budget)).transpose()?;
                (task.validate(&plan, &run.budget)?, trace)
            }
            Err(errors) => (Verdict::BadPlan { errors }, None),
        };
        Ok(Judged { plan_name: file.name, verdict, trace })
    }
}

fn to_text(judged: &[Judged]) -> String {
    let mut text = String::new();
    for Judged { plan_name, verdict, trace } in judged {
        for (number, step) in (1..).zip(trace.iter().flatten()) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{number}: {}", step.action);
            step.deleted.iter().for_each(|fact| _ = writeln!(text, "  - {fact}"));
            step.added.iter().for_each(|fact| _ = writeln!(text, "  + {fact}"));
        }
        let _ = write!(text, "{}", Explanation { plan_name, verdict });
    }
    text
}

fn to_json(outcome: Outcome, judged: &[Judged]) -> String {
    let status = if outcome == Outcome::Success { "valid" } else { "invalid" };
    let plans = judged
        .iter()
        .map(|Judged { plan_name, verdict, trace }| JsonVerdict {
            plan: plan_name,
            valid: verdict.is_valid(),
            verdict,
            trace: trace.as_deref(),
        })
        .collect();
    json_text(&JsonReport { status, message: None, plans })
}

fn failure_text(failure: &Failure, json: bool) -> String {
    if !json {
        return String::new();
    }
    let status = failure.outcome.status();
    json_text(&JsonReport { status, message: Some(failure.to_string()), plans: Vec::new() })
}

fn json_text(report: &JsonReport) -> String {
    // Strings and numbers only: this cannot fail.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}
