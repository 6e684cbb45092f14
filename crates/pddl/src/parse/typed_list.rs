//! Lists with types: `a b - t c - (either u v) d`.

use super::Parser;
use crate::diagnostic::Diagnostic;
use crate::sexpr::{Expression, Members};
use crate::source::Span;
use crate::symbol::keyword;
use crate::syntax::{Name, Place, TypedGroup};

/// What a typed list is a list of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    Variables,
    Names(&'static str),
}

impl Parser<'_> {
    /// Parses members up to the end. False as second result if something in it was wrong.
    pub(super) fn typed_list(&mut self, members: Members, listed: Listed) -> (Vec<TypedGroup>, bool) {
        let mut groups = Vec::new();
        let mut names: Vec<Name> = Vec::new();
        let mut good = true;
        let mut members = members;
        while let Some(member) = members.next() {
            if let Some(joined) = member.word().map(|word| self.text(word)).filter(|text| is_joined(text)) {
                let joined_type = self.dash_without_space(member, joined);
                good &= joined_type.is_some();
                let types = joined_type.into_iter().collect();
                groups.push(TypedGroup { names: std::mem::take(&mut names), types });
                continue;
            }
            if let Some(variable) = self.dash_after_variable(member, &members) {
                names.extend(variable);
                let types = members.next().map_or_else(Vec::new, |types| self.types_after_dash(types));
                good &= variable.is_some() && !types.is_empty();
                groups.push(TypedGroup { names: std::mem::take(&mut names), types });
                continue;
            }
            if member.word() == Some(keyword::DASH) {
                let Some(types) = members.next() else {
                    self.error("syntax", member.span(), || "a type is missing after `-`".to_owned());
                    good = false;
                    break;
                };
                if names.is_empty() {
                    self.error("syntax", member.span(), || {
                        "there is nothing before `-` to have a type".to_owned()
                    });
                    good = false;
                }
                let types = if types.word() == Some(keyword::EITHER) && members.peek().is_some() {
                    self.either_without_parentheses(types, &mut members)
                } else {
                    self.types_after_dash(types)
                };
                good &= !types.is_empty();
                if !names.is_empty() {
                    groups.push(TypedGroup { names: std::mem::take(&mut names), types });
                }
                continue;
            }
            match self.listed_name(member, listed) {
                Some(name) => names.push(name),
                None => good = false,
            }
        }
        if !names.is_empty() {
            groups.push(TypedGroup { names, types: Vec::new() });
        }
        (groups, good)
    }

    fn listed_name(&mut self, member: Expression, listed: Listed) -> Option<Name> {
        match listed {
            Listed::Names(what) => self.name(what, member),
            Listed::Variables => match member.variable() {
                Some(symbol) if self.text(symbol).len() > 1 => {
                    Some(Name { symbol, place: Place(member.span()) })
                }
                _ => self.expected_variable(member),
            },
        }
    }

    /// Reports something that is no variable. If only the question mark is missing, it is the variable.
    fn expected_variable(&mut self, member: Expression) -> Option<Name> {
        let word = member.word().map(|word| self.text(word)).filter(|text| *text != "-");
        let Some(text) = word else {
            self.expected("a variable", member);
            return None;
        };
        let role = self.role;
        self.diagnostics.error(|| {
            Diagnostic::new("syntax", role, member.span(), format!("expected a variable, found `{text}`"))
                .help(format!("variables begin with a question mark: `?{text}`"))
                .fix(format!("?{text}"))
        });
        let symbol = self.symbols.get(&format!("?{text}"))?;
        Some(Name { symbol, place: Place(member.span()) })
    }

    /// `-robot`: the name of the type in it.
    fn dash_without_space(&mut self, member: Expression, joined: &str) -> Option<Name> {
        let text = &joined[1..];
        self.report_dash(member, format!("- {text}"));
        Some(Name { symbol: self.symbols.get(text)?, place: Place(member.span()) })
    }

    /// `?r- robot`: the variable in it, if it is known, or nothing if the member is something else.
    fn dash_after_variable(&mut self, member: Expression, rest: &Members) -> Option<Option<Name>> {
        let text = self.text(member.variable()?).strip_suffix('-')?;
        rest.peek().filter(|next| next.variable().is_none() && next.word() != Some(keyword::DASH))?;
        self.report_dash(member, format!("{text} -"));
        Some(self.symbols.get(text).map(|symbol| Name { symbol, place: Place(member.span()) }))
    }

    fn report_dash(&mut self, member: Expression, meant: String) {
        let (role, span) = (self.role, member.span());
        self.diagnostics.error(|| {
            Diagnostic::new(
                "dash-without-space",
                role,
                span,
                "a space is missing beside the dash before a type",
            )
            .help(format!("write `{meant}`"))
            .fix(meant.clone())
        });
    }

    /// `- either robot crate`: all words that follow are types.
    fn either_without_parentheses(&mut self, either: Expression, members: &mut Members) -> Vec<Name> {
        let mut types: Vec<Name> = Vec::new();
        while let Some(symbol) = members.peek().and_then(|next| next.word()).filter(|&w| w != keyword::DASH) {
            let Some(member) = members.next() else { break };
            types.push(Name { symbol, place: Place(member.span()) });
        }
        let start = either.span().start;
        let end = types.last().map_or(either.span().end, |last| last.place.0.end);
        let words: Vec<&str> = types.iter().map(|name| self.text(name.symbol)).collect();
        let (role, meant) = (self.role, format!("(either {})", words.join(" ")));
        self.diagnostics.error(|| {
            Diagnostic::new("syntax", role, Span { start, end }, "`either` needs parentheses")
                .help(format!("write `{meant}`"))
                .fix(meant.clone())
        });
        types
    }

    /// One type or `(either ...)`; empty if it is neither.
    fn types_after_dash(&mut self, expression: Expression) -> Vec<Name> {
        if !expression.is_list() {
            return self.name("a type", expression).into_iter().collect();
        }
        if expression.head() != Some(keyword::EITHER) {
            self.expected("a type or `(either ...)`", expression);
            return Vec::new();
        }
        let types: Vec<Name> =
            expression.members().skip(1).filter_map(|member| self.name("a type", member)).collect();
        if expression.members().nth(1).is_none() {
            self.missing("a type", expression);
        }
        types
    }

    /// A list of variables in parentheses, as of parameters and quantifiers.
    pub(super) fn variables(&mut self, what: &str, expression: Expression) -> Option<Vec<TypedGroup>> {
        if !expression.is_list() {
            self.expected(what, expression);
            return None;
        }
        let (groups, good) = self.typed_list(expression.members(), Listed::Variables);
        good.then_some(groups)
    }
}

/// A dash and a name in one word, as in `?r -robot`.
fn is_joined(text: &str) -> bool {
    text.len() > 1
        && text.starts_with('-')
        && !text[1..].starts_with(|c: char| c.is_ascii_digit() || c == '-')
}
