//! Best-first width search, BFWS(f5): the most novel states first, then those that miss the fewest goals.
//!
//! A state is new among those that miss as many goals (#g) and have reached as many [relevant facts](relevant) on
//! the way to them (#r). Which facts are relevant is found by the only use of a heuristic: a relaxed plan, which is
//! computed when a state is expanded that misses fewer goals than the state before it.
//!
//! Lipovetzky, Geffner: Best-First Width Search, AAAI 2017. Two things differ from there. Pairs of facts are looked at
//! when a state leaves the queue, and are compared with those of expanded states: what is not novel yet waits as a
//! step, which takes little time and memory. Nobody asks for pairs before the first step leaves the queue. And
//! states are built when they are generated, because known ones can then be left out.

mod missing;
mod pairs;
mod queue;
mod relevant;
mod successors;

use std::sync::Arc;

use extremal_heuristics::{DEAD_END, Novelty};
use extremal_limits::Budget;
use extremal_sas::Task;
use extremal_states::StateId;

use crate::effort::{pairs_work, work_per_evaluation};
use crate::evaluation::{Evaluation, Interrupt, PreferredUse, SearchLimits};
use crate::generation::Generation;
use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::paths::Paths;
use crate::preferred::PreferredOperators;
use crate::search::{Problem, RunningSearch, Search};
use missing::Missing;
use pairs::Pairs;
use queue::{Queue, Rank, Waiting};
use relevant::Relevant;

pub use queue::Order;

/// Best-first width search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bfws {
    /// Whether novelty looks at facts (1) or at pairs of facts, too (2).
    pub width: u8,
    /// What comes first.
    pub order: Order,
    /// Whether states that have reached the most relevant facts come first among equals.
    pub relevant_first: bool,
    /// Whether landmarks are counted instead of goals. They always are if there is only one goal.
    pub landmarks: bool,
    /// Whether a state with a single successor leads to it at once.
    pub chains: bool,
}

impl Search for Bfws {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        Box::new(Run::new(*self, problem))
    }
}

/// Most bytes for the facts that were seen. Beyond that, all counts as known.
const MEMORY_FOR_FACTS: usize = 1 << 28;

/// A search under way.
struct Run {
    options: Bfws,
    task: Arc<Task>,
    budget: Budget,
    generation: Generation,
    evaluation: Evaluation,
    paths: Paths,
    missing: Option<Missing>,
    relevant: Relevant,
    /// What has been seen: facts of generated states, and pairs of facts of expanded ones.
    facts: Novelty,
    pairs: Option<Pairs>,
    looks_at_pairs: bool,
    nodes: Vec<Node>,
    queue: Queue,
    phase: Phase,
    /// The variables that the last step has changed.
    changed: Vec<u32>,
    relaxed_plan: Vec<u32>,
    successors: Vec<(Waiting, Rank)>,
    end: Option<SearchEnd>,
}

/// What is known of a state.
#[derive(Clone, Copy, Debug)]
struct Node {
    rank: Rank,
    /// Which facts are relevant, and which of them were reached.
    plan: u32,
    marks: u32,
}

impl Node {
    /// Novelty is measured among states that agree on this.
    fn partition(&self) -> (u32, u32) {
        (self.rank.missing, self.rank.reached)
    }
}

/// What is to be done next. A turn may end between any two of these.
#[derive(Clone, Copy)]
enum Phase {
    Start,
    Select,
    /// The state is to be expanded.
    Reached(StateId),
    /// So is this, whether it is novel or not.
    Forced(Waiting),
    /// All is known that the expansion needs.
    Expand(StateId),
}

impl Run {
    fn new(options: Bfws, problem: Problem) -> Self {
        let limits = SearchLimits {
            max_evaluations: problem.max_evaluations,
            max_expansions: problem.max_expansions,
            budget: problem.budget.clone(),
        };
        // Nobody asks for preferred operators.
        let (preferred, is_safe) = (PreferredOperators::new(0), problem.heuristic_is_safe);
        let task = problem.task;
        let work_per_evaluation = work_per_evaluation(&task, &*problem.heuristic);
        let mut evaluation =
            Evaluation::new(problem.heuristic, is_safe, preferred, PreferredUse::None, &limits);
        evaluation.counters.work_per_evaluation = work_per_evaluation;
        evaluation.counts_words = true;
        Run {
            options,
            budget: problem.budget,
            generation: Generation::new(problem.space),
            evaluation,
            paths: Paths::default(),
            missing: None,
            relevant: Relevant::new(&task),
            facts: Novelty::new(&task, 1, MEMORY_FOR_FACTS),
            pairs: None,
            looks_at_pairs: false,
            nodes: Vec::new(),
            queue: Queue::new(options.order, options.relevant_first),
            phase: Phase::Start,
            changed: Vec::new(),
            relaxed_plan: Vec::new(),
            successors: Vec::new(),
            end: None,
            task,
        }
    }

    /// Goes on until something ends the turn or the search.
    fn go_on(&mut self, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        loop {
            match self.phase {
                Phase::Start => {
                    let initial = self.start()?;
                    self.phase = Phase::Reached(initial);
                }
                Phase::Select => {
                    self.evaluation.pause()?;
                    if let Some(state) = self.select(watch)? {
                        self.phase = Phase::Reached(state);
                    }
                    self.evaluation.tick()?;
                }
                Phase::Forced(waiting) => {
                    let state = match waiting {
                        Waiting::Novel(state) | Waiting::Known(state) => Some(state),
                        Waiting::Step(step) => self.take(step, watch)?,
                    };
                    self.phase = match state {
                        Some(state) => {
                            self.show_pairs(state);
                            Phase::Reached(state)
                        }
                        None => Phase::Select,
                    };
                }
                Phase::Reached(state) => {
                    let is_alive = !self.is_progress(state) || self.find_relevant_facts(state, watch)?;
                    self.phase = if is_alive { Phase::Expand(state) } else { Phase::Select };
                    self.evaluation.pause()?;
                }
                Phase::Expand(state) => {
                    self.evaluation.may_expand()?;
                    self.evaluation.count_expansion(state, self.paths.g(state), watch)?;
                    self.generation.open(state);
                    self.generation.make_sure_of_room(self.evaluation.budget())?;
                    self.phase = Phase::Select;
                    self.expand(state, watch)?;
                }
            }
        }
    }

    /// Registers the initial state.
    fn start(&mut self) -> Result<StateId, Interrupt> {
        let state = self.generation.initial_state();
        self.paths.begin();
        let values = &self.generation.successor_values;
        if self.generation.space.is_goal(values) {
            return Err(Interrupt::Goal(state));
        }
        let missing = self.missing.insert(Missing::new(&self.task, self.options.landmarks, &self.budget)?);
        let rank = Rank { missing: missing.in_initial_state(values), reached: 0 };
        let node = Node { rank, plan: 0, marks: 0 };
        missing.push();
        self.facts.evaluate(node.partition(), values, None);
        self.nodes.push(node);
        Ok(state)
    }

    /// The next state to be expanded, if what was taken from the queue is of use.
    fn select(&mut self, watch: &mut Watch<'_>) -> Result<Option<StateId>, Interrupt> {
        match self.queue.pop() {
            Some(Waiting::Novel(state)) => {
                self.show_pairs(state);
                Ok(Some(state))
            }
            Some(Waiting::Step(step)) => {
                self.looks_at_pairs = true;
                let Some(state) = self.take(step, watch)? else { return Ok(None) };
                if self.show_pairs(state) {
                    return Ok(Some(state));
                }
                self.queue.push(Waiting::Known(state), self.nodes[state.index()].rank);
                Ok(None)
            }
            Some(Waiting::Known(state)) => Ok(Some(state)),
            None => Err(Interrupt::End(self.evaluation.exhausted())),
        }
    }

    /// Whether a state has a pair of facts that no state had that was shown before; it is known from now on. If
    /// nobody looks at pairs, all states are alike.
    fn show_pairs(&mut self, state: StateId) -> bool {
        if !self.looks_at_pairs || self.options.width == 1 {
            return true;
        }
        let pairs = self.pairs.get_or_insert_with(|| Pairs::new(&self.task));
        let Some((_, operator)) = self.paths.last_step(state) else { return true };
        self.generation.enter(state);
        // As in the paper, pairs without a fact that has just become true do not matter.
        let effects = self.task.operators.effects(operator as usize).iter();
        let changed = effects.map(|effect| effect.fact.variable);
        let mut looked_at = 0;
        let partition = self.nodes[state.index()].partition();
        let is_new = pairs.show(partition, &self.generation.values, changed, &mut looked_at);
        self.evaluation.counters.other_work += pairs_work(looked_at, pairs.bytes());
        is_new
    }

    /// Whether a state misses fewer goals than the one before it.
    fn is_progress(&self, state: StateId) -> bool {
        let missing = |state: StateId| self.nodes[state.index()].rank.missing;
        self.paths.last_step(state).is_none_or(|(parent, _)| missing(state) < missing(parent))
    }

    /// Finds out which facts are relevant from this state on; false if it is a dead end.
    fn find_relevant_facts(&mut self, state: StateId, watch: &mut Watch<'_>) -> Result<bool, Interrupt> {
        self.generation.enter(state);
        let values = &self.generation.values;
        if self.evaluation.follows_paths {
            self.evaluation.tell_path(state, self.paths.last_step(state));
        }
        let h = self.evaluation.heuristic.relaxed_plan(values, &mut self.relaxed_plan);
        self.evaluation.count_words();
        if state.index() == 0 && h != DEAD_END {
            self.evaluation.counters.initial_h = Some(h);
        }
        let node = &mut self.nodes[state.index()];
        (node.plan, node.marks) = self.relevant.begin(&self.task, &self.relaxed_plan, values);
        // This may end the turn or the search, so it comes last.
        Ok(self.evaluation.count(state, h, watch)?.is_some())
    }
}

impl RunningSearch for Run {
    fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> SearchProgress {
        if self.end.is_none() {
            self.evaluation.begin(turn);
            let interrupted = self.go_on(watch);
            self.end = self.evaluation.end_of(interrupted, &self.paths, watch);
        }
        self.end.clone().map_or(SearchProgress::Running, SearchProgress::Ended)
    }

    fn counters(&self) -> Counters {
        self.evaluation.counters
    }
}
