//! Tasks that the front end accepts and the translator has to refuse.

use extremal_ground::GroundError;
use extremal_limits::Budget;
use extremal_pddl::{SourceFile, parse_task};

fn translate(domain: &str, problem: &str) -> Result<extremal_sas::Translation, GroundError> {
    let domain = SourceFile::new("domain.pddl", domain);
    let problem = SourceFile::new("problem.pddl", problem);
    let (task, _) = parse_task(&domain, &problem).expect("the task is valid PDDL");
    extremal_sas::translate(&extremal_normalise::normalise(&task), &Budget::unlimited())
}

#[test]
fn recursion_through_forall_is_refused_by_name() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
        (:predicates (edge ?x ?y) (mark ?x) (safe ?x) (done))
        (:derived (safe ?x) (forall (?y) (or (not (edge ?x ?y)) (and (safe ?y) (mark ?y)))))
        (:action finish :parameters () :precondition (safe a) :effect (done))
        (:action set :parameters (?x) :precondition () :effect (mark ?x))
        (:constants a b))";
    let problem = "(define (problem p) (:domain d) (:init (edge a b) (edge b a)) (:goal (done)))";
    let error = translate(domain, problem).unwrap_err();
    assert_eq!(error, GroundError::NotStratified { predicate: "safe".to_owned() });
}

#[test]
fn fractional_costs_are_refused_with_their_action() {
    let domain = "(define (domain d) (:requirements :strips :action-costs)
        (:predicates (done)) (:functions (total-cost) - number)
        (:action finish :parameters () :precondition () :effect (and (done) (increase (total-cost) 1.5))))";
    let problem = "(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (done))
        (:metric minimize (total-cost)))";
    let error = translate(domain, problem).unwrap_err();
    assert_eq!(error, GroundError::UnsupportedCost { action: "finish".to_owned(), value: 1.5 });
}
