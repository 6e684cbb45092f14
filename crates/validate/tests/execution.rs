//! Every kind of effect, costs, and steps that cannot be executed.

mod common;

use common::{task, verdict, words};
use extremal_pddl::{Task, TextRange};
use extremal_validate::{StepFault, Verdict};

const DOMAIN: &str = "(define (domain rooms)
  (:requirements :adl :action-costs :derived-predicates)
  (:types room box - object  key - box)
  (:constants hall - room)
  (:predicates (at ?b - box ?r - room) (lit ?r - room) (link ?a ?b - room) (dusty ?b - box) (dark))
  (:functions (total-cost) - number (distance ?a ?b - room) - number)
  (:derived (dark) (not (exists (?r - room) (lit ?r))))
  (:action carry :parameters (?b - box ?from ?to - room)
    :precondition (and (at ?b ?from) (link ?from ?to) (lit ?to))
    :effect (and (not (at ?b ?from)) (at ?b ?to) (increase (total-cost) (distance ?from ?to))))
  (:action switch-all :parameters ()
    :effect (forall (?r - room) (and (when (lit ?r) (not (lit ?r))) (when (not (lit ?r)) (lit ?r)))))
  (:action light :parameters (?r - room) :precondition (dark) :effect (and (lit ?r) (increase (total-cost) 5)))
  (:action touch :parameters (?b - box)
    :effect (and (dusty ?b) (not (dusty ?b)) (when (dusty ?b) (lit hall)) (increase (total-cost) 0.5)))
  (:action shake :parameters (?r - room)
    :effect (forall (?b - box) (when (at ?b ?r) (forall (?s - room) (when (link ?r ?s) (and (not (at ?b ?r)) (at ?b ?s)))))))
)";

fn rooms(init: &str, goal: &str) -> Task {
    let problem = format!(
        "(define (problem p) (:domain rooms) (:objects a b - room k - key x - box)
         (:init (link a b) (link b a) (link hall a) (= (distance a b) 7) (= (distance b a) 2) {init})
         (:goal {goal}) (:metric minimize (total-cost)))"
    );
    task(DOMAIN, &problem)
}

#[track_caller]
fn costs(task: &Task, plan: &str, expected: &str) {
    match verdict(task, plan) {
        Verdict::Valid { cost, steps } => {
            assert_eq!((cost, steps), (expected.parse().unwrap(), plan.lines().count()));
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn fault(task: &Task, plan: &str) -> (usize, Option<(usize, usize, usize)>, StepFault) {
    match verdict(task, plan) {
        Verdict::FailsToExecute { step, place, why, .. } => {
            let columns = |place: TextRange| (place.start.line, place.start.column, place.end.column);
            (step, place.map(columns), why)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn simple_effects_and_costs_from_functions() {
    let task = rooms("(at k a) (lit a) (lit b)", "(and (at k a) (not (at k b)))");
    costs(&task, "(carry k a b)\n(carry k b a)", "9");
}

#[test]
fn without_a_metric_every_action_costs_one() {
    let mut task = rooms("(at k a) (lit a) (lit b)", "(at k b)");
    task.minimize_total_cost = false;
    costs(&task, "(carry k a b)\n(touch k)\n(touch k)", "3");
}

#[test]
fn under_a_metric_an_action_without_increase_is_free() {
    costs(&rooms("", "(lit hall)"), "(switch-all)", "0");
}

#[test]
fn an_atom_deleted_and_added_ends_true_and_conditions_look_at_the_state_before() {
    let after_one = rooms("", "(and (dusty k) (not (lit hall)))");
    costs(&after_one, "(touch k)", "0.5");
    costs(&rooms("", "(and (dusty k) (lit hall))"), "(touch k)\n(touch k)", "1");
}

#[test]
fn quantified_conditional_effects_all_see_the_state_before() {
    costs(&rooms("(lit a)", "(and (not (lit a)) (lit b) (lit hall))"), "(switch-all)", "0");
}

#[test]
fn nested_quantified_effects() {
    let task = rooms("(link a hall) (at k a) (at x b)", "(and (at k b) (at k hall) (not (at k a)) (at x b))");
    costs(&task, "(shake a)", "0");
}

#[test]
fn derived_predicates_follow_the_state() {
    let task = rooms("", "(lit a)");
    costs(&task, "(light a)", "5");
    let (step, _, why) = fault(&task, "(light a)\n(light b)");
    assert_eq!(step, 2);
    match why {
        StepFault::PreconditionFalse { conditions } => {
            assert_eq!(conditions[0].why, "is false: no rule derives it now");
        }
        other => panic!("{other:?}"),
    }
    costs(&task, "(light a)\n(switch-all)\n(switch-all)", "5");
}

#[test]
fn a_false_precondition_is_named() {
    let task = rooms("(at k a)", "(at k b)");
    let expected = "Checking plan: plan\nPlan failed to execute\n\nPlan Repair Advice:\n\n\
        plan:2:2: step 1, (carry k hall b), cannot be executed: its precondition is false\n  \
        (at k hall) is false\n  (link hall b) is false\n  (lit b) is false\n\nFailed plans:\n plan\n";
    assert_eq!(words(&task, "; nothing\n(carry k hall b)\n(touch k)"), expected);
}

#[test]
fn unknown_names_are_failures_of_their_step() {
    let task = rooms("", "(lit a)");
    let (step, place, why) = fault(&task, "(switch-all)\n (swich-all)");
    assert_eq!((step, place), (2, Some((2, 3, 12))));
    let did_you_mean = Some("switch-all".to_string());
    assert_eq!(why, StepFault::UnknownAction { name: "swich-all".into(), did_you_mean });
    let (_, place, why) = fault(&task, "(carry k  hal a)");
    assert_eq!(place, Some((1, 11, 14)));
    let did_you_mean = Some("hall".to_string());
    assert_eq!(why, StepFault::UnknownObject { name: "hal".into(), argument: 2, did_you_mean });
    let text = words(&task, "(carry k  hal a)");
    assert!(
        text.contains("no object `hal`; did you mean `hall`?\n  (carry k hal a)\n           ^^^\n"),
        "{text}"
    );
}

#[test]
fn arguments_must_fit_in_number_and_type() {
    let task = rooms("", "(lit a)");
    let text = words(&task, "(carry k a)");
    assert!(text.contains("takes 3 arguments, not 2: (carry ?b - box ?from - room ?to - room)"), "{text}");
    let text = words(&task, "(carry a k b)");
    assert!(text.contains("argument 1: `a` is of type room, but `?b` must be of type box"), "{text}");
    // A key is a box.
    assert!(matches!(fault(&task, "(carry k a b)").2, StepFault::PreconditionFalse { .. }));
}

#[test]
fn a_cost_without_value_is_a_failure() {
    let task = rooms("(at k hall) (lit a)", "(at k a)");
    let (_, _, why) = fault(&task, "(carry k hall a)");
    assert_eq!(why, StepFault::UndefinedCost { function: "(distance hall a)".into() });
}

#[test]
fn upper_case_plans_are_accepted() {
    costs(&rooms("(at k a) (lit b)", "(at k b)"), "0.0: (CARRY K A B) [7]", "7");
}
