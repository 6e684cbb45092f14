//! Every search with every heuristic and every option solves small tasks or stops at its limit.
//!
//! That plans are valid needs no test here: the library validates each and returns an error otherwise.

use extremal::{Outcome, Planner};

use crate::common::{configurations, solve, tasks, tree_variants};

/// Solves all problems of this file name; returns how many runs found a plan, and how many there were.
fn solve_all(
    configurations: impl Iterator<Item = (String, Planner)>,
    file: &str,
    max_evaluations: u64,
) -> (usize, usize) {
    let tasks = tasks(|name| name == file);
    assert_eq!(tasks.len(), 16);
    let (mut solved, mut runs) = (0, 0);
    for (configuration, planner) in configurations {
        let planner = planner.max_evaluations(max_evaluations);
        for (name, task) in &tasks {
            let context = format!("{name} {configuration}");
            let run = solve(&planner, task, &context);
            runs += 1;
            match &run.outcome {
                Outcome::Solved(plan) => {
                    solved += 1;
                    assert!(run.counters.evaluations < max_evaluations, "{context}");
                    let found = run.found.map_or(plan.steps.len(), |found| found.length);
                    assert!(found <= run.counters.max_depth as usize, "{context}");
                }
                Outcome::EvaluationLimit => {
                    assert_eq!(run.counters.evaluations, max_evaluations, "{context}");
                }
                other => panic!("{context}: {other:?}"),
            }
        }
    }
    (solved, runs)
}

#[test]
fn the_smallest_examples_are_solved() {
    let (solved, runs) = solve_all(configurations(), "p01.pddl", 2000);
    assert_eq!(solved, runs);
    let (solved, runs) = solve_all(tree_variants(), "p01.pddl", 2000);
    assert_eq!(solved, runs);
}

#[test]
fn larger_examples_are_solved_or_given_up() {
    let (solved, runs) = solve_all(configurations(), "p02.pddl", 100);
    assert!(solved > runs / 3 && solved < runs, "{solved} of {runs}");
    let (solved, runs) = solve_all(tree_variants(), "p02.pddl", 100);
    assert!(solved > runs / 3 && solved < runs, "{solved} of {runs}");
}
