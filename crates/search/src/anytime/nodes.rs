//! What is known of each state.

use extremal_states::StateId;

/// A state and the cheapest path to it that is known.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The cost of the path. It can be cheaper than this after a state on it was given a cheaper path.
    pub g: u64,
    parent: u32,
    operator: u32,
    /// Heuristic value; meaningless for goals and dead ends.
    pub h: u32,
    /// The pass in which the state was last reached.
    pub pass: u32,
    /// What is to be done with it.
    pub status: Status,
}

/// What is to be done with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It waits for expansion.
    Waiting,
    /// It has been expanded with the path that is known.
    Expanded,
    /// The goal holds in it.
    Goal,
    /// No plan leads through it, according to the heuristic.
    DeadEnd,
}

/// The parent of the initial state.
const NONE: u32 = u32::MAX;

/// All nodes, by the number of their state.
#[derive(Debug, Default)]
pub struct Nodes(Vec<Node>);

impl Nodes {
    /// Whether no state is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The length of the path to a state.
    pub fn length(&self, state: StateId) -> u32 {
        self.steps(state).count() as u32
    }

    fn steps(&self, state: StateId) -> impl Iterator<Item = u32> {
        let mut node = &self.0[state.index()];
        std::iter::from_fn(move || {
            let operator = (node.parent != NONE).then_some(node.operator)?;
            node = &self.0[node.parent as usize];
            Some(operator)
        })
    }

    /// Adds the next state. No path to it is known yet.
    pub fn push(&mut self, status: Status, h: u32) {
        self.0.push(Node { g: u64::MAX, parent: NONE, operator: 0, h, pass: 0, status });
    }

    /// Makes a state the first of all paths.
    pub fn set_root(&mut self, state: StateId) {
        self.0[state.index()].g = 0;
    }

    /// What is known of a state.
    pub fn get(&mut self, state: StateId) -> &mut Node {
        &mut self.0[state.index()]
    }

    /// Gives a state a path that is cheaper than the one known. As it is strictly cheaper, paths have no
    /// cycles, even if operators cost nothing.
    pub fn set_path(&mut self, state: StateId, g: u64, parent: StateId, operator: u32) {
        let node = &mut self.0[state.index()];
        debug_assert!(g < node.g);
        (node.g, node.parent, node.operator) = (g, parent.0, operator);
    }

    /// The operators of the path to a state.
    pub fn path_to(&self, state: StateId) -> Vec<u32> {
        let mut path: Vec<u32> = self.steps(state).collect();
        path.reverse();
        path
    }
}
