//! Characters and comments.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "a no-break space",
        &[(
            "    :precondition (and\n      (at ?r dock)",
            "    :precondition (and\n‹\u{a0}›     (at ?r dock)",
        )],
        "invalid-character",
        "U+00A0 NO-BREAK SPACE",
    ),
    problem(
        "no-break spaces all over a copied text",
        &[(
            "    (at r1 dock)\n    (at r2 gate)",
            "‹\u{a0}›\u{a0} (at r1\u{a0}dock)\n\u{a0} (at r2\u{a0}gate)",
        )],
        "invalid-character",
        "4 more",
    ),
    domain(
        "a long dash from a word processor",
        &[("(empty ?r - robot)", "(empty ?r ‹–› robot)")],
        "invalid-character",
        "U+2013 EN DASH",
    ),
    domain("a letter that is not ASCII", &[("(:action move", "(:action m‹ö›ve")], "invalid-character", "`ö`"),
    domain("names in quotes", &[("(at ?r dock)", "(at ?r ‹\"dock\"›)")], "quoted-name", "without quotes"),
    problem(
        "a comma between arguments",
        &[("(at r1 dock)", "(at r1‹,› dock)")],
        "comma",
        "separated by spaces",
    ),
    domain(
        "square brackets",
        &[(":parameters (?c - crate)", ":parameters ‹[›?c - crate]")],
        "invalid-character",
        "parentheses",
    ),
    domain(
        "a comment that begins with slashes",
        &[("  (:action move", "  ‹//› moves (slowly) to a place\n  (:action move")],
        "comment",
        "begin with `;`",
    ),
    domain(
        "two comments that begin with a hash",
        &[
            ("  (:action move", "  ‹#› moves :effect (slowly)\n  (:action move"),
            ("  (:action drop", "  # drops\n  (:action drop"),
        ],
        "comment",
        "begin with `;`",
    ),
    problem(
        "a comment that begins with a hash, behind a fact",
        &[("(at r1 dock)", "(at r1 dock) ‹#› the robot (r1)")],
        "comment",
        "begin with `;`",
    ),
    domain(
        "a comment as in C",
        &[("  (:action move", "  ‹/*› moves (slowly)\n to a place */\n  (:action move")],
        "comment",
        "begin with `;`",
    ),
    problem(
        "a comment that swallows a parenthesis",
        &[("(at r1 dock)", "‹(›at r1 dock ; here)")],
        "unclosed-parenthesis",
        "comment",
    ),
];
