//! Features outside of classical planning are refused by name, as unsupported and not as wrong.

use crate::common::{PROBLEM, domain, parse, problem};

/// The complaints without their advice.
fn complaints(domain: &str, problem: &str) -> Vec<String> {
    let without_advice = |line: &String| line.split(" | ").next().unwrap_or_default().to_owned();
    crate::common::complaints(domain, problem).iter().map(without_advice).collect()
}

/// The domain's complaint is the one expected, and nothing else is wrong.
#[track_caller]
fn check_domain(sections: &str, expected: &str) {
    assert_eq!(complaints(&domain(sections), PROBLEM), [expected]);
    let diagnostics = parse(&domain(sections), PROBLEM).unwrap_err();
    assert!(extremal_pddl::only_unsupported(&diagnostics));
}

#[track_caller]
fn check_problem(sections: &str, expected: &str) {
    let domain = domain("(:predicates (p) (at ?x)) (:functions (total-cost) (f))");
    assert_eq!(complaints(&domain, &problem(sections)), [expected]);
    let diagnostics = parse(&domain, &problem(sections)).unwrap_err();
    assert!(extremal_pddl::only_unsupported(&diagnostics));
}

const ACTION: &str = "(:predicates (p)) (:functions (total-cost) (f))\n(:action a ";

#[test]
fn durative_actions() {
    check_domain(
        "(:durative-action a :duration (= ?duration 1))",
        "unsupported[unsupported-durative-actions] d.pddl:2:2 durative actions are not supported",
    );
    check_domain(
        &format!("{ACTION}:precondition (at start (p)))"),
        "unsupported[unsupported-durative-actions] d.pddl:3:26 timed conditions of durative actions are not supported",
    );
    check_domain(
        &format!("{ACTION}:precondition (over all (p)))"),
        "unsupported[unsupported-durative-actions] d.pddl:3:26 timed conditions of durative actions are not supported",
    );
    check_domain(
        &format!("{ACTION}:effect (at end (p)))"),
        "unsupported[unsupported-durative-actions] d.pddl:3:20 timed effects of durative actions are not supported",
    );
}

#[test]
fn numeric_conditions() {
    for condition in ["(< (f) 3)", "(>= 3 (f))", "(= (f) 3)", "(<= (f) (total-cost))", "(> 1 0)"] {
        check_domain(
            &format!("{ACTION}:precondition {condition})"),
            "unsupported[unsupported-numeric-fluents] d.pddl:3:26 numeric conditions are not supported",
        );
    }
    check_problem(
        "(:init) (:goal (< (f) 3))",
        "unsupported[unsupported-numeric-fluents] p.pddl:2:16 numeric conditions are not supported",
    );
}

#[test]
fn numeric_effects() {
    for effect in [
        "(increase (f) 1)",
        "(assign (f) 1)",
        "(decrease (total-cost) 1)",
        "(scale-up (f) 2)",
        "(scale-down (f) 2)",
    ] {
        check_domain(
            &format!("{ACTION}:effect {effect})"),
            "unsupported[unsupported-numeric-fluents] d.pddl:3:20 \
             numeric effects other than an increase of `(total-cost)` are not supported",
        );
    }
    check_domain(
        &format!("{ACTION}:effect (when (p) (increase (total-cost) 1)))"),
        "unsupported[unsupported-numeric-fluents] d.pddl:3:30 conditional action costs are not supported",
    );
    check_domain(
        &format!("{ACTION}:effect (increase (total-cost) (+ 1 (f))))"),
        "unsupported[unsupported-numeric-fluents] d.pddl:3:43 computed action costs are not supported",
    );
    check_domain(
        &format!("{ACTION}:effect (increase (total-cost) (total-cost)))"),
        "unsupported[unsupported-numeric-fluents] d.pddl:3:43 \
         action costs that depend on `(total-cost)` are not supported",
    );
    check_domain(
        &format!("{ACTION}:effect (and (increase (total-cost) (f)) (increase (total-cost) 1)))"),
        "unsupported[unsupported-numeric-fluents] d.pddl:3:53 \
         action costs that are the sum of several functions are not supported",
    );
}

#[test]
fn object_fluents() {
    check_domain(
        "(:types t) (:functions (f) - t)",
        "unsupported[unsupported-object-fluents] d.pddl:2:30 functions other than numeric are not supported",
    );
    check_domain(
        "(:predicates (q ?x)) (:functions (f))\n(:action a :precondition (q (f)))",
        "unsupported[unsupported-object-fluents] d.pddl:3:29 functions as arguments are not supported",
    );
    check_problem(
        "(:init (= (g) a)) (:goal (p))",
        "unsupported[unsupported-object-fluents] p.pddl:2:8 object fluents are not supported",
    );
}

#[test]
fn preferences_and_constraints() {
    check_problem(
        "(:init) (:goal (and (p) (preference name (p))))",
        "unsupported[unsupported-preferences] p.pddl:2:25 preferences are not supported",
    );
    check_problem(
        "(:init) (:goal (p)) (:constraints (always (p)))",
        "unsupported[unsupported-constraints] p.pddl:2:22 trajectory constraints are not supported",
    );
    check_domain(
        "(:constraints (and))",
        "unsupported[unsupported-constraints] d.pddl:2:2 trajectory constraints are not supported",
    );
    for operator in ["sometime", "always", "at-most-once", "within 3", "hold-after 3", "sometime-before (p)"]
    {
        check_problem(
            &format!("(:init) (:goal ({operator} (p)))"),
            "unsupported[unsupported-constraints] p.pddl:2:16 trajectory constraints are not supported",
        );
    }
}

#[test]
fn timed_initial_literals() {
    check_problem(
        "(:init (at 5 (p))) (:goal (p))",
        "unsupported[unsupported-timed-initial-literals] p.pddl:2:8 timed initial literals are not supported",
    );
}

#[test]
fn processes_and_hierarchies_and_chance() {
    for section in ["(:process x)", "(:event x)"] {
        check_domain(
            section,
            "unsupported[unsupported-processes] d.pddl:2:2 processes and events are not supported",
        );
    }
    for section in ["(:task x)", "(:method x)"] {
        check_domain(
            section,
            "unsupported[unsupported-hierarchy] d.pddl:2:2 hierarchical task networks are not supported",
        );
    }
    check_domain(
        &format!("{ACTION}:effect (oneof (p) (not (p))))"),
        "unsupported[unsupported-uncertain-effects] d.pddl:3:20 uncertain effects are not supported",
    );
}

#[test]
fn metrics() {
    check_problem(
        "(:init) (:goal (p)) (:metric maximize (total-cost))",
        "unsupported[unsupported-metric] p.pddl:2:30 metrics to be maximized are not supported",
    );
    for expression in ["(total-time)", "(+ (total-cost) 1)", "(f)", "3"] {
        check_problem(
            &format!("(:init) (:goal (p)) (:metric minimize {expression})"),
            "unsupported[unsupported-metric] p.pddl:2:39 \
             metrics other than `minimize (total-cost)` are not supported",
        );
    }
}

#[test]
fn words_of_larger_fragments_are_ordinary_names_elsewhere() {
    let domain = domain(
        "(:predicates (at ?x) (always ?x) (preference ?x) (over ?x ?y) (assign ?x) (within ?x ?y))
         (:constants start end all)
         (:action a :precondition (and (at start) (always end) (preference end) (over all end) (within all end))
                    :effect (and (assign end) (at end)))",
    );
    assert_eq!(complaints(&domain, PROBLEM), [""; 0]);
}

#[test]
fn a_requirement_alone_is_only_a_warning() {
    assert_eq!(
        crate::common::complaints(
            "(define (domain d) (:requirements :strips :durative-actions :strps :negative-precondition))",
            PROBLEM
        ),
        [
            "warning[unsupported-requirement] d.pddl:1:43 the requirement `:durative-actions` is not supported \
             | the task is accepted as long as nothing in it uses this",
            "warning[unknown-requirement] d.pddl:1:61 unknown requirement `:strps` | did you mean `:strips`?",
            "warning[unknown-requirement] d.pddl:1:68 unknown requirement `:negative-precondition` \
             | did you mean `:negative-preconditions`?",
        ]
    );
}

#[test]
fn errors_weigh_more_than_unsupported_features() {
    let diagnostics = parse(&domain("(:durative-action a) (:types - a)"), PROBLEM).unwrap_err();
    assert!(!extremal_pddl::only_unsupported(&diagnostics));
}
