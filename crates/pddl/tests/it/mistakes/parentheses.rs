//! Parentheses that are missing or too many.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "an extra parenthesis at the end of a precondition",
        &[("(next ?old ?new))\n", "(next ?old ?new))‹)›\n")],
        "superfluous-parenthesis",
        "`:effect`",
    ),
    domain(
        "an extra parenthesis inside a precondition",
        &[("(at ?r dock)\n", "(at ?r dock)‹)›\n")],
        "superfluous-parenthesis",
        "ends `:precondition`",
    ),
    domain(
        "an extra parenthesis inside an effect",
        &[("(not (at ?r ?from))\n", "(not (at ?r ?from))‹)›\n")],
        "superfluous-parenthesis",
        "ends `:effect`",
    ),
    domain(
        "an extra parenthesis at the end of an action",
        &[("(increase (total-cost) 2)))", "(increase (total-cost) 2)))‹)›")],
        "superfluous-parenthesis",
        "closes `(define`",
    ),
    domain(
        "an extra parenthesis at the end of the last action",
        &[("(increase (total-cost) 3)))", "(increase (total-cost) 3)))‹)›")],
        "superfluous-parenthesis",
        "closes `(define`",
    ),
    domain(
        "an extra parenthesis after the predicates",
        &[("(open ?p - place))", "(open ?p - place))‹)›")],
        "superfluous-parenthesis",
        "closes `(define`",
    ),
    domain(
        "an extra parenthesis among the predicates",
        &[("(road ?from ?to - place)\n", "(road ?from ?to - place)‹)›\n")],
        "superfluous-parenthesis",
        "ends `:predicates`",
    ),
    problem(
        "an extra parenthesis in the initial state",
        &[("(at c2 dock)\n", "(at c2 dock)‹)›\n")],
        "superfluous-parenthesis",
        "ends `:init`",
    ),
    problem(
        "an extra parenthesis in the goal",
        &[("(at c1 gate)\n", "(at c1 gate)‹)›\n")],
        "superfluous-parenthesis",
        "ends `:goal`",
    ),
    problem(
        "an extra parenthesis at the end of the file",
        &[("(total-cost)))", "(total-cost)))‹)›")],
        "superfluous-parenthesis",
        "closes nothing",
    ),
    domain(
        "a missing parenthesis at the end of a precondition",
        &[
            ("    :precondition (and\n      (at ?r dock)", "    :precondition ‹(›and\n      (at ?r dock)"),
            ("(next ?old ?new))", "(next ?old ?new)"),
        ],
        "unclosed-parenthesis",
        "before `:effect`",
    ),
    domain(
        "a missing parenthesis in a precondition",
        &[("(at ?r dock)", "‹(›at ?r dock")],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis in an effect",
        &[("(battery ?r ?new)", "‹(›battery ?r ?new")],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis at the end of an action",
        &[
            ("(:action charge", "‹(›:action charge"),
            ("(increase (total-cost) 2)))", "(increase (total-cost) 2))"),
        ],
        "unclosed-parenthesis",
        "before `(:action`",
    ),
    domain(
        "a missing parenthesis at the end of the last action",
        &[
            ("(:action inspect", "‹(›:action inspect"),
            ("(increase (total-cost) 3)))", "(increase (total-cost) 3))"),
        ],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis after the predicates",
        &[("(:predicates", "‹(›:predicates"), ("(open ?p - place))", "(open ?p - place)")],
        "unclosed-parenthesis",
        "before `(:functions`",
    ),
    problem(
        "a missing parenthesis in the initial state",
        &[("(at c2 dock)", "‹(›at c2 dock")],
        "unclosed-parenthesis",
        "not closed",
    ),
    problem(
        "a missing parenthesis at the end of the file",
        &[("(define", "‹(›define"), ("(:metric minimize (total-cost)))", "(:metric minimize (total-cost))")],
        "unclosed-parenthesis",
        "never closed",
    ),
];
