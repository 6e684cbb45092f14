//! Searches that take turns.

use extremal::{DeadEnds, Heuristic, Outcome, Planner};

use crate::common::example;

#[test]
fn the_limit_of_evaluations_holds_for_all_members_together() {
    let task = example("museum/p04.pddl");
    // Within the first turn, at its end, and in the second member's turns.
    for limit in [1, 50, 2000, 2001, 3500, 7000] {
        let planner = Planner::new().heuristic("blind").unwrap().max_evaluations(limit);
        let run = planner.solve(&task).unwrap();
        assert_eq!(run.outcome, Outcome::EvaluationLimit, "{limit}");
        assert_eq!(run.counters.evaluations, limit);
    }
}

#[test]
fn one_member_alone_is_that_search() {
    let task = example("museum/p03.pddl");
    let run = |search: &str| Planner::new().search(search).unwrap().solve(&task).unwrap();
    let alone = run("guct-uniform(preferred=true)");
    let member = run("extremal(members=2)");
    assert_eq!((alone.outcome, alone.counters), (member.outcome, member.counters));
    let mistake = Planner::new().search("extremal(members=7)").map(|_| ()).unwrap_err().to_string();
    assert!(mistake.contains("not '7'"), "{mistake}");
}

/// A heuristic that serves one thread only.
struct NonZero;

impl Heuristic for NonZero {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        state.iter().filter(|&&value| value != 0).count() as u32
    }
}

#[test]
fn a_heuristic_that_cannot_be_forked_is_used_by_the_first_member() {
    let planner = Planner::new().own_heuristic(DeadEnds::Proven, |_| Box::new(NonZero));
    let run = planner.solve(&example("museum/p01.pddl")).unwrap();
    assert!(run.outcome.plan().is_some(), "{:?}", run.outcome);
}

#[test]
fn members_that_race_find_a_plan_too_and_prove_that_there_is_none() {
    let solved = Planner::new().threads(3).solve(&example("museum/p03.pddl")).unwrap();
    assert!(solved.outcome.plan().is_some(), "{:?}", solved.outcome);
    let unsolvable = example("lanterns/p07-unsolvable-search.pddl");
    let proven = Planner::new().threads(2).solve(&unsolvable).unwrap();
    assert_eq!(proven.outcome, Outcome::Unsolvable(extremal::Proof::Search));
}
