//! Costs of actions and values of functions.

use super::Parser;
use crate::cost::{Cost, CostError};
use crate::diagnostic::{Diagnostic, Severity};
use crate::sexpr::Expression;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Amount, Arguments, Effect, Place};

impl<'a> Parser<'a> {
    /// `(increase (total-cost) amount)`.
    pub(super) fn increase(&mut self, list: Expression) -> Option<Effect> {
        if let Some((amount, text)) = self.only_an_amount(list) {
            let (role, span) = (self.role, amount.span());
            self.diagnostics.error(|| {
                Diagnostic::new("syntax", role, span, "`increase` does not say what it increases")
                    .help(format!("write `(increase (total-cost) {text})`"))
                    .fix(format!("(total-cost) {text}"))
            });
            return None;
        }
        if self.bare_amount(list) {
            return None;
        }
        let [target, amount] = self.arguments::<2>(list, ["`(total-cost)`", "a number or a function"])?;
        if !self.is_total_cost(target) {
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

    /// The amount of `(increase 3)`.
    fn only_an_amount<'f>(&self, list: Expression<'f>) -> Option<(Expression<'f>, &'a str)> {
        let mut members = list.members().skip(1);
        let amount = members.next().filter(|_| members.next().is_none())?;
        self.number(amount).is_some().then_some(())?;
        Some((amount, self.text(amount.word()?)))
    }

    /// Whether something is `(total-cost)`. If it is nearly so, that is reported, and the answer is yes.
    pub(super) fn is_total_cost(&mut self, expression: Expression) -> bool {
        let Some(word) = expression.head().or(expression.word()) else { return false };
        if word == keyword::TOTAL_COST {
            return true;
        }
        let letters: String = self.text(word).chars().filter(|c| !"-_".contains(*c)).collect();
        if !matches!(letters.as_str(), "totalcost" | "totalcosts" | "cost")
            || self.functions.contains(&word) && letters == "cost"
        {
            return false;
        }
        let (role, text) = (self.role, self.text(word));
        self.diagnostics.once(Severity::Error, &[("misspelt-total-cost", word.0, 0)], || {
            let message = format!("the cost of plans is called `total-cost`, not `{text}`");
            Diagnostic::new("misspelt-total-cost", role, expression.span(), message)
                .help("write `(total-cost)`")
                .fix("(total-cost)")
        });
        true
    }

    fn amount(&mut self, expression: Expression) -> Option<Amount> {
        if let Some(number) = self.number(expression) {
            let cost = self.cost_value(number, expression)?;
            return Some(Amount::Number(cost, Place(expression.span())));
        }
        if self.refuse_fraction(expression) {
            return None;
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
            let role = self.role;
            self.diagnostics.unsupported(|| {
                let message = "computed action costs are not supported";
                Diagnostic::new("unsupported-numeric-fluents", role, expression.span(), message)
                    .label("outside of classical planning")
                    .help("write the result, or a function whose values are in `:init`")
            });
            return None;
        }
        self.atom("a function", expression).map(Amount::Function)
    }

    /// A word such as `1/2` or `0,5`, and how it is written as a decimal number, if it can be.
    fn fraction(&self, expression: Expression) -> Option<(&'a str, Option<String>)> {
        let text = self.text(expression.word()?);
        let (left, right) = text.split_once(['/', ','])?;
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(left) || !is_digits(right) {
            return None;
        }
        if text.contains(',') {
            return Some((text, Some(format!("{left}.{right}"))));
        }
        let (left, right): (f64, f64) = (left.parse().ok()?, right.parse().ok()?);
        let decimal = (right > 0.0).then(|| format!("{:.4}", left / right));
        Some((text, decimal.map(|decimal| decimal.trim_end_matches('0').trim_end_matches('.').to_owned())))
    }

    /// Reports a number that is not written as a decimal one.
    pub(super) fn refuse_fraction(&mut self, expression: Expression) -> bool {
        let Some((text, decimal)) = self.fraction(expression) else { return false };
        let (role, span) = (self.role, expression.span());
        self.diagnostics.error(|| {
            let found = Diagnostic::new("bad-cost", role, span, format!("`{text}` is not a number"));
            match &decimal {
                Some(decimal) => found.help(format!("write `{decimal}`")).fix(decimal.clone()),
                None => found.help("numbers are written with a decimal point"),
            }
        });
        true
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
}
