//! Conditions and the atoms in them.

use super::names::{NameKind, with_origin};
use super::requirements::Requirement;
use super::types::MAX_TYPE_PAIRS;
use super::{Checker, Origin};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;
use crate::syntax::{self, TypedGroup};
use crate::task::{Atom, Condition, OBJECT, PredicateId, Term, TypeId, VariableId};

impl Checker<'_> {
    /// Checks a condition. Parts with errors are left out.
    pub(super) fn condition(&mut self, condition: &syntax::Condition) -> Condition {
        let nothing = Condition::And(Vec::new());
        match condition {
            syntax::Condition::Atom(atom) => self.atom(atom).map_or(nothing, Condition::Atom),
            syntax::Condition::Equals(left, right, place) => {
                self.uses(Requirement::Equality, place.0);
                match (self.term(left), self.term(right)) {
                    (Some(left), Some(right)) => Condition::Equals(left, right, place.0),
                    _ => nothing,
                }
            }
            syntax::Condition::Not(inner, place) => {
                // `(not (= a b))` belongs to `:equality`, as most domains take it.
                if !matches!(**inner, syntax::Condition::Equals(..)) {
                    self.uses(Requirement::NegativePreconditions, place.0);
                }
                Condition::Not(Box::new(self.condition(inner)))
            }
            syntax::Condition::And(parts, _) => {
                Condition::And(parts.iter().map(|part| self.condition(part)).collect())
            }
            syntax::Condition::Or(parts, place) => {
                self.uses(Requirement::DisjunctivePreconditions, place.0);
                Condition::Or(parts.iter().map(|part| self.condition(part)).collect())
            }
            syntax::Condition::Imply(premise, conclusion, place) => {
                self.uses(Requirement::DisjunctivePreconditions, place.0);
                let premise = self.condition(premise);
                Condition::Imply(Box::new(premise), Box::new(self.condition(conclusion)))
            }
            syntax::Condition::Forall(variables, inner, place) => {
                self.uses(Requirement::UniversalPreconditions, place.0);
                let (variables, inner) = self.quantified(variables, inner);
                Condition::Forall(variables, Box::new(inner))
            }
            syntax::Condition::Exists(variables, inner, place) => {
                self.uses(Requirement::ExistentialPreconditions, place.0);
                let (variables, inner) = self.quantified(variables, inner);
                Condition::Exists(variables, Box::new(inner))
            }
        }
    }

    fn quantified(
        &mut self,
        variables: &[TypedGroup],
        inner: &syntax::Condition,
    ) -> (Vec<VariableId>, Condition) {
        let outer = self.num_bindings();
        let variables = self.bind(variables, "variable");
        let inner = self.condition(inner);
        self.unbind_to(outer);
        (variables, inner)
    }

    /// Checks an atom: predicate, number of arguments, and their types.
    pub(super) fn atom(&mut self, atom: &syntax::Atom) -> Option<Atom> {
        let predicate = self.names.predicates.get(atom.name.symbol);
        if predicate.is_none() {
            self.report_undeclared(NameKind::Predicate, atom.name);
        }
        let arguments = self.arguments(&atom.arguments);
        let predicate = PredicateId(predicate?);
        let arguments = arguments?;
        let arity = self.task.predicates[predicate.0 as usize].parameters.len();
        let origin = self.names.predicates.origin(predicate.0);
        if !self.check_arity("predicate", atom, arity, origin) {
            return None;
        }
        for (index, &argument) in arguments.iter().enumerate() {
            let wanted = &self.task.predicates[predicate.0 as usize].parameters[index].types;
            if !self.surely_fits(argument, wanted) {
                let wanted = wanted.clone();
                // Swapped arguments are one mistake.
                if !self.check_type(atom, index, argument, &wanted, origin) {
                    break;
                }
            }
        }
        Some(Atom { predicate, arguments, span: atom.place.0 })
    }

    pub(super) fn arguments(&mut self, terms: &[syntax::Term]) -> Option<Vec<Term>> {
        let mut arguments = Vec::with_capacity(terms.len());
        let mut good = true;
        for term in terms {
            match self.term(term) {
                Some(term) => arguments.push(term),
                None => good = false,
            }
        }
        good.then_some(arguments)
    }

    pub(super) fn check_arity(
        &mut self,
        kind: &str,
        atom: &syntax::Atom,
        arity: usize,
        origin: Option<Origin>,
    ) -> bool {
        let found = atom.arguments.len();
        if found != arity {
            let (role, text) = (self.role, self.text(atom.name));
            let subject = ("wrong-arity", atom.name.symbol.0, found as u32);
            self.diagnostics.once(Severity::Error, &[subject], || {
                let plural = if arity == 1 { "" } else { "s" };
                let message = format!("the {kind} `{text}` takes {arity} argument{plural}, found {found}");
                // The superfluous arguments, or the whole atom if some are missing.
                let span = match atom.arguments.get(arity) {
                    Some(first) => Span {
                        start: first.name().place.0.start,
                        end: atom.arguments[found - 1].name().place.0.end,
                    },
                    None => atom.place.0,
                };
                let label = if found > arity { "too many" } else { "too few arguments" };
                let diagnostic = Diagnostic::new("wrong-arity", role, span, message).label(label);
                with_origin(diagnostic, origin, "declared here")
            });
        }
        found == arity
    }

    /// The common cases of an argument with a right type, quickly.
    #[inline]
    pub(super) fn surely_fits(&self, argument: Term, wanted: &[TypeId]) -> bool {
        let [wanted] = *wanted else { return false };
        wanted == OBJECT
            || self.types_of(argument).iter().any(|&own| {
                own == wanted || self.task.types[own.0 as usize].ancestors.binary_search(&wanted).is_ok()
            })
    }

    /// Reports an argument whose types have nothing in common with what its place demands.
    pub(super) fn check_type(
        &mut self,
        atom: &syntax::Atom,
        index: usize,
        argument: Term,
        wanted: &[TypeId],
        origin: Option<Origin>,
    ) -> bool {
        let fits = match argument {
            _ if self.types_of(argument).len() * wanted.len() > MAX_TYPE_PAIRS => true,
            Term::Object(object) => self.task.object_has_type(object, wanted),
            Term::Variable(_) => {
                let types = self.types_of(argument).to_vec();
                self.types_overlap(&types, wanted)
            }
        };
        let undeclared = |types: &[TypeId]| types.iter().any(|t| self.undeclared_types.contains(t));
        if fits || self.incomplete.types || undeclared(wanted) || undeclared(self.types_of(argument)) {
            return true;
        }
        let (role, name, predicate) = (self.role, atom.arguments[index].name(), self.text(atom.name));
        let text = self.text(name);
        let found = self.describe_types(self.types_of(argument));
        let wanted = self.describe_types(wanted);
        // Either the argument has a wrong type, or the parameter has: each of them is one mistake.
        let declared = match argument {
            Term::Object(object) => ("wrong-type", object.0, 0),
            Term::Variable(variable) => ("wrong-type", variable.0, self.num_scopes),
        };
        let parameter = ("wrong-type of a parameter", atom.name.symbol.0, index as u32);
        let origin_of_argument = match argument {
            Term::Object(object) => self.names.objects.origin(object.0),
            Term::Variable(_) => {
                self.place_of_variable(argument).map(|span| Origin { file: self.role, span })
            }
        };
        self.diagnostics.once(Severity::Error, &[declared, parameter], || {
            let number = index + 1;
            let message = format!(
                "`{text}` has type {found}, but argument {number} of `{predicate}` has type {wanted}"
            );
            let diagnostic = Diagnostic::new("wrong-type", role, name.place.0, message)
                .label(format!("expected {wanted}"));
            let diagnostic = with_origin(diagnostic, origin_of_argument, "has its type from here");
            with_origin(diagnostic, origin, "declared here")
        });
        false
    }

    fn describe_types(&self, types: &[TypeId]) -> String {
        let names: Vec<String> =
            types.iter().take(5).map(|t| format!("`{}`", self.task.types[t.0 as usize].name)).collect();
        names.join(" or ")
    }
}
