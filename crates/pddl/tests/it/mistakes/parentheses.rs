//! Parentheses that are missing or too many.

use super::{DOMAIN, Mistake, PROBLEM, domain, mend, problem};
use extremal_pddl::{Diagnostic, FileRole, Severity, SourceFile, Sources, check_task};

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
    domain(
        "a missing parenthesis at the end of the file",
        &[
            ("(define", "‹(›define"),
            ("(increase (total-cost) 3)))\n)\n", "(increase (total-cost) 3)))\n\n; end :-)\n"),
        ],
        "unclosed-parenthesis",
        "never closed",
    ),
    domain(
        "a missing parenthesis at the end of a file with an either type",
        &[
            ("(define", "‹(›define"),
            ("(open ?p - place)", "(open ?p - (either place level))"),
            ("(increase (total-cost) 3)))\n)\n", "(increase (total-cost) 3)))\n"),
        ],
        "unclosed-parenthesis",
        "never closed",
    ),
    domain(
        "two missing parentheses at the end of the file",
        &[
            ("(:action inspect", "‹(›:action inspect"),
            ("(increase (total-cost) 3)))\n)\n", "(increase (total-cost) 3))\n"),
        ],
        "unclosed-parenthesis",
        "2 parentheses",
    ),
    domain(
        "a missing parenthesis of a disjunction, which the lines show",
        &[(
            "    :precondition (and\n      (at ?r ?p)\n      (carries ?r ?c)\n      (or (open ?p) (= ?p dock)))",
            "    :precondition (and\n      ‹(›or (open ?p) (= ?p dock)\n      (at ?r ?p)\n      (carries ?r ?c))",
        )],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis of a negation",
        &[("(not (at ?r ?from))", "‹(›not (at ?r ?from)")],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis of an action's parameters",
        &[(":parameters (?c - crate)", ":parameters ‹(›?c - crate")],
        "unclosed-parenthesis",
        "before `:precondition`",
    ),
    domain(
        "a missing parenthesis in the effect of the last action",
        &[("(and (inspected ?c)", "(and ‹(›inspected ?c")],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis of an either type",
        &[("(at ?t - thing ?p - place)", "(at ?t - ‹(›either robot crate ?p - place)")],
        "unclosed-parenthesis",
        "not closed",
    ),
    domain(
        "a missing parenthesis of the condition of an effect",
        &[("(when (carries ?r ?c)\n", "(when ‹(›and (carries ?r ?c) (empty ?r)\n")],
        "unclosed-parenthesis",
        "not closed",
    ),
    problem(
        "a missing parenthesis of a value",
        &[("(= (distance dock shelf) 4)", "‹(›= (distance dock shelf) 4")],
        "unclosed-parenthesis",
        "not closed",
    ),
];

#[test]
fn lines_of_a_conjunction_below_each_other_tell_nothing() {
    let whole = "(define (domain d) (:predicates (p) (q))\n (:action a\n  :precondition\n   (and (p)\n   (q))\n  :effect (p)))";
    let open = SourceFile::new("d", whole.replacen("(q))\n  :effect", "(q)\n  :effect", 1));
    let problem = SourceFile::new("p", "(define (problem r) (:domain d) (:init) (:goal (p)))");
    let found = errors(check_task(&open, &problem));
    let (domain, _) = mend(&found[0], &Sources { domain: &open, problem: &problem });
    assert_eq!(String::from_utf8_lossy(&domain.bytes), whole);
}

#[test]
fn lines_that_are_not_indented_by_depth_tell_nothing() {
    let flat: String = DOMAIN.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    let open = flat.replacen("(next ?after ?before))", "(next ?after ?before)", 1);
    let (domain, problem) = (SourceFile::new("d", open), SourceFile::new("p", PROBLEM));
    let found = errors(check_task(&domain, &problem));
    let (domain, _) = mend(&found[0], &Sources { domain: &domain, problem: &problem });
    assert_eq!(String::from_utf8_lossy(&domain.bytes), flat);
}

fn errors(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.into_iter().filter(|one| one.severity != Severity::Warning).collect()
}

/// Any one parenthesis may be missing: following the suggestion leads to a task without errors, nearly always to the
/// same.
#[test]
fn any_missing_parenthesis_is_put_back() {
    let (mut wrong, mut differ, mut all) = (Vec::new(), Vec::new(), 0);
    for role in [FileRole::Domain, FileRole::Problem] {
        let whole = if role == FileRole::Domain { DOMAIN } else { PROBLEM };
        for (at, _) in whole.match_indices(')') {
            let around = (&whole[at.saturating_sub(30)..at], &whole[at..(at + 30).min(whole.len())]);
            let broken = SourceFile::new("broken", [&whole[..at], &whole[at + 1..]].concat());
            let (mut domain, mut problem) = (SourceFile::new("d", DOMAIN), SourceFile::new("p", PROBLEM));
            *(if role == FileRole::Domain { &mut domain } else { &mut problem }) = broken;
            all += 1;
            let found = errors(check_task(&domain, &problem));
            if let [error] = &found[..] {
                (domain, problem) = mend(error, &Sources { domain: &domain, problem: &problem });
            }
            let left = errors(check_task(&domain, &problem));
            if !left.is_empty() {
                wrong.push((around, found[0].span, found[0].fix.clone(), left[0].message.clone()));
                continue;
            }
            let mended = if role == FileRole::Domain { domain } else { problem };
            let words = |text: &str| text.split_ascii_whitespace().collect::<String>();
            if words(&String::from_utf8_lossy(&mended.bytes)) != words(whole) {
                differ.push(around);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {all}: {wrong:#?}\n{} more differ: {differ:#?}",
        wrong.len(),
        differ.len()
    );
    assert!(differ.len() * 20 < all, "{} of {all}: {differ:#?}", differ.len());
}
