//! Small systems of equalities and inequalities between terms.
//!
//! A system asks: can one conjunction of equalities be picked from each given list so that the smallest
//! equivalence relation containing them keeps objects apart, keeps some terms apart from all objects, and
//! violates at least one equality of each given list of pairs?

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
#[derive(Clone, Default, Debug)]
pub struct ConstraintSystem {
    /// These hold in any case.
    pub equalities: Vec<Pair>,
    /// From each list one conjunction of equalities must hold.
    pub choices: Vec<Vec<Vec<Pair>>>,
    /// From each list at least one pair must differ.
    pub inequalities: Vec<Vec<Pair>>,
    /// These must not equal an object.
    pub not_constant: Vec<Symbol>,
}

/// An equivalence relation over the terms mentioned so far. Systems are small, so plain lists are fastest.
#[derive(Clone, Default, Debug)]
pub struct Classes {
    members: Vec<(Symbol, u32)>,
    /// For each class, the object in it.
    object: Vec<Option<u32>>,
}

impl Classes {
    fn class(&mut self, symbol: Symbol) -> u32 {
        if let Some(&(_, class)) = self.members.iter().find(|(s, _)| *s == symbol) {
            return class;
        }
        let class = self.object.len() as u32;
        self.members.push((symbol, class));
        self.object.push(match symbol {
            Symbol::Object(o) => Some(o),
            _ => None,
        });
        class
    }

    /// Merges the classes of both terms; false if that makes two objects equal.
    pub fn merge(&mut self, (a, b): Pair) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        if a == b {
            return true;
        }
        let object = match (self.object[a as usize], self.object[b as usize]) {
            (Some(_), Some(_)) => return false,
            (one, other) => one.or(other),
        };
        self.object[a as usize] = object;
        for member in self.members.iter_mut().filter(|(_, class)| *class == b) {
            member.1 = a;
        }
        true
    }

    /// Whether the terms are in one class.
    pub fn equal(&self, a: Symbol, b: Symbol) -> bool {
        if a == b {
            return true;
        }
        let find = |symbol| self.members.iter().find(|(s, _)| *s == symbol).map(|&(_, class)| class);
        find(a).is_some_and(|class| find(b) == Some(class))
    }

    /// Whether the term's class has an object.
    pub fn is_constant(&self, symbol: Symbol) -> bool {
        if matches!(symbol, Symbol::Object(_)) {
            return true;
        }
        let class = self.members.iter().find(|(s, _)| *s == symbol).map(|&(_, class)| class);
        class.is_some_and(|class| self.object[class as usize].is_some())
    }
}

impl ConstraintSystem {
    /// Whether the system has a solution.
    pub fn is_solvable(&self) -> bool {
        let mut classes = Classes::default();
        self.equalities.iter().all(|&pair| classes.merge(pair)) && self.solve(0, &classes)
    }

    fn solve(&self, next: usize, classes: &Classes) -> bool {
        // More equalities only make these worse, so they prune partial choices too.
        let contradicted = self.not_constant.iter().any(|&s| classes.is_constant(s))
            || self.inequalities.iter().any(|d| d.iter().all(|&(a, b)| classes.equal(a, b)));
        if contradicted {
            return false;
        }
        let Some(choice) = self.choices.get(next) else {
            return true;
        };
        choice.iter().any(|conjunction| {
            let mut classes = classes.clone();
            conjunction.iter().all(|&pair| classes.merge(pair)) && self.solve(next + 1, &classes)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Symbol::{Object, Parameter, Variable};
    use super::*;

    #[test]
    fn equal_objects_are_a_contradiction() {
        let mut system = ConstraintSystem::default();
        system.equalities = vec![(Variable(0), Object(1)), (Parameter(0), Variable(0))];
        assert!(system.is_solvable());
        system.equalities.push((Parameter(0), Object(2)));
        assert!(!system.is_solvable());
    }

    #[test]
    fn choices_are_searched() {
        let mut system = ConstraintSystem::default();
        system.choices = vec![
            vec![vec![(Variable(0), Variable(1))], vec![(Variable(0), Variable(2))]],
            vec![vec![(Variable(1), Variable(3))]],
        ];
        system.inequalities = vec![vec![(Variable(0), Variable(3))]];
        assert!(system.is_solvable());
        system.inequalities.push(vec![(Variable(0), Variable(2))]);
        assert!(!system.is_solvable());
    }

    #[test]
    fn an_inequality_needs_one_differing_pair() {
        let mut system = ConstraintSystem::default();
        system.equalities = vec![(Variable(0), Variable(1))];
        system.inequalities = vec![vec![(Variable(0), Variable(1)), (Variable(2), Variable(3))]];
        assert!(system.is_solvable());
        system.equalities.push((Variable(3), Variable(2)));
        assert!(!system.is_solvable());
    }

    #[test]
    fn variables_can_be_kept_from_being_constant() {
        let mut system = ConstraintSystem::default();
        system.not_constant = vec![Variable(0)];
        system.equalities = vec![(Variable(0), Variable(1))];
        assert!(system.is_solvable());
        system.equalities.push((Variable(1), Object(0)));
        assert!(!system.is_solvable());
    }
}
