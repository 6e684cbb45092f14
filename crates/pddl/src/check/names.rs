//! Tables of declared names: from symbol to id, one array per namespace.

use super::{Checker, Origin};
use crate::diagnostic::{Diagnostic, FileRole, Severity};
use crate::source::Span;
use crate::symbol::Symbol;
use crate::syntax::Name;
use crate::task::TypeId;
use extremal_grammar::closest;

const ABSENT: u32 = u32::MAX;

/// One namespace: what is declared, and where.
#[derive(Debug)]
pub(super) struct Namespace {
    by_symbol: Vec<u32>,
    /// Where each id is declared.
    origins: Vec<Option<Origin>>,
}

impl Namespace {
    fn new(num_symbols: usize) -> Self {
        Namespace { by_symbol: vec![ABSENT; num_symbols], origins: Vec::new() }
    }

    /// The id of a declared name.
    #[inline]
    pub(super) fn get(&self, symbol: Symbol) -> Option<u32> {
        let id = self.by_symbol[symbol.0 as usize];
        (id != ABSENT).then_some(id)
    }

    /// Gives the name the next id.
    pub(super) fn declare(&mut self, symbol: Symbol, origin: Option<Origin>) -> u32 {
        let id = self.origins.len() as u32;
        self.by_symbol[symbol.0 as usize] = id;
        self.origins.push(origin);
        id
    }

    /// Where an id was declared; built-in names are declared nowhere.
    pub(super) fn origin(&self, id: u32) -> Option<Origin> {
        self.origins[id as usize]
    }
}

/// All namespaces.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) types: Namespace,
    pub(super) objects: Namespace,
    pub(super) predicates: Namespace,
    pub(super) functions: Namespace,
    pub(super) actions: Namespace,
}

impl Names {
    pub(super) fn new(num_symbols: usize) -> Self {
        let namespace = || Namespace::new(num_symbols);
        Names {
            types: namespace(),
            objects: namespace(),
            predicates: namespace(),
            functions: namespace(),
            actions: namespace(),
        }
    }
}

impl Checker<'_> {
    pub(super) fn origin(&self, name: Name) -> Option<Origin> {
        Some(Origin { file: self.role, span: name.place.0 })
    }

    /// Reports a second definition of a name, with the place of the first.
    pub(super) fn report_duplicate(&mut self, kind: &str, name: Name, first: Option<Origin>) {
        let (role, text) = (self.role, self.text(name));
        self.diagnostics.error(|| {
            let message = format!("the {kind} `{text}` is defined more than once");
            let diagnostic = Diagnostic::new("duplicate-definition", role, name.place.0, message)
                .label("defined again here");
            with_origin(diagnostic, first, "first defined here")
        });
    }

    /// Reports a predicate, object or function that nobody declared.
    pub(super) fn report_undeclared(&mut self, kind: NameKind, name: Name) {
        let incomplete = match kind {
            NameKind::Type => self.incomplete.types,
            NameKind::Object => self.incomplete.objects,
            NameKind::Predicate => self.incomplete.predicates,
            NameKind::Function => self.incomplete.functions,
        };
        if incomplete || (self.incomplete.sections && !self.has_section(kind)) {
            return;
        }
        if self.missing_section(kind, name) {
            return;
        }
        let (role, text, task, names) = (self.role, self.text(name), &self.task, &self.names);
        let constants = if role == FileRole::Domain { self.num_constants } else { task.objects.len() };
        // Without its problem nobody knows whether a domain names an object that will be there.
        let is_certain = kind != NameKind::Object || self.has_problem;
        let severity = if is_certain { Severity::Error } else { Severity::Warning };
        let variable = self.bound_variable(text);
        let undeclared = &self.undeclared_types;
        let make = || {
            let declared = |(id, _): &(usize, _)| !undeclared.contains(&TypeId(*id as u32));
            let suggestion = match kind {
                NameKind::Type => closest(
                    text,
                    task.types.iter().enumerate().filter(declared).map(|(_, t)| t.name.as_str()),
                ),
                NameKind::Object if variable.is_some() => variable,
                NameKind::Object => closest(text, task.objects[..constants].iter().map(|o| o.name.as_str())),
                NameKind::Predicate => closest(text, task.predicates.iter().map(|p| p.name.as_str())),
                NameKind::Function => closest(text, task.functions.iter().map(|f| f.name.as_str())),
            };
            let (code, kind_text) = kind.describe(role);
            let message = format!("undeclared {kind_text} `{text}`");
            let mut diagnostic = Diagnostic::new(code, role, name.place.0, message).suggest(suggestion);
            let is_other_kind = match kind {
                NameKind::Predicate => names.functions.get(name.symbol).is_some(),
                NameKind::Function => names.predicates.get(name.symbol).is_some(),
                _ => false,
            };
            if suggestion.is_none() && !is_other_kind {
                diagnostic = diagnostic.help(how_to_declare(kind, role, text));
            }
            if is_other_kind && kind == NameKind::Predicate {
                diagnostic = diagnostic.help(format!("`{text}` is a function, not a predicate"));
            }
            if is_other_kind && kind == NameKind::Function {
                diagnostic = diagnostic.help(format!("`{text}` is a predicate, not a function"));
            }
            diagnostic
        };
        let (code, _) = kind.describe(role);
        self.diagnostics.once(severity, &[(code, name.symbol.0, 0)], make);
    }

    /// Reports `robot - r1` for `r1 - robot`, and returns whether it is that.
    pub(super) fn reversed_types(&mut self, names: &[Name], types: &[Name]) -> bool {
        let (&[name], &[type_name]) = (names, types) else { return false };
        let is_type = |name: Name| self.names.types.get(name.symbol).is_some();
        if !is_type(name) || is_type(type_name) {
            return false;
        }
        // What is declared here is not known, nor what the next names belong to.
        self.incomplete.objects = true;
        self.incomplete.types = true;
        let (role, text, object) = (self.role, self.text(name), self.text(type_name));
        let span = Span { start: name.place.0.start, end: type_name.place.0.end };
        self.diagnostics.once(Severity::Error, &[("reversed-types", role as u32, 0)], || {
            Diagnostic::new("reversed-types", role, span, "the type comes after the dash, not before it")
                .help(format!("write `{object} - {text}`"))
        });
        true
    }

    fn has_section(&self, kind: NameKind) -> bool {
        let has = self.incomplete.has;
        match kind {
            NameKind::Type => has.types,
            NameKind::Predicate => has.predicates,
            NameKind::Function => has.functions,
            NameKind::Object => has.objects,
        }
    }

    /// Reports that the section is missing in which a name would be declared, instead of each name in it.
    fn missing_section(&mut self, kind: NameKind, name: Name) -> bool {
        let (section, file, what, example) = match kind {
            NameKind::Type => (":types", FileRole::Domain, "type", "truck place - object"),
            NameKind::Predicate => (":predicates", FileRole::Domain, "predicate", "(at ?truck ?place)"),
            NameKind::Function => {
                (":functions", FileRole::Domain, "function", "(distance ?from ?to) - number")
            }
            NameKind::Object => (":objects", FileRole::Problem, "object", "truck1 - truck"),
        };
        if self.has_section(kind) {
            return false;
        }
        let constants = self.task.objects.iter().map(|object| object.name.as_str());
        let may_be_constant = kind == NameKind::Object
            && (self.role == FileRole::Domain || closest(self.text(name), constants).is_some());
        if may_be_constant {
            return false;
        }
        let Some(title) = self.titles[file as usize] else { return false };
        let (role, text) = (self.role, self.text(name));
        let kind_of_file = if file == FileRole::Domain { "domain" } else { "problem" };
        self.diagnostics.once(Severity::Error, &[("missing-section", file as u32, kind as u32)], || {
            let message = format!("the {kind_of_file} declares no {what}s");
            Diagnostic::new("missing-section", file, title.place.0, message)
                .also(role, name.place.0, format!("the {what} `{text}` is not declared"))
                .help(format!("declare each {what}, as in `({section} {example})`"))
        });
        true
    }
}

/// The namespaces in which a name may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    Type,
    Object,
    Predicate,
    Function,
}

/// What to do about a name that resembles no other.
fn how_to_declare(kind: NameKind, role: FileRole, text: &str) -> String {
    let section = match kind {
        NameKind::Object if matches!(text, "true" | "false") => {
            return "facts have no values: a fact is part of a state, or it is not".to_owned();
        }
        NameKind::Object if text.parse::<f64>().is_ok() => {
            return format!("numbers are not objects; declare an object such as `n{text}`");
        }
        NameKind::Object if role == FileRole::Domain => {
            return format!("a parameter would be `?{text}`; a constant is declared in `(:constants ...)`");
        }
        NameKind::Object => "(:objects ...)` of the problem",
        NameKind::Type => "(:types ...)` of the domain",
        NameKind::Predicate => "(:predicates ...)` of the domain",
        NameKind::Function => "(:functions ...)` of the domain",
    };
    format!("declare it in `{section}")
}

impl NameKind {
    fn describe(self, role: FileRole) -> (&'static str, &'static str) {
        match self {
            NameKind::Type => ("undeclared-type", "type"),
            NameKind::Object if role == FileRole::Domain => ("undeclared-object", "constant"),
            NameKind::Object => ("undeclared-object", "object"),
            NameKind::Predicate => ("undeclared-predicate", "predicate"),
            NameKind::Function => ("undeclared-function", "function"),
        }
    }
}

/// Adds the place of a declaration to a diagnostic, if there is one.
pub(super) fn with_origin(diagnostic: Diagnostic, origin: Option<Origin>, text: &str) -> Diagnostic {
    match origin {
        Some(Origin { file, span }) => diagnostic.also(file, span, text),
        None => diagnostic,
    }
}
