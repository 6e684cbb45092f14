//! Who looks at new states besides the heuristic: landmarks, novelty.

use extremal_states::StateId;

/// A state that was found for the first time, and how.
#[derive(Clone, Copy, Debug)]
pub struct Found<'s> {
    /// The state.
    pub state: StateId,
    /// The state before it, or none for the initial state.
    pub parent: Option<StateId>,
    /// The operator that led to it; meaningless for the initial state.
    pub operator: u32,
    /// The values of all its variables.
    pub values: &'s [u32],
    /// The values of its parent; meaningless for the initial state.
    pub parent_values: &'s [u32],
    /// Its heuristic value.
    pub h: u32,
}

/// Looks at every state that a search evaluates, in the order in which they are found.
///
/// Under deferred evaluation of the [explorer](crate::explorer::Explorer) it is not called.
pub trait Companion {
    /// A state was found and is no dead end for the heuristic. False if it is one nevertheless: the search
    /// then leaves it out, which must be safe.
    fn found(&mut self, found: &Found<'_>) -> bool;
}

impl Companion for () {
    #[inline]
    fn found(&mut self, _found: &Found<'_>) -> bool {
        true
    }
}
