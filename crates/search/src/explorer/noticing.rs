//! What is noticed of states besides their heuristic values.

use extremal_states::StateId;

use super::Explorer;
use crate::features::Found;
use crate::generation::Generation;

impl Explorer {
    /// Looks at landmarks and novelty of the state in `successor_values`, which was just evaluated or has its parent's value. Landmarks may
    /// see a dead end where the heuristic sees none.
    #[inline]
    pub(super) fn record_features(
        &mut self,
        state: StateId,
        parent: Option<StateId>,
        h: Option<u32>,
    ) -> Option<u32> {
        let Some(features) = &mut self.features else { return h };
        let Generation { values: parent_values, successor_values: values, .. } = &self.generation;
        h.filter(|&h| features.found(&Found { state, parent, values, parent_values, h }))
    }

    /// A state that was reached without a value has got one.
    pub(super) fn revalue(&mut self, state: StateId, h: u32) {
        if let Some(features) = &mut self.features {
            features.revalue(state, h);
        }
    }
}
