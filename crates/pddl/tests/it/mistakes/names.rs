//! Names, types and variables.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "a type that is used everywhere and not declared",
        &[("    level)", "    )"), ("(battery ?r - robot ?l - level)", "(battery ?r - robot ?l - ‹level›)")],
        "undeclared-type",
        "4 more",
    ),
    domain(
        "a misspelt type",
        &[(":parameters (?r - robot ?old", ":parameters (?r - ‹rbot› ?old")],
        "undeclared-type",
        "did you mean `robot`?",
    ),
    problem(
        "a misspelt type of objects",
        &[("c1 c2 - crate", "c1 c2 - ‹crates›")],
        "undeclared-type",
        "`crate`?",
    ),
    domain(
        "a predicate that is not declared",
        &[("(empty ?r - robot)", ""), ("      (empty ?r)\n      (imply", "      (‹empty› ?r)\n      (imply")],
        "undeclared-predicate",
        "5 more",
    ),
    domain(
        "a misspelt predicate",
        &[("(carries ?r ?c)\n          (and", "(‹caries› ?r ?c)\n          (and")],
        "undeclared-predicate",
        "did you mean `carries`?",
    ),
    problem(
        "a misspelt predicate in the initial state",
        &[("(fragile c2)", "(‹fragil› c2)")],
        "undeclared-predicate",
        "`fragile`?",
    ),
    domain(
        "a predicate that is declared with fewer arguments than all uses have",
        &[
            ("(at ?t - thing ?p - place)", "(at ?t - thing)"),
            ("(at ?r ?from)\n      (road", "(at ?r ‹?from›)\n      (road"),
        ],
        "wrong-arity",
        "15 more",
    ),
    domain(
        "too few arguments",
        &[("(at ?c dock)", "‹(at ?c)›")],
        "wrong-arity",
        "takes 2 arguments, found 1",
    ),
    problem(
        "too many arguments",
        &[("(open shelf)", "(open shelf ‹gate›)")],
        "wrong-arity",
        "takes 1 argument, found 2",
    ),
    domain(
        "swapped arguments",
        &[("(at ?c dock)", "(at ‹dock› ?c)")],
        "wrong-type",
        "argument 1 of `at` has type `thing`",
    ),
    problem(
        "an object with a wrong type",
        &[("r1 r2 - robot", "r1 - crate r2 - robot"), ("(empty r1)", "(empty ‹r1›)")],
        "wrong-type",
        "`r1` has type `crate`",
    ),
    domain(
        "a parameter with a wrong type",
        &[
            (":parameters (?r - robot ?old", ":parameters (?r - place ?old"),
            ("(at ?r dock)", "(at ‹?r› dock)"),
        ],
        "wrong-type",
        "`?r` has type `place`",
    ),
    domain(
        "a variable that is no parameter",
        &[
            (":parameters (?r - robot ?old ?new - level)", ":parameters (?r - robot ?old - level)"),
            ("(next ?old ?new)", "(next ?old ‹?new›)"),
        ],
        "unbound-variable",
        "`?new`",
    ),
    domain(
        "a misspelt variable",
        &[("(next ?old ?new)", "(next ?old ‹?neww›)")],
        "unbound-variable",
        "did you mean `?new`?",
    ),
    domain(
        "a variable without a question mark",
        &[("(at ?r dock)", "(at ‹r› dock)")],
        "undeclared-object",
        "did you mean `?r`?",
    ),
    problem(
        "an object with a question mark",
        &[("(at r1 dock)", "(at ‹?r1› dock)")],
        "unbound-variable",
        "did you mean `r1`?",
    ),
    problem(
        "a variable in the goal",
        &[("(at c1 gate)", "(at ‹?crate› gate)")],
        "unbound-variable",
        "(exists",
    ),
    problem(
        "an object twice",
        &[("shelf gate - place", "shelf gate ‹shelf› - place")],
        "duplicate-definition",
        "`shelf`",
    ),
    domain("an action twice", &[("(:action drop", "(:action ‹pick›")], "duplicate-definition", "`pick`"),
    domain(
        "a predicate twice",
        &[("(open ?p - place)", "(open ?p - place) (‹open› ?c - crate)")],
        "duplicate-definition",
        "`open`",
    ),
    domain(
        "no space after a dash",
        &[("(empty ?r - robot)", "(empty ?r ‹-robot›)")],
        "dash-without-space",
        "`- robot`",
    ),
    domain(
        "no space before a dash",
        &[("(empty ?r - robot)", "(empty ‹?r-› robot)")],
        "dash-without-space",
        "`?r -`",
    ),
    domain(
        "no spaces around a dash",
        &[(":parameters (?c - crate)", ":parameters (‹?c-crate›)")],
        "dash-without-space",
        "`?c - crate`",
    ),
    problem(
        "no space after the dash of objects",
        &[("c1 c2 - crate", "c1 c2 ‹-crate›")],
        "dash-without-space",
        "`- crate`",
    ),
    domain(
        "a dash without a type",
        &[("(empty ?r - robot)", "(empty ?r ‹-›)")],
        "syntax",
        "a type is missing",
    ),
    domain(
        "`either` without parentheses",
        &[("(at ?t - thing ?p - place)", "(at ?t - ‹either robot crate› ?p - place)")],
        "syntax",
        "`(either robot crate)`",
    ),
    problem(
        "an object that is not declared",
        &[("(battery r2 mid)", "(battery ‹r3› mid)")],
        "undeclared-object",
        "`r3`",
    ),
    problem(
        "an object that is used everywhere and not declared",
        &[("shelf gate - place", "gate - place"), ("(at c1 shelf)", "(at c1 ‹shelf›)")],
        "undeclared-object",
        "6 more",
    ),
    domain(
        "a type below itself",
        &[("robot crate - thing\n    thing - object", "‹robot› crate - thing\n    thing - robot")],
        "cyclic-types",
        "`robot` - `thing`",
    ),
    problem(
        "an object that is a constant of another type",
        &[("r1 r2 - robot", "r1 r2 ‹dock› - robot")],
        "object-is-constant",
        "another type",
    ),
];
