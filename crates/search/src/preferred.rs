//! Preferred operators, kept from when a state is evaluated until it is expanded.

use std::ops::Range;

use extremal_states::StateId;

/// The preferred operators of the states evaluated so far, and a mark for each that is preferred now.
pub struct PreferredOperators {
    stored: Vec<u32>,
    /// For each state, where its operators end; states are evaluated in the order of their numbers, those
    /// without entries in between have none.
    ends: Vec<u32>,
    marked_in: Vec<u32>,
    round: u32,
}

impl PreferredOperators {
    /// No state has preferred operators yet.
    pub fn new(num_operators: usize) -> Self {
        PreferredOperators {
            stored: Vec::new(),
            ends: Vec::new(),
            marked_in: vec![0; num_operators],
            round: 0,
        }
    }

    /// Stores the preferred operators of a state.
    pub fn store(&mut self, state: StateId, operators: &[u32]) {
        self.ends.resize(state.index(), self.stored.len() as u32);
        self.stored.extend_from_slice(operators);
        self.ends.push(self.stored.len() as u32);
    }

    /// The operators stored for a state.
    pub fn stored(&self, state: StateId) -> &[u32] {
        &self.stored[self.places_of(state)]
    }

    fn places_of(&self, state: StateId) -> Range<usize> {
        let end_of = |state: usize| self.ends.get(state).copied().unwrap_or(0) as usize;
        let end = end_of(state.index());
        state.index().checked_sub(1).map_or(0, end_of).min(end)..end
    }

    /// Marks the operators stored for a state, and no others.
    pub fn mark_stored(&mut self, state: StateId) {
        self.round += 1;
        for place in self.places_of(state) {
            self.marked_in[self.stored[place] as usize] = self.round;
        }
    }

    /// Marks operators, and no others.
    pub fn mark(&mut self, operators: &[u32]) {
        self.round += 1;
        for &operator in operators {
            self.marked_in[operator as usize] = self.round;
        }
    }

    /// Whether an operator is marked.
    #[inline]
    pub fn is_marked(&self, operator: u32) -> bool {
        self.marked_in[operator as usize] == self.round
    }
}
