//! Variables, and facts over them.

use super::condition::Placed;
use super::cursor::{Cursor, Parsed};
use crate::task::{Fact, Variable};

pub(super) fn read_variables(cursor: &mut Cursor<'_>) -> Parsed<Vec<Variable>> {
    let number = cursor.count("the number of variables")?;
    let mut variables = Vec::new();
    for index in 0..number {
        cursor.begin("begin_variable", index, number)?;
        variables.push(read_variable(cursor)?);
    }
    Ok(variables)
}

fn read_variable(cursor: &mut Cursor<'_>) -> Parsed<Variable> {
    let name = cursor.name(|| "the name of a variable".to_owned())?.to_owned();
    let axiom_layer = read_axiom_layer(cursor)?;
    let start = cursor.at();
    let domain_size = cursor.count("the number of values")?;
    if domain_size == 0 {
        return Err(cursor.error_at(start, "a variable has at least one value"));
    }
    if axiom_layer.is_some() && domain_size != 2 {
        let message = format!("a derived variable has two values, not {domain_size}");
        return Err(cursor.error_at(start, message));
    }
    let mut values = Vec::new();
    for value in 0..domain_size {
        let what = || format!("the name of value {value} (there are {domain_size})");
        // With too large a number of values, the rest of the file would be taken for names.
        if cursor.line() == b"end_variable" {
            return Err(cursor.expected_line(&what()));
        }
        values.push(cursor.name(what)?.to_owned());
    }
    cursor.keyword("end_variable")?;
    Ok(Variable { name, axiom_layer, values })
}

fn read_axiom_layer(cursor: &mut Cursor<'_>) -> Parsed<Option<u32>> {
    /// Larger layers do not fit into Fast Downward's integers.
    const LARGEST_LAYER: u64 = i32::MAX as u64;
    let start = cursor.at();
    let layer = cursor.natural_or_none("an axiom layer, or -1 for a variable that operators change")?;
    if layer.is_some_and(|layer| layer > LARGEST_LAYER) {
        return Err(cursor.error_at(start, format!("axiom layers are at most {LARGEST_LAYER}")));
    }
    cursor.end_line()?;
    Ok(layer.map(|layer| layer as u32))
}

/// What the rest of the file must know about the variables.
#[derive(Debug)]
pub(super) struct Signature {
    variables: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    domain_size: u32,
    axiom_layer: Option<u32>,
    default_value: u32,
}

impl Signature {
    pub fn new(variables: &[Variable]) -> Self {
        let entry = |v: &Variable| Entry {
            domain_size: v.values.len() as u32,
            axiom_layer: v.axiom_layer,
            default_value: 0,
        };
        Signature { variables: variables.iter().map(entry).collect() }
    }

    /// The initial values, which derived variables have unless an axiom fires.
    pub fn set_default_values(&mut self, values: &[u32]) {
        for (entry, &value) in self.variables.iter_mut().zip(values) {
            entry.default_value = value;
        }
    }

    pub fn num_variables(&self) -> usize {
        self.variables.len()
    }

    #[inline]
    pub fn axiom_layer(&self, variable: u32) -> Option<u32> {
        self.variables[variable as usize].axiom_layer
    }

    pub fn is_default(&self, fact: Fact) -> bool {
        self.variables[fact.variable as usize].default_value == fact.value
    }

    #[inline]
    pub fn read_fact(&self, cursor: &mut Cursor<'_>) -> Parsed<Placed> {
        let at = cursor.at() as u32;
        let variable = self.read_variable(cursor)?;
        let value = self.read_value(cursor, variable)?;
        Ok(Placed { fact: Fact { variable, value }, at })
    }

    #[inline]
    pub fn read_variable(&self, cursor: &mut Cursor<'_>) -> Parsed<u32> {
        let start = cursor.at();
        let variable = cursor.natural("a variable")?;
        if variable >= self.variables.len() as u64 {
            let number = self.variables.len();
            let message = format!("there is no variable {variable}: the task has {number}, counted from 0");
            return Err(cursor.error_at(start, message));
        }
        Ok(variable as u32)
    }

    #[inline]
    pub fn read_value(&self, cursor: &mut Cursor<'_>, variable: u32) -> Parsed<u32> {
        let start = cursor.at();
        let value = cursor.natural("a value")?;
        self.check_value(cursor, start, variable, value)
    }

    /// Reads a value or -1.
    #[inline]
    pub fn read_value_or_none(&self, cursor: &mut Cursor<'_>, variable: u32) -> Parsed<Option<u32>> {
        let start = cursor.at();
        match cursor.natural_or_none("a value or -1")? {
            Some(value) => self.check_value(cursor, start, variable, value).map(Some),
            None => Ok(None),
        }
    }

    #[inline]
    fn check_value(&self, cursor: &Cursor<'_>, start: usize, variable: u32, value: u64) -> Parsed<u32> {
        let number = self.variables[variable as usize].domain_size;
        if value >= u64::from(number) {
            let message =
                format!("variable {variable} has no value {value}: it has {number}, counted from 0");
            return Err(cursor.error_at(start, message));
        }
        Ok(value as u32)
    }
}
