//! Successors of a state, and what is to be known of them.

use extremal_heuristics::DEAD_END;
use extremal_states::StateId;

use super::queue::{Rank, Waiting};
use super::{Node, Phase, Run};
use crate::effort::successor_work;
use crate::evaluation::Interrupt;
use crate::observer::{Generated, Watch};
use crate::open::Step;

impl Run {
    /// Takes a step to a state; none if the state is known.
    pub(super) fn take(
        &mut self,
        Step { from, operator }: Step,
        watch: &mut Watch<'_>,
    ) -> Result<Option<StateId>, Interrupt> {
        self.generation.open_for(from, operator);
        self.generation.make_sure_of_room(self.evaluation.budget())?;
        self.generation.next();
        if let Some(known) = self.generation.known() {
            self.count_generated(known, from, operator, false, watch);
            return Ok(None);
        }
        self.generation.unpack(false);
        self.relevant.enter(self.nodes[from.index()].plan);
        let node = self.describe(from, operator);
        let state = self.register(from, operator, node, watch);
        self.generation.enter_successor(state);
        Ok(Some(state))
    }

    /// Generates the successors of the opened state.
    pub(super) fn expand(&mut self, parent: StateId, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        self.relevant.enter(self.nodes[parent.index()].plan);
        self.successors.clear();
        let work = successor_work(&self.task);
        let before = self.paths.last_step(parent).map(|(state, _)| state);
        let mut leads_elsewhere = false;
        while let Some(operator) = self.generation.next() {
            self.evaluation.counters.other_work += work;
            if let Some(known) = self.generation.known() {
                self.count_generated(known, parent, operator, false, watch);
                leads_elsewhere |= known != parent && Some(known) != before;
                continue;
            }
            let is_goal = self.generation.unpack(false);
            let node = self.describe(parent, operator);
            if is_goal {
                return Err(Interrupt::Goal(self.register(parent, operator, node, watch)));
            }
            if node.rank.missing == DEAD_END {
                continue;
            }
            let waiting = if self.is_new(parent, node) {
                Waiting::Novel(self.register(parent, operator, node, watch))
            } else {
                Waiting::Step(Step { from: parent, operator })
            };
            self.successors.push((waiting, node.rank));
        }
        if let [(waiting, _)] = self.successors[..]
            && self.options.chains
            && !leads_elsewhere
        {
            self.phase = Phase::Forced(waiting);
            return Ok(());
        }
        for &(waiting, rank) in &self.successors {
            self.queue.push(waiting, rank);
        }
        Ok(())
    }

    /// What is to be known of the successor that was unpacked last. Which facts are relevant is known.
    fn describe(&mut self, parent: StateId, operator: u32) -> Node {
        let (old, new) = (&self.generation.values, &self.generation.successor_values);
        self.changed.clear();
        for effect in self.task.operators.effects(operator as usize) {
            let variable = effect.fact.variable;
            if old[variable as usize] != new[variable as usize] && self.changed.last() != Some(&variable) {
                self.changed.push(variable);
            }
        }
        let node = self.nodes[parent.index()];
        let missing = match &mut self.missing {
            Some(count) => count.after(parent, new),
            None => 0,
        };
        let reached = if missing < node.rank.missing {
            // Other facts will be relevant from there on.
            0
        } else {
            node.rank.reached + self.relevant.reach(node.marks, new, &self.changed)
        };
        Node { rank: Rank { missing, reached }, ..node }
    }

    /// Whether the successor that was described last has a new fact.
    fn is_new(&mut self, parent: StateId, node: Node) -> bool {
        let is_like_parent = self.nodes[parent.index()].partition() == node.partition();
        let changed = is_like_parent.then_some(&self.changed[..]);
        self.facts.evaluate(node.partition(), &self.generation.successor_values, changed) == 1
    }

    /// Registers the successor that was described last.
    fn register(&mut self, parent: StateId, operator: u32, mut node: Node, watch: &mut Watch<'_>) -> StateId {
        let (state, is_new) = self.generation.register();
        self.paths.push(state, parent, operator);
        if node.rank.reached > self.nodes[parent.index()].rank.reached {
            node.marks = self.relevant.push();
        }
        self.nodes.push(node);
        if let Some(missing) = &mut self.missing {
            missing.push();
        }
        self.count_generated(state, parent, operator, is_new, watch);
        state
    }

    /// Counts a state that has a number. Steps are counted when they are taken.
    fn count_generated(
        &mut self,
        state: StateId,
        parent: StateId,
        operator: u32,
        is_new: bool,
        watch: &mut Watch<'_>,
    ) {
        let g = self.paths.g(parent) + 1;
        let counters = &mut self.evaluation.counters;
        counters.generated += 1;
        counters.max_depth = counters.max_depth.max(self.paths.g(state));
        if let Some(observer) = watch.observer() {
            observer.generated(&Generated { state, parent, operator, g, is_new });
        }
    }
}
