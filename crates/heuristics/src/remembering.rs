//! A heuristic that remembers its values, for many searches on one task.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::heuristic::Heuristic;

/// Another heuristic, which is asked only once for each state.
///
/// Values and preferred operators are those of the other heuristic; only the time changes. When the tables would
/// grow beyond the memory allowed, no more states are remembered.
pub struct Remembering {
    heuristic: Box<dyn Heuristic>,
    /// Numbers of states, by the hash of their values.
    numbers: HashTable<u32>,
    /// The values of all states, one after the other, in two bytes each.
    states: Vec<u16>,
    /// The value of each state, and how many words its evaluation read.
    estimates: Vec<[u32; 2]>,
    /// Preferred operators of all states, one after the other, and where those of each state end.
    preferred: Vec<u32>,
    preferred_ends: Vec<usize>,
    max_bytes: usize,
    current: Current,
    scratch: Vec<u16>,
}

/// The state evaluated last.
enum Current {
    Remembered(usize),
    /// Its preferred operators are with the other heuristic.
    Forgotten,
}

impl Remembering {
    /// A heuristic that remembers the values of another, in about so many bytes.
    pub fn new(heuristic: Box<dyn Heuristic>, max_bytes: usize) -> Self {
        Remembering {
            heuristic,
            numbers: HashTable::new(),
            states: Vec::new(),
            estimates: Vec::new(),
            preferred: Vec::new(),
            preferred_ends: Vec::new(),
            max_bytes,
            current: Current::Forgotten,
            scratch: Vec::new(),
        }
    }

    /// Puts the values of a state into `scratch`; false if one of them is too large.
    fn shorten(&mut self, state: &[u32]) -> bool {
        self.scratch.clear();
        self.scratch.extend(state.iter().map(|&value| value as u16));
        state.iter().all(|&value| value <= u32::from(u16::MAX))
    }

    /// What the tables would take with the state in `scratch`. Tables that are full double their size.
    fn bytes_with_one_more(&self) -> usize {
        let preferred = self.heuristic.preferred_operators().len();
        2 * grown(self.states.len(), self.states.capacity(), self.scratch.len())
            + 4 * grown(self.preferred.len(), self.preferred.capacity(), preferred)
            + 8 * grown(self.estimates.len(), self.estimates.capacity(), 1)
            + size_of::<usize>() * grown(self.preferred_ends.len(), self.preferred_ends.capacity(), 1)
            // A number and a byte of its hash each, and an eighth of the table is always free.
            + 6 * grown(self.numbers.len(), self.numbers.capacity(), 1)
    }

    fn remember(&mut self, hash: u64, estimate: u32) -> usize {
        let number = self.estimates.len();
        let width = self.scratch.len();
        let states = &self.states;
        self.numbers
            .insert_unique(hash, number as u32, |&other| hash_of(&states[other as usize * width..][..width]));
        self.states.extend_from_slice(&self.scratch);
        let words = u32::try_from(self.heuristic.words_read()).unwrap_or(u32::MAX);
        self.estimates.push([estimate, words]);
        self.preferred.extend_from_slice(self.heuristic.preferred_operators());
        self.preferred_ends.push(self.preferred.len());
        number
    }
}

impl Heuristic for Remembering {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.current = Current::Forgotten;
        if !self.shorten(state) {
            return self.heuristic.evaluate(state);
        }
        let hash = hash_of(&self.scratch);
        let width = self.scratch.len();
        let is_same = |&other: &u32| self.states[other as usize * width..][..width] == self.scratch[..];
        if let Some(&number) = self.numbers.find(hash, is_same) {
            self.current = Current::Remembered(number as usize);
            return self.estimates[number as usize][0];
        }
        let estimate = self.heuristic.evaluate(state);
        if self.bytes_with_one_more() <= self.max_bytes {
            self.current = Current::Remembered(self.remember(hash, estimate));
        }
        estimate
    }

    /// Relaxed plans are not remembered: few searches ask for them, and seldom.
    fn relaxed_plan(&mut self, state: &[u32], plan: &mut Vec<u32>) -> u32 {
        self.current = Current::Forgotten;
        self.heuristic.relaxed_plan(state, plan)
    }

    fn words(&self) -> u64 {
        self.heuristic.words()
    }

    fn words_read(&self) -> u64 {
        match self.current {
            Current::Forgotten => self.heuristic.words_read(),
            Current::Remembered(number) => u64::from(self.estimates[number][1]),
        }
    }

    fn for_parts_of_the_goal(&self) -> Option<Box<dyn Heuristic>> {
        self.heuristic.for_parts_of_the_goal()
    }

    fn preferred_operators(&self) -> &[u32] {
        match self.current {
            Current::Forgotten => self.heuristic.preferred_operators(),
            Current::Remembered(number) => {
                let start = number.checked_sub(1).map_or(0, |previous| self.preferred_ends[previous]);
                &self.preferred[start..self.preferred_ends[number]]
            }
        }
    }
}

/// The capacity of a table after more elements were added.
fn grown(len: usize, capacity: usize, more: usize) -> usize {
    if len + more <= capacity { capacity } else { (2 * capacity).max(len + more) }
}

fn hash_of(values: &[u16]) -> u64 {
    let mut hasher = FxHasher::default();
    for four in values.chunks(4) {
        hasher.write_u64(four.iter().fold(0, |word, &value| word << 16 | u64::from(value)));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often it is asked.
    struct Sum {
        asked: std::sync::Arc<std::sync::atomic::AtomicU32>,
        preferred: Vec<u32>,
    }

    impl Heuristic for Sum {
        fn evaluate(&mut self, state: &[u32]) -> u32 {
            self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            self.preferred = state.iter().copied().filter(|value| value % 2 == 1).collect();
            state.iter().sum()
        }

        fn preferred_operators(&self) -> &[u32] {
            &self.preferred
        }
    }

    fn asked_after_two_rounds(max_bytes: usize, last: u32) -> u32 {
        let asked = std::sync::Arc::default();
        let sum = Sum { asked: std::sync::Arc::clone(&asked), preferred: Vec::new() };
        let mut heuristic = Remembering::new(Box::new(sum), max_bytes);
        for _ in 0..2 {
            for value in 0..100 {
                assert_eq!(
                    heuristic.evaluate(&[value, 1, value * 7 % 10, 2, last]),
                    value + 3 + value * 7 % 10 + last
                );
                let odd = [value, 1, value * 7 % 10, last].into_iter().filter(|v| v % 2 == 1);
                assert_eq!(heuristic.preferred_operators(), odd.collect::<Vec<_>>());
            }
        }
        asked.load(std::sync::atomic::Ordering::Relaxed)
    }

    #[test]
    fn each_state_is_evaluated_once() {
        assert_eq!(asked_after_two_rounds(1 << 20, 4), 100);
    }

    #[test]
    fn without_memory_or_with_huge_values_nothing_is_remembered() {
        assert_eq!(asked_after_two_rounds(0, 4), 200);
        assert_eq!(asked_after_two_rounds(1 << 20, 70_000), 200);
    }

    #[test]
    fn the_memory_that_is_allocated_counts() {
        let sum = Sum { asked: std::sync::Arc::default(), preferred: Vec::new() };
        let max_bytes = 100_000;
        let mut heuristic = Remembering::new(Box::new(sum), max_bytes);
        for value in 0..10_000 {
            heuristic.evaluate(&[value, 1, 3]);
        }
        let vectors = 2 * heuristic.states.capacity()
            + 4 * heuristic.preferred.capacity()
            + 8 * (heuristic.preferred_ends.capacity() + heuristic.estimates.capacity());
        let allocated = vectors + heuristic.numbers.allocation_size();
        assert!((max_bytes / 3..=max_bytes).contains(&allocated), "{allocated}");
    }
}
