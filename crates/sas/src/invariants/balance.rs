//! Whether an action keeps the number of true atoms that an invariant covers from growing.

use extremal_normalise::{EQUALITY, Literal};

use super::action::{LiftedAction, LiftedEffect, symbol};
use super::candidate::{COUNTED, Invariant};
use super::constraints::{ConstraintSystem, Pair, Symbol};

/// What the check of one action says.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The action keeps the invariant.
    Balanced,
    /// It does unless some of its variables are equal, so that another effect could undo a delete that the
    /// balance rests on, or unless that delete is quantified over objects that do not matter. Whether this
    /// can happen is seen from the ground operators.
    Doubtful,
    /// It can add two covered atoms at once: no refinement helps.
    TooHeavy,
    /// It can add the atom of this add effect without deleting a covered one.
    Unbalanced(usize),
}

/// Checks an invariant against actions. Holds the constraint system that all checks share.
#[derive(Debug, Default)]
pub struct BalanceChecker {
    invariant: Invariant,
    /// For each predicate the place of its part in the invariant, plus one; 0 if there is none.
    place: Vec<u32>,
    system: ConstraintSystem,
}

impl BalanceChecker {
    /// A checker for invariants over so many predicates.
    pub fn new(num_predicates: usize) -> Self {
        BalanceChecker { place: vec![0; num_predicates], ..BalanceChecker::default() }
    }

    /// The invariant that is checked from now on.
    pub fn set_invariant(&mut self, invariant: &Invariant) {
        for part in &self.invariant.parts {
            self.place[part.predicate as usize] = 0;
        }
        self.invariant.clone_from(invariant);
        for (part, place) in self.invariant.parts.iter().zip(1..) {
            self.place[part.predicate as usize] = place;
        }
    }

    fn covers(&self, effect: &LiftedEffect) -> bool {
        self.place[effect.atom.predicate as usize] != 0
    }

    /// Checks one action.
    pub fn check(&mut self, action: &LiftedAction) -> Verdict {
        if self.is_too_heavy(action) {
            return Verdict::TooHeavy;
        }
        let mut verdict = Verdict::Balanced;
        for (number, add) in action.adds.iter().enumerate() {
            match self.balance(action, add) {
                Balance::Sure => {}
                Balance::Doubtful => verdict = Verdict::Doubtful,
                Balance::None => return Verdict::Unbalanced(number),
            }
        }
        verdict
    }

    fn is_too_heavy(&mut self, action: &LiftedAction) -> bool {
        for (number, first) in action.heavy_adds.iter().enumerate() {
            if !self.covers(first) {
                continue;
            }
            for second in &action.heavy_adds[number + 1..] {
                if self.covers(second) && self.can_happen_together(action, first, second) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether both effects can add different atoms that count for the same parameters.
    fn can_happen_together(
        &mut self,
        action: &LiftedAction,
        first: &LiftedEffect,
        second: &LiftedEffect,
    ) -> bool {
        let BalanceChecker { invariant, place, system } = self;
        let cover = |effect| cover(invariant, place, effect);
        system.clear();
        require_difference(system, &first.atom, &second.atom);
        system.equalities.extend(cover(first));
        system.equalities.extend(cover(second));
        // Atoms that are added anew were false before.
        let absent = [&first.atom, &second.atom];
        let conjunction = [&action.precondition, &first.condition, &second.condition];
        require_consistency(system, &conjunction, absent);
        system.is_solvable()
    }

    /// How sure it is that a delete effect makes up for the add effect, if that is covered at all.
    fn balance(&mut self, action: &LiftedAction, add: &LiftedEffect) -> Balance {
        if !self.covers(add) {
            return Balance::Sure;
        }
        let mut best = Balance::None;
        for delete in &action.deletes {
            if self.covers(delete) && self.balances(action, add, delete) {
                if !delete.is_restricted && !self.can_be_undone(action, add, delete) {
                    return Balance::Sure;
                }
                best = Balance::Doubtful;
            }
        }
        best
    }

    /// Whether the delete effect is sure to delete a covered atom whenever the add effect adds one.
    fn balances(&mut self, action: &LiftedAction, add: &LiftedEffect, delete: &LiftedEffect) -> bool {
        let BalanceChecker { invariant, place, system } = self;
        let cover = |effect| cover(invariant, place, effect);
        system.clear();
        system.equalities.extend(cover(add));
        system.equalities.extend(cover(delete));
        // The balance must not depend on a special choice of the variables of the action or of the add
        // effect: they may be equal to each other or to an object only if the add effect is no threat
        // otherwise.
        system.general_up_to.extend(cover(add));
        system.general.extend((0..action.num_variables).map(Symbol::Variable));
        system.general.extend(add.variables.clone().map(Symbol::Variable));
        // What is known when the atom is added must imply that the other is deleted: the condition of the
        // delete effect holds, and its atom is true. Known are the precondition and the condition of the
        // add effect, and that its atom is false.
        for needed in delete.condition.iter().chain([&delete.atom]) {
            let known = action.precondition.iter().chain(&add.condition);
            let known = known.filter(|l| l.predicate == needed.predicate && l.negated == needed.negated);
            let was_false = needed.negated && needed.predicate == add.atom.predicate;
            let implied_by = known.chain(was_false.then_some(&add.atom));
            if implied_by.clone().next().is_none() {
                return false;
            }
            system.add_choice(implied_by.map(|l| pairs(needed, l)));
        }
        // An atom that is both added and deleted ends true, so this would balance nothing.
        require_difference(system, &add.atom, &delete.atom);
        system.is_solvable()
    }

    /// Whether another effect can add what the delete effect deletes while the add effect adds its atom.
    /// Then the number of covered atoms grows after all.
    fn can_be_undone(&mut self, action: &LiftedAction, add: &LiftedEffect, delete: &LiftedEffect) -> bool {
        action.heavy_adds.iter().any(|other| {
            if other.atom.predicate != delete.atom.predicate || other == add {
                return false;
            }
            let system = &mut self.system;
            system.clear();
            system.equalities.extend(pairs(&other.atom, &delete.atom));
            require_difference(system, &add.atom, &other.atom);
            let conditions = [&action.precondition, &add.condition, &other.condition, &delete.condition];
            require_consistency(system, &conditions, [&add.atom, &add.atom]);
            system.is_solvable()
        })
    }
}

/// Whether a delete makes up for an add.
enum Balance {
    /// Always.
    Sure,
    /// Always, if different variables have different values and a quantified delete meets its object.
    Doubtful,
    /// Not always.
    None,
}

/// The invariant's parameters take their values from the effect's atom, which the invariant covers.
fn cover<'a>(
    invariant: &'a Invariant,
    place: &[u32],
    effect: &'a LiftedEffect,
) -> impl Iterator<Item = Pair> + use<'a> {
    let part = &invariant.parts[place[effect.atom.predicate as usize] as usize - 1];
    let arguments = part.arguments.iter().zip(&effect.atom.arguments);
    arguments
        .filter(|&(&parameter, _)| parameter != COUNTED)
        .map(|(&parameter, &term)| (Symbol::Parameter(parameter), symbol(term)))
}

fn pairs<'a>(a: &'a Literal, b: &'a Literal) -> impl Iterator<Item = Pair> + 'a {
    a.arguments.iter().zip(&b.arguments).map(|(&x, &y)| (symbol(x), symbol(y)))
}

fn require_difference(system: &mut ConstraintSystem, a: &Literal, b: &Literal) {
    if a.predicate == b.predicate && !a.arguments.is_empty() {
        system.inequalities.push(pairs(a, b));
    }
}

/// The literals of the conditions can hold together while the absent atoms are false.
fn require_consistency(system: &mut ConstraintSystem, conditions: &[&Vec<Literal>], absent: [&Literal; 2]) {
    let all = || conditions.iter().flat_map(|c| c.iter());
    for literal in all() {
        if literal.predicate == EQUALITY {
            let pair = (symbol(literal.arguments[0]), symbol(literal.arguments[1]));
            if literal.negated {
                system.inequalities.push([pair]);
            } else {
                system.equalities.push(pair);
            }
        } else if !literal.negated && !literal.arguments.is_empty() {
            let negative = all().filter(|l| l.negated).chain(absent);
            for other in negative.filter(|l| l.predicate == literal.predicate) {
                system.inequalities.push(pairs(other, literal));
            }
        }
    }
}
