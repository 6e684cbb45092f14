//! Whether a formula holds in a state. For quantifiers that is a search for bindings: see `bindings.rs`.

use std::ops::ControlFlow::Break;

use extremal_limits::{Pacer, Stop};
use extremal_pddl::task::Term;

use crate::domains::{DomainId, Domains};
use crate::formula::{Formula, Variable};
use crate::state::State;

/// Stands for "no object" in a binding.
pub(crate) const UNBOUND: u32 = u32::MAX;

/// Evaluates formulas of one scope in one state.
pub(crate) struct Evaluator<'e> {
    pub(crate) state: &'e State,
    pub(crate) domains: &'e Domains<'e>,
    pub(crate) scope: &'e [DomainId],
    bindings: Vec<u32>,
    pub(crate) pacer: &'e mut Pacer,
}

impl<'e> Evaluator<'e> {
    pub(crate) fn new(
        state: &'e State,
        domains: &'e Domains<'e>,
        scope: &'e [DomainId],
        pacer: &'e mut Pacer,
    ) -> Self {
        Evaluator { state, domains, scope, bindings: vec![UNBOUND; scope.len()], pacer }
    }

    /// The objects bound to the variables; [`UNBOUND`] where there is none.
    pub(crate) fn bindings(&self) -> &[u32] {
        &self.bindings
    }

    /// Binds a variable, or frees it by [`UNBOUND`].
    pub(crate) fn bind(&mut self, variable: Variable, object: u32) {
        self.bindings[variable as usize] = object;
    }

    /// The objects that a variable ranges over.
    pub(crate) fn objects_of(&self, variable: Variable) -> &'e [u32] {
        self.domains.objects(self.scope[variable as usize])
    }

    /// Whether a formula whose free variables are bound is true.
    pub(crate) fn holds(&mut self, formula: &Formula) -> Result<bool, Stop> {
        match formula {
            Formula::Atom { predicate, arguments, positive } => {
                let objects = arguments.iter().map(|term| self.value(term));
                Ok(self.state.relation(*predicate).contains(objects) == *positive)
            }
            Formula::Equals { left, right, positive } => {
                Ok((self.value(left) == self.value(right)) == *positive)
            }
            Formula::And(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Or { options, .. } => {
                for option in options {
                    if self.holds(option)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Formula::Exists { variables, body, positive, .. } => {
                Ok(self.any(&[body], variables)? == *positive)
            }
        }
    }

    /// Whether some binding of the variables makes all goals true.
    pub(crate) fn any(&mut self, goals: &[&Formula], variables: &[Variable]) -> Result<bool, Stop> {
        Ok(self.search(goals, variables, &[], &mut |_| Break(()))?.is_break())
    }

    pub(crate) fn all_hold(&mut self, goals: &[&Formula]) -> Result<bool, Stop> {
        for goal in goals {
            if !self.holds(goal)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn value(&self, term: &Term) -> u32 {
        match term {
            Term::Object(object) => object.0,
            Term::Variable(variable) => self.bindings[variable.0 as usize],
        }
    }

    pub(crate) fn is_bound(&self, variable: Variable) -> bool {
        self.bindings[variable as usize] != UNBOUND
    }

    pub(crate) fn all_bound(&self, variables: &[Variable]) -> bool {
        variables.iter().all(|&v| self.is_bound(v))
    }
}
