//! Effects of actions.

use super::Parser;
use crate::cost::{Cost, CostError};
use crate::diagnostic::Diagnostic;
use crate::sexpr::Expression;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Amount, Arguments, Effect, Place};

impl Parser<'_> {
    /// Parses an effect that is `depth` deep in another. What is wrong becomes an empty conjunction.
    pub(super) fn effect(&mut self, list: Expression, depth: usize) -> Effect {
        let nothing = Effect::And(Vec::new());
        if !list.is_list() {
            self.expected("an effect", list);
            return nothing;
        }
        if self.too_deep(list, depth) {
            return nothing;
        }
        let mut members = list.members();
        let Some(head) = members.next() else { return nothing };
        match head.word() {
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
                    self.expected("`and`, `not`, `when`, `forall` or a predicate", head);
                    return nothing;
                }
                self.atom("a predicate", list).map_or(nothing, Effect::Add)
            }
        }
    }

    fn delete(&mut self, list: Expression) -> Option<Effect> {
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
            self.expected("an atom that becomes false", inner);
            return None;
        }
        self.atom("a predicate", inner).map(Effect::Delete)
    }

    fn forall_effect(&mut self, list: Expression, depth: usize) -> Option<Effect> {
        let [variables, inner] = self.arguments::<2>(list, ["a list of variables", "an effect"])?;
        let variables = self.variables("a list of variables in parentheses", variables);
        let inner = Box::new(self.effect(inner, depth + 1));
        Some(Effect::Forall(variables?, inner, Place(list.span())))
    }

    /// `(increase (total-cost) amount)`.
    fn increase(&mut self, list: Expression) -> Option<Effect> {
        let [target, amount] = self.arguments::<2>(list, ["`(total-cost)`", "a number or a function"])?;
        if target.head().or(target.word()) != Some(keyword::TOTAL_COST) {
            self.unsupported(
                "unsupported-numeric-fluents",
                list.span(),
                "numeric effects other than an increase of `(total-cost)`",
            );
            return None;
        }
        if target.is_list() && target.members().nth(1).is_some() {
            self.expected("`(total-cost)` without arguments", target);
            return None;
        }
        let amount = self.amount(amount)?;
        Some(Effect::IncreaseCost(amount, Place(list.span())))
    }

    fn amount(&mut self, expression: Expression) -> Option<Amount> {
        if let Some(number) = self.number(expression) {
            let cost = self.cost_value(number, expression)?;
            return Some(Amount::Number(cost, Place(expression.span())));
        }
        if !expression.is_list() {
            // A function without arguments may stand without its parentheses.
            let name = self.name("a number or a function", expression)?;
            let place = Place(expression.span());
            return Some(Amount::Function(crate::syntax::Atom { name, arguments: Arguments::new(), place }));
        }
        let is_arithmetic = |head: Symbol| matches!(self.text(head), "+" | "-" | "*" | "/");
        let has_operands = expression.members().nth(1).is_some();
        if has_operands && expression.head().is_some_and(is_arithmetic) {
            self.unsupported("unsupported-numeric-fluents", expression.span(), "computed action costs");
            return None;
        }
        self.atom("a function", expression).map(Amount::Function)
    }

    /// A number as a cost. One that no cost can be is reported.
    pub(super) fn cost_value(
        &mut self,
        number: Result<Cost, CostError>,
        expression: Expression,
    ) -> Option<Cost> {
        let error = match number {
            Ok(cost) => return Some(cost),
            Err(error) => error,
        };
        let (role, span) = (self.role, expression.span());
        match error {
            CostError::TooManyDigits => self.diagnostics.unsupported(|| {
                Diagnostic::new("unsupported-cost", role, span, error.to_string())
                    .help("round it: costs have at most 19 digits")
            }),
            _ => self.diagnostics.error(|| Diagnostic::new("bad-cost", role, span, error.to_string())),
        }
        None
    }

    /// Reports effects of larger fragments of PDDL, and conditions where an effect is expected.
    fn refuse_effect(&mut self, word: Symbol, list: Expression) -> bool {
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
                self.expected("an effect", list);
                return true;
            }
            _ => return false,
        };
        self.unsupported(code, list.span(), feature);
        true
    }
}
