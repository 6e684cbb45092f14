//! Words of other languages at the head of a condition or effect, such as `implies` and `!=`: what was meant is
//! suggested, and parsing goes on as if it stood there.

use super::Parser;
use crate::diagnostic::Diagnostic;
use crate::sexpr::Expression;
use crate::source::Span;
use crate::symbol::{Symbol, keyword};

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    Condition,
    Effect,
}

impl Parser<'_> {
    /// The word at the head of a list, or what was meant by it.
    pub(super) fn connective(&mut self, head: Expression, list: Expression, place: In) -> Option<Symbol> {
        let word = head.word()?;
        if word == keyword::WHEN && place == In::Condition {
            let role = self.role;
            self.diagnostics.error(|| {
                Diagnostic::new("when-in-condition", role, head.span(), "`when` is for effects only")
                    .help(
                        "in a condition, use `imply`: `(imply a b)` holds unless `a` holds and `b` does not",
                    )
                    .fix("imply")
            });
            return Some(keyword::IMPLY);
        }
        if (keyword::EQUALS..=keyword::INCREASE).contains(&word) || self.predicates.contains(&word) {
            return Some(word);
        }
        let Some(meant) = meant(self.text(word), place) else { return Some(word) };
        let has_lists = list.members().any(|member| member.is_list());
        if has_lists == matches!(meant, keyword::EQUALS | keyword::UNEQUAL) {
            return Some(word);
        }
        let (role, text) = (self.role, self.text(word));
        if meant == keyword::UNEQUAL {
            let terms: Vec<Symbol> =
                list.members().skip(1).filter_map(|term| term.word().or(term.variable())).collect();
            let terms: Vec<&str> = terms.into_iter().map(|term| self.text(term)).collect();
            let meant = format!("(not (= {}))", terms.join(" "));
            self.diagnostics.error(|| {
                Diagnostic::new("unknown-connective", role, list.span(), format!("PDDL has no `{text}`"))
                    .help(format!("write `{meant}`"))
                    .fix(meant.clone())
            });
        } else {
            let meant = self.text(meant);
            self.diagnostics.error(|| {
                Diagnostic::new("unknown-connective", role, head.span(), format!("PDDL has no `{text}`"))
                    .help(format!("write `{meant}`"))
                    .fix(meant)
            });
        }
        Some(meant)
    }

    /// Reports a list whose head is a list: `((a) (b))` for `(and (a) (b))`.
    pub(super) fn head_is_list(&mut self, list: Expression) {
        let (role, start) = (self.role, list.span().start);
        // `((a) or (b) or (c))` says which connective is meant.
        let infix = list.members().find_map(|member| meant_by(self.text(member.word()?)).or(member.word()));
        let is_infix = infix.is_some();
        let found = || {
            let message = "expected `and`, another connective or a predicate after this parenthesis";
            Diagnostic::new("missing-and", role, Span { start, end: start + 1 }, message)
        };
        self.diagnostics.error(|| match infix {
            Some(keyword::OR) => found().help("connectives come first: write `(or ...)`"),
            _ if is_infix => {
                found().help("connectives come first: if all of these are meant, write `(and ...)`")
            }
            _ => found().help("if all of these are meant, write `(and ...)`").fix("(and "),
        });
    }

    /// Reports a word where a list is expected.
    pub(super) fn expected_list(&mut self, what: &str, found: Expression) {
        let connective = found.word().filter(|word| (keyword::AND..=keyword::WHEN).contains(word));
        let Some(word) = connective else { return self.expected(what, found) };
        let (role, text) = (self.role, self.text(word));
        self.diagnostics.error(|| {
            let message = format!("expected {what}, found `{text}` without parentheses");
            Diagnostic::new("syntax", role, found.span(), message).help(format!("write `({text} ...)`"))
        });
    }

    /// Reports a quantifier whose variables are not in parentheses.
    pub(super) fn bare_variables(&mut self, list: Expression) -> bool {
        let mut members = list.members().skip(1).take_while(|member| !member.is_list());
        let Some(first) = members.next() else { return false };
        let words = std::iter::once(first).chain(members);
        let words = words.filter_map(|m| m.word().or(m.variable()).or(m.keyword()));
        let words: Vec<&str> = words.map(|word| self.text(word)).collect();
        let (role, meant) = (self.role, format!("({})", words.join(" ")));
        self.diagnostics.error(|| {
            let message = "expected a list of variables in parentheses";
            Diagnostic::new("syntax", role, first.span(), message).help(format!("write `{meant}`"))
        });
        true
    }
}

/// What a word of another language means in a condition.
pub(super) fn meant_by(text: &str) -> Option<Symbol> {
    meant(text, In::Condition)
}

/// The connective of PDDL for a word of another language.
fn meant(text: &str, place: In) -> Option<Symbol> {
    Some(match text {
        "implies" | "->" | "=>" => keyword::IMPLY,
        "if" if place == In::Condition => keyword::IMPLY,
        "if" => keyword::WHEN,
        "+=" | "increment" | "inc" if place == In::Effect => keyword::INCREASE,
        "==" | "eq" | "equal" | "equals" => keyword::EQUALS,
        "!=" | "<>" | "/=" | "not=" | "neq" | "~=" => keyword::UNEQUAL,
        "!" | "~" | "neg" => keyword::NOT,
        "&&" | "&" => keyword::AND,
        "||" | "|" => keyword::OR,
        "exist" => keyword::EXISTS,
        "for-all" | "foreach" | "forany" => keyword::FORALL,
        _ => return None,
    })
}
