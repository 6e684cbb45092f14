//! `extremal validate`: whether plans solve a task.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use extremal::pddl::SourceFile;
use extremal::validate::{Explanation, PlanText, Verdict};
use serde::Serialize;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::input::{Input, check, read_input};
use crate::limits::Limits;
use crate::run::Run;

/// Options of `extremal validate`.
#[derive(Args, Debug)]
pub struct Validate {
    /// Task and plans: domain, problem and plan files; without a domain file it is looked for; a SAS+ file
    /// can take the place of both; - is standard input.
    #[arg(value_name = "FILE", num_args = 2.., required = true)]
    files: Vec<PathBuf>,
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
}

/// A plan file's name and the verdict on it.
type Judged = (String, Verdict);

impl Validate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let json = self.json;
        let last_words = move |failure: &Failure| failure_text(failure, json);
        let run = Run::start(&self.limits, self.messages, last_words);
        let result = run.execute(|run| self.validate(run));
        let (outcome, text) = match &result {
            Ok(judged) => {
                let all_valid = judged.iter().all(|(_, verdict)| verdict.is_valid());
                let outcome = if all_valid { Outcome::Success } else { Outcome::InvalidPlan };
                (outcome, if json { to_json(outcome, judged) } else { to_text(judged) })
            }
            Err(failure) => {
                run.console.failure(failure);
                (failure.outcome, failure_text(failure, json))
            }
        };
        match run.console.result(&text) {
            Ok(()) => outcome,
            Err(failure) => {
                run.console.failure(&failure);
                failure.outcome
            }
        }
    }

    fn validate(&self, run: &Run) -> Result<Vec<Judged>, Failure> {
        let Input { task, others: plans } = read_input(&self.files, 1)?;
        if plans.is_empty() {
            return Err(Failure::new(Outcome::Usage, "no plan file given, only files of the task"));
        }
        let task = check(task, &run.budget, &run.console)?;
        judge_all(plans, |plan| Ok(task.validate(plan, &run.budget)?))
    }
}

fn judge_all(
    plans: Vec<SourceFile>,
    mut judge: impl FnMut(&PlanText) -> Result<Verdict, Failure>,
) -> Result<Vec<Judged>, Failure> {
    let mut judged = Vec::with_capacity(plans.len());
    for file in plans {
        let verdict = match PlanText::read(&file.bytes) {
            Ok(plan) => judge(&plan)?,
            Err(errors) => Verdict::BadPlan { errors },
        };
        judged.push((file.name, verdict));
    }
    Ok(judged)
}

fn to_text(judged: &[Judged]) -> String {
    let mut text = String::new();
    for (plan_name, verdict) in judged {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}", Explanation { plan_name, verdict });
    }
    text
}

fn to_json(outcome: Outcome, judged: &[Judged]) -> String {
    let status = if outcome == Outcome::Success { "valid" } else { "invalid" };
    let plans = judged
        .iter()
        .map(|(plan, verdict)| JsonVerdict { plan, valid: verdict.is_valid(), verdict })
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
