//! Searches that take turns.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use extremal::{DeadEnds, Heuristic, Outcome, Planner, Run};

use crate::common::example;

#[test]
fn limits_hold_for_all_members_together() {
    let task = example("museum/p04.pddl");
    // Within the first turn, at its end, and in the second member's turns.
    for limit in [1, 50, 2000, 2001, 3500, 7000] {
        let planner = Planner::new().heuristic("blind").unwrap();
        let run = planner.clone().max_evaluations(limit).solve(&task).unwrap();
        assert_eq!(run.outcome, Outcome::EvaluationLimit, "{limit}");
        assert_eq!(run.counters.evaluations, limit);
        for threads in [1, 2] {
            let run = planner.clone().max_expansions(limit).threads(threads).solve(&task).unwrap();
            assert_eq!(run.outcome, Outcome::ExpansionLimit, "{limit}");
            assert_eq!(run.counters.expansions, limit);
        }
    }
}

#[test]
fn one_member_alone_is_that_search() {
    let task = example("museum/p03.pddl");
    let run = |search: &str| Planner::new().search(search).unwrap().solve(&task).unwrap();
    let alone = run("guct-uniform(preferred=true)");
    let member = run("portfolio(members=guct-uniform(preferred=true),turns=7)");
    assert_eq!((alone.outcome, alone.counters), (member.outcome, member.counters));
}

#[test]
fn the_member_that_found_the_plan_is_named() {
    let task = example("glacier/p01.pddl");
    for (search, member) in [
        ("portfolio(members=guct(c=2)+gbfs,turns=1000000)", Some("guct(c=2)")),
        ("h2(search=portfolio(members=guct(c=2)+gbfs,turns=1000000))", Some("guct(c=2)")),
        ("guct(c=2)", None),
    ] {
        let run = Planner::new().search(search).unwrap().solve(&task).unwrap();
        assert!(run.outcome.plan().is_some(), "{search}");
        assert_eq!(run.found_by.as_deref(), member, "{search}");
    }
}

/// The number of variables that are not 0.
struct NonZero {
    can_be_forked: bool,
}

impl Heuristic for NonZero {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        state.iter().filter(|&&value| value != 0).count() as u32
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        self.can_be_forked.then(|| Box::new(NonZero { can_be_forked: true }) as _)
    }
}

fn counted(run: Run) -> (Outcome, extremal::Counters) {
    (run.outcome, run.counters)
}

#[test]
fn a_heuristic_that_cannot_be_forked_serves_all_members() {
    let task = example("museum/p03.pddl");
    let run = |can_be_forked| {
        let planner =
            Planner::new().own_heuristic(DeadEnds::Proven, move |_| Box::new(NonZero { can_be_forked }));
        counted(planner.max_evaluations(5000).solve(&task).unwrap())
    };
    let both = run(true);
    assert!(both.1.other_work > 0, "the second member has a turn");
    assert_eq!(run(false), both);
}

#[test]
fn values_that_are_remembered_change_nothing_for_a_portfolio() {
    let task = example("menagerie/p04.pddl");
    let planner = Planner::new().max_evaluations(5000);
    let prepared = planner.prepare(&task).unwrap().remembering(1 << 26);
    let alone = counted(planner.solve(&task).unwrap());
    for _ in 0..2 {
        assert_eq!(counted(planner.solve_prepared(&prepared, None).unwrap()), alone);
    }
}

/// Panics at some evaluation, and can be forked so many times.
struct Fragile {
    evaluations_left: Arc<AtomicU32>,
    forks_left: Arc<AtomicU32>,
}

fn count_down(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

impl Heuristic for Fragile {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        assert!(count_down(&self.evaluations_left), "this panic is part of a test");
        state.iter().filter(|&&value| value != 0).count() as u32
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        let (evaluations_left, forks_left) = (self.evaluations_left.clone(), self.forks_left.clone());
        count_down(&self.forks_left).then(|| Box::new(Fragile { evaluations_left, forks_left }) as _)
    }
}

/// The message of the panic that a search ends with.
fn panic_message(evaluations: u32, forks: u32, threads: usize) -> String {
    let task = example("museum/p05.pddl");
    let planner = Planner::new().threads(threads).own_heuristic(DeadEnds::Proven, move |_| {
        let left = |number| Arc::new(AtomicU32::new(number));
        Box::new(Fragile { evaluations_left: left(evaluations), forks_left: left(forks) })
    });
    let solved = catch_unwind(AssertUnwindSafe(|| planner.max_evaluations(20_000).solve(&task).map(|_| ())));
    let panic = solved.expect_err("the heuristic panics");
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[test]
fn a_panic_in_a_member_ends_the_search_with_its_message() {
    for threads in [1, 2, 3] {
        for evaluations in [0, 100, 2500] {
            let message = panic_message(evaluations, u32::MAX, threads);
            assert!(message.contains("this panic is part of a test"), "{threads} {evaluations}: {message}");
        }
    }
}

#[test]
fn a_heuristic_that_can_be_forked_only_sometimes_is_named() {
    for threads in [1, 2] {
        // Asked once whether it can be, and once for the first member.
        let message = panic_message(u32::MAX, 2, threads);
        assert!(message.contains("could be forked for one member"), "{message}");
    }
}

#[test]
fn an_agenda_goes_on_with_a_heuristic_that_can_be_forked_once() {
    let planner = Planner::new().search("goal-agenda").unwrap().own_heuristic(DeadEnds::Proven, |_| {
        let left = |number| Arc::new(AtomicU32::new(number));
        Box::new(Fragile { evaluations_left: left(u32::MAX), forks_left: left(1) })
    });
    let run = planner.solve(&example("glacier/p01.pddl")).unwrap();
    assert!(run.outcome.plan().is_some(), "{:?}", run.outcome);
}

/// Panics in states that it does not know, and waits for that to happen when it is to evaluate the last that it does.
struct Picky {
    ff: Box<dyn Heuristic>,
    known: Arc<Mutex<HashSet<Vec<u32>>>>,
    learns: bool,
    evaluations: usize,
    has_panicked: Arc<AtomicBool>,
}

impl Heuristic for Picky {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.evaluations += 1;
        if self.learns {
            self.known.lock().unwrap().insert(state.to_vec());
        } else if !self.known.lock().unwrap().contains(state) {
            self.has_panicked.store(true, Ordering::Relaxed);
            panic!("this panic is part of a test");
        } else if self.evaluations == self.known.lock().unwrap().len() {
            let start = Instant::now();
            while !self.has_panicked.load(Ordering::Relaxed) && start.elapsed() < Duration::from_secs(60) {
                std::thread::yield_now();
            }
        }
        self.ff.evaluate(state)
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        let (known, has_panicked) = (Arc::clone(&self.known), Arc::clone(&self.has_panicked));
        Some(Box::new(Picky { ff: self.ff.fork()?, known, has_panicked, ..*self }))
    }
}

#[test]
fn a_panic_that_one_turn_after_the_other_does_not_lead_to_does_no_harm() {
    let task = example("museum/p03.pddl");
    let (known, has_panicked) = (Arc::default(), Arc::new(AtomicBool::new(false)));
    let solve = |search: &str, learns, threads| {
        let (known, has_panicked) = (Arc::clone(&known), Arc::clone(&has_panicked));
        let planner = Planner::new().own_heuristic(DeadEnds::Proven, move |task| {
            let (known, has_panicked) = (Arc::clone(&known), Arc::clone(&has_panicked));
            let ff = extremal::heuristics::select("ff").unwrap().build(task);
            Box::new(Picky { ff, known, learns, evaluations: 0, has_panicked })
        });
        counted(planner.search(search).unwrap().threads(threads).solve(&task).unwrap())
    };
    let alone = solve("gbfs", true, 1);
    let together = solve("portfolio(members=gbfs+lazy(lists=g),turns=100000)", false, 2);
    assert!(has_panicked.load(Ordering::Relaxed), "the second member does not come to other states");
    assert_eq!(together, alone);
}

#[test]
fn a_portfolio_within_another_hears_that_the_other_has_ended() {
    let search = "portfolio(members=gbfs+portfolio(members=eager(lists=g)+lazy(lists=g),turns=1000000000),\
                  turns=1000000000)";
    let budget = extremal::Budget::new(Some(std::time::Duration::from_secs(60)), None);
    let planner = Planner::new().search(search).unwrap().threads(4).budget(budget);
    let run = planner.solve(&example("museum/p03.pddl")).unwrap();
    assert!(run.outcome.plan().is_some(), "{:?}", run.outcome);
}
