//! Actions that can never be applied, and which of their conditions are to blame.

use std::collections::{BTreeSet, HashMap, HashSet};

use extremal::pddl::task::{Action, Atom, Condition, Effect, ObjectId, Term, TypeId, VariableId};
use extremal::{LiftedTask, SourceFile, Span};
use extremal_language::Reachable;
use serde_json::{Value, json};

/// What the conditions of an action are asked about.
struct Asked<'a> {
    domain: &'a SourceFile,
    task: &'a LiftedTask,
    reachable: &'a Reachable,
    action: &'a Action,
    /// Atoms that must be true, to find those that must also be false.
    required: HashSet<(u32, &'a [Term])>,
    found: Vec<Value>,
}

/// The actions that are never applicable, each with the conditions that no objects satisfy.
pub fn never_satisfied(domain: &SourceFile, task: &LiftedTask, reachable: &Reachable) -> Vec<Value> {
    let is_idle = |action: &&Action| reachable.instances(&action.name) == Some(0);
    let idle = task.actions.iter().filter(is_idle);
    idle.map(|action| {
        let mut required = HashSet::new();
        collect_required(&action.precondition, &mut required);
        let mut asked = Asked { domain, task, reachable, action, required, found: Vec::new() };
        asked.parameters();
        asked.condition(&action.precondition);
        let mut found = json!({ "action": action.name, "conditions_never_true": asked.found });
        if asked.found.is_empty() {
            found["note"] = json!("no combination of objects satisfies all of its conditions at once");
        }
        found
    })
    .collect()
}

fn collect_required<'a>(condition: &'a Condition, required: &mut HashSet<(u32, &'a [Term])>) {
    match condition {
        Condition::Atom(atom) => _ = required.insert((atom.predicate.0, &atom.arguments)),
        Condition::And(parts) => parts.iter().for_each(|part| collect_required(part, required)),
        _ => {}
    }
}

impl<'a> Asked<'a> {
    /// Parameters for which there are no objects.
    fn parameters(&mut self) {
        for (number, variable) in self.action.variables.iter().enumerate().take(self.action.num_parameters) {
            if self.objects(&Term::Variable(VariableId(number as u32))).is_empty() {
                let types: Vec<&str> = variable
                    .types
                    .iter()
                    .map(|kind| self.task.types[kind.0 as usize].name.as_str())
                    .collect();
                self.found.push(json!({
                    "condition": format!("{} - {}", variable.name, types.join(" or ")),
                    "line": self.domain.position(self.action.span.start).line,
                    "why": "there are no objects of this type",
                }));
            }
        }
    }

    /// Notes what is never true in a condition. Tells whether that makes the whole condition false.
    fn condition(&mut self, condition: &'a Condition) -> bool {
        match condition {
            Condition::Atom(atom) => self.atom(atom),
            Condition::Equals(one, other, span) => {
                let (ones, others) = (self.objects(one), self.objects(other));
                ones.is_disjoint(&others) && self.note(*span, "=", None)
            }
            Condition::Not(inner) => match &**inner {
                Condition::Atom(atom) => self.negated(atom),
                Condition::Equals(one, other, span) => {
                    let (ones, others) = (self.objects(one), self.objects(other));
                    let is_same = one == other || (ones.len() == 1 && ones == others);
                    is_same && self.note_negated(*span, "=", "both are always the same object")
                }
                _ => false,
            },
            // All parts are asked, so that all that are to blame are noted.
            Condition::And(parts) => parts.iter().filter(|part| self.condition(part)).count() > 0,
            Condition::Or(parts) => {
                let before = self.found.len();
                let never = parts.iter().all(|part| self.condition(part));
                if !never {
                    // What is false in one part does not matter if another part may hold.
                    self.found.truncate(before);
                }
                never
            }
            Condition::Exists(_, inner) => self.condition(inner),
            Condition::Imply(..) | Condition::Forall(..) => false,
        }
    }

    fn atom(&mut self, atom: &'a Atom) -> bool {
        let name = self.name(atom);
        let pattern = Pattern::new(self, atom);
        let can_hold = self.reachable.atoms(name).any(|objects| pattern.matches(&objects));
        let is_known = self.reachable.count(name).is_some();
        let why = match self.reachable.count(name) {
            Some(0) => None,
            _ => Some("it becomes true for other objects only"),
        };
        is_known && !can_hold && self.note(atom.span, name, why)
    }

    /// `(not atom)`: never true if the atom must also be true, or if it is true from the beginning and nothing
    /// makes it false.
    fn negated(&mut self, atom: &'a Atom) -> bool {
        let name = self.name(atom);
        if self.required.contains(&(atom.predicate.0, &atom.arguments[..])) {
            return self.note_negated(atom.span, name, "the precondition also requires the atom itself");
        }
        let predicate = atom.predicate;
        let is_deleted = |action: &Action| deletes(&action.effects, predicate.0);
        if self.task.predicates[predicate.0 as usize].derived || self.task.actions.iter().any(is_deleted) {
            return false;
        }
        let pattern = Pattern::new(self, atom);
        let Some(all) = pattern.combinations() else { return false };
        let initial = self.task.initial_state.iter().filter(|fact| fact.predicate == predicate);
        let name_of = |object: &ObjectId| self.task.objects[object.0 as usize].name.as_str();
        let true_ones = initial
            .filter(|fact| pattern.matches(&fact.arguments.iter().map(name_of).collect::<Vec<_>>()))
            .count();
        true_ones == all && self.note_negated(atom.span, name, "the atom is always true")
    }

    fn name(&self, atom: &Atom) -> &'a str {
        &self.task.predicates[atom.predicate.0 as usize].name
    }

    /// The names of the objects that a term may be.
    fn objects(&self, term: &Term) -> BTreeSet<&'a str> {
        match term {
            Term::Object(object) => BTreeSet::from([self.task.objects[object.0 as usize].name.as_str()]),
            Term::Variable(variable) => self
                .action
                .variables
                .get(variable.0 as usize)
                .map_or_else(BTreeSet::new, |v| self.of_types(&v.types)),
        }
    }

    fn of_types(&self, types: &[TypeId]) -> BTreeSet<&'a str> {
        let objects = self.task.objects.iter().enumerate();
        let is_of = |number: usize| self.task.object_has_type(ObjectId(number as u32), types);
        objects.filter(|(number, _)| is_of(*number)).map(|(_, object)| object.name.as_str()).collect()
    }

    fn note_negated(&mut self, span: Span, predicate: &str, why: &str) -> bool {
        let text = format!("(not {})", self.source(span));
        self.push(text, span, predicate, Some(why))
    }

    fn note(&mut self, span: Span, predicate: &str, why: Option<&str>) -> bool {
        let text = self.source(span);
        self.push(text, span, predicate, why)
    }

    fn push(&mut self, text: String, span: Span, predicate: &str, why: Option<&str>) -> bool {
        let line = self.domain.position(span.start).line;
        let mut found = json!({ "condition": text, "predicate": predicate, "line": line });
        if let Some(why) = why {
            found["why"] = json!(why);
        }
        self.found.push(found);
        true
    }

    /// The text of a condition, with single blanks.
    fn source(&self, span: Span) -> String {
        let text = self.domain.bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn deletes(effects: &[Effect], predicate: u32) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Add(_) => false,
        Effect::Delete(atom) => atom.predicate.0 == predicate,
        Effect::When(_, inner) | Effect::Forall(_, inner) => deletes(inner, predicate),
    })
}

/// Which objects can stand where in an atom.
struct Pattern<'a> {
    /// For each argument, the objects it may be, and the first argument that is the same term.
    arguments: Vec<(BTreeSet<&'a str>, usize)>,
}

impl<'a> Pattern<'a> {
    fn new(asked: &Asked<'a>, atom: &'a Atom) -> Self {
        let mut first: HashMap<&Term, usize> = HashMap::new();
        let arguments = atom
            .arguments
            .iter()
            .enumerate()
            .map(|(number, term)| (asked.objects(term), *first.entry(term).or_insert(number)))
            .collect();
        Pattern { arguments }
    }

    fn matches(&self, objects: &[&str]) -> bool {
        let mut pairs = objects.iter().zip(&self.arguments);
        objects.len() == self.arguments.len()
            && pairs
                .all(|(object, (may_be, same))| may_be.contains(object) && objects.get(*same) == Some(object))
    }

    /// How many atoms match; none if they cannot be counted or there are none.
    fn combinations(&self) -> Option<usize> {
        let distinct = self.arguments.iter().enumerate().filter(|(number, (_, same))| number == same);
        let all = distinct.map(|(_, (may_be, _))| may_be.len()).try_fold(1_usize, usize::checked_mul);
        all.filter(|&all| all > 0)
    }
}
