//! A domain that is checked without a problem.

use crate::common::{PROBLEM, complaints, domain};
use extremal_pddl::{Columns, Severity, SourceFile, Sources, check_domain, check_task};

fn found(text: &str) -> Vec<String> {
    let file = SourceFile::new("d.pddl", text);
    let sources = Sources::domain_alone(&file);
    let line = |record: extremal_pddl::DiagnosticRecord| {
        let place = record.place;
        assert_eq!(place.file, "d.pddl");
        let place = format!("{}:{}-{}:{}", place.line, place.column, place.end_line, place.end_column);
        format!("{}[{}] {place} {}", record.severity, record.code, record.message)
    };
    check_domain(&file).iter().map(|d| line(d.record(&sources, Columns::Utf16))).collect()
}

#[test]
fn a_good_domain_gives_nothing() {
    assert_eq!(found(&domain("(:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x))")), [""; 0]);
}

#[test]
fn errors_and_warnings_are_those_of_the_whole_task() {
    let text = domain("(:predicates (p ?x) (p ?y)) (:action a :parameters (?x) :effect (q ?x))");
    assert_eq!(
        found(&text),
        [
            "error[duplicate-definition] 2:22-2:23 the predicate `p` is defined more than once",
            "error[undeclared-predicate] 2:66-2:67 undeclared predicate `q`",
        ]
    );
    let (file, problem) = (SourceFile::new("d.pddl", text.clone()), SourceFile::new("p.pddl", PROBLEM));
    assert_eq!(check_domain(&file), check_task(&file, &problem));
    assert_eq!(complaints(&text, PROBLEM).len(), 2);
}

#[test]
fn an_object_of_an_unknown_problem_is_a_warning() {
    let text = domain("(:predicates (p ?x)) (:action a :parameters () :effect (p depot))");
    assert_eq!(found(&text), ["warning[undeclared-object] 2:59-2:64 undeclared constant `depot`"]);
    let (file, problem) = (SourceFile::new("d.pddl", text), SourceFile::new("p.pddl", PROBLEM));
    assert_eq!(check_task(&file, &problem)[0].severity, Severity::Error);
}

#[test]
fn columns_are_those_of_an_editor() {
    let text = "(define (domain d)\r\n(:predicates (p)) (:action a ;😀\r\n :effect (and (😀) (q))))";
    let columns = found(text);
    assert_eq!(
        columns[0],
        "error[invalid-character] 3:16-3:18 the character `😀` is not allowed outside of comments"
    );
}

#[test]
fn missing_parentheses_and_problem_files_are_errors() {
    assert!(found("(define (domain d) (:predicates (p))")[0].starts_with("error["));
    assert!(found(PROBLEM)[0].starts_with("error["));
    assert!(found("")[0].starts_with("error["));
}

#[test]
fn a_carriage_return_ends_a_comment() {
    assert_eq!(found("(define (domain d) ; one\r(:predicates (p)) ; two\r)"), [""; 0]);
}
