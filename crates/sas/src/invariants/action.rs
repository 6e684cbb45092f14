//! Actions as the balance check sees them.

use extremal_normalise as normalised;
use extremal_normalise::{EQUALITY, Literal, Term};

use super::constraints::Symbol;

/// An action whose effects have variables of their own, none shared between effects.
#[derive(Debug)]
pub struct LiftedAction {
    /// Variables of the action itself are `0..num_variables`.
    pub num_variables: u32,
    /// The precondition, with an inequality for each pair of variables that always differ.
    pub precondition: Vec<Literal>,
    /// What it adds.
    pub adds: Vec<LiftedEffect>,
    /// What it deletes.
    pub deletes: Vec<LiftedEffect>,
    /// The adds, with each universally quantified one twice: two instances of it can happen at once.
    pub heavy_adds: Vec<LiftedEffect>,
}

/// An effect.
#[derive(Clone, PartialEq, Debug)]
pub struct LiftedEffect {
    /// Its own variables.
    pub variables: std::ops::Range<u32>,
    /// When it happens.
    pub condition: Vec<Literal>,
    /// The atom that is added or deleted.
    pub atom: Literal,
    /// Whether it is quantified over some objects only. Constraint systems know no domains.
    pub is_restricted: bool,
}

impl LiftedAction {
    /// Prepares an action, of which these pairs of variables differ in all reachable instances.
    pub fn new(task: &normalised::Task, action: &normalised::Action, distinct: &[(u32, u32)]) -> Self {
        let num_variables = action.variables.len() as u32;
        let mut precondition = action.precondition.clone();
        precondition.extend(distinct.iter().map(|&(a, b)| Literal {
            predicate: EQUALITY,
            arguments: vec![Term::Variable(a), Term::Variable(b)],
            negated: true,
        }));
        let mut next_variable = num_variables;
        let mut lifted =
            LiftedAction { num_variables, precondition, adds: vec![], deletes: vec![], heavy_adds: vec![] };
        for effect in &action.effects {
            let own = LiftedEffect::new(task, effect, num_variables, &mut next_variable);
            if effect.literal.negated {
                lifted.deletes.push(own);
                continue;
            }
            lifted.heavy_adds.push(own.clone());
            if !effect.variables.is_empty() {
                lifted.heavy_adds.push(LiftedEffect::new(task, effect, num_variables, &mut next_variable));
            }
            lifted.adds.push(own);
        }
        lifted
    }
}

impl LiftedEffect {
    fn new(
        task: &normalised::Task,
        effect: &normalised::Effect,
        num_action_variables: u32,
        next_variable: &mut u32,
    ) -> Self {
        let is_everything = |&domain: &u32| task.domains[domain as usize].objects.len() == task.objects.len();
        let first = *next_variable;
        *next_variable += effect.variables.len() as u32;
        let rename = |literal: &Literal| {
            let mut literal = literal.clone();
            for term in &mut literal.arguments {
                if let Term::Variable(v) = term
                    && *v >= num_action_variables
                {
                    *v = *v - num_action_variables + first;
                }
            }
            literal
        };
        LiftedEffect {
            variables: first..*next_variable,
            condition: effect.condition.iter().map(rename).collect(),
            atom: Literal { negated: false, ..rename(&effect.literal) },
            is_restricted: !effect.variables.iter().all(is_everything),
        }
    }
}

/// A term of an action in a constraint system.
pub fn symbol(term: Term) -> Symbol {
    match term {
        Term::Object(o) => Symbol::Object(o),
        Term::Variable(v) => Symbol::Variable(v),
    }
}
