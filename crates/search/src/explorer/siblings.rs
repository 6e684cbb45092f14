//! Expansions whose children are evaluated by several threads.

use std::time::Instant;

use extremal_states::StateId;

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
    /// Does what [`generate_all`](Self::generate_all) does, by several threads where it pays.
    pub(super) fn generate_with_threads(
        &mut self,
        parent: StateId,
        depth: u32,
        parent_h: u32,
        operators: &[u32],
    ) -> Result<(), End> {
        if self.evaluators.pay_off(operators.len()) && self.evaluators.are_ready(&*self.heuristic) {
            let children = self.generate_batch(parent, depth, operators);
            self.evaluators.start();
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
        self.evaluators.clear();
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
                self.evaluators.push(&self.successor_values);
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
            let h = self.evaluators.value(place, self.heuristic);
            if self.options.preferred {
                self.preferred.store(state, &self.evaluators.preferred_operators(place));
            }
            let h = self.count_evaluation(state, h)?;
            self.successor_values.copy_from_slice(self.evaluators.state(place));
            if let Some(h) = self.introduce(state, Some(parent), operator, h) {
                self.successors.push(Successor { state, operator, h, preferred, is_new: true });
            }
        }
        Ok(())
    }
}
