//! Texts that are PDDL but mean nothing: each error is found, named and placed.

use crate::common::{PROBLEM, complaints, domain, problem};

#[track_caller]
fn check_domain(sections: &str, expected: &[&str]) {
    assert_eq!(complaints(&domain(sections), PROBLEM), expected);
}

const SECTIONS: &str = "(:types truck place) (:constants depot - place)
(:predicates (at ?t - truck ?p - place) (free ?p - place)) (:functions (total-cost) (dist ?p - place))";

#[track_caller]
fn check_problem(sections: &str, expected: &[&str]) {
    assert_eq!(complaints(&domain(SECTIONS), &problem(sections)), expected);
}

/// Puts an action into the fourth line of a domain.
#[track_caller]
fn check_action(action: &str, expected: &[&str]) {
    check_domain(&format!("{SECTIONS}\n(:action a {action})"), expected);
}

#[test]
fn undeclared_names() {
    check_action(
        ":parameters (?t - truk) :precondition (at ?t depot)",
        &["error[undeclared-type] d.pddl:4:30 undeclared type `truk` | did you mean `truck`?"],
    );
    check_action(
        ":precondition (and (fre depot) (free dpot))",
        &[
            "error[undeclared-predicate] d.pddl:4:32 undeclared predicate `fre` | did you mean `free`?",
            "error[undeclared-object] d.pddl:4:49 undeclared constant `dpot` | did you mean `depot`?",
        ],
    );
    check_action(
        ":effect (increase (total-cost) (dits depot))",
        &["error[undeclared-function] d.pddl:4:44 undeclared function `dits` | did you mean `dist`?"],
    );
    check_action(
        ":precondition (dist depot)",
        &["error[undeclared-predicate] d.pddl:4:27 undeclared predicate `dist` \
         | `dist` is a function, not a predicate"],
    );
    check_action(
        ":effect (increase (total-cost) (free depot))",
        &["error[undeclared-function] d.pddl:4:44 undeclared function `free` \
         | `free` is a predicate, not a function"],
    );
    check_problem(
        "(:objects t1 - truck) (:init (at t1 depto) (= (dits depot) 3)) (:goal (at t2 depot))",
        &[
            "error[undeclared-object] p.pddl:2:37 undeclared object `depto` | did you mean `depot`?",
            "error[undeclared-function] p.pddl:2:48 undeclared function `dits` | did you mean `dist`?",
            "error[undeclared-object] p.pddl:2:75 undeclared object `t2` | declare it in `(:objects ...)` of the problem",
        ],
    );
    check_domain(
        "(:predicates (p ?x - thing))",
        &[
            "error[missing-section] d.pddl:1:17 the domain declares no types | declare each type, as in `(:types truck place - object)`",
        ],
    );
    check_domain(
        "(:derived (p ?x) (and))",
        &[
            "error[missing-section] d.pddl:1:17 the domain declares no predicates | declare each predicate, as in `(:predicates (at ?truck ?place))`",
        ],
    );
}

#[test]
fn a_supertype_may_be_undeclared_with_a_warning() {
    check_domain(
        "(:types truck - vehicle vehicles)",
        &[
            "warning[undeclared-supertype] d.pddl:2:17 the supertype `vehicle` is not declared as a type itself \
         | did you mean `vehicles`?",
        ],
    );
}

#[test]
fn a_broken_section_does_not_make_its_names_undeclared() {
    check_domain(
        "(:predicates (p x)) (:action a :precondition (p depot) :effect (q))",
        &[
            "error[syntax] d.pddl:2:17 expected a variable, found `x` \
             | variables begin with a question mark: `?x`",
            "error[undeclared-object] d.pddl:2:49 undeclared constant `depot` | a parameter would be `?depot`; a constant is declared in `(:constants ...)`",
        ],
    );
}

#[test]
fn wrong_numbers_of_arguments() {
    check_action(
        ":precondition (and (free) (free depot depot) (at depot))",
        &[
            "error[wrong-arity] d.pddl:4:31 the predicate `free` takes 1 argument, found 0",
            "error[wrong-arity] d.pddl:4:50 the predicate `free` takes 1 argument, found 2",
            "error[wrong-arity] d.pddl:4:57 the predicate `at` takes 2 arguments, found 1",
        ],
    );
    check_action(
        ":effect (increase (total-cost) (dist))",
        &["error[wrong-arity] d.pddl:4:43 the function `dist` takes 1 argument, found 0"],
    );
    check_problem(
        "(:init (free) (= (dist) 4) (= (total-cost depot) 0)) (:goal (free depot depot depot))",
        &[
            "error[wrong-arity] p.pddl:2:8 the predicate `free` takes 1 argument, found 0",
            "error[wrong-arity] p.pddl:2:18 the function `dist` takes 1 argument, found 0",
            "error[wrong-arity] p.pddl:2:43 the function `total-cost` takes 0 arguments, found 1",
            "error[wrong-arity] p.pddl:2:73 the predicate `free` takes 1 argument, found 3",
        ],
    );
    check_domain(
        "(:functions (total-cost ?x))",
        &["error[wrong-arity] d.pddl:2:14 `total-cost` has no parameters"],
    );
    check_domain(
        "(:predicates (p ?x)) (:derived (p) (and))",
        &["error[wrong-arity] d.pddl:2:33 the predicate `p` takes 1 argument, found 0"],
    );
}

#[test]
fn wrong_types() {
    check_action(
        ":parameters (?t - truck) :precondition (free ?t) :effect (at depot ?t)",
        &[
            "error[wrong-type] d.pddl:4:57 `?t` has type `truck`, but argument 1 of `free` has type `place`",
            "error[wrong-type] d.pddl:4:73 `depot` has type `place`, but argument 1 of `at` has type `truck`",
        ],
    );
    check_action(
        ":parameters (?t - truck) :effect (increase (total-cost) (dist ?t))",
        &["error[wrong-type] d.pddl:4:74 `?t` has type `truck`, but argument 1 of `dist` has type `place`"],
    );
    check_problem(
        "(:objects t - truck) (:init (free t) (= (dist t) 1)) (:goal (free t))",
        &["error[wrong-type] p.pddl:2:35 `t` has type `truck`, but argument 1 of `free` has type `place` \
             | the same in 2 more places"],
    );
    check_domain(
        "(:types a b) (:predicates (p ?x - a)) (:derived (p ?y - b) (and))",
        &["error[wrong-type] d.pddl:2:52 `?y` has type `b`, but argument 1 of `p` has type `a`"],
    );
}

#[test]
fn types_that_overlap_are_accepted() {
    // A supertype, a subtype, `either`, and two types with a subtype in common.
    check_domain(
        "(:types a b - object both - a both - b c) (:predicates (p ?x - a) (q ?x - (either a c)))
         (:action x :parameters (?o ?u - both ?v - b ?w - (either b c) ?z - c)
          :precondition (and (p ?o) (p ?u) (p ?v) (p ?w) (q ?w) (q ?z)))",
        &[],
    );
}

#[test]
fn unbound_variables() {
    check_action(
        ":parameters (?truck - truck) :precondition (free ?p) :effect (at ?trukc depot)",
        &[
            "error[unbound-variable] d.pddl:4:61 unbound variable `?p` | the variables here are `?truck`",
            "error[unbound-variable] d.pddl:4:77 unbound variable `?trukc` | did you mean `?truck`?",
        ],
    );
    check_action(
        ":precondition (and (exists (?place - place) (free ?place)) (free ?place))",
        &["error[missing-parameters] d.pddl:4:10 `a` uses variables and has no parameters \
           | add `:parameters (?place)`, with their types"],
    );
    check_problem(
        "(:init (free ?x)) (:goal (free ?y))",
        &[
            "error[unbound-variable] p.pddl:2:14 unbound variable `?x` \
             | name an object, or in a goal write `(exists (?x) ...)`",
            "error[unbound-variable] p.pddl:2:32 unbound variable `?y` \
             | name an object, or in a goal write `(exists (?y) ...)`",
        ],
    );
}

#[test]
fn duplicate_definitions() {
    check_domain(
        "(:predicates (p) (p ?x)) (:functions (f) (f) (total-cost) (total-cost))",
        &[
            "error[duplicate-definition] d.pddl:2:19 the predicate `p` is defined more than once",
            "error[duplicate-definition] d.pddl:2:43 the function `f` is defined more than once",
            "error[duplicate-definition] d.pddl:2:60 the function `total-cost` is defined more than once",
        ],
    );
    check_domain(
        "(:action a) (:action A) (:constants c c)",
        &[
            "error[duplicate-definition] d.pddl:2:22 the action `a` is defined more than once",
            "error[duplicate-definition] d.pddl:2:39 the constant `c` is defined more than once",
        ],
    );
    check_action(
        ":parameters (?x ?x) :precondition (exists (?y ?y) (and))",
        &[
            "error[duplicate-definition] d.pddl:4:28 the parameter `?x` is defined more than once",
            "error[duplicate-definition] d.pddl:4:58 the variable `?y` is defined more than once",
        ],
    );
    check_domain(
        "(:predicates (p ?x ?x))",
        &["warning[repeated-parameter] d.pddl:2:20 the parameter `?x` stands here more than once"],
    );
    check_domain(
        "(:predicates (p ?x ?y)) (:derived (p ?x ?x) (and))",
        &["error[duplicate-definition] d.pddl:2:41 the parameter `?x` is defined more than once"],
    );
    check_problem(
        "(:objects t - truck t - truck) (:init (= (dist depot) 1) (= (dist depot) 2)) (:goal (and))",
        &[
            "error[duplicate-definition] p.pddl:2:21 the object `t` is defined more than once",
            "error[duplicate-definition] p.pddl:2:74 `dist` has two initial values, 1 and 2",
        ],
    );
}

#[test]
fn objects_named_like_constants() {
    check_problem(
        "(:objects depot - place) (:init) (:goal (and))",
        &["warning[object-is-constant] p.pddl:2:11 the object `depot` is already a constant of the domain"],
    );
    check_problem(
        "(:objects depot - truck) (:init) (:goal (and))",
        &[
            "error[object-is-constant] p.pddl:2:11 the object `depot` is a constant of the domain with another type",
        ],
    );
}

#[test]
fn objects_of_the_problem_in_the_domain() {
    let domain = domain("(:predicates (p ?x)) (:action a :precondition (p x))");
    assert_eq!(
        complaints(&domain, &problem("(:objects x) (:init) (:goal (p x))")),
        [
            "warning[object-in-domain] d.pddl:2:50 `x` is an object of the problem, not a constant of the domain",
        ]
    );
}

#[test]
fn cyclic_types() {
    check_domain(
        "(:types a - b b - c c - a d) (:predicates (p ?x - a)) (:derived (p ?x - d) (and))",
        &["error[cyclic-types] d.pddl:2:9 cyclic types: `a` - `b` - `c` - `a`"],
    );
    check_domain("(:types a - a)", &["error[cyclic-types] d.pddl:2:9 cyclic types: `a` - `a`"]);
    check_domain(
        "(:types object - a a)",
        &["error[cyclic-types] d.pddl:2:20 cyclic types: `object` - `a` - `object`"],
    );
}

#[test]
fn derived_predicates_out_of_place() {
    let sections = "(:predicates (p) (q)) (:derived (p) (q))\n(:action a :effect (and (not (p)) (p) (q)))";
    assert_eq!(
        complaints(&domain(sections), &problem("(:init (p) (q)) (:goal (p))")),
        [
            "error[derived-in-effect] d.pddl:3:30 the derived predicate `p` may not be changed by an action",
            "error[derived-in-effect] d.pddl:3:35 the derived predicate `p` may not be changed by an action",
            "error[derived-in-init] p.pddl:2:8 the derived predicate `p` may not stand in the initial state | its rule alone decides when it is true",
        ]
    );
}

#[test]
fn axioms_that_are_not_stratifiable() {
    check_domain(
        "(:predicates (p) (q) (r) (s))
        (:derived (p) (and (s) (not (q)))) (:derived (q) (or (r) (s))) (:derived (r) (p))",
        &["error[not-stratifiable] d.pddl:3:20 derived predicates depend on their own negation: \
         `p` <- `q` <- `r` <- `p`"],
    );
    check_domain(
        "(:predicates (p)) (:derived (p) (not (p)))",
        &["error[not-stratifiable] d.pddl:2:30 derived predicates depend on their own negation: `p` <- `p`"],
    );
    check_domain(
        "(:predicates (p) (q)) (:derived (p) (imply (p) (q)))",
        &["error[not-stratifiable] d.pddl:2:34 derived predicates depend on their own negation: `p` <- `p`"],
    );
    // Recursion without negation, negation without recursion, and double negation are fine.
    check_domain(
        "(:predicates (p) (q) (r))
        (:derived (p) (or (p) (not (q)))) (:derived (q) (not (not (q)))) (:derived (r) (not (p)))",
        &[],
    );
}

#[test]
fn names_and_sections_of_problems() {
    assert_eq!(
        complaints("(define (domain e))", PROBLEM),
        [
            "warning[domain-name-differs] p.pddl:1:30 the problem is for the domain `d`, the domain file has `e`",
        ]
    );
    assert_eq!(
        complaints("(define (domain e))", "(define (problem p))"),
        [
            "error[missing-section] p.pddl:1:18 the problem has no goal | add `(:goal ...)`",
            "warning[missing-section] p.pddl:1:18 the problem does not name its domain | add `(:domain e)`",
            "warning[missing-section] p.pddl:1:18 the problem has no `:init`; nothing is true initially",
        ]
    );
    check_domain(
        "(:predicates (= ?x ?y))",
        &["warning[equality-declared] d.pddl:2:15 `=` is built in and need not be declared"],
    );
}

#[test]
fn too_many_alternatives() {
    let types: String = (0..300).map(|i| format!("t{i} ")).collect();
    let found = complaints(&domain(&format!("(:types {types})\n(:constants c - (either {types}))")), PROBLEM);
    assert_eq!(found, ["error[too-many-types] d.pddl:3:1195 `either` takes at most 256 types"]);
}

#[test]
fn several_independent_errors_in_both_files() {
    let found = complaints(
        &domain(
            "(:types t - (x)) (:predicates (p ?x)) (:action a :precondition (q)) (:action b :effect (p ?x))",
        ),
        &problem("(:objects o - u) (:init (r) (p)) (:goal (p o o))"),
    );
    let codes: Vec<&str> = found.iter().filter_map(|line| line.split([' ', ']']).next()).collect();
    assert_eq!(
        codes,
        [
            "error[syntax",
            "error[undeclared-predicate",
            "error[missing-parameters",
            "error[undeclared-predicate",
            "error[wrong-arity",
            "error[wrong-arity",
        ]
    );
}

#[test]
fn at_most_twenty_errors_are_shown() {
    let facts: String = (100..200).map(|number| format!("(q{number})")).collect();
    let found = complaints(&domain("(:predicates (p))"), &problem(&format!("(:init {facts}) (:goal (and))")));
    assert_eq!(found.len(), 21);
    assert_eq!(
        found[20],
        "error[too-many] p.pddl:2:129 and 80 more errors; the first: undeclared predicate `q120`"
    );
}
