//! Whether a formula holds in a state, and which bindings of variables make it hold.
//!
//! Both questions are one search. Given goals that must all hold, it repeatedly picks the most restrictive
//! way to bind a variable: an equality with a known side, the true atoms that match a positive goal (the
//! shortest list that an index offers), the objects of a small type. Goals whose variables are all bound
//! are checked at once. So `exists` over an atom costs as much as the atoms that match, not as much as
//! there are objects, and `forall` likewise looks for a counter-example among the atoms of its premise.

use std::ops::ControlFlow::{self, Break, Continue};

use extremal_limits::{Pacer, Stop};
use extremal_pddl::task::Term;

use crate::domains::{DomainId, Domains};
use crate::formula::{Formula, Variable, variable};
use crate::state::State;

/// Stands for "no object" in a binding.
pub(crate) const UNBOUND: u32 = u32::MAX;

/// Evaluates formulas of one scope in one state.
pub(crate) struct Evaluator<'e> {
    state: &'e State,
    domains: &'e Domains<'e>,
    scope: &'e [DomainId],
    bindings: Vec<u32>,
    pacer: &'e mut Pacer,
}

/// Called with each satisfying binding of the wanted variables; says whether to go on.
type Found<'f> = &'f mut dyn FnMut(&[u32]) -> ControlFlow<()>;

/// The way chosen to bind the next variable.
enum Choice {
    /// By the true atoms that match the goal with this index.
    Match(usize),
    /// A variable that an equality gives a value.
    Assign(Variable, u32),
    /// By the options of the disjunction with this index, one after another.
    Branch(usize),
    /// By the objects of the variable's type.
    Enumerate(Variable),
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

    /// Finds the bindings of `wanted` for which some binding of `hidden` makes all goals true. A binding
    /// may be found more than once. All variables are as before at the end.
    pub(crate) fn search(
        &mut self,
        goals: &[&Formula],
        wanted: &[Variable],
        hidden: &[Variable],
        found: Found,
    ) -> Result<ControlFlow<()>, Stop> {
        self.pacer.tick()?;
        let (wanted, hidden) = (self.skip_bound(wanted), self.skip_bound(hidden));
        if wanted.is_empty() {
            let holds = if hidden.is_empty() { self.all_hold(goals)? } else { self.any(goals, hidden)? };
            return Ok(if holds { found(&self.bindings) } else { Continue(()) });
        }
        let (mut open, mut opened) = (Vec::new(), Vec::new());
        for goal in goals {
            if !self.simplify(goal, &mut open, &mut opened)? {
                return Ok(Continue(()));
            }
        }
        if !opened.is_empty() {
            opened.extend_from_slice(hidden);
        }
        let hidden = if opened.is_empty() { hidden } else { &opened };
        match self.choose(&open, wanted, hidden) {
            Choice::Match(index) => self.search_matches(&mut open, index, wanted, hidden, found),
            Choice::Assign(variable, object) => {
                self.search_objects(&[object], variable, &open, wanted, hidden, found)
            }
            Choice::Enumerate(variable) => {
                let objects = self.objects_of(variable);
                self.search_objects(objects, variable, &open, wanted, hidden, found)
            }
            Choice::Branch(index) => {
                let Formula::Or { options, .. } = open[index] else { return Ok(Continue(())) };
                for option in options {
                    open[index] = option;
                    if self.search(&open, wanted, hidden, found)?.is_break() {
                        return Ok(Break(()));
                    }
                }
                Ok(Continue(()))
            }
        }
    }

    /// Checks the parts of a goal that have no unbound variable and collects the others. Existential
    /// quantifiers are opened: their variables are hidden ones of the search.
    fn simplify<'f>(
        &mut self,
        goal: &'f Formula,
        open: &mut Vec<&'f Formula>,
        opened: &mut Vec<Variable>,
    ) -> Result<bool, Stop> {
        if let Formula::And(parts) = goal {
            for part in parts {
                if !self.simplify(part, open, opened)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let ground = match goal {
            Formula::Atom { arguments, .. } => arguments.iter().all(|term| self.value(term) != UNBOUND),
            Formula::Equals { left, right, .. } => {
                self.value(left) != UNBOUND && self.value(right) != UNBOUND
            }
            Formula::Or { free, .. } | Formula::Exists { free, .. } => self.all_bound(free),
            Formula::And(_) => false,
        };
        match goal {
            _ if ground => return self.holds(goal),
            Formula::Exists { variables, body, positive: true, .. } => {
                opened.extend_from_slice(variables);
                return self.simplify(body, open, opened);
            }
            _ => open.push(goal),
        }
        Ok(true)
    }

    fn choose(&self, open: &[&Formula], wanted: &[Variable], hidden: &[Variable]) -> Choice {
        let mut best: Option<(usize, Choice)> = None;
        let mut branch = None;
        let mut offer = |cost: usize, choice: Choice| {
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, choice));
            }
        };
        for (index, goal) in open.iter().enumerate() {
            match goal {
                Formula::Equals { left, right, positive: true } => {
                    match (variable(left), self.value(left), variable(right), self.value(right)) {
                        (Some(v), UNBOUND, _, object) | (_, object, Some(v), UNBOUND)
                            if object != UNBOUND =>
                        {
                            return Choice::Assign(v, object);
                        }
                        _ => {}
                    }
                }
                Formula::Atom { predicate, arguments, positive: true } => {
                    offer(self.candidates(*predicate, arguments).len(), Choice::Match(index));
                    for v in arguments.iter().filter_map(variable).filter(|&v| !self.is_bound(v)) {
                        offer(self.objects_of(v).len(), Choice::Enumerate(v));
                    }
                }
                Formula::Or { driven: true, .. } if branch.is_none() => branch = Some(index),
                _ => {}
            }
        }
        if let Some((_, choice)) = best {
            return choice;
        }
        if let Some(index) = branch {
            return Choice::Branch(index);
        }
        let unbound = wanted.iter().chain(hidden).copied().filter(|&v| !self.is_bound(v));
        // Some wanted variable is unbound whenever the search comes here.
        Choice::Enumerate(unbound.min_by_key(|&v| self.objects_of(v).len()).unwrap_or_default())
    }

    /// The shortest list of true atoms known to hold all that match under the current binding.
    fn candidates(&self, predicate: usize, arguments: &[Term]) -> &'e [u32] {
        let relation = self.state.relation(predicate);
        let bound = arguments.iter().map(|term| self.value(term)).enumerate().filter(|&(_, o)| o != UNBOUND);
        let lists = bound.map(|(position, object)| relation.with_object_at(position, object));
        lists.min_by_key(|list| list.len()).unwrap_or(relation.all())
    }

    fn search_matches(
        &mut self,
        open: &mut Vec<&Formula>,
        index: usize,
        wanted: &[Variable],
        hidden: &[Variable],
        found: Found,
    ) -> Result<ControlFlow<()>, Stop> {
        let Formula::Atom { predicate, arguments, .. } = open.swap_remove(index) else {
            return Ok(Continue(()));
        };
        let relation = self.state.relation(*predicate);
        let mut newly_bound = Vec::with_capacity(arguments.len());
        for &tuple in self.candidates(*predicate, arguments) {
            let mut result = Continue(());
            if self.unify(arguments, relation.tuple(tuple), &mut newly_bound) {
                result = self.search(open, wanted, hidden, found)?;
            }
            newly_bound.drain(..).for_each(|v| self.bind(v, UNBOUND));
            if result.is_break() {
                return Ok(result);
            }
        }
        Ok(Continue(()))
    }

    /// Binds the unbound variables among the terms so that they become the objects. The variables that were
    /// bound are appended, also when the terms and the objects turn out not to fit.
    pub(crate) fn unify(&mut self, terms: &[Term], objects: &[u32], newly_bound: &mut Vec<Variable>) -> bool {
        terms.iter().zip(objects).all(|(term, &object)| match (variable(term), self.value(term)) {
            (Some(v), UNBOUND) => {
                self.bind(v, object);
                newly_bound.push(v);
                self.domains.contains(self.scope[v as usize], object)
            }
            (_, value) => value == object,
        })
    }

    fn search_objects(
        &mut self,
        objects: &[u32],
        variable: Variable,
        open: &[&Formula],
        wanted: &[Variable],
        hidden: &[Variable],
        found: Found,
    ) -> Result<ControlFlow<()>, Stop> {
        for &object in objects {
            if !self.domains.contains(self.scope[variable as usize], object) {
                continue;
            }
            self.bind(variable, object);
            let result = self.search(open, wanted, hidden, found);
            self.bind(variable, UNBOUND);
            if result?.is_break() {
                return Ok(Break(()));
            }
        }
        Ok(Continue(()))
    }

    fn all_hold(&mut self, goals: &[&Formula]) -> Result<bool, Stop> {
        for goal in goals {
            if !self.holds(goal)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn value(&self, term: &Term) -> u32 {
        match term {
            Term::Object(object) => object.0,
            Term::Variable(variable) => self.bindings[variable.0 as usize],
        }
    }

    fn is_bound(&self, variable: Variable) -> bool {
        self.bindings[variable as usize] != UNBOUND
    }

    /// Spares later steps of a search the walk over what earlier ones have bound.
    fn skip_bound<'v>(&self, variables: &'v [Variable]) -> &'v [Variable] {
        let first = variables.iter().position(|&v| !self.is_bound(v)).unwrap_or(variables.len());
        &variables[first..]
    }

    fn all_bound(&self, variables: &[Variable]) -> bool {
        variables.iter().all(|&v| self.is_bound(v))
    }
}
