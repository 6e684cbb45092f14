//! Names of searches and heuristics for shells to complete.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, error::Error};

/// Takes any text, as names can have parameters, but tells shells the names.
#[derive(Clone)]
pub struct ComponentName(pub fn() -> Vec<&'static str>);

impl TypedValueParser for ComponentName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The names of all searches.
pub fn searches() -> Vec<&'static str> {
    extremal::SEARCHES.iter().map(|search| search.name).collect()
}

/// The names of all heuristics.
pub fn heuristics() -> Vec<&'static str> {
    extremal::HEURISTICS.iter().map(|heuristic| heuristic.name).collect()
}
