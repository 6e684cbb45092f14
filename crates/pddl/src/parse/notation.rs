//! Notation of other languages: `(?a != ?b)`, `(= (p) true)`, `(xor …)`, lists without parentheses or with too many.
//! Each is one mistake, reported with what PDDL writes instead; what it stands in is not looked at any further.

use super::Parser;
use super::connectives::meant_by;
use crate::diagnostic::{Diagnostic, Severity};
use crate::sexpr::{Expression, Members};
use crate::source::Span;
use crate::symbol::{Symbol, keyword};

impl<'a> Parser<'a> {
    /// Expressions on one line.
    fn written_all<'f>(&self, members: impl Iterator<Item = Expression<'f>>) -> String {
        let texts: Vec<String> = members.take(MAX_REPEATED).map(|member| self.written(member)).collect();
        texts.join(" ")
    }

    /// An expression on one line. Lists in lists are not repeated, so that depth does not matter.
    fn written(&self, expression: Expression) -> String {
        let word = |e: Expression<'_>| e.symbol().map_or("(...)", |symbol| self.text(symbol)).to_owned();
        if !expression.is_list() {
            return word(expression);
        }
        let words: Vec<String> = expression.members().take(MAX_REPEATED).map(word).collect();
        format!("({})", words.join(" "))
    }

    fn written_instead(&mut self, code: &'static str, span: Span, message: &str, meant: String) {
        let role = self.role;
        self.diagnostics.error(|| {
            let found = Diagnostic::new(code, role, span, message).help(format!("write `{meant}`"));
            if meant.contains("...") { found } else { found.fix(meant.clone()) }
        });
    }

    /// `(not free ?r)`: what `not` is about lacks its parentheses.
    pub(super) fn bare_atom_after_not(&mut self, list: Expression) -> bool {
        let mut members = list.members();
        members.next();
        let Some(first) = members.peek().and_then(|first| first.word()) else { return false };
        let is_atom = self.predicates.contains(&first) || members.clone().nth(1).is_some();
        let has_lists = members.clone().any(|member| member.is_list());
        if !is_atom || has_lists {
            return false;
        }
        let meant = format!("(not ({}))", self.written_all(members));
        self.written_instead("syntax", list.span(), "`not` takes a list in parentheses", meant);
        true
    }

    /// `(increase (total-cost) distance ?a ?b)`.
    pub(super) fn bare_amount(&mut self, list: Expression) -> bool {
        let mut members = list.members();
        let target = members.nth(1);
        let amount = members.clone();
        let Some(first) = members.next().filter(|first| first.word().is_some()) else { return false };
        let Some(last) = members.last() else { return false };
        if self.number(last).is_some() && target.is_some_and(|target| self.is_total_cost(target)) {
            // `(increase total-cost by 2)`
            let meant = format!("(increase (total-cost) {})", self.written(last));
            self.written_instead("syntax", list.span(), "`increase` takes a target and an amount", meant);
            return true;
        }
        if target.is_none_or(|target| !target.is_list()) {
            return false;
        }
        let span = Span { start: first.span().start, end: last.span().end };
        let meant = format!("({})", self.written_all(amount));
        self.written_instead("syntax", span, "a function with arguments needs parentheses", meant);
        true
    }

    /// `(?a != ?b)` and `((battery ?r) > 0)`: in PDDL the operator comes first.
    pub(super) fn infix(&mut self, list: Expression) -> bool {
        let Some([left, operator, right]) = three(list) else { return false };
        let Some(word) = operator.word().filter(|_| left.word().is_none()) else { return false };
        let (left_text, right_text) = (self.written(left), self.written(right));
        let meant = match meant_by(self.text(word)).unwrap_or(word) {
            keyword::EQUALS => format!("(= {left_text} {right_text})"),
            keyword::UNEQUAL => format!("(not (= {left_text} {right_text}))"),
            keyword::AND if left.is_list() => format!("(and {left_text} {right_text})"),
            keyword::OR if left.is_list() => format!("(or {left_text} {right_text})"),
            keyword::LESS | keyword::LESS_OR_EQUAL | keyword::GREATER | keyword::GREATER_OR_EQUAL => {
                self.unsupported("unsupported-numeric-fluents", list.span(), "numeric conditions");
                return true;
            }
            _ => return false,
        };
        self.written_instead("infix", list.span(), "operators come first in PDDL, not in the middle", meant);
        true
    }

    /// `(= (delivered ?c) true)` and `(assign (delivered ?c) false)`: facts have no values.
    pub(super) fn truth_value(&mut self, list: Expression) -> bool {
        let Some([operator, atom, value]) = three(list) else { return false };
        let is_assignment = match operator.word() {
            Some(keyword::EQUALS | keyword::ASSIGN) => true,
            Some(word) => matches!(self.text(word), "set" | ":=" | "=="),
            None => false,
        };
        let is_predicate = atom.head().is_some_and(|head| self.predicates.contains(&head));
        if !is_assignment || !is_predicate {
            return false;
        }
        let atom = self.written(atom);
        let meant = match value.word().map(|word| self.text(word)) {
            Some("true") => atom,
            Some("false") => format!("(not {atom})"),
            _ => return false,
        };
        let message = "facts have no values: a fact is part of a state, or it is not";
        self.written_instead("truth-value", list.span(), message, meant);
        true
    }

    /// `(add (holding ?c))` and `(delete (free))`.
    pub(super) fn add_or_delete(&mut self, word: Symbol, list: Expression) -> bool {
        let members: Vec<Expression> = list.members().skip(1).take(2).collect();
        let [atom] = members[..] else { return false };
        if !atom.is_list() || self.predicates.contains(&word) {
            return false;
        }
        let atom = self.written(atom);
        let meant = match self.text(word) {
            "add" | "set" | "assert" => atom,
            "del" | "delete" | "remove" | "retract" | "unset" => format!("(not {atom})"),
            _ => return false,
        };
        let message = format!("PDDL has no `{}`", self.text(word));
        self.written_instead("unknown-connective", list.span(), &message, meant);
        true
    }

    /// Connectives of logic for which PDDL has no word.
    pub(super) fn no_such_connective(&mut self, word: Symbol, list: Expression) -> bool {
        let has_list = list.members().any(|member| member.is_list());
        let help = match self.text(word) {
            "xor" => "write `(or (and a (not b)) (and (not a) b))`",
            "iff" | "<->" | "<=>" => "write `(and (imply a b) (imply b a))`",
            "nor" => "write `(not (or a b))`",
            "nand" => "write `(not (and a b))`",
            _ => return false,
        };
        if !has_list || self.predicates.contains(&word) {
            return false;
        }
        let (role, text) = (self.role, self.text(word));
        self.diagnostics.error(|| {
            Diagnostic::new("unknown-connective", role, list.span(), format!("PDDL has no `{text}`"))
                .help(help)
        });
        true
    }

    /// `(forall (when …))`, `(exists (at ?r ?p))`: a quantifier without variables.
    pub(super) fn no_variables(&mut self, list: Expression) -> bool {
        let mut members = list.members().skip(1);
        let only = members.next().filter(|only| only.head().is_some());
        if only.is_none() || members.next().is_some() {
            return false;
        }
        let (role, start) = (self.role, list.span().start);
        let head = list.head().map_or("", |head| self.text(head));
        let end = list.members().next().map_or(start, |head| head.span().end);
        self.diagnostics.error(|| {
            let message = format!("`{head}` does not say which variables it is about");
            Diagnostic::new("syntax", role, Span { start: end - head.len() as u32, end }, message)
                .help(format!("write `({head} (?x - type) ...)`"))
        });
        true
    }

    /// `:parameters ?r - robot`, `:goal and (a) (b)`: goes past everything up to the next keyword.
    pub(super) fn bare_list(&mut self, after: &str, members: &mut Members) {
        let start = members.peek().map_or(0, |first| first.span().start);
        let text = self.written_all(members.clone().take_while(|member| member.keyword().is_none()));
        let mut end = start;
        while let Some(member) = members.peek().filter(|member| member.keyword().is_none()) {
            end = member.span().end;
            members.next();
        }
        let message = format!("`{after}` takes a list in parentheses");
        self.written_instead("syntax", Span { start, end }, &message, format!("({text})"));
    }

    /// `(at ?r - robot dock)`: a type where a variable is used.
    pub(super) fn type_in_atom(&mut self, dash: Expression, after: Option<Expression>) {
        let (role, start) = (self.role, dash.span().start);
        let span = Span { start, end: after.map_or(dash.span().end, |after| after.span().end) };
        self.diagnostics.once(Severity::Error, &[("type-in-atom", role as u32, 0)], || {
            Diagnostic::new("type-in-atom", role, span, "no type is written where a name is used")
                .help("types are given once, where a name is declared; delete this one")
                .fix("")
        });
    }

    /// `(total-cost - number)` for `(total-cost) - number`.
    pub(super) fn type_inside_function(&mut self, list: Expression) {
        let name = list.head().map_or("", |head| self.text(head));
        let meant = format!("({name}) - number");
        self.written_instead(
            "syntax",
            list.span(),
            "the type of a function stands behind its parentheses",
            meant,
        );
    }

    /// `(robot crate) - thing`, `((?r - robot) (?c - crate))`: reports the inner list, whose members are then taken.
    pub(super) fn list_in_typed_list(&mut self, list: Expression) {
        let role = self.role;
        let (start, end) = (list.span().start, list.span().end);
        let text = self.written_all(list.members());
        self.diagnostics.once(Severity::Error, &[("inner-parentheses", role as u32, 0)], || {
            let message = "names and their types need no parentheses of their own";
            Diagnostic::new("inner-parentheses", role, list.span(), message)
                .help(format!("write `{text}`"))
                .fix_at(Span { start, end: start + 1 }, "")
                .fix_at(Span { start: end - 1, end }, "")
        });
    }
}

/// The members of a list that has three.
fn three<'f>(list: Expression<'f>) -> Option<[Expression<'f>; 3]> {
    let mut members = list.members();
    let three = [members.next()?, members.next()?, members.next()?];
    members.next().is_none().then_some(three)
}

/// How many words of the input a hint repeats at most.
const MAX_REPEATED: usize = 12;
