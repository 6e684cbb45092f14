//! All states seen, each once.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

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
/// takes its words and 6 to 11 bytes of the table, depending on how full it is. Hashes are not stored: the
/// table could grow without looking at states, but would take twice the memory.
#[derive(Clone, Debug)]
pub struct StateRegistry {
    words: usize,
    states: Vec<u64>,
    ids: HashTable<u32>,
}

impl StateRegistry {
    /// Most states that a registry can hold.
    pub const CAPACITY: usize = u32::MAX as usize;

    /// An empty registry of states of this many words.
    pub fn new(words: usize) -> Self {
        StateRegistry { words, states: Vec::new(), ids: HashTable::new() }
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether no further state can be numbered; the caller must insert no more.
    pub fn is_full(&self) -> bool {
        self.len() >= Self::CAPACITY
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.states.capacity() * 8 + self.ids.allocation_size()
    }

    /// The words of a state.
    #[inline]
    pub fn packed(&self, state: StateId) -> &[u64] {
        packed(&self.states, self.words, state.0)
    }

    /// Adds a state unless it is known. Returns its number, and whether it is new.
    #[inline]
    pub fn insert(&mut self, state: &[u64]) -> (StateId, bool) {
        let (words, states) = (self.words, &self.states);
        let next = self.ids.len() as u32;
        let entry = self.ids.entry(
            hash(state),
            |&id| packed(states, words, id) == state,
            |&id| hash(packed(states, words, id)),
        );
        match entry {
            Entry::Occupied(entry) => (StateId(*entry.get()), false),
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.states.extend_from_slice(state);
                (StateId(next), true)
            }
        }
    }

    /// The number of a state, if it is known.
    pub fn find(&self, state: &[u64]) -> Option<StateId> {
        self.ids.find(hash(state), |&id| self.packed(StateId(id)) == state).map(|&id| StateId(id))
    }
}

#[inline]
fn packed(states: &[u64], words: usize, id: u32) -> &[u64] {
    let start = id as usize * words;
    &states[start..start + words]
}

/// Hashes a packed state, the same way in every run.
///
/// The two halves of each product are folded together: with a plain product, differences in the upper bits
/// of words would never reach the lower bits of the hash, and packed states differ just as often there.
#[inline]
fn hash(state: &[u64]) -> u64 {
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = 0x2545_f491_4f6c_dd1d;
    for &word in state {
        let product = u128::from(hash ^ word) * u128::from(MULTIPLIER);
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    hash
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
    fn a_task_without_stored_variables_has_one_state() {
        let mut registry = StateRegistry::new(0);
        assert_eq!(registry.insert(&[]), (StateId(0), true));
        assert_eq!(registry.insert(&[]), (StateId(0), false));
        assert_eq!(registry.len(), 1);
    }

    #[test]
    fn states_that_differ_in_few_bits_have_hashes_that_differ_in_low_and_high_bits() {
        // A hash table takes its place from the low bits and its tag from the seven highest.
        let mut low = std::collections::HashSet::new();
        let mut high = std::collections::HashSet::new();
        for word in 0..4 {
            for bits in 0..1024u64 {
                let mut state = [0; 4];
                state[word] = bits << 54;
                low.insert(hash(&state) % (1 << 16));
                high.insert(hash(&state) >> 57);
            }
        }
        assert!(low.len() > 3500, "{} places for 4093 states", low.len());
        assert_eq!(high.len(), 128);
    }
}
