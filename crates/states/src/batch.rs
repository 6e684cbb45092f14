//! Successors of one state, generated some at a time.

use crate::registry::{StateRegistry, finish, sum_after_change, sum_of_words};
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
}

impl SuccessorBatch {
    /// Most successors that a batch holds.
    pub const SIZE: usize = 16;

    /// An empty batch for states of so many words.
    pub(crate) fn new(words: usize) -> Self {
        SuccessorBatch { words, packed: vec![0; words * Self::SIZE], hashes: [0; Self::SIZE] }
    }

    /// Generates the successors that the first of some applicable operators lead to, at most
    /// [`SIZE`](Self::SIZE) of them, and returns these operators. `parent` and `values` are the two forms of
    /// the state they are applied to.
    pub fn generate<'a>(
        &mut self,
        space: &StateSpace,
        registry: &StateRegistry,
        parent: &[u64],
        values: &[u32],
        operators: &'a [u32],
    ) -> &'a [u32] {
        let operators = &operators[..operators.len().min(Self::SIZE)];
        let parent_sum = sum_of_words(parent);
        for (place, &operator) in operators.iter().enumerate() {
            let packed = &mut self.packed[place * self.words..][..self.words];
            space.successor(parent, values, operator, packed);
            let mut sum = parent_sum;
            for (word, (&old, &new)) in parent.iter().zip(&*packed).enumerate() {
                if old != new {
                    sum = sum_after_change(sum, word, old, new);
                }
            }
            self.hashes[place] = finish(sum);
            registry.prefetch(self.hashes[place]);
        }
        if registry.is_large() {
            for &hash in &self.hashes[..operators.len()] {
                registry.prefetch_state(hash);
            }
        }
        operators
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
