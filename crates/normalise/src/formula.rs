//! Conditions in negation normal form, simplified as they are built.

use extremal_pddl::task as pddl;

use crate::task::{EQUALITY, Literal, Term};

/// A condition in which only literals are negated. Conjunctions and disjunctions are flat, have at least
/// two parts, and no part is a truth value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// Always true.
    True,
    /// Never true.
    False,
    /// A literal.
    Literal(Literal),
    /// All parts hold.
    And(Vec<Formula>),
    /// Some part holds.
    Or(Vec<Formula>),
    /// For some values of the variables the part holds.
    Exists(Vec<u32>, Box<Formula>),
    /// For all values of the variables the part holds.
    Forall(Vec<u32>, Box<Formula>),
}

impl Formula {
    /// Negation normal form of a PDDL condition, or of its negation.
    pub fn from_condition(condition: &pddl::Condition, negate: bool) -> Formula {
        use pddl::Condition as C;
        let recurse = |part: &C| Formula::from_condition(part, negate);
        match condition {
            C::Atom(atom) => Formula::Literal(literal(atom, negate)),
            C::Equals(left, right, _) => equality(term(*left), term(*right), negate),
            C::Not(part) => Formula::from_condition(part, !negate),
            C::And(parts) if negate => Formula::or(parts.iter().map(recurse)),
            C::And(parts) => Formula::and(parts.iter().map(recurse)),
            C::Or(parts) if negate => Formula::and(parts.iter().map(recurse)),
            C::Or(parts) => Formula::or(parts.iter().map(recurse)),
            C::Imply(left, right) => {
                let parts = [Formula::from_condition(left, !negate), recurse(right)];
                if negate { Formula::and(parts) } else { Formula::or(parts) }
            }
            C::Forall(variables, part) | C::Exists(variables, part) => {
                let universal = matches!(condition, C::Forall(..)) != negate;
                let variables = variables.iter().map(|v| v.0).collect();
                let part = recurse(part);
                if universal { Formula::forall(variables, part) } else { Formula::exists(variables, part) }
            }
        }
    }

    /// Conjunction.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::True,
            1 => flat.remove(0),
            _ => Formula::And(flat),
        }
    }

    /// Disjunction.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::False,
            1 => flat.remove(0),
            _ => Formula::Or(flat),
        }
    }

    /// Existential quantification.
    ///
    /// A quantifier over an empty set of objects is resolved later, when the variable finds no value; only
    /// `exists x false` can be seen here. `exists x true` keeps its variable for the same reason.
    pub fn exists(mut variables: Vec<u32>, part: Formula) -> Formula {
        match part {
            Formula::False => Formula::False,
            Formula::Exists(more, inner) => {
                variables.extend(more);
                Formula::Exists(variables, inner)
            }
            part if variables.is_empty() => part,
            part => Formula::Exists(variables, Box::new(part)),
        }
    }

    /// Universal quantification, dual to [`Formula::exists`].
    pub fn forall(variables: Vec<u32>, part: Formula) -> Formula {
        match part {
            Formula::True => Formula::True,
            part if variables.is_empty() => part,
            part => Formula::Forall(variables, Box::new(part)),
        }
    }

    /// The negation, in negation normal form.
    pub fn negate(&self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Literal(l) => Formula::Literal(l.negate()),
            Formula::And(parts) => Formula::or(parts.iter().map(Formula::negate)),
            Formula::Or(parts) => Formula::and(parts.iter().map(Formula::negate)),
            Formula::Exists(variables, part) => Formula::forall(variables.clone(), part.negate()),
            Formula::Forall(variables, part) => Formula::exists(variables.clone(), part.negate()),
        }
    }

    /// Adds the variables that occur but are not bound inside, in order of first occurrence.
    pub fn collect_free_variables(&self, bound: &mut Vec<u32>, free: &mut Vec<u32>) {
        match self {
            Formula::True | Formula::False => {}
            Formula::Literal(l) => {
                for v in l.variables() {
                    if !bound.contains(&v) && !free.contains(&v) {
                        free.push(v);
                    }
                }
            }
            Formula::And(parts) | Formula::Or(parts) => {
                for part in parts {
                    part.collect_free_variables(bound, free);
                }
            }
            Formula::Exists(variables, part) | Formula::Forall(variables, part) => {
                let outer = bound.len();
                bound.extend(variables);
                part.collect_free_variables(bound, free);
                bound.truncate(outer);
            }
        }
    }

    /// The same formula with its variables renamed.
    pub fn rename(&self, new_name: &impl Fn(u32) -> u32) -> Formula {
        let rename_all = |parts: &[Formula]| parts.iter().map(|p| p.rename(new_name)).collect();
        match self {
            Formula::True => Formula::True,
            Formula::False => Formula::False,
            Formula::Literal(l) => Formula::Literal(rename_literal(l, new_name)),
            Formula::And(parts) => Formula::And(rename_all(parts)),
            Formula::Or(parts) => Formula::Or(rename_all(parts)),
            Formula::Exists(variables, part) => Formula::Exists(
                variables.iter().map(|&v| new_name(v)).collect(),
                Box::new(part.rename(new_name)),
            ),
            Formula::Forall(variables, part) => Formula::Forall(
                variables.iter().map(|&v| new_name(v)).collect(),
                Box::new(part.rename(new_name)),
            ),
        }
    }
}

/// A literal with its variables renamed.
pub fn rename_literal(literal: &Literal, new_name: &impl Fn(u32) -> u32) -> Literal {
    let arguments = literal
        .arguments
        .iter()
        .map(|&t| match t {
            Term::Variable(v) => Term::Variable(new_name(v)),
            object => object,
        })
        .collect();
    Literal { arguments, ..literal.clone() }
}

/// A PDDL atom as a literal. Declared predicates come after `=`.
pub fn literal(atom: &pddl::Atom, negated: bool) -> Literal {
    Literal {
        predicate: atom.predicate.0 + 1,
        arguments: atom.arguments.iter().map(|&t| term(t)).collect(),
        negated,
    }
}

/// A PDDL term.
pub fn term(term: pddl::Term) -> Term {
    match term {
        pddl::Term::Object(o) => Term::Object(o.0),
        pddl::Term::Variable(v) => Term::Variable(v.0),
    }
}

fn equality(left: Term, right: Term, negated: bool) -> Formula {
    let truth = |holds: bool| if holds { Formula::True } else { Formula::False };
    match (left, right) {
        (a, b) if a == b => truth(!negated),
        (Term::Object(_), Term::Object(_)) => truth(negated),
        _ => Formula::Literal(Literal { predicate: EQUALITY, arguments: vec![left, right], negated }),
    }
}
