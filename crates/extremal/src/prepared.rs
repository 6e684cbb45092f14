//! A task on which many searches run.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use extremal_heuristics::{Heuristic, Remembering, Shared};
use extremal_limits::{Budget, Duration, Instant, Stop};
use extremal_search::BuildHeuristic;
use extremal_states::StateSpace;

use crate::planner::DeadEnds;
use crate::task::Task;

/// A task with its state space and a heuristic, ready for any number of searches. Each search gives the same result
/// as if it were the only one.
///
/// ```
/// use extremal::{Planner, Task};
///
/// let domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))";
/// let task = Task::from_pddl(domain, "(define (problem q) (:domain d) (:init) (:goal (p)))")?;
/// let prepared = Planner::new().heuristic("add")?.prepare(&task)?;
/// for search in ["gbfs", "guct-uniform"] {
///     let run = Planner::new().search(search)?.solve_prepared(&prepared, None)?;
///     assert_eq!(run.outcome.plan().map(|plan| plan.steps.len()), Some(1));
/// }
/// # Ok::<(), extremal::Error>(())
/// ```
pub struct Prepared {
    pub(crate) task: Task,
    pub(crate) space: StateSpace,
    pub(crate) heuristic: Box<dyn Heuristic>,
    /// Builds the heuristic for another task.
    pub(crate) rebuild: Arc<BuildHeuristic>,
    pub(crate) dead_ends: DeadEnds,
    time: Duration,
}

impl Prepared {
    pub(crate) fn new(
        task: Task,
        start: Instant,
        space: StateSpace,
        heuristic: Box<dyn Heuristic>,
        rebuild: Arc<BuildHeuristic>,
        dead_ends: DeadEnds,
    ) -> Self {
        Prepared { task, space, heuristic, rebuild, dead_ends, time: start.elapsed() }
    }

    /// The same with a heuristic that evaluates each state only once for all searches together, and remembers
    /// values in about so many bytes. Searches still count every state that they ask for.
    pub fn remembering(self, max_bytes: usize) -> Self {
        if self.heuristic.follows_paths() {
            // Its values are those of one search.
            return self;
        }
        let remembering = Remembering::new(self.heuristic, max_bytes);
        Prepared { heuristic: Box::new(Shared::new(Box::new(remembering))), ..self }
    }

    /// The same with a heuristic that can be forked: one that cannot be is shared.
    pub(crate) fn forkable(mut self) -> Self {
        if self.heuristic.fork().is_none() && !self.heuristic.follows_paths() {
            self.heuristic = Box::new(Shared::new(self.heuristic));
        }
        self
    }

    /// The same for one more search.
    pub(crate) fn fork(&self, budget: &Budget) -> Result<Prepared, Stop> {
        let heuristic = match self.heuristic.follows_paths() {
            true => (self.rebuild)(&self.task.sas, budget)?,
            false => self.heuristic.fork().unwrap_or_else(|| {
                panic!("the heuristic could be forked for one search, but not for another")
            }),
        };
        let rebuild = Arc::clone(&self.rebuild);
        Ok(Prepared { task: self.task.clone(), space: self.space.clone(), heuristic, rebuild, ..*self })
    }

    /// How long it took to get here from the task.
    pub fn time(&self) -> Duration {
        self.time
    }
}

/// Does two things: at the same time, with the first one in another thread, if more than one is allowed. The second one may
/// be code of the user's and stays in this thread. If the system refuses a thread, one follows the other.
pub(crate) fn at_once<A: Send, B>(
    threads: usize,
    one: impl Fn() -> A + Sync,
    other: impl FnOnce() -> B,
) -> (A, B) {
    if threads <= 1 {
        return (one(), other());
    }
    thread::scope(|scope| {
        let elsewhere = thread::Builder::new().name("preparation".to_owned()).spawn_scoped(scope, &one);
        let other = other();
        let one = match elsewhere {
            Ok(elsewhere) => elsewhere.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => one(),
        };
        (one, other)
    })
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("dead_ends", &self.dead_ends).field("time", &self.time).finish()
    }
}
