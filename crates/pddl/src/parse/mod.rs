//! From s-expressions to the syntax tree.
//!
//! Each section, action, condition and init fact is parsed by itself: an error in one is reported and the
//! others are still parsed. A condition or effect that could not be understood becomes an empty
//! conjunction, about which nothing can be complained later.

mod condition;
mod connectives;
mod costs;
mod define;
mod domain;
mod effect;
mod notation;
mod problem;
mod typed_list;

use rustc_hash::FxHashSet;

use crate::cost::{Cost, CostError};
use crate::diagnostic::{Diagnostic, Diagnostics, FileRole};
use crate::sexpr::{Expression, Members};
use crate::source::Span;
use crate::symbol::{Symbol, SymbolTable, keyword};
use crate::syntax::{Arguments, Atom, Name, Place, Term};
use extremal_grammar::closest;

/// The sections that declare names, if they are there.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Present {
    pub(crate) types: bool,
    pub(crate) objects: bool,
    pub(crate) predicates: bool,
    pub(crate) functions: bool,
}

/// Kinds of names of which some may be missing because their section could not be parsed.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Incomplete {
    pub(crate) types: bool,
    pub(crate) objects: bool,
    pub(crate) predicates: bool,
    pub(crate) functions: bool,
    /// A section was misspelt and taken as what was probably meant.
    pub(crate) guessed: bool,
    /// A whole section could not be understood.
    pub(crate) sections: bool,
    /// Which sections are there, so that the lack of one is one mistake.
    pub(crate) has: Present,
}

/// Parses one file.
pub(crate) struct Parser<'a> {
    pub(crate) role: FileRole,
    pub(crate) symbols: &'a SymbolTable,
    pub(crate) diagnostics: &'a mut Diagnostics,
    /// Names of declared functions, to tell numeric and object fluents from plain mistakes.
    pub(crate) functions: FxHashSet<Symbol>,
    /// Names of declared predicates, to tell them from words of other languages such as `implies`.
    pub(crate) predicates: FxHashSet<Symbol>,
    /// Names of declared types, to tell them from variables without a question mark.
    pub(crate) types: FxHashSet<Symbol>,
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
            predicates: FxHashSet::default(),
            types: FxHashSet::default(),
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
            let found = Diagnostic::new(code, role, span, format!("{feature} are not supported"))
                .label("outside of classical planning");
            match instead_of(code) {
                Some(help) => found.help(help),
                None => found,
            }
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
            let found = Diagnostic::new("syntax", role, span, format!("{what} is missing{inside}"))
                .label(format!("expected {what}"));
            match list.head() {
                Some(keyword::WHEN) => found.help("write `(when condition effect)`"),
                Some(keyword::IMPLY) => found.help("write `(imply condition condition)`"),
                _ => found,
            }
        });
    }

    /// Reports members beyond those that belong to a list.
    fn end_of(&mut self, mut rest: Members, list: Expression, last: Option<Expression>) {
        if let Some(superfluous) = rest.next() {
            if let Some(last) = last.filter(|last| last.is_list() && superfluous.is_list()) {
                let end = rest.filter(|member| member.is_list()).last().unwrap_or(superfluous).span().end;
                return self.missing_and(list, last, superfluous, end);
            }
            let what = match list.head() {
                Some(head) => format!("`)` to end `({} ...)`", self.text(head)),
                None => "`)`".to_owned(),
            };
            self.expected(&what, superfluous);
        }
    }

    /// Reports several lists where one is expected.
    fn missing_and(&mut self, around: Expression, first: Expression, second: Expression, end: u32) {
        let inside = match around.head() {
            Some(head) if self.text(head).starts_with(':') => format!("`{}`", self.text(head)),
            Some(head) => format!("`({} ...)`", self.text(head)),
            None => "this list".to_owned(),
        };
        self.report_missing_and(&inside, first, second, end);
    }

    /// The same with words for where it is.
    fn report_missing_and(&mut self, inside: &str, first: Expression, second: Expression, end: u32) {
        let (role, start) = (self.role, first.span().start);
        let takes = if inside == "`(when ...)`" { "one condition and one effect" } else { "one list" };
        self.diagnostics.error(|| {
            let message = format!("{inside} takes {takes}, found more");
            Diagnostic::new("missing-and", role, second.span(), message)
                .label("a second list")
                .help("join them: `(and ... ...)`")
                .fix_at(Span { start, end: start }, "(and ")
                .fix_at(Span { start: end, end }, ")")
        });
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
        let mut members = members;
        while let Some(member) = members.next() {
            if member.word() == Some(keyword::DASH) {
                self.type_in_atom(member, members.next());
                continue;
            }
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

    /// The keyword that begins a section. One that is misspelt or lacks its colon is reported, and what was
    /// meant is returned.
    fn section_keyword(&mut self, section: Expression, known: &[Symbol]) -> Option<Symbol> {
        let head = section.members().next();
        match head.and_then(|head| head.keyword()) {
            Some(word) if keyword::is_section(word) => Some(word),
            Some(_) => {
                let meant = head.and_then(|head| self.unknown_keyword("section", head, known));
                self.incomplete.sections |= meant.is_none();
                self.incomplete.guessed = true;
                meant
            }
            None => {
                let meant = head.and_then(|head| self.missing_colon(head, known));
                self.incomplete.guessed = true;
                if meant.is_none() {
                    self.expected("a section such as `(:action ...)`", section);
                    self.incomplete.sections = true;
                }
                meant
            }
        }
    }

    /// Reports a word that is a keyword but for its colon.
    fn missing_colon(&mut self, expression: Expression, known: &[Symbol]) -> Option<Symbol> {
        let text = self.text(expression.word()?);
        let meant =
            known.iter().copied().find(|&symbol| self.text(symbol).strip_prefix(':') == Some(text))?;
        self.report_missing_colon(expression, text);
        Some(meant)
    }

    fn report_missing_colon(&mut self, expression: Expression, text: &str) {
        let role = self.role;
        self.diagnostics.error(|| {
            let message = format!("a colon is missing before `{text}`");
            Diagnostic::new("missing-colon", role, expression.span(), message)
                .help(format!("write `:{text}`"))
                .fix(format!(":{text}"))
        });
    }

    /// Reports a keyword that does not exist, and returns what was probably meant.
    fn unknown_keyword(&mut self, kind: &str, expression: Expression, known: &[Symbol]) -> Option<Symbol> {
        let text = self.text(expression.keyword()?);
        let names = || known.iter().map(|&symbol| self.text(symbol));
        let begins_alike = |name: &&str| name.len() > 3 && text.get(..4) == name.get(..4);
        let suggestion = closest(text, names()).or_else(|| names().find(begins_alike));
        let role = self.role;
        let message = format!("unknown {kind} `{text}`");
        let role_of_it = belongs_elsewhere(kind, text);
        self.diagnostics.error(|| {
            let found =
                Diagnostic::new("unknown-keyword", role, expression.span(), message).suggest(suggestion);
            match role_of_it {
                Some(help) if suggestion.is_none() => found.help(help),
                _ => found,
            }
        });
        known.iter().copied().find(|&symbol| Some(self.text(symbol)) == suggestion)
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

/// Where something is said that stands in a place of its own in other languages, or elsewhere in PDDL.
fn belongs_elsewhere(kind: &str, text: &str) -> Option<&'static str> {
    Some(match text {
        ":cost" | ":costs" | ":action-cost" => "a cost is an effect: `(increase (total-cost) 3)`",
        ":duration" => {
            "only durative actions have a duration; a cost is `(increase (total-cost) 3)` in the effect"
        }
        ":effect" | ":precondition" | ":parameters" if kind.starts_with("section") => {
            "it belongs into an action"
        }
        ":vars" | ":variables" => "all variables of an action stand in `:parameters`",
        _ => return None,
    })
}

/// What to do instead of something that is not supported.
fn instead_of(code: &str) -> Option<&'static str> {
    Some(match code {
        "unsupported-numeric-fluents" => {
            "numbers in a small range can be objects, with facts such as `(next ?less ?more)` between them"
        }
        "unsupported-durative-actions" => "if durations do not matter, use `:action`",
        "unsupported-metric" => {
            "use `(:metric minimize (total-cost))` and `(increase (total-cost) ...)` in effects"
        }
        _ => return None,
    })
}
