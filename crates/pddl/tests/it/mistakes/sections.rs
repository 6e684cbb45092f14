//! Sections and the parts of actions.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "no predicates",
        &[("(:predicates…", ""), ("(domain warehouse)", "(domain ‹warehouse›)")],
        "missing-section",
        "(:predicates",
    ),
    domain(
        "no types",
        &[("(:types…", ""), ("(domain warehouse)", "(domain ‹warehouse›)")],
        "missing-section",
        "(:types",
    ),
    domain(
        "no functions",
        &[("(:functions…", ""), ("(domain warehouse)", "(domain ‹warehouse›)")],
        "missing-section",
        "(:functions",
    ),
    problem(
        "no objects",
        &[("(:objects…", ""), ("(problem two-crates)", "(problem ‹two-crates›)")],
        "missing-section",
        "(:objects",
    ),
    problem(
        "no goal",
        &[("(:goal…", ""), ("(problem two-crates)", "(problem ‹two-crates›)")],
        "missing-section",
        "(:goal",
    ),
    domain(
        "`:predicate`",
        &[("(:predicates", "(‹:predicate›")],
        "unknown-keyword",
        "did you mean `:predicates`?",
    ),
    domain("`:type`", &[("(:types", "(‹:type›")], "unknown-keyword", "did you mean `:types`?"),
    problem("`:object`", &[("(:objects", "(‹:object›")], "unknown-keyword", "did you mean `:objects`?"),
    problem("`:goals`", &[("(:goal", "(‹:goals›")], "unknown-keyword", "did you mean `:goal`?"),
    problem("`:initial`", &[("(:init", "(‹:initial›")], "unknown-keyword", "did you mean `:init`?"),
    problem("a section without a colon", &[("(:init", "(‹init›")], "missing-colon", "`:init`"),
    domain("an action without a colon", &[("(:action move", "(‹action› move")], "missing-colon", "`:action`"),
    domain(
        "`:preconditions`",
        &[(":precondition", "‹:preconditions›")],
        "unknown-keyword",
        "did you mean `:precondition`?",
    ),
    domain("`:effects`", &[(":effect", "‹:effects›")], "unknown-keyword", "did you mean `:effect`?"),
    domain("`:params`", &[(":parameters", "‹:params›")], "unknown-keyword", "did you mean `:parameters`?"),
    domain("a part of an action without a colon", &[(":effect", "‹effect›")], "missing-colon", "`:effect`"),
    domain(
        "an action without parameters",
        &[
            ("(:action move", "(:action ‹move›"),
            (":parameters (?r - robot ?from ?to - place ?before ?after - level)", ""),
        ],
        "missing-parameters",
        "`:parameters (?r ?from ?to ?before ?after)`",
    ),
    domain(
        "predicates without parentheses",
        &[("(empty ?r - robot)", "‹empty› ?r - robot")],
        "syntax",
        "in parentheses",
    ),
    domain("a requirement without a colon", &[(":adl", "‹adl›")], "missing-colon", "`:adl`"),
    domain(
        "no `define`",
        &[("(define (domain warehouse)", "‹(domain› warehouse")],
        "syntax",
        "(define (domain NAME)",
    ),
    problem(
        "`and` in the initial state",
        &[("(at r1 dock)\n    (at r2 gate)", "(‹and› (at r1 dock)\n    (at r2 gate))")],
        "and-in-init",
        "without `and`",
    ),
];
