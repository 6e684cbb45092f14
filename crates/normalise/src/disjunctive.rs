//! Disjunctive normal form with existential quantifiers in front of each conjunction.

use crate::formula::Formula;
use crate::task::{DomainId, Literal};
use crate::universal::Axiomatiser;

/// `exists variables: literals`.
#[derive(Clone, Debug, Default)]
pub struct Conjunction {
    /// Existential variables.
    pub variables: Vec<u32>,
    /// All of these hold.
    pub literals: Vec<Literal>,
}

/// Above this many disjuncts a disjunction is given a derived predicate instead of being multiplied out,
/// because the product of `n` disjunctions grows as `2^n`.
const MAX_DISJUNCTS: usize = 256;

/// The conjunctions whose disjunction the formula is. The formula has no universal quantifiers.
pub fn disjunctive_normal_form(
    formula: &Formula,
    scope: &[DomainId],
    axiomatiser: &mut Axiomatiser,
) -> Vec<Conjunction> {
    if count_disjuncts(formula) <= MAX_DISJUNCTS {
        return multiply_out(formula);
    }
    let smaller = replace_disjunctions(formula, scope, axiomatiser);
    multiply_out(&smaller)
}

fn count_disjuncts(formula: &Formula) -> usize {
    match formula {
        Formula::And(parts) => parts.iter().map(count_disjuncts).fold(1, usize::saturating_mul),
        Formula::Or(parts) => parts.iter().map(count_disjuncts).fold(0, usize::saturating_add),
        Formula::Exists(_, part) | Formula::Forall(_, part) => count_disjuncts(part),
        Formula::False => 0,
        Formula::True | Formula::Literal(_) => 1,
    }
}

/// Gives every disjunction below a conjunction or quantifier a derived predicate. Disjunctions at the top
/// stay: they split without growing.
fn replace_disjunctions(formula: &Formula, scope: &[DomainId], axiomatiser: &mut Axiomatiser) -> Formula {
    match formula {
        Formula::Or(parts) => {
            Formula::or(parts.iter().map(|p| replace_below(p, scope, axiomatiser)).collect::<Vec<_>>())
        }
        other => replace_below(other, scope, axiomatiser),
    }
}

fn replace_below(formula: &Formula, scope: &[DomainId], axiomatiser: &mut Axiomatiser) -> Formula {
    match formula {
        Formula::And(parts) => {
            Formula::and(parts.iter().map(|p| replace_below(p, scope, axiomatiser)).collect::<Vec<_>>())
        }
        Formula::Exists(variables, part) => {
            Formula::exists(variables.clone(), replace_below(part, scope, axiomatiser))
        }
        Formula::Or(_) => {
            let body = replace_disjunctions(formula, scope, axiomatiser);
            axiomatiser.derived_literal(body, scope)
        }
        other => other.clone(),
    }
}

fn multiply_out(formula: &Formula) -> Vec<Conjunction> {
    match formula {
        Formula::True => vec![Conjunction::default()],
        Formula::False => Vec::new(),
        Formula::Literal(l) => vec![Conjunction { variables: Vec::new(), literals: vec![l.clone()] }],
        Formula::Or(parts) => parts.iter().flat_map(multiply_out).collect(),
        Formula::And(parts) => {
            let mut product = vec![Conjunction::default()];
            for part in parts {
                let factors = multiply_out(part);
                product = product
                    .iter()
                    .flat_map(|left| factors.iter().map(move |right| join(left, right)))
                    .collect();
            }
            product
        }
        Formula::Exists(variables, part) => {
            let mut parts = multiply_out(part);
            for conjunction in &mut parts {
                conjunction.variables.splice(0..0, variables.iter().copied());
            }
            parts
        }
        // Universal quantifiers are eliminated before; there is no conjunction that could stand for one.
        Formula::Forall(..) => unreachable!("universal quantifiers are eliminated first"),
    }
}

fn join(left: &Conjunction, right: &Conjunction) -> Conjunction {
    let mut both = left.clone();
    both.variables.extend(&right.variables);
    both.literals.extend(right.literals.iter().cloned());
    both
}
