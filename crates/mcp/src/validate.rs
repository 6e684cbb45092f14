//! The tool `validate`: whether a plan solves a task, and if not, why.

use extremal::validate::{Explanation, Verdict};
use extremal::{Budget, TaskText};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Arguments;
use crate::plan;

/// Validates a plan.
pub fn validate(arguments: &Arguments, budget: &Budget) -> Result<Value, String> {
    arguments.only(&["domain", "problem", "plan"])?;
    let (domain, problem) = (arguments.text("domain")?, arguments.text("problem")?);
    // No steps are a plan, too.
    let plan = arguments.optional_text("plan")?.map(|plan| plan.bytes).unwrap_or_default();
    let plan = plan::read(&plan, &domain);
    let task = match (TaskText::Pddl { domain, problem }).check(budget) {
        Ok(task) => task,
        Err(error) => return answer::of_error(error),
    };
    let mut suggested = None;
    let verdict = match plan {
        Ok(plan) => task.validate(&plan, budget),
        Err((errors, told)) => {
            suggested = Some(told);
            Ok(Verdict::BadPlan { errors })
        }
    };
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(stop) => return Ok(answer::of_stop(stop)),
    };
    let status = if verdict.is_valid() { "valid" } else { "not valid" };
    let mut found = json!({ "status": status });
    merge(&mut found, json!(verdict));
    if !verdict.is_valid() {
        found["explanation"] = json!(advice(&verdict));
    }
    if let Some(errors) = suggested {
        found["errors"] = json!(errors);
    }
    Ok(found)
}

/// What is wrong, without the lines that other tools look for.
fn advice(verdict: &Verdict) -> String {
    let text = Explanation { plan_name: "plan", verdict }.to_string();
    let text = text.split("Failed plans:").next().unwrap_or_default();
    let text = text.split_once("Plan Repair Advice:").map_or(text, |(_, advice)| advice);
    text.trim().to_owned()
}

/// Adds the fields of an object to another.
pub fn merge(into: &mut Value, from: Value) {
    if let (Some(into), Value::Object(from)) = (into.as_object_mut(), from) {
        into.extend(from);
    }
}
