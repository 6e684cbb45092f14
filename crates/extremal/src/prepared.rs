//! A task on which many searches run.

use extremal_heuristics::{Heuristic, Remembering};
use extremal_limits::{Duration, Instant};
use extremal_states::StateSpace;

use crate::planner::DeadEnds;
use crate::task::Task;

/// A task with its state space and a heuristic, ready for any number of searches one after the other. Each
/// search gives the same result as if it were the only one.
///
/// ```
/// use extremal::{Planner, Task};
///
/// let domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))";
/// let task = Task::from_pddl(domain, "(define (problem q) (:domain d) (:init) (:goal (p)))")?;
/// let mut prepared = Planner::new().heuristic("add")?.prepare(&task)?;
/// for search in ["gbfs", "guct-uniform"] {
///     let run = Planner::new().search(search)?.solve_prepared(&mut prepared, None)?;
///     assert_eq!(run.outcome.plan().map(|plan| plan.steps.len()), Some(1));
/// }
/// # Ok::<(), extremal::Error>(())
/// ```
pub struct Prepared<'t> {
    pub(crate) task: &'t Task,
    pub(crate) space: StateSpace,
    pub(crate) heuristic: Box<dyn Heuristic>,
    pub(crate) dead_ends: DeadEnds,
    time: Duration,
}

impl<'t> Prepared<'t> {
    pub(crate) fn new(
        task: &'t Task,
        start: Instant,
        space: StateSpace,
        heuristic: Box<dyn Heuristic>,
        dead_ends: DeadEnds,
    ) -> Self {
        Prepared { task, space, heuristic, dead_ends, time: start.elapsed() }
    }

    /// The same with a heuristic that evaluates each state only once for all searches together, and remembers
    /// values in about so many bytes. Searches still count every state that they ask for.
    pub fn remembering(self, max_bytes: usize) -> Self {
        Prepared { heuristic: Box::new(Remembering::new(self.heuristic, max_bytes)), ..self }
    }

    /// How long it took to get here from the task.
    pub fn time(&self) -> Duration {
        self.time
    }
}
