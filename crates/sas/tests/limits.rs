//! Budgets of readers.

use std::fmt::Write;

use extremal_limits::{Budget, Stop};
use extremal_sas::read_within;

#[test]
fn reading_asks_the_budget_before_it_looks_for_mistakes_further_on() {
    let mut text = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nvar0\n-1\n2\n\
                    Atom p()\nNegatedAtom p()\nend_variable\n0\nbegin_state\n1\nend_state\nbegin_goal\n1\n0 0\nend_goal\n\
                    1000\n"
        .to_owned();
    for number in 0..999 {
        writeln!(text, "begin_operator\no{number}\n0\n1\n0 0 1 0\n1\nend_operator").unwrap();
    }
    let budget = Budget::unlimited();
    let read = |budget| read_within(text.as_bytes(), "f.sas", budget);
    assert!(read(&budget).unwrap().unwrap_err().message.contains("(1000 of 1000)"));
    budget.cancel();
    assert_eq!(read(&budget), Err(Stop::Cancelled));
}
