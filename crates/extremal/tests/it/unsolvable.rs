//! Tasks without a plan, and tasks that need none.

use extremal::{DeadEnds, HEURISTICS, Heuristic, Outcome, Planner, Proof, Task};

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

/// Calls every other state a dead end, whether it is one or not.
struct EveryOther(u32);

impl Heuristic for EveryOther {
    fn evaluate(&mut self, _state: &[u32]) -> u32 {
        self.0 += 1;
        if self.0.is_multiple_of(2) { extremal::heuristics::DEAD_END } else { 1 }
    }
}

#[test]
fn dead_ends_that_are_guessed_prove_nothing() {
    let task = example("museum/p07-unsolvable-search.pddl");
    for search in ["gbfs", "guct-uniform", "lama-first", "bfws-f5", "tree-gbfs(collapse=true)"] {
        for (dead_ends, expected) in
            [(DeadEnds::Guessed, Outcome::Exhausted), (DeadEnds::Proven, Outcome::Unsolvable(Proof::Search))]
        {
            let planner = Planner::new().own_heuristic(dead_ends, |_| Box::new(EveryOther(0)));
            let run = planner.search(search).unwrap().solve(&task).unwrap();
            assert!(run.outcome == expected && run.counters.dead_ends > 0, "{search}: {:?}", run.outcome);
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

const WAREHOUSE: &str = include_str!("../../../pddl/tests/it/mistakes/domain.pddl");
const CRATES: &str = include_str!("../../../pddl/tests/it/mistakes/problem.pddl");

/// The message and the line of what is to blame if some lines are missing in the problem.
fn root_without(missing: &[&str]) -> (String, String, usize) {
    let crates = CRATES.replace("    (empty r1)))", "    ))");
    let kept: Vec<&str> = crates.lines().filter(|line| !missing.iter().any(|m| line.contains(m))).collect();
    let task = Task::from_pddl(WAREHOUSE, &kept.join("\n")).unwrap();
    let (cause, sources) = task.root_cause().expect("a cause");
    let file = sources.file(cause.file);
    (cause.message.clone(), file.name.clone(), file.position(cause.span.start).line)
}

#[test]
fn reasons_go_to_the_root() {
    let at = |message: &str, file: &str, line: usize| (message.to_owned(), file.to_owned(), line);
    assert_eq!(
        root_without(&["(road dock gate)"]),
        at("`(road ? gate)` is not in `:init`, and no action makes it true", "domain", 28)
    );
    assert_eq!(
        root_without(&["    (empty r"]),
        at(
            "`:init` does not have any of `(carries ? c1)`, `(empty ?)`, `(carries ? ?)`, and every action that makes \
             it true needs another of them already",
            "domain",
            13
        )
    );
    assert_eq!(
        root_without(&["(battery r"]),
        at(
            "`:init` does not have any of `(battery ? mid)`, `(carries ? c1)`, `(battery ? full)`, \
             `(battery ? low)`, and every action that makes it true needs another of them already",
            "domain",
            14
        )
    );
    assert_eq!(
        root_without(&["r1 r2 - robot", "(at r", "(empty r", "(battery r"]),
        at("there are no objects of type `robot`", "domain", 25)
    );
    assert_eq!(
        root_without(&["(distance dock gate)"]),
        at("`(distance dock gate)` has no value in `:init`", "domain", 40)
    );
}

#[test]
fn the_chain_of_reasons_is_told() {
    let problem = CRATES.replace("(at c1 gate)", "(inspected c1)");
    let task = Task::from_pddl(WAREHOUSE, &problem).unwrap();
    let extremal::Status::Unreachable(why) = task.status() else { panic!("{:?}", task.status()) };
    assert_eq!(why.goals, ["(inspected c1)"]);
    assert_eq!(why.reasons, ["(inspect c1) would need (fragile c1), which never holds"]);
    let problem = CRATES.replace("(at c1 shelf)", "").replace("(at c1 gate)", "(carries r1 c1)");
    let task = Task::from_pddl(WAREHOUSE, &problem).unwrap();
    let extremal::Status::Unreachable(why) = task.status() else { panic!("{:?}", task.status()) };
    assert_eq!(
        why.reasons.last().map(String::as_str),
        Some(
            "none of these is true initially, and each needs another of them: (carries r1 c1), (at c1 ?), \
             (carries ? c1)"
        ),
        "{:?}",
        why.reasons
    );
    let (cause, _) = task.root_cause().expect("a cause");
    assert_eq!(
        cause.message,
        "`:init` does not have `(at c1 ?)`, and every action that makes it true needs it already"
    );
}

#[test]
fn exclusive_goals_are_named_with_their_invariant() {
    let task = either("(and (left) (right))");
    let exclusive = task.exclusive_goals().expect("exclusive goals");
    assert_eq!((exclusive.first.as_str(), exclusive.second.as_str()), ("(left)", "(right)"));
    assert_eq!(exclusive.group, ["(left)", "(right)"]);
}

#[test]
fn goals_that_hold_together_are_counted() {
    let reached =
        example("museum/p07-unsolvable-search.pddl").goals_reached(100_000, &extremal::Budget::unlimited());
    let reached = reached.unwrap();
    assert!(reached.complete && reached.never.is_empty());
    assert_eq!((reached.most.len(), reached.missing.len()), (4, 1));
}

#[test]
fn preconditions_that_are_reachable_but_not_together_are_followed_to_the_missing_fact() {
    let domain = include_str!("../../../../docs/tutorial/domain.pddl");
    let problem = include_str!("../../../../docs/tutorial/problem.pddl");
    // Nobody can get into the store, where the letter lies.
    let task = Task::from_pddl(domain, &problem.replace("(door hall store)", "")).unwrap();
    let extremal::Status::Unreachable(why) = task.status() else { panic!("{:?}", task.status()) };
    assert_eq!(
        why.reasons.last().map(String::as_str),
        Some("for (at ? store), (move ? ? store) would need (door ? store), which never holds")
    );
}

/// A box is at the shelf and a robot is not, but `at` holds for both: the box must not stand in for the robot.
#[test]
fn only_objects_of_the_right_type_explain() {
    let domain = "(define (domain moving) (:requirements :typing)
        (:types robot crate - thing place)
        (:predicates (at ?t - thing ?p - place) (connected ?a ?b - place) (holding ?c - crate))
        (:action go :parameters (?r - robot ?a ?b - place)
            :precondition (and (at ?r ?a) (connected ?a ?b)) :effect (and (not (at ?r ?a)) (at ?r ?b)))
        (:action lift :parameters (?r - robot ?c - crate ?p - place)
            :precondition (and (at ?r ?p) (at ?c ?p)) :effect (and (not (at ?c ?p)) (holding ?c))))";
    let problem = "(define (problem p) (:domain moving)
        (:objects r - robot c - crate hall shelf - place)
        (:init (at r hall) (at c shelf) (connected shelf hall)) (:goal (holding c)))";
    let task = Task::from_pddl(domain, problem).unwrap();
    let (cause, _) = task.root_cause().expect("a cause");
    assert_eq!(cause.message, "`(connected ? shelf)` is not in `:init`, and no action makes it true");
}
