//! Tasks from texts and files, and what is said about them.

use extremal::sas::Status;
use extremal::{Error, Planner, Task};

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
    let Err(Error::Pddl { text, unsupported: false }) = wrong else { panic!("{wrong:?}") };
    assert!(text.contains("domain-wrong-arity.pddl:"), "{text}");
    let durative = errors.join("domain-durative-action.pddl");
    let wrong = Task::from_files(durative, errors.join("good-problem.pddl"));
    assert!(matches!(wrong, Err(Error::Pddl { unsupported: true, .. })));
    assert!(Task::from_sas(b"begin_version\n3\n").unwrap_err().to_string().contains("task:"));
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
    assert!(error(Planner::new().heuristic("ff(cost=high)")).contains("must be unit or real"));
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
