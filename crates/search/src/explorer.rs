//! What the loop of a search works with: states with their paths, generation, evaluation and counters.

use std::sync::Arc;

use extremal_parallel::{Evaluators, LookAhead};
use extremal_sas::Task;
use extremal_states::StateId;

use crate::effort::work_per_evaluation;
use crate::evaluation::{Evaluation, Interrupt, PreferredUse, SearchLimits};
use crate::features::StateFeatures;
use crate::generation::Generation;
use crate::observer::{Generated, Watch};
use crate::open::Step;
use crate::outcome::SearchEnd;
use crate::paths::Paths;
use crate::preferred::PreferredOperators;
use crate::search::Problem;

mod noticing;
mod path_telling;
mod relaxed_plan;
mod siblings;
mod steps;

use siblings::Siblings;

/// When states are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// When they are generated.
    Generated,
    /// When they are expanded. Until then they wait with the value of their parent.
    Expanded,
    /// When they are taken from the open list, where the step to them waits with the value of their parent; they
    /// are not even generated before.
    Taken,
}

/// How states are generated and evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// When states are evaluated.
    pub when: When,
    /// Whether the heuristic is asked at all. If not, there are landmarks, which say what is preferred.
    pub uses_heuristic: bool,
    /// Whether anybody asks for preferred operators.
    pub uses_preferred: bool,
    /// Whether a lazy search goes on at once from a state in which a single operator is applicable.
    pub follows_chains: bool,
    /// Whether a lazy search looks ahead along relaxed plans.
    pub looks_along: bool,
}

/// Generates and evaluates states. It lives as long as a search.
pub struct Explorer {
    /// Generation of successors.
    pub generation: Generation,
    /// Evaluation and counters.
    pub evaluation: Evaluation,
    /// Landmarks and novelty, if the search asks for them.
    pub features: Option<StateFeatures>,
    /// Successors of the state expanded last, without dead ends.
    pub successors: Vec<Successor>,
    setting: Setting,
    task: Arc<Task>,
    /// Room for operators.
    operators: Vec<u32>,
    /// Whether a known state lay on the way when the search looked ahead, and has not been expanded since.
    waits: Vec<bool>,
    /// The next step of the chain that is followed.
    forced: Option<Step>,
    paths: Paths,
    siblings: Siblings,
    /// The heuristic evaluates the children of a state together.
    evaluates_together: bool,
    evaluators: Evaluators,
    look_ahead: LookAhead,
}

/// A successor of the state expanded last.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The state.
    pub state: StateId,
    /// The operator that leads to it.
    pub operator: u32,
    /// Its heuristic value, or its parent's if that waits to be evaluated. Meaningless for duplicates.
    pub h: u32,
    /// Whether the operator is preferred.
    pub preferred: bool,
    /// Whether the state was found for the first time.
    pub is_new: bool,
}

impl Explorer {
    /// Prepares a search.
    pub fn new(problem: Problem, setting: Setting) -> Self {
        let Setting { when, uses_preferred, .. } = setting;
        let limits = SearchLimits {
            max_evaluations: problem.max_evaluations,
            max_expansions: problem.max_expansions,
            budget: problem.budget,
        };
        let preferred = PreferredOperators::new(problem.task.operators.len());
        let preferred_use = match when {
            _ if !uses_preferred => PreferredUse::None,
            When::Generated => PreferredUse::Stored,
            When::Expanded | When::Taken => PreferredUse::AtOnce,
        };
        let work_per_evaluation = work_per_evaluation(&problem.task, &*problem.heuristic);
        let mut evaluation =
            Evaluation::new(problem.heuristic, problem.heuristic_is_safe, preferred, preferred_use, &limits);
        evaluation.keeps_relaxed_plan = setting.looks_along;
        evaluation.counts_words = setting.when == When::Taken;
        if !setting.uses_heuristic {
            evaluation.counters.work_per_evaluation = work_per_evaluation;
        }
        Explorer {
            evaluates_together: evaluation.heuristic.evaluates_together(),
            evaluators: Evaluators::new(problem.threads, uses_preferred),
            look_ahead: LookAhead::new(&problem.space),
            generation: Generation::new(problem.space),
            evaluation,
            features: None,
            successors: Vec::new(),
            setting,
            task: problem.task,
            operators: Vec::new(),
            waits: Vec::new(),
            forced: None,
            paths: Paths::default(),
            siblings: Siblings::default(),
        }
    }

    /// Registers the initial state and evaluates it unless that is done when it is expanded. Returns its value,
    /// or `None` if it is a dead end.
    pub fn start(&mut self, watch: &mut Watch<'_>) -> Result<(StateId, Option<u32>), Interrupt> {
        let state = self.generation.initial_state();
        self.paths.begin();
        if self.generation.space.is_goal(&self.generation.successor_values) {
            return Err(Interrupt::Goal(state));
        }
        if self.setting.when == When::Expanded {
            return Ok((state, self.record_features(state, None, Some(0))));
        }
        let h = self.evaluate_successor(state, watch)?;
        if self.setting.uses_heuristic {
            self.evaluation.counters.initial_h = h;
        }
        Ok((state, self.record_features(state, None, h)))
    }

    #[inline]
    fn record(&mut self, state: StateId, parent: StateId, operator: u32) {
        self.paths.push(state, parent, operator);
        self.evaluation.counters.max_depth = self.evaluation.counters.max_depth.max(self.paths.g(state));
    }

    /// Evaluates a state that is about to be expanded.
    pub fn evaluate_waiting(
        &mut self,
        state: StateId,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, Interrupt> {
        self.generation.enter(state);
        self.tell_path(state);
        let h = self.evaluation.evaluate(state, &self.generation.values, watch)?;
        if state.index() == 0 {
            self.evaluation.counters.initial_h = h;
        }
        if let Some(h) = h {
            self.revalue(state, h);
        }
        Ok(h)
    }

    /// Evaluates the state in `successor_values`, unless nobody asks for its value.
    #[inline]
    fn evaluate_successor(
        &mut self,
        state: StateId,
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, Interrupt> {
        if self.setting.uses_heuristic {
            self.tell_path(state);
            return self.evaluation.evaluate(state, &self.generation.successor_values, watch);
        }
        self.evaluation.counters.other_work += 1;
        self.evaluation.tick()?;
        Ok(Some(0))
    }

    /// Begins the expansion of a state: its applicable operators are in `generation` afterwards, and its preferred
    /// ones marked.
    pub fn open(&mut self, state: StateId, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        self.evaluation.may_expand()?;
        self.successors.clear();
        let Setting { when, uses_heuristic, uses_preferred, .. } = self.setting;
        if uses_preferred && uses_heuristic {
            match when {
                When::Generated => self.evaluation.preferred.mark_stored(state),
                // It was evaluated just before.
                When::Expanded | When::Taken => {
                    self.evaluation.preferred.mark(self.evaluation.heuristic.preferred_operators());
                }
            }
        }
        self.evaluation.count_expansion(state, self.g(state), watch)?;
        if !self.recall_applicable_operators(state) {
            self.generation.open(state);
        }
        if uses_preferred
            && !uses_heuristic
            && let Some(features) = &mut self.features
        {
            let Generation { values, operators, .. } = &self.generation;
            features.prefer(state, values, operators, &mut self.operators);
            self.evaluation.preferred.mark(&self.operators);
        }
        Ok(self.generation.make_sure_of_room(self.evaluation.budget())?)
    }

    /// Generates all successors of the opened state, whose value is `h`. They are in `successors` afterwards. If
    /// the turn is over, this goes on when it is called again.
    pub fn generate(&mut self, parent: StateId, h: u32, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        let is_together = self.evaluates_together || self.evaluators.are_wanted();
        let is_together = is_together && !self.evaluation.follows_paths;
        if self.setting.when == When::Generated && is_together {
            self.generate_with_threads(parent, h, watch)?;
        } else {
            self.generate_all(parent, h, watch)?;
        }
        if let Some(observer) = watch.observer() {
            observer.expanded(parent, &self.evaluation.counters);
        }
        Ok(())
    }

    fn generate_all(
        &mut self,
        parent: StateId,
        parent_h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        let g = self.g(parent) + 1;
        let waits = self.setting.when == When::Expanded;
        while let Some(operator) = self.generation.next() {
            self.evaluation.counters.generated += 1;
            let (state, is_new) = self.generation.register();
            tell_generated(watch, Generated { state, parent, operator, g, is_new });
            let preferred = self.is_preferred(operator);
            if !is_new {
                self.successors.push(Successor { state, operator, h: 0, preferred, is_new });
                continue;
            }
            self.record(state, parent, operator);
            // Early goal detection: a goal state is never evaluated.
            if self.generation.unpack(waits && self.features.is_none()) {
                return Err(Interrupt::Goal(state));
            }
            if waits {
                if let Some(h) = self.record_features(state, Some(parent), Some(parent_h)) {
                    self.successors.push(Successor { state, operator, h, preferred, is_new });
                }
                continue;
            }
            self.tell_path(state);
            let h = self.evaluation.evaluate(state, &self.generation.successor_values, watch)?;
            if let Some(h) = self.record_features(state, Some(parent), h) {
                self.successors.push(Successor { state, operator, h, preferred, is_new });
            }
            self.evaluation.pause()?;
        }
        Ok(())
    }

    /// Whether an operator is preferred in the state that was opened last.
    #[inline]
    pub fn is_preferred(&self, operator: u32) -> bool {
        self.setting.uses_preferred && self.evaluation.preferred.is_marked(operator)
    }

    /// Length of the known path to a state.
    #[inline]
    pub fn g(&self, state: StateId) -> u32 {
        self.paths.g(state)
    }

    /// Gives a state a new path. The caller makes sure that it is shorter.
    pub fn reparent(&mut self, state: StateId, parent: StateId, operator: u32) {
        self.paths.replace(state, parent, operator);
        self.evaluation.counters.reopened += 1;
    }

    /// How a search ends that was interrupted like this; `None` if only its turn is over. A plan is told.
    pub fn end_of(&self, interrupted: Result<(), Interrupt>, watch: &mut Watch<'_>) -> Option<SearchEnd> {
        self.evaluation.end_of(interrupted, &self.paths, watch)
    }
}

#[inline]
fn tell_generated(watch: &mut Watch<'_>, generated: Generated) {
    if let Some(observer) = watch.observer() {
        observer.generated(&generated);
    }
}
