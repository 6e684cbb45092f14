//! Actions: their effects and costs.

use super::Checker;
use super::names::NameKind;
use super::requirements::Requirement;
use crate::cost::CostError;
use crate::diagnostic::Diagnostic;
use crate::symbol::keyword;
use crate::syntax::{self, Amount, Place};
use crate::task::{Action, Atom, Condition, Effect, Expression, FunctionId};

impl Checker<'_> {
    /// Checks all actions.
    pub(super) fn check_actions(&mut self, actions: &[syntax::Action]) {
        self.task.actions.reserve(actions.len());
        for action in actions {
            let name = action.name;
            match self.names.actions.get(name.symbol) {
                Some(known) => {
                    self.report_duplicate("action", name, self.names.actions.origin(known));
                }
                None => {
                    let origin = self.origin(name);
                    self.names.actions.declare(name.symbol, origin);
                }
            }
            let action = self.action(action);
            self.task.actions.push(action);
        }
    }

    fn action(&mut self, action: &syntax::Action) -> Action {
        self.open_scope();
        let num_parameters = self.bind(&action.parameters, "parameter").len();
        self.without_parameters = action.parameters.is_empty();
        let precondition = match &action.precondition {
            Some(precondition) => self.condition(precondition),
            None => Condition::And(Vec::new()),
        };
        let mut effects = EffectList { effects: Vec::new(), cost: None, conditional: false };
        if let Some(effect) = &action.effect {
            self.effect(effect, &mut effects);
        }
        self.report_bare_variables(action.name);
        Action {
            name: self.text(action.name).to_owned(),
            span: action.name.place.0,
            variables: self.close_scope(),
            num_parameters,
            precondition,
            effects: effects.effects,
            cost: effects.cost,
        }
    }

    fn effect(&mut self, effect: &syntax::Effect, list: &mut EffectList) {
        match effect {
            syntax::Effect::Add(atom) => {
                list.effects.extend(self.changed_atom(atom).map(Effect::Add));
            }
            syntax::Effect::Delete(atom) => {
                list.effects.extend(self.changed_atom(atom).map(Effect::Delete));
            }
            syntax::Effect::And(parts) => {
                for part in parts {
                    self.effect(part, list);
                }
            }
            syntax::Effect::When(condition, inner, place) => {
                self.uses(Requirement::ConditionalEffects, place.0);
                let condition = self.condition(condition);
                let inner = self.inner_effects(inner);
                list.effects.push(Effect::When(condition, inner));
            }
            syntax::Effect::Forall(variables, inner, place) => {
                self.uses(Requirement::ConditionalEffects, place.0);
                let outer = self.num_bindings();
                let variables = self.bind(variables, "variable");
                let inner = self.inner_effects(inner);
                self.unbind_to(outer);
                list.effects.push(Effect::Forall(variables, inner));
            }
            syntax::Effect::IncreaseCost(amount, place) => self.increase(amount, *place, list),
        }
    }

    fn inner_effects(&mut self, effect: &syntax::Effect) -> Vec<Effect> {
        let mut list = EffectList { effects: Vec::new(), cost: None, conditional: true };
        self.effect(effect, &mut list);
        list.effects
    }

    /// An atom that an action changes: it may not be derived.
    fn changed_atom(&mut self, atom: &syntax::Atom) -> Option<Atom> {
        let checked = self.atom(atom)?;
        if self.task.predicates[checked.predicate.0 as usize].derived {
            let (role, text) = (self.role, self.text(atom.name));
            self.diagnostics.error(|| {
                let message = format!("the derived predicate `{text}` may not be changed by an action");
                Diagnostic::new("derived-in-effect", role, atom.place.0, message)
            });
            return None;
        }
        Some(checked)
    }

    fn increase(&mut self, amount: &Amount, place: Place, list: &mut EffectList) {
        self.uses_total_cost(place.0);
        let role = self.role;
        let amount = match amount {
            Amount::Number(number, _) => Some(Expression::Number(*number)),
            Amount::Function(function) => self.function(function),
        };
        if list.conditional {
            self.diagnostics.unsupported(|| {
                Diagnostic::new(
                    "unsupported-numeric-fluents",
                    role,
                    place.0,
                    "conditional action costs are not supported",
                )
            });
            return;
        }
        list.cost = match (list.cost.take(), amount) {
            (None, amount) => amount,
            (cost, None) => cost,
            (Some(Expression::Number(first)), Some(Expression::Number(second))) => {
                let sum = first.checked_add(second);
                if sum.is_none() {
                    self.diagnostics.unsupported(|| {
                        Diagnostic::new(
                            "unsupported-cost",
                            role,
                            place.0,
                            CostError::TooManyDigits.to_string(),
                        )
                    });
                }
                sum.map(Expression::Number)
            }
            (cost, Some(_)) => {
                self.diagnostics.unsupported(|| {
                    let message = "action costs that are the sum of several functions are not supported";
                    Diagnostic::new("unsupported-numeric-fluents", role, place.0, message)
                });
                cost
            }
        };
    }

    fn function(&mut self, function: &syntax::Atom) -> Option<Expression> {
        if function.name.symbol == keyword::TOTAL_COST {
            let role = self.role;
            self.diagnostics.unsupported(|| {
                let message = "action costs that depend on `(total-cost)` are not supported";
                Diagnostic::new("unsupported-numeric-fluents", role, function.place.0, message)
            });
            return None;
        }
        let id = self.names.functions.get(function.name.symbol);
        if id.is_none() {
            self.report_undeclared(NameKind::Function, function.name);
        }
        let arguments = self.arguments(&function.arguments);
        let id = id?;
        let arguments = arguments?;
        let origin = self.names.functions.origin(id);
        let arity = self.task.functions[id as usize].parameters.len();
        if !self.check_arity("function", function, arity, origin) {
            return None;
        }
        for (index, &argument) in arguments.iter().enumerate() {
            let wanted = &self.task.functions[id as usize].parameters[index].types;
            if !self.surely_fits(argument, wanted) {
                let wanted = wanted.clone();
                if !self.check_type(function, index, argument, &wanted, origin) {
                    break;
                }
            }
        }
        Some(Expression::Function(FunctionId(id), arguments, function.place.0))
    }
}

/// Effects collected so far on one level of nesting.
struct EffectList {
    effects: Vec<Effect>,
    cost: Option<Expression>,
    /// Whether the level is inside `when` or `forall`.
    conditional: bool,
}
