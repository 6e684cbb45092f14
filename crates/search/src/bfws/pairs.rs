//! Pairs of facts that were seen, in bounded memory.

use extremal_sas::Task;

/// Remembers pairs of facts by a bit each. Two pairs may have the same bit, so that a new pair passes for a known one
/// now and then; a table for all pairs of all partitions would take gigabytes.
#[derive(Debug)]
pub(super) struct Pairs {
    /// For each variable the number of its value 0 among the facts. Derived variables follow from the others.
    first: Vec<Option<u32>>,
    bits: Vec<u64>,
    /// What is left of a hash after this shift is the number of a bit.
    shift: u32,
    facts: Vec<u32>,
}

/// Bits of the largest table, which takes 128 MiB, and for how many partitions a small one has room.
const LARGEST: u64 = 1 << 30;
const PARTITIONS: u64 = 64;

impl Pairs {
    /// No pair of facts of the task has been seen.
    pub fn new(task: &Task) -> Self {
        let mut len = 0;
        let first = task.variables.iter().map(|variable| {
            let first = len;
            len += variable.values.len() as u32;
            variable.axiom_layer.is_none().then_some(first)
        });
        let first = first.collect();
        let pairs = u64::from(len).saturating_mul(u64::from(len)) / 2;
        let bits = pairs.saturating_mul(PARTITIONS).clamp(1 << 10, LARGEST).next_power_of_two();
        Pairs {
            first,
            bits: vec![0; (bits / 64) as usize],
            shift: 64 - bits.trailing_zeros(),
            facts: Vec::new(),
        }
    }

    /// The memory of the table.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.bits[..])
    }

    /// Whether a fact of one of the `changed` variables makes a pair with another fact of a state that was not seen in
    /// this partition before; all such pairs are known from now on. Adds the number of pairs to `looked_at`.
    pub fn show(
        &mut self,
        partition: (u32, u32),
        state: &[u32],
        changed: impl Iterator<Item = u32>,
        looked_at: &mut u64,
    ) -> bool {
        self.facts.clear();
        let facts =
            self.first.iter().zip(state).filter_map(|(first, value)| first.map(|first| first + value));
        self.facts.extend(facts);
        let salt = (u64::from(partition.0) << 32 | u64::from(partition.1)).wrapping_mul(SALT);
        let mut is_new = false;
        for variable in changed {
            let Some(first) = self.first[variable as usize] else { continue };
            let fact = first + state[variable as usize];
            *looked_at += self.facts.len() as u64;
            for &other in &self.facts {
                let pair = u64::from(fact.min(other)) << 32 | u64::from(fact.max(other));
                let bit = hash(pair ^ salt) >> self.shift;
                let (word, mask) = (&mut self.bits[(bit / 64) as usize], 1 << (bit % 64));
                is_new |= *word & mask == 0;
                *word |= mask;
            }
        }
        is_new
    }
}

const SALT: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn hash(key: u64) -> u64 {
    const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
    const SECOND: u64 = 0x94d0_49bb_1331_11eb;
    let mixed = (key ^ (key >> 30)).wrapping_mul(FIRST);
    (mixed ^ (mixed >> 27)).wrapping_mul(SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_new_once_in_each_partition() {
        let mut task = Task::trivial(true);
        let variable = task.variables[0].clone();
        task.variables = vec![variable; 3];
        task.variables.iter_mut().for_each(|variable| variable.values = vec![String::new(); 2]);
        let mut pairs = Pairs::new(&task);
        let mut looked_at = 0;
        let mut show = |partition, state: [u32; 3], changed| {
            pairs.show(partition, &state, [changed].into_iter(), &mut looked_at)
        };
        assert!(show((0, 0), [0, 0, 0], 0));
        assert!(!show((0, 0), [0, 0, 0], 0));
        assert!(show((0, 0), [0, 1, 0], 1));
        assert!(!show((0, 0), [0, 1, 0], 0));
        // The second and the third have not been seen together, but only the first has changed.
        assert!(show((0, 0), [1, 1, 1], 0));
        assert!(!show((0, 0), [1, 1, 1], 0));
        assert!(show((0, 0), [1, 1, 1], 2));
        assert!(show((0, 1), [0, 0, 0], 0));
        assert_eq!(looked_at, 8 * 3);
    }
}
