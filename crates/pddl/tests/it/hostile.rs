//! Input that is deep, long, repetitive or no text at all: no panic, no overflow, no waiting.

use std::time::{Duration, Instant};

use crate::common::{PROBLEM, complaints, domain, parse, problem};
use extremal_pddl::syntax::MAX_DEPTH;
use extremal_pddl::{SourceFile, Sources, parse_task, render_json, render_text};
use proptest::prelude::*;

/// Far more than any of these inputs takes on a busy machine, and far less than anything quadratic would.
#[track_caller]
fn quick<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let limit = Duration::from_secs(60);
    assert!(start.elapsed() < limit, "took {:?}", start.elapsed());
    result
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn parentheses_of_any_depth() {
    let deep = "(".repeat(1_000_000);
    quick(|| assert!(parse(&deep, &deep).is_err()));
    let balanced = nested("(", "", ")", 1_000_000);
    quick(|| assert!(parse(&balanced, &balanced).is_err()));
    let closed = ")".repeat(1_000_000);
    quick(|| assert!(parse(&closed, &closed).is_err()));
    let repaired = "(:action (:effect ".repeat(200_000);
    quick(|| assert!(parse(&format!("(define {repaired}"), PROBLEM).is_err()));
}

#[test]
fn conditions_and_effects_up_to_the_limit() {
    // The condition itself is one level, and each nested one a level more.
    for (open, close) in [
        ("(and ", ")"),
        ("(or ", ")"),
        ("(not ", ")"),
        ("(imply (p) ", ")"),
        ("(forall (?x) ", ")"),
        ("(exists (?x) ", ")"),
        ("(and (p) ", " (p))"),
    ] {
        for (depth, good) in [(MAX_DEPTH - 1, true), (MAX_DEPTH, false), (100_000, false)] {
            let condition = nested(open, "(p)", close, depth);
            let domain = domain(&format!("(:predicates (p)) (:action a :precondition {condition})"));
            let parsed = quick(|| parse(&domain, PROBLEM));
            assert_eq!(parsed.is_ok(), good, "{open} {depth}");
            if let Ok((task, _)) = parsed {
                // Other walks over a condition must not overflow either.
                let copy = task.clone();
                assert_eq!(copy, task);
                assert!(format!("{task:?}").len() > depth);
            }
        }
    }
    for (open, close) in [("(and ", ")"), ("(when (p) ", ")"), ("(forall (?x) ", ")")] {
        for (depth, good) in [(MAX_DEPTH - 1, true), (MAX_DEPTH, false), (100_000, false)] {
            let effect = nested(open, "(p)", close, depth);
            let domain = domain(&format!("(:predicates (p)) (:action a :effect {effect})"));
            assert_eq!(quick(|| parse(&domain, PROBLEM)).is_ok(), good, "{open} {depth}");
        }
    }
}

#[test]
fn the_limit_is_named() {
    let goal = nested("(not ", "(and)", ")", MAX_DEPTH);
    let expected = format!("conditions and effects may not be nested more than {MAX_DEPTH} deep");
    let found = complaints(&domain(""), &problem(&format!("(:init) (:goal {goal})")));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains(&expected), "{}", found[0]);
}

#[test]
fn syntax_trees_at_the_limit_can_be_printed_and_compared() {
    let mut symbols = extremal_pddl::symbol::SymbolTable::new();
    let text = domain(&format!("(:action a :precondition {})", nested("(not ", "(p)", ")", MAX_DEPTH - 1)));
    let tree = extremal_pddl::parse_domain(&SourceFile::new("d", text), &mut symbols).unwrap();
    let printed = extremal_pddl::print::print_domain(&tree, &symbols);
    let again = extremal_pddl::parse_domain(&SourceFile::new("d", printed), &mut symbols).unwrap();
    assert_eq!(tree.clone(), again);
}

#[test]
fn many_different_and_many_equal_names() {
    let many = |make: fn(usize) -> String| (0..100_000).map(make).collect::<Vec<_>>().join(" ");
    for (sections, good) in [
        (format!("(:types {})", many(|i| format!("t{i}"))), true),
        (format!("(:types {})", many(|_| "t".to_owned())), true),
        (format!("(:types {} - t)", many(|i| format!("t{i}"))), true),
        (format!("(:constants {})", many(|i| format!("c{i}"))), true),
        (format!("(:constants {})", many(|_| "c".to_owned())), false),
        (format!("(:predicates {})", many(|i| format!("(p{i} ?x)"))), true),
        (format!("(:predicates {})", many(|_| "(p ?x)".to_owned())), false),
        (format!("(:predicates (p {}))", many(|i| format!("?x{i}"))), true),
        (format!("(:predicates (p {}))", many(|_| "?x".to_owned())), true),
        (many(|i| format!("(:action a{i} :parameters (?x))")), true),
        (many(|_| "(:action a :parameters (?x))".to_owned()), false),
        (format!("(:action a :parameters ({}))", many(|i| format!("?x{i}"))), true),
        (format!("(:action a :parameters ({}))", many(|_| "?x".to_owned())), false),
        (format!("(:action a :precondition (and {}))", many(|i| format!("(q{i} c{i})"))), false),
        (format!("(:predicates (p)) {}", many(|_| "(:derived (p) (p))".to_owned())), true),
        (format!("(:types {})", many(|i| format!("t{i} - t{}", i + 1))), false),
        (format!("(:types {} - t0 t0 - t1)", many(|i| format!("t{i}"))), false),
        (format!("(:requirements {})", many(|i| format!(":r{i}"))), true),
    ] {
        let parsed = quick(|| parse(&domain(&sections), PROBLEM));
        assert_eq!(parsed.is_ok(), good, "{}", &sections[..60]);
    }
}

#[test]
fn many_rules_that_depend_on_each_other() {
    let n = 20_000;
    let predicates: String = (0..=n).map(|i| format!("(p{i})")).collect();
    let rules: String = (0..n).map(|i| format!("(:derived (p{i}) (not (p{})))", i + 1)).collect();
    let chain = domain(&format!("(:predicates {predicates}) {rules}"));
    quick(|| assert!(parse(&chain, PROBLEM).is_ok()));
    let cycle = domain(&format!("(:predicates {predicates}) {rules} (:derived (p{n}) (p0))"));
    quick(|| assert!(parse(&cycle, PROBLEM).is_err()));
}

#[test]
fn many_types_with_several_parents_and_uses() {
    let n = 1000;
    let types: String = (0..n).map(|i| format!("t{i} ")).collect();
    let joins: String = (0..n - 1).map(|i| format!("t{} - (either t{i} s{i}) ", i + 1)).collect();
    let predicates: String = (0..n).map(|i| format!("(p{i} ?x - t{i})")).collect();
    let uses: String = (0..n).map(|i| format!("(p{i} ?s{i})")).collect();
    let parameters: String = (0..n).map(|i| format!("?s{i} - s{} ", n - 1 - i)).collect();
    let supers: String = (0..n).map(|i| format!("s{i} ")).collect();
    let domain = domain(&format!(
        "(:types {joins} {types} {supers}) (:predicates {predicates})
         (:action a :parameters ({parameters}) :precondition (and {uses}))"
    ));
    quick(|| assert!(parse(&domain, PROBLEM).is_err()));
}

#[test]
fn a_million_initial_facts() {
    // Unoptimised code takes its time for a million.
    let n = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    let facts: String = (0..n).map(|i| format!("(p o{} o{})", i % 1000, i / 1000)).collect();
    let objects: String = (0..1000).map(|i| format!("o{i} ")).collect();
    let domain = domain("(:predicates (p ?x ?y))");
    let problem_text = problem(&format!("(:objects {objects}) (:init {facts}) (:goal (and))"));
    let (task, _) = quick(|| parse(&domain, &problem_text)).unwrap();
    assert_eq!(task.initial_state.len(), n);
    let unknown = problem_text.replace("(p ", "(q ");
    quick(|| assert_eq!(complaints(&domain, &unknown).len(), 1));
    let facts: String = (0..n).map(|i| format!("(p o{i} p{i})")).collect();
    let unknown = problem(&format!("(:objects {objects}) (:init {facts}) (:goal (and))"));
    quick(|| assert_eq!(complaints(&domain, &unknown).len(), 21));
}

#[test]
fn very_long_words_and_lines() {
    let word = "x".repeat(3_000_000);
    let found =
        quick(|| parse(&domain(&format!("(:action {word} :precondition ({word} ?{word}))")), PROBLEM));
    let (domain, problem) =
        (SourceFile::new("d", domain(&format!("({word})"))), SourceFile::new("p", PROBLEM));
    let sources = Sources { domain: &domain, problem: &problem };
    let text = quick(|| render_text(&found.unwrap_err(), &sources, false));
    assert!(text.len() < 10_000, "{}", text.len());
}

#[test]
fn files_of_zeros_and_of_control_characters() {
    for byte in [0, 1, 0x7f, 0x80, 0xff] {
        let file = SourceFile::new("d", vec![byte; 100_000]);
        assert!(quick(|| parse_task(&file, &file)).is_err(), "{byte}");
    }
}

/// Runs everything that is done with a pair of files.
fn exercise(domain: &[u8], problem: &[u8]) {
    let (domain, problem) = (SourceFile::new("d", domain), SourceFile::new("p", problem));
    let sources = Sources { domain: &domain, problem: &problem };
    let diagnostics = match parse_task(&domain, &problem) {
        Ok((_, warnings)) => warnings,
        Err(errors) => {
            assert!(!errors.is_empty());
            errors
        }
    };
    render_text(&diagnostics, &sources, true);
    render_json(&diagnostics, &sources);
}

const VALID_DOMAIN: &str = "(define (domain d) (:requirements :adl :action-costs :derived-predicates)
  (:types truck - vehicle place vehicle - object) (:constants home - place)
  (:predicates (at ?v - vehicle ?p - (either place vehicle)) (road ?a ?b - place) (far ?p - place))
  (:functions (total-cost) - number (len ?a ?b - place) - number)
  (:derived (far ?p - place) (and (not (= ?p home)) (exists (?q - place) (and (road ?q ?p) (far ?q)))))
  (:action go :parameters (?v - truck ?a ?b - place) ; drive
    :precondition (and (at ?v ?a) (or (road ?a ?b) (imply (far ?a) (road ?b ?a))))
    :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (len ?a ?b))
      (forall (?w - vehicle) (when (at ?w ?v) (at ?w ?b))))))";

const VALID_PROBLEM: &str = "(define (problem p) (:domain d) (:objects t - truck a b - place)
  (:init (at t home) (road home a) (not (road a b)) (= (len home a) 3.5) (= (total-cost) 0))
  (:goal (forall (?v - truck) (at ?v a))) (:metric minimize (total-cost)))";

const PIECES: [&str; 24] = [
    "(",
    ")",
    " ",
    "?x",
    "- place",
    "(and",
    "(or",
    "(not",
    ":action x",
    "(:action",
    ":effect",
    "(:init",
    "(:goal",
    "(either",
    "(= ",
    "1e999",
    "-1",
    "total-cost",
    "\u{e9}",
    "\0",
    ";",
    "\n",
    "?",
    "(forall (?x",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_never_panic(domain in any::<Vec<u8>>(), problem in any::<Vec<u8>>()) {
        exercise(&domain, &problem);
    }

    #[test]
    fn mutated_pddl_never_panics(
        edits in proptest::collection::vec((any::<bool>(), any::<u16>(), 0..40usize, 0..PIECES.len()), 1..8),
    ) {
        let mut texts = [VALID_DOMAIN.as_bytes().to_vec(), VALID_PROBLEM.as_bytes().to_vec()];
        for (which, at, removed, piece) in edits {
            let text = &mut texts[usize::from(which)];
            let at = usize::from(at) % (text.len() + 1);
            let end = (at + removed).min(text.len());
            text.splice(at..end, PIECES[piece].bytes());
        }
        exercise(&texts[0], &texts[1]);
    }
}

#[test]
fn the_texts_to_be_mutated_are_valid() {
    let (_, warnings) = parse(VALID_DOMAIN, VALID_PROBLEM).unwrap();
    assert_eq!(warnings, []);
}
