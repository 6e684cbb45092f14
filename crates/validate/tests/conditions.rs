//! Every kind of condition, true and false, and what is said when it is false.

mod common;

use common::task;
use extremal_pddl::Task;
use extremal_validate::{Unsatisfied, Verdict, validate_steps};

const DOMAIN: &str = "(define (domain conditions)
  (:requirements :adl :derived-predicates)
  (:types block table - thing  red blue - block)
  (:predicates (on ?x - block ?y - thing) (clear ?x - thing) (alarm) (above ?x - block ?y - thing) (ground ?x - thing))
  (:derived (above ?x - block ?y - thing) (or (on ?x ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (ground ?x - thing) (not (exists (?y - thing) (above ?x ?y))))
)";

/// r1 on b1 on b2 on t; r2 on t.
fn with_goal(goal: &str) -> Task {
    let problem = format!(
        "(define (problem p) (:domain conditions)
         (:objects r1 r2 - red b1 b2 - blue t - table)
         (:init (on r1 b1) (on b1 b2) (on b2 t) (on r2 t) (clear r1) (clear r2))
         (:goal {goal}))"
    );
    task(DOMAIN, &problem)
}

fn missing(goal: &str) -> Vec<Unsatisfied> {
    match validate_steps(&with_goal(goal), &[], None).unwrap() {
        Verdict::Valid { .. } => Vec::new(),
        Verdict::GoalNotSatisfied { missing, .. } => missing,
        other => panic!("{other:?}"),
    }
}

fn flat(unsatisfied: &[Unsatisfied], depth: usize) -> Vec<String> {
    let lines = unsatisfied.iter().flat_map(|u| {
        let own = format!("{}{} {}", "> ".repeat(depth), u.condition, u.why);
        [own].into_iter().chain(flat(&u.parts, depth + 1))
    });
    lines.collect()
}

#[track_caller]
fn holds(goal: &str) {
    assert_eq!(flat(&missing(goal), 0), Vec::<String>::new(), "{goal}");
}

#[track_caller]
fn fails(goal: &str, because: &[&str]) {
    assert_eq!(flat(&missing(goal), 0), because, "{goal}");
}

#[test]
fn atoms() {
    holds("(on r1 b1)");
    fails("(on b1 r1)", &["(on b1 r1) is false"]);
    fails("(alarm)", &["(alarm) is false"]);
}

#[test]
fn equality() {
    holds("(= r1 r1)");
    holds("(not (= r1 r2))");
    fails("(= r1 r2)", &["(= r1 r2) is false: these are different objects"]);
    fails("(not (= r1 r1))", &["(= r1 r1) is true: this is the same object twice"]);
}

#[test]
fn negation() {
    holds("(not (alarm))");
    fails("(not (clear r1))", &["(not (clear r1)) is false: the atom is true"]);
    fails("(not (or (alarm) (clear r1) (clear r2)))", &["(clear r1) is true", "(clear r2) is true"]);
    fails("(not (and (clear r1) (clear r2)))", &["(and (clear r1) (clear r2)) is true"]);
    fails("(not (not (alarm)))", &["(not (alarm)) is true"]);
    fails(
        "(not (imply (clear r1) (clear r2)))",
        &["(imply (clear r1) (clear r2)) is true: its conclusion is true"],
    );
    fails("(not (imply (alarm) (alarm)))", &["(imply (alarm) (alarm)) is true: its premise is false"]);
}

#[test]
fn conjunctions_name_their_false_parts_only() {
    holds("(and)");
    holds("(and (clear r1) (clear r2))");
    fails(
        "(and (clear r1) (clear b1) (and (clear r2) (alarm)))",
        &["(clear b1) is false", "(alarm) is false"],
    );
}

#[test]
fn disjunctions_name_all_parts() {
    holds("(or (alarm) (clear r1))");
    fails("(or)", &["(or) is false"]);
    fails(
        "(or (alarm) (and (clear r1) (clear b1)))",
        &[
            "(or (alarm) (and (clear r1) (clear b1))) is false: none of its alternatives holds",
            "> (alarm) is false",
            "> (clear b1) is false",
        ],
    );
}

#[test]
fn implications() {
    holds("(imply (alarm) (clear b1))");
    holds("(imply (clear r1) (clear r2))");
    fails(
        "(imply (clear r1) (clear b1))",
        &[
            "(imply (clear r1) (clear b1)) is false: its premise is true and its conclusion is not",
            "> (clear b1) is false",
        ],
    );
}

#[test]
fn existential_quantifiers() {
    holds("(exists (?x - red) (on ?x t))");
    holds("(exists (?x - thing ?y - red) (and (clear ?y) (on ?y ?x)))");
    holds("(exists (?x - (either table red)) (and (clear ?x) (not (= ?x r1))))");
    fails(
        "(exists (?x - red) (on ?x b2))",
        &["(exists (?x - red) (on ?x b2)) is false: no objects satisfy it"],
    );
    fails(
        "(not (exists (?x - blue) (on ?x t)))",
        &["(exists (?x - blue) (on ?x t)) is true: for ?x = b2", "> (on b2 t) is true"],
    );
}

#[test]
fn universal_quantifiers_give_the_first_counter_example() {
    holds("(forall (?x - red) (clear ?x))");
    holds("(forall (?x ?y - block) (imply (and (on ?x ?y) (clear ?y)) (alarm)))");
    fails(
        "(forall (?x - block) (imply (not (clear ?x)) (exists (?y - block) (on ?x ?y))))",
        &[
            "(forall (?x - block) (imply (not (clear ?x)) (exists (?y - block) (on ?x ?y)))) is false: it fails for ?x = b2",
            "> (imply (not (clear b2)) (exists (?y - block) (on b2 ?y))) is false: its premise is true and its conclusion is not",
            "> > (exists (?y - block) (on b2 ?y)) is false: no objects satisfy it",
        ],
    );
    fails(
        "(forall (?x - blue ?y - red) (not (on ?y ?x)))",
        &[
            "(forall (?x - blue ?y - red) (not (on ?y ?x))) is false: it fails for ?x = b1, ?y = r1",
            "> (not (on r1 b1)) is false: the atom is true",
        ],
    );
    fails(
        "(not (forall (?x - red) (clear ?x)))",
        &["(forall (?x - red) (clear ?x)) is true: all objects satisfy it"],
    );
}

#[test]
fn quantifiers_over_types_without_objects() {
    let domain = "(define (domain d) (:requirements :adl) (:types none) (:predicates (p ?x - none)))";
    let problem = "(define (problem p) (:domain d) (:init) (:goal (and (forall (?x - none) (p ?x))
        (not (exists (?x - none) (not (p ?x)))))))";
    assert!(validate_steps(&task(domain, problem), &[], None).unwrap().is_valid());
}

#[test]
fn derived_predicates_with_recursion_and_negation() {
    holds("(and (above r1 b1) (above r1 b2) (above r1 t) (above b1 t) (above r2 t))");
    holds("(and (not (above b1 r1)) (not (above r2 b2)) (ground t) (not (ground r2)))");
    holds("(forall (?x - block) (above ?x t))");
    fails("(above r2 b2)", &["(above r2 b2) is false: no rule derives it now"]);
    fails(
        "(forall (?x - thing) (imply (ground ?x) (alarm)))",
        &[
            "(forall (?x - thing) (imply (ground ?x) (alarm))) is false: it fails for ?x = t",
            "> (imply (ground t) (alarm)) is false: its premise is true and its conclusion is not",
            "> > (alarm) is false",
        ],
    );
}

/// The recursive atom meets two further variables, one of which stands nowhere else in the rule.
#[test]
fn rules_that_join_recursion_with_hidden_variables() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
        (:predicates (link ?x ?y) (open ?x) (even ?x ?y))
        (:derived (even ?x ?y) (= ?x ?y))
        (:derived (even ?x ?y)
            (exists (?v ?w ?u) (and (even ?x ?v) (link ?v ?w) (link ?w ?y) (not (= ?w ?u)) (open ?u)))))";
    let problem = |goal: &str| {
        format!(
            "(define (problem p) (:domain d) (:objects a b c d e f)
             (:init (link a b) (link b c) (link c d) (link d e) (link e f) (open d)) (:goal {goal}))"
        )
    };
    // By two links at a time, but never with d in the middle.
    let valid = |goal: &str| validate_steps(&task(domain, &problem(goal)), &[], None).unwrap().is_valid();
    assert!(valid("(and (even a a) (even a c) (not (even a b)) (even b b) (not (even a d)))"));
    assert!(valid("(and (even b d) (not (even c e)) (even d f) (even b f))"));
    assert!(!valid("(even a e)"));
}
