//! Input that nobody would write by hand must not crash or hang the validator.

mod common;

use std::time::Duration;

use common::task;
use extremal_limits::{Budget, Stop};
use extremal_validate::{Explanation, PlanFile, PlanStep, PlanText, Verdict, validate_steps, validate_text};
use proptest::prelude::*;

fn with_goal(goal: &str, num_objects: usize) -> extremal_pddl::Task {
    let objects: String = (0..num_objects).map(|i| format!(" o{i}")).collect();
    task(
        "(define (domain d) (:requirements :adl) (:predicates (p ?x) (q ?x ?y))
         (:action a :parameters (?x) :effect (p ?x)))",
        &format!("(define (problem p) (:domain d) (:objects{objects}) (:init) (:goal {goal}))"),
    )
}

#[test]
fn a_quantifier_with_very_many_variables() {
    let variables: String = (0..5_000).map(|i| format!(" ?v{i}")).collect();
    let task = with_goal(&format!("(exists ({variables}) (not (p ?v4999)))"), 1);
    assert!(validate_steps(&task, &[], None).unwrap().is_valid());
}

#[test]
fn deep_conditions() {
    let deep = format!("{}(p o0){}", "(not (or (p o0) ".repeat(120), "))".repeat(120));
    let verdict = validate_steps(&with_goal(&deep, 1), &[], None).unwrap();
    assert!(!Explanation { plan_name: "plan", verdict: &verdict }.to_string().is_empty());
}

#[test]
fn a_hopeless_search_keeps_its_time_limit() {
    let (variables, atoms): (String, String) =
        (0..30).map(|i| (format!(" ?v{i}"), format!(" (not (q ?v{i} ?v{}))", (i + 1) % 30))).collect();
    let task = with_goal(&format!("(exists ({variables}) (and{atoms} (p ?v7)))"), 30);
    // The atom decides it at once.
    assert!(matches!(validate_steps(&task, &[], None), Ok(Verdict::GoalNotSatisfied { .. })));
    let task = with_goal(&format!("(exists ({variables}) (and{atoms} (not (= ?v29 ?v29))))"), 30);
    let budget = Budget::new(Some(Duration::from_millis(50)), None);
    assert_eq!(validate_steps(&task, &[], Some(&budget)), Err(Stop::OutOfTime));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let verdict = validate_text(&with_goal("(p o0)", 2), &text, None).unwrap();
        let report = Explanation { plan_name: "plan", verdict: &verdict }.to_string();
        prop_assert!(report.starts_with("Checking plan: plan\n"));
    }

    #[test]
    fn almost_plans_are_read_or_refused(text in "[ab0-9.:;()\\[\\] \r\n\té]{0,60}") {
        let verdict = validate_text(&with_goal("(p o0)", 2), text.as_bytes(), None).unwrap();
        prop_assert!(serde_json::to_string(&verdict).is_ok());
    }

    #[test]
    fn a_written_plan_is_read_back(
        steps in prop::collection::vec(("[a-z][a-z0-9_-]{0,8}", prop::collection::vec("[a-z0-9_-]{1,6}", 0..4)), 0..20),
        cost in 0_u64..1000,
        unit_cost: bool,
    ) {
        let steps: Vec<PlanStep> = steps.iter().map(|(name, arguments)| PlanStep::new(name, arguments)).collect();
        let cost: extremal_validate::Cost = format!("{cost}e-2").parse().unwrap();
        let text = PlanFile { steps: &steps, cost, unit_cost }.to_string();
        prop_assert_eq!(text.lines().count(), steps.len() + 1);
        let mut plan = PlanText::read(text.as_bytes()).unwrap();
        prop_assert_eq!(plan.stated_cost, Some(cost));
        plan.steps.iter_mut().for_each(|step| step.place = None);
        prop_assert_eq!(plan.steps, steps);
    }
}
