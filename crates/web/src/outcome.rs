//! What has come of a search, for the page.

use extremal::{Budget, Columns, NoPlan, Outcome, Plan, Run, Stop, Task};
use serde::Serialize;

use crate::check::Mark;
use crate::simulator::{Simulator, StepRecord};

/// What has come of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// `solved`, `unsolvable`, `exhausted`, `evaluation-limit`, `expansion-limit`, `out-of-memory` or `stopped`.
    status: &'static str,
    /// The plan, if there is one.
    plan: Option<PlanRecord>,
    /// Goals that cannot be reached.
    goals: Vec<String>,
    /// Why there is no plan, in sentences.
    reasons: Vec<String>,
    /// What in the files is to blame, if that is known.
    cause: Option<Mark>,
    /// The length of the plan as it was found.
    found_length: Option<usize>,
    evaluations: u64,
    expansions: u64,
    generated: u64,
    dead_ends: u64,
}

/// A plan with its states.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct PlanRecord {
    /// The plan file.
    text: String,
    cost: String,
    unit_cost: bool,
    /// The facts before the first step.
    initial: Vec<String>,
    steps: Vec<StepRecord>,
}

/// Describes what has come of a search.
pub fn outcome(task: &Task, run: &Run) -> Report {
    let mut report = Report {
        status: "stopped",
        plan: None,
        goals: Vec::new(),
        reasons: Vec::new(),
        cause: None,
        found_length: run.found.map(|found| found.length),
        evaluations: run.counters.evaluations,
        expansions: run.counters.expansions,
        generated: run.counters.generated,
        dead_ends: run.counters.dead_ends,
    };
    let mut because = |status, reason: &str| {
        report.status = status;
        report.reasons.push(reason.to_owned());
    };
    match &run.outcome {
        Outcome::Solved(plan) => {
            report.status = "solved";
            report.plan = Some(plan_record(task, plan));
        }
        Outcome::Unsolvable(proof) => {
            let NoPlan { unreachable_goals, reasons, .. } = task.explain(proof, &Budget::unlimited());
            report.status = "unsolvable";
            (report.goals, report.reasons) = (unreachable_goals, reasons);
            let cause = task.root_cause();
            report.cause = cause.map(|(found, sources)| Mark::new(found.record(&sources, Columns::Utf16)));
        }
        Outcome::Exhausted => because(
            "exhausted",
            "the search space is exhausted, but the search pruned states that may lead to a plan: try another search or heuristic",
        ),
        Outcome::EvaluationLimit => because("evaluation-limit", "the limit of evaluations was reached"),
        Outcome::ExpansionLimit => because("expansion-limit", "the limit of expansions was reached"),
        Outcome::Stopped(Stop::OutOfMemory) => because("out-of-memory", "the memory limit was reached"),
        Outcome::Stopped(Stop::OutOfTime) => because("stopped", "the time limit was reached"),
        _ => because("stopped", "the search was stopped"),
    }
    report
}

fn plan_record(task: &Task, plan: &Plan) -> PlanRecord {
    let sas = task.sas();
    let followed = Simulator::new(sas).replay(sas, &plan.steps);
    // The empty plan belongs to a task without states worth mentioning.
    let (initial, steps) = followed.unwrap_or_default();
    PlanRecord {
        text: plan.to_string(),
        cost: plan.cost.to_string(),
        unit_cost: plan.unit_cost,
        initial,
        steps,
    }
}
