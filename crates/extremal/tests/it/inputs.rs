//! Tasks from texts and files, and what is said about them.

use extremal::pddl::{Columns, SourceFile};
use extremal::sas::Status;
use extremal::{Budget, Error, Planner, Task, TaskText};

use crate::common::examples;

#[test]
fn files_and_texts_give_the_same_task() {
    let domain = examples().join("alpine/domain.pddl");
    let problem = examples().join("alpine/p01.pddl");
    let found = Task::from_problem_file(&problem).unwrap();
    let named = Task::from_files(&domain, &problem).unwrap();
    let read = |path| std::fs::read_to_string(path).unwrap();
    let text = Task::from_pddl(&read(domain), &read(problem)).unwrap();
    assert_eq!(found.sas(), named.sas());
    assert_eq!(found.sas(), text.sas());
    assert_eq!(*found.status(), Status::Open);
    assert!(found.lifted().is_some());
    assert!(found.sizes().operators > 0);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let missing = Task::from_problem_file("no-such-folder/problem.pddl").unwrap_err();
    assert!(missing.to_string().starts_with("no domain file found"), "{missing}");
    let missing = Task::from_files("no-domain.pddl", "no-problem.pddl").unwrap_err();
    assert!(missing.to_string().starts_with("no-domain.pddl: "), "{missing}");
    let errors = examples().join("errors");
    let wrong = Task::from_files(errors.join("domain-wrong-arity.pddl"), errors.join("good-problem.pddl"));
    let error = wrong.unwrap_err();
    assert!(!error.is_unsupported());
    let (text, records) = (error.to_string(), error.records(Columns::Characters));
    let place = &records[0].place;
    assert!(place.file.ends_with("domain-wrong-arity.pddl") && place.end_column > place.column, "{place:?}");
    assert!(text.contains(&format!("{}:{}:{}\n", place.file, place.line, place.column)), "{text}");
    assert!(text.starts_with(&format!("error[{}]: {}\n", records[0].code, records[0].message)), "{text}");
    let durative = errors.join("domain-durative-action.pddl");
    let wrong = Task::from_files(durative, errors.join("good-problem.pddl"));
    assert!(wrong.unwrap_err().is_unsupported());
    let sas = Task::from_sas(b"begin_version\n3\nfin_version").unwrap_err();
    assert!(sas.to_string().contains("task:3:1: error"), "{sas}");
    let place = sas.records(Columns::Utf16).remove(0).place;
    assert_eq!((place.file.as_str(), place.line, place.column), ("task", 3, 1));
    assert_eq!((place.end_line, place.end_column), (3, 12));
    assert!(missing.records(Columns::Utf16).is_empty());
}

#[test]
fn wrong_names_and_parameters_are_refused_when_they_are_given() {
    let error = |planner: Result<Planner, Error>| planner.map(|_| ()).unwrap_err().to_string();
    assert!(
        error(Planner::new().search("astar"))
            .starts_with("there is no search 'astar'; there are extremal, gbfs")
    );
    assert!(error(Planner::new().search("guct(c=much)")).contains("must be a number"));
    assert!(error(Planner::new().heuristic("hff")).starts_with("there is no heuristic 'hff'"));
    assert!(error(Planner::new().heuristic("ff(cost=high)")).contains("must be unit, real or plusone"));
}

#[test]
fn costs_count_where_the_task_says_so() {
    let domain = "(define (domain shop) (:requirements :strips :action-costs)
        (:predicates (have)) (:functions (total-cost) - number)
        (:action buy :parameters () :effect (and (have) (increase (total-cost) 7))))";
    let problem = "(define (problem p) (:domain shop) (:init (= (total-cost) 0)) (:goal (have))
        (:metric minimize (total-cost)))";
    let pddl = Task::from_pddl(domain, problem).unwrap();
    let sas = Task::from_sas_task(pddl.sas().clone());
    for task in [pddl, sas] {
        let run = Planner::new().solve(&task).unwrap();
        let plan = run.outcome.plan().unwrap();
        assert_eq!(plan.to_string(), "(buy)\n; cost = 7 (general cost)\n");
    }
}

#[test]
fn what_grounding_refuses_has_a_place() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
        (:predicates (next ?x ?y) (p ?x))
        (:derived (p ?x) (forall (?y) (imply (next ?x ?y) (p ?y)))))";
    let problem =
        "(define (problem p) (:domain d) (:objects a b) (:init (next a b) (next b a)) (:goal (p a)))";
    let error = Task::from_pddl(domain, problem).unwrap_err();
    assert!(error.is_unsupported(), "{error}");
    let record = &error.records(Columns::Characters)[0];
    assert_eq!((record.place.file.as_str(), record.place.line, record.place.column), ("domain", 3, 20));
    assert!(error.to_string().contains("3 |         (:derived (p ?x)"), "{error}");
}

#[test]
fn the_steps_from_text_to_task_give_warnings_and_times() {
    let domain = SourceFile::new(
        "d",
        "(define (domain d) (:predicates (p) (q))
        (:action a :parameters () :precondition (not (q)) :effect (p)))",
    );
    let problem = SourceFile::new("p", "(define (problem p) (:domain d) (:init) (:goal (p)))");
    let budget = Budget::unlimited();
    let checked = TaskText::Pddl { domain: domain.clone(), problem: problem.clone() }.check(&budget).unwrap();
    let codes: Vec<_> = checked.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["missing-requirement"]);
    let plan = |text: &str| extremal::validate::PlanText::read(text.as_bytes()).unwrap();
    assert!(checked.validate(&plan("(a)"), &budget).unwrap().is_valid());
    assert!(!checked.validate(&plan(""), &budget).unwrap().is_valid());
    let task = checked.normalise(&budget).unwrap().without_lifted().translate(&budget).unwrap();
    assert!(task.lifted().is_none() && task.times().parse.as_nanos() > 0);
    assert_eq!(task.sas(), Task::from_sources(&domain, &problem, &budget).unwrap().sas());
}
