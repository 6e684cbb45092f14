//! Novelty: whether a state shows facts, or pairs of facts, that were not seen together before.
//!
//! States are compared only with earlier ones of the same partition, which is a pair of numbers, usually the
//! values of two heuristics. A partition has a bit for each fact and one for each unordered pair of facts,
//! made when its first state comes. The bits of pairs are a triangle: the row of a fact has a column for
//! each smaller fact. Derived variables follow from the others and are left out. Bits are numbered by `u64`: where
//! addresses have 32 bits, those of a table of 2 GiB would not fit into `usize`.

use extremal_sas::Task;
use rustc_hash::FxHashMap;

/// Measures how novel states are; remembers what it was shown.
#[derive(Clone, Debug)]
pub struct Novelty {
    /// For each variable the number of its value 0 among the facts, or [`DERIVED`].
    first: Vec<u32>,
    num_facts: u64,
    width: u8,
    memory_limit: usize,
    memory: usize,
    numbers: FxHashMap<(u32, u32), u32>,
    partitions: Vec<Partition>,
    /// The facts of the state that is looked at, increasing, and where each variable is among them.
    facts: Vec<u64>,
    position: Vec<u32>,
}

const DERIVED: u32 = u32::MAX;

/// What was seen in a partition. A table that did not fit into memory is empty.
#[derive(Clone, Debug, Default)]
struct Partition {
    facts: Vec<u64>,
    pairs: Vec<u64>,
}

impl Novelty {
    /// The value of states that are not novel.
    pub const NONE: u8 = 3;

    /// Prepares to look at sets of up to `width` facts, which is 1 or 2, with tables of up to `memory_limit`
    /// bytes.
    ///
    /// A partition whose pairs do not fit any more has only its facts tracked, and one whose facts do not
    /// fit either is not tracked at all: all its states count as known.
    pub fn new(task: &Task, width: u8, memory_limit: usize) -> Self {
        let mut num_facts = 0;
        let mut num_variables = 0;
        let mut first = Vec::with_capacity(task.variables.len());
        let mut position = Vec::with_capacity(task.variables.len());
        for variable in &task.variables {
            position.push(num_variables);
            if variable.axiom_layer.is_some() {
                first.push(DERIVED);
            } else {
                first.push(num_facts as u32);
                num_facts += variable.values.len() as u64;
                num_variables += 1;
            }
        }
        let facts = Vec::with_capacity(num_variables as usize);
        Novelty {
            first,
            num_facts,
            width,
            memory_limit,
            memory: 0,
            numbers: FxHashMap::default(),
            partitions: Vec::new(),
            facts,
            position,
        }
    }

    /// Bytes of all tables.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The size of the smallest set of facts of a state that no state shown before in this partition had:
    /// 1, 2, or [`Novelty::NONE`]. Everything the state has counts as seen from then on.
    ///
    /// `changed` may be given if a state was shown in the same partition that differs from this one in no
    /// other variables; it makes no difference but saves time.
    pub fn evaluate(&mut self, partition: (u32, u32), state: &[u32], changed: Option<&[u32]>) -> u8 {
        let number = self.partition(partition);
        if let (1, Some(changed)) = (self.width, changed) {
            return Self::value(self.insert_facts(number, state, changed), false);
        }
        self.find_facts(state);
        let Some(changed) = changed else {
            let Partition { facts: seen_facts, pairs: seen_pairs } = &mut self.partitions[number];
            let (mut new_facts, mut new_pairs) = (false, false);
            for (at, &fact) in self.facts.iter().enumerate() {
                new_facts |= insert(seen_facts, fact);
                new_pairs |= insert_row(seen_pairs, fact, &self.facts[..at]);
            }
            return Self::value(new_facts, new_pairs);
        };
        let (new_facts, new_pairs) = self.insert_changed(number, changed);
        Self::value(new_facts, new_pairs)
    }

    /// The same for states of so many variables that looking at all pairs would take longer than anything
    /// else: of pairs, only those with a fact that has just changed are looked at, though others may be new
    /// in this partition.
    pub fn evaluate_roughly(&mut self, partition: (u32, u32), state: &[u32], changed: &[u32]) -> u8 {
        let number = self.partition(partition);
        self.find_facts(state);
        let seen = &mut self.partitions[number].facts;
        let new_facts = self.facts.iter().fold(false, |any, &fact| any | insert(seen, fact));
        let (_, new_pairs) = self.insert_changed(number, changed);
        Self::value(new_facts, new_pairs)
    }

    fn find_facts(&mut self, state: &[u32]) {
        self.facts.clear();
        let basic = self.first.iter().zip(state).filter(|(first, _)| **first != DERIVED);
        self.facts.extend(basic.map(|(first, value)| u64::from(*first) + u64::from(*value)));
    }

    /// Inserts the facts of some variables alone; whether one of them is new.
    fn insert_facts(&mut self, partition: usize, state: &[u32], changed: &[u32]) -> bool {
        let seen = &mut self.partitions[partition].facts;
        let basic = changed.iter().filter(|&&variable| self.first[variable as usize] != DERIVED);
        basic.fold(false, |any, &variable| {
            let fact = u64::from(self.first[variable as usize]) + u64::from(state[variable as usize]);
            any | insert(seen, fact)
        })
    }

    /// Inserts the facts of some variables and their pairs; whether there is a new fact, and a new pair.
    fn insert_changed(&mut self, partition: usize, changed: &[u32]) -> (bool, bool) {
        let Partition { facts: seen_facts, pairs: seen_pairs } = &mut self.partitions[partition];
        let facts = &self.facts[..];
        let (mut new_facts, mut new_pairs) = (false, false);
        for &variable in changed {
            if self.first[variable as usize] != DERIVED {
                let at = self.position[variable as usize] as usize;
                new_facts |= insert(seen_facts, facts[at]);
                new_pairs |= insert_row(seen_pairs, facts[at], &facts[..at]);
                new_pairs |= insert_column(seen_pairs, facts[at], &facts[at + 1..]);
            }
        }
        (new_facts, new_pairs)
    }

    fn value(new_facts: bool, new_pairs: bool) -> u8 {
        match (new_facts, new_pairs) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => Self::NONE,
        }
    }

    /// The number of a partition, which may be new.
    fn partition(&mut self, values: (u32, u32)) -> usize {
        let next = self.partitions.len() as u32;
        let number = *self.numbers.entry(values).or_insert(next);
        if number == next {
            let fact_words = self.num_facts.div_ceil(64);
            let facts = self.table(fact_words);
            let pair_words = row(self.num_facts).div_ceil(64);
            let pairs = if self.width > 1 { self.table(pair_words) } else { Vec::new() };
            self.partitions.push(Partition { facts, pairs });
        }
        number as usize
    }

    /// A table of this many words, or an empty one if there is no memory for it.
    fn table(&mut self, words: u64) -> Vec<u64> {
        let bytes = words.saturating_mul(size_of::<u64>() as u64);
        if bytes > (self.memory_limit - self.memory) as u64 {
            return Vec::new();
        }
        self.memory += bytes as usize;
        vec![0; words as usize]
    }
}

/// Where the row of a fact begins in the triangle of pairs.
fn row(fact: u64) -> u64 {
    fact * fact.saturating_sub(1) / 2
}

/// Sets a bit; whether it was not set before. What the table has no room for is never new.
#[inline]
fn insert(table: &mut [u64], bit: u64) -> bool {
    let Some(word) = table.get_mut((bit / 64) as usize) else { return false };
    let mask = 1 << (bit % 64);
    let is_new = *word & mask == 0;
    *word |= mask;
    is_new
}

/// Inserts the pairs of a fact with smaller ones, if pairs are tracked; whether one of them is new.
fn insert_row(pairs: &mut [u64], fact: u64, smaller: &[u64]) -> bool {
    if pairs.is_empty() {
        return false;
    }
    let start = row(fact);
    smaller.iter().fold(false, |any, other| any | insert(pairs, start + other))
}

/// The same with larger ones.
fn insert_column(pairs: &mut [u64], fact: u64, larger: &[u64]) -> bool {
    if pairs.is_empty() {
        return false;
    }
    larger.iter().fold(false, |any, &other| any | insert(pairs, row(other) + fact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::task;

    #[test]
    fn facts_and_pairs_are_new_once_in_each_partition() {
        let mut novelty = Novelty::new(&task(&[2, 2, 2], &[], &[]), 2, 1 << 20);
        let (here, there) = ((0, 0), (0, 1));
        assert_eq!(novelty.evaluate(here, &[0, 0, 0], None), 1);
        assert_eq!(novelty.evaluate(here, &[1, 1, 0], Some(&[0, 1])), 1);
        assert_eq!(novelty.evaluate(here, &[1, 0, 0], Some(&[1])), 2);
        assert_eq!(novelty.evaluate(here, &[1, 0, 0], None), Novelty::NONE);
        assert_eq!(novelty.evaluate(there, &[1, 0, 0], None), 1);
    }

    #[test]
    fn roughly_all_facts_but_only_pairs_of_changed_ones_are_looked_at() {
        let mut novelty = Novelty::new(&task(&[2, 2, 2], &[], &[]), 2, 1 << 20);
        assert_eq!(novelty.evaluate_roughly((0, 0), &[0, 0, 0], &[]), 1);
        assert_eq!(novelty.evaluate_roughly((0, 0), &[1, 1, 1], &[]), 1);
        assert_eq!(novelty.evaluate_roughly((0, 0), &[1, 1, 0], &[2]), 2);
        // The pair of the first two is new, too, but neither has changed.
        assert_eq!(novelty.evaluate_roughly((0, 0), &[0, 1, 1], &[]), Novelty::NONE);
    }

    #[test]
    fn pairs_that_do_not_fit_into_memory_are_not_tracked() {
        // Twenty facts need a word, and their 190 pairs need three.
        let task = task(&[10, 10], &[], &[]);
        let mut novelty = Novelty::new(&task, 2, 8 * 6);
        let mut evaluate = |partition, state| {
            let value = novelty.evaluate(partition, state, None);
            (value, novelty.memory())
        };
        assert_eq!(evaluate((0, 0), &[0, 0]), (1, 8 * 4));
        assert_eq!(evaluate((1, 0), &[0, 0]), (1, 8 * 5));
        assert_eq!(evaluate((2, 0), &[0, 0]), (1, 8 * 6));
        assert_eq!(evaluate((3, 0), &[0, 0]), (Novelty::NONE, 8 * 6));
        for (partition, expected) in [(0, 2), (1, Novelty::NONE), (2, Novelty::NONE)] {
            assert_eq!(evaluate((partition, 0), &[1, 1]).0, 1);
            assert_eq!(evaluate((partition, 0), &[0, 1]).0, expected);
        }
    }
}
