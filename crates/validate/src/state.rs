//! A state: for each predicate the atoms that are true.

use extremal_pddl::task::Task;

use crate::relation::Relation;

pub(crate) struct State {
    relations: Vec<Relation>,
}

/// An atom by the number of its predicate and the numbers of its objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    pub(crate) predicate: usize,
    pub(crate) objects: Box<[u32]>,
}

impl State {
    pub(crate) fn initial(task: &Task) -> Self {
        let relations = task.predicates.iter().map(|p| Relation::new(p.parameters.len())).collect();
        let mut state = State { relations };
        let mut objects = Vec::new();
        for atom in &task.initial_state {
            objects.clear();
            objects.extend(atom.arguments.iter().map(|o| o.0));
            state.relations[atom.predicate.0 as usize].insert(&objects);
        }
        state
    }

    pub(crate) fn relation(&self, predicate: usize) -> &Relation {
        &self.relations[predicate]
    }

    pub(crate) fn relation_mut(&mut self, predicate: usize) -> &mut Relation {
        &mut self.relations[predicate]
    }

    /// The successor state: an atom that is both deleted and added ends true.
    pub(crate) fn apply(&mut self, deletes: &[Fact], adds: &[Fact]) {
        for fact in deletes {
            self.relations[fact.predicate].remove(&fact.objects);
        }
        for fact in adds {
            self.relations[fact.predicate].insert(&fact.objects);
        }
    }
}
