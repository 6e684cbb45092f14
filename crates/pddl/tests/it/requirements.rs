//! What is used and not declared in `:requirements` is a warning, once for each requirement.

use crate::common::{PROBLEM, complaints};

/// The requirement that a domain needs, and what satisfies it.
#[track_caller]
fn check(sections: &str, place: &str, requirement: &str, also: &[&str]) {
    let with = |requirements: &str| {
        complaints(&format!("(define (domain d) (:requirements {requirements})\n{sections})"), PROBLEM)
    };
    let expected = format!(
        "warning[missing-requirement] d.pddl:{place} this needs the requirement `{requirement}`, \
         which is not declared | add `{requirement}` to `(:requirements ...)` of the domain"
    );
    assert_eq!(with(":strips"), [expected]);
    for declared in also.iter().chain([&requirement]) {
        assert_eq!(with(declared), [""; 0], "{declared}");
    }
}

#[test]
fn every_requirement_is_noticed_once() {
    check("(:types a b)", "2:9", ":typing", &[":adl"]);
    check(
        "(:predicates (p) (q)) (:action a :precondition (or (p) (or (p) (q))))",
        "2:48",
        ":disjunctive-preconditions",
        &[":adl"],
    );
    check(
        "(:predicates (p) (q)) (:action a :precondition (imply (p) (q)))",
        "2:48",
        ":disjunctive-preconditions",
        &[":adl"],
    );
    check(
        "(:predicates (p)) (:action a :precondition (not (p)))",
        "2:44",
        ":negative-preconditions",
        &[":adl"],
    );
    check(
        "(:predicates (p)) (:action a :precondition (exists (?x) (p)))",
        "2:44",
        ":existential-preconditions",
        &[":adl", ":quantified-preconditions"],
    );
    check(
        "(:predicates (p)) (:action a :precondition (forall (?x) (p)))",
        "2:44",
        ":universal-preconditions",
        &[":adl", ":quantified-preconditions"],
    );
    check("(:predicates (p)) (:action a :effect (when (p) (p)))", "2:38", ":conditional-effects", &[":adl"]);
    check(
        "(:predicates (p)) (:action a :effect (forall (?x) (p)))",
        "2:38",
        ":conditional-effects",
        &[":adl"],
    );
    check("(:predicates (p)) (:derived (p) (and))", "2:30", ":derived-predicates", &[]);
    check("(:functions (total-cost))", "2:14", ":action-costs", &[":fluents", ":numeric-fluents"]);
    check("(:constants c) (:action a :precondition (not (= c c)))", "2:46", ":equality", &[":adl"]);
}

#[test]
fn a_domain_without_requirements_is_strips() {
    assert_eq!(
        complaints("(define (domain d) (:predicates (p)) (:action a :effect (not (p))))", PROBLEM),
        [""; 0]
    );
}

#[test]
fn requirements_of_the_problem_count_too() {
    let problem = "(define (problem p) (:domain d) (:requirements :adl) (:init) (:goal (not (p))))";
    assert_eq!(complaints("(define (domain d) (:predicates (p)))", problem), [""; 0]);
}
