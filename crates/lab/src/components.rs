//! Searches, heuristics and bandits by name: those of the planner, and your own.

use extremal::grammar::{Arguments, Component, GrammarError, Parameter};
use extremal::limits::Budget;
use extremal::searches::registry::{self, depends_on_order, effective, is_random};
use extremal::searches::{BanditPart, NamedSearch, Options, OwnParts, PAPER, SEARCHES, select_with};
use extremal::{DeadEnds, Error, Heuristic, Planner, RefusedComponent, Search};

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
    /// Its parameters, as written in `name(parameter=value)`.
    pub parameters: &'static [Parameter],
    /// Whether its dead ends are proven.
    pub dead_ends: DeadEnds,
    /// Whether it offers preferred operators.
    pub preferred_operators: bool,
    /// Builds it for a task.
    pub build: fn(&Arguments, &extremal::SasTask) -> Box<dyn Heuristic>,
}

/// What there is to choose from besides the planner's own parts, in every command.
///
/// Own parts are known by their names wherever the planner's are: `solve`, `list`, `bandit`, and `lab`. One with the
/// name of a part of the planner takes its place.
#[derive(Clone, Default)]
pub struct Components {
    /// Bandits: in texts such as `eager(lists=tree:h,bandit=mine(c=2),samples=all)`, and as policies.
    pub bandits: Vec<BanditPart>,
    /// Names for texts, such as `guct-mine` for `eager(lists=tree:h,bandit=mine)`: arguments of the bandit and of the tree
    /// may then be given to the name.
    pub names: Vec<NamedSearch>,
    /// Searches that are programs of their own.
    pub searches: Vec<OwnSearch>,
    /// Heuristics.
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
        let names = self.names.iter().map(|search| search.name);
        SEARCHES.iter().map(|search| search.name).chain(names).chain(own)
    }

    /// The fourteen searches that the paper compares; those over trees with further arguments, if there are any,
    /// such as `(samples=all)`, where that is possible.
    pub fn paper_searches(tree_arguments: &str) -> impl Iterator<Item = String> {
        PAPER
            .iter()
            .copied()
            .flatten()
            .filter_map(|name| SEARCHES.iter().find(|search| search.name == *name))
            .filter_map(move |search| {
                let has_tree = registry::bandit_of(search).is_some();
                let text = format!("{}{}", search.name, if has_tree { tree_arguments } else { "" });
                let why_not = depends_on_order(&text, &OwnParts::default());
                (!matches!(why_not, Ok(Some(_)))).then_some(text)
            })
    }

    /// Makes sure that there is such a configuration.
    pub fn check(&self, configuration: &Configuration) -> Result<(), ComponentError> {
        let planner = self.planner(configuration, 0, &Limits::default(), Budget::unlimited())?;
        if self.own_search(&configuration.search).is_ok_and(|own| own.is_none())
            && let Ok(Some(reason)) = depends_on_order(&configuration.search, &self.own_parts())
        {
            return Err(ComponentError(reason));
        }
        if configuration.column.preferred && !self.has_preferred(&planner, &configuration.column.heuristic) {
            let heuristic = &configuration.column.heuristic;
            let message = format!("the heuristic '{heuristic}' has no preferred operators (+po)");
            return Err(ComponentError(message));
        }
        Ok(())
    }

    /// Whether a planner with this heuristic has preferred operators.
    pub fn has_preferred(&self, planner: &Planner, heuristic: &str) -> bool {
        let own = self.own_heuristic(heuristic);
        own.map_or(planner.has_preferred_operators(), |(own, _)| own.preferred_operators)
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
            .max_evaluations(limits.max_evaluations)
            .max_expansions(limits.max_expansions)
            .budget(budget)
            // Tables compare what searches find.
            .plan_quality(false);
        let chosen = self.choose(planner, search, &column.heuristic, options);
        chosen.map_err(|error| ComponentError(error.to_string()))
    }

    /// The planner with a search and a heuristic by their names, and what every search can be told.
    pub fn choose(
        &self,
        planner: Planner,
        search: &str,
        heuristic: &str,
        options: Options,
    ) -> Result<Planner, Error> {
        let planner = planner
            .preferred(options.preferred)
            .deferred(options.deferred)
            .seed(options.seed)
            .own_parts(self.own_parts());
        let refused = |text, error| Error::from(RefusedComponent::new(text, error));
        let planner = match self.own_search(search).map_err(|error| refused(search, error))? {
            Some((own, arguments)) => planner.own_search((own.build)(&arguments, options)),
            None => {
                let planner = planner
                    .search(search)
                    .map_err(|error| with_own(error, self.searches.iter().map(|own| own.name)))?;
                // Options that it cannot use are refused before any task is read.
                select_with(search, options, &self.own_parts()).map_err(|error| refused(search, error))?;
                planner
            }
        };
        match self.own_heuristic(heuristic) {
            Some((own, component)) => {
                let arguments = Arguments::check(&component, own.parameters)
                    .map_err(|error| refused(heuristic, error))?;
                Ok(planner.own_heuristic(own.dead_ends, move |task| (own.build)(&arguments, task)))
            }
            None => planner
                .heuristic(heuristic)
                .map_err(|error| with_own(error, self.heuristics.iter().map(|own| own.name))),
        }
    }

    /// The value of every parameter of a configuration's search, those that were not given too.
    pub fn effective_search(&self, configuration: &Configuration) -> Option<String> {
        let column = &configuration.column;
        let options = Options { preferred: column.preferred, deferred: column.deferred, seed: 0 };
        let full = match self.own_search(&configuration.search).ok()? {
            Some((own, arguments)) => arguments.to_full_component(own.name),
            None => effective(&configuration.search, options, &self.own_parts()).ok()?,
        };
        Some(full.to_string())
    }

    /// The same for its heuristic.
    pub fn effective_heuristic(&self, configuration: &Configuration) -> Option<String> {
        let text = &configuration.column.heuristic;
        let full = match self.own_heuristic(text) {
            Some((own, component)) => {
                Arguments::check(&component, own.parameters).ok()?.to_full_component(own.name)
            }
            None => {
                let selection = extremal::heuristics::select(text).ok()?;
                selection.arguments.to_full_component(selection.descriptor.name)
            }
        };
        Some(full.to_string())
    }

    /// Whether a search may depend on its seed, as far as is known: one that is a program of its own might.
    pub fn is_random(&self, search: &str) -> bool {
        match self.own_search(search) {
            Ok(None) => is_random(search, &self.own_parts()).unwrap_or(true),
            _ => true,
        }
    }

    /// What texts of searches may name.
    pub fn own_parts(&self) -> OwnParts {
        OwnParts { made: Vec::new(), bandits: self.bandits.clone(), searches: self.names.clone() }
    }

    fn own_search(&self, text: &str) -> Result<Option<(OwnSearch, Arguments)>, GrammarError> {
        let component = Component::parse(text)?;
        let own = self.searches.iter().find(|own| own.name == component.name);
        own.map(|own| Ok((*own, Arguments::check(&component, own.parameters)?))).transpose()
    }

    fn own_heuristic(&self, text: &str) -> Option<(OwnHeuristic, Component)> {
        let component = Component::parse(text).ok()?;
        let own = self.heuristics.iter().find(|own| own.name == component.name)?;
        Some((*own, component))
    }
}

/// The error, with own names among those that there are.
fn with_own(mut error: Error, own: impl Iterator<Item = &'static str>) -> Error {
    let Error::Component(refused) = &mut error else { return error };
    if let GrammarError::Unknown { known, .. } = &mut refused.error {
        known.extend(own.map(str::to_owned));
    }
    error
}
