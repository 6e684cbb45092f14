//! Negative conditions do not multiply operators, and variables stay whole where that would be cheap.

use extremal_generate::generator;
use extremal_limits::Budget;
use extremal_pddl::{SourceFile, parse_task};
use extremal_sas::{Statistics, Task, translate};

fn task(domain: &str, problem: &str) -> Task {
    let domain = SourceFile::new("domain.pddl", domain);
    let problem = SourceFile::new("problem.pddl", problem);
    let (task, _) = parse_task(&domain, &problem).expect("the task is valid PDDL");
    translate(&extremal_normalise::normalise(&task), &Budget::unlimited()).expect("no limit is reached").task
}

/// The sizes of a floor of tiles, and those without the conditions that the robot is elsewhere.
fn parquet(tiles: u32) -> (Statistics, Statistics) {
    let generated = generator("parquet").expect("is a domain").generate(tiles, 1);
    let free = ["t", "u"].iter().fold(generated.domain.to_owned(), |domain, tile| {
        let condition = format!(" (not (robot-on ?{tile})))\n    :effect");
        assert_eq!(domain.matches(&condition).count(), 1);
        domain.replace(&condition, ")\n    :effect")
    });
    (task(generated.domain, &generated.problem).statistics(), task(&free, &generated.problem).statistics())
}

#[test]
fn operators_grow_as_without_negative_conditions() {
    for tiles in [4, 9, 16, 25] {
        let (with, without) = parquet(tiles);
        assert_eq!(with.operators, without.operators, "{tiles} tiles");
        // The robot's place is a bit for each tile instead of one variable.
        assert_eq!(with.variables, without.variables - 1 + tiles as usize, "{tiles} tiles");
        assert_eq!(with.goal_facts, without.goal_facts);
    }
}

/// A robot in one of six rooms, and `flags` actions that need it to be out of the first.
fn rooms(flags: usize) -> Statistics {
    let predicates: String = (0..flags).map(|n| format!("(f{n})")).collect();
    let flag = |n| format!("(:action a{n} :parameters () :precondition (not (at a)) :effect (f{n}))");
    let actions: String = (0..flags).map(flag).collect();
    let domain = format!(
        "(define (domain d) (:requirements :strips :negative-preconditions) (:predicates (at ?l) {predicates})
         (:action move :parameters (?l ?m) :precondition (at ?l) :effect (and (not (at ?l)) (at ?m)))
         {actions})"
    );
    let problem = format!(
        "(define (problem p) (:domain d) (:objects a b c d e f) (:init (at a)) (:goal (and {predicates})))"
    );
    task(&domain, &problem).statistics()
}

#[test]
fn a_few_operators_more_leave_the_variable_whole() {
    // 36 moves, of which those from a room to itself do nothing; each flag becomes five operators.
    let few = rooms(4);
    assert_eq!((few.variables, few.operators), (1 + 4, 30 + 4 * 5));
    // The first room has a variable of its own; the other five stay together.
    let many = rooms(5);
    assert_eq!((many.variables, many.operators), (2 + 5, 30 + 5));
}
