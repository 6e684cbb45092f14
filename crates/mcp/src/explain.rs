//! The tool `explain`: why there is no plan.

use extremal::{Budget, NoPlan, Outcome, Planner, Proof, Task, TaskText};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Arguments;
use crate::messages::Texts;
use crate::never::{Never, never_satisfied};

/// Says why a task has no plan: by grounding alone where that suffices, and otherwise by search.
pub fn explain(arguments: &Arguments, budget: &Budget) -> Result<Value, String> {
    arguments.only(&["domain", "problem"])?;
    let (domain, problem) = (arguments.text("domain")?, arguments.text("problem")?);
    let text = TaskText::Pddl { domain: domain.clone(), problem };
    let normalised = match text.check(budget).and_then(|task| task.normalise(budget)) {
        Ok(task) => task,
        Err(error) => return answer::of_error(error),
    };
    let reachable = match normalised.reachable(budget) {
        Ok(reachable) => reachable,
        Err(stop) => return Ok(answer::of_stop(stop)),
    };
    let task = match normalised.translate(budget) {
        Ok(task) => task,
        Err(error) => return answer::of_error(error),
    };
    // Before the search, which may take all the time.
    let never = match (reachable, task.lifted()) {
        (Some(reachable), Some(lifted)) => never_satisfied(&domain, lifted, &reachable, budget),
        _ => Never::default(),
    };
    let mut found = match task.proof() {
        Some(proof) => no_plan(&task, &proof, budget),
        None => match Planner::new().budget(budget.clone()).solve(&task) {
            Err(error) => return answer::of_error(error),
            Ok(run) => match &run.outcome {
                Outcome::Solved(plan) => {
                    json!({ "status": "there is a plan", "cost": plan.cost, "length": plan.steps.len() })
                }
                Outcome::Unsolvable(proof) => no_plan(&task, proof, budget),
                Outcome::Stopped(stop) => {
                    let mut found = answer::of_stop(*stop);
                    found["help"] =
                        json!("whether there is a plan is not known: all goals can be reached one by one");
                    found
                }
                _ => json!({ "status": "not known" }),
            },
        },
    };
    if !never.actions.is_empty() {
        found["never_satisfied"] = json!(never.actions);
    }
    if never.is_partial {
        found["never_satisfied_is_partial"] = json!(true);
    }
    Ok(found)
}

fn no_plan(task: &Task, proof: &Proof, budget: &Budget) -> Value {
    let mut found = json!({ "status": "no plan" });
    reasons(&mut found, task, proof, budget);
    found
}

/// Adds to an answer why there is no plan.
pub fn reasons(found: &mut Value, task: &Task, proof: &Proof, budget: &Budget) {
    let NoPlan { unreachable_goals, reasons, exclusive, reached, .. } = task.explain(proof, budget);
    found["reasons"] = json!(reasons);
    if !unreachable_goals.is_empty() {
        found["unreachable_goals"] = json!(unreachable_goals);
    }
    if let Some(exclusive) = exclusive {
        found["exclusive_goals"] = json!([exclusive.first, exclusive.second]);
    }
    if let Some(reached) = reached {
        found["goals_reached_together"] = json!(reached.most);
        found["goals_missing_then"] = json!(reached.missing);
        if !reached.never.is_empty() {
            found["goals_never_reached"] = json!(reached.never);
        }
    }
    if let Some((cause, sources)) = task.root_cause() {
        let texts = Texts { domain: sources.domain, problem: Some(sources.problem) };
        found["root_cause"] = json!(texts.messages(std::slice::from_ref(cause)).first());
    }
}
