//! Scopes of variables: an action, a rule, the goal, or a declaration.

use super::Checker;
use super::names::NameKind;
use crate::diagnostic::{Diagnostic, FileRole};
use crate::symbol::Symbol;
use crate::syntax::{self, Name, TypedGroup};
use crate::task::{ObjectId, Term, TypeId, Variable, VariableId};
use extremal_grammar::closest;

const UNBOUND: u32 = u32::MAX;

/// The variables of the scope being checked.
#[derive(Debug)]
pub(super) struct Scope {
    variables: Vec<Variable>,
    /// What each symbol is bound to at the moment.
    bound: Vec<u32>,
    /// Bindings to be restored, innermost last: a symbol and what it was bound to before.
    shadowed: Vec<(Symbol, u32)>,
}

impl Scope {
    pub(super) fn new(num_symbols: usize) -> Self {
        Scope { variables: Vec::new(), bound: vec![UNBOUND; num_symbols], shadowed: Vec::new() }
    }
}

impl<'a> Checker<'a> {
    /// Begins a new scope without variables.
    pub(super) fn open_scope(&mut self) {
        self.unbind_to(0);
        self.scope.variables.clear();
    }

    /// Ends a scope and hands out its variables.
    pub(super) fn close_scope(&mut self) -> Vec<Variable> {
        self.unbind_to(0);
        std::mem::take(&mut self.scope.variables)
    }

    /// How many bindings are in force; [`unbind_to`](Self::unbind_to) goes back to it.
    pub(super) fn num_bindings(&self) -> usize {
        self.scope.shadowed.len()
    }

    /// Takes back all bindings but the first `num_bindings`.
    pub(super) fn unbind_to(&mut self, num_bindings: usize) {
        for (symbol, before) in self.scope.shadowed.drain(num_bindings..).rev() {
            self.scope.bound[symbol.0 as usize] = before;
        }
    }

    /// Variables of a declaration. Their names mean nothing there, so a repeated one is only odd: the
    /// logistics benchmark of 2000 declares `(in ?obj ?obj)`.
    pub(super) fn declared_variables(&mut self, groups: &[TypedGroup]) -> Vec<Variable> {
        self.open_scope();
        for group in groups {
            let types = self.resolve_types(&group.types);
            for &name in &group.names {
                if self.scope.bound[name.symbol.0 as usize] != UNBOUND {
                    let (role, text) = (self.role, self.text(name));
                    self.diagnostics.warning(|| {
                        let message = format!("the parameter `{text}` stands here more than once");
                        Diagnostic::new("repeated-parameter", role, name.place.0, message)
                    });
                }
                self.bind_one(name, &types);
            }
        }
        self.close_scope()
    }

    /// Binds the variables of a list to new numbers.
    pub(super) fn bind(&mut self, groups: &[TypedGroup], kind: &str) -> Vec<VariableId> {
        let first = self.scope.variables.len() as u32;
        let mut ids = Vec::new();
        for group in groups {
            let types = self.resolve_types(&group.types);
            for &name in &group.names {
                let before = self.scope.bound[name.symbol.0 as usize];
                if before != UNBOUND && before >= first {
                    self.report_duplicate(kind, name, None);
                    continue;
                }
                ids.push(self.bind_one(name, &types));
            }
        }
        ids
    }

    fn bind_one(&mut self, name: Name, types: &[TypeId]) -> VariableId {
        let id = self.scope.variables.len() as u32;
        let before = std::mem::replace(&mut self.scope.bound[name.symbol.0 as usize], id);
        self.scope.shadowed.push((name.symbol, before));
        let text = self.symbols.name(name.symbol).to_owned();
        self.scope.variables.push(Variable { name: text, types: types.to_vec() });
        VariableId(id)
    }

    /// Looks up a variable or an object.
    pub(super) fn term(&mut self, term: &syntax::Term) -> Option<Term> {
        match *term {
            syntax::Term::Variable(name) => {
                let bound = self.scope.bound[name.symbol.0 as usize];
                if bound == UNBOUND {
                    self.report_unbound(name);
                    return None;
                }
                Some(Term::Variable(VariableId(bound)))
            }
            syntax::Term::Object(name) => self.object(name).map(Term::Object),
        }
    }

    /// Looks up an object.
    pub(super) fn object(&mut self, name: Name) -> Option<ObjectId> {
        let Some(id) = self.names.objects.get(name.symbol) else {
            self.report_undeclared(NameKind::Object, name);
            return None;
        };
        if self.role == FileRole::Domain && id as usize >= self.num_constants {
            let (role, text, origin) = (self.role, self.text(name), self.names.objects.origin(id));
            self.diagnostics.warning(|| {
                let message = format!("`{text}` is an object of the problem, not a constant of the domain");
                let diagnostic = Diagnostic::new("object-in-domain", role, name.place.0, message);
                super::names::with_origin(diagnostic, origin, "declared here")
            });
        }
        Some(ObjectId(id))
    }

    /// The types of a term that has been looked up.
    pub(super) fn types_of(&self, term: Term) -> &[TypeId] {
        match term {
            Term::Object(object) => &self.task.objects[object.0 as usize].types,
            Term::Variable(variable) => &self.scope.variables[variable.0 as usize].types,
        }
    }

    fn report_unbound(&mut self, name: Name) {
        let (role, text) = (self.role, self.text(name));
        let scope = &self.scope;
        let symbols = self.symbols;
        self.diagnostics.error(|| {
            let in_force = scope
                .shadowed
                .iter()
                .filter(|(symbol, _)| scope.bound[symbol.0 as usize] != UNBOUND)
                .map(|(symbol, _)| symbols.name(*symbol));
            Diagnostic::new("unbound-variable", role, name.place.0, format!("unbound variable `{text}`"))
                .label("neither a parameter nor bound by a quantifier")
                .suggest(closest(text, in_force))
        });
    }
}
