//! Going on after the first plan.

use std::ops::ControlFlow;

use extremal_search::{Counters, Observer, Turn};

use crate::error::Error;
use crate::outcome::{Plan, Run};
use crate::planner::{Planner, reborrow};
use crate::running::Progress;
use crate::task::Task;

/// Takes each plan as soon as it is found, with what was counted until then. It can end the search.
pub type OnPlan<'p> = dyn FnMut(&Plan, &Counters) -> ControlFlow<()> + 'p;

impl Planner {
    /// Searches for a plan, and then for cheaper and cheaper ones, until the last is known to be optimal or a
    /// limit is reached: docs/anytime.md says how. Limits hold for everything together. Each plan
    /// is validated and cheaper than the one before.
    ///
    /// ```
    /// use extremal::{AnytimeEnd, Cost, Planner, Task};
    ///
    /// let domain = "(define (domain d) (:predicates (p) (q))
    ///     (:action a :parameters () :effect (p)) (:action b :parameters () :precondition (p) :effect (q))
    ///     (:action c :parameters () :effect (q)))";
    /// let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))")?;
    /// let mut lengths = Vec::new();
    /// let run = Planner::new().solve_anytime(&task, None, &mut |plan, _| {
    ///     lengths.push(plan.steps.len());
    ///     std::ops::ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lengths.last(), Some(&1));
    /// assert_eq!(run.improvement, Some(AnytimeEnd::Optimal));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn solve_anytime(
        &self,
        task: &Task,
        mut observer: Option<&mut dyn Observer>,
        on_plan: &mut OnPlan<'_>,
    ) -> Result<Run, Error> {
        let mut running = self.start_anytime(task)?;
        let mut cost = None;
        loop {
            let progress = running.advance_by(Turn::UNLIMITED, reborrow(&mut observer));
            // The last plan may come with the end.
            if let Some(plan) = running.plan().filter(|plan| cost != Some(plan.cost)) {
                cost = Some(plan.cost);
                if on_plan(plan, &running.counters()).is_break() {
                    running.enough();
                }
            }
            if progress == Progress::Ended {
                return running.finish();
            }
        }
    }
}
