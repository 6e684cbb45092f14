//! Watching a search.

use extremal_states::StateId;

use crate::outcome::Counters;

/// Receives the events of a search. All methods do nothing unless they are written anew.
///
/// A search without an observer asks nobody: the only cost is a branch that is always predicted.
///
/// ```
/// use extremal_search::{Counters, Observer};
///
/// /// Remembers how the best heuristic value fell.
/// #[derive(Default)]
/// struct Progress(Vec<(u64, u32)>);
///
/// impl Observer for Progress {
///     fn new_best_h(&mut self, h: u32, counters: &Counters) {
///         self.0.push((counters.evaluations, h));
///     }
/// }
/// ```
pub trait Observer {
    /// The successors of a state are about to be generated.
    fn expansion(&mut self, state: StateId, depth: u32, counters: &Counters) {
        let _ = (state, depth, counters);
    }

    /// A heuristic value was computed; `None` is a dead end.
    fn evaluation(&mut self, state: StateId, h: Option<u32>, counters: &Counters) {
        let _ = (state, h, counters);
    }

    /// The successors of a state have been generated and evaluated: until the next expansion begins, the
    /// search works on its open list.
    fn expanded(&mut self, state: StateId, counters: &Counters) {
        let _ = (state, counters);
    }

    /// The smallest heuristic value so far was seen.
    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        let _ = (h, counters);
    }

    /// Statistics went up from a node of a search tree through so many ancestors.
    fn backup(&mut self, node: u32, ancestors: u32) {
        let _ = (node, ancestors);
    }

    /// Of several searches that take turns one has ended its turn; this is what they have counted together.
    /// Of what happens within a turn nothing is told.
    fn turn(&mut self, counters: &Counters) {
        let _ = counters;
    }

    /// A plan was found.
    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        let _ = (operators, counters);
    }
}
