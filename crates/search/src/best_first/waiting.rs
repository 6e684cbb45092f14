//! What is known of the states that wait.

use extremal_states::StateId;

/// The heuristic values of the states that wait to be expanded. Nothing is kept for an open list that yields each
/// state once.
#[derive(Debug)]
pub(super) struct Waiting {
    values: Vec<u32>,
    is_kept: bool,
}

/// The value of a state that does not wait: it was expanded, or is a dead end.
const DOES_NOT_WAIT: u32 = u32::MAX;

impl Waiting {
    /// Nothing waits.
    pub fn new(is_kept: bool) -> Self {
        Waiting { values: Vec::new(), is_kept }
    }

    /// A state waits.
    #[inline]
    pub fn add(&mut self, state: StateId, h: u32) {
        if self.is_kept {
            self.values.resize(state.index(), DOES_NOT_WAIT);
            self.values.push(h);
        }
    }

    /// The value of a state, if it waits.
    #[inline]
    pub fn get(&self, state: StateId) -> Option<u32> {
        self.values.get(state.index()).copied().filter(|&h| h != DOES_NOT_WAIT)
    }

    /// The value of a state that is about to be expanded, unless it has been.
    #[inline]
    pub fn take(&mut self, state: StateId) -> Option<u32> {
        if !self.is_kept {
            // Trees have the values of their leaves in their statistics, and nobody else asks.
            return Some(0);
        }
        let h = std::mem::replace(self.values.get_mut(state.index())?, DOES_NOT_WAIT);
        Some(h).filter(|&h| h != DOES_NOT_WAIT)
    }
}
