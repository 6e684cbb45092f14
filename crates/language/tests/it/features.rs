//! Names, hover, rename, completion and fixes on one small task.

use extremal::{FileRole, Severity, SourceFile};
use extremal_language::{
    Document, Hover, Usage, WordKind, check, check_deeply, completion, definition, fixes, hover,
    occurrence_at, outline, prepare_rename, references, rename,
};

const DOMAIN: &str = "(define (domain rooms)
  (:requirements :strips :typing)
  (:types box place - thing thing - object)
  (:constants hall - place)
  (:predicates
    ; Where something is.
    (at ?t - thing ?p - place)
    (door ?from ?to - place)  ; one way
    (open ?p - place))
  (:functions (total-cost) (far ?from ?to - place))
  (:derived (open ?p - place) (exists (?q - place) (door ?q ?p)))
  (:action push
    :parameters (?b - box ?from ?to - place)
    :precondition (and (at ?b ?from) (door ?from ?to) (not (= ?from hall)))
    :effect (and
      (not (at ?b ?from))
      (at ?b ?to)
      (forall (?from - box) (when (at ?from hall) (not (at ?from hall))))
      (increase (total-cost) (far ?from ?to)))))
";
const PROBLEM: &str = "(define (problem p)
  (:domain ROOMS)
  (:objects b - box kitchen attic - place)
  (:init (AT b kitchen) (door kitchen attic) (= (far kitchen attic) 3))
  (:goal (and (at b attic) (at b hall))))
";

struct Fixture {
    domain: Document,
    problem: Document,
}

impl Fixture {
    fn new() -> Self {
        Fixture { domain: Document::new("domain.pddl", DOMAIN), problem: Document::new("p.pddl", PROBLEM) }
    }

    fn project(&self) -> [&Document; 2] {
        [&self.domain, &self.problem]
    }

    fn hover(&self, document: usize, offset: u32) -> String {
        let hover = hover(&self.project(), document, offset, None);
        hover.map(|Hover { markdown, .. }| markdown).unwrap_or_default()
    }
}

fn place(text: &str, needle: &str) -> u32 {
    text.find(needle).unwrap_or_else(|| panic!("no {needle}")) as u32
}

/// The pieces of text around places, for readable comparisons.
fn lines(fixture: &Fixture, places: &[extremal_language::Location]) -> Vec<(usize, usize)> {
    let line = |place: &extremal_language::Location| {
        let file = &fixture.project()[place.document].file;
        (place.document, file.position(place.span().start).line)
    };
    places.iter().map(line).collect()
}

#[test]
fn words_are_known_by_where_they_stand() {
    let fixture = Fixture::new();
    let at = |needle: &str| {
        let word = occurrence_at(&fixture.domain, place(DOMAIN, needle)).unwrap();
        (fixture.domain.text(word.symbol).to_owned(), word.kind, word.usage)
    };
    assert_eq!(at("at ?b ?from) (door"), ("at".to_owned(), WordKind::Predicate, Usage::Tested));
    assert_eq!(at("at ?b ?to"), ("at".to_owned(), WordKind::Predicate, Usage::Added));
    assert_eq!(at("at ?b ?from))\n"), ("at".to_owned(), WordKind::Predicate, Usage::Deleted));
    assert_eq!(at("open ?p - place) (ex"), ("open".to_owned(), WordKind::Predicate, Usage::Derived));
    assert_eq!(at("far ?from ?to)))"), ("far".to_owned(), WordKind::Function, Usage::Mentioned));
    assert_eq!(at("thing thing"), ("thing".to_owned(), WordKind::Type, Usage::Mentioned));
    assert!(fixture.problem.uses(WordKind::Object, "3").next().is_none(), "a value is no object");
}

#[test]
fn definition_and_references_cross_files_and_ignore_case() {
    let fixture = Fixture::new();
    let goal = place(PROBLEM, "at b attic");
    assert_eq!(lines(&fixture, &definition(&fixture.project(), 1, goal)), [(0, 7)]);
    let found = references(&fixture.project(), 1, goal, true);
    let expected = [(0, 7), (0, 14), (0, 16), (0, 17), (0, 18), (0, 18), (1, 4), (1, 5), (1, 5)];
    assert_eq!(lines(&fixture, &found), expected);
    assert_eq!(references(&fixture.project(), 1, goal, false).len(), expected.len() - 1);
    let domain = definition(&fixture.project(), 1, place(PROBLEM, "ROOMS"));
    assert_eq!(lines(&fixture, &domain), [(0, 1)]);
}

#[test]
fn a_variable_means_the_same_in_its_scope_only() {
    let fixture = Fixture::new();
    let outer = references(&fixture.project(), 0, place(DOMAIN, "?from ?to - place)\n    :pre"), true);
    assert_eq!(lines(&fixture, &outer), [(0, 13), (0, 14), (0, 14), (0, 14), (0, 16), (0, 19)]);
    let inner = references(&fixture.project(), 0, place(DOMAIN, "?from - box"), true);
    assert_eq!(lines(&fixture, &inner), [(0, 18), (0, 18), (0, 18)]);
}

#[test]
fn a_rename_is_complete_and_refuses_names_in_use() {
    let fixture = Fixture::new();
    let new = |document: usize, offset: u32, name: &str| {
        let mut texts = [DOMAIN.to_owned(), PROBLEM.to_owned()];
        let edits = rename(&fixture.project(), document, offset, name)?;
        for edit in edits.iter().rev() {
            let span = edit.location.span();
            texts[edit.location.document]
                .replace_range(span.start as usize..span.end as usize, &edit.replacement);
        }
        Ok::<_, extremal_language::CannotRename>(texts)
    };
    let at = place(DOMAIN, "at ?t");
    let [domain, problem] = new(0, at, "Located").unwrap();
    assert!(!domain.contains("(at ") && domain.contains("(not (Located ?b ?from))"), "{domain}");
    assert!(problem.contains("(Located b kitchen)") && problem.contains("(Located b hall)"), "{problem}");
    let codes = |domain: String, problem: String| {
        let (domain, problem) = (Document::new("d", domain), Document::new("p", problem));
        check(&domain.file, Some(&problem.file)).iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(domain, problem), codes(DOMAIN.to_owned(), PROBLEM.to_owned()));
    for (name, why) in [
        ("door", "there is another `door` already"),
        ("far", "there is another `far` already"),
        ("and", "`and` is a word of PDDL"),
        ("?x", "only variables begin with a question mark"),
        ("1st", "a name begins with a letter and has only ASCII letters, digits, `-` and `_`"),
    ] {
        assert_eq!(new(0, at, name).unwrap_err().to_string(), why);
    }
    // A variable keeps its question mark, and must not be confused with another.
    let from = place(DOMAIN, "?from ?to - place)\n    :pre");
    assert!(new(0, from, "start").unwrap()[0].contains("(at ?b ?start) (door ?start ?to)"));
    assert!(new(0, from, "?to").is_err());
    // A constant is known everywhere, an object in its problem.
    assert!(new(1, place(PROBLEM, "hall"), "lobby").unwrap()[0].contains("(:constants lobby - place)"));
    assert_eq!(new(1, place(PROBLEM, "attic"), "roof").unwrap()[0], DOMAIN);
    assert!(prepare_rename(&fixture.project(), 0, place(DOMAIN, "object")).is_err());
    assert!(prepare_rename(&fixture.project(), 0, place(DOMAIN, "(increase") + 1).is_err());
}

#[test]
fn hover_tells_what_a_name_means() {
    let fixture = Fixture::new();
    let at = fixture.hover(0, place(DOMAIN, "at ?t"));
    assert!(at.contains("(at ?t - thing ?p - place)"), "{at}");
    assert!(at.contains("Where something is."), "{at}");
    assert!(at.contains("Made true by `push`; made false by `push`."), "{at}");
    assert!(at.contains("Tested by `push`, the goal."), "{at}");
    assert!(at.contains("True initially: 1."), "{at}");
    let door = fixture.hover(1, place(PROBLEM, "door"));
    assert!(door.contains("**Static**") && door.contains("one way"), "{door}");
    assert!(door.contains("the rules of `open`"), "{door}");
    assert!(fixture.hover(0, place(DOMAIN, "open ?p - place))")).contains("**Derived**"));
    assert!(fixture.hover(0, place(DOMAIN, "?b ?to")).contains("?b - box"));
    assert!(fixture.hover(0, place(DOMAIN, "push")).contains("(push ?b - box ?from - place ?to - place)"));
    let thing = fixture.hover(0, place(DOMAIN, "thing"));
    assert!(thing.contains("thing - object") && thing.contains("`box`, `place`"), "{thing}");
    assert!(fixture.hover(1, place(PROBLEM, "attic - ")).contains("attic - place"));
    assert!(fixture.hover(0, place(DOMAIN, ":typing")).contains("types"));
}

#[test]
fn hover_tells_whether_a_fact_can_be_reached() {
    let fixture = Fixture::new();
    let checked =
        check_deeply(&fixture.domain.file, &fixture.problem.file, &extremal::Budget::unlimited()).unwrap();
    let hover = |needle: &str| {
        hover(&fixture.project(), 1, place(PROBLEM, needle), checked.reachable.as_ref()).unwrap().markdown
    };
    assert!(hover("at b attic").contains("`(at b attic)` can be reached."));
    assert!(hover("at b hall").contains("`(at b hall)` **can never be reached**."));
    let no_plan = &checked.diagnostics[0];
    assert_eq!((no_plan.code, no_plan.severity), ("no-plan", extremal::Severity::Warning));
    assert!(no_plan.message.contains("(at b hall) cannot be reached"), "{}", no_plan.message);
}

#[test]
fn completion_proposes_what_fits() {
    let labels = |text: &str| {
        let (before, after) = text.split_once('|').unwrap();
        let file = Document::new("f", format!("{before}{after}"));
        let domain = Document::new("domain.pddl", DOMAIN);
        let (_, found) = completion(&[&file, &domain], 0, before.len() as u32);
        found.into_iter().map(|proposal| proposal.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("(define (problem p) (:domain rooms) (:g|"), [":goal"]);
    assert_eq!(labels("(define (problem p) (:domain |"), ["rooms"]);
    assert_eq!(labels("(define (problem p) (:objects x - th|"), ["thing"]);
    assert_eq!(
        labels("(define (problem p) (:objects b - box k - place) (:init (at |) (at b k)))"),
        ["b", "k", "hall"]
    );
    assert_eq!(labels("(define (problem p) (:objects b - box k - place) (:init (door |"), ["k", "hall"]);
    assert_eq!(labels("(define (problem p) (:goal (and (d|"), ["door"]);
    let action = "(define (domain x) (:action a :parameters (?b - box ?p - place) :precondition (and (at ?|";
    assert_eq!(labels(action), ["?p", "?b"]);
    assert_eq!(labels("(define (domain x) (:action a :parameters (?b) :pre|"), [":precondition"]);
    assert_eq!(labels("(define (domain x) (:requirements :neg|"), [":negative-preconditions"]);
    assert_eq!(labels("(define (domain x) ; (at |"), [""; 0]);
    assert_eq!(labels("|"), ["(define "]);
}

#[test]
fn fixes_are_edits_with_a_title() {
    let text = DOMAIN.replace("(door ?from ?to) (not", "(doro ?from ?to) (not");
    let domain = Document::new("domain.pddl", text.clone());
    let found = check(&domain.file, None);
    let titles: Vec<String> =
        found.iter().flat_map(|one| fixes(one, &domain, None)).map(|fix| fix.title).collect();
    assert!(titles.contains(&"Replace `doro` with `door`".to_owned()), "{titles:?}");
    let domain = Document::new("domain.pddl", DOMAIN);
    let found = check(&domain.file, None);
    let fix = found
        .iter()
        .flat_map(|one| fixes(one, &domain, None))
        .find(|fix| fix.title == "Add `:equality` to the requirements")
        .expect("a fix");
    let mut mended = DOMAIN.to_owned();
    mended.insert_str(fix.edits[0].span.start as usize, &fix.edits[0].replacement);
    assert!(mended.contains("(:requirements :strips :typing :equality)"), "{mended}");
}

/// The text after the fix with this title.
fn mended(domain: &str, problem: Option<&str>, title: &str) -> (String, String) {
    let (domain, problem) = (Document::new("d", domain), problem.map(|problem| Document::new("p", problem)));
    let found = check(&domain.file, problem.as_ref().map(|problem| &problem.file));
    let all: Vec<_> = found.iter().flat_map(|one| fixes(one, &domain, problem.as_ref())).collect();
    let titles: Vec<&String> = all.iter().map(|fix| &fix.title).collect();
    let fix = all.iter().find(|fix| fix.title == title).unwrap_or_else(|| panic!("{titles:?} {found:?}"));
    let text = |document: &Document| String::from_utf8(document.file.bytes.to_vec()).unwrap();
    let mut texts = (text(&domain), problem.as_ref().map(text).unwrap_or_default());
    let [edit] = &fix.edits[..] else { panic!("{fix:?}") };
    let edited = if edit.file == FileRole::Domain { &mut texts.0 } else { &mut texts.1 };
    edited.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.replacement);
    texts
}

#[test]
fn a_parenthesis_is_closed_where_its_list_ends() {
    // A comment with a parenthesis stands where the code ends.
    let open = DOMAIN
        .replace("(:action push", "(:action stay :parameters () :effect (and) ; (no\n\n  (:action push");
    let (once, _) = mended(&open, None, "Insert `)`");
    assert!(once.contains(":effect (and)) ; (no\n"), "{once}");
    assert!(check(&SourceFile::new("d", once), None).iter().all(|one| one.severity == Severity::Warning));
    // Two are missing.
    let open =
        DOMAIN.replace("(:action push", "(:action stay :effect (and (not (door hall hall))\n  (:action push");
    let (mended_text, _) = mended(&open, None, "Insert `))`");
    assert!(mended_text.contains("(and (not (door hall hall))))\n"), "{mended_text}");
    // An atom ends before the list in it.
    let open = "(define (domain d) (:predicates (p ?x) (q ?x))
        (:action a :parameters (?x) :precondition (and (p ?x (q ?x)) :effect (p ?x)))";
    let (mended_text, _) = mended(open, None, "Insert `)`");
    assert!(mended_text.contains("(and (p ?x) (q ?x))"), "{mended_text}");
}

#[test]
fn the_last_parenthesis_of_a_file_stands_before_its_last_comments() {
    let domain = DOMAIN.replace("- thing ?p - place)", "- (either box place) ?p - place)");
    let open = format!("{} ; :-)\n\n; the end\n", domain.trim_end().strip_suffix(')').unwrap());
    let (mended_text, _) = mended(&open, None, "Insert `)`");
    assert_eq!(mended_text, format!("{} ; :-)\n\n; the end\n", domain.trim_end()));
}

#[test]
fn a_predicate_is_declared_with_the_types_of_its_arguments() {
    let (domain, _) = mended(
        "(define (domain d) (:types a b)\n  (:predicates\n    (p ?x - a))
           (:action go :parameters (?x - a ?y - b) :precondition (and (p ?x) (Near ?y ?y ?x)) :effect (p ?x)))",
        None,
        "Declare `(Near ?y - b ?x2 - b ?x - a)`",
    );
    assert!(domain.contains("(p ?x - a)\n    (Near ?y - b ?x2 - b ?x - a))"), "{domain}");
    let problem =
        "(define (problem q) (:domain rooms) (:objects k - place) (:init (closed k)) (:goal (and)))";
    let (domain, _) = mended(DOMAIN, Some(problem), "Declare `(closed ?x1 - place)`");
    assert!(domain.contains("(closed ?x1 - place)"), "{domain}");
}

#[test]
fn a_problem_is_told_the_name_of_its_domain() {
    let problem = "(define (problem q) (:domain roms) (:objects k - place) (:init) (:goal (and)))";
    let (_, problem) = mended(DOMAIN, Some(problem), "Replace by `rooms`");
    assert!(problem.contains("(:domain rooms)"), "{problem}");
}

#[test]
fn missing_sections_and_declarations_are_added_where_their_words_are_known() {
    let problem = "(define (problem q)\n  (:objects k - place) (:init) (:goal (and)))";
    let (_, problem) = mended(DOMAIN, Some(problem), "Insert `(:domain rooms)`");
    assert!(problem.starts_with("(define (problem q)\n  (:domain rooms)\n"), "{problem}");
    let bare = "(define (domain rooms)\n  (:requirements :typing)\n  (:predicates (at ?b - box ?p - place))
  (:action put :parameters (?b - box ?p - place) :effect (at ?b ?p)))";
    let objects = "(define (problem q) (:domain rooms) (:objects k - place l - lift) (:init) (:goal (and)))";
    let (domain, _) = mended(bare, Some(objects), "Insert `(:types box place lift)`");
    assert!(domain.contains(":typing)\n  (:types box place lift)\n"), "{domain}");
    assert!(check(&SourceFile::new("d", domain), None).iter().all(|one| one.severity == Severity::Warning));
    let cheap = DOMAIN.replacen("(total-cost) ", "", 1);
    let (domain, _) = mended(&cheap, None, "Declare `(total-cost) - number`");
    assert!(domain.contains("(:functions (total-cost) - number (far ?from"), "{domain}");
    let cheap = "(define (domain d) (:requirements :action-costs) (:predicates (p))
        (:action a :effect (and (p) (increase (total-cost) 1))))";
    let (domain, _) = mended(cheap, None, "Declare `(total-cost) - number`");
    assert!(domain.contains("(:predicates (p))\n  (:functions (total-cost) - number)"), "{domain}");
}

#[test]
fn the_outline_has_sections_and_what_they_declare() {
    let items = outline(&Document::new("d", DOMAIN));
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let expected =
        ["rooms", ":requirements", ":types", ":constants", ":predicates", ":functions", "open", "push"];
    assert_eq!(names, expected);
    let predicates: Vec<&str> = items[4].children.iter().map(|child| child.detail.as_str()).collect();
    assert_eq!(predicates[1], "(door ?from ?to - place)");
    assert_eq!(items[7].detail, "?b - box ?from - place ?to - place");
}
