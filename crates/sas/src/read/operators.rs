//! Operators in normal form.

use super::condition::{Placed, normalise};
use super::cursor::{Cursor, Parsed};
use super::variables::Signature;
use crate::task::{Fact, Operators};

pub(super) fn read_operators(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<Operators> {
    let number = cursor.count("the number of operators")?;
    let mut operators = Operators::default();
    let mut reader = OperatorReader::new(signature);
    for index in 0..number {
        cursor.begin("begin_operator", index, number)?;
        reader.read(cursor, &mut operators)?;
    }
    Ok(operators)
}

/// Reads one operator at a time. Holds scratch space, as most operators are small and many.
struct OperatorReader<'s> {
    signature: &'s Signature,
    precondition: Vec<Placed>,
    effects: Vec<ReadEffect>,
    /// The conditions of all effects, one after the other.
    conditions: Vec<Fact>,
    /// The condition at work.
    condition: Vec<Placed>,
}

#[derive(Clone, Copy)]
struct ReadEffect {
    fact: Fact,
    condition_start: u32,
    condition_end: u32,
    at: u32,
}

impl<'s> OperatorReader<'s> {
    fn new(signature: &'s Signature) -> Self {
        OperatorReader {
            signature,
            precondition: Vec::new(),
            effects: Vec::new(),
            conditions: Vec::new(),
            condition: Vec::new(),
        }
    }

    fn read(&mut self, cursor: &mut Cursor<'_>, operators: &mut Operators) -> Parsed<()> {
        self.precondition.clear();
        self.effects.clear();
        self.conditions.clear();
        let name = cursor.name(|| "the name of an operator".to_owned())?;
        for _ in 0..cursor.count("the number of prevail conditions")? {
            self.precondition.push(self.signature.read_fact(cursor)?);
            cursor.end_line()?;
        }
        for _ in 0..cursor.count("the number of effects")? {
            self.read_effect(cursor)?;
        }
        let cost = read_cost(cursor)?;
        cursor.keyword("end_operator")?;

        normalise(&mut self.precondition, "precondition")?;
        self.normalise_effects(cursor)?;
        operators.push(
            name.bytes(),
            self.precondition.iter().map(|placed| placed.fact),
            self.effects.iter().map(|effect| (effect.fact, effect.condition(&self.conditions))),
            cost,
        );
        Ok(())
    }

    /// The number of conditions, the conditions, then a variable, its value before (a precondition) or -1,
    /// and its value after.
    #[inline]
    fn read_effect(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        self.condition.clear();
        for _ in 0..cursor.natural("the number of the effect's conditions")? {
            self.condition.push(self.signature.read_fact(cursor)?);
        }
        normalise(&mut self.condition, "condition")?;
        let condition_start = self.conditions.len() as u32;
        self.conditions.extend(self.condition.iter().map(|placed| placed.fact));

        let at = cursor.at();
        let variable = self.signature.read_variable(cursor)?;
        if self.signature.axiom_layer(variable).is_some() {
            let message = format!("operators cannot change variable {variable}, which axioms compute");
            return Err(cursor.error_at(at, message));
        }
        let before_at = cursor.at() as u32;
        if let Some(value) = self.signature.read_value_or_none(cursor, variable)? {
            self.precondition.push(Placed { fact: Fact { variable, value }, at: before_at });
        }
        let value = self.signature.read_value(cursor, variable)?;
        let fact = Fact { variable, value };
        let condition_end = self.conditions.len() as u32;
        self.effects.push(ReadEffect { fact, condition_start, condition_end, at: at as u32 });
        cursor.end_line()
    }

    /// Sorts the effects by fact and condition and merges repetitions.
    #[inline]
    fn normalise_effects(&mut self, cursor: &Cursor<'_>) -> Parsed<()> {
        if self.effects.is_sorted_by(|a, b| a.fact.variable < b.fact.variable) {
            return Ok(());
        }
        let conditions = &self.conditions;
        self.effects.sort_unstable_by(|a, b| {
            let (variable, other) = (a.fact.variable, b.fact.variable);
            let by_condition = || a.condition(conditions).cmp(b.condition(conditions));
            variable.cmp(&other).then_with(by_condition).then(a.at.cmp(&b.at))
        });
        for pair in self.effects.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            let same_variable = first.fact.variable == second.fact.variable;
            if same_variable
                && first.fact.value != second.fact.value
                && first.condition(conditions) == second.condition(conditions)
            {
                let Fact { variable, value } = second.fact;
                let other = first.fact.value;
                let message = format!(
                    "the effect sets variable {variable} to {value}, but one above sets it to {other} under the same condition"
                );
                return Err(cursor.error_at(second.at as usize, message));
            }
        }
        self.effects.sort_unstable_by(|a, b| {
            a.fact.cmp(&b.fact).then_with(|| a.condition(conditions).cmp(b.condition(conditions)))
        });
        self.effects.dedup_by(|a, b| a.fact == b.fact && a.condition(conditions) == b.condition(conditions));
        Ok(())
    }
}

impl ReadEffect {
    fn condition<'c>(&self, conditions: &'c [Fact]) -> &'c [Fact] {
        &conditions[self.condition_start as usize..self.condition_end as usize]
    }
}

fn read_cost(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    let start = cursor.at();
    let cost = cursor.count("the cost of the operator")?;
    u32::try_from(cost).map_err(|_| cursor.error_at(start, format!("costs are at most {}", u32::MAX)))
}
