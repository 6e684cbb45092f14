//! Lists with types: `a b - t c - (either u v) d`.

use super::Parser;
use crate::diagnostic::{Diagnostic, Severity};
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
            if let Some((inner, last)) = self.inner_list(member, &members, listed) {
                self.list_in_typed_list(member);
                let (mut inner, inner_good) = self.typed_list(inner, listed);
                good &= inner_good;
                // The last names have no type yet: it may follow the parenthesis.
                names.extend(inner.pop_if(|_| last).into_iter().flat_map(|group| group.names));
                groups.extend(inner);
                continue;
            }
            if let Some(joined) = member.word().map(|word| self.text(word)).filter(|text| is_joined(text)) {
                let joined_type = self.dash_without_space(member, joined);
                good &= joined_type.is_some();
                let types = joined_type.into_iter().collect();
                groups.push(TypedGroup { names: std::mem::take(&mut names), types });
                continue;
            }
            if let Some(variable) = self.dash_after_name(member, &members) {
                names.extend(variable);
                let types = members.next().map_or_else(Vec::new, |types| self.types_after_dash(types));
                good &= variable.is_some() && !types.is_empty();
                groups.push(TypedGroup { names: std::mem::take(&mut names), types });
                continue;
            }
            let is_colon = member.keyword().is_some_and(|word| self.text(word) == ":");
            if is_colon {
                self.report_colon(member, "-".to_owned());
            }
            if is_colon || member.word() == Some(keyword::DASH) {
                let Some(types) = members.next() else {
                    self.error("syntax", member.span(), || "a type is missing after `-`".to_owned());
                    good = false;
                    break;
                };
                if names.is_empty() && good {
                    self.error("syntax", member.span(), || {
                        "there is nothing before `-` to have a type".to_owned()
                    });
                }
                good &= !names.is_empty();
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
            Listed::Names(_) if member.word().is_some_and(|word| self.text(word).contains("..")) => {
                let role = self.role;
                self.diagnostics.error(|| {
                    Diagnostic::new("syntax", role, member.span(), "names cannot be given as a range")
                        .help("list all of them")
                });
                None
            }
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
        let is_type = member.word().is_some_and(|word| self.types.contains(&word));
        let subject = ("expected a variable", role as u32, u32::from(is_type));
        self.diagnostics.once(Severity::Error, &[subject], || {
            let found = Diagnostic::new(
                "syntax",
                role,
                member.span(),
                format!("expected a variable, found `{text}`"),
            );
            if is_type {
                return found.help(format!("a type stands behind a variable: `?x - {text}`"));
            }
            found.help(format!("variables begin with a question mark: `?{text}`")).fix(format!("?{text}"))
        });
        if is_type {
            return None;
        }
        let symbol = self.symbols.get(&format!("?{text}"))?;
        Some(Name { symbol, place: Place(member.span()) })
    }

    /// `-robot`: the name of the type in it.
    fn dash_without_space(&mut self, member: Expression, joined: &str) -> Option<Name> {
        let text = &joined[1..];
        self.report_dash(member, format!("- {text}"));
        Some(Name { symbol: self.symbols.get(text)?, place: Place(member.span()) })
    }

    /// `?r- robot` and `?r: robot`: the name in it, if it is known, or nothing if the member is something else.
    fn dash_after_name(&mut self, member: Expression, rest: &Members) -> Option<Option<Name>> {
        let text = self.text(member.variable().or(member.word())?);
        let name =
            text.strip_suffix(':').or(text.strip_suffix('-').filter(|_| member.variable().is_some()))?;
        rest.peek().filter(|next| next.variable().is_none() && next.word() != Some(keyword::DASH))?;
        let meant = format!("{name} -");
        if text.ends_with(':') {
            self.report_colon(member, meant)
        } else {
            self.report_dash(member, meant)
        }
        Some(self.symbols.get(name).map(|symbol| Name { symbol, place: Place(member.span()) }))
    }

    /// `(robot crate)` or `(?r - robot)` within a list of the same kind: its members, and whether the type of the
    /// last of them follows.
    fn inner_list<'f>(
        &self,
        member: Expression<'f>,
        rest: &Members,
        listed: Listed,
    ) -> Option<(Members<'f>, bool)> {
        let mut inner = member.members();
        let first = inner.peek().filter(|_| member.is_list())?;
        let is_name = match listed {
            Listed::Variables => first.variable().is_some(),
            Listed::Names(_) => first.word().is_some() && first.word() != Some(keyword::EITHER),
        };
        let is_flat = inner.clone().all(|part| !part.is_list() || part.head() == Some(keyword::EITHER));
        let has_types = inner.any(|part| part.word() == Some(keyword::DASH));
        let type_follows = !has_types && rest.peek().is_some_and(|next| next.word() == Some(keyword::DASH));
        // Types come in parentheses only with `either`, which is another mistake.
        (is_name && is_flat && (has_types || type_follows)).then(|| (member.members(), type_follows))
    }

    fn report_colon(&mut self, member: Expression, meant: String) {
        let (role, span) = (self.role, member.span());
        self.diagnostics.once(Severity::Error, &[("colon-before-type", role as u32, 0)], || {
            Diagnostic::new("colon-before-type", role, span, "a dash stands before a type, not a colon")
                .help(format!("write `{meant}`"))
                .fix(meant.clone())
        });
    }

    fn report_dash(&mut self, member: Expression, meant: String) {
        let (role, span) = (self.role, member.span());
        self.diagnostics.once(Severity::Error, &[("dash-without-space", role as u32, u32::MAX)], || {
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
