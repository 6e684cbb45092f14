//! The initial state, the goal and the metric.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::Checker;
use super::names::NameKind;
use super::requirements::Requirement;
use crate::cost::Cost;
use crate::diagnostic::Diagnostic;
use crate::symbol::keyword;
use crate::syntax::{self, InitialFact, Place, Problem};
use crate::task::{FunctionId, FunctionValue, GroundAtom, ObjectId, PredicateId, Term};

impl Checker<'_> {
    /// Checks what a problem says beside its declarations.
    pub(super) fn check_problem(&mut self, problem: &Problem) {
        let role = self.role;
        match &problem.init {
            Some(facts) => self.initial_state(facts),
            None => self.diagnostics.warning(|| {
                let message = "the problem has no `:init`; nothing is true initially";
                Diagnostic::new("missing-section", role, problem.name.place.0, message)
            }),
        }
        match &problem.goal {
            Some(goal) => {
                self.open_scope();
                self.task.goal = self.condition(goal);
                self.task.goal_variables = self.close_scope();
            }
            // A section that could not be understood may have been meant to be the goal.
            None if self.incomplete.sections => {}
            None => self.diagnostics.error(|| {
                let message = "the problem has no goal";
                Diagnostic::new("missing-section", role, problem.name.place.0, message)
                    .help("add `(:goal ...)`")
            }),
        }
        if let Some(place) = problem.minimize_total_cost {
            self.uses_total_cost(place.0);
            self.task.minimize_total_cost = true;
        }
    }

    fn initial_state(&mut self, facts: &[InitialFact]) {
        self.open_scope();
        let num_values = facts.iter().filter(|fact| matches!(fact, InitialFact::Value(..))).count();
        let num_atoms = facts.len() - num_values;
        self.task.initial_state.reserve(num_atoms);
        self.task.function_values.reserve(num_values);
        let mut atoms: HashTable<u32> = HashTable::with_capacity(num_atoms);
        let mut values: HashTable<u32> = HashTable::with_capacity(num_values);
        for fact in facts {
            match fact {
                InitialFact::True(atom) => {
                    let Some(atom) = self.ground_atom(atom) else { continue };
                    let known = &mut self.task.initial_state;
                    let hash_of = |atom: &GroundAtom| hash(atom.predicate.0, &atom.arguments);
                    let slot = atoms.entry(
                        hash_of(&atom),
                        |&index| known[index as usize] == atom,
                        |&index| hash_of(&known[index as usize]),
                    );
                    if let Entry::Vacant(free) = slot {
                        free.insert(known.len() as u32);
                        known.push(atom);
                    }
                }
                InitialFact::False(atom) => {
                    self.ground_atom(atom);
                }
                InitialFact::Value(function, value, place) => {
                    self.initial_value(function, *value, *place, &mut values);
                }
            }
        }
    }

    fn ground_atom(&mut self, atom: &syntax::Atom) -> Option<GroundAtom> {
        let predicate = self.names.predicates.get(atom.name.symbol);
        if predicate.is_none() {
            self.report_undeclared(NameKind::Predicate, atom.name);
        }
        let arguments = self.objects(&atom.arguments);
        let predicate = predicate?;
        let arguments = arguments?;
        let arity = self.task.predicates[predicate as usize].parameters.len();
        if arity != arguments.len() {
            let origin = self.names.predicates.origin(predicate);
            self.check_arity("predicate", atom, arity, origin);
            return None;
        }
        for (index, &object) in arguments.iter().enumerate() {
            let wanted = &self.task.predicates[predicate as usize].parameters[index].types;
            if !self.surely_fits(Term::Object(object), wanted) {
                let wanted = wanted.clone();
                let origin = self.names.predicates.origin(predicate);
                if !self.check_type(atom, index, Term::Object(object), &wanted, origin) {
                    break;
                }
            }
        }
        if self.task.predicates[predicate as usize].derived {
            let (role, text) = (self.role, self.text(atom.name));
            self.diagnostics.error(|| {
                let message = format!("the derived predicate `{text}` may not stand in the initial state");
                Diagnostic::new("derived-in-init", role, atom.place.0, message)
                    .help("its rule alone decides when it is true")
            });
            return None;
        }
        Some(GroundAtom { predicate: PredicateId(predicate), arguments })
    }

    fn objects(&mut self, terms: &[syntax::Term]) -> Option<Vec<ObjectId>> {
        let mut objects = Vec::with_capacity(terms.len());
        let mut good = true;
        for term in terms {
            match self.term(term) {
                Some(Term::Object(object)) => objects.push(object),
                _ => good = false,
            }
        }
        good.then_some(objects)
    }

    fn initial_value(&mut self, atom: &syntax::Atom, value: Cost, place: Place, values: &mut HashTable<u32>) {
        self.uses(Requirement::ActionCosts, atom.place.0);
        if atom.name.symbol == keyword::TOTAL_COST {
            self.check_arity("function", atom, 0, None);
            return;
        }
        let function = self.names.functions.get(atom.name.symbol);
        if function.is_none() {
            self.report_undeclared(NameKind::Function, atom.name);
        }
        let (Some(arguments), Some(function)) = (self.objects(&atom.arguments), function) else { return };
        let origin = self.names.functions.origin(function);
        let arity = self.task.functions[function as usize].parameters.len();
        if !self.check_arity("function", atom, arity, origin) {
            return;
        }
        for (index, &object) in arguments.iter().enumerate() {
            let wanted = &self.task.functions[function as usize].parameters[index].types;
            if !self.surely_fits(Term::Object(object), wanted) {
                let wanted = wanted.clone();
                if !self.check_type(atom, index, Term::Object(object), &wanted, origin) {
                    break;
                }
            }
        }
        let known = &mut self.task.function_values;
        let slot = values.entry(
            hash(function, &arguments),
            |&index| {
                let known = &known[index as usize];
                known.function.0 == function && known.arguments == arguments
            },
            |&index| hash(known[index as usize].function.0, &known[index as usize].arguments),
        );
        match slot {
            Entry::Vacant(free) => {
                free.insert(known.len() as u32);
                known.push(FunctionValue { function: FunctionId(function), arguments, value });
            }
            Entry::Occupied(index) if known[*index.get() as usize].value != value => {
                let first = known[*index.get() as usize].value;
                let (role, text) = (self.role, self.text(atom.name));
                self.diagnostics.error(|| {
                    let message = format!("`{text}` has two initial values, {first} and {value}");
                    Diagnostic::new("duplicate-definition", role, place.0, message)
                });
            }
            Entry::Occupied(_) => {}
        }
    }
}

fn hash(head: u32, arguments: &[ObjectId]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(head);
    for argument in arguments {
        hasher.write_u32(argument.0);
    }
    hasher.finish()
}
