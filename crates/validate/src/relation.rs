//! The true atoms of one predicate, as a set of tuples of objects that can be searched by any argument.
//!
//! Tuples are stored once, when they first become true, and known by a number from then on. Which of them
//! are true now is kept exactly, in one list and in one list per argument position and object, so that a
//! join never walks over atoms that were true only earlier in the plan. The lists per position are built
//! when the first join asks for them: most predicates are only ever looked up.

use std::cell::OnceCell;
use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Number of an interned tuple within its relation.
pub(crate) type TupleId = u32;

const ABSENT: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Relation {
    arity: usize,
    /// The objects of all interned tuples, one tuple after another.
    objects: Vec<u32>,
    lookup: HashTable<TupleId>,
    now: TrueList,
    by_position: Vec<OnceCell<PositionIndex>>,
    version: u64,
}

/// A list with constant-time removal: `place` says for each tuple where in the list it stands.
#[derive(Default)]
struct TrueList {
    list: Vec<TupleId>,
    place: Vec<u32>,
}

/// For one argument position: the true tuples by the object that stands there.
#[derive(Default)]
struct PositionIndex {
    lists: FxHashMap<u32, Vec<TupleId>>,
    place: Vec<u32>,
}

impl Relation {
    pub(crate) fn new(arity: usize) -> Self {
        Relation { arity, by_position: (0..arity).map(|_| OnceCell::new()).collect(), ..Relation::default() }
    }

    /// Grows whenever the set of true atoms changes.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// The objects of a tuple.
    pub(crate) fn tuple(&self, id: TupleId) -> &[u32] {
        &self.objects[id as usize * self.arity..][..self.arity]
    }

    /// Whether the atom with these arguments is true.
    pub(crate) fn contains(&self, arguments: impl Iterator<Item = u32> + Clone) -> bool {
        self.find(arguments).is_some_and(|id| self.now.place[id as usize] != ABSENT)
    }

    /// All true tuples.
    pub(crate) fn all(&self) -> &[TupleId] {
        &self.now.list
    }

    /// The true tuples that have the object at the position.
    pub(crate) fn with_object_at(&self, position: usize, object: u32) -> &[TupleId] {
        let index = self.by_position[position].get_or_init(|| {
            let mut index = PositionIndex::default();
            for &id in &self.now.list {
                index.insert(id, self.tuple(id)[position]);
            }
            index
        });
        index.lists.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Makes an atom true; returns whether it was false before.
    pub(crate) fn insert(&mut self, arguments: &[u32]) -> bool {
        let id = self.intern(arguments);
        if self.now.place[id as usize] != ABSENT {
            return false;
        }
        self.version += 1;
        self.now.insert(id);
        for (position, index) in self.by_position.iter_mut().enumerate() {
            if let Some(index) = index.get_mut() {
                index.insert(id, arguments[position]);
            }
        }
        true
    }

    /// Makes an atom false; returns whether it was true before.
    pub(crate) fn remove(&mut self, arguments: &[u32]) -> bool {
        let Some(id) = self.find(arguments.iter().copied()) else { return false };
        if self.now.place[id as usize] == ABSENT {
            return false;
        }
        self.version += 1;
        self.now.remove(id);
        for (position, index) in self.by_position.iter_mut().enumerate() {
            if let Some(index) = index.get_mut() {
                index.remove(id, arguments[position]);
            }
        }
        true
    }

    /// Makes all atoms false.
    pub(crate) fn clear(&mut self) {
        self.version += 1;
        self.now.list.clear();
        self.now.place.fill(ABSENT);
        self.by_position.iter_mut().for_each(|index| drop(index.take()));
    }

    fn find(&self, arguments: impl Iterator<Item = u32> + Clone) -> Option<TupleId> {
        let hash = hash(arguments.clone());
        self.lookup.find(hash, |&id| self.tuple(id).iter().copied().eq(arguments.clone())).copied()
    }

    fn intern(&mut self, arguments: &[u32]) -> TupleId {
        if let Some(id) = self.find(arguments.iter().copied()) {
            return id;
        }
        let id = self.now.place.len() as TupleId;
        self.objects.extend_from_slice(arguments);
        self.now.place.push(ABSENT);
        let (objects, arity) = (&self.objects, self.arity);
        let rehash = |&id: &TupleId| hash(objects[id as usize * arity..][..arity].iter().copied());
        self.lookup.insert_unique(hash(arguments.iter().copied()), id, rehash);
        id
    }
}

fn hash(arguments: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    arguments.for_each(|object| hasher.write_u32(object));
    hasher.finish()
}

impl TrueList {
    fn insert(&mut self, id: TupleId) {
        self.place[id as usize] = self.list.len() as u32;
        self.list.push(id);
    }

    fn remove(&mut self, id: TupleId) {
        swap_remove(&mut self.list, &mut self.place, id);
    }
}

impl PositionIndex {
    fn insert(&mut self, id: TupleId, object: u32) {
        let list = self.lists.entry(object).or_default();
        if self.place.len() <= id as usize {
            self.place.resize(id as usize + 1, ABSENT);
        }
        self.place[id as usize] = list.len() as u32;
        list.push(id);
    }

    fn remove(&mut self, id: TupleId, object: u32) {
        if let Some(list) = self.lists.get_mut(&object) {
            swap_remove(list, &mut self.place, id);
        }
    }
}

fn swap_remove(list: &mut Vec<TupleId>, place: &mut [u32], id: TupleId) {
    let at = place[id as usize];
    place[id as usize] = ABSENT;
    list.swap_remove(at as usize);
    if let Some(&moved) = list.get(at as usize) {
        place[moved as usize] = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(relation: &Relation, ids: &[TupleId]) -> Vec<Vec<u32>> {
        let mut tuples: Vec<_> = ids.iter().map(|&id| relation.tuple(id).to_vec()).collect();
        tuples.sort();
        tuples
    }

    #[test]
    fn indices_built_early_and_late_follow_every_change() {
        let mut relation = Relation::new(2);
        assert!(relation.with_object_at(0, 1).is_empty());
        for tuple in [[1, 2], [1, 3], [2, 3], [1, 4]] {
            assert!(relation.insert(&tuple));
        }
        assert!(!relation.insert(&[1, 2]));
        assert!(relation.remove(&[1, 2]));
        assert!(!relation.remove(&[1, 2]));
        assert!(!relation.remove(&[9, 9]));
        assert_eq!(sorted(&relation, relation.with_object_at(0, 1)), [[1, 3], [1, 4]]);
        assert_eq!(sorted(&relation, relation.with_object_at(1, 3)), [[1, 3], [2, 3]]);
        assert!(relation.remove(&[1, 3]));
        assert!(relation.insert(&[1, 2]));
        assert_eq!(sorted(&relation, relation.with_object_at(0, 1)), [[1, 2], [1, 4]]);
        assert_eq!(sorted(&relation, relation.with_object_at(1, 3)), [[2, 3]]);
        assert_eq!(sorted(&relation, relation.all()), [[1, 2], [1, 4], [2, 3]]);
        assert!(relation.contains([1, 4].into_iter()) && !relation.contains([1, 3].into_iter()));
    }

    #[test]
    fn atoms_without_arguments_are_true_or_false() {
        let mut relation = Relation::new(0);
        assert!(!relation.contains([].into_iter()));
        assert!(relation.insert(&[]));
        assert!(relation.contains([].into_iter()));
        assert!(relation.remove(&[]));
        assert!(!relation.contains([].into_iter()));
    }

    #[test]
    fn clearing_forgets_all_and_counts_as_a_change() {
        let mut relation = Relation::new(1);
        relation.insert(&[5]);
        assert_eq!(relation.with_object_at(0, 5).len(), 1);
        let before = relation.version();
        relation.clear();
        assert!(relation.version() > before);
        assert!(relation.all().is_empty() && relation.with_object_at(0, 5).is_empty());
        assert!(relation.insert(&[5]));
        assert_eq!(relation.with_object_at(0, 5).len(), 1);
    }
}
