//! Searches can be cut into turns of any length, and nothing else changes.

use extremal::{Planner, Progress, Run, Running};

use crate::common::{example, searches, tree_variants};

fn in_turns(mut running: Running, steps: u64) -> Run {
    let mut before = running.counters();
    let mut idle = 0;
    loop {
        let progress = running.advance(steps);
        let counted = running.counters();
        let evaluated = counted.evaluations - before.evaluations;
        let expanded = counted.expansions - before.expansions;
        assert!(evaluated <= steps && expanded <= steps, "{evaluated} {expanded} in a turn of {steps}");
        match progress {
            Progress::Ended => return running.finish().unwrap(),
            // What is done with a plan is counted in other steps.
            Progress::Running if running.plan().is_some() => {}
            // So are states that are not evaluated; each member of the portfolio counts those of its own.
            Progress::Running => {
                let other_work = counted.other_work - before.other_work;
                let effort = evaluated + other_work / u64::from(counted.work_per_evaluation.max(1));
                // Parts of an evaluation are lost when one member hands over to another.
                let is_enough =
                    if counted.other_work == 0 { evaluated == steps } else { effort + 2 >= steps };
                assert!(is_enough || expanded == steps, "{effort} {expanded} in a turn of {steps}");
                idle = if evaluated + expanded + other_work == 0 { idle + 1 } else { 0 };
                assert!(idle < 3, "{idle} turns of {steps} without any work");
            }
            _ => {}
        }
        before = counted;
    }
}

#[test]
fn a_search_in_turns_is_the_same_search() {
    // One with dead ends, one that is solved, one that reaches the limit.
    for name in ["glacier/p02.pddl", "alpine/p02.pddl", "museum/p03.pddl"] {
        let task = example(name);
        for (configuration, planner) in searches().chain(tree_variants()) {
            let planner = planner.max_evaluations(150);
            let whole = planner.solve(&task).unwrap();
            for evaluations in [1, 7, 149] {
                let cut = in_turns(planner.start(&task).unwrap(), evaluations);
                let context = format!("{name} {configuration} {evaluations}");
                assert_eq!((&cut.outcome, cut.counters), (&whole.outcome, whole.counters), "{context}");
            }
        }
    }
}

#[test]
fn a_portfolio_in_turns_takes_the_same_turns() {
    for name in ["museum/p05.pddl", "frogs/p05.pddl", "menagerie/p04.pddl"] {
        let task = example(name);
        let planner = Planner::new().max_evaluations(7000);
        let whole = planner.solve(&task).unwrap();
        assert!(whole.counters.tree_nodes > 0, "{name}: the second member has had a turn");
        for evaluations in [1, 999, 2000, 2001] {
            let cut = in_turns(planner.start(&task).unwrap(), evaluations);
            assert_eq!(
                (&cut.outcome, cut.counters),
                (&whole.outcome, whole.counters),
                "{name} {evaluations}"
            );
        }
    }
}

#[test]
fn the_search_for_cheaper_plans_can_be_cut_too() {
    for name in ["canal/p02.pddl", "desert/p02.pddl", "alpine/p03.pddl"] {
        let task = example(name);
        let planner = Planner::new().max_evaluations(3000);
        let mut costs = Vec::new();
        let whole = planner
            .solve_anytime(&task, None, &mut |plan, _| {
                costs.push(plan.cost);
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        assert!(costs.is_sorted_by(|a, b| a > b), "{name}: {costs:?}");
        for evaluations in [1, 100] {
            let cut = in_turns(planner.start_anytime(&task).unwrap(), evaluations);
            assert_eq!(
                (&cut.outcome, cut.counters),
                (&whole.outcome, whole.counters),
                "{name} {evaluations}"
            );
            assert_eq!(cut.improvement, whole.improvement);
        }
    }
}

#[test]
fn planners_and_running_searches_can_be_sent_to_other_threads() {
    fn is_send<T: Send + std::fmt::Debug>() {}
    is_send::<Planner>();
    is_send::<Running>();
    is_send::<extremal::Task>();
    is_send::<extremal::Prepared>();
    is_send::<extremal::Error>();
    let mut running = Planner::new().start(&example("canal/p02.pddl")).unwrap();
    assert_eq!(running.advance(3), Progress::Running);
    let run = std::thread::spawn(move || in_turns(running, 10)).join().unwrap();
    assert!(run.outcome.plan().is_some());
}

#[test]
fn a_search_that_is_not_brought_to_its_end_counts_as_cancelled() {
    let mut running = Planner::new().start(&example("museum/p04.pddl")).unwrap();
    running.advance(5);
    let run = running.finish().unwrap();
    assert_eq!(run.outcome, extremal::Outcome::Stopped(extremal::Stop::Cancelled));
    assert_eq!(run.counters.evaluations, 5);
}

#[test]
fn a_plan_without_steps_is_optimal() {
    let task = example("lanterns/p06-goal-already-true.pddl");
    let run =
        Planner::new().solve_anytime(&task, None, &mut |_, _| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!(run.outcome.plan().map(|plan| plan.steps.len()), Some(0));
    assert_eq!(run.improvement, Some(extremal::AnytimeEnd::Optimal));
}
