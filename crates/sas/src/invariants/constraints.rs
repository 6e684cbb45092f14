//! Small systems of equalities and inequalities between terms.
//!
//! A system asks: can one conjunction of equalities be picked from each given choice so that the smallest
//! equivalence relation containing them keeps objects apart, leaves some variables as general as they were,
//! and violates at least one equality of each given list of pairs?
//!
//! A task with many predicates needs millions of these checks, so systems are cleared and used again.

use extremal_ground::rows::Rows;

/// A term: an object, a variable of an action, or a parameter of an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// An object of the task.
    Object(u32),
    /// A variable of the action.
    Variable(u32),
    /// A parameter of the invariant.
    Parameter(u32),
}

/// Two terms that are, or are not, to be equal.
pub type Pair = (Symbol, Symbol);

/// A system of constraints.
#[derive(Default, Debug)]
pub struct ConstraintSystem {
    /// These hold in any case.
    pub equalities: Vec<Pair>,
    /// From each row at least one pair must differ.
    pub inequalities: Rows<Pair>,
    /// Variables that must not be made equal to each other or to an object, unless these equalities alone
    /// do so already.
    pub general: Vec<Symbol>,
    /// The equalities that the variables of `general` are measured by.
    pub general_up_to: Vec<Pair>,
    conjunctions: Rows<Pair>,
    /// For each choice, the number of conjunctions before it and after it.
    choices: Vec<(usize, usize)>,
    classes: Classes,
    base: Classes,
}

/// An equivalence relation over the terms mentioned so far. Systems are small, so plain lists are fastest.
#[derive(Clone, Default, Debug)]
struct Classes {
    members: Vec<(Symbol, u32)>,
    /// For each class, whether it has an object.
    has_object: Vec<bool>,
}

impl Classes {
    fn clear(&mut self) {
        self.members.clear();
        self.has_object.clear();
    }

    fn find(&self, symbol: Symbol) -> Option<u32> {
        self.members.iter().find(|(s, _)| *s == symbol).map(|&(_, class)| class)
    }

    fn class(&mut self, symbol: Symbol) -> u32 {
        self.find(symbol).unwrap_or_else(|| {
            let class = self.has_object.len() as u32;
            self.members.push((symbol, class));
            self.has_object.push(matches!(symbol, Symbol::Object(_)));
            class
        })
    }

    /// Merges the classes of both terms; false if that makes two objects equal.
    fn merge(&mut self, (a, b): Pair) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return true;
        }
        if self.has_object[a as usize] && self.has_object[b as usize] {
            return false;
        }
        self.has_object[a as usize] |= self.has_object[b as usize];
        for member in self.members.iter_mut().filter(|(_, class)| *class == b) {
            member.1 = a;
        }
        true
    }

    fn equal(&self, (a, b): Pair) -> bool {
        a == b || self.find(a).is_some_and(|class| self.find(b) == Some(class))
    }

    fn is_constant(&self, symbol: Symbol) -> bool {
        self.find(symbol).is_some_and(|class| self.has_object[class as usize])
    }
}

impl ConstraintSystem {
    /// Removes all constraints but keeps the memory.
    pub fn clear(&mut self) {
        self.equalities.clear();
        self.inequalities.clear();
        self.general.clear();
        self.general_up_to.clear();
        self.conjunctions.clear();
        self.choices.clear();
    }

    /// One of these conjunctions of equalities must hold.
    pub fn add_choice<C: IntoIterator<Item = Pair>>(&mut self, choice: impl IntoIterator<Item = C>) {
        let start = self.conjunctions.len();
        for conjunction in choice {
            self.conjunctions.push(conjunction);
        }
        self.choices.push((start, self.conjunctions.len()));
    }

    /// Whether the system has a solution.
    pub fn is_solvable(&mut self) -> bool {
        let (mut classes, mut base) = (std::mem::take(&mut self.classes), std::mem::take(&mut self.base));
        classes.clear();
        base.clear();
        for &pair in &self.general_up_to {
            base.merge(pair);
        }
        let solvable =
            self.equalities.iter().all(|&pair| classes.merge(pair)) && self.solve(0, &classes, &base);
        (self.classes, self.base) = (classes, base);
        solvable
    }

    fn solve(&self, next: usize, classes: &Classes, base: &Classes) -> bool {
        // More equalities only make these worse, so they prune partial choices too.
        if self.inequalities.iter().any(|row| row.iter().all(|&pair| classes.equal(pair)))
            || !self.is_general(classes, base)
        {
            return false;
        }
        let Some(&(start, end)) = self.choices.get(next) else {
            return true;
        };
        (start..end).any(|conjunction| {
            let mut classes = classes.clone();
            self.conjunctions.row(conjunction).iter().all(|&pair| classes.merge(pair))
                && self.solve(next + 1, &classes, base)
        })
    }

    fn is_general(&self, classes: &Classes, base: &Classes) -> bool {
        self.general.iter().enumerate().all(|(place, &a)| {
            // A variable that no equality mentions is equal to nothing.
            let Some(class) = classes.find(a) else { return true };
            let more_constant = classes.has_object[class as usize] && !base.is_constant(a);
            let more_equal = |&b: &Symbol| classes.find(b) == Some(class) && !base.equal((a, b));
            !more_constant && !self.general[place + 1..].iter().any(more_equal)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Symbol::{Object, Parameter, Variable};
    use super::*;

    #[test]
    fn equal_objects_are_a_contradiction() {
        let equalities = vec![(Variable(0), Object(1)), (Parameter(0), Variable(0))];
        let mut system = ConstraintSystem { equalities, ..ConstraintSystem::default() };
        assert!(system.is_solvable());
        system.equalities.push((Parameter(0), Object(2)));
        assert!(!system.is_solvable());
    }

    #[test]
    fn choices_are_searched() {
        let mut system = ConstraintSystem::default();
        system.add_choice([[(Variable(0), Variable(1))], [(Variable(0), Variable(2))]]);
        system.add_choice([[(Variable(1), Variable(3))]]);
        system.inequalities.push([(Variable(0), Variable(3))]);
        assert!(system.is_solvable());
        system.inequalities.push([(Variable(0), Variable(2))]);
        assert!(!system.is_solvable());
    }

    #[test]
    fn an_inequality_needs_one_differing_pair() {
        let equalities = vec![(Variable(0), Variable(1))];
        let mut system = ConstraintSystem { equalities, ..ConstraintSystem::default() };
        system.inequalities.push([(Variable(0), Variable(1)), (Variable(2), Variable(3))]);
        assert!(system.is_solvable());
        system.equalities.push((Variable(3), Variable(2)));
        assert!(!system.is_solvable());
    }

    #[test]
    fn general_variables_stay_apart_and_away_from_objects() {
        let mut system = ConstraintSystem {
            general: vec![Variable(0), Variable(1)],
            equalities: vec![(Variable(0), Parameter(1))],
            ..ConstraintSystem::default()
        };
        assert!(system.is_solvable());
        system.equalities.push((Parameter(1), Object(0)));
        assert!(!system.is_solvable());
        system.equalities = vec![(Variable(0), Parameter(0)), (Parameter(0), Variable(1))];
        assert!(!system.is_solvable());
        system.general_up_to = system.equalities.clone();
        assert!(system.is_solvable());
    }

    #[test]
    fn a_cleared_system_has_no_constraints() {
        let mut system = ConstraintSystem::default();
        system.add_choice::<[Pair; 0]>([]);
        assert!(!system.is_solvable());
        system.clear();
        assert!(system.is_solvable());
    }
}
