//! Every atom and term of a syntax tree.

use crate::syntax::{Action, Amount, Atom, Condition, Domain, Effect, Problem, Term, TypedGroup};

/// Where an atom stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// A condition asks whether it is true.
    Tested,
    /// A condition asks whether it is false.
    TestedFalse,
    /// An effect makes it true.
    Added,
    /// An effect makes it false.
    Deleted,
}

/// Calls `found` for every atom of a condition.
pub(super) fn atoms<'t>(condition: &'t Condition, negated: bool, found: &mut impl FnMut(&'t Atom, Use)) {
    match condition {
        Condition::Atom(atom) => found(atom, if negated { Use::TestedFalse } else { Use::Tested }),
        Condition::Equals(..) => {}
        Condition::Not(inner, _) => atoms(inner, !negated, found),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            parts.iter().for_each(|part| atoms(part, negated, found));
        }
        Condition::Imply(premise, conclusion, _) => {
            atoms(premise, !negated, found);
            atoms(conclusion, negated, found);
        }
        Condition::Forall(_, inner, _) | Condition::Exists(_, inner, _) => atoms(inner, negated, found),
    }
}

/// Calls `found` for every atom of an effect.
pub(super) fn effect_atoms<'t>(effect: &'t Effect, found: &mut impl FnMut(&'t Atom, Use)) {
    match effect {
        Effect::Add(atom) => found(atom, Use::Added),
        Effect::Delete(atom) => found(atom, Use::Deleted),
        Effect::And(parts) => parts.iter().for_each(|part| effect_atoms(part, found)),
        Effect::When(condition, inner, _) => {
            atoms(condition, false, found);
            effect_atoms(inner, found);
        }
        Effect::Forall(_, inner, _) => effect_atoms(inner, found),
        Effect::IncreaseCost(..) => {}
    }
}

/// Calls `found` for every atom of an action.
pub(super) fn action_atoms<'t>(action: &'t Action, found: &mut impl FnMut(&'t Atom, Use)) {
    if let Some(precondition) = &action.precondition {
        atoms(precondition, false, found);
    }
    if let Some(effect) = &action.effect {
        effect_atoms(effect, found);
    }
}

/// Calls `found` for every atom of a domain and the goal of a problem.
pub(super) fn all_atoms<'t>(
    domain: &'t Domain,
    problem: Option<&'t Problem>,
    found: &mut impl FnMut(&'t Atom, Use),
) {
    domain.actions.iter().for_each(|action| action_atoms(action, found));
    domain.rules.iter().for_each(|rule| atoms(&rule.condition, false, found));
    if let Some(goal) = problem.and_then(|problem| problem.goal.as_ref()) {
        atoms(goal, false, found);
    }
}

/// Every term and every group of quantified variables of a condition.
pub(super) fn terms<'t>(condition: &'t Condition, found: &mut impl FnMut(Found<'t>)) {
    match condition {
        Condition::Atom(atom) => atom.arguments.iter().for_each(|term| found(Found::Term(term))),
        Condition::Equals(left, right, _) => {
            [left, right].into_iter().for_each(|term| found(Found::Term(term)))
        }
        Condition::Not(inner, _) => terms(inner, found),
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            parts.iter().for_each(|part| terms(part, found));
        }
        Condition::Imply(premise, conclusion, _) => {
            terms(premise, found);
            terms(conclusion, found);
        }
        Condition::Forall(variables, inner, _) | Condition::Exists(variables, inner, _) => {
            found(Found::Variables(variables));
            terms(inner, found);
        }
    }
}

/// Every term and every group of quantified variables of an effect.
pub(super) fn effect_terms<'t>(effect: &'t Effect, found: &mut impl FnMut(Found<'t>)) {
    match effect {
        Effect::Add(atom) | Effect::Delete(atom) => {
            atom.arguments.iter().for_each(|term| found(Found::Term(term)));
        }
        Effect::And(parts) => parts.iter().for_each(|part| effect_terms(part, found)),
        Effect::When(condition, inner, _) => {
            terms(condition, found);
            effect_terms(inner, found);
        }
        Effect::Forall(variables, inner, _) => {
            found(Found::Variables(variables));
            effect_terms(inner, found);
        }
        Effect::IncreaseCost(Amount::Function(function), _) => {
            function.arguments.iter().for_each(|term| found(Found::Term(term)));
        }
        Effect::IncreaseCost(Amount::Number(..), _) => {}
    }
}

/// What [`terms`] comes across.
#[derive(Clone, Copy)]
pub(super) enum Found<'t> {
    Term(&'t Term),
    Variables(&'t [TypedGroup]),
}
