//! What is right PDDL but probably not meant.

use extremal_pddl::{SourceFile, Sources, lint};

const DOMAIN: &str = include_str!("mistakes/domain.pddl");
const PROBLEM: &str = include_str!("mistakes/problem.pddl");

/// Edits one of the files and returns a line for each diagnostic: code, place, message.
#[track_caller]
fn found(edits: &[(&str, &str)], with_problem: bool) -> Vec<String> {
    let (mut domain, mut problem) = (DOMAIN.to_owned(), PROBLEM.to_owned());
    for (from, to) in edits {
        assert!(domain.contains(from) || problem.contains(from), "{from}");
        domain = domain.replacen(from, to, 1);
        problem = problem.replacen(from, to, 1);
    }
    let (domain, problem) = (SourceFile::new("d", domain), SourceFile::new("p", problem));
    let sources = Sources { domain: &domain, problem: &problem };
    let line = |found: &extremal_pddl::Diagnostic| {
        let place = sources.file(found.file).position(found.span.start);
        format!(
            "{}[{}] {}:{} {}",
            found.severity.name(),
            found.code,
            sources.file(found.file).name,
            place.line,
            found.message
        )
    };
    lint(&domain, with_problem.then_some(&problem)).iter().map(line).collect()
}

#[test]
fn the_warehouse_is_clean() {
    assert_eq!(found(&[], false), [""; 0]);
    assert_eq!(found(&[], true), [""; 0]);
}

#[test]
fn names_that_nothing_uses() {
    assert_eq!(
        found(&[("(open ?p - place)", "(open ?p - place) (busy ?r - robot)")], false),
        ["warning[unused-predicate] d:19 no action or rule uses the predicate `busy`"]
    );
    assert_eq!(
        found(&[("(total-cost) - number", "(total-cost) - number (weight ?c - crate) - number")], true),
        [
            "warning[unused-function] d:21 no action costs `weight`",
            "warning[missing-value] d:21 the function `weight` has no value in `:init`"
        ]
    );
    assert_eq!(
        found(&[(":parameters (?c - crate)", ":parameters (?c - crate ?r - robot)")], false),
        ["warning[unused-parameter] d:77 nothing uses the parameter `?r`"]
    );
}

#[test]
fn effects_that_do_nothing() {
    assert_eq!(
        found(&[(":effect (and (inspected ?c) ", ":effect (and ")], false),
        ["warning[no-effect] d:76 the action `inspect` changes nothing"]
    );
    assert_eq!(
        found(&[("(not (empty ?r))", "(not (empty ?r)) (empty ?r)")], false),
        ["warning[added-and-deleted] d:62 this atom is added and deleted at once"]
    );
}

#[test]
fn conditions_that_cannot_hold() {
    let never = "warning[contradiction] d:57 this precondition can never hold";
    assert_eq!(found(&[("(at ?c ?p)\n", "(at ?c ?p) (not (at ?c ?p))\n")], false), [never]);
    assert_eq!(found(&[("(at ?c ?p)\n", "(at ?c ?p) (not (= ?c ?c))\n")], false), [never]);
    assert_eq!(found(&[("(at ?c ?p)\n", "(at ?c ?p) (not (or (fragile ?c) (at ?c ?p)))\n")], false), [never]);
}

/// What VS Code gives a checker when only a domain is open.
#[test]
fn a_problem_that_says_nothing_casts_no_doubt_on_the_domain() {
    let blank = "(define (problem dummy) (:domain warehouse)\n(:objects \n)\n(:init\n)\n(:goal (and\n))\n)";
    let (domain, blank) = (SourceFile::new("d", DOMAIN), SourceFile::new("p", blank));
    assert_eq!(lint(&domain, Some(&blank)), []);
    let begun = SourceFile::new("p", "(define (problem p) (:domain warehouse) (:init) (:goal (open dock)))");
    assert!(!lint(&domain, Some(&begun)).is_empty());
}

#[test]
fn predicates_that_are_never_true() {
    assert_eq!(
        found(&[("    (next low mid)\n    (next mid full)\n", "")], true),
        ["warning[never-true] d:31 `next` is tested here and never true"]
    );
    assert_eq!(found(&[("    (next low mid)\n    (next mid full)\n", "")], false), [""; 0]);
}

#[test]
fn costs_without_a_value() {
    assert_eq!(
        found(&[("(= (distance gate dock) 2)", "")], true),
        ["warning[missing-value] d:40 `(distance gate dock)` has no value in `:init`"]
    );
    let all = [
        ("(= (distance gate dock) 2)", ""),
        ("(= (distance dock gate) 2)", ""),
        ("(= (distance shelf dock) 4)", ""),
    ];
    assert_eq!(
        found(&all, true),
        [
            "warning[missing-value] d:40 `(distance shelf dock)` has no value in `:init`, and neither have 2 others"
        ]
    );
    let none = [all[0], all[1], all[2], ("(= (distance dock shelf) 4)", "")];
    assert_eq!(found(&none, true), ["warning[missing-value] d:40 `distance` has no values in `:init`"]);
}

#[test]
fn errors_hide_lints() {
    let errors = found(&[("(not (empty ?r))", "(not (empty ?r)) (emty ?r)")], false);
    assert_eq!(errors, ["error[undeclared-predicate] d:62 undeclared predicate `emty`"]);
}
