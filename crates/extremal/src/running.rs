//! Planning under way, as a value.

use std::fmt;

use extremal_grammar::GrammarError;
use extremal_limits::{Budget, Instant, Phase};
use extremal_search::anytime::{AnytimeEnd, AnytimeProgress, EstimateKind, Improvement};
use extremal_search::{Counters, Observer, PortfolioMember, RunningSearch, SearchEnd, Turn, Watch};

use extremal_search::post_optimisation::cost;
use extremal_search::tree::ScoredChild;
use extremal_states::{StateId, StateSpace};

use crate::check::checked_plan;
use crate::error::{Error, RefusedComponent};
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
    /// For post-optimisation of the plan.
    space: Option<StateSpace>,
    /// The search for the first plan after its end, if somebody wants to look at it.
    ended_search: Option<Box<dyn RunningSearch>>,
    keeps_search: bool,
    /// For the search for cheaper plans, with the members of the portfolio, which may find some.
    prepared: Option<(Prepared, Vec<PortfolioMember>, usize)>,
    counters: Counters,
    times: SearchTimes,
    best: Option<Plan>,
    /// The first plan as it was found.
    found: Option<FoundPlan>,
    found_by: Option<String>,
    is_anytime: bool,
    /// Why there is no plan, once that is known.
    no_plan: Option<Outcome>,
    improvement: Option<AnytimeEnd>,
    error: Option<Error>,
}

enum Stage {
    FirstPlan(Box<dyn RunningSearch>),
    Improvement(Box<Improvement>),
    Over,
}

impl Running {
    pub(crate) fn new(planner: Planner, task: Task, budget: Budget) -> Self {
        Running {
            planner,
            task,
            budget,
            stage: Stage::Over,
            space: None,
            ended_search: None,
            keeps_search: false,
            prepared: None,
            counters: Counters::default(),
            times: SearchTimes::default(),
            best: None,
            found: None,
            found_by: None,
            is_anytime: false,
            no_plan: None,
            improvement: None,
            error: None,
        }
    }

    /// Begins to search.
    pub(crate) fn search(
        &mut self,
        search: Box<dyn RunningSearch>,
        space: StateSpace,
        time: extremal_limits::Duration,
    ) {
        self.times.prepare = time;
        self.space = Some(space);
        self.stage = Stage::FirstPlan(search);
    }

    /// Notes that no plan is cheaper than the one that is known: it has no steps.
    pub(crate) fn is_optimal(&mut self) {
        if self.best.is_some() {
            self.is_anytime = true;
            self.end_improvement(AnytimeEnd::Optimal);
        }
    }

    /// Goes on to cheaper plans after the first, with this. So many searches look for the first plan.
    pub(crate) fn go_on_with(&mut self, prepared: Prepared, members: Vec<PortfolioMember>, searches: usize) {
        self.is_anytime = true;
        self.prepared = Some((prepared, members, searches));
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

    /// Goes on for a turn in which evaluations and expansions are limited apart from each other, with somebody who
    /// watches or without.
    pub fn advance_by(&mut self, turn: Turn, observer: Option<&mut dyn Observer>) -> Progress {
        let mut watch = Watch::new(observer);
        let start = Instant::now();
        self.add_searches();
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
            Stage::Improvement(improvement) => {
                let progress = improvement.advance(turn, &mut watch);
                self.counters = improvement.counters();
                let spent_on =
                    if self.is_anytime { &mut self.times.search } else { &mut self.times.plan_quality };
                *spent_on += start.elapsed();
                match progress {
                    AnytimeProgress::Ended(end) => self.end_improvement(end),
                    AnytimeProgress::Plan(operators) => self.improved(&operators),
                    _ => Progress::Running,
                }
            }
        }
    }

    fn first_search_ended(&mut self, end: SearchEnd) -> Progress {
        let search = self.take_search();
        let member = search.as_ref().and_then(|search| search.member());
        self.ended_search = search.filter(|_| self.keeps_search);
        let outcome = match end {
            SearchEnd::Solved(operators) => {
                self.found_by = member;
                return self.found(operators);
            }
            SearchEnd::Unsolvable => Outcome::Unsolvable(Proof::Search),
            SearchEnd::Exhausted => Outcome::Exhausted,
            SearchEnd::EvaluationLimit => Outcome::EvaluationLimit,
            SearchEnd::ExpansionLimit => Outcome::ExpansionLimit,
            SearchEnd::Stopped(stop) => Outcome::Stopped(stop),
            SearchEnd::Refused(reason) => {
                return self.failed(RefusedComponent::new("", GrammarError::Together(reason)).into());
            }
            _ => Outcome::Exhausted,
        };
        self.without_plan(outcome);
        Progress::Ended
    }

    /// Validates the first plan. What follows makes it better.
    pub(crate) fn found(&mut self, operators: Vec<u32>) -> Progress {
        let start = Instant::now();
        let plan = checked_plan(&self.task, &operators, &self.budget);
        self.times.validate += start.elapsed();
        match plan {
            Ok(plan) => {
                self.best = Some(plan);
                self.improve(operators)
            }
            Err(Error::Stopped(stop)) => {
                self.without_plan(Outcome::Stopped(stop));
                Progress::Ended
            }
            Err(error) => self.failed(error),
        }
    }

    fn improve(&mut self, operators: Vec<u32>) -> Progress {
        let sas = &self.task.sas;
        if self.planner.improves_plans() {
            let cost = self.task.cost_scale.cost(cost(sas, &operators));
            self.found = Some(FoundPlan { length: operators.len(), cost });
        }
        if self.prepared.is_none() && !self.planner.improves_plans() {
            self.stage = Stage::Over;
            return Progress::Ended;
        }
        let mut improvement = Improvement::new(sas.clone(), operators, self.counters);
        if let Some(space) = self.space.take().filter(|_| self.planner.improves_plans()) {
            // Without a search for cheaper plans, post-optimisation is the last thing, and its plan is to come in time.
            let budget = if self.is_anytime { self.budget.clone() } else { self.budget.with_time_to_spare() };
            improvement = improvement.and_post_optimise(space, &budget, self.planner.number_of_threads());
        }
        // The improvement itself notices if the budget is spent.
        _ = self.budget.enter(Phase::Searching);
        self.stage = Stage::Improvement(Box::new(improvement));
        if self.is_anytime { Progress::Plan } else { Progress::Running }
    }

    /// Adds searches for cheaper plans, once the first plan has been told. What the budget leaves no time to prepare is left
    /// out.
    fn add_searches(&mut self) {
        if !matches!(self.stage, Stage::Improvement(_)) {
            return;
        }
        let Some((prepared, members, searches)) = self.prepared.take() else { return };
        let Stage::Improvement(improvement) = std::mem::replace(&mut self.stage, Stage::Over) else { return };
        let mut next_number = 0;
        let mut numbered = |member: PortfolioMember| {
            let number = next_number;
            next_number += member.search.members().unwrap_or(1);
            (number, member)
        };
        let mut members: Vec<_> = members.into_iter().map(&mut numbered).collect();
        members.retain(|(_, member)| self.found_by.as_ref() != Some(&member.name));
        let mut improvement = improvement.after_searches(searches);
        if !members.is_empty()
            && let Ok(fork) = prepared.fork(&self.budget)
        {
            improvement = improvement.and_members(self.planner.problem(fork, &self.budget), members);
        }
        let mut problem = self.planner.problem(prepared, &self.budget);
        let mut estimates = self.planner.estimates();
        let for_costs = self.planner.heuristic_for_costs(&self.task.sas);
        if let Some(Ok(heuristic)) = for_costs.map(|of| of.build_within(&self.task.sas, &self.budget)) {
            problem.heuristic = heuristic;
            estimates.kind = EstimateKind::Cost;
        }
        self.stage = Stage::Improvement(Box::new(improvement.and_search(problem, estimates)));
    }

    /// Validates a plan that is better than all before. It is validated even if the budget is spent by now: that takes no
    /// longer than it took for the first plan.
    fn improved(&mut self, operators: &[u32]) -> Progress {
        let start = Instant::now();
        let plan = checked_plan(&self.task, operators, &Budget::unlimited());
        self.times.validate += start.elapsed();
        match plan {
            Ok(plan) => {
                self.best = Some(plan);
                if self.is_anytime { Progress::Plan } else { Progress::Running }
            }
            Err(error) => self.failed(error),
        }
    }

    fn failed(&mut self, error: Error) -> Progress {
        self.error = Some(error);
        self.stage = Stage::Over;
        Progress::Ended
    }

    fn end_improvement(&mut self, end: AnytimeEnd) -> Progress {
        self.improvement = Some(end);
        self.stage = Stage::Over;
        Progress::Ended
    }

    /// Ends the search for cheaper plans: the best one known is good enough.
    pub fn enough(&mut self) {
        if let Stage::Improvement(_) = self.stage {
            self.end_improvement(AnytimeEnd::Enough);
        }
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The member of a portfolio whose turn it is while the first plan is searched for, as it is written in the text of
    /// the search. `None` for other searches, and while several members work at the same time.
    pub fn member(&self) -> Option<String> {
        match &self.stage {
            Stage::FirstPlan(search) => search.member(),
            _ => None,
        }
    }

    /// Keeps the search for the first plan when it has ended, with all its memory, for somebody who
    /// [looks at it](Self::scored_children) then.
    pub fn keep_search(&mut self) {
        self.keeps_search = true;
    }

    /// Takes out the search for the first plan, which ends it, if it is under way or has been kept.
    pub fn take_search(&mut self) -> Option<Box<dyn RunningSearch>> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::FirstPlan(search) => Some(search),
            stage => {
                self.stage = stage;
                self.ended_search.take()
            }
        }
    }

    /// The children of a state as a bandit sees them at this moment: what it knows of them, and their scores. `None` where
    /// no tree of the search has the state. States are those of an [`Observer`]; in a portfolio they are the member's. Those of
    /// searches for cheaper plans are not known to it.
    pub fn scored_children(&mut self, member: usize, state: StateId) -> Option<Vec<ScoredChild>> {
        let search = match &mut self.stage {
            Stage::FirstPlan(search) => Some(search),
            _ => self.ended_search.as_mut(),
        };
        search?.scored_children(member, state)
    }

    /// The cheapest plan so far.
    pub fn plan(&self) -> Option<&Plan> {
        self.best.as_ref()
    }

    /// What has come of it. A search that has not ended counts as cancelled.
    pub fn finish(self) -> Result<Run, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let is_over = matches!(self.stage, Stage::Over);
        let cancelled = extremal_limits::Stop::Cancelled;
        let outcome = match self.best {
            Some(plan) => Outcome::Solved(plan),
            None => self.no_plan.unwrap_or(Outcome::Stopped(cancelled)),
        };
        let improvement = if is_over { self.improvement } else { Some(AnytimeEnd::Stopped(cancelled)) };
        let improvement = improvement.filter(|_| self.is_anytime && outcome.plan().is_some());
        let Running { found, found_by, counters, times, .. } = self;
        Ok(Run { outcome, found, found_by, counters, times, improvement })
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
