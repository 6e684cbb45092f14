//! Preferred operators, kept from when a state is evaluated until it is expanded.

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
    pub fn new(num_operators: usize) -> Self {
        PreferredOperators {
            stored: Vec::new(),
            ends: Vec::new(),
            marked_in: vec![0; num_operators],
            round: 0,
        }
    }

    pub fn store(&mut self, state: StateId, operators: &[u32]) {
        self.ends.resize(state.index(), self.stored.len() as u32);
        self.stored.extend_from_slice(operators);
        self.ends.push(self.stored.len() as u32);
    }

    pub fn mark_stored(&mut self, state: StateId) {
        let end = self.ends.get(state.index()).copied().unwrap_or(0) as usize;
        let start = state.index().checked_sub(1).map_or(0, |previous| self.ends[previous] as usize).min(end);
        self.round += 1;
        for &operator in &self.stored[start..end] {
            self.marked_in[operator as usize] = self.round;
        }
    }

    pub fn mark(&mut self, operators: &[u32]) {
        self.round += 1;
        for &operator in operators {
            self.marked_in[operator as usize] = self.round;
        }
    }

    pub fn is_marked(&self, operator: u32) -> bool {
        self.marked_in[operator as usize] == self.round
    }
}
