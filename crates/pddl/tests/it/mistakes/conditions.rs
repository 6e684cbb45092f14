//! Conditions and effects.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "`when` in a precondition",
        &[("(imply (fragile ?c) (inspected ?c))", "(‹when› (fragile ?c) (inspected ?c))")],
        "when-in-condition",
        "`imply`",
    ),
    domain(
        "`implies`",
        &[("(imply (fragile ?c)", "(‹implies› (fragile ?c)")],
        "unknown-connective",
        "`imply`",
    ),
    domain(
        "`!=`",
        &[("(not (= ?from ?to))", "‹(!= ?from ?to)›")],
        "unknown-connective",
        "`(not (= ?from ?to))`",
    ),
    domain("`==`", &[("(= ?p dock)", "(‹==› ?p dock)")], "unknown-connective", "`=`"),
    domain("`!` for `not`", &[("(not (= ?from ?to))", "(‹!› (= ?from ?to))")], "unknown-connective", "`not`"),
    domain(
        "`&&`",
        &[(":precondition (and (fragile", ":precondition (‹&&› (fragile")],
        "unknown-connective",
        "`and`",
    ),
    domain(
        "a precondition without `and`",
        &[(":precondition (and (fragile ?c) (at ?c dock))", ":precondition (fragile ?c) ‹(at ?c dock)›")],
        "missing-and",
        "(and ",
    ),
    domain(
        "an effect without `and`",
        &[(
            ":effect (and (inspected ?c) (increase (total-cost) 3)))",
            ":effect (inspected ?c) ‹(increase (total-cost) 3)›)",
        )],
        "missing-and",
        "(and ",
    ),
    problem(
        "a goal without `and`",
        &[(
            "(:goal (and\n    (at c1 gate)\n    (at c2 shelf)\n    (empty r1)))",
            "(:goal (at c1 gate)\n    ‹(at c2 shelf)›\n    (empty r1))",
        )],
        "missing-and",
        "(and ",
    ),
    problem("a goal in parentheses without `and`", &[("(:goal (and", "(:goal ‹(›")], "missing-and", "(and "),
    domain(
        "two effects of `when` without `and`",
        &[("(and (not (at ?c ?from)) (at ?c ?to))", "(not (at ?c ?from)) ‹(at ?c ?to)›")],
        "missing-and",
        "(and ",
    ),
    domain(
        "two conditions of `not`",
        &[("(not (= ?from ?to))", "(not (= ?from ?to) ‹(= ?to ?from)›)")],
        "missing-and",
        "(and ",
    ),
    domain("`if` in an effect", &[("(when (carries", "(‹if› (carries")], "unknown-connective", "`when`"),
    domain(
        "a quantifier without parentheses",
        &[("(forall (?c - crate)", "(forall ‹?c› - crate")],
        "syntax",
        "`(?c - crate)`",
    ),
    domain(
        "a quantified variable without a question mark",
        &[("(forall (?c - crate)", "(forall (‹c› - crate)")],
        "syntax",
        "`?c`",
    ),
    domain(
        "a parameter without a question mark",
        &[(":parameters (?c - crate)", ":parameters (‹c› - crate)")],
        "syntax",
        "`?c`",
    ),
    domain(
        "`or` in an effect",
        &[(":effect (and (inspected ?c)", ":effect (and ‹(or (inspected ?c) (fragile ?c))›")],
        "syntax",
        "two actions",
    ),
    domain(
        "`not` around several effects",
        &[("(not (empty ?r))", "(not ‹(and (empty ?r) (at ?c ?p))›)")],
        "syntax",
        "each atom",
    ),
    domain(
        "`not` without parentheses",
        &[("(not (= ?from ?to))", "‹not› (= ?from ?to)")],
        "syntax",
        "`(not ",
    ),
    domain(
        "numbers as a battery",
        &[("(not (battery ?r ?before))", "‹(decrease (charge-of ?r) 1)›")],
        "unsupported-numeric-fluents",
        "objects",
    ),
    domain(
        "a comparison of numbers",
        &[("(battery ?r ?before)", "‹(>= (charge-of ?r) 1)›")],
        "unsupported-numeric-fluents",
        "objects",
    ),
    domain(
        "an action with a duration",
        &[("(:action inspect", "(‹:durative-action› inspect")],
        "unsupported-durative-actions",
        "`:action`",
    ),
];
