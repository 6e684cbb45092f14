//! How each known state was reached.

use extremal_states::StateId;

/// The ends of the known paths to all states; a path is followed back from end to end.
#[derive(Debug, Default)]
pub struct Paths {
    ends: Vec<PathEnd>,
}

/// The end of the known path to a state.
#[derive(Clone, Copy, Debug)]
struct PathEnd {
    parent: u32,
    operator: u32,
    /// The length of the path.
    g: u32,
}

const NO_PARENT: u32 = u32::MAX;

impl Paths {
    /// The initial state is known, and nothing else.
    pub fn begin(&mut self) {
        debug_assert!(self.ends.is_empty());
        self.ends.push(PathEnd { parent: NO_PARENT, operator: 0, g: 0 });
    }

    /// A state is known, and how it was reached: states come in the order of their numbers.
    #[inline]
    pub fn push(&mut self, state: StateId, parent: StateId, operator: u32) {
        debug_assert_eq!(state.index(), self.ends.len());
        self.ends.push(PathEnd { parent: parent.0, operator, g: self.g(parent) + 1 });
    }

    /// Gives a state a new path. The caller makes sure that it is shorter.
    pub fn replace(&mut self, state: StateId, parent: StateId, operator: u32) {
        self.ends[state.index()] = PathEnd { parent: parent.0, operator, g: self.g(parent) + 1 };
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The length of the path to a state.
    #[inline]
    pub fn g(&self, state: StateId) -> u32 {
        self.ends[state.index()].g
    }

    /// The last step to a state: the state before it, and the operator. None for the initial state.
    #[inline]
    pub fn last_step(&self, state: StateId) -> Option<(StateId, u32)> {
        let PathEnd { parent, operator, .. } = self.ends[state.index()];
        (parent != NO_PARENT).then_some((StateId(parent), operator))
    }

    /// The operators on the path to a state.
    pub fn operators_to(&self, mut state: StateId) -> Vec<u32> {
        let mut plan = Vec::new();
        while let Some((parent, operator)) = self.last_step(state) {
            plan.push(operator);
            state = parent;
        }
        plan.reverse();
        plan
    }
}
