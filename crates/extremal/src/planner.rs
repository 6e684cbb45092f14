//! Choosing the parts of a planner, and running it.

use std::fmt;
use std::sync::Arc;

use extremal_heuristics::{CostType, Descriptor, Heuristic, Selection};
use extremal_limits::{Budget, Instant, Phase, Stop};
use extremal_sas::Status;
use extremal_search::anytime::{EstimateKind, Estimates};
use extremal_search::{
    BuildHeuristic, MakeTree, Observer, Options, OwnBandit, OwnParts, Problem, Search, Threads, Turn,
};
use extremal_states::StateSpace;

use crate::error::{Error, RefusedComponent};
use crate::outcome::{Outcome, Run};
use crate::prepared::{Prepared, at_once};
use crate::running::{Progress, Running};
use crate::task::Task;

/// A search, a heuristic, and how they are used.
///
/// By default that is the search `extremal` with the heuristic `ff`, the seed 1, and no limits. What a clone is told
/// does not change the original.
#[derive(Clone)]
pub struct Planner {
    search: SearchChoice,
    /// What the text of the search may name.
    own: OwnParts,
    heuristic: HeuristicChoice,
    options: Options,
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
    budget: Option<Budget>,
    plan_quality: bool,
    threads: usize,
}

#[derive(Clone)]
enum SearchChoice {
    Named(String),
    Own(Arc<dyn Search>),
}

#[derive(Clone)]
enum HeuristicChoice {
    Named(Selection),
    Own { dead_ends: DeadEnds, build: Arc<BuildHeuristic> },
}

/// Whether a search that only leaves out dead ends of a heuristic has looked at everything.
// There is no third case, so that nobody needs `#[non_exhaustive]`.
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
        static FF: &Descriptor = &extremal_heuristics::FF;
        let arguments = extremal_grammar::Arguments::defaults(FF.parameters);
        Planner {
            search: SearchChoice::Named(Self::DEFAULT_SEARCH.to_owned()),
            own: OwnParts::default(),
            heuristic: HeuristicChoice::Named(Selection { descriptor: FF, arguments }),
            options: Options { seed: Self::DEFAULT_SEED, ..Options::default() },
            max_evaluations: None,
            max_expansions: None,
            budget: None,
            plan_quality: true,
            threads: 1,
        }
    }

    /// Chooses a search of the list [`SEARCHES`](extremal_search::SEARCHES): `gbfs`, or with parameters `guct(c=2)`.
    /// Whether it can use [preferred operators](Self::preferred) and [deferred evaluation](Self::deferred) is seen when
    /// it starts: one that cannot is refused.
    pub fn search(mut self, text: &str) -> Result<Self, Error> {
        extremal_search::registry::check_with(text, &self.own)
            .map_err(|error| RefusedComponent::new(text, error))?;
        self.search = SearchChoice::Named(text.to_owned());
        Ok(self)
    }

    /// Uses a search of your own, such as one [over a tree](extremal_search::WithOpenList) with a bandit of your
    /// own. Seed, preferred operators and deferred evaluation are then what the search itself was given.
    pub fn own_search(mut self, search: impl Search + 'static) -> Self {
        self.search = SearchChoice::Own(Arc::new(search));
        self
    }

    /// Gives a name to a bandit of your own. Then [`search`](Self::search) takes it in every text that names a bandit:
    /// `eager(lists=h+tree:h,bandit=mine)`.
    pub fn own_bandit(mut self, name: &str, make_tree: impl MakeTree + 'static) -> Self {
        self.own.made.retain(|own| own.name != name);
        self.own.made.push(OwnBandit { name: name.to_owned(), make_tree: Arc::new(make_tree) });
        self
    }

    /// Makes parts of your own known by their names: [`search`](Self::search) then takes them in every text.
    pub fn own_parts(mut self, own: OwnParts) -> Self {
        self.own = own;
        self
    }

    /// Chooses a heuristic of the list [`HEURISTICS`](extremal_heuristics::HEURISTICS): `ff`, or with
    /// parameters `ff(cost=real)`.
    pub fn heuristic(mut self, text: &str) -> Result<Self, Error> {
        let selection =
            extremal_heuristics::select(text).map_err(|error| RefusedComponent::new(text, error))?;
        self.heuristic = HeuristicChoice::Named(selection);
        Ok(self)
    }

    /// Uses a heuristic of your own, which is built for each task that is solved.
    pub fn own_heuristic(
        mut self,
        dead_ends: DeadEnds,
        build: impl Fn(&extremal_sas::Task) -> Box<dyn Heuristic> + Send + Sync + 'static,
    ) -> Self {
        self.heuristic = HeuristicChoice::Own { dead_ends, build: Arc::new(move |task, _| Ok(build(task))) };
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

    /// Shortens the plan that is found, or not; by default it does (docs/anytime.md says how). The work is bounded by a fifth of that of the search,
    /// and a few milliseconds, and counted, so that the same search always ends with the same plan.
    pub fn plan_quality(mut self, plan_quality: bool) -> Self {
        self.plan_quality = plan_quality;
        self
    }

    /// Uses so many threads. The search and its plan are the same with any number, only the time changes. The members
    /// of a portfolio such as the default search work at the same time, and what is left of the threads evaluates
    /// states for searches that do so in parallel. A heuristic of your own takes part if it can be
    /// [forked](Heuristic::fork). While a portfolio is paused, only evaluations are counted exactly.
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
        run_to_end(self.start(task)?, None)
    }

    /// Searches for a plan while somebody watches.
    pub fn solve_observed(&self, task: &Task, observer: &mut dyn Observer) -> Result<Run, Error> {
        run_to_end(self.start(task)?, Some(observer))
    }

    /// Prepares the search for a plan, to be advanced turn by turn.
    pub fn start(&self, task: &Task) -> Result<Running, Error> {
        let search = self.selected()?;
        Ok(self.start_within(task, |running| {
            let prepared = self.prepare_within(task, &running.budget)?;
            let (space, time) = (prepared.space.clone(), prepared.time());
            running.search(search.start(self.problem(prepared, &running.budget)), space, time);
            Ok(())
        }))
    }

    /// Prepares the search for a plan and then for cheaper and cheaper ones, to be advanced turn by turn: see
    /// [`solve_anytime`](Self::solve_anytime).
    pub fn start_anytime(&self, task: &Task) -> Result<Running, Error> {
        let search = self.selected()?;
        let mut running = self.start_within(task, |running| {
            let prepared = self.prepare_within(task, &running.budget)?.forkable();
            let (space, time) = (prepared.space.clone(), prepared.time());
            let problem = self.problem(prepared.fork(&running.budget)?, &running.budget);
            running.search(search.start(problem), space, time);
            running.go_on_with(prepared, search.portfolio_members(), search.members().unwrap_or(1));
            Ok(())
        });
        if task.status == Status::GoalHolds {
            running.is_optimal();
        }
        Ok(running)
    }

    /// Builds the state space and the heuristic of a task once for many searches.
    pub fn prepare(&self, task: &Task) -> Result<Prepared, Error> {
        Ok(self.prepare_within(task, &self.budget_or_unlimited())?.forkable())
    }

    /// Searches for a plan with a heuristic that has been prepared, perhaps by another planner: it takes the
    /// place of this planner's own.
    pub fn solve_prepared(
        &self,
        prepared: &Prepared,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Run, Error> {
        let search = self.selected()?;
        let running = self.start_within(&prepared.task, |running| {
            running.budget.enter(Phase::Searching)?;
            let problem = self.problem(prepared.fork(&running.budget)?, &running.budget);
            running.search(search.start(problem), prepared.space.clone(), prepared.time());
            Ok(())
        });
        run_to_end(running, observer)
    }

    /// Starts to search unless translation has settled the task.
    fn start_within(&self, task: &Task, start: impl FnOnce(&mut Running) -> Result<(), Stop>) -> Running {
        let mut running = Running::new(self.clone(), task.clone(), self.budget_or_unlimited());
        match (&task.status, task.proof()) {
            (Status::GoalHolds, _) => {
                running.found(Vec::new());
            }
            (_, Some(proof)) => running.without_plan(Outcome::Unsolvable(proof)),
            (_, None) => {
                if let Err(stop) = start(&mut running) {
                    running.without_plan(Outcome::Stopped(stop));
                }
            }
        }
        running
    }

    fn selected(&self) -> Result<Arc<dyn Search>, Error> {
        match &self.search {
            SearchChoice::Own(search) => Ok(Arc::clone(search)),
            SearchChoice::Named(text) => {
                let search = extremal_search::select_with(text, self.options, &self.own);
                Ok(search.map_err(|error| RefusedComponent::new(text, error))?.into())
            }
        }
    }

    /// Whether plans are shortened.
    pub(crate) fn improves_plans(&self) -> bool {
        self.plan_quality
    }

    pub(crate) fn number_of_threads(&self) -> usize {
        self.threads
    }

    pub(crate) fn budget_or_unlimited(&self) -> Budget {
        self.budget.clone().unwrap_or_else(Budget::unlimited)
    }

    /// What the values of the heuristic mean, as far as is known.
    pub(crate) fn estimates(&self) -> Estimates {
        match &self.heuristic {
            HeuristicChoice::Named(selection) => Estimates {
                kind: match CostType::of(&selection.arguments) {
                    CostType::Unit => EstimateKind::Length,
                    _ => EstimateKind::Cost,
                },
                admissible: selection.descriptor.admissible
                    && CostType::of(&selection.arguments) != CostType::PlusOne,
            },
            HeuristicChoice::Own { .. } => Estimates { kind: EstimateKind::Length, admissible: false },
        }
    }

    /// What estimates costs in a search for cheaper plans, if the heuristic counts actions and actions cost differently: the
    /// same heuristic with `cost=plusone`, so that actions without costs count, too.
    pub(crate) fn heuristic_for_costs(&self, task: &extremal_sas::Task) -> Option<Selection> {
        let HeuristicChoice::Named(selection) = &self.heuristic else { return None };
        let costs_differ = task.metric && task.operators.cost.iter().any(|&cost| cost != 1);
        let counts_actions = CostType::of(&selection.arguments) == CostType::Unit;
        let is_bound = selection.descriptor.admissible;
        if costs_differ && counts_actions && !is_bound { selection.with_costs("plusone") } else { None }
    }

    pub(crate) fn problem(&self, prepared: Prepared, budget: &Budget) -> Problem {
        Problem {
            task: Arc::clone(&prepared.task.sas),
            space: prepared.space,
            heuristic: prepared.heuristic,
            heuristic_is_safe: prepared.dead_ends == DeadEnds::Proven,
            max_evaluations: self.max_evaluations,
            max_expansions: self.max_expansions,
            budget: budget.clone(),
            threads: Threads::new(self.threads),
            rebuild: Some(prepared.rebuild),
        }
    }

    fn prepare_within(&self, task: &Task, budget: &Budget) -> Result<Prepared, Stop> {
        let start = Instant::now();
        budget.enter(Phase::Preparing)?;
        let rebuild: Arc<BuildHeuristic> = match &self.heuristic {
            HeuristicChoice::Named(selection) => {
                let selection = selection.clone();
                Arc::new(move |task, budget| selection.build_within(task, budget))
            }
            HeuristicChoice::Own { build, .. } => Arc::clone(build),
        };
        let space = || StateSpace::within(&task.sas, budget);
        let (space, heuristic) = at_once(self.threads, space, || rebuild(&task.sas, budget));
        let (space, heuristic) = (space?, heuristic?);
        budget.enter(Phase::Searching)?;
        Ok(Prepared::new(task.clone(), start, space, heuristic, rebuild, self.dead_ends()))
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

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = match &self.search {
            SearchChoice::Named(text) => text,
            SearchChoice::Own(_) => "own",
        };
        let heuristic = match &self.heuristic {
            HeuristicChoice::Named(selection) => selection.to_string(),
            HeuristicChoice::Own { .. } => "own".to_owned(),
        };
        f.debug_struct("Planner")
            .field("search", &search)
            .field("heuristic", &heuristic)
            .field("options", &self.options)
            .field("max_evaluations", &self.max_evaluations)
            .field("max_expansions", &self.max_expansions)
            .field("budget", &self.budget)
            .field("plan_quality", &self.plan_quality)
            .field("threads", &self.threads)
            .finish()
    }
}

fn run_to_end(mut running: Running, mut observer: Option<&mut dyn Observer>) -> Result<Run, Error> {
    while running.advance_by(Turn::UNLIMITED, reborrow(&mut observer)) != Progress::Ended {}
    running.finish()
}

/// A shorter life for the trait object too, so that it can be lent many times.
pub(crate) fn reborrow<'s>(observer: &'s mut Option<&mut dyn Observer>) -> Option<&'s mut dyn Observer> {
    observer.as_mut().map(|observer| &mut **observer as &mut dyn Observer)
}
