//! Texts that are not PDDL: each error is reported once, at the right place.

use crate::common::{PROBLEM, complaints, domain, problem};

#[track_caller]
fn check_domain(sections: &str, expected: &[&str]) {
    assert_eq!(complaints(&domain(sections), PROBLEM), expected);
}

#[track_caller]
fn check_problem(sections: &str, expected: &[&str]) {
    let domain = domain("(:predicates (p) (q ?x)) (:functions (total-cost) (f ?x))");
    assert_eq!(complaints(&domain, &problem(sections)), expected);
}

#[test]
fn empty_files() {
    assert_eq!(
        complaints("", " ; nothing\n"),
        [
            "error[syntax] d.pddl:1:1 the file is empty; expected `(define (domain NAME) ...)`",
            "error[syntax] p.pddl:1:1 the file is empty; expected `(define (problem NAME) ...)`",
        ]
    );
}

#[test]
fn swapped_files() {
    assert_eq!(
        complaints(PROBLEM, "(define (domain d))"),
        ["error[wrong-file] d.pddl:1:9 this is a problem file, a domain file is needed here \
             | the domain file comes first, then the problem file | the same in 1 more place",]
    );
}

#[test]
fn not_a_definition() {
    assert_eq!(
        complaints("(defin (domain d))", PROBLEM),
        ["error[syntax] d.pddl:1:1 expected `(define (domain NAME) ...)`, found `(defin ...)`"]
    );
    assert_eq!(
        complaints("(define (domian d))", PROBLEM),
        ["error[syntax] d.pddl:1:9 expected `(domain NAME)`, found `(domian ...)`"]
    );
    assert_eq!(
        complaints("(define)", PROBLEM),
        ["error[syntax] d.pddl:1:8 `(domain NAME)` is missing in `(define ...)`"]
    );
    assert_eq!(
        complaints("(define (domain))", PROBLEM),
        ["error[syntax] d.pddl:1:16 a name is missing in `(domain ...)`"]
    );
    assert_eq!(
        complaints("(define (domain d)) (define (domain e))", PROBLEM),
        [
            "error[syntax] d.pddl:1:21 a second `(define ...)` begins here | domain and problem are two files: move this one to a file of its own"
        ]
    );
}

#[test]
fn a_parenthesis_that_is_never_closed() {
    assert_eq!(
        complaints("(define (domain d)\n(:predicates (p))\n", PROBLEM),
        ["error[unclosed-parenthesis] d.pddl:1:1 this parenthesis is never closed"]
    );
    assert_eq!(
        complaints("(define (domain d)\n(:predicates (p", PROBLEM),
        ["error[unclosed-parenthesis] d.pddl:2:14 3 parentheses are never closed; this is the innermost"]
    );
}

#[test]
fn a_parenthesis_that_is_not_closed_before_the_next_section() {
    check_domain(
        "(:predicates (p)\n(:action a)",
        &["error[unclosed-parenthesis] d.pddl:2:1 parenthesis not closed before `(:action`"],
    );
    check_domain(
        "(:predicates (p))\n(:action a\n:precondition (and (p)\n:effect (p))\n(:action b)",
        &["error[unclosed-parenthesis] d.pddl:4:15 parenthesis not closed before `:effect`"],
    );
}

#[test]
fn two_independent_parenthesis_errors() {
    check_domain(
        "(:types t\n(:predicates (p)\n(:action a)",
        &[
            "error[unclosed-parenthesis] d.pddl:2:1 parenthesis not closed before `(:predicates`",
            "error[unclosed-parenthesis] d.pddl:3:1 parenthesis not closed before `(:action`",
        ],
    );
}

#[test]
fn superfluous_parentheses() {
    assert_eq!(
        complaints("(define (domain d)))", PROBLEM),
        ["error[superfluous-parenthesis] d.pddl:1:20 superfluous closing parenthesis: it closes nothing"]
    );
    check_domain(
        "(:predicates (p)))\n(:action a)",
        &[
            "error[superfluous-parenthesis] d.pddl:2:18 superfluous parenthesis: it closes `(define` too early",
        ],
    );
}

#[test]
fn characters_that_are_not_allowed() {
    check_domain(
        "(:predicates (straße))",
        &["error[invalid-character] d.pddl:2:19 the character `ß` is not allowed outside of comments \
         | PDDL names are made of ASCII letters, digits, `-` and `_`"],
    );
    check_domain(
        "(:predicates (p\u{1}))",
        &["error[invalid-character] d.pddl:2:16 the control character U+0001 is not allowed \
         | PDDL names are made of ASCII letters, digits, `-` and `_`"],
    );
    check_domain("; comments may say straße\n(:predicates (p))", &[]);
}

#[test]
fn sections() {
    check_domain(
        "(:predicats (p))",
        &["error[unknown-keyword] d.pddl:2:2 unknown section `:predicats` \
        | did you mean `:predicates`?"],
    );
    check_domain(
        "(predicates (p))",
        &["error[missing-colon] d.pddl:2:2 a colon is missing before `predicates` | write `:predicates`"],
    );
    check_domain(
        "(:types a) (:types b)",
        &["warning[repeated-section] d.pddl:2:13 the section `:types` is given more than once"],
    );
    check_problem(
        "(:goall (p)) (:init) (:goal (p))",
        &["error[unknown-keyword] p.pddl:2:2 unknown section `:goall` | did you mean `:goal`?"],
    );
    check_problem(
        "(:goal (p)) (:init) (:goal (p))",
        &["error[syntax] p.pddl:2:22 there is more than one goal"],
    );
    check_problem(
        "(:goal (p)) (:init) (:length (:serial 3))",
        &["warning[ignored-section] p.pddl:2:22 `:length` is a hint for other planners and is ignored"],
    );
}

#[test]
fn typed_lists() {
    check_domain("(:types a -)", &["error[syntax] d.pddl:2:11 a type is missing after `-`"]);
    check_domain("(:types - a)", &["error[syntax] d.pddl:2:9 there is nothing before `-` to have a type"]);
    check_domain(
        "(:types a - (a b))",
        &["error[syntax] d.pddl:2:13 expected a type or `(either ...)`, found `(a ...)`"],
    );
    check_domain("(:types a - (either))", &["error[syntax] d.pddl:2:20 a type is missing in `(either ...)`"]);
    check_domain("(:types ?a)", &["error[syntax] d.pddl:2:9 expected a type, found `?a`"]);
    check_domain(
        "(:predicates (p x) p)",
        &[
            "error[syntax] d.pddl:2:17 expected a variable, found `x` \
             | variables begin with a question mark: `?x`",
            "error[syntax] d.pddl:2:20 expected a predicate in parentheses, found `p`",
        ],
    );
    check_domain(
        "(:requirements typing)",
        &[
            "warning[repeated-section] d.pddl:2:2 the section `:requirements` is given more than once",
            "error[missing-colon] d.pddl:2:16 a colon is missing before `typing` | write `:typing`",
        ],
    );
}

#[test]
fn parts_of_actions() {
    check_domain(
        "(:action)",
        &["error[syntax] d.pddl:2:9 the name of the action is missing in `(:action ...)`"],
    );
    check_domain(
        "(:predicates (p)) (:action a :precond (p))",
        &["error[unknown-keyword] d.pddl:2:30 unknown part of an action `:precond` \
           | did you mean `:precondition`?"],
    );
    check_domain(
        "(:action a :parameters ?x)",
        &["error[syntax] d.pddl:2:24 `:parameters` takes a list in parentheses | write `(?x)`"],
    );
    check_domain(
        "(:action a :precondition :effect (and))",
        &["error[syntax] d.pddl:2:12 nothing follows `:precondition`"],
    );
    check_domain(
        "(:action a (and))",
        &[
            "error[syntax] d.pddl:2:12 expected `:parameters`, `:precondition` or `:effect`, found `(and ...)`",
        ],
    );
    check_domain(
        "(:action a :effect (and) :effect (and))",
        &["error[syntax] d.pddl:2:26 `:effect` is given more than once"],
    );
}

#[test]
fn conditions() {
    let action = |condition: &str| format!("(:predicates (p) (q ?x))\n(:action a :precondition {condition})");
    check_domain(
        &action("p"),
        &["error[syntax] d.pddl:3:26 `:precondition` takes a list in parentheses | write `(p)`"],
    );
    check_domain(
        &action("((p) (p))"),
        &["error[missing-and] d.pddl:3:26 expected `and`, another connective or a predicate after this \
           parenthesis | if all of these are meant, write `(and ...)`"],
    );
    check_domain(&action("(not)"), &["error[syntax] d.pddl:3:30 a condition is missing in `(not ...)`"]);
    check_domain(
        &action("(not (p) (p))"),
        &[
            "error[missing-and] d.pddl:3:35 `(not ...)` takes one list, found more | join them: `(and ... ...)`",
        ],
    );
    check_domain(
        &action("(imply (p))"),
        &[
            "error[syntax] d.pddl:3:36 a second condition is missing in `(imply ...)` | write `(imply condition condition)`",
        ],
    );
    check_domain(
        &action("(forall ?x (p))"),
        &["error[syntax] d.pddl:3:34 expected a list of variables in parentheses | write `(?x)`"],
    );
    check_domain(
        &action("(exists (?x))"),
        &["error[syntax] d.pddl:3:38 a condition is missing in `(exists ...)`"],
    );
    check_domain(&action("(?x)"), &["error[syntax] d.pddl:3:27 expected a predicate, found `?x`"]);
    check_domain(
        &action("(q (p))"),
        &["error[syntax] d.pddl:3:29 expected a variable or an object, found `(p ...)`"],
    );
    check_domain(
        &action("(and (q :x) (= ?y))"),
        &[
            "error[syntax] d.pddl:3:34 expected a variable or an object, found `:x`",
            "error[syntax] d.pddl:3:43 a second term is missing in `(= ...)`",
        ],
    );
}

#[test]
fn effects() {
    let action = |effect: &str| format!("(:predicates (p))\n(:action a :effect {effect})");
    check_domain(
        &action("p"),
        &["error[syntax] d.pddl:3:20 `:effect` takes a list in parentheses | write `(p)`"],
    );
    check_domain(
        &action("(or (p) (p))"),
        &["error[syntax] d.pddl:3:20 expected an effect, found `(or ...)` \
           | an effect is certain; write two actions for a choice"],
    );
    check_domain(
        &action("(not (not (p)))"),
        &["error[syntax] d.pddl:3:25 expected an atom that becomes false \
           | in an effect, `not` stands before each atom: `(and (not (a)) (not (b)))`"],
    );
    check_domain(
        &action("(when (p))"),
        &["error[syntax] d.pddl:3:29 an effect is missing in `(when ...)` | write `(when condition effect)`"],
    );
    check_domain(
        &action("((p))"),
        &[
            "error[missing-and] d.pddl:3:20 expected `and`, another connective or a predicate after this parenthesis \
             | if all of these are meant, write `(and ...)`",
        ],
    );
    check_domain(
        &action("(increase (total-cost) -1)"),
        &["error[bad-cost] d.pddl:3:43 a cost may not be negative"],
    );
    check_domain(
        &action("(increase (total-cost) 1e999)"),
        &["unsupported[unsupported-cost] d.pddl:3:43 the number has too many digits to be counted exactly \
             | round it: costs have at most 19 digits"],
    );
    check_domain(
        &action("(increase (total-cost ?x) 1)"),
        &["error[syntax] d.pddl:3:30 expected `(total-cost)` without arguments, found `(total-cost ...)`"],
    );
}

#[test]
fn initial_states_and_metrics() {
    check_problem(
        "(:init p (and (p)) ((p)) (p)) (:goal (p))",
        &[
            "error[syntax] p.pddl:2:8 expected an atom, found `p`",
            "error[and-in-init] p.pddl:2:11 the initial state is a list of facts, not a condition \
             | list the facts without `and`",
            "error[list-in-init] p.pddl:2:20 the facts of `:init` have no list of their own | list the facts without parentheses around all of them",
        ],
    );
    check_problem(
        "(:init (= (f a) x) (= (total-cost) -3)) (:goal (p))",
        &[
            "error[syntax] p.pddl:2:17 expected a number, found `x`",
            "error[bad-cost] p.pddl:2:36 a cost may not be negative",
        ],
    );
    check_problem(
        "(:init) (:goal (p)) (:metric least (total-cost))",
        &["error[syntax] p.pddl:2:30 expected `minimize`, found `least`"],
    );
    check_problem(
        "(:init) (:goal (p) (p))",
        &["error[missing-and] p.pddl:2:20 `:goal` takes one list, found more | join them: `(and ... ...)`"],
    );
    check_problem("(:init) (:goal)", &["error[syntax] p.pddl:2:15 a condition is missing in `(:goal ...)`"]);
}
