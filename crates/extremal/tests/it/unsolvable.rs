//! Tasks without a plan, and tasks that need none.

use extremal::{HEURISTICS, Outcome, Proof, Task};

use crate::common::{configurations, example, searches, solve, tasks, tree_variants};

#[test]
fn every_search_proves_that_there_is_no_plan() {
    assert!(HEURISTICS.iter().all(|heuristic| heuristic.safe), "the others would have to be left out");
    // The last of them has more states than a test should look at.
    let tasks = tasks(|name| name.ends_with("-unsolvable-search.pddl") && !name.starts_with("p08"));
    assert_eq!(tasks.len(), 4);
    for (configuration, planner) in configurations().chain(tree_variants()) {
        for (name, task) in &tasks {
            let context = format!("{name} {configuration}");
            let run = solve(&planner, task, &context);
            assert_eq!(run.outcome, Outcome::Unsolvable(Proof::Search), "{context}");
        }
    }
}

#[test]
fn goals_that_cannot_be_reached_are_named() {
    let run = searches().next().unwrap().1.solve(&example("museum/p06-unsolvable-relaxed.pddl")).unwrap();
    let Outcome::Unsolvable(Proof::Unreachable { goals, reasons }) = run.outcome else {
        panic!("{:?}", run.outcome)
    };
    assert_eq!(goals, ["(shown exhibit1 east3)"]);
    assert!(!reasons.is_empty());
    assert_eq!(run.counters.evaluations, 0);
}

const EITHER_DOMAIN: &str = "(define (domain either) (:requirements :strips)
    (:predicates (left) (right))
    (:action go-left :parameters () :precondition (right) :effect (and (left) (not (right))))
    (:action go-right :parameters () :precondition (left) :effect (and (right) (not (left)))))";

fn either(goal: &str) -> Task {
    let problem = format!("(define (problem p) (:domain either) (:init (left)) (:goal {goal}))");
    Task::from_pddl(EITHER_DOMAIN, &problem).unwrap()
}

#[test]
fn goals_that_exclude_each_other_are_found_without_search() {
    for (configuration, planner) in searches() {
        let run = solve(&planner, &either("(and (left) (right))"), &configuration);
        assert_eq!(run.outcome, Outcome::Unsolvable(Proof::ExclusiveGoals), "{configuration}");
    }
}

#[test]
fn a_goal_that_holds_needs_no_steps() {
    let tasks = [either("(left)"), either("(and)"), example("lanterns/p06-goal-already-true.pddl")];
    for (configuration, planner) in searches() {
        for task in &tasks {
            let run = solve(&planner, task, &configuration);
            let plan = run.outcome.plan().unwrap_or_else(|| panic!("{configuration} {:?}", run.outcome));
            assert_eq!(plan.to_string(), "; cost = 0 (unit cost)\n", "{configuration}");
            assert_eq!(run.counters.expansions, 0, "{configuration}");
        }
    }
}
