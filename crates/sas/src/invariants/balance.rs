//! Whether an action keeps the number of true atoms that an invariant covers from growing.

use extremal_normalise::{EQUALITY, Literal};

use super::action::{LiftedAction, LiftedEffect, symbol};
use super::candidate::{COUNTED, Invariant};
use super::constraints::{Classes, ConstraintSystem, Pair, Symbol};

/// What the check of one action says.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The action keeps the invariant.
    Balanced,
    /// It can add two covered atoms at once: no refinement helps.
    TooHeavy,
    /// It can add the atom of this add effect without deleting a covered one.
    Unbalanced(usize),
}

/// Checks one action.
pub fn check(invariant: &Invariant, action: &LiftedAction) -> Verdict {
    if is_too_heavy(invariant, action) {
        return Verdict::TooHeavy;
    }
    let covers = |e: &LiftedEffect| invariant.part(e.atom.predicate).is_some();
    let unbalanced = action.adds.iter().position(|add| covers(add) && is_unbalanced(invariant, action, add));
    unbalanced.map_or(Verdict::Balanced, Verdict::Unbalanced)
}

fn is_too_heavy(invariant: &Invariant, action: &LiftedAction) -> bool {
    let adds: Vec<&LiftedEffect> =
        action.heavy_adds.iter().filter(|e| invariant.part(e.atom.predicate).is_some()).collect();
    (0..adds.len())
        .any(|i| adds[i + 1..].iter().any(|second| can_happen_together(invariant, action, adds[i], second)))
}

/// Whether both effects can add different atoms that count for the same parameters.
fn can_happen_together(
    invariant: &Invariant,
    action: &LiftedAction,
    first: &LiftedEffect,
    second: &LiftedEffect,
) -> bool {
    let mut system = ConstraintSystem::default();
    require_difference(&mut system, &first.atom, &second.atom);
    system.equalities.extend(cover(invariant, &first.atom));
    system.equalities.extend(cover(invariant, &second.atom));
    // Atoms that are added anew were false before.
    let absent = [first.atom.negate(), second.atom.negate()];
    let conjunction: Vec<&Literal> =
        action.precondition.iter().chain(&first.condition).chain(&second.condition).chain(&absent).collect();
    require_consistency(&mut system, &conjunction);
    system.is_solvable()
}

/// Whether no delete effect is sure to make up for the add effect.
fn is_unbalanced(invariant: &Invariant, action: &LiftedAction, add: &LiftedEffect) -> bool {
    let absent = add.atom.negate();
    let produced: Vec<&Literal> = action.precondition.iter().chain(&add.condition).chain([&absent]).collect();
    let add_cover = cover(invariant, &add.atom);
    let generality = keep_general(action, add, &add_cover);
    !action.deletes.iter().any(|delete| {
        invariant.part(delete.atom.predicate).is_some()
            && balances(invariant, add, delete, &produced, &add_cover, &generality)
    })
}

/// The balance must not depend on a special choice of the variables of the action or of the add effect:
/// they may be equal to each other or to an object only if the add effect is no threat otherwise.
fn keep_general(action: &LiftedAction, add: &LiftedEffect, add_cover: &[Pair]) -> ConstraintSystem {
    let mut classes = Classes::default();
    for &pair in add_cover {
        classes.merge(pair);
    }
    let variables: Vec<Symbol> =
        (0..action.num_variables).chain(add.variables.clone()).map(Symbol::Variable).collect();
    let mut system = ConstraintSystem::default();
    for (i, &a) in variables.iter().enumerate() {
        if !classes.is_constant(a) {
            system.not_constant.push(a);
        }
        for &b in &variables[i + 1..] {
            if !classes.equal(a, b) {
                system.inequalities.push(vec![(a, b)]);
            }
        }
    }
    system
}

/// Whether the delete effect is sure to delete a covered atom whenever the add effect adds one.
fn balances(
    invariant: &Invariant,
    add: &LiftedEffect,
    delete: &LiftedEffect,
    produced: &[&Literal],
    add_cover: &[Pair],
    generality: &ConstraintSystem,
) -> bool {
    let mut system = generality.clone();
    system.equalities.extend_from_slice(add_cover);
    system.equalities.extend(cover(invariant, &delete.atom));
    // What is known when the atom is added must imply that the other is deleted: the condition of the
    // delete effect holds, and its atom is true.
    for needed in delete.condition.iter().chain([&delete.atom]) {
        let implied_by: Vec<Vec<Pair>> = produced
            .iter()
            .filter(|l| l.predicate == needed.predicate && l.negated == needed.negated)
            .map(|l| pairs(needed, l))
            .collect();
        if implied_by.is_empty() {
            return false;
        }
        system.choices.push(implied_by);
    }
    // An atom that is both added and deleted ends true, so this would balance nothing.
    require_difference(&mut system, &add.atom, &delete.atom);
    system.is_solvable()
}

/// The invariant's parameters take their values from the atom.
fn cover(invariant: &Invariant, atom: &Literal) -> Vec<Pair> {
    let Some(part) = invariant.part(atom.predicate) else {
        return Vec::new();
    };
    let arguments = part.arguments.iter().zip(&atom.arguments);
    arguments
        .filter(|&(&parameter, _)| parameter != COUNTED)
        .map(|(&parameter, &term)| (Symbol::Parameter(parameter), symbol(term)))
        .collect()
}

fn pairs(a: &Literal, b: &Literal) -> Vec<Pair> {
    a.arguments.iter().zip(&b.arguments).map(|(&x, &y)| (symbol(x), symbol(y))).collect()
}

fn require_difference(system: &mut ConstraintSystem, a: &Literal, b: &Literal) {
    if a.predicate == b.predicate && !a.arguments.is_empty() {
        system.inequalities.push(pairs(a, b));
    }
}

/// The literals can hold together.
fn require_consistency(system: &mut ConstraintSystem, conjunction: &[&Literal]) {
    for literal in conjunction {
        if literal.predicate == EQUALITY {
            let pair = (symbol(literal.arguments[0]), symbol(literal.arguments[1]));
            if literal.negated {
                system.inequalities.push(vec![pair]);
            } else {
                system.equalities.push(pair);
            }
        } else if !literal.negated && !literal.arguments.is_empty() {
            for other in conjunction.iter().filter(|l| l.negated && l.predicate == literal.predicate) {
                system.inequalities.push(pairs(other, literal));
            }
        }
    }
}
