//! The words and the JSON of every verdict.

mod common;

use common::{task, verdict, words};
use extremal_pddl::Task;
use extremal_validate::{Cost, Explanation, PlanFile, PlanStep, has_unit_cost, validate_text};

fn lamps(goal: &str, metric: &str) -> Task {
    task(
        "(define (domain lamps) (:requirements :strips :typing :negative-preconditions :action-costs)
         (:types lamp) (:predicates (on ?l - lamp)) (:functions (total-cost) - number)
         (:action switch :parameters (?l - lamp) :precondition (not (on ?l))
          :effect (and (on ?l) (increase (total-cost) 1))))",
        &format!(
            "(define (problem p) (:domain lamps) (:objects red green - lamp)
             (:init (= (total-cost) 0)) (:goal {goal}) {metric})"
        ),
    )
}

#[test]
fn a_valid_plan() {
    let text = words(&lamps("(and (on red) (on green))", ""), "(switch red)\n(switch green)\n");
    assert_eq!(
        text,
        "Checking plan: plan\nPlan executed successfully - checking goal\nPlan valid\nFinal value: 2\n\n\
         Successful plans:\nValue: 2\n plan 2\n"
    );
}

#[test]
fn a_missed_goal() {
    let task = lamps("(and (on red) (on green))", "");
    assert_eq!(
        words(&task, "(switch red)\n"),
        "Checking plan: plan\nPlan executed successfully - checking goal\nGoal not satisfied\nPlan invalid\n\n\
         Plan Repair Advice:\n\nafter 1 step the goal does not hold:\n  (on green) is false\n\n\
         Failed plans:\n plan\n"
    );
    let json = serde_json::to_value(verdict(&task, "(switch red)\n")).unwrap();
    let missing = serde_json::json!([{"condition": "(on green)", "why": "is false"}]);
    let expected =
        serde_json::json!({"verdict": "goal_not_satisfied", "cost": 1, "steps": 1, "missing": missing});
    assert_eq!(json, expected);
}

#[test]
fn a_step_that_fails() {
    let task = lamps("(on red)", "");
    let json = serde_json::to_value(verdict(&task, "(switch red)\n(switch red)\n")).unwrap();
    let conditions =
        serde_json::json!([{"condition": "(not (on red))", "why": "is false: the atom is true"}]);
    let expected = serde_json::json!({
        "verdict": "fails_to_execute",
        "step": 2,
        "action": "(switch red)",
        "place": {"line": 2, "column": 2, "end_line": 2, "end_column": 8},
        "why": {"reason": "precondition_false", "conditions": conditions},
    });
    assert_eq!(json, expected);
}

#[test]
fn a_bad_plan() {
    let verdict = validate_text(&lamps("(on red)", ""), b"(switch red)\nswitch green\n", None).unwrap();
    assert_eq!(verdict.exit_code(), 1);
    let json = serde_json::to_value(&verdict).unwrap();
    let expected = serde_json::json!({
        "line": 2, "column": 1, "end_line": 2, "end_column": 7, "excerpt": "switch green", "excerpt_column": 0,
        "message": "expected `(` and the name of an action",
    });
    assert_eq!(json["errors"], serde_json::json!([expected]));
    assert_eq!(
        Explanation { plan_name: "plan", verdict: &verdict }.to_string(),
        "Checking plan: plan\nBad plan description!\n\n\
         plan:2:1: expected `(` and the name of an action\n  switch green\n  ^\n\nFailed plans:\n plan\n"
    );
}

#[test]
fn a_plan_file_says_how_costs_are_counted() {
    let steps = [PlanStep::new("Switch", ["RED"])];
    let text =
        |task: &Task| PlanFile { steps: &steps, cost: Cost::ONE, unit_cost: has_unit_cost(task) }.to_string();
    assert_eq!(text(&lamps("(on red)", "")), "(switch red)\n; cost = 1 (unit cost)\n");
    let mut with_metric = lamps("(on red)", "(:metric minimize (total-cost))");
    assert_eq!(text(&with_metric), "(switch red)\n; cost = 1 (unit cost)\n");
    with_metric.actions[0].cost = None;
    assert_eq!(text(&with_metric), "(switch red)\n; cost = 1 (general cost)\n");
}
