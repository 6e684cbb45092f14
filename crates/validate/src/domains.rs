//! The objects that a variable ranges over.

use extremal_pddl::task::{ObjectId, Task, TypeId, Variable};
use rustc_hash::FxHashMap;

/// Index into [`Domains`].
pub(crate) type DomainId = u32;

/// One set of objects for each list of types that some variable has.
pub(crate) struct Domains<'a> {
    task: &'a Task,
    sets: Vec<Vec<u32>>,
    by_types: FxHashMap<&'a [TypeId], DomainId>,
}

impl<'a> Domains<'a> {
    pub(crate) fn new(task: &'a Task) -> Self {
        Domains { task, sets: Vec::new(), by_types: FxHashMap::default() }
    }

    /// The domains of the variables of a scope, by number.
    pub(crate) fn of_scope(&mut self, variables: &'a [Variable]) -> Box<[DomainId]> {
        variables.iter().map(|variable| self.of_types(&variable.types)).collect()
    }

    fn of_types(&mut self, types: &'a [TypeId]) -> DomainId {
        *self.by_types.entry(types).or_insert_with(|| {
            let objects = 0..self.task.objects.len() as u32;
            self.sets.push(objects.filter(|&o| self.task.object_has_type(ObjectId(o), types)).collect());
            self.sets.len() as DomainId - 1
        })
    }

    /// The objects of a domain in increasing order.
    pub(crate) fn objects(&self, domain: DomainId) -> &[u32] {
        &self.sets[domain as usize]
    }

    pub(crate) fn contains(&self, domain: DomainId, object: u32) -> bool {
        let set = self.objects(domain);
        // Untyped tasks have only this one domain; they need no search.
        set.len() == self.task.objects.len() || set.binary_search(&object).is_ok()
    }
}
