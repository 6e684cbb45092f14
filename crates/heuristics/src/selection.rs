//! Heuristics by name, with arguments: `ff(cost=real)`.

use extremal_sas::Task;

use crate::HEURISTICS;
use crate::descriptor::{Arguments, Descriptor};
use crate::heuristic::Heuristic;

/// A heuristic and its arguments.
#[derive(Clone, Debug)]
pub struct Selection {
    /// The heuristic.
    pub descriptor: &'static Descriptor,
    /// Its arguments.
    pub arguments: Arguments,
}

impl Selection {
    /// Prepares the heuristic for a task.
    pub fn build(&self, task: &Task) -> Box<dyn Heuristic> {
        (self.descriptor.build)(task, &self.arguments)
    }
}

impl std::fmt::Display for Selection {
    /// As the user would write it, without arguments that have their default.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.descriptor.name)?;
        let mut separator = "(";
        for (argument, parameter) in self.arguments.iter().zip(self.descriptor.parameters) {
            if argument.1 != parameter.default {
                write!(f, "{separator}{}={}", argument.0, argument.1)?;
                separator = ", ";
            }
        }
        f.write_str(if separator == ", " { ")" } else { "" })
    }
}

/// Why a text does not select a heuristic.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SelectionError {
    /// The text is not of the form `name(key=value, ...)`.
    #[error("expected a heuristic like 'ff' or 'ff(cost=real)', found '{0}'")]
    Form(String),
    /// There is no heuristic of this name.
    #[error("there is no heuristic '{name}'; there are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The heuristic has no such parameter.
    #[error("heuristic '{heuristic}' has no parameter '{parameter}'{known}")]
    Parameter {
        /// The heuristic.
        heuristic: &'static str,
        /// The parameter.
        parameter: String,
        /// The parameters that exist, as the end of a sentence.
        known: String,
    },
    /// The parameter cannot have this value.
    #[error("parameter '{parameter}' of heuristic '{heuristic}' cannot be '{value}'; it can be {known}")]
    Value {
        /// The heuristic.
        heuristic: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// The possible values.
        known: String,
    },
}

/// Finds the heuristic that a text like `ff(cost=real)` names among those of this crate.
pub fn select(text: &str) -> Result<Selection, SelectionError> {
    select_from(HEURISTICS, text)
}

/// Finds the heuristic that a text like `ff(cost=real)` names.
pub fn select_from(descriptors: &[&'static Descriptor], text: &str) -> Result<Selection, SelectionError> {
    let form = || SelectionError::Form(text.to_owned());
    let (name, arguments) = match text.trim().split_once('(') {
        None => (text.trim(), ""),
        Some((name, rest)) => (name.trim(), rest.strip_suffix(')').ok_or_else(form)?),
    };
    if name.is_empty() {
        return Err(form());
    }
    let descriptor: &'static Descriptor =
        descriptors.iter().find(|descriptor| descriptor.name == name).ok_or_else(|| {
            let known = list(descriptors.iter().map(|descriptor| descriptor.name));
            SelectionError::Unknown { name: name.to_owned(), known }
        })?;
    let mut selection = Selection { descriptor, arguments: Arguments::defaults(descriptor.parameters) };
    for argument in arguments.split(',').filter(|argument| !arguments.is_empty() || !argument.is_empty()) {
        let (key, value) = argument.split_once('=').ok_or_else(form)?;
        set(&mut selection, key.trim(), value.trim())?;
    }
    Ok(selection)
}

fn set(selection: &mut Selection, key: &str, value: &str) -> Result<(), SelectionError> {
    let (heuristic, parameters) = (selection.descriptor.name, selection.descriptor.parameters);
    let Some(parameter) = parameters.iter().find(|parameter| parameter.name == key) else {
        let known = match parameters {
            [] => "; it has none".to_owned(),
            _ => format!("; it has {}", list(parameters.iter().map(|parameter| parameter.name))),
        };
        return Err(SelectionError::Parameter { heuristic, parameter: key.to_owned(), known });
    };
    let Some(known_value) = parameter.values.iter().find(|known| **known == value) else {
        let (parameter, known) = (parameter.name, list(parameter.values.iter().copied()));
        return Err(SelectionError::Value { heuristic, parameter, value: value.to_owned(), known });
    };
    selection.arguments.set(parameter.name, known_value);
    Ok(())
}

fn list<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        select(text).map(|selection| selection.to_string()).unwrap_err().to_string()
    }

    #[test]
    fn names_and_arguments_are_read_and_written() {
        for text in ["max", " max ( cost = unit ) ", "max()"] {
            let selection = select(text).unwrap();
            assert_eq!((selection.descriptor.name, selection.arguments.get("cost")), ("max", "unit"));
            assert_eq!(selection.to_string(), "max");
        }
        assert_eq!(select("max(cost=real)").unwrap().to_string(), "max(cost=real)");
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("best").starts_with("there is no heuristic 'best'; there are "));
        assert!(error("max(cost=high)").ends_with("cannot be 'high'; it can be unit, real"));
        assert!(error("max(costs=real)").ends_with("no parameter 'costs'; it has cost"));
        assert!(error("gc(cost=real)").ends_with("no parameter 'cost'; it has none"));
        for text in ["", "(cost=real)", "max(cost=real", "max(cost)", "max(cost=real,)"] {
            assert!(error(text).starts_with("expected a heuristic like"), "{text}");
        }
    }

    #[test]
    fn defaults_are_possible_values_and_names_are_unique() {
        for (position, descriptor) in HEURISTICS.iter().enumerate() {
            assert!(HEURISTICS[..position].iter().all(|other| other.name != descriptor.name));
            for parameter in descriptor.parameters {
                assert!(parameter.values.contains(&parameter.default), "{}", descriptor.name);
            }
        }
    }
}
