//! Limits end a search in good order, with the counters so far.

use std::time::Duration;

use extremal::states::StateId;
use extremal::{Budget, Counters, Error, Observer, Outcome, Stop, Task};

use crate::common::{example, examples, searches, solve};

#[test]
fn expansions_are_limited() {
    let task = example("museum/p03.pddl");
    for (configuration, planner) in searches() {
        let run = solve(&planner.max_expansions(5), &task, &configuration);
        assert_eq!(run.outcome, Outcome::ExpansionLimit, "{configuration}");
        assert_eq!(run.counters.expansions, 5, "{configuration}");
    }
}

/// Cancels after some evaluations, or as many expansions of searches that do not evaluate, as somebody on another thread
/// would.
struct Impatient(Budget);

const PATIENCE: u64 = 40;

impl Observer for Impatient {
    fn evaluation(&mut self, _state: StateId, _h: Option<u32>, _preferred: &[u32], counters: &Counters) {
        if counters.evaluations == PATIENCE {
            self.0.cancel();
        }
    }

    fn expansion(&mut self, _state: StateId, _g: u32, counters: &Counters) {
        if counters.expansions == PATIENCE {
            self.0.cancel();
        }
    }
}

#[test]
fn a_search_can_be_cancelled() {
    let task = example("museum/p04.pddl");
    for (configuration, planner) in searches() {
        let budget = Budget::unlimited();
        let planner = planner.heuristic("blind").unwrap().budget(budget.clone());
        let run = planner.solve_observed(&task, &mut Impatient(budget)).unwrap();
        assert_eq!(run.outcome, Outcome::Stopped(Stop::Cancelled), "{configuration}");
        let done = run.counters.evaluations.max(run.counters.expansions);
        assert!((PATIENCE..PATIENCE + 64).contains(&done), "{configuration} {done}");
    }
}

#[test]
fn time_is_limited_before_and_in_the_search() {
    let spent = || Budget::new(Some(Duration::ZERO), None);
    let read = |name: &str| extremal::pddl::SourceFile::read(&examples().join(name)).unwrap();
    let (domain, problem) = (read("museum/domain.pddl"), read("museum/p01.pddl"));
    let stopped = Task::from_sources(&domain, &problem, &spent());
    assert!(matches!(stopped, Err(Error::Stopped(Stop::OutOfTime))));
    let task = example("museum/p01.pddl");
    for (configuration, planner) in searches() {
        let run = solve(&planner.budget(spent()), &task, &configuration);
        assert_eq!(run.outcome, Outcome::Stopped(Stop::OutOfTime), "{configuration}");
    }
}
