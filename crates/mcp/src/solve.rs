//! The tool `solve`: a plan.

use extremal::{Budget, Outcome, Planner, Stop, Task, TaskText};
use serde_json::{Value, json};

use crate::answer;
use crate::arguments::Arguments;
use crate::explain::reasons;

/// Looks for a plan.
pub fn solve(arguments: &Arguments, budget: &Budget) -> Result<Value, String> {
    arguments.only(&["domain", "problem", "search", "heuristic", "seed", "max_evaluations"])?;
    let (domain, problem) = (arguments.text("domain")?, arguments.text("problem")?);
    let planner = planner(arguments)?.budget(budget.clone());
    let text = TaskText::Pddl { domain, problem };
    let task = match Task::from_text(text, budget) {
        Ok(task) => task,
        Err(error) => return answer::of_error(error),
    };
    let run = match planner.solve(&task) {
        Ok(run) => run,
        Err(error) => return answer::of_error(error),
    };
    let (evaluations, expansions) = (run.counters.evaluations, run.counters.expansions);
    let mut found = match &run.outcome {
        Outcome::Solved(plan) => json!({
            "status": "solved",
            "cost": plan.cost,
            "length": plan.steps.len(),
            "plan": plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Outcome::Unsolvable(proof) => {
            let mut found = json!({ "status": "no plan" });
            reasons(&mut found, &task, proof, budget);
            found
        }
        Outcome::Exhausted => json!({
            "status": "not found",
            "help": "states were given up that may lead to a plan: try another search or heuristic",
        }),
        Outcome::EvaluationLimit | Outcome::ExpansionLimit => json!({ "status": "evaluation_limit" }),
        Outcome::Stopped(stop) => answer::of_stop(*stop),
        _ => json!({ "status": "not found" }),
    };
    if matches!(run.outcome, Outcome::Stopped(Stop::OutOfTime) | Outcome::EvaluationLimit) {
        found["help"] =
            json!("try another `search`, such as \"nebula\" or \"bfws-f5\", or a smaller problem");
    }
    found["evaluations"] = json!(evaluations);
    found["expansions"] = json!(expansions);
    found["seconds"] = json!(budget.elapsed().as_secs_f64());
    Ok(found)
}

/// The planner that a call asks for.
pub fn planner(arguments: &Arguments) -> Result<Planner, String> {
    let mut planner = Planner::new();
    let wrong = |error: extremal::Error| error.to_string();
    if let Some(search) = arguments.string("search")? {
        planner = planner.search(search).map_err(wrong)?;
    }
    if let Some(heuristic) = arguments.string("heuristic")? {
        planner = planner.heuristic(heuristic).map_err(wrong)?;
    }
    if let Some(seed) = arguments.whole("seed")? {
        planner = planner.seed(seed);
    }
    Ok(planner.max_evaluations(arguments.whole("max_evaluations")?))
}
