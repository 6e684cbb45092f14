//! Options that searches have besides their parameters.

use extremal_grammar::{Component, GrammarError, Kind, Parameter};

use crate::explorer::{Options, SuccessorOrder};
use crate::tree::{Collapse, InnerTies, PreferredRule, Samples, Ties, TreeOptions};

/// The options that every search has besides its parameters.
pub const COMMON_OPTIONS: &[Parameter] = &[
    Parameter {
        name: "order",
        kind: Kind::Choice(&["given", "reversed", "random"]),
        default: "given",
        about: "in which order successors are generated",
    },
    Parameter {
        name: "preferred",
        kind: Kind::Flag,
        default: "false",
        about: "use preferred operators, as --preferred does",
    },
];

/// The options that every tree search has besides these and the parameters of its bandit.
pub const TREE_OPTIONS: &[Parameter] = &[
    Parameter {
        name: "samples",
        kind: Kind::Choice(&["leaves", "all"]),
        default: "all",
        about: "what bandits see: leaves of the tree, or all states evaluated below a node",
    },
    Parameter {
        name: "ties",
        kind: Kind::Choice(&["random", "first", "last"]),
        default: "random",
        about: "which of several children with the best score is chosen",
    },
    Parameter {
        name: "po",
        kind: Kind::Choice(&["only", "ties"]),
        default: "only",
        about: "preferred operators: choose only among preferred children, or among ties",
    },
    Parameter {
        name: "bilevel",
        kind: Kind::Flag,
        default: "false",
        about: "search best-first below the chosen leaf for as many expansions as it lies deep",
    },
    Parameter {
        name: "inner",
        kind: Kind::Choice(&["fifo", "lifo"]),
        default: "fifo",
        about: "which of equal states the search below the chosen leaf expands",
    },
    Parameter {
        name: "collapse",
        kind: Kind::Text("off, dynamic or a number of children"),
        default: "off",
        about: "when a node hands its children to its parent",
    },
    Parameter {
        name: "walk",
        kind: Kind::Flag,
        default: "false",
        about: "begin at the root for every expansion; the same search",
    },
    Parameter {
        name: "graft",
        kind: Kind::Flag,
        default: "false",
        about: "move a subtree to its new parent when a shorter path to it is found",
    },
];

/// Takes the options of all searches out of the arguments.
pub fn take_common(spec: &mut Component, mut options: Options) -> Result<Options, GrammarError> {
    for (key, value) in std::mem::take(&mut spec.arguments) {
        if key == "preferred" {
            options.preferred |= one_of("preferred", &value, "true or false", |v| v.parse::<bool>().ok())?;
        } else if key == "order" {
            options.order = one_of("order", &value, "given, reversed or random", |v| match v {
                "given" => Some(SuccessorOrder::Given),
                "reversed" => Some(SuccessorOrder::Reversed),
                "random" => Some(SuccessorOrder::Random),
                _ => None,
            })?;
        } else {
            spec.arguments.push((key, value));
        }
    }
    Ok(options)
}

/// Takes the options of all searches and of tree searches out of the arguments; what is left are parameters.
pub fn take_tree(spec: &mut Component, mut options: TreeOptions) -> Result<TreeOptions, GrammarError> {
    options.common = take_common(spec, options.common)?;
    for (key, value) in std::mem::take(&mut spec.arguments) {
        match key.as_str() {
            "ties" => {
                options.ties = one_of("ties", &value, "random, first or last", |v| match v {
                    "random" => Some(Ties::Random),
                    "first" => Some(Ties::First),
                    "last" => Some(Ties::Last),
                    _ => None,
                })?;
            }
            "po" => {
                options.preferred = one_of("po", &value, "only or ties", |v| match v {
                    "only" => Some(PreferredRule::Only),
                    "ties" => Some(PreferredRule::Ties),
                    _ => None,
                })?;
            }
            "graft" => options.graft = one_of("graft", &value, "true or false", |v| v.parse().ok())?,
            "samples" => {
                options.samples = one_of("samples", &value, "leaves or all", |v| match v {
                    "leaves" => Some(Samples::Leaves),
                    "all" => Some(Samples::All),
                    _ => None,
                })?;
            }
            "walk" => options.walk = one_of("walk", &value, "true or false", |v| v.parse().ok())?,
            "bilevel" => options.bilevel = one_of("bilevel", &value, "true or false", |v| v.parse().ok())?,
            "inner" => {
                options.inner_ties = one_of("inner", &value, "fifo or lifo", |v| match v {
                    "fifo" => Some(InnerTies::FirstFound),
                    "lifo" => Some(InnerTies::LastFound),
                    _ => None,
                })?;
            }
            "collapse" => {
                options.collapse = one_of("collapse", &value, "off, dynamic or a number", |v| match v {
                    "off" => Some(Collapse::Off),
                    "dynamic" => Some(Collapse::Dynamic),
                    number => number.parse().ok().map(Collapse::Below),
                })?;
            }
            _ => spec.arguments.push((key, value)),
        }
    }
    Ok(options)
}

/// Reads the value of an option.
pub fn one_of<T>(
    key: &'static str,
    value: &str,
    known: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, GrammarError> {
    read(value).ok_or_else(|| GrammarError::value(key, known, value))
}
