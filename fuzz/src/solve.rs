//! What must hold for any task: searches find valid plans, and agree with an exhaustive search on whether there
//! is one.

use std::collections::{BTreeSet, VecDeque};

use extremal::sas::Status;
use extremal::{Outcome, Planner, Task};

// A test that has other random tasks, too, has these decisions twice.
#[allow(clippy::duplicate_mod)]
#[path = "../../crates/sas/tests/support/decisions.rs"]
mod decisions;
#[path = "../../crates/sas/tests/support/interpreter.rs"]
mod finite_domain;
#[path = "../../crates/normalise/tests/support/interpreter.rs"]
mod normalised;
#[path = "../../crates/sas/tests/support/random_pddl.rs"]
mod random_pddl;

const SEARCHES: [&str; 3] = ["gbfs", "guct-uniform", "lama-first"];

/// With more states than this, nothing is known about tasks whose plans are not short.
const MAX_STATES: usize = 1000;

/// The same for tasks that need no search. They are looked at in their lifted form, which takes longer.
const MAX_LIFTED_STATES: usize = 50;

/// Makes a task from the input and solves it; says whether it has a plan if the exhaustive search can tell.
pub fn exercise(input: &[u8]) -> Option<bool> {
    let mut decisions = decisions::Decisions::new(Vec::from(input));
    let (domain, problem) = random_pddl::random_pddl(&mut decisions);
    let task = Task::from_pddl(&domain, &problem).expect("the generator writes valid PDDL");
    let is_solvable = is_solvable(&task);
    for search in SEARCHES {
        let planner = Planner::new().search(search).expect("the search exists");
        // Plans are validated before they are returned.
        let run =
            planner.solve(&task).unwrap_or_else(|error| panic!("{search}: {error}\n{domain}\n{problem}"));
        let answer = match run.outcome {
            Outcome::Solved(_) => true,
            Outcome::Unsolvable(_) => false,
            // The heuristic may call a state a dead end that is none.
            Outcome::Exhausted if !task.sas().axioms.head.is_empty() => continue,
            other => panic!("{search}: {other:?}\n{domain}\n{problem}"),
        };
        assert!(
            is_solvable.is_none_or(|known| known == answer),
            "{search} says {answer}\n{domain}\n{problem}"
        );
    }
    is_solvable
}

/// Whether the task has a plan, if an exhaustive search finds that out.
fn is_solvable(task: &Task) -> Option<bool> {
    if *task.status() == Status::Open {
        let sas = task.sas();
        let successors = |state: &finite_domain::State| -> Vec<_> {
            let operators = finite_domain::applicable(sas, state).into_iter();
            operators.map(|operator| finite_domain::successor(sas, state, operator)).collect()
        };
        let is_goal = |state: &finite_domain::State| finite_domain::holds(state, &sas.goal);
        return exhaustive(finite_domain::initial_state(sas), is_goal, successors, MAX_STATES);
    }
    let lifted = extremal_normalise::normalise(task.lifted()?);
    let successors = |state: &normalised::State| normalised::all_successors(&lifted, state);
    let is_goal = |state: &normalised::State| normalised::is_goal(&lifted, state);
    exhaustive(normalised::initial_state(&lifted), is_goal, successors, MAX_LIFTED_STATES)
}

/// Breadth-first search: whether a goal can be reached, unless there are too many states to tell.
fn exhaustive<S: Clone + Ord>(
    initial: S,
    is_goal: impl Fn(&S) -> bool,
    successors: impl Fn(&S) -> Vec<S>,
    max_states: usize,
) -> Option<bool> {
    let mut known = BTreeSet::from([initial.clone()]);
    let mut open = VecDeque::from([initial]);
    while let Some(state) = open.pop_front() {
        if is_goal(&state) {
            return Some(true);
        }
        for successor in successors(&state) {
            if known.insert(successor.clone()) {
                open.push_back(successor);
            }
        }
        if known.len() > max_states {
            return open.iter().any(is_goal).then_some(true);
        }
    }
    Some(false)
}
