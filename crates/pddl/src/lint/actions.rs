//! Actions: parameters that nothing uses, effects that do nothing, conditions that cannot hold.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Lints;
use super::walk::{Found, Use, action_atoms, effect_terms, terms};
use crate::diagnostic::{Diagnostic, FileRole};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::syntax::{Action, Atom, Condition, Effect, Name, Term, TypedGroup};

impl Lints<'_> {
    pub(super) fn action(&mut self, action: &Action) {
        self.unused_variables(action);
        self.no_effect(action);
        if let Some(effect) = &action.effect {
            let mut changes = Vec::new();
            unconditional(effect, &mut changes);
            self.added_and_deleted(&changes);
        }
        if let Some(precondition) = &action.precondition {
            let mut parts = Vec::new();
            conjuncts(precondition, false, &mut parts);
            self.contradiction(&parts);
        }
    }

    fn unused_variables(&mut self, action: &Action) {
        let mut used: FxHashSet<Symbol> = FxHashSet::default();
        let mut bound: Vec<(Name, &str)> =
            names(&action.parameters).map(|name| (name, "parameter")).collect();
        let mut note = |found: Found<'_>| match found {
            Found::Term(term) => {
                used.insert(term.name().symbol);
            }
            Found::Variables(groups) => bound.extend(names(groups).map(|name| (name, "variable"))),
        };
        if let Some(precondition) = &action.precondition {
            terms(precondition, &mut note);
        }
        if let Some(effect) = &action.effect {
            effect_terms(effect, &mut note);
        }
        for (name, kind) in bound {
            if !used.contains(&name.symbol) {
                let message = format!("nothing uses the {kind} `{}`", self.symbols.name(name.symbol));
                let help = if kind == "parameter" {
                    "every object of its type makes an action of its own"
                } else {
                    ""
                };
                self.warn("unused-parameter", FileRole::Domain, name.place.0, message, help);
            }
        }
    }

    fn no_effect(&mut self, action: &Action) {
        let mut changes = false;
        action_atoms(action, &mut |_, usage| changes |= matches!(usage, Use::Added | Use::Deleted));
        if !changes {
            let message = format!("the action `{}` changes nothing", self.symbols.name(action.name.symbol));
            self.warn("no-effect", FileRole::Domain, action.name.place.0, message, "");
        }
    }

    fn added_and_deleted(&mut self, changes: &[(&Atom, bool)]) {
        let mut deleted: FxHashMap<&Atom, Span> = FxHashMap::default();
        for (atom, _) in changes.iter().filter(|(_, added)| !added) {
            deleted.entry(atom).or_insert(atom.place.0);
        }
        for (added, _) in changes.iter().filter(|(_, added)| *added) {
            if let Some(&second) = deleted.get(added) {
                let first = added.place.0;
                self.diagnostics.warning(|| {
                    let message = "this atom is added and deleted at once";
                    Diagnostic::new("added-and-deleted", FileRole::Domain, first, message)
                        .also(FileRole::Domain, second, "deleted here")
                        .help("it is true afterwards, as effects add after they delete")
                });
            }
        }
    }

    fn contradiction(&mut self, parts: &[(Part<'_>, bool, Span)]) {
        let mut before: FxHashMap<(&Part, bool), Span> = FxHashMap::default();
        for (part, negated, place) in parts {
            let other = before.get(&(part, !negated)).copied();
            before.entry((part, *negated)).or_insert(*place);
            let alone = matches!(part, Part::Equals(left, right) if left == right) && *negated;
            if other.is_some() || alone {
                self.diagnostics.warning(|| {
                    let message = "this precondition can never hold";
                    let found = Diagnostic::new("contradiction", FileRole::Domain, *place, message);
                    match other {
                        Some(other) => found.also(FileRole::Domain, other, "it contradicts this"),
                        None => found,
                    }
                });
                return;
            }
        }
    }
}

fn names(groups: &[TypedGroup]) -> impl Iterator<Item = Name> {
    groups.iter().flat_map(|group| group.names.iter().copied())
}

/// The atoms that an effect changes without a condition, and whether it adds them.
fn unconditional<'t>(effect: &'t Effect, changes: &mut Vec<(&'t Atom, bool)>) {
    match effect {
        Effect::Add(atom) => changes.push((atom, true)),
        Effect::Delete(atom) => changes.push((atom, false)),
        Effect::And(parts) => parts.iter().for_each(|part| unconditional(part, changes)),
        Effect::When(..) | Effect::Forall(..) | Effect::IncreaseCost(..) => {}
    }
}

/// A part of a conjunction.
#[derive(PartialEq, Eq, Hash)]
enum Part<'t> {
    Atom(&'t Atom),
    Equals(&'t Term, &'t Term),
}

fn conjuncts<'t>(condition: &'t Condition, negated: bool, parts: &mut Vec<(Part<'t>, bool, Span)>) {
    match condition {
        Condition::Atom(atom) => parts.push((Part::Atom(atom), negated, atom.place.0)),
        Condition::Equals(left, right, place) => parts.push((Part::Equals(left, right), negated, place.0)),
        Condition::Not(inner, _) => conjuncts(inner, !negated, parts),
        Condition::And(inner, _) if !negated => inner.iter().for_each(|part| conjuncts(part, negated, parts)),
        Condition::Or(inner, _) if negated => inner.iter().for_each(|part| conjuncts(part, negated, parts)),
        _ => {}
    }
}
