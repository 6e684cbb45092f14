//! Choosing the parts of a planner, and running it.

use std::time::Instant;

use extremal_heuristics::{CostType, Descriptor, Heuristic, Selection};
use extremal_limits::{Budget, Phase, Stop};
use extremal_sas::Status;
use extremal_search::anytime::{EstimateKind, Estimates};
use extremal_search::{self as searches, Counters, Observer, Options, Problem, Search, Threads};
use extremal_states::StateSpace;

use crate::check::finished_plan;
use crate::error::Error;
use crate::outcome::{Outcome, Proof, Run, SearchTimes};
use crate::plan_quality::steps_after;
use crate::prepared::Prepared;
use crate::task::Task;

/// A search, a heuristic, and how they are used.
///
/// By default that is the search `extremal` with the heuristic `ff`, the seed 1, and no limits.
pub struct Planner {
    search: SearchChoice,
    heuristic: HeuristicChoice,
    options: Options,
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
    budget: Option<Budget>,
    plan_quality: bool,
    threads: usize,
}

enum SearchChoice {
    Named(String),
    Own(Box<dyn Search>),
}

enum HeuristicChoice {
    Named(Selection),
    Own { dead_ends: DeadEnds, build: Box<BuildHeuristic> },
}

type BuildHeuristic = dyn Fn(&extremal_sas::Task) -> Box<dyn Heuristic>;

/// Whether a search that only leaves out dead ends of a heuristic has looked at everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadEnds {
    /// No plan goes through a state that the heuristic calls a dead end.
    Proven,
    /// The heuristic may err about dead ends.
    Guessed,
}

impl Planner {
    /// The name of the search that is used unless another is chosen.
    pub const DEFAULT_SEARCH: &str = "extremal";
    /// The name of the heuristic that is used unless another is chosen.
    pub const DEFAULT_HEURISTIC: &str = "ff";
    /// The seed that is used unless another is chosen.
    pub const DEFAULT_SEED: u64 = 1;

    /// The default planner.
    pub fn new() -> Self {
        static FF: &Descriptor = &extremal_heuristics::ff::DESCRIPTOR;
        let arguments = extremal_heuristics::Arguments::defaults(FF.parameters);
        Planner {
            search: SearchChoice::Named(Self::DEFAULT_SEARCH.to_owned()),
            heuristic: HeuristicChoice::Named(Selection { descriptor: FF, arguments }),
            options: Options { seed: Self::DEFAULT_SEED, ..Options::default() },
            max_evaluations: None,
            max_expansions: None,
            budget: None,
            plan_quality: false,
            threads: 1,
        }
    }

    /// Chooses a search of the list [`SEARCHES`](searches::SEARCHES): `gbfs`, or with parameters `guct(c=2)`.
    pub fn search(mut self, text: &str) -> Result<Self, Error> {
        searches::select(text, Options::default())?;
        self.search = SearchChoice::Named(text.to_owned());
        Ok(self)
    }

    /// Uses a search of your own, such as a [`TreeSearch`](searches::tree::TreeSearch) with a bandit of your
    /// own. Seed, preferred operators and deferred evaluation are then what the search itself was given.
    pub fn own_search(mut self, search: impl Search + 'static) -> Self {
        self.search = SearchChoice::Own(Box::new(search));
        self
    }

    /// Chooses a heuristic of the list [`HEURISTICS`](extremal_heuristics::HEURISTICS): `ff`, or with
    /// parameters `ff(cost=real)`.
    pub fn heuristic(mut self, text: &str) -> Result<Self, Error> {
        self.heuristic = HeuristicChoice::Named(extremal_heuristics::select(text)?);
        Ok(self)
    }

    /// Uses a heuristic of your own, which is built for each task that is solved.
    pub fn own_heuristic(
        mut self,
        dead_ends: DeadEnds,
        build: impl Fn(&extremal_sas::Task) -> Box<dyn Heuristic> + 'static,
    ) -> Self {
        self.heuristic = HeuristicChoice::Own { dead_ends, build: Box::new(build) };
        self
    }

    /// Uses the heuristic's preferred operators, or not.
    pub fn preferred(mut self, preferred: bool) -> Self {
        self.options.preferred = preferred;
        self
    }

    /// Evaluates a state when it is expanded rather than when it is generated, or not.
    pub fn deferred(mut self, deferred: bool) -> Self {
        self.options.deferred = deferred;
        self
    }

    /// Sets the seed of all random choices.
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }

    /// Stops when so many states have been evaluated: a plan must be found with fewer.
    pub fn max_evaluations(mut self, limit: impl Into<Option<u64>>) -> Self {
        self.max_evaluations = limit.into();
        self
    }

    /// Stops when so many states have been expanded.
    pub fn max_expansions(mut self, limit: impl Into<Option<u64>>) -> Self {
        self.max_expansions = limit.into();
        self
    }

    /// Limits time and memory. Time runs from when the budget was made, and clones of it can cancel the
    /// search from another thread.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// Removes redundant actions from the plan that is found, or not: see the module
    /// [`plan_quality`](crate::plan_quality). The work is bounded
    /// by the number of evaluations, so that it takes less than about a tenth of the search.
    pub fn plan_quality(mut self, plan_quality: bool) -> Self {
        self.plan_quality = plan_quality;
        self
    }

    /// Uses so many threads. The default search lets as many of its members race, so that the plan depends on
    /// time; other searches evaluate states in parallel and are the same with any number, only their
    /// time changes; a heuristic of your own takes part if it can be [forked](Heuristic::fork).
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Whether the heuristic offers preferred operators, as far as is known: one of your own might.
    pub fn has_preferred_operators(&self) -> bool {
        match &self.heuristic {
            HeuristicChoice::Named(selection) => selection.descriptor.preferred_operators,
            HeuristicChoice::Own { .. } => true,
        }
    }

    /// Searches for a plan.
    pub fn solve(&self, task: &Task) -> Result<Run, Error> {
        self.run(task, None)
    }

    /// Searches for a plan while somebody watches.
    pub fn solve_observed(&self, task: &Task, observer: &mut dyn Observer) -> Result<Run, Error> {
        self.run(task, Some(observer))
    }

    /// Builds the state space and the heuristic of a task once for many searches.
    pub fn prepare<'t>(&self, task: &'t Task) -> Result<Prepared<'t>, Error> {
        let budget = self.budget_or_unlimited();
        Ok(self.prepare_within(task, &budget)?)
    }

    /// Searches for a plan with a heuristic that has been prepared, perhaps by another planner: it takes the
    /// place of this planner's own.
    pub fn solve_prepared(
        &self,
        prepared: &mut Prepared,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Run, Error> {
        let budget = self.budget_or_unlimited();
        let task = prepared.task;
        self.run_within(task, &budget, |search, times| {
            times.prepare = prepared.time();
            match budget.enter(Phase::Searching) {
                Ok(()) => self.search_for_plan(search, prepared, observer, &budget, times),
                Err(stop) => (Found::Nothing(Outcome::Stopped(stop)), Counters::default()),
            }
        })
    }

    fn run(&self, task: &Task, observer: Option<&mut dyn Observer>) -> Result<Run, Error> {
        let budget = self.budget_or_unlimited();
        self.run_within(task, &budget, |search, times| {
            let start = Instant::now();
            let prepared = self.prepare_within(task, &budget);
            times.prepare = start.elapsed();
            match prepared {
                Ok(mut prepared) => self.search_for_plan(search, &mut prepared, observer, &budget, times),
                Err(stop) => (Found::Nothing(Outcome::Stopped(stop)), Counters::default()),
            }
        })
    }

    /// Searches unless translation has settled the task, and checks what was found.
    fn run_within(
        &self,
        task: &Task,
        budget: &Budget,
        search_for_plan: impl FnOnce(&dyn Search, &mut SearchTimes) -> (Found, Counters),
    ) -> Result<Run, Error> {
        let named;
        let search = match &self.search {
            SearchChoice::Own(search) => &**search,
            SearchChoice::Named(text) => {
                named = searches::select(text, self.options)?;
                &*named
            }
        };
        let mut times = SearchTimes::default();
        let (found, counters) = match settled(&task.status) {
            Some(settled) => (settled, Counters::default()),
            None => search_for_plan(search, &mut times),
        };
        let mut found_plan = None;
        let outcome = match found {
            Found::Operators(operators) => {
                let steps = self.plan_quality_steps(counters.evaluations);
                match finished_plan(task, operators, steps, budget, &mut times) {
                    Err(Error::Stopped(stop)) => Outcome::Stopped(stop),
                    finished => {
                        let (plan, found) = finished?;
                        found_plan = found;
                        Outcome::Solved(plan)
                    }
                }
            }
            Found::Nothing(outcome) => outcome,
        };
        Ok(Run { outcome, found: found_plan, counters, times })
    }

    /// The work allowed for removing redundant actions after so many evaluations, if that is wanted.
    pub(crate) fn plan_quality_steps(&self, evaluations: u64) -> Option<u64> {
        self.plan_quality.then(|| steps_after(evaluations))
    }

    pub(crate) fn budget_or_unlimited(&self) -> Budget {
        self.budget.clone().unwrap_or_else(Budget::unlimited)
    }

    /// What the values of the heuristic mean, as far as is known.
    pub(crate) fn estimates(&self) -> Estimates {
        match &self.heuristic {
            HeuristicChoice::Named(selection) => Estimates {
                kind: match CostType::of(&selection.arguments) {
                    CostType::Real => EstimateKind::Cost,
                    CostType::Unit => EstimateKind::Length,
                },
                admissible: selection.descriptor.admissible,
            },
            HeuristicChoice::Own { .. } => Estimates { kind: EstimateKind::Length, admissible: false },
        }
    }

    fn search_for_plan(
        &self,
        search: &dyn Search,
        prepared: &mut Prepared,
        observer: Option<&mut dyn Observer>,
        budget: &Budget,
        times: &mut SearchTimes,
    ) -> (Found, Counters) {
        let problem = self.problem(prepared, observer, budget);
        let start = Instant::now();
        let report = search.run(problem);
        times.search = start.elapsed();
        let found = match report.outcome {
            searches::Outcome::Solved(operators) => Found::Operators(operators),
            searches::Outcome::Unsolvable => Found::Nothing(Outcome::Unsolvable(Proof::Search)),
            searches::Outcome::Exhausted => Found::Nothing(Outcome::Exhausted),
            searches::Outcome::EvaluationLimit => Found::Nothing(Outcome::EvaluationLimit),
            searches::Outcome::ExpansionLimit => Found::Nothing(Outcome::ExpansionLimit),
            searches::Outcome::Stopped(stop) => Found::Nothing(Outcome::Stopped(stop)),
        };
        (found, report.counters)
    }

    pub(crate) fn problem<'a, 'o: 'a>(
        &self,
        prepared: &'a mut Prepared,
        observer: Option<&'a mut (dyn Observer + 'o)>,
        budget: &'a Budget,
    ) -> Problem<'a> {
        Problem {
            space: &mut prepared.space,
            task: &prepared.task.sas,
            heuristic: &mut *prepared.heuristic,
            heuristic_is_safe: prepared.dead_ends == DeadEnds::Proven,
            max_evaluations: self.max_evaluations,
            max_expansions: self.max_expansions,
            budget,
            // A shorter life for the trait object, so that all borrows of the problem are alike.
            observer: observer.map(|observer| observer as &mut dyn Observer),
            threads: Threads::new(self.threads),
        }
    }

    fn prepare_within<'t>(&self, task: &'t Task, budget: &Budget) -> Result<Prepared<'t>, Stop> {
        let start = Instant::now();
        budget.enter(Phase::Preparing)?;
        let space = StateSpace::new(&task.sas);
        budget.check()?;
        let heuristic = match &self.heuristic {
            HeuristicChoice::Named(selection) => selection.build(&task.sas),
            HeuristicChoice::Own { build, .. } => build(&task.sas),
        };
        budget.enter(Phase::Searching)?;
        Ok(Prepared::new(task, start, space, heuristic, self.dead_ends()))
    }

    fn dead_ends(&self) -> DeadEnds {
        match &self.heuristic {
            HeuristicChoice::Named(selection) if selection.descriptor.safe => DeadEnds::Proven,
            HeuristicChoice::Named(_) => DeadEnds::Guessed,
            HeuristicChoice::Own { dead_ends, .. } => *dead_ends,
        }
    }
}

impl Default for Planner {
    fn default() -> Self {
        Planner::new()
    }
}

/// What a search found: a plan not yet checked, or none.
enum Found {
    Operators(Vec<u32>),
    Nothing(Outcome),
}

/// What translation found out already.
fn settled(status: &Status) -> Option<Found> {
    match status {
        Status::GoalHolds => Some(Found::Operators(Vec::new())),
        Status::Unreachable(why) => Some(Found::Nothing(Outcome::Unsolvable(Proof::Unreachable {
            goals: why.goals.clone(),
            reasons: why.reasons.clone(),
        }))),
        Status::GoalViolatesMutex => Some(Found::Nothing(Outcome::Unsolvable(Proof::ExclusiveGoals))),
        _ => None,
    }
}
