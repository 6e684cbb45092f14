//! Solvable tasks for which lifted invariants alone would claim a mutex that does not hold.

use extremal_limits::Budget;
use extremal_pddl::{SourceFile, parse_task};
use extremal_sas::Status;

fn status(domain: &str, problem: &str) -> Status {
    let domain = SourceFile::new("domain.pddl", domain);
    let problem = SourceFile::new("problem.pddl", problem);
    let (task, _) = parse_task(&domain, &problem).expect("the task is valid PDDL");
    let normalised = extremal_normalise::normalise(&task);
    extremal_sas::translate(&normalised, &Budget::unlimited()).expect("the task can be translated").status
}

#[test]
fn a_delete_that_is_undone_balances_nothing() {
    let domain = "(define (domain d) (:requirements :adl)
        (:predicates (p) (q ?x) (r ?x ?y))
        (:action swap :parameters (?x ?y ?z) :precondition (and (r ?x ?y) (= ?y ?z))
          :effect (and (when (p) (q ?x)) (not (r ?x ?y)) (r ?x ?z)))
        (:action act :parameters () :effect (p)))";
    let problem =
        "(define (problem p) (:domain d) (:objects a b) (:init (r a b)) (:goal (and (q a) (r a b))))";
    assert_eq!(status(domain, problem), Status::Open);
}

#[test]
fn a_delete_quantified_over_a_subtype_balances_only_that() {
    let domain = "(define (domain d) (:requirements :adl :typing)
        (:types robot loc - object small - loc)
        (:predicates (at ?x - robot ?y - loc))
        (:action move :parameters (?x - robot ?z ?w - loc) :precondition (at ?x ?z)
          :effect (and (at ?x ?w) (forall (?y - small) (not (at ?x ?y))))))";
    let problem = "(define (problem p) (:domain d)
        (:objects r - robot b1 b2 - loc s - small) (:init (at r b1)) (:goal (and (at r b1) (at r b2))))";
    assert_eq!(status(domain, problem), Status::Open);
}

#[test]
fn a_delete_quantified_over_all_places_still_gives_a_mutex() {
    let domain = "(define (domain d) (:requirements :adl :typing)
        (:types robot loc - object)
        (:predicates (at ?x - robot ?y - loc))
        (:action move :parameters (?x - robot ?z ?w - loc) :precondition (at ?x ?z)
          :effect (and (at ?x ?w) (forall (?y - loc) (not (at ?x ?y))))))";
    let problem = "(define (problem p) (:domain d)
        (:objects r - robot b1 b2 - loc) (:init (at r b1)) (:goal (and (at r b1) (at r b2))))";
    assert_eq!(status(domain, problem), Status::GoalViolatesMutex);
}
