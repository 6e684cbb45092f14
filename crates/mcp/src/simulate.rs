//! The tool `simulate`: the state after some steps.

use std::collections::BTreeSet;

use extremal::states::StateSpace;
use extremal::validate::{TraceStep, Verdict};
use extremal::{Budget, LiftedTask, Status, Task, TaskText};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Arguments;
use crate::plan;

/// Longer lists of facts and actions are cut here.
const MOST: usize = 200;

/// Executes steps and says what is true then, and what can be done next.
pub fn simulate(arguments: &Arguments, budget: &Budget) -> Result<Value, String> {
    arguments.only(&["domain", "problem", "plan", "static_facts"])?;
    let (domain, problem) = (arguments.text("domain")?, arguments.text("problem")?);
    let steps = arguments.optional_text("plan")?.map(|plan| plan.bytes).unwrap_or_default();
    let with_static = arguments.flag("static_facts")?;
    let plan = match plan::read(&steps, &domain) {
        Ok(plan) => plan,
        Err((_, errors)) => return Ok(json!({ "status": "not a plan", "errors": errors })),
    };
    let checked = match (TaskText::Pddl { domain, problem }).check(budget) {
        Ok(checked) => checked,
        Err(error) => return answer::of_error(error),
    };
    let outcome =
        checked.trace(&plan, budget).and_then(|trace| Ok((trace, checked.validate(&plan, budget)?)));
    let (trace, verdict) = match outcome {
        Ok(outcome) => outcome,
        Err(stop) => return Ok(answer::of_stop(stop)),
    };
    let task = checked.normalise(budget).and_then(|task| task.with_irrelevant().translate(budget));
    let task = match task {
        Ok(task) => task,
        Err(error) => return answer::of_error(error),
    };
    let Some(lifted) = task.lifted() else { return Err("the task is lost".to_owned()) };
    let state = state_after(lifted, &trace);
    let shown = |fact: &&String| with_static || !is_static(lifted, fact);
    let facts: Vec<&String> = state.iter().filter(shown).collect();
    let mut found = json!({
        "status": if trace.len() < plan.steps.len() { "a step cannot be executed" } else { "ok" },
        "executed": trace.len(),
        "facts": facts.iter().take(MOST).collect::<Vec<_>>(),
        "changes": numbered(&trace),
    });
    if facts.len() > MOST {
        found["more_facts"] = json!(facts.len() - MOST);
    }
    match verdict {
        Verdict::Valid { .. } => found["goal"] = json!("holds"),
        Verdict::GoalNotSatisfied { missing, .. } => {
            found["goal"] = json!("does not hold");
            found["missing_goals"] = json!(missing);
        }
        Verdict::FailsToExecute { step, action, why, .. } => {
            found["failed"] = json!({ "step": step, "action": action, "why": why });
        }
        _ => {}
    }
    if let Some(actions) = applicable(&task, &trace) {
        found["applicable"] = json!(actions.iter().take(MOST).collect::<Vec<_>>());
        if actions.len() > MOST {
            found["more_applicable"] = json!(actions.len() - MOST);
        }
    }
    Ok(found)
}

/// What each step changes, with its number.
fn numbered(trace: &[TraceStep]) -> Vec<Value> {
    let number = |(number, step): (usize, &TraceStep)| {
        let mut change = json!(step);
        change["step"] = json!(number);
        change
    };
    (1..).zip(trace).map(number).collect()
}

/// The facts that are true after some steps, without derived ones.
fn state_after(task: &LiftedTask, trace: &[TraceStep]) -> BTreeSet<String> {
    let mut state: BTreeSet<String> = task
        .initial_state
        .iter()
        .map(|atom| {
            let predicate = &task.predicates[atom.predicate.0 as usize].name;
            let objects = atom.arguments.iter().map(|object| task.objects[object.0 as usize].name.as_str());
            let words: Vec<&str> = std::iter::once(predicate.as_str()).chain(objects).collect();
            format!("({})", words.join(" "))
        })
        .collect();
    for step in trace {
        step.deleted.iter().for_each(|fact| _ = state.remove(fact));
        state.extend(step.added.iter().cloned());
    }
    state
}

/// Whether no action changes a fact of this predicate.
fn is_static(task: &LiftedTask, fact: &str) -> bool {
    let name = fact.trim_matches(['(', ')']).split(' ').next().unwrap_or_default();
    let predicate = task.predicates.iter().position(|predicate| predicate.name == name);
    let Some(predicate) = predicate else { return false };
    !task.actions.iter().any(|action| changes(&action.effects, predicate))
}

fn changes(effects: &[extremal::pddl::task::Effect], predicate: usize) -> bool {
    use extremal::pddl::task::Effect;
    effects.iter().any(|effect| match effect {
        Effect::Add(atom) | Effect::Delete(atom) => atom.predicate.0 as usize == predicate,
        Effect::When(_, inner) | Effect::Forall(_, inner) => changes(inner, predicate),
    })
}

/// The actions that can be executed after some steps; `None` if translation had no need to ground the task.
fn applicable(task: &Task, trace: &[TraceStep]) -> Option<Vec<String>> {
    if *task.status() != Status::Open {
        return None;
    }
    let sas = task.sas();
    let name = |operator: u32| format!("({})", sas.operators.name(operator as usize));
    let mut space = StateSpace::new(sas);
    let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
    space.initial_state(&mut packed);
    space.unpack(&packed, &mut values);
    for step in trace {
        space.applicable_operators(&values, &mut operators);
        // One action may have become several operators, of which one is applicable.
        let operator = operators.iter().copied().find(|&operator| name(operator) == step.action)?;
        let mut successor = space.new_packed();
        space.successor(&packed, &values, operator, &mut successor);
        packed = successor;
        space.unpack(&packed, &mut values);
    }
    space.applicable_operators(&values, &mut operators);
    let mut names: Vec<String> = operators.iter().map(|&operator| name(operator)).collect();
    names.sort();
    names.dedup();
    Some(names)
}
