//! What open lists are ordered by.

use extremal_states::StateId;

/// Something that is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// The value of the problem's heuristic.
    Heuristic,
    /// The number of landmarks still to be reached.
    Landmarks,
    /// Its novelty: 1 if it has a new fact, 2 a new pair of facts, 3 neither.
    Novelty,
    /// The length of the path to it.
    Depth,
}

/// What is known of a state that waits to be expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The state; under lazy search the state before it.
    pub state: StateId,
    /// The value of the heuristic.
    pub h: u32,
    /// The number of landmarks still to be reached; 0 if nobody asks for it.
    pub landmarks: u32,
    /// Its novelty; 0 if nobody asks for it.
    pub novelty: u8,
    /// The length of the path to it.
    pub depth: u32,
    /// Whether a preferred operator led to it.
    pub preferred: bool,
}

impl Candidate {
    /// One of the things known.
    pub fn get(&self, key: Key) -> u32 {
        match key {
            Key::Heuristic => self.h,
            Key::Landmarks => self.landmarks,
            Key::Novelty => u32::from(self.novelty),
            Key::Depth => self.depth,
        }
    }
}
