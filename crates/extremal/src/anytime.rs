//! Going on after the first plan.

use std::ops::ControlFlow;
use std::time::Instant;

use extremal_limits::Phase;
use extremal_search::anytime::{self, AnytimeEnd, Incumbent};
use extremal_search::{Counters, Observer};

use crate::check::finished_plan;
use crate::error::Error;
use crate::outcome::{FoundPlan, Outcome, Plan, Run, SearchTimes};
use crate::planner::Planner;
use crate::task::Task;

/// The result of [`Planner::solve_anytime`].
#[derive(Clone, PartialEq, Debug)]
pub struct AnytimeRun {
    /// The cheapest plan, or why there is none. Counters and times are those of all searches together.
    pub run: Run,
    /// Why the search for cheaper plans ended; `None` if there was not even a first one.
    pub end: Option<AnytimeEnd>,
}

/// Takes each plan as soon as it is found, with what was counted until then. It can end the search.
pub type OnPlan<'p> = dyn FnMut(&Plan, &Counters) -> ControlFlow<()> + 'p;

impl Planner {
    /// Searches for a plan, and then for cheaper and cheaper ones, until the last is known to be optimal or a
    /// limit is reached: [`extremal_search::anytime`] says how. Limits hold for everything together. Each plan
    /// is validated and cheaper than the one before.
    ///
    /// ```
    /// use extremal::{AnytimeEnd, Cost, Planner, Task};
    ///
    /// let domain = "(define (domain d) (:predicates (p) (q))
    ///     (:action a :parameters () :effect (p)) (:action b :parameters () :precondition (p) :effect (q))
    ///     (:action c :parameters () :effect (q)))";
    /// let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))")?;
    /// let mut costs = Vec::new();
    /// let run = Planner::new().solve_anytime(&task, None, &mut |plan, _| {
    ///     costs.push(plan.cost);
    ///     std::ops::ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(costs.last(), Some(&Cost::ONE));
    /// assert_eq!(run.end, Some(AnytimeEnd::Optimal));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn solve_anytime(
        &self,
        task: &Task,
        mut observer: Option<&mut dyn Observer>,
        on_plan: &mut OnPlan<'_>,
    ) -> Result<AnytimeRun, Error> {
        let mut prepared = self.prepare(task)?;
        let mut run = self.solve_prepared(&mut prepared, reborrow(&mut observer))?;
        let Outcome::Solved(first) = &run.outcome else { return Ok(AnytimeRun { run, end: None }) };
        let incumbent = incumbent(task, first);
        if on_plan(first, &run.counters).is_break() {
            return Ok(AnytimeRun { run, end: Some(AnytimeEnd::Enough) });
        }
        let budget = self.budget_or_unlimited();
        if let Err(stop) = budget.enter(Phase::Searching) {
            return Ok(AnytimeRun { run, end: Some(AnytimeEnd::Stopped(stop)) });
        }
        let mut best = Best { plan: None, times: SearchTimes::default(), error: None };
        let mut evaluations_before = run.counters.evaluations;
        let start = Instant::now();
        let problem = self.problem(&mut prepared, reborrow(&mut observer), &budget);
        let (end, counters) = anytime::improve(
            problem,
            self.estimates(),
            incumbent,
            run.counters,
            &mut |operators, counters| {
                let evaluations = counters.evaluations - evaluations_before;
                evaluations_before = counters.evaluations;
                let steps = self.plan_quality_steps(evaluations);
                match finished_plan(task, operators.to_vec(), steps, &budget, &mut best.times) {
                    Ok(finished) => best.take(task, finished, counters, on_plan).inspect(|_| {
                        // The search itself notices if the budget is spent.
                        let _ = budget.enter(Phase::Searching);
                    }),
                    Err(error) => {
                        best.error = Some(error);
                        None
                    }
                }
            },
        );
        let elapsed = start.elapsed();
        let end = match best.error {
            None => end,
            Some(Error::Stopped(stop)) => AnytimeEnd::Stopped(stop),
            Some(error) => return Err(error),
        };
        run.times.search += elapsed.saturating_sub(best.times.plan_quality + best.times.validate);
        run.times.plan_quality += best.times.plan_quality;
        run.times.validate += best.times.validate;
        run.counters = counters;
        if let Some((plan, found)) = best.plan {
            (run.outcome, run.found) = (Outcome::Solved(plan), found);
        }
        Ok(AnytimeRun { run, end: Some(end) })
    }
}

/// The best plan after the first, and what came of it.
struct Best {
    plan: Option<(Plan, Option<FoundPlan>)>,
    times: SearchTimes,
    error: Option<Error>,
}

impl Best {
    fn take(
        &mut self,
        task: &Task,
        finished: (Plan, Option<FoundPlan>),
        counters: &Counters,
        on_plan: &mut OnPlan<'_>,
    ) -> Option<Incumbent> {
        let answer = on_plan(&finished.0, counters);
        let next = incumbent(task, &finished.0);
        self.plan = Some(finished);
        answer.is_continue().then_some(next)
    }
}

/// The search counts costs in units of the task's scale.
fn incumbent(task: &Task, plan: &Plan) -> Incumbent {
    Incumbent { cost: task.cost_scale().units(plan.cost).unwrap_or(u64::MAX), length: plan.steps.len() }
}

/// A shorter life for the trait object too, so that it can be lent twice.
fn reborrow<'s>(observer: &'s mut Option<&mut dyn Observer>) -> Option<&'s mut dyn Observer> {
    observer.as_mut().map(|observer| &mut **observer as &mut dyn Observer)
}
