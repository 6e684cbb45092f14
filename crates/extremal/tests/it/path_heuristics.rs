//! Heuristics that follow paths: in every search, each hears how a state was reached before it evaluates it, and serves no
//! other search.

use std::ops::ControlFlow;

use extremal::{AnytimeEnd, DeadEnds, Fact, Heuristic, Planner, SEARCHES, SasTask};

use crate::common::example;

/// Counts goals, and makes sure that it is told of the states of one search.
struct Follower {
    goals: Vec<Fact>,
    arrivals: u32,
    is_told: bool,
    can_be_forked: bool,
    is_a_fork: bool,
}

impl Follower {
    fn new(task: &SasTask, can_be_forked: bool) -> Self {
        Follower { goals: task.goal.clone(), arrivals: 0, is_told: false, can_be_forked, is_a_fork: false }
    }
}

impl Heuristic for Follower {
    fn follows_paths(&self) -> bool {
        true
    }

    fn arrive(&mut self, state: u32, from: Option<(u32, u32)>) {
        match from {
            None => assert_eq!((state, self.arrivals), (0, 0), "this is not the beginning of its search"),
            Some((before, _)) => assert!(before < state, "states are numbered as they are found"),
        }
        self.arrivals += 1;
        self.is_told = true;
    }

    fn evaluate(&mut self, state: &[u32]) -> u32 {
        assert!(!self.is_a_fork, "it was not built for this search alone");
        assert!(std::mem::take(&mut self.is_told), "nobody has told it how this state was reached");
        let left = self.goals.iter().filter(|goal| state[goal.variable as usize] != goal.value);
        left.count() as u32
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        let goals = self.goals.clone();
        self.can_be_forked.then(|| Box::new(Follower { goals, is_a_fork: true, ..*self }) as _)
    }
}

#[test]
fn every_search_tells_a_heuristic_how_states_were_reached() {
    let task = example("museum/p03.pddl");
    for can_be_forked in [false, true] {
        let planner = Planner::new()
            .own_heuristic(DeadEnds::Proven, move |task| Box::new(Follower::new(task, can_be_forked)))
            .max_evaluations(300);
        for search in SEARCHES {
            for threads in [1, 3] {
                let run = planner.clone().search(search.name).unwrap().threads(threads).solve(&task).unwrap();
                // One search asks no heuristic at all.
                let evaluations = run.counters.evaluations;
                assert!(evaluations > 0 || search.name == "landmarks", "{} {evaluations}", search.name);
            }
        }
    }
}

/// The searches for cheaper plans are three: members of the portfolio, weighted A*, and the first search.
#[test]
fn searches_for_cheaper_plans_tell_it_too() {
    let task = example("alpine/p01.pddl");
    for can_be_forked in [false, true] {
        for search in ["gbfs", "portfolio(members=gbfs+guct-uniform)"] {
            let planner = Planner::new()
                .own_heuristic(DeadEnds::Proven, move |task| Box::new(Follower::new(task, can_be_forked)))
                .search(search)
                .unwrap()
                .plan_quality(false)
                .max_evaluations(6000);
            let run = planner.solve_anytime(&task, None, &mut |_, _| ControlFlow::Continue(())).unwrap();
            assert!(run.improvement.is_some_and(|end| end != AnytimeEnd::Enough), "{search}: no plan");
        }
    }
}
