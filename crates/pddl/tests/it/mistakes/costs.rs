//! Costs and the metric.

use super::{Mistake, domain, problem};

pub(super) const MISTAKES: &[Mistake] = &[
    domain(
        "`totalcost`",
        &[("(increase (total-cost) 3)", "(increase ‹(totalcost)› 3)")],
        "misspelt-total-cost",
        "`(total-cost)`",
    ),
    domain(
        "`total_cost` everywhere",
        &[
            ("(total-cost) - number", "(total_cost) - number"),
            ("(increase (total-cost) 3)", "(increase ‹(total_cost)› 3)"),
        ],
        "misspelt-total-cost",
        "total-cost",
    ),
    problem(
        "`total_cost` in the metric",
        &[("minimize (total-cost)", "minimize ‹(total_cost)›")],
        "misspelt-total-cost",
        "`(total-cost)`",
    ),
    problem("`minimise`", &[("minimize", "‹minimise›")], "syntax", "did you mean `minimize`?"),
    problem(
        "no direction of the metric",
        &[("minimize (total-cost)", "‹(total-cost)›")],
        "syntax",
        "`minimize`",
    ),
    problem(
        "a metric of time",
        &[("minimize (total-cost)", "minimize ‹(total-time)›")],
        "unsupported-metric",
        "minimize (total-cost)",
    ),
    domain(
        "a fraction",
        &[("(increase (total-cost) 3)", "(increase (total-cost) ‹1/2›)")],
        "bad-cost",
        "0.5",
    ),
    domain(
        "a decimal comma",
        &[("(increase (total-cost) 3)", "(increase (total-cost) ‹0,5›)")],
        "bad-cost",
        "0.5",
    ),
    domain(
        "a negative cost",
        &[("(increase (total-cost) 3)", "(increase (total-cost) ‹-3›)")],
        "bad-cost",
        "negative",
    ),
    domain(
        "an increase of nothing",
        &[("(increase (total-cost) 3)", "(increase ‹3›)")],
        "syntax",
        "`(increase (total-cost) 3)`",
    ),
    domain(
        "a misspelt function",
        &[("(distance ?from ?to))))", "(‹distanc› ?from ?to))))")],
        "undeclared-function",
        "did you mean `distance`?",
    ),
    problem(
        "a value without `=`",
        &[("(= (distance dock shelf) 4)", "‹(distance dock shelf 4)›")],
        "value-without-equals",
        "`(= (distance dock shelf) 4)`",
    ),
    problem(
        "a value without inner parentheses",
        &[("(= (distance dock shelf) 4)", "‹(= distance dock shelf 4)›")],
        "value-without-equals",
        "`(= (distance dock shelf) 4)`",
    ),
    problem(
        "a value that is no number",
        &[("(= (distance dock shelf) 4)", "(= (distance dock shelf) ‹four›)")],
        "syntax",
        "a number",
    ),
    problem(
        "two values",
        &[("(= (distance gate dock) 2)", "(= (distance dock gate) ‹3›)")],
        "duplicate-definition",
        "2 and 3",
    ),
];
