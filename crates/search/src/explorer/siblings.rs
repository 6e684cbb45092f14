//! Expansions whose children are evaluated by several threads.

use extremal_limits::Instant;
use extremal_states::StateId;

use super::look_ahead::Surroundings;
use super::{End, Explorer, Successor};
use crate::companion::Companion;

/// A child before it is evaluated.
#[derive(Clone, Copy)]
struct Child {
    state: StateId,
    operator: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Known,
    Goal,
    /// To be evaluated: its place among those that are.
    New(usize),
}

impl<C: Companion> Explorer<'_, C> {
    /// Whether it is of use to [expect](Self::expect) states.
    pub fn looks_ahead(&self) -> bool {
        self.evaluators.pay_off_ahead() && !self.options.deferred
    }

    /// Says which states are likely to be expanded after the next one, with their values and in order, if
    /// nothing better comes along. The search is the same whatever is said.
    pub fn expect(&mut self, states: Vec<(StateId, u32)>) {
        self.look_ahead.waiting = states;
    }

    /// Whether the operators applicable in the parent were found ahead of time. Then they are in `applicable`.
    pub(super) fn recall_applicable_operators(&mut self) -> bool {
        self.evaluators.are_wanted() && self.look_ahead.recall(&self.parent_packed, &mut self.applicable)
    }

    /// Does what [`generate_all`](Self::generate_all) does, by several threads where it pays.
    pub(super) fn generate_with_threads(
        &mut self,
        parent: StateId,
        depth: u32,
        parent_h: u32,
        operators: &[u32],
    ) -> Result<(), End> {
        let looks_ahead = self.evaluators.pay_off_ahead();
        let pays_off = looks_ahead || self.evaluators.pay_off(operators.len());
        if pays_off && self.evaluators.are_ready(&*self.heuristic) {
            let children = self.generate_batch(parent, depth, operators);
            if self.evaluators.start() && looks_ahead {
                self.look_ahead(&children, parent_h);
            }
            let result = self.evaluate_batch(parent, &children);
            self.evaluators.end();
            return result;
        }
        let (start, evaluations) = (Instant::now(), self.counters.evaluations);
        let result = self.generate_all(parent, depth, parent_h, operators);
        self.evaluators.note_time(self.counters.evaluations - evaluations, start.elapsed());
        result
    }

    /// Registers all children, but none beyond the one that ends the search.
    fn generate_batch(&mut self, parent: StateId, depth: u32, operators: &[u32]) -> Vec<Child> {
        let mut children = Vec::with_capacity(operators.len());
        let mut evaluations_left = self.max_evaluations.saturating_sub(self.counters.evaluations);
        let mut waiting = 0;
        let mut left = operators;
        while !left.is_empty() {
            for (place, &operator) in self.next_batch(&mut left).iter().enumerate() {
                let (state, is_new) = self.register(place);
                if !is_new {
                    children.push(Child { state, operator, kind: Kind::Known });
                    continue;
                }
                self.record(state, parent.0, operator, depth);
                if self.unpack_and_test_goal(place) {
                    children.push(Child { state, operator, kind: Kind::Goal });
                    return children;
                }
                let foreseen = self.look_ahead.take(self.batch.packed(place), self.batch.hash(place));
                let job = foreseen.unwrap_or_else(|| self.evaluators.job(&self.successor_values));
                self.evaluators.need(job);
                children.push(Child { state, operator, kind: Kind::New(waiting) });
                waiting += 1;
                evaluations_left = evaluations_left.saturating_sub(1);
                if evaluations_left == 0 {
                    return children;
                }
            }
        }
        children
    }

    /// Finds work for threads that have nothing else to do.
    fn look_ahead(&mut self, children: &[Child], parent_h: u32) {
        let evaluators = &self.evaluators;
        self.look_ahead.begin(
            // Searches over trees do not know it, and no state that is expanded has a value of 0.
            Some(parent_h).filter(|&h| h > 0),
            children.iter().filter_map(|child| match child.kind {
                Kind::New(place) => Some((child.state, evaluators.known_value(place))),
                Kind::Known | Kind::Goal => None,
            }),
        );
        // One for each thread, and one for whoever is done first.
        let enough = self.evaluators.number() + 1;
        let (space, registry, evaluators) = (&mut *self.space, &self.registry, &mut self.evaluators);
        self.look_ahead.run(enough, Surroundings { space, registry, evaluators });
    }

    /// Goes through the children in order, as if they were generated now.
    fn evaluate_batch(&mut self, parent: StateId, children: &[Child]) -> Result<(), End> {
        for &Child { state, operator, kind } in children {
            self.counters.generated += 1;
            let preferred = self.options.preferred && self.preferred.is_marked(operator);
            let place = match kind {
                Kind::New(place) => place,
                Kind::Goal => return Err(End::Goal(state)),
                Kind::Known => {
                    self.successors.push(Successor { state, operator, h: 0, preferred, is_new: false });
                    continue;
                }
            };
            let (job, h) = self.evaluators.evaluated(place, self.heuristic);
            if self.options.preferred {
                self.preferred.store(state, &job.preferred_operators());
            }
            self.successor_values.copy_from_slice(job.values());
            let h = self.count_evaluation(state, h)?;
            if let Some(h) = self.introduce(state, Some(parent), operator, h) {
                self.successors.push(Successor { state, operator, h, preferred, is_new: true });
            }
        }
        Ok(())
    }
}
