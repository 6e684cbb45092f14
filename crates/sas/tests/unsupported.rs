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

fn with_costs(first: &str, second: &str) -> Result<extremal_sas::Translation, GroundError> {
    let domain = format!(
        "(define (domain d) (:requirements :strips :action-costs)
        (:predicates (begun) (done)) (:functions (total-cost) - number)
        (:action begin :parameters () :effect (and (begun) (increase (total-cost) {first})))
        (:action finish :parameters () :precondition (begun) :effect (and (done) (increase (total-cost) {second}))))"
    );
    let problem = "(define (problem p) (:domain d) (:init (= (total-cost) 0)) (:goal (done))
        (:metric minimize (total-cost)))";
    translate(&domain, problem)
}

#[test]
fn costs_with_a_fraction_become_whole_numbers() {
    for (first, second, costs, unit) in [
        ("0.5", "1.25", [50, 125], "0.01"),
        ("2", "0.001", [2000, 1], "0.001"),
        ("0", "0.0000000001", [0, 1], "0.0000000001"),
        ("3.0", "10", [3, 10], "1"),
        ("2147483647", "0", [2_147_483_647, 0], "1"),
    ] {
        let translation = with_costs(first, second).unwrap();
        assert_eq!(translation.task.operators.cost, costs);
        assert_eq!(translation.cost_scale.cost(1).to_string(), unit);
    }
}

#[test]
fn costs_that_do_not_fit_are_refused_with_their_action() {
    for (first, second, message) in [
        ("2147483648", "0", "'begin' costs 2147483648, but costs may be at most 2147483647"),
        (
            "3000000.5",
            "0.001",
            "'begin' costs 3000000.5, but with 3 decimal places costs may be at most 2147483.647",
        ),
        (
            "0.5",
            "300000000",
            "'finish' costs 300000000, but with a decimal place costs may be at most 214748364.7",
        ),
    ] {
        let error = with_costs(first, second).unwrap_err().to_string();
        assert_eq!(error, format!("an instance of action {message}"));
    }
}
