//! Diagnostics as users see them.

use crate::common::PROBLEM;
use extremal_pddl::{SourceFile, Sources, parse_task, render_json, render_text};

fn rendered(domain: impl Into<Vec<u8>>, problem: &str, json: bool) -> String {
    let (domain, problem) = (SourceFile::new("d.pddl", domain), SourceFile::new("p.pddl", problem));
    let sources = Sources { domain: &domain, problem: &problem };
    let diagnostics = parse_task(&domain, &problem).unwrap_err();
    if json { render_json(&diagnostics, &sources) } else { render_text(&diagnostics, &sources, false) }
}

const DOMAIN: &str = "(define (domain d) (:requirements :typing)
  (:types truck place)
  (:predicates (at ?t - truck ?p - place))
  (:action go :parameters (?t - truck)
    :effect (att ?t ?t)))";

#[test]
fn text_shows_place_excerpt_and_advice() {
    let expected = "\
error[undeclared-predicate]: undeclared predicate `att`
 --> d.pddl:5:14
  |
5 |     :effect (att ?t ?t)))
  |              ^^^
  |
  = help: did you mean `at`?

";
    assert_eq!(rendered(DOMAIN, PROBLEM, false), expected);
}

#[test]
fn text_shows_the_declaration_in_the_other_file() {
    let problem = "(define (problem p) (:domain d) (:objects t - truck)\n(:init (at t t)) (:goal (and)))";
    let expected = "\
error[wrong-type]: `t` has type `truck`, but argument 2 of `at` has type `place`
 --> p.pddl:2:14
  |
2 | (:init (at t t)) (:goal (and)))
  |              ^ expected `place`
  |
 ::: p.pddl:1:43
  |
1 | (define (problem p) (:domain d) (:objects t - truck)
  |                                           - has its type from here
  |
 ::: d.pddl:3:17
  |
3 |   (:predicates (at ?t - truck ?p - place))
  |                 -- declared here

";
    assert_eq!(rendered(DOMAIN.replace("att ?t ?t", "and"), problem, false), expected);
}

#[test]
fn a_long_line_is_cut_and_keeps_its_column() {
    let constants: String = (0..50).map(|i| format!("c{i} ")).collect();
    let domain =
        format!("(define (domain d) (:constants {constants}) (:action a :effect (q)) (:types {constants}))");
    let column = domain.find("(q)").unwrap() + 2;
    let text = rendered(domain, PROBLEM, false);
    assert!(text.contains(&format!("d.pddl:1:{column}\n")), "{text}");
    assert!(text.contains(" (:action a :effect (q)) (:types c0 c1"), "{text}");
    assert!(text.lines().all(|line| line.len() < 200), "{text}");
}

#[test]
fn bytes_that_are_not_utf8_are_shown_as_replacement_characters() {
    let text = rendered(b"(define (domain d) (:predicates (caf\xe9)))".to_vec(), PROBLEM, false);
    let expected = "\
error[invalid-character]: the byte 0xe9 is not allowed outside of comments
 --> d.pddl:1:37
  |
1 | (define (domain d) (:predicates (caf\u{fffd})))
  |                                     ^
  |
  = help: PDDL names are made of ASCII letters, digits, `-` and `_`

";
    assert_eq!(text, expected);
}

#[test]
fn json_has_one_object_per_line() {
    let json = rendered(DOMAIN, "(define (problem p) (:domain d) (:init) (:goal (at)))", true);
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            serde_json::json!({
                "severity": "error", "code": "undeclared-predicate", "message": "undeclared predicate `att`",
                "file": "d.pddl", "line": 5, "column": 14, "end_line": 5, "end_column": 17,
                "labels": [], "help": ["did you mean `at`?"],
                "fix": [{
                    "replacement": "at",
                    "file": "d.pddl", "line": 5, "column": 14, "end_line": 5, "end_column": 17,
                }],
            }),
            serde_json::json!({
                "severity": "error", "code": "wrong-arity", "message": "the predicate `at` takes 2 arguments, found 0",
                "file": "p.pddl", "line": 1, "column": 48, "end_line": 1, "end_column": 52,
                "labels": [
                    {"text": "too few arguments",
                     "file": "p.pddl", "line": 1, "column": 48, "end_line": 1, "end_column": 52},
                    {"text": "declared here",
                     "file": "d.pddl", "line": 3, "column": 17, "end_line": 3, "end_column": 19},
                ],
                "help": [],
                "fix": [],
            }),
        ]
    );
}

#[test]
fn colours_are_escape_codes() {
    let (domain, problem) = (SourceFile::new("d", "("), SourceFile::new("p", PROBLEM));
    let sources = Sources { domain: &domain, problem: &problem };
    let diagnostics = parse_task(&domain, &problem).unwrap_err();
    assert!(render_text(&diagnostics, &sources, true).contains("\u{1b}["));
    assert!(!render_text(&diagnostics, &sources, false).contains("\u{1b}["));
}
