//! Heuristics by name, with arguments: `ff(cost=real)`.

use extremal_grammar::{Arguments, Component, GrammarError};
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;

use crate::HEURISTICS;
use crate::descriptor::{CostType, Descriptor};
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
    /// Prepares the heuristic for a task, within a budget: large tasks take tenths of a second.
    pub fn build_within(&self, task: &Task, budget: &Budget) -> Result<Box<dyn Heuristic>, Stop> {
        (self.descriptor.build)(task, &self.arguments, budget)
    }

    /// The same heuristic with other costs of operators, or nothing if it does not ask for costs.
    pub fn with_costs(&self, costs: &str) -> Option<Selection> {
        let name = CostType::PARAMETER.name;
        let mut component = self.arguments.to_component(self.descriptor.name);
        component.arguments.retain(|(key, _)| key != name);
        component.arguments.push((name.to_owned(), costs.to_owned()));
        let arguments = Arguments::check(&component, self.descriptor.parameters).ok()?;
        Some(Selection { arguments, ..self.clone() })
    }

    /// The same without limits, for small tasks.
    pub fn build(&self, task: &Task) -> Box<dyn Heuristic> {
        Budget::without_limits(|budget| self.build_within(task, budget))
    }
}

impl std::fmt::Display for Selection {
    /// As the user would write it, without arguments that have their default.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.arguments.to_component(self.descriptor.name).fmt(f)
    }
}

/// Finds the heuristic that a text like `ff(cost=real)` names among those of this crate.
pub fn select(text: &str) -> Result<Selection, GrammarError> {
    select_from(HEURISTICS, text)
}

/// Finds the heuristic that a text like `ff(cost=real)` names.
pub fn select_from(descriptors: &[&'static Descriptor], text: &str) -> Result<Selection, GrammarError> {
    let component = Component::parse(text)?;
    let descriptor = descriptors.iter().find(|descriptor| descriptor.name == component.name);
    let descriptor: &'static Descriptor = descriptor.ok_or_else(|| {
        let known = descriptors.iter().map(|descriptor| descriptor.name);
        GrammarError::unknown("heuristic", &component.name, known)
    })?;
    Ok(Selection { descriptor, arguments: Arguments::check(&component, descriptor.parameters)? })
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
            assert_eq!((selection.descriptor.name, selection.arguments.choice("cost")), ("max", "unit"));
            assert_eq!(selection.to_string(), "max");
        }
        assert_eq!(select("max(cost=real)").unwrap().to_string(), "max(cost=real)");
    }

    #[test]
    fn heuristics_without_costs_count_operators() {
        let cost = |text: &str| CostType::of(&select(text).unwrap().arguments);
        assert_eq!(cost("gc"), CostType::Unit);
        assert_eq!(cost("max(cost=real)"), CostType::Real);
        assert_eq!(cost("ff(cost=plusone)"), CostType::PlusOne);
        let plus_one = |text: &str| select(text).unwrap().with_costs("plusone").map(|with| with.to_string());
        assert_eq!(plus_one("ff(cost=real)").as_deref(), Some("ff(cost=plusone)"));
        assert_eq!(plus_one("gc"), None);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("best").starts_with("there is no heuristic 'best'; there are ff, "));
        assert_eq!(error("blnd"), "there is no heuristic 'blnd'; did you mean 'blind'?");
        assert_eq!(error("max(cost=high)"), "'cost' must be unit, real or plusone, not 'high'");
        assert_eq!(error("max(costs=real)"), "'max' has no parameter 'costs'; did you mean 'cost'?");
        assert_eq!(error("gc(cost=real)"), "'gc' has no parameter 'cost'; it has none");
    }

    #[test]
    fn defaults_are_possible_values_and_names_are_unique() {
        for (position, descriptor) in HEURISTICS.iter().enumerate() {
            assert!(HEURISTICS[..position].iter().all(|other| other.name != descriptor.name));
            Arguments::defaults(descriptor.parameters);
        }
    }
}
