//! What an observer hears agrees with what the search counts.

use std::collections::BTreeMap;

use extremal::searches::observer::Generated;
use extremal::states::StateId;
use extremal::{Counters, Observer, Planner, Progress, SEARCHES};

use crate::common::{example, searches, tree_variants};

#[derive(Default)]
struct Listener {
    evaluations: u64,
    expansions: u64,
    generated: u64,
    dead_ends: u64,
    best: Vec<u32>,
    turns: Vec<usize>,
    plans: Vec<Vec<u32>>,
}

impl Observer for Listener {
    fn generated(&mut self, _generated: &Generated) {
        self.generated += 1;
    }

    fn expansion(&mut self, _state: StateId, depth: u32, counters: &Counters) {
        assert!(depth <= counters.max_depth);
        assert_eq!(counters.expansions, self.expansions);
        self.expansions += 1;
    }

    fn evaluation(&mut self, _state: StateId, h: Option<u32>, _preferred: &[u32], counters: &Counters) {
        self.evaluations += 1;
        self.dead_ends += u64::from(h.is_none());
        assert_eq!((counters.evaluations, counters.dead_ends), (self.evaluations, self.dead_ends));
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        assert_eq!(counters.best_h, Some(h));
        self.best.push(h);
    }

    fn turn(&mut self, member: usize, counters: &Counters) {
        assert_eq!(counters.evaluations, self.evaluations);
        self.turns.push(member);
    }

    fn plan(&mut self, operators: &[u32], _counters: &Counters) {
        self.plans.push(operators.to_owned());
    }
}

#[test]
fn events_are_counted_as_the_search_counts() {
    // One with dead ends, one that is solved, one that reaches the limit.
    for name in ["glacier/p02.pddl", "alpine/p02.pddl", "museum/p03.pddl"] {
        let task = example(name);
        for (configuration, planner) in searches() {
            let context = format!("{name} {configuration}");
            let mut listener = Listener::default();
            let run =
                planner.max_evaluations(60).plan_quality(false).solve_observed(&task, &mut listener).unwrap();
            let counters = run.counters;
            assert_eq!(listener.evaluations, counters.evaluations, "{context}");
            assert_eq!(listener.expansions, counters.expansions, "{context}");
            assert_eq!(listener.dead_ends, counters.dead_ends, "{context}");
            assert_eq!(listener.generated, counters.generated, "{context}");
            assert!(listener.best.is_sorted_by(|a, b| a > b), "{context}: {:?}", listener.best);
            assert_eq!(listener.best.last().copied(), counters.best_h, "{context}");
            let lengths: Vec<usize> = listener.plans.iter().map(Vec::len).collect();
            let length = run.outcome.plan().map(|plan| plan.steps.len());
            assert_eq!(lengths, Vec::from_iter(length), "{context}");
            let is_portfolio = configuration.starts_with("extremal");
            assert_eq!(!listener.turns.is_empty(), is_portfolio, "{context}");
        }
    }
}

#[test]
fn an_observer_changes_nothing() {
    let task = example("canal/p02.pddl");
    for search in SEARCHES {
        let planner = Planner::new().search(search.name).unwrap().max_evaluations(60);
        let seen = planner.solve_observed(&task, &mut Listener::default()).unwrap();
        let unseen = planner.solve(&task).unwrap();
        assert_eq!((seen.outcome, seen.counters), (unseen.outcome, unseen.counters), "{}", search.name);
    }
}

/// The states that wait to be expanded, with their values.
#[derive(Default)]
struct Waiting(BTreeMap<u32, u32>);

impl Observer for Waiting {
    fn evaluation(&mut self, state: StateId, h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        self.0.extend(h.map(|h| (state.0, h)));
    }

    fn expansion(&mut self, state: StateId, _depth: u32, _counters: &Counters) {
        let h = self.0.remove(&state.0);
        assert!(h.is_some() && self.0.values().copied().min().is_none_or(|smallest| Some(smallest) >= h));
    }
}

#[test]
fn greedy_searches_expand_a_state_of_smallest_value() {
    for name in ["museum/p03.pddl", "glacier/p03.pddl", "beekeeper/p03.pddl"] {
        let task = example(name);
        for search in ["gbfs", "tree-gbfs", "eager(lists=tree:h,bandit=greedy,collapse=true)"] {
            let planner = Planner::new().search(search).unwrap().max_evaluations(500);
            planner.solve_observed(&task, &mut Waiting::default()).unwrap();
        }
    }
}

/// Wants to hear everything, and ignores it.
struct Deaf;

impl Observer for Deaf {
    fn wants_tree(&self) -> bool {
        true
    }
}

#[test]
fn hearing_of_the_tree_changes_nothing() {
    let task = example("museum/p03.pddl");
    for (configuration, planner) in searches().chain(tree_variants()) {
        let planner = planner.max_evaluations(400);
        let (seen, unseen) =
            (planner.solve_observed(&task, &mut Deaf).unwrap(), planner.solve(&task).unwrap());
        assert_eq!((seen.outcome, seen.counters), (unseen.outcome, unseen.counters), "{configuration}");
    }
}

#[test]
fn anytime_search_tells_of_all_searches() {
    let task = example("alpine/p03.pddl");
    let nested = "h2(search=portfolio(members=gbfs+guct,turns=50))";
    for (search, searches, have_members) in [("extremal", 8, true), ("gbfs", 1, false), (nested, 2, false)] {
        let planner = Planner::new().search(search).unwrap().max_evaluations(20_000).plan_quality(false);
        let mut running = planner.start_anytime(&task).unwrap();
        let (mut listener, mut found) = (Listener::default(), 0);
        loop {
            let progress = running.advance_observed(500, &mut listener);
            assert_eq!(listener.evaluations, running.counters().evaluations, "{search}");
            match progress {
                Progress::Plan => found += 1,
                Progress::Ended => break,
                _ => {}
            }
        }
        let counters = running.finish().unwrap().counters;
        assert_eq!(listener.evaluations, counters.evaluations, "{search}");
        assert_eq!(listener.expansions, counters.expansions, "{search}");
        // Successors that are too expensive for a cheaper plan have no number.
        assert!(listener.generated <= counters.generated, "{search}");
        let turns = &listener.turns;
        assert!(turns.contains(&searches), "{search}: weighted A* has no turn");
        assert_eq!(turns.iter().any(|&turn| turn > searches), have_members, "{search}: {turns:?}");
        assert!(turns.iter().all(|&turn| turn <= 2 * searches), "{search}: {turns:?}");
        // A member's plan need not be cheaper.
        let plans = listener.plans.len();
        assert!(found > 1 && if have_members { plans >= found } else { plans == found }, "{search}: {plans}");
    }
}
