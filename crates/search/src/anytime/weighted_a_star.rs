//! Weighted A* with one weight after the other.
//!
//! Heuristic values and the best paths known are kept over restarts. A state is given up only if no plan through it can
//! be cheaper than the best one known, and expanded again when a cheaper path to it is found; so when nothing is left to
//! expand, with whatever weight, the best plan known is optimal.

use std::sync::Arc;

use extremal_limits::Stop;
use extremal_sas::Task;
use extremal_states::StateId;

use super::nodes::{Nodes, Status};
use super::queue::Queue;
use super::{AnytimeEnd, AnytimeProgress, EstimateKind, Estimates, Incumbent, WEIGHTS, operator_cost};
use crate::evaluation::{Evaluation, Interrupt, PreferredUse, SearchLimits};
use crate::features::{FeatureOptions, Found, StateFeatures};
use crate::generation::Generation;
use crate::observer::{Generated, Watch};
use crate::outcome::{Counters, SearchEnd, Turn};
use crate::preferred::PreferredOperators;
use crate::search::Problem;

/// A search for cheaper plans under way, with what it keeps from one weight to the next. It can be advanced like
/// any other search.
pub struct WeightedAStar {
    generation: Generation,
    evaluation: Evaluation,
    task: Arc<Task>,
    estimates: Estimates,
    incumbent: Incumbent,
    /// What the cheapest operator costs, and so what every state that is no goal still needs.
    cheapest: u64,
    nodes: Nodes,
    /// Whether landmarks are counted, and those of the states found so far once the search has begun.
    counts_landmarks: bool,
    features: Option<StateFeatures>,
    /// Counts the weights that were begun.
    pass: u32,
    queue: Queue,
    phase: Phase,
    end: Option<AnytimeEnd>,
}

#[derive(Clone, Copy)]
enum Phase {
    /// The next weight begins at the initial state.
    Start,
    Select,
    Expand(StateId),
    Generate(StateId),
}

/// What takes the search out of its loop.
enum Event {
    Plan(Vec<u32>),
    Interrupt(Interrupt),
    /// Nothing is left to expand.
    Exhausted,
}

impl<E: Into<Interrupt>> From<E> for Event {
    fn from(interrupt: E) -> Self {
        Event::Interrupt(interrupt.into())
    }
}

impl WeightedAStar {
    /// Prepares a search for plans that are cheaper than one that is known. Counting goes on from `counters`, so
    /// that the limits of the problem hold for all the work on a task together.
    pub fn new(problem: Problem, estimates: Estimates, incumbent: Incumbent, counters: Counters) -> Self {
        let task = problem.task;
        let costs = (0..task.operators.len() as u32).map(|operator| operator_cost(&task, operator));
        let limits = SearchLimits {
            max_evaluations: problem.max_evaluations,
            max_expansions: problem.max_expansions,
            budget: problem.budget,
        };
        let preferred = PreferredOperators::new(task.operators.len());
        let is_safe = problem.heuristic_is_safe;
        let mut evaluation =
            Evaluation::new(problem.heuristic, is_safe, preferred, PreferredUse::Stored, &limits);
        evaluation.counters = counters;
        evaluation.counts_words = true;
        WeightedAStar {
            generation: Generation::new(problem.space),
            evaluation,
            estimates,
            incumbent,
            cheapest: costs.min().unwrap_or(0),
            nodes: Nodes::default(),
            counts_landmarks: false,
            features: None,
            pass: 0,
            queue: Queue::new(WEIGHTS[0], estimates.kind, incumbent, task.metric),
            phase: Phase::Start,
            end: None,
            task,
        }
    }

    /// Orders states by the number of landmarks that are left, too, in turns with the heuristic.
    pub fn with_landmarks(self) -> Self {
        WeightedAStar { counts_landmarks: true, ..self }
    }

    /// What was counted so far.
    pub fn counters(&self) -> Counters {
        self.evaluation.counters
    }

    /// From now on only plans that are cheaper than this one are of interest.
    pub fn beat(&mut self, incumbent: Incumbent) {
        if incumbent.cost <= self.incumbent.cost {
            self.incumbent = incumbent;
        }
    }

    /// Goes on until the turn is over, a cheaper plan is found, or the search ends.
    pub fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> AnytimeProgress {
        if let Some(end) = self.end {
            return AnytimeProgress::Ended(end);
        }
        self.evaluation.begin(turn);
        let end = match self.go_on(watch) {
            Event::Plan(plan) => return AnytimeProgress::Plan(plan),
            Event::Interrupt(Interrupt::Pause) => return AnytimeProgress::Running,
            Event::Interrupt(Interrupt::End(SearchEnd::EvaluationLimit)) => AnytimeEnd::EvaluationLimit,
            Event::Interrupt(Interrupt::End(SearchEnd::ExpansionLimit)) => AnytimeEnd::ExpansionLimit,
            Event::Interrupt(Interrupt::End(SearchEnd::Stopped(stop))) => AnytimeEnd::Stopped(stop),
            Event::Exhausted | Event::Interrupt(_) if self.evaluation.pruned_unsafely => {
                AnytimeEnd::Exhausted
            }
            Event::Exhausted | Event::Interrupt(_) => AnytimeEnd::Optimal,
        };
        self.end = Some(end);
        AnytimeProgress::Ended(end)
    }

    fn go_on(&mut self, watch: &mut Watch<'_>) -> Event {
        loop {
            if let Err(event) = self.step(watch) {
                return event;
            }
        }
    }

    fn weight(&self) -> u64 {
        WEIGHTS.get(self.pass as usize - 1).copied().unwrap_or(1)
    }

    fn empty_queue(&self) -> Queue {
        let queue = Queue::new(self.weight(), self.estimates.kind, self.incumbent, self.task.metric);
        if self.counts_landmarks { queue.and_landmarks() } else { queue }
    }

    fn step(&mut self, watch: &mut Watch<'_>) -> Result<(), Event> {
        match self.phase {
            Phase::Start => {
                self.pass += 1;
                self.queue = self.empty_queue();
                self.start(watch)?;
                self.phase = Phase::Select;
                self.evaluation.pause()?;
            }
            Phase::Select => {
                let state = self.queue.pop().ok_or(Event::Exhausted)?;
                let node = self.nodes.get(state);
                let (g, h) = (node.g, node.h);
                // A state that was given a cheaper path in the meantime has been expanded with that.
                if node.status == Status::Waiting {
                    node.status = Status::Expanded;
                    if self.may_lead_to_cheaper_plan(g, h) {
                        self.phase = Phase::Expand(state);
                    }
                }
            }
            Phase::Expand(state) => {
                self.evaluation.may_expand()?;
                // A path is walked through only for somebody who wants to know.
                let length = if watch.observer().is_some() { self.nodes.length(state) } else { 0 };
                self.evaluation.count_expansion(state, length, watch)?;
                self.evaluation.preferred.mark_stored(state);
                self.generation.open(state);
                self.phase = Phase::Generate(state);
            }
            Phase::Generate(state) => {
                let g = self.nodes.get(state).g;
                while let Some(operator) = self.generation.next() {
                    self.generate(state, g, operator, watch)?;
                    self.evaluation.pause()?;
                }
                if let Some(observer) = watch.observer() {
                    observer.expanded(state, &self.evaluation.counters);
                }
                self.phase = Phase::Select;
            }
        }
        Ok(())
    }

    fn start(&mut self, watch: &mut Watch<'_>) -> Result<(), Event> {
        let initial = StateId(0);
        if self.nodes.is_empty() {
            if self.counts_landmarks {
                let options = FeatureOptions { landmarks: true, ..FeatureOptions::default() };
                self.features = Some(StateFeatures::new(&self.task, options, self.evaluation.budget())?);
            }
            self.generation.initial_state();
            let is_goal = self.generation.space.is_goal(&self.generation.successor_values);
            if self.evaluation.follows_paths {
                self.evaluation.tell_path(initial, None);
            }
            self.evaluate_new(initial, None, is_goal, watch)?;
            self.nodes.set_root(initial);
        }
        let pass = self.pass;
        let node = self.nodes.get(initial);
        if !matches!(node.status, Status::DeadEnd | Status::Goal) {
            (node.status, node.pass) = (Status::Waiting, pass);
            let h = node.h;
            self.queue.push(0, [h, self.landmarks_left(initial)], initial, true);
        }
        Ok(())
    }

    /// Deals with the successor that an operator leads to.
    fn generate(
        &mut self,
        parent: StateId,
        parent_g: u64,
        operator: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Event> {
        self.evaluation.counters.generated += 1;
        let g = parent_g.saturating_add(operator_cost(&self.task, operator));
        if g >= self.incumbent.cost {
            return Ok(());
        }
        if g.saturating_add(self.cheapest) >= self.incumbent.cost {
            // Only a goal is still of use. Most states are found here last, and none of them is stored.
            return if self.generation.unpack(true) {
                Err(self.found_plan(parent, operator))
            } else {
                Ok(())
            };
        }
        if self.generation.registry.is_full() {
            return Err(Stop::OutOfMemory.into());
        }
        let (state, is_new) = self.generation.register();
        if let Some(observer) = watch.observer() {
            let length = self.nodes.length(parent) + 1;
            observer.generated(&Generated { state, parent, operator, g: length, is_new });
        }
        if is_new {
            let is_goal = self.generation.unpack(false);
            if self.evaluation.follows_paths {
                self.evaluation.tell_path(state, Some((parent, operator)));
            }
            self.evaluate_new(state, Some(parent), is_goal, watch)?;
        }
        let pass = self.pass;
        let node = self.nodes.get(state);
        match node.status {
            Status::DeadEnd => return Ok(()),
            Status::Goal => return Err(self.found_plan(parent, operator)),
            Status::Waiting | Status::Expanded => {}
        }
        let is_first = std::mem::replace(&mut node.pass, pass) < pass;
        let is_cheaper = g < node.g;
        if !is_first && !is_cheaper {
            return Ok(());
        }
        node.status = Status::Waiting;
        self.evaluation.counters.reopened += u64::from(!is_first);
        if is_cheaper {
            self.nodes.set_path(state, g, parent, operator);
        }
        let node = self.nodes.get(state);
        let (g, h) = (node.g, node.h);
        if self.may_lead_to_cheaper_plan(g, h) {
            let estimates = [h, self.landmarks_left(state)];
            self.queue.push(g, estimates, state, self.evaluation.preferred.is_marked(operator));
        }
        Ok(())
    }

    /// Looks at the new state in `successor_values`: what is its heuristic value, if it is no goal state?
    fn evaluate_new(
        &mut self,
        state: StateId,
        parent: Option<StateId>,
        is_goal: bool,
        watch: &mut Watch<'_>,
    ) -> Result<(), Event> {
        if is_goal {
            self.nodes.push(Status::Goal, 0);
            return Ok(());
        }
        let Generation { values: parent_values, successor_values: values, .. } = &self.generation;
        let h = self.evaluation.evaluate(state, values, watch)?;
        let leads_on = |h: &u32| match &mut self.features {
            Some(features) => features.found(&Found { state, parent, values, parent_values, h: *h }),
            None => true,
        };
        match h.filter(leads_on) {
            Some(h) => self.nodes.push(Status::Expanded, h),
            None => self.nodes.push(Status::DeadEnd, 0),
        }
        Ok(())
    }

    fn landmarks_left(&self, state: StateId) -> u32 {
        self.features.as_ref().map_or(0, |features| features.known(state).0)
    }

    fn may_lead_to_cheaper_plan(&self, g: u64, h: u32) -> bool {
        let at_least = match self.estimates {
            Estimates { admissible: false, .. } => 0,
            Estimates { kind: EstimateKind::Cost, .. } => u64::from(h),
            Estimates { kind: EstimateKind::Length, .. } => u64::from(h).saturating_mul(self.cheapest),
        };
        g.saturating_add(at_least.max(self.cheapest)) < self.incumbent.cost
    }

    /// The plan that ends with an operator in a state. With a weight above 1, the search then starts anew.
    fn found_plan(&mut self, last: StateId, operator: u32) -> Event {
        let mut plan = self.nodes.path_to(last);
        plan.push(operator);
        let cost: u64 = plan.iter().map(|&operator| operator_cost(&self.task, operator)).sum();
        debug_assert!(cost < self.incumbent.cost);
        self.incumbent = Incumbent { cost, length: plan.len() };
        if self.weight() > 1 {
            self.phase = Phase::Start;
        }
        Event::Plan(plan)
    }
}
