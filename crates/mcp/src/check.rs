//! The tool `check`: what is wrong or odd about a text.

use extremal::{Budget, NoPlan, Severity, TaskText, lint};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Arguments;
use crate::messages::Texts;

/// Checks a domain, or a domain and a problem.
pub fn check(arguments: &Arguments, budget: &Budget) -> Result<Value, String> {
    arguments.only(&["domain", "problem"])?;
    let domain = arguments.text("domain")?;
    let problem = arguments.optional_text("problem")?;
    let mut diagnostics = lint(&domain, problem.as_ref());
    let count = |severity: Severity| diagnostics.iter().filter(|found| found.severity == severity).count();
    let (errors, unsupported, warnings) =
        (count(Severity::Error), count(Severity::Unsupported), count(Severity::Warning));
    let mut status = match (errors, unsupported) {
        (0, 0) => "ok",
        (0, _) => "unsupported",
        _ => "invalid",
    };
    let mut no_plan = NoPlan::default();
    if let ("ok", Some(problem)) = (status, &problem) {
        let text = TaskText::Pddl { domain: domain.clone(), problem: problem.clone() };
        let task = text.check(budget).and_then(|task| task.normalise(budget));
        let task = match task.and_then(|task| task.translate(budget)) {
            Ok(task) => task,
            Err(error) => return answer::of_error(error),
        };
        if let Some(proof) = task.proof() {
            status = "no plan";
            no_plan = task.explain(&proof, budget);
            diagnostics.extend(task.root_cause().map(|(cause, _)| cause.clone()));
        }
    }
    let messages = Texts { domain: &domain, problem: problem.as_ref() }.messages(&diagnostics);
    let mut answer = json!({
        "status": status,
        "errors": errors + unsupported,
        "warnings": warnings,
        "messages": messages,
    });
    if status == "no plan" {
        answer["unreachable_goals"] = json!(no_plan.unreachable_goals);
        answer["reasons"] = json!(no_plan.reasons);
    }
    Ok(answer)
}
