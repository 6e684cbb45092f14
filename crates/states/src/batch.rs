//! Successors of one state, generated some at a time.

use crate::registry::{StateRegistry, hash, hash_after_change};
use crate::space::StateSpace;

/// Some successors of one state, packed and with their hashes.
///
/// Whether a successor is known is a question that the memory answers slowly, so the questions for a whole
/// batch are under way at the same time before the first one is looked into.
#[derive(Clone, Debug)]
pub struct SuccessorBatch {
    words: usize,
    packed: Vec<u64>,
    hashes: [u64; SuccessorBatch::SIZE],
    parent_hash: u64,
}

impl SuccessorBatch {
    /// Most successors that a batch holds.
    pub const SIZE: usize = 16;

    /// An empty batch for states of so many words.
    pub(crate) fn new(words: usize) -> Self {
        SuccessorBatch { words, packed: vec![0; words * Self::SIZE], hashes: [0; Self::SIZE], parent_hash: 0 }
    }

    /// Begins with the successors of a state.
    pub fn start(&mut self, parent: &[u64]) {
        self.parent_hash = hash(parent);
    }

    /// Generates the successors that at most [`SIZE`](Self::SIZE) applicable operators lead to. `parent` is
    /// the state that the batch was [started](Self::start) with, and `values` the same unpacked.
    pub fn generate(
        &mut self,
        space: &StateSpace,
        registry: &StateRegistry,
        parent: &[u64],
        values: &[u32],
        operators: &[u32],
    ) {
        for (place, &operator) in operators.iter().enumerate() {
            let packed = &mut self.packed[place * self.words..][..self.words];
            space.successor(parent, values, operator, packed);
            let mut hash = self.parent_hash;
            for (word, (&old, &new)) in parent.iter().zip(&*packed).enumerate() {
                if old != new {
                    hash = hash_after_change(hash, word, old, new);
                }
            }
            self.hashes[place] = hash;
            registry.prefetch(hash);
        }
        for &hash in &self.hashes[..operators.len()] {
            registry.prefetch_state(hash);
        }
    }

    /// The state that the operator in this place of the list leads to.
    #[inline]
    pub fn packed(&self, place: usize) -> &[u64] {
        &self.packed[place * self.words..][..self.words]
    }

    /// Its hash.
    #[inline]
    pub fn hash(&self, place: usize) -> u64 {
        self.hashes[place]
    }
}
