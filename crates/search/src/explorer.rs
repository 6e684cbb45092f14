//! What all searches share: states with their paths, evaluation, expansion, counters and limits.

use extremal_heuristics::{DEAD_END, Heuristic};
use extremal_limits::{Stop, TimedPacer};
use extremal_states::{StateId, StateRegistry, StateSpace, SuccessorBatch};

use crate::companion::{Companion, Found};
use crate::observer::Observer;
use crate::outcome::{Counters, Outcome, Report};
use crate::parallel::Evaluators;
use crate::preferred::PreferredOperators;
use crate::random::Random;

mod foreseen;
mod look_ahead;
mod one_by_one;
mod problem;
mod siblings;

use look_ahead::LookAhead;

pub use problem::{End, Options, Problem, Successor, SuccessorOrder};

/// Generates and evaluates states. One of these lives as long as a search. A [`Companion`] may look at every
/// state that is evaluated.
pub struct Explorer<'a, C = ()> {
    /// Who looks at new states besides the heuristic.
    pub companion: C,
    space: &'a mut StateSpace,
    heuristic: &'a mut dyn Heuristic,
    heuristic_is_safe: bool,
    options: Options,
    registry: StateRegistry,
    /// For each state how it was reached.
    paths: Vec<Step>,
    /// Successors of the state expanded last, without dead ends.
    pub successors: Vec<Successor>,
    /// What has been counted.
    pub counters: Counters,
    preferred: PreferredOperators,
    max_evaluations: u64,
    max_expansions: u64,
    pacer: TimedPacer,
    observer: Option<&'a mut dyn Observer>,
    values: Vec<u32>,
    successor_values: Vec<u32>,
    packed: Vec<u64>,
    parent_packed: Vec<u64>,
    batch: SuccessorBatch,
    applicable: Vec<u32>,
    evaluators: Evaluators,
    look_ahead: LookAhead,
    /// For random orders of successors only, so that searches draw the same numbers whatever the order.
    random: Random,
    gave_up_states: bool,
}

/// The end of the known path to a state.
#[derive(Clone, Copy, Debug)]
struct Step {
    parent: u32,
    operator: u32,
    /// The length of the path.
    depth: u32,
}

const NO_PARENT: u32 = u32::MAX;

impl<'a> Explorer<'a> {
    /// Prepares a search without a companion.
    pub fn new(problem: Problem<'a>, options: Options) -> Self {
        Explorer::with_companion(problem, options, ())
    }
}

impl<'a, C: Companion> Explorer<'a, C> {
    /// Prepares a search.
    pub fn with_companion(problem: Problem<'a>, options: Options, companion: C) -> Self {
        let registry = problem.space.new_registry();
        let (values, successor_values) = (problem.space.new_values(), problem.space.new_values());
        let (packed, parent_packed) = (problem.space.new_packed(), problem.space.new_packed());
        let batch = problem.space.new_batch();
        let evaluators = Evaluators::new(problem.threads, options.preferred);
        let look_ahead = LookAhead::new(problem.space);
        Explorer {
            companion,
            space: problem.space,
            heuristic: problem.heuristic,
            heuristic_is_safe: problem.heuristic_is_safe,
            options,
            registry,
            paths: Vec::new(),
            successors: Vec::new(),
            counters: Counters::default(),
            preferred: PreferredOperators::new(problem.task.operators.len()),
            max_evaluations: problem.max_evaluations.unwrap_or(u64::MAX),
            max_expansions: problem.max_expansions.unwrap_or(u64::MAX),
            pacer: TimedPacer::new(problem.budget),
            observer: problem.observer,
            values,
            successor_values,
            packed,
            parent_packed,
            batch,
            applicable: Vec::new(),
            evaluators,
            look_ahead,
            random: Random::new(options.seed),
            gave_up_states: false,
        }
    }

    /// Registers the initial state and evaluates it unless evaluation is deferred. Returns its value, or
    /// `None` if it is a dead end.
    pub fn start(&mut self) -> Result<(StateId, Option<u32>), End> {
        self.space.initial_state(&mut self.packed);
        let (state, _) = self.registry.insert(&self.packed);
        self.record(state, NO_PARENT, 0, 0);
        self.space.unpack(&self.packed, &mut self.values);
        if self.space.is_goal(&self.values) {
            return Err(End::Goal(state));
        }
        if self.options.deferred {
            return Ok((state, Some(0)));
        }
        std::mem::swap(&mut self.values, &mut self.successor_values);
        let h = self.evaluate(state)?;
        self.counters.initial_h = h;
        Ok((state, self.introduce(state, None, 0, h)))
    }

    fn record(&mut self, state: StateId, parent: u32, operator: u32, depth: u32) {
        debug_assert_eq!(state.index(), self.paths.len());
        self.paths.push(Step { parent, operator, depth });
        self.counters.max_depth = self.counters.max_depth.max(depth);
    }

    /// Evaluates the state in `successor_values`.
    fn evaluate(&mut self, state: StateId) -> Result<Option<u32>, End> {
        let h = self.heuristic.evaluate(&self.successor_values);
        if self.options.preferred && !self.options.deferred {
            self.preferred.store(state, self.heuristic.preferred_operators());
        }
        self.count_evaluation(state, h)
    }

    /// Takes note of the value of a state.
    fn count_evaluation(&mut self, state: StateId, h: u32) -> Result<Option<u32>, End> {
        self.counters.evaluations += 1;
        let result = (h != DEAD_END).then_some(h);
        if result.is_none() {
            self.counters.dead_ends += 1;
            self.gave_up_states |= !self.heuristic_is_safe;
        }
        if self.counters.initial_h.is_some_and(|initial| result.is_some_and(|h| h > initial)) {
            self.counters.above_initial_h += 1;
        }
        let is_best = result.is_some_and(|h| self.counters.best_h.is_none_or(|best| h < best));
        if is_best {
            self.counters.best_h = result;
        }
        if let Some(observer) = &mut self.observer {
            observer.evaluation(state, result, &self.counters);
            if is_best {
                observer.new_best_h(h, &self.counters);
            }
        }
        // A plan counts only if it is found with fewer evaluations than the limit.
        if self.counters.evaluations >= self.max_evaluations {
            return Err(End::Limit(Outcome::EvaluationLimit));
        }
        self.pacer.tick()?;
        Ok(result)
    }

    /// Expands a state: its successors are in `successors` afterwards. Returns the state's own value, which
    /// under deferred evaluation is computed now: `None` is a dead end, and then there are no successors.
    /// `h` is the value that is known, used unless evaluation is deferred.
    pub fn expand(&mut self, state: StateId, h: u32) -> Result<Option<u32>, End> {
        if self.counters.expansions >= self.max_expansions {
            return Err(End::Limit(Outcome::ExpansionLimit));
        }
        self.successors.clear();
        self.parent_packed.copy_from_slice(self.registry.packed(state));
        self.space.unpack(&self.parent_packed, &mut self.values);
        let mut own_h = h;
        if self.options.deferred {
            self.successor_values.copy_from_slice(&self.values);
            let Some(h) = self.evaluate(state)? else { return Ok(None) };
            if state.index() == 0 {
                self.counters.initial_h = Some(h);
            }
            own_h = h;
        }
        if self.options.preferred {
            if self.options.deferred {
                self.preferred.mark(self.heuristic.preferred_operators());
            } else {
                self.preferred.mark_stored(state);
            }
        }
        let depth = self.depth(state);
        if let Some(observer) = &mut self.observer {
            observer.expansion(state, depth, &self.counters);
        }
        self.counters.expansions += 1;
        self.pacer.tick()?;

        if !self.recall_applicable_operators() {
            self.space.applicable_operators(&self.values, &mut self.applicable);
        }
        self.make_sure_of_room(self.applicable.len())?;
        self.put_in_order();
        let applicable = std::mem::take(&mut self.applicable);
        let result = if self.options.deferred || !self.evaluators.are_wanted() {
            self.generate_all(state, depth + 1, own_h, &applicable)
        } else {
            self.generate_with_threads(state, depth + 1, own_h, &applicable)
        };
        self.applicable = applicable;
        if let Some(observer) = &mut self.observer {
            observer.expanded(state, &self.counters);
        }
        result.map(|()| Some(own_h))
    }

    /// Numbers of states have 32 bits.
    fn make_sure_of_room(&self, states: usize) -> Result<(), End> {
        let has_room = self.registry.len() + states <= StateRegistry::CAPACITY;
        if has_room { Ok(()) } else { Err(Stop::OutOfMemory.into()) }
    }

    fn put_in_order(&mut self) {
        match self.options.order {
            SuccessorOrder::Given => {}
            SuccessorOrder::Reversed => self.applicable.reverse(),
            SuccessorOrder::Random => self.random.shuffle(&mut self.applicable),
        }
    }

    fn generate_all(
        &mut self,
        parent: StateId,
        depth: u32,
        parent_h: u32,
        operators: &[u32],
    ) -> Result<(), End> {
        let mut left = operators;
        while !left.is_empty() {
            for (place, &operator) in self.next_batch(&mut left).iter().enumerate() {
                self.counters.generated += 1;
                let (state, is_new) = self.register(place);
                let preferred = self.options.preferred && self.preferred.is_marked(operator);
                if !is_new {
                    self.successors.push(Successor { state, operator, h: 0, preferred, is_new });
                    continue;
                }
                self.record(state, parent.0, operator, depth);
                // Early goal detection: a goal state is never evaluated.
                if self.unpack_and_test_goal(place) {
                    return Err(End::Goal(state));
                }
                let h = if self.options.deferred {
                    Some(parent_h)
                } else {
                    let h = self.evaluate(state)?;
                    self.introduce(state, Some(parent), operator, h)
                };
                if let Some(h) = h {
                    self.successors.push(Successor { state, operator, h, preferred, is_new });
                }
            }
        }
        Ok(())
    }

    /// Puts the successors that the first of some operators lead to into the batch, and takes these operators
    /// off the list.
    fn next_batch<'o>(&mut self, operators: &mut &'o [u32]) -> &'o [u32] {
        let (space, registry) = (&*self.space, &self.registry);
        let some = self.batch.generate(space, registry, &self.parent_packed, &self.values, operators);
        *operators = &operators[some.len()..];
        some
    }

    /// Registers a state of the batch. Returns its number, and whether it is new.
    fn register(&mut self, place: usize) -> (StateId, bool) {
        self.registry.insert_hashed(self.batch.packed(place), self.batch.hash(place))
    }

    /// Whether a state of the batch is a goal state. If it is to be evaluated now, it is in
    /// `successor_values` afterwards.
    fn unpack_and_test_goal(&mut self, place: usize) -> bool {
        let packed = self.batch.packed(place);
        let may_be_goal = self.space.may_be_goal(packed);
        if self.options.deferred && !may_be_goal {
            return false;
        }
        self.space.unpack_successor(&self.parent_packed, &self.values, packed, &mut self.successor_values);
        may_be_goal && self.space.is_goal(&self.successor_values)
    }

    /// Shows a state that was just evaluated to the companion, which may see a dead end where the heuristic
    /// sees none.
    fn introduce(
        &mut self,
        state: StateId,
        parent: Option<StateId>,
        operator: u32,
        h: Option<u32>,
    ) -> Option<u32> {
        let values = &self.successor_values;
        let found = Found { state, parent, operator, values, parent_values: &self.values, h: h? };
        h.filter(|_| self.companion.found(&found))
    }

    /// Length of the known path to a state.
    pub fn depth(&self, state: StateId) -> u32 {
        self.paths[state.index()].depth
    }

    /// Gives a state a new path. The caller makes sure that it is shorter.
    pub fn reparent(&mut self, state: StateId, parent: StateId, operator: u32) {
        let depth = self.depth(parent) + 1;
        self.paths[state.index()] = Step { parent: parent.0, operator, depth };
        self.counters.reopened += 1;
    }

    /// Sets the length of the path to a state after one before it on the path was given a new one.
    pub fn set_depth(&mut self, state: StateId, depth: u32) {
        self.paths[state.index()].depth = depth;
    }

    /// Tells the observer that statistics went up.
    pub fn observe_backup(&mut self, node: u32, ancestors: u32) {
        if let Some(observer) = &mut self.observer {
            observer.backup(node, ancestors);
        }
    }

    /// The report of a search that ended with a plan or at a limit.
    pub fn finish(mut self, end: End) -> Report {
        let outcome = match end {
            End::Limit(outcome) => outcome,
            End::Goal(state) => {
                let plan = self.path_to(state);
                if let Some(observer) = &mut self.observer {
                    observer.plan(&plan, &self.counters);
                }
                Outcome::Solved(plan)
            }
        };
        Report { outcome, counters: self.counters }
    }

    /// The report of a search that has nothing left to expand.
    pub fn finish_exhausted(self) -> Report {
        let outcome = if self.gave_up_states { Outcome::Exhausted } else { Outcome::Unsolvable };
        Report { outcome, counters: self.counters }
    }

    fn path_to(&self, state: StateId) -> Vec<u32> {
        let mut plan = Vec::new();
        let mut step = self.paths[state.index()];
        while step.parent != NO_PARENT {
            plan.push(step.operator);
            step = self.paths[step.parent as usize];
        }
        plan.reverse();
        plan
    }
}
