//! Searches are the same with any number of threads, to the last event.

use std::time::Duration;

use extremal::searches::{Options, Problem, Report, Threads, select};
use extremal::states::StateSpace;
use extremal::{Budget, Counters, Observer, Outcome, Planner, Task, heuristics};
use extremal_states::StateId;

use crate::common::{example, tasks};

/// All that an observer hears.
#[derive(Default, PartialEq, Debug)]
struct Events(Vec<(&'static str, u32, Option<u32>, Counters)>);

impl Observer for Events {
    fn expansion(&mut self, state: StateId, depth: u32, counters: &Counters) {
        self.0.push(("expansion", state.0, Some(depth), *counters));
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, counters: &Counters) {
        self.0.push(("evaluation", state.0, h, *counters));
    }

    fn expanded(&mut self, state: StateId, counters: &Counters) {
        self.0.push(("expanded", state.0, None, *counters));
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        self.0.push(("best", h, None, *counters));
    }

    fn backup(&mut self, node: u32, ancestors: u32) {
        self.0.push(("backup", node, Some(ancestors), Counters::default()));
    }

    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        self.0.push(("plan", operators.len() as u32, None, *counters));
    }
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
}

/// A search that shares all work, however little, and looks ahead for more.
fn run(task: &Task, (search, preferred): (&str, bool), limits: Limits, threads: usize) -> (Report, Events) {
    let mut events = Events::default();
    let options = Options { preferred, seed: 5, ..Options::default() };
    let report = select(search, options).unwrap().run(Problem {
        space: &mut StateSpace::new(task.sas()),
        task: task.sas(),
        heuristic: &mut *heuristics::select("ff").unwrap().build(task.sas()),
        heuristic_is_safe: true,
        max_evaluations: limits.max_evaluations,
        max_expansions: limits.max_expansions,
        budget: &Budget::unlimited(),
        observer: Some(&mut events),
        threads: Threads { number: threads, worthwhile: Duration::ZERO },
    });
    (report, events)
}

#[test]
fn threads_change_no_counter_no_plan_and_no_event() {
    let searches = [
        ("gbfs", false),
        ("gbfs", true),
        ("gbfs(order=random)", true),
        ("softmin-type", true),
        ("guct-uniform", true),
        ("guct-normal2(order=reversed)", false),
        ("guct-star(graft=true)", true),
        ("eager", true),
        ("nebula", true),
        // More than one member would race.
        ("extremal(members=2)", false),
    ];
    // Small limits end a search in the middle of an expansion.
    let evaluations = [2, 23, 90, 400].map(|n| Limits { max_evaluations: Some(n), max_expansions: None });
    let expansions = [17].map(|n| Limits { max_evaluations: None, max_expansions: Some(n) });
    let (mut solved, mut dead_ends) = (0, 0);
    for (name, task) in tasks(|name| ["p01", "p03", "p06"].iter().any(|p| name.starts_with(p))) {
        for search in searches {
            for limits in evaluations.into_iter().chain(expansions) {
                let one = run(&task, search, limits, 1);
                solved += usize::from(matches!(one.0.outcome, extremal::searches::Outcome::Solved(_)));
                dead_ends += one.0.counters.dead_ends;
                for threads in [2, 3] {
                    let several = run(&task, search, limits, threads);
                    assert!(several == one, "{name} {search:?} {limits:?}: {threads} threads");
                }
            }
        }
    }
    assert!(dead_ends > 50, "only {dead_ends} children were dead ends");
    assert!(solved > 50, "only {solved} searches found a goal among the children of a state");
}

/// The default search does not solve this task blindly within `LIMIT` evaluations, of which its first member may
/// have 2000 before the second begins.
const HARD: &str = "museum/p04.pddl";
const LIMIT: u64 = 6000;

fn solve(search: &str, task: &Task, threads: usize) -> (Outcome, Counters) {
    let planner = Planner::new().search(search).unwrap().heuristic("blind").unwrap();
    let run = planner.max_evaluations(LIMIT).threads(threads).solve(task).unwrap();
    (run.outcome, run.counters)
}

#[test]
fn the_planner_takes_threads() {
    let task = example(HARD);
    for search in ["extremal(members=1)", "guct-uniform"] {
        let one = solve(search, &task, 1);
        for threads in [0, 2] {
            assert_eq!(solve(search, &task, threads), one, "{search} with {threads} threads");
        }
    }
}

#[test]
fn members_that_race_keep_the_limit_of_evaluations_together() {
    let task = example(HARD);
    let (_, first_member) = solve("extremal(members=1)", &task, 1);
    for threads in [0, 1, 2, 3] {
        let (outcome, counters) = solve("extremal", &task, threads);
        assert_eq!(outcome, Outcome::EvaluationLimit, "{threads} threads");
        assert_eq!(counters.evaluations, LIMIT, "{threads} threads");
        assert_ne!(counters, first_member, "the second member did not start with {threads} threads");
    }
}
