//! Scopes of variables: an action, a rule, the goal, or a declaration.

use super::Checker;
use super::names::NameKind;
use crate::diagnostic::{Diagnostic, FileRole, Severity};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::syntax::{self, Name, TypedGroup};
use crate::task::{ObjectId, Term, TypeId, Variable, VariableId};
use extremal_grammar::closest;

const UNBOUND: u32 = u32::MAX;

/// The variables of the scope being checked.
#[derive(Debug)]
pub(super) struct Scope {
    variables: Vec<Variable>,
    /// Where each of them is declared.
    places: Vec<Span>,
    /// What each symbol is bound to at the moment.
    bound: Vec<u32>,
    /// Bindings to be restored, innermost last: a symbol and what it was bound to before.
    shadowed: Vec<(Symbol, u32)>,
    /// False if a variable is missing because of a mistake in its declaration.
    is_complete: bool,
}

impl Scope {
    pub(super) fn new(num_symbols: usize) -> Self {
        Scope {
            variables: Vec::new(),
            places: Vec::new(),
            bound: vec![UNBOUND; num_symbols],
            shadowed: Vec::new(),
            is_complete: true,
        }
    }
}

impl<'a> Checker<'a> {
    /// Begins a new scope without variables.
    pub(super) fn open_scope(&mut self) {
        self.unbind_to(0);
        self.scope.variables.clear();
        self.scope.places.clear();
        self.scope.is_complete = true;
        self.num_scopes += 1;
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
                    // Whatever else it was meant to be called would be reported as unbound.
                    self.scope.is_complete = false;
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
        self.scope.places.push(name.place.0);
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

    /// Where a term is declared, if it is a variable.
    pub(super) fn place_of_variable(&self, term: Term) -> Option<Span> {
        match term {
            Term::Variable(variable) => self.scope.places.get(variable.0 as usize).copied(),
            Term::Object(_) => None,
        }
    }

    /// The variable that a name would be with a question mark before it, if there is one in this scope.
    pub(super) fn bound_variable(&self, name: &str) -> Option<&'a str> {
        let symbol = self.symbols.get(&format!("?{name}"))?;
        (self.scope.bound[symbol.0 as usize] != UNBOUND).then(|| self.symbols.name(symbol))
    }

    fn report_unbound(&mut self, name: Name) {
        let (role, text) = (self.role, self.text(name));
        if !self.scope.is_complete {
            return;
        }
        if self.without_parameters {
            self.bare_variables.push(name);
            return;
        }
        if let Some(joined) = self.joined_with_type(text) {
            return self.report_joined(joined);
        }
        let scope = &self.scope;
        let symbols = self.symbols;
        let object = text.get(1..).and_then(|word| symbols.get(word));
        let object =
            object.filter(|&word| role == FileRole::Problem && self.names.objects.get(word).is_some());
        self.diagnostics.once(
            Severity::Error,
            &[("unbound-variable", name.symbol.0, self.num_scopes)],
            || {
                let in_force = scope
                    .shadowed
                    .iter()
                    .filter(|(symbol, _)| scope.bound[symbol.0 as usize] != UNBOUND)
                    .map(|(symbol, _)| symbols.name(*symbol));
                let object = object.map(|object| symbols.name(object));
                let known: Vec<String> = in_force.clone().take(10).map(|name| format!("`{name}`")).collect();
                let suggestion = object.or(closest(text, in_force));
                let found = Diagnostic::new(
                    "unbound-variable",
                    role,
                    name.place.0,
                    format!("unbound variable `{text}`"),
                )
                .suggest(suggestion);
                match role {
                    FileRole::Domain => {
                        let found = found.label("neither a parameter nor bound by a quantifier");
                        match suggestion {
                            None if !known.is_empty() => {
                                found.help(format!("the variables here are {}", known.join(", ")))
                            }
                            _ => found,
                        }
                    }
                    FileRole::Problem if object.is_some() => found,
                    FileRole::Problem => {
                        found.help(format!("name an object, or in a goal write `(exists ({text}) ...)`"))
                    }
                }
            },
        );
    }

    /// The parameter `?r-robot` in which `?r` and a type seem to be joined.
    fn joined_with_type(&self, variable: &str) -> Option<usize> {
        self.scope.variables.iter().position(|bound| {
            let rest = bound.name.strip_prefix(variable).and_then(|rest| rest.strip_prefix('-'));
            let is_type =
                |rest: &str| self.symbols.get(rest).is_some_and(|t| self.names.types.get(t).is_some());
            rest.is_some_and(is_type)
        })
    }

    fn report_joined(&mut self, index: usize) {
        let (role, place) = (self.role, self.scope.places[index]);
        let text = self.scope.variables[index].name.clone();
        let subject = ("dash-without-space", place.start, self.num_scopes);
        let known = self.last_joined.replace(subject) == Some(subject);
        if known {
            return;
        }
        self.diagnostics.error(|| {
            let meant = text.replacen('-', " - ", 1);
            let message = "spaces are missing around the dash before a type";
            Diagnostic::new("dash-without-space", role, place, message)
                .help(format!("write `{meant}`"))
                .fix(meant.clone())
        });
    }

    /// Reports the variables of an action that has no parameters at all.
    pub(super) fn report_bare_variables(&mut self, action: Name) {
        self.without_parameters = false;
        let unbound = std::mem::take(&mut self.bare_variables);
        let Some(first) = unbound.first() else { return };
        let mut names: Vec<&str> = Vec::new();
        for name in &unbound {
            let text = self.text(*name);
            if !names.contains(&text) && names.len() < 10 {
                names.push(text);
            }
        }
        let (role, text) = (self.role, self.text(action));
        self.diagnostics.error(|| {
            let message = format!("`{text}` uses variables and has no parameters");
            Diagnostic::new("missing-parameters", role, action.place.0, message)
                .also(role, first.place.0, "such a variable")
                .help(format!("add `:parameters ({})`, with their types", names.join(" ")))
        });
    }
}
