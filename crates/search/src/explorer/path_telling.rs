//! Heuristics that look at the path to a state.

use extremal_states::StateId;

use super::Explorer;

impl Explorer {
    /// Tells a heuristic that follows paths how the state that is evaluated next was reached.
    #[inline]
    pub(super) fn tell_path(&mut self, state: StateId) {
        if self.evaluation.follows_paths {
            self.evaluation.tell_path(state, self.paths.last_step(state));
        }
    }
}
