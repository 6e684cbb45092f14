//! Lists with types: `a b - t c - (either u v) d`.

use super::Parser;
use crate::sexpr::{Expression, Members};
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
                let types = self.types_after_dash(types);
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
                _ => {
                    self.expected("a variable", member);
                    None
                }
            },
        }
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
