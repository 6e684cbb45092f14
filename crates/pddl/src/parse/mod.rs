//! From s-expressions to the syntax tree.
//!
//! Each section, action, condition and init fact is parsed by itself: an error in one is reported and the
//! others are still parsed. A condition or effect that could not be understood becomes an empty
//! conjunction, about which nothing can be complained later.

mod condition;
mod domain;
mod effect;
mod problem;
mod typed_list;

use rustc_hash::FxHashSet;

use crate::cost::{Cost, CostError};
use crate::diagnostic::{Diagnostic, Diagnostics, FileRole};
use crate::sexpr::{Expression, Forest, Members};
use crate::source::Span;
use crate::symbol::{Symbol, SymbolTable, keyword};
use crate::syntax::{Arguments, Atom, Name, Place, Term};
use extremal_grammar::closest;

/// Kinds of names of which some may be missing because their section could not be parsed.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Incomplete {
    pub(crate) types: bool,
    pub(crate) objects: bool,
    pub(crate) predicates: bool,
    pub(crate) functions: bool,
}

/// Parses one file.
pub(crate) struct Parser<'a> {
    pub(crate) role: FileRole,
    pub(crate) symbols: &'a SymbolTable,
    pub(crate) diagnostics: &'a mut Diagnostics,
    /// Names of declared functions, to tell numeric and object fluents from plain mistakes.
    pub(crate) functions: FxHashSet<Symbol>,
    pub(crate) incomplete: Incomplete,
}

impl<'a> Parser<'a> {
    /// A parser for a file in the role.
    pub(crate) fn new(role: FileRole, symbols: &'a SymbolTable, diagnostics: &'a mut Diagnostics) -> Self {
        Parser {
            role,
            symbols,
            diagnostics,
            functions: FxHashSet::default(),
            incomplete: Incomplete::default(),
        }
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.symbols.name(symbol)
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl FnOnce() -> String) {
        let role = self.role;
        self.diagnostics.error(|| Diagnostic::new(code, role, span, message()));
    }

    /// Refuses a feature by its name.
    fn unsupported(&mut self, code: &'static str, span: Span, feature: &str) {
        let role = self.role;
        self.diagnostics.unsupported(|| {
            Diagnostic::new(code, role, span, format!("{feature} are not supported"))
                .label("outside of classical planning")
        });
    }

    /// Reports that something else was expected, and says what was found.
    fn expected(&mut self, what: &str, found: Expression) {
        let found_text = match (found.word().or(found.variable()).or(found.keyword()), found.head()) {
            (Some(word), _) => format!("`{}`", self.text(word)),
            (None, Some(head)) => format!("`({} ...)`", self.text(head)),
            (None, None) => "a list".to_owned(),
        };
        let role = self.role;
        self.diagnostics.error(|| {
            Diagnostic::new("syntax", role, found.span(), format!("expected {what}, found {found_text}"))
                .label(format!("expected {what}"))
        });
    }

    /// Reports that something is missing at the end of a list.
    fn missing(&mut self, what: &str, list: Expression) {
        let end = list.span().end;
        // The closing parenthesis is where the missing thing should stand.
        let span = Span { start: end.saturating_sub(1), end };
        let inside = list.head().map(|head| format!(" in `({} ...)`", self.text(head))).unwrap_or_default();
        let role = self.role;
        self.diagnostics.error(|| {
            Diagnostic::new("syntax", role, span, format!("{what} is missing{inside}"))
                .label(format!("expected {what}"))
        });
    }

    /// Reports members beyond those that belong to a list.
    fn end_of(&mut self, mut rest: Members, list: Expression) {
        if let Some(superfluous) = rest.next() {
            let what = match list.head() {
                Some(head) => format!("`)` to end `({} ...)`", self.text(head)),
                None => "`)`".to_owned(),
            };
            self.expected(&what, superfluous);
        }
    }

    /// A name that is neither variable nor keyword nor list.
    fn name(&mut self, what: &str, expression: Expression) -> Option<Name> {
        match expression.word() {
            Some(symbol) if symbol != keyword::DASH => Some(Name { symbol, place: Place(expression.span()) }),
            _ => {
                self.expected(what, expression);
                None
            }
        }
    }

    /// The terms of an atom.
    fn terms(&mut self, members: Members) -> Option<Arguments> {
        let mut terms = Arguments::with_capacity(members.size_hint().0);
        let mut complete = true;
        for member in members {
            match self.term(member) {
                Some(term) => terms.push(term),
                None => complete = false,
            }
        }
        complete.then_some(terms)
    }

    fn term(&mut self, expression: Expression) -> Option<Term> {
        let place = Place(expression.span());
        if let Some(symbol) = expression.variable() {
            return Some(Term::Variable(Name { symbol, place }));
        }
        if let Some(function) = expression.head()
            && self.functions.contains(&function)
        {
            self.unsupported("unsupported-object-fluents", expression.span(), "functions as arguments");
            return None;
        }
        self.name("a variable or an object", expression).map(Term::Object)
    }

    /// `(name terms)`.
    fn atom(&mut self, what: &str, list: Expression) -> Option<Atom> {
        let mut members = list.members();
        let Some(head) = members.next() else {
            self.expected(what, list);
            return None;
        };
        let name = self.name(what, head);
        let arguments = self.terms(members);
        Some(Atom { name: name?, arguments: arguments?, place: Place(list.span()) })
    }

    /// A number, if the word is one; whether it can be a cost is another question.
    fn number(&self, expression: Expression) -> Option<Result<Cost, CostError>> {
        let text = self.text(expression.word()?);
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        Some(text.parse()).filter(|number| is_number && *number != Err(CostError::NotANumber))
    }

    /// The sections of `(define (WHAT NAME) ...)`, and the name.
    fn define<'f>(&mut self, forest: &'f Forest, what: Symbol) -> Option<(Name, Members<'f>)> {
        let what_text = self.text(what);
        let mut roots = forest.roots();
        let Some(define) = roots.next() else {
            let message = format!("the file is empty; expected `(define ({what_text} NAME) ...)`");
            self.error("syntax", Span::default(), || message);
            return None;
        };
        if define.head() != Some(keyword::DEFINE) {
            self.expected(&format!("`(define ({what_text} NAME) ...)`"), define);
            return None;
        }
        if let Some(after) = roots.next() {
            self.expected("the end of the file", after);
        }
        let mut members = define.members();
        members.next();
        let expected = format!("`({what_text} NAME)`");
        let Some(title) = members.next() else {
            self.missing(&expected, define);
            return None;
        };
        if title.head() != Some(what) {
            let other = if what == keyword::DOMAIN { keyword::PROBLEM } else { keyword::DOMAIN };
            if title.head() == Some(other) {
                let role = self.role;
                let found = self.text(other);
                self.diagnostics.error(|| {
                    let message = format!("this is a {found} file, a {what_text} file is needed here");
                    Diagnostic::new("wrong-file", role, title.span(), message)
                        .help("the domain file comes first, then the problem file")
                });
            } else {
                self.expected(&expected, title);
            }
            return None;
        }
        let mut title_members = title.members();
        title_members.next();
        let Some(name) = title_members.next() else {
            self.missing("a name", title);
            return None;
        };
        self.end_of(title_members, title);
        Some((self.name("a name", name)?, members))
    }

    /// The keyword that begins a section.
    fn section_keyword(&mut self, section: Expression) -> Option<Symbol> {
        let keyword = section.members().next().and_then(|head| head.keyword());
        if keyword.is_none() {
            self.expected("a section such as `(:action ...)`", section);
        }
        keyword
    }

    fn unknown_keyword(&mut self, kind: &str, expression: Expression, known: &[Symbol]) {
        let Some(word) = expression.keyword() else { return };
        let (role, text, symbols) = (self.role, self.text(word), self.symbols);
        self.diagnostics.error(|| {
            let suggestion = closest(text, known.iter().map(|&symbol| symbols.name(symbol)));
            let message = format!("unknown {kind} `{text}`");
            Diagnostic::new("unknown-keyword", role, expression.span(), message).suggest(suggestion)
        });
    }

    /// Warns that a section comes a second time; both are taken.
    fn repeated_section(&mut self, keyword: Symbol, section: Expression) {
        let (role, text) = (self.role, self.text(keyword));
        let head = section.members().next().unwrap_or(section);
        self.diagnostics.warning(|| {
            let message = format!("the section `{text}` is given more than once");
            Diagnostic::new("repeated-section", role, head.span(), message)
        });
    }
}
