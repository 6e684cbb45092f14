//! Open lists of best-first search.

mod alternation;
mod buckets;
mod epsilon_greedy;
mod softmin_type;
mod turns;

pub use alternation::{Alternation, PreferredOnly};
pub use buckets::FifoBuckets;
pub use epsilon_greedy::EpsilonGreedy;
pub use softmin_type::SoftminType;
pub use turns::Turns;

use extremal_states::StateId;

use crate::random::Random;

/// A state that waits to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<T = StateId> {
    /// The state, or what leads to it.
    pub state: T,
    /// Its heuristic value.
    pub h: u32,
    /// The length of the path to it.
    pub g: u32,
    /// Whether a preferred operator led to it.
    pub preferred: bool,
}

/// Decides which state is expanded next. A state may be in the list several times; the search skips those
/// that it has expanded already. Eager searches keep states; lazy ones, which make a state only when it is
/// its turn, keep what leads to it.
pub trait OpenList<T = StateId> {
    /// Adds a state.
    fn push(&mut self, entry: Entry<T>);

    /// Removes the next state.
    fn pop(&mut self, random: &mut Random) -> Option<T>;

    /// Whether nothing waits.
    fn is_empty(&self) -> bool;

    /// Those that are likely to leave next if nothing better comes, with their values and in order, at most
    /// so many of them; none where that is not easy to tell. For work ahead of time: no search depends on it.
    fn likely_next(&self, _most: usize) -> Vec<(T, u32)> {
        Vec::new()
    }

    /// The heuristic has reached a new minimum.
    fn boost(&mut self) {}
}
