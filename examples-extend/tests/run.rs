//! The parts of this crate at work on example tasks, as the guide shows them.

use examples_extend::bandit::SecondOpinion;
use examples_extend::heuristic::GoalDistance;
use examples_extend::open_list::EpsilonGreedy;
use examples_extend::search::BreadthFirst;
use extremal::searches::tree::Direct;
use extremal::searches::{Options, TreeOptions, TreeSearch, WithOpenList};
use extremal::{DeadEnds, Outcome, Planner, Progress, Proof, SEARCHES, Task};

fn example(name: &str) -> Task {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/");
    Task::from_problem_file(folder.to_owned() + name).unwrap()
}

/// The length of the plan. The library has validated it.
fn plan_length(planner: &Planner, task: &Task) -> usize {
    let run = planner.solve(task).unwrap();
    run.outcome.plan().unwrap_or_else(|| panic!("{:?}", run.outcome)).steps.len()
}

#[test]
fn an_own_bandit_solves_tasks() {
    let planner = Planner::new().own_search(TreeSearch {
        index: Direct(SecondOpinion { c: 1.0 }),
        tree: TreeOptions::default(),
        options: Options { seed: 7, preferred: true, ..Options::default() },
    });
    for name in ["museum/p01.pddl", "alpine/p02.pddl", "canal/p01.pddl"] {
        assert!(plan_length(&planner, &example(name)) > 0, "{name}");
    }
}

#[test]
fn an_own_heuristic_solves_tasks_with_any_search() {
    for search in SEARCHES {
        let planner = Planner::new()
            .search(search.name)
            .unwrap()
            .own_heuristic(DeadEnds::Proven, |task| Box::new(GoalDistance::new(task, 1)));
        for name in ["museum/p01.pddl", "rings/p01.pddl"] {
            assert!(plan_length(&planner, &example(name)) > 0, "{} {name}", search.name);
        }
    }
}

#[test]
fn dead_ends_of_an_own_heuristic_prove_what_they_are_said_to_prove() {
    let task = example("museum/p07-unsolvable-search.pddl");
    let outcome = |dead_ends| {
        // Every state is called a dead end, which is a lie unless the task has no plan.
        struct Pessimist;
        impl extremal::Heuristic for Pessimist {
            fn evaluate(&mut self, _state: &[u32]) -> u32 {
                extremal::DEAD_END
            }
        }
        let planner = Planner::new().own_heuristic(dead_ends, |_| Box::new(Pessimist));
        planner.solve(&task).unwrap().outcome
    };
    assert_eq!(outcome(DeadEnds::Proven), Outcome::Unsolvable(Proof::Search));
    assert_eq!(outcome(DeadEnds::Guessed), Outcome::Exhausted);
}

#[test]
fn an_own_open_list_solves_tasks() {
    let planner = Planner::new().own_search(WithOpenList {
        open_list: || Box::new(EpsilonGreedy::new(0.2)) as _,
        options: Options::default(),
    });
    assert!(plan_length(&planner, &example("alpine/p02.pddl")) > 0);
}

#[test]
fn an_own_search_finds_a_shortest_plan() {
    let breadth_first = Planner::new().own_search(BreadthFirst).heuristic("blind").unwrap();
    let task = example("museum/p01.pddl");
    let shortest = plan_length(&breadth_first, &task);
    for search in SEARCHES {
        let planner = Planner::new().search(search.name).unwrap();
        assert!(plan_length(&planner, &task) >= shortest, "{}", search.name);
    }
}

#[test]
fn a_search_that_is_paused_finds_the_same_plan() {
    let task = example("alpine/p02.pddl");
    let planner = Planner::new().search("guct-uniform").unwrap().plan_quality(false);
    let mut pauses = 0;
    let mut running = planner.start(&task).unwrap();
    while running.advance(10) == Progress::Running {
        pauses += 1;
    }
    let run = running.finish().unwrap();
    assert_eq!(run.outcome, planner.solve(&task).unwrap().outcome);
    assert_eq!(pauses, run.counters.evaluations / 10);
}
