//! Effects of actions.

use super::Parser;
use super::connectives::In;
use crate::diagnostic::Diagnostic;
use crate::sexpr::Expression;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Effect, Place};

impl Parser<'_> {
    /// Parses an effect that is `depth` deep in another. What is wrong becomes an empty conjunction.
    pub(super) fn effect(&mut self, list: Expression, depth: usize) -> Effect {
        let nothing = Effect::And(Vec::new());
        if !list.is_list() {
            self.expected_list("an effect", list);
            return nothing;
        }
        if self.too_deep(list, depth) {
            return nothing;
        }
        let mut members = list.members();
        let Some(head) = members.next() else { return nothing };
        let word = self.connective(head, list, In::Effect);
        match word {
            Some(keyword::AND) => Effect::And(members.map(|member| self.effect(member, depth + 1)).collect()),
            Some(keyword::NOT) => self.delete(list).unwrap_or(nothing),
            Some(keyword::FORALL) => self.forall_effect(list, depth).unwrap_or(nothing),
            Some(keyword::WHEN) => match self.arguments::<2>(list, ["a condition", "an effect"]) {
                Some([condition, inner]) => {
                    let condition = self.condition(condition, depth + 1);
                    Effect::When(condition, Box::new(self.effect(inner, depth + 1)), Place(list.span()))
                }
                None => nothing,
            },
            Some(keyword::INCREASE) => self.increase(list).unwrap_or(nothing),
            Some(word) if self.refuse_effect(word, list) => nothing,
            _ => {
                if head.is_list() {
                    self.head_is_list(list);
                    return nothing;
                }
                self.atom("a predicate", list).map_or(nothing, Effect::Add)
            }
        }
    }

    fn delete(&mut self, list: Expression) -> Option<Effect> {
        if self.bare_atom_after_not(list) {
            return None;
        }
        let [inner] = self.arguments::<1>(list, ["an atom"])?;
        let is_atom = !matches!(
            inner.head(),
            Some(
                keyword::AND
                    | keyword::OR
                    | keyword::NOT
                    | keyword::IMPLY
                    | keyword::FORALL
                    | keyword::EXISTS
                    | keyword::WHEN
                    | keyword::EQUALS
                    | keyword::INCREASE
            )
        );
        if !inner.is_list() || !is_atom {
            let role = self.role;
            self.diagnostics.error(|| {
                let message = "expected an atom that becomes false";
                Diagnostic::new("syntax", role, inner.span(), message)
                    .help("in an effect, `not` stands before each atom: `(and (not (a)) (not (b)))`")
            });
            return None;
        }
        self.atom("a predicate", inner).map(Effect::Delete)
    }

    fn forall_effect(&mut self, list: Expression, depth: usize) -> Option<Effect> {
        if self.bare_variables(list) || self.no_variables(list) {
            return None;
        }
        let [variables, inner] = self.arguments::<2>(list, ["a list of variables", "an effect"])?;
        let variables = self.variables("a list of variables in parentheses", variables);
        let inner = Box::new(self.effect(inner, depth + 1));
        Some(Effect::Forall(variables?, inner, Place(list.span())))
    }

    /// Reports effects of larger fragments of PDDL, and conditions where an effect is expected.
    fn refuse_effect(&mut self, word: Symbol, list: Expression) -> bool {
        if self.truth_value(list) || self.add_or_delete(word, list) {
            return true;
        }
        let has_list = || list.members().any(|member| member.is_list());
        let second = list.members().nth(1).and_then(|member| member.word());
        let (code, feature) = match word {
            keyword::ASSIGN | keyword::DECREASE | keyword::SCALE_UP | keyword::SCALE_DOWN if has_list() => {
                ("unsupported-numeric-fluents", "numeric effects other than an increase of `(total-cost)`")
            }
            keyword::AT | keyword::OVER
                if has_list()
                    && matches!(second, Some(keyword::START | keyword::END | keyword::ALL_OF_IT)) =>
            {
                ("unsupported-durative-actions", "timed effects of durative actions")
            }
            keyword::ONEOF | keyword::PROBABILISTIC if has_list() => {
                ("unsupported-uncertain-effects", "uncertain effects")
            }
            keyword::OR | keyword::IMPLY | keyword::EXISTS | keyword::EQUALS => {
                let (role, text) = (self.role, self.text(word));
                self.diagnostics.error(|| {
                    let message = format!("expected an effect, found `({text} ...)`");
                    let found = Diagnostic::new("syntax", role, list.span(), message);
                    match word {
                        keyword::OR => found.help("an effect is certain; write two actions for a choice"),
                        keyword::IMPLY => found.help("a conditional effect is `(when condition effect)`"),
                        keyword::EXISTS => found.help(
                            "an effect chooses no objects; make the variable a parameter of the action",
                        ),
                        _ => found,
                    }
                });
                return true;
            }
            _ => return false,
        };
        let target = list.members().nth(1);
        if word == keyword::ASSIGN && target.is_some_and(|target| target.head() == Some(keyword::TOTAL_COST))
        {
            let role = self.role;
            self.diagnostics.unsupported(|| {
                let message = "`(total-cost)` can only be increased";
                Diagnostic::new(code, role, list.span(), message).help("write `(increase (total-cost) ...)`")
            });
            return true;
        }
        self.unsupported(code, list.span(), feature);
        true
    }
}
