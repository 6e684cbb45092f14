//! The searches as `extremal list` shows them.

use extremal::grammar::Parameter;
use extremal::searches::{
    COMMON_OPTIONS, COMPOSED_OPTIONS, PORTFOLIO_OPTIONS, Parts, SEARCHES, SearchDescriptor, TREE_OPTIONS,
};
use serde::Serialize;

/// What there is to say about a search.
#[derive(Serialize)]
pub struct SearchEntry {
    /// Its name.
    pub name: &'static str,
    /// What the name stands for; empty if it is a part of its own.
    pub text: String,
    /// One line about it.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// All its parameters.
    pub parameters: Vec<Parameter>,
}

/// The parameters of searches, in groups with a title.
pub const PARAMETER_GROUPS: &[(&str, &[Parameter])] = &[
    ("Parameters of all searches", COMMON_OPTIONS),
    ("Parameters of searches with a bandit tree, besides those of the bandit", TREE_OPTIONS),
    ("Parameters of eager, lazy and all that is written with them", COMPOSED_OPTIONS),
    ("Parameters of portfolios", PORTFOLIO_OPTIONS),
];

/// All searches.
pub fn searches() -> Vec<SearchEntry> {
    SEARCHES.iter().map(entry).collect()
}

fn entry(search: &SearchDescriptor) -> SearchEntry {
    let (text, options): (String, &[&[Parameter]]) = match search.parts {
        Parts::List(_) => (String::new(), &[COMMON_OPTIONS]),
        Parts::Tree(..) => (tree(search), &[TREE_OPTIONS, COMMON_OPTIONS]),
        Parts::Composed { lazy, arguments } => {
            let name = if lazy { "lazy" } else { "eager" };
            (format!("{name}({arguments})"), &[COMPOSED_OPTIONS, TREE_OPTIONS, COMMON_OPTIONS])
        }
        Parts::Portfolio(members) => {
            let members: Vec<_> = members.iter().map(|(search, _)| *search).collect();
            (members.join(" + "), &[PORTFOLIO_OPTIONS, COMMON_OPTIONS])
        }
    };
    let SearchDescriptor { name, summary, citation: source, .. } = *search;
    SearchEntry { name, text, summary, source, parameters: [search.parameters, &options.concat()].concat() }
}

/// The bandit with the parameters that it has in this search.
fn tree(search: &SearchDescriptor) -> String {
    let parameters: Vec<_> = search.parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
    let bandit = search.bandit.unwrap_or_default();
    if parameters.is_empty() {
        format!("bandit {bandit}")
    } else {
        format!("bandit {bandit}({})", parameters.join(","))
    }
}
