//! Why a condition is not as it should be, down to the atoms that are to blame.

use extremal_limits::Stop;
use extremal_pddl::task::{Condition, Task, Variable, VariableId};
use serde::Serialize;

use crate::evaluate::{Evaluator, UNBOUND};
use crate::formula::Formula;
use crate::quote::Quote;

/// A condition that is false where it should be true, or below a negation true where it should be false.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unsatisfied {
    /// The condition as PDDL, with the objects filled in.
    pub condition: String,
    /// What is the matter with it, to be read after the condition: `is false`.
    pub why: String,
    /// The parts of the condition that are to blame.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Unsatisfied>,
}

/// Explains conditions of one scope in the state and under the binding of an evaluator.
pub(crate) struct Explainer<'e, 'v> {
    pub(crate) task: &'e Task,
    pub(crate) variables: &'e [Variable],
    pub(crate) evaluator: &'v mut Evaluator<'e>,
}

impl Explainer<'_, '_> {
    /// Explains why the condition does not have the truth value that it should have. Of a conjunction only
    /// the false parts come out, so there may be several answers; there is at least one.
    pub(crate) fn explain(
        &mut self,
        condition: &Condition,
        should_be: bool,
    ) -> Result<Vec<Unsatisfied>, Stop> {
        let answer = match (condition, should_be) {
            (Condition::Not(inner), _) if !is_literal(inner) => return self.explain(inner, !should_be),
            (Condition::And(parts), true) | (Condition::Or(parts), false) if !parts.is_empty() => {
                return self.explain_guilty(parts, should_be);
            }
            (Condition::Atom(atom), true) if self.task.predicates[atom.predicate.0 as usize].derived => {
                self.answer(condition, "is false: no rule derives it now")
            }
            (Condition::Equals(..), true) => self.answer(condition, "is false: these are different objects"),
            (Condition::Equals(..), false) => {
                self.answer(condition, "is true: this is the same object twice")
            }
            (Condition::Not(_), true) => self.answer(condition, "is false: the atom is true"),
            (Condition::Not(_) | Condition::Atom(_), false) | (Condition::And(_), false) => {
                self.answer(condition, "is true")
            }
            (Condition::Or(parts), true) if !parts.is_empty() => Unsatisfied {
                parts: self.explain_guilty(parts, true)?,
                ..self.answer(condition, "is false: none of its alternatives holds")
            },
            (Condition::Imply(_, conclusion), true) => Unsatisfied {
                parts: self.explain(conclusion, true)?,
                ..self.answer(condition, "is false: its premise is true and its conclusion is not")
            },
            (Condition::Imply(_, conclusion), false) => {
                let why = match self.holds(conclusion)? {
                    true => "is true: its conclusion is true",
                    false => "is true: its premise is false",
                };
                self.answer(condition, why)
            }
            (Condition::Exists(..), true) => self.answer(condition, "is false: no objects satisfy it"),
            (Condition::Forall(..), false) => self.answer(condition, "is true: all objects satisfy it"),
            (Condition::Forall(variables, body), true) | (Condition::Exists(variables, body), false) => {
                self.explain_instance(condition, variables, body, should_be)?
            }
            (Condition::Atom(_) | Condition::And(_) | Condition::Or(_), _) => {
                self.answer(condition, "is false")
            }
        };
        Ok(vec![answer])
    }

    /// Explains the parts that do not have the truth value that they should have.
    fn explain_guilty(&mut self, parts: &[Condition], should_be: bool) -> Result<Vec<Unsatisfied>, Stop> {
        let mut answers = Vec::new();
        for part in parts {
            if self.holds(part)? != should_be {
                answers.extend(self.explain(part, should_be)?);
            }
        }
        Ok(answers)
    }

    /// Explains a quantified condition by the first objects (in the order of the task) that are to blame.
    fn explain_instance(
        &mut self,
        condition: &Condition,
        variables: &[VariableId],
        body: &Condition,
        should_be: bool,
    ) -> Result<Unsatisfied, Stop> {
        let mut answer = self.answer(condition, "");
        let wrong = Formula::new(body, !should_be);
        for (index, variable) in variables.iter().enumerate() {
            let later: Vec<u32> = variables[index + 1..].iter().map(|v| v.0).collect();
            for &object in self.evaluator.objects_of(variable.0) {
                self.evaluator.bind(variable.0, object);
                if self.evaluator.any(&[&wrong], &later)? {
                    break;
                }
            }
        }
        let instance = self.quote().assignment(variables);
        answer.why = match should_be {
            true => format!("is false: it fails for {instance}"),
            false => format!("is true: for {instance}"),
        };
        answer.parts = self.explain(body, should_be)?;
        variables.iter().for_each(|v| self.evaluator.bind(v.0, UNBOUND));
        Ok(answer)
    }

    fn holds(&mut self, condition: &Condition) -> Result<bool, Stop> {
        self.evaluator.holds(&Formula::new(condition, true))
    }

    fn answer(&self, condition: &Condition, why: &str) -> Unsatisfied {
        Unsatisfied { condition: self.quote().condition(condition), why: why.to_string(), parts: Vec::new() }
    }

    fn quote(&self) -> Quote<'_> {
        Quote { task: self.task, variables: self.variables, bindings: self.evaluator.bindings() }
    }
}

fn is_literal(condition: &Condition) -> bool {
    matches!(condition, Condition::Atom(_))
}
