//! Open lists of best-first search.

mod alternation;
mod buckets;
mod softmin_type;

pub use alternation::{Alternation, PreferredOnly};
pub use buckets::FifoBuckets;
pub use softmin_type::SoftminType;

use extremal_states::StateId;

use crate::random::Random;

/// A state that waits to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The state.
    pub state: StateId,
    /// Its heuristic value.
    pub h: u32,
    /// The length of the path to it.
    pub g: u32,
    /// Whether a preferred operator led to it.
    pub preferred: bool,
}

/// Decides which state is expanded next. A state may be in the list several times; the search skips those
/// that it has expanded already.
pub trait OpenList {
    /// Adds a state.
    fn push(&mut self, entry: Entry);

    /// Removes the next state.
    fn pop(&mut self, random: &mut Random) -> Option<StateId>;

    /// Whether nothing waits.
    fn is_empty(&self) -> bool;

    /// The heuristic has reached a new minimum.
    fn boost(&mut self) {}
}
