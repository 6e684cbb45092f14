//! Searches and heuristics by name: those of the planner, and your own.

use extremal::grammar::{Arguments, Component, GrammarError, Parameter};
use extremal::limits::Budget;
use extremal::searches::{self, Options, PAPER, SEARCHES};
use extremal::{DeadEnds, Heuristic, Planner, Search};

use crate::configuration::Configuration;
use crate::limits::Limits;

/// A search that is not the planner's.
#[derive(Clone, Copy)]
pub struct OwnSearch {
    /// The name by which experiments choose it.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Its parameters, as written in `name(parameter=value)`.
    pub parameters: &'static [Parameter],
    /// Builds it.
    pub build: fn(&Arguments, Options) -> Box<dyn Search>,
}

/// A heuristic that is not the planner's.
#[derive(Clone, Copy)]
pub struct OwnHeuristic {
    /// The name by which experiments choose it.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Whether its dead ends are proven.
    pub dead_ends: DeadEnds,
    /// Whether it offers preferred operators.
    pub preferred_operators: bool,
    /// Builds it for a task.
    pub build: fn(&extremal::sas::Task) -> Box<dyn Heuristic>,
}

/// What an experiment can choose from besides the planner's own parts.
#[derive(Clone, Default)]
pub struct Components {
    /// Searches. One with the name of a search of the planner takes its place.
    pub searches: Vec<OwnSearch>,
    /// Heuristics. One with the name of a heuristic of the planner takes its place.
    pub heuristics: Vec<OwnHeuristic>,
}

/// A search or heuristic that does not exist, or whose parameters are wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ComponentError(String);

impl Components {
    /// The names of all searches.
    pub fn search_names(&self) -> impl Iterator<Item = &'static str> {
        let own = self.searches.iter().map(|search| search.name);
        SEARCHES.iter().map(|search| search.name).chain(own)
    }

    /// The fourteen searches that the paper compares; those over trees with further arguments, if there are any,
    /// such as `(samples=all)`.
    pub fn paper_searches(tree_arguments: &str) -> impl Iterator<Item = String> {
        PAPER
            .iter()
            .copied()
            .flatten()
            .filter_map(|name| SEARCHES.iter().find(|search| search.name == *name))
            .map(move |search| {
                let has_tree = searches::registry::bandit_of(search).is_some();
                format!("{}{}", search.name, if has_tree { tree_arguments } else { "" })
            })
    }

    /// Makes sure that there is such a configuration.
    pub fn check(&self, configuration: &Configuration) -> Result<(), ComponentError> {
        let planner = self.planner(configuration, 0, &Limits::default(), Budget::unlimited())?;
        let heuristic = &configuration.column.heuristic;
        let own = self.heuristics.iter().find(|own| own.name == heuristic);
        let has_preferred = own.map_or(planner.has_preferred_operators(), |own| own.preferred_operators);
        if configuration.column.preferred && !has_preferred {
            let message = format!("the heuristic '{heuristic}' has no preferred operators (+po)");
            return Err(ComponentError(message));
        }
        Ok(())
    }

    /// The planner of a run.
    pub(crate) fn planner(
        &self,
        configuration: &Configuration,
        seed: u64,
        limits: &Limits,
        budget: Budget,
    ) -> Result<Planner, ComponentError> {
        let Configuration { search, column } = configuration;
        let options = Options { preferred: column.preferred, deferred: column.deferred, seed };
        let planner = Planner::new()
            .preferred(options.preferred)
            .deferred(options.deferred)
            .seed(seed)
            .max_evaluations(limits.max_evaluations)
            .max_expansions(limits.max_expansions)
            .budget(budget)
            // Tables compare what searches find.
            .plan_quality(false)
            .own_search(self.search(search, options)?);
        match self.heuristics.iter().find(|own| own.name == column.heuristic) {
            Some(own) => Ok(planner.own_heuristic(own.dead_ends, own.build)),
            None => planner.heuristic(&column.heuristic).map_err(|error| match error {
                extremal::Error::Component(error) => {
                    refused(error, self.heuristics.iter().map(|own| own.name))
                }
                error => ComponentError(error.to_string()),
            }),
        }
    }

    fn search(&self, text: &str, options: Options) -> Result<Box<dyn Search>, ComponentError> {
        let refused = |error| refused(error, self.searches.iter().map(|own| own.name));
        let component = Component::parse(text).map_err(refused)?;
        let search = match self.searches.iter().find(|own| own.name == component.name) {
            Some(own) => {
                Arguments::check(&component, own.parameters).map(|arguments| (own.build)(&arguments, options))
            }
            None => searches::select(text, options),
        };
        search.map_err(refused)
    }
}

/// The error, with names that the planner does not know among those that there are.
fn refused(mut error: GrammarError, own: impl Iterator<Item = &'static str>) -> ComponentError {
    if let GrammarError::Unknown { known, .. } = &mut error {
        known.extend(own.map(str::to_owned));
    }
    ComponentError(error.to_string())
}
