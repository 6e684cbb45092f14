//! Sets of tuples of objects, stored flat, with the indexes that joins need.

use hashbrown::HashTable;

use crate::index::Index;

/// A set of tuples, numbered in the order in which they were added.
///
/// Tuples wait until they are made visible one by one: joins (through indexes) see only visible tuples,
/// which is what makes the evaluation semi-naive.
#[derive(Debug)]
pub struct Relation {
    arity: usize,
    tuples: Vec<u32>,
    len: u32,
    visible: u32,
    membership: Membership,
    indexes: Vec<Index>,
    columns: Vec<ColumnStatistics>,
    num_objects: usize,
}

/// How a tuple is looked up.
#[derive(Debug)]
enum Membership {
    /// Never asked for: tuples are known to be distinct.
    Untracked,
    /// One slot for every possible tuple; `slot = number + 1`, 0 if absent.
    Dense(Vec<u32>),
    /// Hash table of tuple numbers.
    Sparse(HashTable<u32>),
}

/// Which objects occur in a column of the visible tuples.
#[derive(Debug, Clone, Default)]
struct ColumnStatistics {
    seen: Vec<bool>,
    distinct: u32,
}

impl Relation {
    /// An empty relation in which tuples can be looked up.
    pub fn new(arity: usize, num_objects: usize) -> Self {
        Relation::with_membership(arity, num_objects, Membership::Sparse(HashTable::new()))
    }

    /// An empty relation for tuples that are distinct by construction and never looked up.
    pub fn untracked(arity: usize, num_objects: usize) -> Self {
        Relation::with_membership(arity, num_objects, Membership::Untracked)
    }

    fn with_membership(arity: usize, num_objects: usize, membership: Membership) -> Self {
        Relation {
            arity,
            tuples: Vec::new(),
            len: 0,
            visible: 0,
            membership,
            indexes: Vec::new(),
            columns: Vec::new(),
            num_objects,
        }
    }

    /// Number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Number of tuples, visible or not.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of visible tuples.
    pub fn visible(&self) -> u32 {
        self.visible
    }

    /// The tuple with this number.
    #[inline]
    pub fn tuple(&self, number: u32) -> &[u32] {
        let start = number as usize * self.arity;
        &self.tuples[start..start + self.arity]
    }

    /// One component of a tuple.
    #[inline]
    pub fn component(&self, number: u32, column: usize) -> u32 {
        self.tuples[number as usize * self.arity + column]
    }

    /// Adds a tuple if it is new.
    pub fn insert(&mut self, tuple: &[u32]) {
        debug_assert_eq!(tuple.len(), self.arity);
        let number = self.len;
        match &mut self.membership {
            Membership::Untracked => {}
            Membership::Dense(slots) => {
                let slot = &mut slots[dense_slot(tuple, self.num_objects)];
                if *slot != 0 {
                    return;
                }
                *slot = number + 1;
            }
            Membership::Sparse(table) => {
                let hash = hash_tuple(tuple);
                let (tuples, arity) = (&self.tuples, self.arity);
                let at = |n: u32| &tuples[n as usize * arity..(n as usize + 1) * arity];
                if table.find(hash, |&n| at(n) == tuple).is_some() {
                    return;
                }
                table.insert_unique(hash, number, |&n| hash_tuple(at(n)));
            }
        }
        self.tuples.extend_from_slice(tuple);
        self.len += 1;
        self.use_dense_membership_if_it_pays();
    }

    /// A table with a slot for every possible tuple is several times faster than hashing, and not larger
    /// once one in eight possible tuples is there.
    fn use_dense_membership_if_it_pays(&mut self) {
        const LARGEST: usize = 1 << 22;
        if !self.len.is_power_of_two() || !matches!(self.membership, Membership::Sparse(_)) {
            return;
        }
        let possible = (0..self.arity).try_fold(1usize, |p, _| p.checked_mul(self.num_objects));
        let Some(possible) = possible.filter(|&p| p <= LARGEST && p <= 8 * self.len as usize + 4096) else {
            return;
        };
        let mut slots = vec![0; possible];
        for number in 0..self.len {
            slots[dense_slot(self.tuple(number), self.num_objects)] = number + 1;
        }
        self.membership = Membership::Dense(slots);
    }

    /// Whether tuples can be looked up by [`find`](Self::find).
    pub fn is_tracked(&self) -> bool {
        !matches!(self.membership, Membership::Untracked)
    }

    /// The number of a tuple. The relation must be tracked.
    #[inline]
    pub fn find(&self, tuple: &[u32]) -> Option<u32> {
        match &self.membership {
            Membership::Untracked => None,
            Membership::Dense(slots) => slots[dense_slot(tuple, self.num_objects)].checked_sub(1),
            Membership::Sparse(table) => table.find(hash_tuple(tuple), |&n| self.tuple(n) == tuple).copied(),
        }
    }

    /// Makes the next tuple visible to joins and returns its number.
    pub fn reveal_next(&mut self) -> Option<u32> {
        if self.visible == self.len {
            return None;
        }
        let number = self.visible;
        let start = number as usize * self.arity;
        let tuple = &self.tuples[start..start + self.arity];
        for index in &mut self.indexes {
            index.insert(number, tuple, &self.tuples, self.arity);
        }
        for (column, statistics) in self.columns.iter_mut().enumerate() {
            statistics.see(tuple[column]);
        }
        self.visible += 1;
        Some(number)
    }

    /// Makes all tuples visible.
    pub fn reveal_all(&mut self) {
        while self.reveal_next().is_some() {}
    }

    /// Number of an index over these columns, made if there is none. Columns are in increasing order.
    pub fn index_over(&mut self, columns: &[usize]) -> usize {
        if let Some(known) = self.indexes.iter().position(|i| i.columns() == columns) {
            return known;
        }
        let mut index = Index::new(columns.to_vec(), self.num_objects);
        for number in 0..self.visible {
            let start = number as usize * self.arity;
            index.insert(number, &self.tuples[start..start + self.arity], &self.tuples, self.arity);
        }
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// The first visible tuple whose indexed columns have these values.
    #[inline]
    pub fn first_match(&self, index: usize, key: &[u32]) -> Option<u32> {
        self.indexes[index].first(key, &self.tuples, self.arity)
    }

    /// The next tuple that agrees with this one in the indexed columns.
    #[inline]
    pub fn next_match(&self, index: usize, number: u32) -> Option<u32> {
        self.indexes[index].next(number)
    }

    /// Estimates how many visible tuples agree with given values in these columns.
    pub fn expected_matches(&mut self, columns: &[usize]) -> f64 {
        if self.columns.is_empty() {
            self.collect_statistics();
        }
        let mut expected = f64::from(self.visible);
        for &column in columns {
            expected /= f64::from(self.columns[column].distinct.max(1));
        }
        expected
    }

    fn collect_statistics(&mut self) {
        self.columns = vec![ColumnStatistics::default(); self.arity];
        for (column, statistics) in self.columns.iter_mut().enumerate() {
            for number in 0..self.visible as usize {
                statistics.see(self.tuples[number * self.arity + column]);
            }
        }
    }
}

impl ColumnStatistics {
    fn see(&mut self, object: u32) {
        let object = object as usize;
        if object >= self.seen.len() {
            self.seen.resize(object + 1, false);
        }
        if !std::mem::replace(&mut self.seen[object], true) {
            self.distinct += 1;
        }
    }
}

#[inline]
fn dense_slot(tuple: &[u32], num_objects: usize) -> usize {
    tuple.iter().fold(0, |slot, &object| slot * num_objects + object as usize)
}

#[inline]
fn hash_tuple(tuple: &[u32]) -> u64 {
    hash_values(tuple.iter().copied())
}

/// Multiplicative hash of a sequence. Deterministic, as every hash in the planner has to be.
#[inline]
pub fn hash_values(values: impl IntoIterator<Item = u32>) -> u64 {
    const MULTIPLIER: u64 = 0xf135_7aea_2e62_a9c5;
    let mix = |h: u64, x: u32| (h.rotate_left(5) ^ u64::from(x)).wrapping_mul(MULTIPLIER);
    let hash = values.into_iter().fold(0, mix);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_kept_once_and_found_before_and_after_growing_dense() {
        let mut relation = Relation::new(2, 100);
        for round in 0..2 {
            for a in 0..100 {
                for b in 0..50 {
                    relation.insert(&[a, b]);
                }
            }
            assert_eq!(relation.len(), 5000, "round {round}");
        }
        assert!(matches!(relation.membership, Membership::Dense(_)));
        assert_eq!(relation.find(&[3, 7]), Some(157));
        assert_eq!(relation.find(&[3, 70]), None);
    }

    #[test]
    fn indexes_see_visible_tuples_only() {
        let mut relation = Relation::new(3, 10);
        relation.insert(&[1, 2, 3]);
        relation.insert(&[1, 5, 3]);
        let index = relation.index_over(&[0, 2]);
        assert_eq!(relation.first_match(index, &[1, 3]), None);
        relation.reveal_all();
        let first = relation.first_match(index, &[1, 3]).unwrap();
        let second = relation.next_match(index, first).unwrap();
        assert_eq!((first, second, relation.next_match(index, second)), (1, 0, None));
        let late = relation.index_over(&[1]);
        assert_eq!(relation.first_match(late, &[5]), Some(1));
    }

    #[test]
    fn expectations_come_from_distinct_values() {
        let mut relation = Relation::new(2, 10);
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 3)] {
            relation.insert(&[a, b]);
        }
        relation.reveal_all();
        assert_eq!(relation.expected_matches(&[0]), 2.0);
        assert_eq!(relation.expected_matches(&[1]), 1.5);
    }
}
