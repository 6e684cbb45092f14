//! Weighted A* with one weight after the other.

use extremal_heuristics::{DEAD_END, Heuristic};
use extremal_limits::{Stop, TimedPacer};
use extremal_sas::Task;
use extremal_states::{StateId, StateRegistry, StateSpace};

use super::nodes::{Nodes, Status};
use super::queue::Queue;
use super::{AnytimeEnd, EstimateKind, Estimates, Incumbent, OnPlan, operator_cost};
use crate::explorer::Problem;
use crate::observer::Observer;
use crate::outcome::Counters;
use crate::preferred::PreferredOperators;

/// The search, with what it keeps from one pass to the next.
pub struct Improver<'a, 'p> {
    space: &'a mut StateSpace,
    task: &'a Task,
    heuristic: &'a mut dyn Heuristic,
    heuristic_is_safe: bool,
    estimates: Estimates,
    max_evaluations: u64,
    max_expansions: u64,
    pacer: TimedPacer,
    observer: Option<&'a mut dyn Observer>,
    on_plan: &'a mut OnPlan<'p>,
    /// What has been counted.
    pub counters: Counters,
    incumbent: Incumbent,
    /// What the cheapest operator costs, and so what every state that is no goal still needs.
    cheapest: u64,
    registry: StateRegistry,
    nodes: Nodes,
    preferred: PreferredOperators,
    pass: u32,
    gave_up_states: bool,
    values: Vec<u32>,
    successor_values: Vec<u32>,
    packed: Vec<u64>,
    parent_packed: Vec<u64>,
}

impl<'a, 'p> Improver<'a, 'p> {
    /// Prepares the search.
    pub fn new(
        problem: Problem<'a>,
        estimates: Estimates,
        incumbent: Incumbent,
        counters: Counters,
        on_plan: &'a mut OnPlan<'p>,
    ) -> Self {
        let space = problem.space;
        let num_operators = problem.task.operators.len() as u32;
        let costs = (0..num_operators).map(|operator| operator_cost(problem.task, operator));
        Improver {
            task: problem.task,
            heuristic: problem.heuristic,
            heuristic_is_safe: problem.heuristic_is_safe,
            estimates,
            max_evaluations: problem.max_evaluations.unwrap_or(u64::MAX),
            max_expansions: problem.max_expansions.unwrap_or(u64::MAX),
            pacer: TimedPacer::new(problem.budget),
            observer: problem.observer,
            on_plan,
            counters,
            incumbent,
            cheapest: costs.min().unwrap_or(0),
            registry: space.new_registry(),
            nodes: Nodes::default(),
            preferred: PreferredOperators::new(problem.task.operators.len()),
            pass: 0,
            gave_up_states: false,
            values: space.new_values(),
            successor_values: space.new_values(),
            packed: space.new_packed(),
            parent_packed: space.new_packed(),
            space,
        }
    }

    /// How a search ends that has nothing left to expand.
    fn end_of_space(&self) -> AnytimeEnd {
        if self.gave_up_states { AnytimeEnd::Exhausted } else { AnytimeEnd::Optimal }
    }

    /// Searches with one weight until a plan is found, or with weight 1 until nothing is left. An error ends
    /// the whole search.
    pub fn pass(&mut self, weight: u64) -> Result<(), AnytimeEnd> {
        self.pass += 1;
        let mut queue = Queue::new(weight, self.estimates.kind, self.incumbent, self.task.metric);
        let mut applicable = Vec::new();
        self.start(&mut queue)?;
        while let Some(state) = queue.pop() {
            let node = self.nodes.get(state);
            let (g, h) = (node.g, node.h);
            // A state that was given a cheaper path in the meantime has been expanded with that.
            if node.status != Status::Waiting {
                continue;
            }
            node.status = Status::Expanded;
            if !self.may_lead_to_cheaper_plan(g, h) {
                continue;
            }
            self.count_expansion()?;
            self.preferred.mark_stored(state);
            self.parent_packed.copy_from_slice(self.registry.packed(state));
            self.space.unpack(&self.parent_packed, &mut self.values);
            self.space.applicable_operators(&self.values, &mut applicable);
            for &operator in &applicable {
                let found_plan = self.generate(state, g, operator, &mut queue)?;
                if found_plan && weight > 1 {
                    return Ok(());
                }
            }
        }
        Err(self.end_of_space())
    }

    fn start(&mut self, queue: &mut Queue) -> Result<(), AnytimeEnd> {
        self.space.initial_state(&mut self.packed);
        let (initial, is_new) = self.registry.insert(&self.packed);
        if is_new {
            self.space.unpack(&self.packed, &mut self.successor_values);
            self.introduce(initial)?;
            self.nodes.set_root(initial);
        }
        let pass = self.pass;
        let node = self.nodes.get(initial);
        if !matches!(node.status, Status::DeadEnd | Status::Goal) {
            (node.status, node.pass) = (Status::Waiting, pass);
            queue.push(0, node.h, initial, true);
        }
        Ok(())
    }

    /// Generates a successor. Returns whether it is the end of a new plan.
    fn generate(
        &mut self,
        parent: StateId,
        parent_g: u64,
        operator: u32,
        queue: &mut Queue,
    ) -> Result<bool, AnytimeEnd> {
        self.counters.generated += 1;
        let g = parent_g.saturating_add(operator_cost(self.task, operator));
        if g >= self.incumbent.cost {
            return Ok(false);
        }
        self.space.successor(&self.parent_packed, &self.values, operator, &mut self.packed);
        if g.saturating_add(self.cheapest) >= self.incumbent.cost {
            // Only a goal is still of use. Most states are found here last, and none of them is stored.
            self.space.unpack(&self.packed, &mut self.successor_values);
            if self.space.is_goal(&self.successor_values) {
                self.found_plan(parent, operator)?;
                return Ok(true);
            }
            return Ok(false);
        }
        if self.registry.is_full() {
            return Err(AnytimeEnd::Stopped(Stop::OutOfMemory));
        }
        let (state, is_new) = self.registry.insert(&self.packed);
        if is_new {
            self.space.unpack(&self.packed, &mut self.successor_values);
            self.introduce(state)?;
        }
        let pass = self.pass;
        let node = self.nodes.get(state);
        match node.status {
            Status::DeadEnd => return Ok(false),
            Status::Goal => {
                self.found_plan(parent, operator)?;
                return Ok(true);
            }
            Status::Waiting | Status::Expanded => {}
        }
        let is_first = std::mem::replace(&mut node.pass, pass) < pass;
        let is_cheaper = g < node.g;
        if !is_first && !is_cheaper {
            return Ok(false);
        }
        node.status = Status::Waiting;
        self.counters.reopened += u64::from(!is_first);
        if is_cheaper {
            self.nodes.set_path(state, g, parent, operator);
        }
        let node = self.nodes.get(state);
        let (g, h) = (node.g, node.h);
        if self.may_lead_to_cheaper_plan(g, h) {
            queue.push(g, h, state, self.preferred.is_marked(operator));
        }
        Ok(false)
    }

    /// Looks at the new state in `successor_values`: is it a goal, and if not, what is its heuristic value?
    fn introduce(&mut self, state: StateId) -> Result<(), AnytimeEnd> {
        if self.space.is_goal(&self.successor_values) {
            self.nodes.push(Status::Goal, 0);
            return Ok(());
        }
        self.counters.evaluations += 1;
        let h = self.heuristic.evaluate(&self.successor_values);
        self.preferred.store(state, self.heuristic.preferred_operators());
        let is_dead_end = h == DEAD_END;
        self.nodes.push(if is_dead_end { Status::DeadEnd } else { Status::Expanded }, h);
        self.counters.dead_ends += u64::from(is_dead_end);
        self.gave_up_states |= is_dead_end && !self.heuristic_is_safe;
        if let Some(observer) = &mut self.observer {
            observer.evaluation(state, (!is_dead_end).then_some(h), &self.counters);
        }
        if self.counters.evaluations >= self.max_evaluations {
            return Err(AnytimeEnd::EvaluationLimit);
        }
        self.pacer.tick().map_err(AnytimeEnd::Stopped)
    }

    fn count_expansion(&mut self) -> Result<(), AnytimeEnd> {
        if self.counters.expansions >= self.max_expansions {
            return Err(AnytimeEnd::ExpansionLimit);
        }
        self.counters.expansions += 1;
        self.pacer.tick().map_err(AnytimeEnd::Stopped)
    }

    fn may_lead_to_cheaper_plan(&self, g: u64, h: u32) -> bool {
        let at_least = match self.estimates {
            Estimates { admissible: false, .. } => 0,
            Estimates { kind: EstimateKind::Cost, .. } => u64::from(h),
            Estimates { kind: EstimateKind::Length, .. } => u64::from(h).saturating_mul(self.cheapest),
        };
        g.saturating_add(at_least.max(self.cheapest)) < self.incumbent.cost
    }

    /// Hands over the plan that ends with an operator in a state.
    fn found_plan(&mut self, last: StateId, operator: u32) -> Result<(), AnytimeEnd> {
        let mut plan = self.nodes.path_to(last);
        plan.push(operator);
        let cost: u64 = plan.iter().map(|&operator| operator_cost(self.task, operator)).sum();
        debug_assert!(cost < self.incumbent.cost);
        if let Some(observer) = &mut self.observer {
            observer.plan(&plan, &self.counters);
        }
        let next = (self.on_plan)(&plan, &self.counters).ok_or(AnytimeEnd::Enough)?;
        self.incumbent = if next.cost <= cost { next } else { Incumbent { cost, length: plan.len() } };
        Ok(())
    }
}
