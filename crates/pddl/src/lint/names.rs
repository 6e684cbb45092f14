//! Names that nothing uses, predicates that are never true, functions without values.

use rustc_hash::FxHashSet;

use super::Lints;
use super::walk::{Use, all_atoms};
use crate::diagnostic::FileRole;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Action, Amount, Atom, Domain, Effect, InitialFact, Problem};

impl Lints<'_> {
    /// Predicates and functions that stand nowhere but in their declaration.
    pub(super) fn unused_names(&mut self, domain: &Domain, problem: Option<&Problem>) {
        let mut used: FxHashSet<Symbol> = domain.rules.iter().map(|rule| rule.head.name.symbol).collect();
        all_atoms(domain, problem, &mut |atom, _| {
            used.insert(atom.name.symbol);
        });
        for predicate in &domain.predicates {
            let name = predicate.name;
            if !used.contains(&name.symbol) && name.symbol != keyword::EQUALS {
                let text = self.symbols.name(name.symbol);
                let place = if problem.is_some() { ", rule or goal" } else { " or rule" };
                let message = format!("no action{place} uses the predicate `{text}`");
                self.warn("unused-predicate", FileRole::Domain, name.place.0, message, "");
            }
        }
        let costs: FxHashSet<Symbol> =
            domain.actions.iter().filter_map(cost_of).map(|function| function.name.symbol).collect();
        for function in &domain.functions {
            let name = function.name;
            if name.symbol != keyword::TOTAL_COST && !costs.contains(&name.symbol) {
                let text = self.symbols.name(name.symbol);
                let message = format!("no action costs `{text}`");
                self.warn("unused-function", FileRole::Domain, name.place.0, message, "");
            }
        }
    }

    /// Predicates that something needs to be true, but that neither the initial state nor an action nor a rule
    /// makes true.
    pub(super) fn never_true(&mut self, domain: &Domain, problem: &Problem) {
        let mut true_somewhere: FxHashSet<Symbol> =
            domain.rules.iter().map(|rule| rule.head.name.symbol).collect();
        for fact in problem.init.iter().flatten() {
            if let InitialFact::True(atom) = fact {
                true_somewhere.insert(atom.name.symbol);
            }
        }
        all_atoms(domain, Some(problem), &mut |atom, usage| {
            if usage == Use::Added {
                true_somewhere.insert(atom.name.symbol);
            }
        });
        let mut tested: Vec<(&Atom, FileRole)> = Vec::new();
        all_atoms(domain, None, &mut |atom, usage| {
            if usage == Use::Tested {
                tested.push((atom, FileRole::Domain));
            }
        });
        let mut reported: FxHashSet<Symbol> = FxHashSet::default();
        if let Some(goal) = &problem.goal {
            super::walk::atoms(goal, false, &mut |atom, usage| {
                if usage == Use::Tested {
                    tested.push((atom, FileRole::Problem));
                }
            });
        }
        for (atom, file) in tested {
            let symbol = atom.name.symbol;
            if !true_somewhere.contains(&symbol) && reported.insert(symbol) {
                let message = format!("`{}` is tested here and never true", self.symbols.name(symbol));
                let help = "no fact of `:init` and no effect makes it true";
                self.warn("never-true", file, atom.place.0, message, help);
            }
        }
    }

    /// Functions that actions cost and that have no value in the problem.
    pub(super) fn functions_without_values(&mut self, domain: &Domain, problem: &Problem) {
        let valued: FxHashSet<Symbol> = problem
            .init
            .iter()
            .flatten()
            .filter_map(|fact| match fact {
                InitialFact::Value(atom, _, _) => Some(atom.name.symbol),
                _ => None,
            })
            .collect();
        for function in &domain.functions {
            let name = function.name;
            let used = domain.actions.iter().filter_map(cost_of).any(|cost| cost.name.symbol == name.symbol);
            // A function that an action costs is told about with the action.
            if name.symbol != keyword::TOTAL_COST && !used && !valued.contains(&name.symbol) {
                let text = self.symbols.name(name.symbol);
                let message = format!("the function `{text}` has no value in `:init`");
                self.warn("missing-value", FileRole::Domain, name.place.0, message, "");
            }
        }
    }
}

/// The function that an action costs.
fn cost_of(action: &Action) -> Option<&Atom> {
    fn in_effect(effect: &Effect) -> Option<&Atom> {
        match effect {
            Effect::And(parts) => parts.iter().find_map(in_effect),
            Effect::IncreaseCost(Amount::Function(function), _) => Some(function),
            _ => None,
        }
    }
    action.effect.as_ref().and_then(in_effect)
}
