//! Searches that go other ways than queues and trees over h.

use extremal::{Counters, Observer, Outcome, Planner, Progress, Proof, Task};

use crate::common::example;

fn planner(search: &str) -> Planner {
    Planner::new().search(search).unwrap()
}

#[test]
fn width_search_evaluates_when_a_goal_is_reached_and_landmarks_alone_never() {
    for name in ["museum/p03.pddl", "glacier/p03.pddl", "canal/p03.pddl", "dyeworks/p03.pddl"] {
        let task = example(name);
        for order in ["w.g", "w.g.r", "g.w", "g.w.r"] {
            let run = planner(&format!("bfws(order={order})")).solve(&task).unwrap();
            assert!(run.outcome.plan().is_some(), "{name} {order}");
            let Counters { evaluations, expansions, other_work, .. } = run.counters;
            assert!((1..=expansions).contains(&evaluations), "{name} {order} {evaluations} {expansions}");
            assert!(other_work >= expansions, "{name} {order}");
        }
        let run = planner("landmarks").solve(&task).unwrap();
        assert!(run.outcome.plan().is_some() && run.counters.evaluations == 0, "{name}");
    }
}

#[test]
fn width_search_proves_that_there_is_no_plan() {
    let task = example("museum/p07-unsolvable-search.pddl");
    for search in ["bfws", "bfws(width=1)"] {
        assert_eq!(planner(search).solve(&task).unwrap().outcome, Outcome::Unsolvable(Proof::Search));
    }
}

#[derive(Default)]
struct Turns(Vec<usize>);

impl Observer for Turns {
    fn turn(&mut self, member: usize, _counters: &Counters) {
        self.0.push(member);
    }
}

#[test]
fn members_that_do_not_evaluate_leave_turns_to_others() {
    // It has many states, and no plan.
    let task = example("museum/p08-unsolvable-search.pddl");
    let planner = planner("portfolio(members=landmarks+bfws+gbfs,turns=10)").max_evaluations(200);
    let mut turns = Turns::default();
    let run = planner.solve_observed(&task, &mut turns).unwrap();
    assert_eq!(run.outcome, Outcome::EvaluationLimit);
    assert_eq!(turns.0[..6], [0, 1, 2, 0, 1, 2]);
    // A turn of ten is one of 320 successors, and the next is half as long again.
    assert!((320..20_000).contains(&run.counters.other_work), "{}", run.counters.other_work);
}

/// A portfolio in a portfolio tells of its turns itself, even if it has one member only.
#[test]
fn a_turn_is_told_once() {
    let task = example("museum/p08-unsolvable-search.pddl");
    for (search, expected) in [
        ("portfolio(members=portfolio(members=gbfs,turns=10)+guct,turns=10)", [0, 1, 0, 1]),
        // Turns of the inner portfolio do not count what h2 does first: shorter ones would end within outer turns.
        ("portfolio(members=h2(search=portfolio(members=gbfs,turns=1000))+guct,turns=10)", [0, 1, 0, 1]),
        ("portfolio(members=portfolio(members=gbfs+guct,turns=10)+bfws,turns=20)", [0, 1, 2, 0]),
    ] {
        let mut turns = Turns::default();
        planner(search).max_evaluations(100).solve_observed(&task, &mut turns).unwrap();
        assert_eq!(turns.0[..4], expected, "{search}: {:?}", turns.0);
    }
}

/// A ball that rolls until it meets a wall, one cell at a time. It begins in the middle of a cross.
const BALL: &str = "(define (domain ball) (:requirements :strips :typing) (:types cell way)
    (:predicates (at ?c - cell) (next ?a ?b - cell ?w - way) (end ?c - cell ?w - way) (rolls ?w - way) (rests))
    (:action kick :parameters (?a ?b - cell ?w - way) :precondition (and (rests) (at ?a) (next ?a ?b ?w))
        :effect (and (not (rests)) (rolls ?w)))
    (:action roll :parameters (?a ?b - cell ?w - way) :precondition (and (rolls ?w) (at ?a) (next ?a ?b ?w))
        :effect (and (not (at ?a)) (at ?b)))
    (:action stop :parameters (?a - cell ?w - way) :precondition (and (rolls ?w) (at ?a) (end ?a ?w))
        :effect (and (not (rolls ?w)) (rests))))";

fn ball() -> Task {
    let row = 12;
    let mut init = String::from("(at c0) (rests)");
    for cell in 0..row - 1 {
        init += &format!("(next c{cell} c{} east) (next c{} c{cell} west)", cell + 1, cell + 1);
        init += &format!("(next r{cell} r{} north) (next r{} r{cell} south)", cell + 1, cell + 1);
    }
    init += &format!("(next c{} r0 north) (next r0 c{} south)", row - 1, row - 1);
    init +=
        &format!("(end c{} east) (end c0 west) (end r{} north) (end c{} south)", row - 1, row - 1, row - 1);
    let cells: String = (0..row).map(|cell| format!("c{cell} r{cell} ")).collect();
    let problem = format!(
        "(define (problem p) (:domain ball) (:objects {cells} - cell east west north south - way)
         (:init {init}) (:goal (and (at r{}) (rests))))",
        row - 1
    );
    Task::from_pddl(BALL, &problem).unwrap()
}

#[test]
fn chains_are_followed_without_evaluations() {
    let task = ball();
    for search in ["lama-first", "bfws-f5"] {
        let run = |arguments: &str| planner(&format!("{search}{arguments}")).solve(&task).unwrap();
        let (plain, chains) = (run(""), run("(chains=true)"));
        let length = |run: &extremal::Run| run.outcome.plan().map(|plan| plan.steps.len());
        assert_eq!(length(&plain), length(&chains), "{search}");
        let evaluations = [plain.counters.evaluations, chains.counters.evaluations];
        assert!(search == "bfws-f5" || evaluations[1] * 4 < evaluations[0], "{search} {evaluations:?}");
    }
}

#[test]
fn chains_keep_to_limits_and_can_be_cut_into_turns() {
    let task = ball();
    for search in ["lama-first(chains=true)", "bfws-f5(chains=true)"] {
        let planner = planner(search).plan_quality(false);
        let whole = planner.solve(&task).unwrap();
        assert!(whole.outcome.plan().is_some(), "{search}");
        for limit in 1..whole.counters.expansions {
            let run = planner.clone().max_expansions(limit).solve(&task).unwrap();
            assert_eq!(run.outcome, Outcome::ExpansionLimit, "{search} {limit}");
            assert_eq!(run.counters.expansions, limit, "{search}");
        }
        for steps in [1, 3] {
            let mut running = planner.start(&task).unwrap();
            let mut before = 0;
            while running.advance(steps) == Progress::Running {
                let expansions = running.counters().expansions;
                assert!(expansions <= before + steps, "{search}: {before} and then {expansions}");
                before = expansions;
            }
            let cut = running.finish().unwrap();
            assert_eq!((cut.outcome, cut.counters), (whole.outcome.clone(), whole.counters), "{search}");
        }
    }
}

const CARRIERS: &str = "(define (domain carriers) (:requirements :strips :typing) (:types robot box cell level)
    (:predicates (at ?r - robot ?c - cell) (lies ?b - box ?c - cell) (holds ?r - robot ?b - box) (free ?r - robot)
        (battery ?r - robot ?l - level) (next ?low ?high - level) (full ?l - level) (charger ?c - cell)
        (adjacent ?a ?b - cell))
    (:action move :parameters (?r - robot ?a ?b - cell ?high ?low - level)
        :precondition (and (at ?r ?a) (adjacent ?a ?b) (battery ?r ?high) (next ?low ?high))
        :effect (and (not (at ?r ?a)) (at ?r ?b) (not (battery ?r ?high)) (battery ?r ?low)))
    (:action pick :parameters (?r - robot ?b - box ?c - cell)
        :precondition (and (at ?r ?c) (lies ?b ?c) (free ?r))
        :effect (and (not (lies ?b ?c)) (not (free ?r)) (holds ?r ?b)))
    (:action drop :parameters (?r - robot ?b - box ?c - cell)
        :precondition (and (at ?r ?c) (holds ?r ?b))
        :effect (and (lies ?b ?c) (free ?r) (not (holds ?r ?b))))
    (:action charge :parameters (?r - robot ?c - cell ?l ?f - level)
        :precondition (and (at ?r ?c) (charger ?c) (battery ?r ?l) (full ?f))
        :effect (and (not (battery ?r ?l)) (battery ?r ?f))))";

/// Two robots in a square of cells with a charger in a corner, and boxes that all belong somewhere else.
fn carriers(boxes: usize) -> Task {
    const SIDE: usize = 5;
    const LEVELS: usize = 18;
    let cell = |x: usize, y: usize| format!("c{x}-{y}");
    let mut init = format!("(charger c0-0) (full l{LEVELS}) ");
    for (robot, start) in [(0, "c0-0"), (1, "c4-0")] {
        init += &format!("(at r{robot} {start}) (free r{robot}) (battery r{robot} l{LEVELS}) ");
    }
    (0..LEVELS).for_each(|level| init += &format!("(next l{level} l{}) ", level + 1));
    let mut cells = String::new();
    for (x, y) in (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))) {
        cells += &format!("{} ", cell(x, y));
        for (u, v) in [(x + 1, y), (x, y + 1)].into_iter().filter(|&(u, v)| u < SIDE && v < SIDE) {
            init += &format!("(adjacent {0} {1}) (adjacent {1} {0}) ", cell(x, y), cell(u, v));
        }
    }
    let (mut names, mut goal) = (String::new(), String::new());
    for number in 0..boxes {
        let (x, y) = (number * 7 % SIDE, number * 3 % SIDE);
        names += &format!("b{number} ");
        init += &format!("(lies b{number} {}) ", cell(x, y));
        goal += &format!("(lies b{number} {}) ", cell((x + 2) % SIDE, (y + number + 1) % SIDE));
    }
    let levels: String = (0..=LEVELS).map(|level| format!("l{level} ")).collect();
    let objects = format!("r0 r1 - robot {names} - box {cells} - cell {levels} - level");
    let problem = format!(
        "(define (problem p) (:domain carriers) (:objects {objects}) (:init {init}) (:goal (and {goal})))"
    );
    Task::from_pddl(CARRIERS, &problem).unwrap()
}

#[test]
fn one_goal_after_the_other_is_reached_before_the_batteries_are_empty() {
    let task = carriers(20);
    let run = planner("goal-agenda").max_evaluations(20_000).solve(&task).unwrap();
    let plan = run.outcome.plan().unwrap_or_else(|| panic!("{:?}", run.outcome));
    let charges = plan.steps.iter().filter(|step| step.name == "charge").count();
    assert!(charges >= 3 && plan.steps.len() < 400, "{charges} charges in {} steps", plan.steps.len());
}
