//! All states seen, each once.

use crate::id_table::{IdTable, prefetch};

/// The number of a registered state; states are numbered from 0 in order of insertion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u32);

impl StateId {
    /// The number as an index into vectors of what a search knows of each state.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of packed states with numbers.
///
/// States lie one after the other in one vector, and a hash table of their numbers finds duplicates. A state
/// takes its words and 7 to 10 bytes of the table, depending on how full it is. Hashes are not stored: the
/// table could grow without looking at states, but would take twice the memory.
#[derive(Clone, Debug)]
pub struct StateRegistry {
    words: usize,
    states: Vec<u64>,
    ids: IdTable,
}

impl StateRegistry {
    /// Most states that a registry can hold.
    pub const CAPACITY: usize = u32::MAX as usize;

    /// An empty registry of states of this many words.
    pub fn new(words: usize) -> Self {
        StateRegistry { words, states: Vec::new(), ids: IdTable::default() }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether no further state can be numbered; the caller must insert no more.
    pub fn is_full(&self) -> bool {
        self.len() >= Self::CAPACITY
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.states.capacity() * 8 + self.ids.memory()
    }

    /// How many bytes are allocated at once when so many states more come; 0 while there is room for them.
    #[inline]
    pub fn growth(&self, more: usize) -> usize {
        self.ids.growth(more)
    }

    /// Whether there are more states than the caches of a processor can be expected to hold.
    #[inline]
    pub fn is_large(&self) -> bool {
        const SMALL: usize = 1 << 16;
        self.states.len() > SMALL
    }

    /// The words of a state.
    #[inline]
    pub fn packed(&self, state: StateId) -> &[u64] {
        packed(&self.states, self.words, state.0)
    }

    /// Adds a state unless it is known. Returns its number, and whether it is new.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> (StateId, bool) {
        self.insert_hashed(state, hash(state))
    }

    /// [`insert`](Self::insert) for a state whose [`hash`] is known.
    #[inline]
    pub fn insert_hashed(&mut self, state: &[u64], hash_of_state: u64) -> (StateId, bool) {
        debug_assert_eq!(hash_of_state, hash(state));
        let (words, states) = (self.words, &self.states);
        let known = self.ids.find(hash_of_state, |id| packed(states, words, id) == state);
        if let Some(id) = known {
            return (StateId(id), false);
        }
        let next = self.ids.len() as u32;
        self.ids.push(hash_of_state, |id| hash(packed(states, words, id)));
        self.states.extend_from_slice(state);
        (StateId(next), true)
    }

    /// Begins to load the part of the table that [`insert_hashed`](Self::insert_hashed) will look at.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        self.ids.prefetch(hash);
    }

    /// Begins to load the known state that is likely to be the one with this hash, if there is one. Worth it
    /// some time after [`prefetch`](Self::prefetch).
    #[inline]
    pub fn prefetch_state(&self, hash: u64) {
        let likely = self.ids.find(hash, |_| true);
        if let Some(word) = likely.and_then(|id| self.states.get(id as usize * self.words)) {
            prefetch(word);
        }
    }

    /// The number of a state, if it is known.
    pub fn find(&self, state: &[u64]) -> Option<StateId> {
        self.find_hashed(state, hash(state))
    }

    /// [`find`](Self::find) for a state whose hash is known.
    #[inline]
    pub fn find_hashed(&self, state: &[u64], hash_of_state: u64) -> Option<StateId> {
        debug_assert_eq!(hash_of_state, hash(state));
        self.ids.find(hash_of_state, |id| self.packed(StateId(id)) == state).map(StateId)
    }

    /// The hash of a packed state, the same in every run.
    pub fn hash(state: &[u64]) -> u64 {
        hash(state)
    }
}

#[inline]
fn packed(states: &[u64], words: usize, id: u32) -> &[u64] {
    let start = id as usize * words;
    &states[start..start + words]
}

/// Hashes a packed state, the same way in every run.
#[inline]
pub fn hash(state: &[u64]) -> u64 {
    finish(sum_of_words(state))
}

/// What a hash is made from: a sum over words, so that the sum of a successor follows from that of its parent
/// and the words that differ.
#[inline]
pub(crate) fn sum_of_words(state: &[u64]) -> u64 {
    state.iter().enumerate().fold(0, |sum: u64, (place, &word)| sum.wrapping_add(share(place, word)))
}

/// The sum of a state that differs in one word from another one.
#[inline]
pub(crate) fn sum_after_change(sum: u64, place: usize, old: u64, new: u64) -> u64 {
    sum.wrapping_sub(share(place, old)).wrapping_add(share(place, new))
}

/// Makes a hash of a sum. Equal changes in different words change the sum by nearly equal amounts, so that
/// sums of states that are alike lie close together; all their bits must tell them apart.
#[inline]
pub(crate) fn finish(sum: u64) -> u64 {
    const MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;
    let mixed = (sum ^ (sum >> 32)).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 32)
}

/// What a word adds to the sum.
///
/// The two halves of the product are folded together: with a plain product, differences in the upper bits
/// of words would never reach the lower bits of the sum, and packed states differ just as often there.
#[inline]
fn share(place: usize, word: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    const STEP: u64 = 0xd1b5_4a32_d192_ed03;
    let key = STEP.wrapping_mul(place as u64 + 1);
    let product = u128::from(word ^ key) * u128::from(MULTIPLIER);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_in_order_and_known_ones_found() {
        let mut registry = StateRegistry::new(2);
        let states: Vec<[u64; 2]> = (0..10_000u64).map(|n| [n % 97, n << 50]).collect();
        for (number, state) in states.iter().enumerate() {
            assert_eq!(registry.find(state), None);
            assert_eq!(registry.insert(state), (StateId(number as u32), true));
        }
        for (number, state) in states.iter().enumerate() {
            assert_eq!(registry.insert(state), (StateId(number as u32), false));
            assert_eq!(registry.packed(StateId(number as u32)), state);
        }
        assert_eq!(registry.len(), 10_000);
    }

    #[test]
    fn growth_is_told_before_it_comes() {
        let mut registry = StateRegistry::new(1);
        let mut growths = 0;
        for number in 0..1000 {
            let (growth, before) = (registry.growth(1), registry.ids.memory());
            registry.insert(&[number]);
            assert_eq!(registry.ids.memory(), before + growth);
            growths += u32::from(growth > 0);
        }
        assert!(growths > 3, "{growths}");
        assert_eq!((registry.growth(0), registry.growth(1) > 0 || registry.growth(1 << 20) > 0), (0, true));
    }

    #[test]
    fn a_task_without_stored_variables_has_one_state() {
        let mut registry = StateRegistry::new(0);
        assert_eq!(registry.insert(&[]), (StateId(0), true));
        assert_eq!(registry.insert(&[]), (StateId(0), false));
        assert_eq!(registry.len(), 1);
    }

    #[test]
    fn states_that_are_alike_lie_in_different_places() {
        // Fields of the same few bits at the same place of several words, as objects of one kind make them.
        for (words, bits, shift) in [(5, 3, 31), (4, 3, 31), (8, 2, 30), (16, 1, 31), (8, 2, 10), (1, 16, 48)]
        {
            let mut registry = StateRegistry::new(words);
            for number in 0..1u64 << (words * bits).min(16) {
                let field = |word: usize| ((number >> (word * bits)) & ((1 << bits) - 1)) << shift;
                registry.insert(&(0..words).map(field).collect::<Vec<_>>());
            }
            let hashes = (0..registry.len() as u32).map(|id| hash(registry.packed(StateId(id))));
            let visited: usize = hashes.map(|hash| registry.ids.chunks_visited(hash)).sum();
            let mean = visited as f64 / registry.len() as f64;
            assert!(mean < 2.0, "{mean} chunks on average with {words} words, {bits} bits at {shift}");
        }
    }
}
