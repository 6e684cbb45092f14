//! The loop of all searches over open lists: take from the open list, expand, evaluate, put back.

mod own_list;
mod waiting;

use std::sync::Arc;

use extremal_limits::Budget;
use extremal_sas::Task;
use extremal_states::StateId;
use extremal_tree::ScoredChild;

use crate::evaluation::Interrupt;
use crate::explorer::{Explorer, Setting, When};
use crate::features::{FeatureOptions, StateFeatures};
use crate::lists::Lists;
use crate::observer::Watch;
use crate::open::{Candidate, OpenList, Step};
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{Options, Problem, RunningSearch, Search};
use extremal_bandits::Random;
use waiting::Waiting;

pub use own_list::{TreeSearch, WithOpenList};

/// Best-first search over open lists.
pub struct BestFirst {
    /// The lists.
    pub lists: Lists,
    /// When states are evaluated.
    pub when: When,
    /// Whether a lazy search goes on at once from a state in which a single operator is applicable.
    pub follows_chains: bool,
    /// Whether a lazy search looks ahead along relaxed plans.
    pub looks_along: bool,
    /// Options. Preferred operators are used if a list wants them, too.
    pub options: Options,
}

impl Search for BestFirst {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let setting = Setting {
            when: self.when,
            uses_heuristic: self.when != When::Taken || self.lists.use_heuristic(),
            uses_preferred: self.options.preferred || self.lists.wants_preferred(),
            follows_chains: self.follows_chains,
            looks_along: self.looks_along,
        };
        let (seed, features) = (self.options.seed, self.lists.features());
        match self.when {
            When::Taken => {
                Box::new(Run::<Step>::new(problem, self.lists.of_steps(), setting, features, seed))
            }
            When::Generated | When::Expanded => {
                Box::new(Run::<StateId>::new(problem, self.lists.of_states(), setting, features, seed))
            }
        }
    }

    fn uses_threads(&self) -> bool {
        self.when == When::Generated
    }
}

/// A search under way. `T` is what waits in the open list: states, or steps to states.
struct Run<T> {
    explorer: Explorer,
    open: Box<dyn OpenList<T>>,
    random: Random,
    phase: Phase<T>,
    waiting: Waiting,
    /// What waits is evaluated when it is expanded.
    is_deferred: bool,
    /// What follows a state is followed by a look along its relaxed plan.
    looks_along: bool,
    best_h: Option<u32>,
    candidates: Vec<Candidate<T>>,
    end: Option<SearchEnd>,
}

/// What is to be done next. A turn may end between any two of these, and within the generation of successors.
enum Phase<T> {
    /// Everything is still to be done. Landmarks and novelty take time, so they are prepared only now.
    Start(Option<(Arc<Task>, FeatureOptions, Budget)>),
    /// Something is taken from the open list.
    Select,
    /// This was taken.
    Taken(T, u32),
    /// The state is expanded; its value is known.
    Expand(StateId, u32),
    /// The successors of the state are generated.
    Generate(StateId, u32),
    /// The search looks ahead from the state.
    LookAlong(StateId, u32),
}

/// What waits in an open list.
trait Item: Copy + Send + Sized + 'static {
    /// The initial state has this value.
    fn begin(run: &mut Run<Self>, initial: StateId, h: u32, watch: &mut Watch<'_>);

    /// Whether this is still of use, with its value.
    fn accept(self, run: &mut Run<Self>) -> Option<u32>;

    /// Gets to the state that is to be expanded, and its value.
    fn arrive(
        self,
        run: &mut Run<Self>,
        h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(StateId, u32)>, Interrupt>;

    /// Puts the successors of the state, or the steps to them, into `candidates`.
    fn generate_candidates(
        run: &mut Run<Self>,
        state: StateId,
        h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt>;
}

impl<T: Item> Run<T> {
    fn new(
        problem: Problem,
        open: Box<dyn OpenList<T>>,
        setting: Setting,
        features: Option<FeatureOptions>,
        seed: u64,
    ) -> Self {
        let features = features.map(|options| (Arc::clone(&problem.task), options, problem.budget.clone()));
        Run {
            explorer: Explorer::new(problem, setting),
            waiting: Waiting::new(!open.yields_once()),
            open,
            random: Random::new(seed),
            phase: Phase::Start(features),
            looks_along: setting.looks_along,
            is_deferred: setting.when == When::Expanded,
            best_h: None,
            candidates: Vec::new(),
            end: None,
        }
    }

    /// Goes on until something ends the turn or the search.
    fn go_on(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        loop {
            match self.phase {
                Phase::Start(ref mut features) => {
                    if let Some((task, options, budget)) = features.take() {
                        self.explorer.features = Some(StateFeatures::new(&task, options, &budget)?);
                    }
                    let (initial, h) = self.explorer.start(watch)?;
                    self.take_progress();
                    self.phase = Phase::Select;
                    if let Some(h) = h {
                        T::begin(self, initial, h, watch);
                    }
                    self.explorer.evaluation.pause()?;
                }
                Phase::Select => {
                    let Some(item) = self.open.pop(&mut self.random, watch) else {
                        return Err(Interrupt::End(match self.open.broken_contract() {
                            Some(broken) => SearchEnd::Refused(broken.to_string()),
                            None => self.explorer.evaluation.exhausted(),
                        }));
                    };
                    match item.accept(self) {
                        Some(h) => self.phase = Phase::Taken(item, h),
                        // Long stretches of what was expanded already take time, too.
                        None => self.explorer.evaluation.tick()?,
                    }
                }
                Phase::Taken(item, h) => {
                    self.phase = match item.arrive(self, h, watch)? {
                        Some((state, h)) => Phase::Expand(state, h),
                        None => Phase::Select,
                    };
                    self.explorer.evaluation.pause()?;
                }
                Phase::Expand(state, h) => {
                    self.explorer.open(state, watch)?;
                    self.phase = Phase::Generate(state, h);
                }
                Phase::Generate(state, h) => {
                    self.candidates.clear();
                    T::generate_candidates(self, state, h, watch)?;
                    self.open.insert(Some(state), &self.candidates, watch);
                    self.explorer.evaluation.counters.tree_nodes = self.open.nodes();
                    self.phase = if self.looks_along { Phase::LookAlong(state, h) } else { Phase::Select };
                }
                Phase::LookAlong(state, h) => {
                    let better = self.explorer.look_along_relaxed_plan(state, h, watch)?;
                    self.phase = better.map_or(Phase::Select, |(state, h)| Phase::Expand(state, h));
                    if self.take_progress() {
                        self.open.boost();
                    }
                    self.explorer.evaluation.pause()?;
                }
            }
        }
    }

    /// Whether a heuristic has reached a new minimum since this was last asked.
    fn take_progress(&mut self) -> bool {
        match &mut self.explorer.features {
            Some(features) => features.take_progress(),
            None => {
                let best_h = self.explorer.evaluation.counters.best_h;
                std::mem::replace(&mut self.best_h, best_h) != best_h
            }
        }
    }

    #[inline]
    fn candidate(&self, item: T, state: StateId, h: u32, g: u32, preferred: bool) -> Candidate<T> {
        let (landmarks, novelty) = match &self.explorer.features {
            Some(features) => features.known(state),
            None => (0, 0),
        };
        Candidate { item, h, landmarks, novelty, g, preferred }
    }
}

/// How many states that wait are shown to the explorer.
const LOOK_AHEAD: usize = 32;

impl Item for StateId {
    fn begin(run: &mut Run<Self>, initial: StateId, h: u32, watch: &mut Watch<'_>) {
        run.waiting.add(initial, h);
        let root = run.candidate(initial, initial, h, 0, true);
        run.open.insert(None, &[root], watch);
    }

    fn accept(self, run: &mut Run<Self>) -> Option<u32> {
        run.waiting.take(self)
    }

    fn arrive(
        self,
        run: &mut Run<Self>,
        h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(StateId, u32)>, Interrupt> {
        if run.explorer.looks_ahead() {
            let mut expected = run.open.likely_next(LOOK_AHEAD);
            expected.retain(|&(state, _)| run.waiting.get(state).is_some());
            run.explorer.expect(expected);
        }
        if !run.is_deferred {
            return Ok(Some((self, h)));
        }
        run.explorer.evaluation.may_expand()?;
        let h = run.explorer.evaluate_waiting(self, watch)?;
        if h.is_none() {
            // A tree must learn that the leaf is gone.
            run.open.insert(Some(self), &[], watch);
        }
        Ok(h.map(|h| (self, h)))
    }

    fn generate_candidates(
        run: &mut Run<Self>,
        state: StateId,
        h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        run.explorer.generate(state, h, watch)?;
        if run.take_progress() {
            run.open.boost();
        }
        let g = run.explorer.g(state) + 1;
        let takes_shorter_paths = run.open.takes_shorter_paths();
        for place in 0..run.explorer.successors.len() {
            let successor = run.explorer.successors[place];
            let child = successor.state;
            let h = if successor.is_new {
                run.waiting.add(child, successor.h);
                successor.h
            } else {
                // Asked in this order, since few paths are shorter: each answer may have to be loaded.
                if !takes_shorter_paths || run.explorer.g(child) <= g {
                    continue;
                }
                let Some(h) = run.waiting.get(child) else { continue };
                run.explorer.reparent(child, state, successor.operator);
                h
            };
            let candidate = run.candidate(child, child, h, g, successor.preferred);
            run.candidates.push(candidate);
        }
        Ok(())
    }
}

impl Item for Step {
    fn begin(run: &mut Run<Self>, initial: StateId, h: u32, _watch: &mut Watch<'_>) {
        run.phase = Phase::Expand(initial, h);
    }

    fn accept(self, _run: &mut Run<Self>) -> Option<u32> {
        Some(0)
    }

    fn arrive(
        self,
        run: &mut Run<Self>,
        _h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(StateId, u32)>, Interrupt> {
        let arrived = run.explorer.take(self, watch)?;
        if arrived.is_some() && run.take_progress() {
            run.open.boost();
        }
        Ok(arrived)
    }

    fn generate_candidates(
        run: &mut Run<Self>,
        state: StateId,
        h: u32,
        _watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        let g = run.explorer.g(state) + 1;
        let candidate = run.candidate(Step { from: state, operator: 0 }, state, h, g, false);
        for place in 0..run.explorer.generation.operators.len() {
            let operator = run.explorer.generation.operators[place];
            let preferred = run.explorer.is_preferred(operator);
            let item = Step { from: state, operator };
            run.candidates.push(Candidate { item, preferred, ..candidate });
        }
        Ok(())
    }
}

impl<T: Item> RunningSearch for Run<T> {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        if self.end.is_none() {
            self.explorer.evaluation.begin(turn);
            let interrupted = self.go_on(watch);
            self.end = self.explorer.end_of(interrupted, watch);
        }
        self.end.clone().map_or(SearchProgress::Running, SearchProgress::Ended)
    }

    fn counters(&self) -> Counters {
        self.explorer.evaluation.counters
    }

    fn scored_children(&mut self, _member: usize, state: StateId) -> Option<Vec<ScoredChild>> {
        self.open.scored_children(state)
    }
}
