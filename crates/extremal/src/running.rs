//! Planning under way, as a value.

use std::fmt;

use extremal_limits::{Budget, Instant, Phase};
use extremal_search::anytime::{AnytimeEnd, AnytimeProgress, Improvement, Incumbent};
use extremal_search::{Counters, Observer, RunningSearch, SearchEnd, Turn, Watch};

use crate::check::finished_plan;
use crate::error::Error;
use crate::outcome::{FoundPlan, Outcome, Plan, Proof, Run, SearchTimes};
use crate::planner::Planner;
use crate::prepared::Prepared;
use crate::task::Task;

/// How planning stands when its turn is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Progress {
    /// It can be advanced further.
    Running,
    /// A plan was found that is cheaper than all before, and the search for cheaper ones can be advanced further.
    /// Only [`Planner::start_anytime`] goes on like this.
    Plan,
    /// It has ended.
    Ended,
}

/// Planning under way: it is advanced by a number of steps at a time, watched, left alone, sent to another
/// thread, or dropped. How it is cut into turns changes nothing but when it works.
///
/// ```
/// use extremal::{Planner, Progress, Task};
///
/// let domain = "(define (domain d) (:predicates (p) (q))
///     (:action a :parameters () :effect (p)) (:action b :parameters () :precondition (p) :effect (q)))";
/// let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))")?;
/// let mut running = Planner::new().start(&task)?;
/// while let Progress::Running = running.advance(1000) {
///     println!("{} states evaluated", running.counters().evaluations);
/// }
/// assert_eq!(running.finish()?.outcome.plan().map(|plan| plan.steps.len()), Some(2));
/// # Ok::<(), extremal::Error>(())
/// ```
pub struct Running {
    planner: Planner,
    task: Task,
    pub(crate) budget: Budget,
    stage: Stage,
    /// For the search for cheaper plans.
    prepared: Option<Prepared>,
    counters: Counters,
    /// Evaluations until the last plan.
    evaluations_until_plan: u64,
    times: SearchTimes,
    best: Option<(Plan, Option<FoundPlan>)>,
    /// Why there is no plan, once that is known.
    no_plan: Option<Outcome>,
    improvement: Option<AnytimeEnd>,
    error: Option<Error>,
}

enum Stage {
    FirstPlan(Box<dyn RunningSearch>),
    CheaperPlans(Box<Improvement>),
    Over,
}

impl Running {
    pub(crate) fn new(planner: Planner, task: Task, budget: Budget) -> Self {
        Running {
            planner,
            task,
            budget,
            stage: Stage::Over,
            prepared: None,
            counters: Counters::default(),
            evaluations_until_plan: 0,
            times: SearchTimes::default(),
            best: None,
            no_plan: None,
            improvement: None,
            error: None,
        }
    }

    /// Begins to search.
    pub(crate) fn search(&mut self, search: Box<dyn RunningSearch>, time: extremal_limits::Duration) {
        self.times.prepare = time;
        self.stage = Stage::FirstPlan(search);
    }

    /// Notes that no plan is cheaper than the one that is known: it has no steps.
    pub(crate) fn is_optimal(&mut self) {
        if self.best.is_some() {
            self.end_improvement(AnytimeEnd::Optimal);
        }
    }

    /// Goes on to cheaper plans after the first, with this.
    pub(crate) fn go_on_with(&mut self, prepared: Prepared) {
        self.prepared = Some(prepared);
    }

    /// Notes that there is no plan.
    pub(crate) fn without_plan(&mut self, outcome: Outcome) {
        self.no_plan = Some(outcome);
        self.stage = Stage::Over;
    }

    /// Goes on until so many states have been evaluated or expanded, a plan is found, or planning ends. Expansions
    /// count too, because a search may expand many states whose successors are all known.
    pub fn advance(&mut self, steps: u64) -> Progress {
        self.advance_by(turn_of(steps), None)
    }

    /// The same while somebody watches.
    pub fn advance_observed(&mut self, steps: u64, observer: &mut dyn Observer) -> Progress {
        self.advance_by(turn_of(steps), Some(observer))
    }

    pub(crate) fn advance_by(&mut self, turn: Turn, observer: Option<&mut dyn Observer>) -> Progress {
        let mut watch = Watch::new(observer);
        let start = Instant::now();
        match &mut self.stage {
            Stage::Over => Progress::Ended,
            Stage::FirstPlan(search) => {
                let progress = search.advance(turn, &mut watch);
                self.counters = search.counters();
                self.times.search += start.elapsed();
                match progress {
                    extremal_search::SearchProgress::Ended(end) => self.first_search_ended(end),
                    _ => Progress::Running,
                }
            }
            Stage::CheaperPlans(improvement) => {
                let progress = improvement.advance(turn, &mut watch);
                self.counters = improvement.counters();
                self.times.search += start.elapsed();
                match progress {
                    AnytimeProgress::Ended(end) => self.end_improvement(end),
                    AnytimeProgress::Plan(operators) => self.found(operators),
                    _ => Progress::Running,
                }
            }
        }
    }

    fn first_search_ended(&mut self, end: SearchEnd) -> Progress {
        self.stage = Stage::Over;
        let outcome = match end {
            SearchEnd::Solved(operators) => return self.found(operators),
            SearchEnd::Unsolvable => Outcome::Unsolvable(Proof::Search),
            SearchEnd::Exhausted => Outcome::Exhausted,
            SearchEnd::EvaluationLimit => Outcome::EvaluationLimit,
            SearchEnd::ExpansionLimit => Outcome::ExpansionLimit,
            SearchEnd::Stopped(stop) => Outcome::Stopped(stop),
            _ => Outcome::Exhausted,
        };
        self.without_plan(outcome);
        Progress::Ended
    }

    /// Removes redundant actions from a plan that was found, and validates it.
    pub(crate) fn found(&mut self, operators: Vec<u32>) -> Progress {
        let evaluations = self.counters.evaluations - self.evaluations_until_plan;
        self.evaluations_until_plan = self.counters.evaluations;
        let steps = self.planner.plan_quality_steps(evaluations);
        match finished_plan(&self.task, operators, steps, &self.budget, &mut self.times) {
            Ok((plan, found)) => {
                let incumbent = incumbent(&self.task, &plan);
                self.best = Some((plan, found));
                self.search_for_cheaper_than(incumbent)
            }
            Err(Error::Stopped(stop)) if self.best.is_some() => {
                self.end_improvement(AnytimeEnd::Stopped(stop))
            }
            Err(Error::Stopped(stop)) => {
                self.without_plan(Outcome::Stopped(stop));
                Progress::Ended
            }
            Err(error) => {
                self.error = Some(error);
                self.stage = Stage::Over;
                Progress::Ended
            }
        }
    }

    fn search_for_cheaper_than(&mut self, incumbent: Incumbent) -> Progress {
        // The search itself notices if the budget is spent.
        let entered = self.budget.enter(Phase::Searching);
        match (&mut self.stage, self.prepared.take()) {
            (Stage::CheaperPlans(improvement), _) => {
                improvement.beat(incumbent);
                Progress::Plan
            }
            (_, Some(prepared)) => {
                if let Err(stop) = entered {
                    self.improvement = Some(AnytimeEnd::Stopped(stop));
                    return Progress::Ended;
                }
                let problem = self.planner.problem(prepared, &self.budget);
                let estimates = self.planner.estimates();
                let improvement = Improvement::new(problem, estimates, incumbent, self.counters);
                self.stage = Stage::CheaperPlans(Box::new(improvement));
                Progress::Plan
            }
            (_, None) => Progress::Ended,
        }
    }

    fn end_improvement(&mut self, end: AnytimeEnd) -> Progress {
        self.improvement = Some(end);
        self.stage = Stage::Over;
        Progress::Ended
    }

    /// Ends the search for cheaper plans: the best one known is good enough.
    pub fn enough(&mut self) {
        if let Stage::CheaperPlans(_) = self.stage {
            self.end_improvement(AnytimeEnd::Enough);
        }
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The cheapest plan so far.
    pub fn plan(&self) -> Option<&Plan> {
        self.best.as_ref().map(|(plan, _)| plan)
    }

    /// What has come of it. A search that has not ended counts as cancelled.
    pub fn finish(self) -> Result<Run, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let is_over = matches!(self.stage, Stage::Over);
        let cancelled = extremal_limits::Stop::Cancelled;
        let (outcome, found) = match self.best {
            Some((plan, found)) => (Outcome::Solved(plan), found),
            None => (self.no_plan.unwrap_or(Outcome::Stopped(cancelled)), None),
        };
        let improvement = if is_over { self.improvement } else { Some(AnytimeEnd::Stopped(cancelled)) };
        let improvement = improvement.filter(|_| outcome.plan().is_some());
        Ok(Run { outcome, found, counters: self.counters, times: self.times, improvement })
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("planner", &self.planner).field("counters", &self.counters).finish()
    }
}

/// A turn of so many steps, but of one at least, so that advancing leads somewhere.
fn turn_of(steps: u64) -> Turn {
    Turn { evaluations: steps.max(1), expansions: steps.max(1) }
}

/// The search counts costs in units of the task's scale.
fn incumbent(task: &Task, plan: &Plan) -> Incumbent {
    Incumbent { cost: task.cost_scale().units(plan.cost).unwrap_or(u64::MAX), length: plan.steps.len() }
}
