//! Composed searches from text.

use extremal_grammar::{Arguments, Component, GrammarError, Kind, Parameter};

use super::options::{one_of, take_common, take_tree};
use super::{Parts, find};
use crate::composed::{Arrangement, ComposedSearch, Key, ListSpec, MakeTree, parse_keys};
use crate::explorer::Options;
use crate::search::Search;
use crate::tree::{Collapse, InnerTies, Samples, TreeOptions};

/// The options of composed searches besides those of all searches and of trees.
pub const COMPOSED_OPTIONS: &[Parameter] = &[
    Parameter {
        name: "lists",
        kind: Kind::Text(
            "h or w.lm or the like with + in between; before them softmin:, type:, epsilon: or tree:; before these pref: for preferred successors only",
        ),
        default: "h",
        about: "open lists that take turns, ordered by h, lm (landmarks), w (novelty) or g",
    },
    Parameter {
        name: "boost",
        kind: Kind::Whole { min: 0, max: u64::MAX },
        default: "1000",
        about: "turns that a new smallest value gives to lists of preferred successors",
    },
    Parameter {
        name: "bandit",
        kind: Kind::Component("bandit"),
        default: "guct-normal2",
        about: "the bandit at each node of trees",
    },
    Parameter {
        name: "novelty",
        kind: Kind::Text("lm.h, lm, h or none"),
        default: "lm.h",
        about: "novelty is measured among states that agree on these",
    },
    Parameter {
        name: "width",
        kind: Kind::Whole { min: 1, max: 2 },
        default: "2",
        about: "novelty of facts (1), or of pairs of facts, too (2)",
    },
    Parameter {
        name: "novelty-memory",
        kind: Kind::Whole { min: 0, max: u32::MAX as u64 },
        default: "2048",
        about: "MiB that novelty may use: beyond that, it looks at facts only",
    },
    Parameter {
        name: "tau",
        kind: Kind::Number { min: 1e-6, max: 1e6 },
        default: "1",
        about: "temperature of softmin lists",
    },
    Parameter {
        name: "epsilon",
        kind: Kind::Number { min: 0.0, max: 1.0 },
        default: "0.2",
        about: "how often an epsilon list yields any of its states",
    },
];

const INNER_WITHOUT_BILEVEL: &str = "inner=lifo is about the search that bilevel=true adds";

/// The search with a bandit tree: the plain one, or one at two levels or with a tree that collapses.
pub fn tree_search(
    options: TreeOptions,
    bandit: Arguments,
    plain: fn(&Arguments, TreeOptions) -> Box<dyn Search>,
    make_tree: MakeTree,
) -> Result<Box<dyn Search>, GrammarError> {
    if !options.bilevel && options.inner_ties != InnerTies::default() {
        return Err(GrammarError::Together(INNER_WITHOUT_BILEVEL.to_owned()));
    }
    if !options.bilevel && options.collapse == Collapse::Off {
        return Ok(plain(&bandit, options));
    }
    if options.walk {
        return Err(GrammarError::Together("walk=true does not go with bilevel or collapse".to_owned()));
    }
    if options.graft {
        return Err(GrammarError::Together("graft=true does not go with bilevel or collapse".to_owned()));
    }
    let arrangement = Arrangement {
        lists: ListSpec::parse_all("tree:h")?,
        make_tree,
        bandit,
        tree: options,
        ..Arrangement::default_with(make_tree)
    };
    Ok(Box::new(ComposedSearch { arrangement, lazy: false, options: options.common }))
}

/// A search with the lists that its arguments name; `defaults` are arguments for what the user leaves out.
pub fn select(
    mut spec: Component,
    lazy: bool,
    defaults: &str,
    common: Options,
) -> Result<Box<dyn Search>, GrammarError> {
    let defaults = Component::parse(&format!("defaults({defaults})"))?;
    for (key, value) in defaults.arguments {
        if !spec.arguments.iter().any(|(given, _)| *given == key) {
            spec.arguments.push((key, value));
        }
    }
    let common = take_common(&mut spec, common)?;
    let samples = samples_of_bandit(&spec);
    let tree =
        TreeOptions { common, samples, bilevel: true, collapse: Collapse::Dynamic, ..TreeOptions::default() };
    let tree = take_tree(&mut spec, tree)?;
    if tree.graft {
        return Err(GrammarError::Together("graft=true does not go with several open lists".to_owned()));
    }
    if tree.walk {
        return Err(GrammarError::Together("walk=true does not go with several open lists".to_owned()));
    }
    if !tree.bilevel && tree.inner_ties != InnerTies::default() {
        return Err(GrammarError::Together(INNER_WITHOUT_BILEVEL.to_owned()));
    }
    let mut arrangement = arrangement(&mut spec, tree)?;
    // Nothing that is left has a meaning.
    Arguments::check(&spec, &[])?;
    if lazy && arrangement.has_tree() {
        return Err(GrammarError::Together(
            "a tree needs the values of its leaves: use eager for lists with trees".to_owned(),
        ));
    }
    if common.preferred && !arrangement.wants_preferred() {
        let preferred: Vec<ListSpec> = arrangement
            .lists
            .iter()
            .map(|list| ListSpec { kind: crate::composed::Kind::Queue, only_preferred: true, ..list.clone() })
            .collect();
        arrangement.lists.extend(preferred);
    }
    Ok(Box::new(ComposedSearch { arrangement, lazy, options: common }))
}

fn arrangement(spec: &mut Component, tree: TreeOptions) -> Result<Arrangement, GrammarError> {
    let (make_tree, bandit) = bandit("guct-normal2")?;
    let mut arrangement = Arrangement { bandit, tree, ..Arrangement::default_with(make_tree) };
    for (key, value) in std::mem::take(&mut spec.arguments) {
        match key.as_str() {
            "lists" => arrangement.lists = ListSpec::parse_all(&value)?,
            "boost" => arrangement.boost = one_of("boost", &value, "a whole number", |v| v.parse().ok())?,
            "bandit" => (arrangement.make_tree, arrangement.bandit) = self::bandit(&value)?,
            "novelty" => {
                arrangement.partition = one_of("novelty", &value, "lm.h, lm, h or none", |v| match v {
                    "none" => Some(Vec::new()),
                    keys => parse_keys(keys)
                        .filter(|keys| keys.len() <= 2)
                        .filter(|keys| keys.iter().all(|key| matches!(key, Key::Heuristic | Key::Landmarks))),
                })?;
            }
            "width" => {
                let width = |v: &str| v.parse().ok().filter(|width| (1..=2).contains(width));
                arrangement.width = one_of("width", &value, "1 or 2", width)?;
            }
            "novelty-memory" => {
                let mebibytes: u32 = one_of("novelty-memory", &value, "a number of MiB", |v| v.parse().ok())?;
                arrangement.novelty_memory = (mebibytes as usize) << 20;
            }
            "tau" => {
                let is_temperature = |tau: &f64| *tau > 0.0;
                let tau = |v: &str| v.parse().ok().filter(is_temperature);
                arrangement.tau = one_of("tau", &value, "a number above 0", tau)?;
            }
            "epsilon" => {
                let epsilon = |v: &str| v.parse().ok().filter(|epsilon| (0.0..=1.0).contains(epsilon));
                arrangement.epsilon = one_of("epsilon", &value, "a number from 0 to 1", epsilon)?;
            }
            _ => spec.arguments.push((key, value)),
        }
    }
    Ok(arrangement)
}

/// What the bandit that the arguments name looks at unless they say otherwise.
fn samples_of_bandit(spec: &Component) -> Samples {
    let named = spec.arguments.iter().find(|(key, _)| key == "bandit");
    match named.and_then(|(_, name)| find(name).ok()).map(|descriptor| descriptor.parts) {
        Some(Parts::Tree(_, _, samples)) => samples,
        _ => Samples::default(),
    }
}

/// The tree of a search that is one, with the parameters that it has by default.
fn bandit(name: &str) -> Result<(MakeTree, Arguments), GrammarError> {
    let descriptor = find(name)?;
    let Parts::Tree(_, make_tree, _) = descriptor.parts else {
        return Err(GrammarError::Together("this search has no bandit that a tree could use".to_owned()));
    };
    let spec = Component { name: name.to_owned(), arguments: Vec::new() };
    Ok((make_tree, Arguments::check(&spec, descriptor.parameters)?))
}
