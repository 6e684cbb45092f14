//! For searches that generate states one by one.

use extremal_states::StateId;

use super::{End, Explorer};
use crate::companion::Companion;
use crate::outcome::Outcome;

impl<C: Companion> Explorer<'_, C> {
    /// Applies an operator in a known state, and evaluates where it leads to if that is new. `None` is a
    /// known state or a dead end. [`open_up`](Self::open_up) then tells what is applicable.
    pub fn follow(&mut self, parent: StateId, operator: u32) -> Result<Option<(StateId, u32)>, End> {
        self.make_sure_of_room(1)?;
        self.counters.generated += 1;
        self.parent_packed.copy_from_slice(self.registry.packed(parent));
        self.space.unpack(&self.parent_packed, &mut self.values);
        self.space.successor(&self.parent_packed, &self.values, operator, &mut self.packed);
        let (state, is_new) = self.registry.insert(&self.packed);
        if !is_new {
            return Ok(None);
        }
        self.record(state, parent.0, operator, self.depth(parent) + 1);
        let (parent_packed, packed) = (&self.parent_packed, &self.packed);
        self.space.unpack_successor(parent_packed, &self.values, packed, &mut self.successor_values);
        if self.space.is_goal(&self.successor_values) {
            return Err(End::Goal(state));
        }
        let h = self.evaluate(state)?;
        Ok(self.introduce(state, Some(parent), operator, h).map(|h| (state, h)))
    }

    /// Counts the state evaluated last as expanded. Its applicable operators are in
    /// [`applicable`](Self::applicable) afterwards, and its preferred ones marked.
    pub fn open_up(&mut self, state: StateId) -> Result<(), End> {
        if self.counters.expansions >= self.max_expansions {
            return Err(End::Limit(Outcome::ExpansionLimit));
        }
        if self.options.preferred {
            self.preferred.mark(self.heuristic.preferred_operators());
        }
        if let Some(observer) = &mut self.observer {
            observer.expansion(state, self.paths[state.index()].depth, &self.counters);
        }
        self.counters.expansions += 1;
        self.pacer.tick()?;
        self.space.applicable_operators(&self.successor_values, &mut self.applicable);
        self.put_in_order();
        Ok(())
    }

    /// The operators applicable in the state that was opened up last.
    pub fn applicable(&self) -> &[u32] {
        &self.applicable
    }

    /// Whether an operator is preferred in the state that was opened up last.
    pub fn is_preferred(&self, operator: u32) -> bool {
        self.options.preferred && self.preferred.is_marked(operator)
    }
}
