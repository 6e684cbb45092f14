//! The same seed gives the same search: twice, from SAS+ as from PDDL, in debug and in release builds.

use extremal::{Planner, SEARCHES, Task};

use crate::common::{configurations, example, solve};

#[test]
fn a_run_can_be_repeated() {
    for name in ["museum/p01.pddl", "lanterns/p02.pddl"] {
        let task = example(name);
        for (configuration, planner) in configurations() {
            let planner = planner.max_evaluations(100);
            let context = format!("{name} {configuration}");
            let [first, second] = [(); 2].map(|()| solve(&planner, &task, &context));
            assert_eq!((first.outcome, first.counters), (second.outcome, second.counters), "{context}");
        }
    }
}

#[test]
fn seeds_matter() {
    let task = example("museum/p02.pddl");
    let planner = |seed| Planner::new().heuristic("gc").unwrap().seed(seed).max_evaluations(1000);
    let counters: Vec<_> = (0..5).map(|seed| planner(seed).solve(&task).unwrap().counters).collect();
    assert!(counters.iter().any(|other| *other != counters[0]), "{counters:?}");
}

#[test]
fn sas_text_gives_the_same_run_as_pddl() {
    for name in ["museum/p02.pddl", "canal/p01.pddl", "glacier/p02.pddl"] {
        let task = example(name);
        let mut text = Vec::new();
        extremal::sas::write(task.sas(), &mut text).unwrap();
        let from_sas = Task::from_sas(&text).unwrap();
        for search in SEARCHES {
            let planner = Planner::new().search(search.name).unwrap().max_evaluations(300);
            let context = format!("{name} {}", search.name);
            let (pddl, sas) = (solve(&planner, &task, &context), solve(&planner, &from_sas, &context));
            assert_eq!((pddl.outcome, pddl.counters), (sas.outcome, sas.counters), "{context}");
        }
    }
}
