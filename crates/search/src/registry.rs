//! All searches by name. A new one is a line in [`SEARCHES`]; a new bandit is a file in the bandit crate and
//! a line here.

use extremal_bandits::{
    ChkUniform, Configurable, Greedy, MaxSearch, Minimum, MonteCarlo, MonteCarloMinimum, Normal, Normal2,
    Parameter, PlusNormal2, Robust, SettingError, Settings, Spec, SpecError, ThresholdAscent, Ucb1, Uniform,
};

use crate::best_first::BestFirst;
use crate::explorer::{Options, SuccessorOrder};
use crate::open::{Alternation, FifoBuckets, SoftminType};
use crate::search::Search;
use crate::tree::{Direct, Index, Linear, PreferredRule, Ties, TreeOptions, TreeSearch};

/// A search that can be chosen by name.
pub struct SearchDescriptor {
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// The bandit it uses at every node of its tree, if it has a tree.
    pub bandit: Option<&'static str>,
    /// Numeric parameters, those of the bandit first.
    pub parameters: &'static [Parameter],
    /// Where it comes from.
    pub citation: &'static str,
    build: fn(&Settings, TreeOptions) -> Box<dyn Search>,
}

/// Why a text does not choose a search.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SearchError {
    /// The text is not of the form `name(key=value, ...)`.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is no such search.
    #[error("there is no search '{name}'; there are {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A parameter is unknown or its value is not allowed.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A tree option has a value that it cannot have.
    #[error("'{key}' cannot be '{value}'; it can be {known}")]
    Option {
        /// The option.
        key: &'static str,
        /// The value.
        value: String,
        /// The possible values.
        known: &'static str,
    },
}

/// The options that every search has besides its parameters: name, default, and what it means.
pub const COMMON_OPTIONS: &[(&str, &str, &str)] =
    &[("order", "given", "in which successors are generated: given, reversed or random")];

/// The options that every tree search has besides these and the parameters of its bandit.
pub const TREE_OPTIONS: &[(&str, &str, &str)] = &[
    ("ties", "random", "how equal scores are told apart: random, first or last"),
    (
        "po",
        "only",
        "preferred operators, if used: choose only among preferred children (only), or among ties (ties)",
    ),
    ("graft", "false", "move a subtree to its new parent when a shorter path to it is found: true or false"),
];

const TAU: Parameter = Parameter {
    name: "tau",
    default: 1.0,
    min: 1e-6,
    max: 1e6,
    whole: false,
    doc: "temperature: the larger, the less a good heuristic value counts",
};

/// Heuristic values are whole numbers, so a spread of 1 is the smallest there is below two different ones.
/// Under 10,000 evaluations with ff on the suite paper24 (one seed), guct-uniform solves 565 tasks with this
/// floor, 563 with 0.5 and 548 with the bandit's own default.
const UNIFORM_PARAMETERS: &[Parameter] =
    &[Parameter { default: 1.0, ..Uniform::DESCRIPTOR.parameters[0] }, Uniform::DESCRIPTOR.parameters[1]];

/// Of the readings that were tried these come closest to the paper's figures (docs/reproduction.md).
const MAX_SEARCH_PARAMETERS: &[Parameter] = &[
    Parameter { default: 2.0, ..MaxSearch::DESCRIPTOR.parameters[0] },
    MaxSearch::DESCRIPTOR.parameters[1],
    MaxSearch::DESCRIPTOR.parameters[2],
];
const ROBUST_PARAMETERS: &[Parameter] = &[
    Parameter { default: 1.0, ..Robust::DESCRIPTOR.parameters[0] },
    Robust::DESCRIPTOR.parameters[1],
    Robust::DESCRIPTOR.parameters[2],
    Robust::DESCRIPTOR.parameters[3],
];

const THRESHOLD_PARAMETERS: &[Parameter] = &[
    Parameter { default: 20.0, ..ThresholdAscent::DESCRIPTOR.parameters[0] },
    ThresholdAscent::DESCRIPTOR.parameters[1],
];

/// The turns that a new best heuristic value gives to preferred successors.
const BOOST: i64 = 1000;

/// All searches, in the order in which they are listed.
pub static SEARCHES: &[SearchDescriptor] = &[
    SearchDescriptor {
        name: "gbfs",
        summary: "greedy best-first search: smallest heuristic value first, then first come first served",
        bandit: None,
        parameters: &[],
        citation: "Doran and Michie: Experiments with the Graph Traverser Program, 1966",
        build: |_, options| {
            Box::new(BestFirst {
                open_list: |preferred| {
                    let list = Alternation::new(BOOST).with(FifoBuckets::default());
                    if preferred { list.with_preferred(FifoBuckets::default()) } else { list }
                },
                options: options.common,
            })
        },
    },
    SearchDescriptor {
        name: "softmin-type",
        summary: "greedy best-first search that takes turns with random types (h, g), better ones being likelier",
        bandit: None,
        parameters: &[TAU],
        citation: "Kuroiwa and Beck: Biased Exploration for Satisficing Heuristic Search, ICAPS 2022",
        build: |settings, options| {
            let tau = settings.get(&TAU);
            Box::new(BestFirst {
                open_list: move |preferred| {
                    let list = Alternation::new(BOOST).with(FifoBuckets::default());
                    let list = if preferred { list.with_preferred(FifoBuckets::default()) } else { list };
                    list.with(SoftminType::new(tau))
                },
                options: options.common,
            })
        },
    },
    tree::<Linear<Greedy>, Greedy>("tree-gbfs", "tree search that always expands a leaf of smallest value"),
    tree::<Linear<Ucb1<MonteCarlo>>, Ucb1<MonteCarlo>>("guct", "tree search with UCB1 over mean values"),
    tree::<Linear<Ucb1<Minimum>>, Ucb1<Minimum>>("guct-star", "tree search with UCB1 over smallest values"),
    tree::<Direct<Normal<MonteCarlo>>, Normal<MonteCarlo>>(
        "guct-normal",
        "tree search with UCB1-Normal over means and variances",
    ),
    tree::<Direct<Normal<MonteCarloMinimum>>, Normal<MonteCarloMinimum>>(
        "guct-star-normal",
        "tree search with UCB1-Normal over smallest values and variances",
    ),
    tree::<Linear<Normal2<MonteCarlo>>, Normal2<MonteCarlo>>(
        "guct-normal2",
        "tree search with UCB1-Normal2 over means and variances",
    ),
    tree::<Linear<Normal2<MonteCarloMinimum>>, Normal2<MonteCarloMinimum>>(
        "guct-star-normal2",
        "tree search with UCB1-Normal2 over smallest values and variances",
    ),
    SearchDescriptor {
        parameters: UNIFORM_PARAMETERS,
        ..tree::<Linear<Uniform>, Uniform>(
            "guct-uniform",
            "tree search with UCB1-Uniform over smallest and largest values: the paper's own",
        )
    },
    tree::<Direct<ChkUniform>, ChkUniform>(
        "chk-uniform",
        "tree search with the index of Cowan and Katehakis for uniform rewards",
    ),
    tree::<Linear<PlusNormal2>, PlusNormal2>(
        "guct-plus-normal2",
        "tree search with UCB1-Normal2 over the minimum of Gaussians",
    ),
    SearchDescriptor {
        parameters: MAX_SEARCH_PARAMETERS,
        ..tree::<Direct<MaxSearch>, MaxSearch>("max-search", "tree search with the max-k bandit MaxSearch")
    },
    SearchDescriptor {
        parameters: ROBUST_PARAMETERS,
        ..tree::<Direct<Robust>, Robust>("robust-uct", "tree search with UCB for heavy-tailed values")
    },
    SearchDescriptor {
        parameters: THRESHOLD_PARAMETERS,
        ..tree::<Direct<ThresholdAscent>, ThresholdAscent>(
            "threshold-ascent",
            "tree search with the max-k bandit Threshold Ascent",
        )
    },
];

/// The description of a tree search with one bandit.
const fn tree<I, B>(name: &'static str, summary: &'static str) -> SearchDescriptor
where
    B: Configurable + Into<I> + 'static,
    I: Index + Clone + 'static,
{
    SearchDescriptor {
        name,
        summary,
        bandit: Some(B::DESCRIPTOR.name),
        parameters: B::DESCRIPTOR.parameters,
        citation: B::DESCRIPTOR.citation,
        build: |settings, options| {
            Box::new(TreeSearch::<I> { index: B::configured(settings).into(), options })
        },
    }
}

impl<B> From<B> for Linear<B> {
    fn from(bandit: B) -> Self {
        Linear(bandit)
    }
}

impl<B> From<B> for Direct<B> {
    fn from(bandit: B) -> Self {
        Direct(bandit)
    }
}

/// The search that a text like `guct(c=2.0)` names, with the given options.
pub fn select(text: &str, common: Options) -> Result<Box<dyn Search>, SearchError> {
    let mut spec = Spec::parse(text)?;
    let descriptor = SEARCHES.iter().find(|s| s.name == spec.name).ok_or_else(|| SearchError::Unknown {
        name: spec.name.clone(),
        known: SEARCHES.iter().map(|s| s.name).collect::<Vec<_>>().join(", "),
    })?;
    let mut options = TreeOptions { common, ..TreeOptions::default() };
    take_options(&mut spec, descriptor.bandit.is_some(), &mut options)?;
    let settings = Settings::check(&spec, descriptor.parameters)?;
    Ok((descriptor.build)(&settings, options))
}

/// Takes the options of all searches and of tree searches out of the arguments; what is left are parameters.
fn take_options(spec: &mut Spec, has_tree: bool, options: &mut TreeOptions) -> Result<(), SearchError> {
    for (key, value) in std::mem::take(&mut spec.arguments) {
        match key.as_str() {
            "order" => {
                options.common.order = one_of("order", &value, "given, reversed or random", |v| match v {
                    "given" => Some(SuccessorOrder::Given),
                    "reversed" => Some(SuccessorOrder::Reversed),
                    "random" => Some(SuccessorOrder::Random),
                    _ => None,
                })?;
            }
            "ties" if has_tree => {
                options.ties = one_of("ties", &value, "random, first or last", |v| match v {
                    "random" => Some(Ties::Random),
                    "first" => Some(Ties::First),
                    "last" => Some(Ties::Last),
                    _ => None,
                })?;
            }
            "po" if has_tree => {
                options.preferred = one_of("po", &value, "only or ties", |v| match v {
                    "only" => Some(PreferredRule::Only),
                    "ties" => Some(PreferredRule::Ties),
                    _ => None,
                })?;
            }
            "graft" if has_tree => {
                options.graft = one_of("graft", &value, "true or false", |v| v.parse().ok())?;
            }
            _ => spec.arguments.push((key, value)),
        }
    }
    Ok(())
}

fn one_of<T>(
    key: &'static str,
    value: &str,
    known: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, SearchError> {
    read(value).ok_or_else(|| SearchError::Option { key, value: value.to_owned(), known })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        select(text, Options::default()).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn names_are_unique_and_every_search_can_be_built() {
        for (place, search) in SEARCHES.iter().enumerate() {
            assert!(SEARCHES[..place].iter().all(|other| other.name != search.name), "{}", search.name);
            assert!(select(search.name, Options::default()).is_ok(), "{}", search.name);
        }
    }

    #[test]
    fn parameters_and_tree_options_are_read() {
        for text in [
            "guct(c=2.0)",
            "guct-uniform(floor=0, ties=first)",
            "guct-uniform(graft=true)",
            "gbfs(order=random)",
        ] {
            assert!(select(text, Options::default()).is_ok(), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("bfs").starts_with("there is no search 'bfs'; there are gbfs, "));
        assert!(error("guct(d=1)").contains('d'));
        assert_eq!(error("guct(ties=best)"), "'ties' cannot be 'best'; it can be random, first or last");
        assert!(error("gbfs(graft=true)").contains("graft"));
    }
}
