//! All searches by name. A new one is a line in [`SEARCHES`]; a new bandit is a file in the bandit crate and
//! a line there.

mod composed;
mod options;
mod portfolio;
mod searches;

use extremal_grammar::{Arguments, Component, GrammarError, Parameter};

use crate::composed::MakeTree;
use crate::explorer::Options;
use crate::search::Search;
use crate::tree::{Samples, TreeOptions};

pub use composed::COMPOSED_OPTIONS;
pub use options::{COMMON_OPTIONS, TREE_OPTIONS};
pub use portfolio::PORTFOLIO_OPTIONS;
pub use searches::SEARCHES;

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
    /// What it is made of.
    pub parts: Parts,
}

/// What a search is made of.
#[derive(Clone, Copy)]
pub enum Parts {
    /// One open list.
    List(fn(&Arguments, Options) -> Box<dyn Search>),
    /// A bandit tree: as a search of its own, and as one of several open lists; and what its bandits look at
    /// unless the user says otherwise.
    Tree(fn(&Arguments, TreeOptions) -> Box<dyn Search>, MakeTree, Samples),
    /// Several searches that take turns, with their slices, and by how much these grow in per cent.
    Portfolio(&'static [(&'static str, u64)]),
    /// Several open lists, given as the arguments of [`eager` or `lazy`](COMPOSED_OPTIONS).
    Composed {
        /// Whether states are evaluated when they are taken from a list.
        lazy: bool,
        /// Arguments, which the user's take the place of.
        arguments: &'static str,
    },
}

/// The search that a text like `guct(c=2.0)` names, with the given options.
pub fn select(text: &str, common: Options) -> Result<Box<dyn Search>, GrammarError> {
    let mut spec = Component::parse(text)?;
    let descriptor = find(&spec.name)?;
    match descriptor.parts {
        Parts::List(build) => {
            let options = options::take_common(&mut spec, common)?;
            Ok(build(&Arguments::check(&spec, descriptor.parameters)?, options))
        }
        Parts::Tree(build, make_tree, samples) => {
            // What waits then has its parent's value, which is no evaluation to be remembered.
            let samples = if common.deferred { Samples::Leaves } else { samples };
            let defaults = TreeOptions { common, samples, ..TreeOptions::default() };
            let options = options::take_tree(&mut spec, defaults)?;
            let settings = Arguments::check(&spec, descriptor.parameters)?;
            composed::tree_search(options, settings, build, make_tree)
        }
        Parts::Portfolio(members) => portfolio::select(spec, members, common),
        Parts::Composed { lazy, arguments } => composed::select(spec, lazy, arguments, common),
    }
}

fn find(name: &str) -> Result<&'static SearchDescriptor, GrammarError> {
    let known = || SEARCHES.iter().map(|search| search.name);
    let found = SEARCHES.iter().find(|search| search.name == name);
    found.ok_or_else(|| GrammarError::unknown("search", name, known()))
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
            if let Err(error) = select(search.name, Options::default()) {
                panic!("{}: {error}", search.name);
            }
        }
    }

    #[test]
    fn parameters_and_tree_options_are_read() {
        for text in [
            "guct(c=2.0)",
            "guct-uniform(floor=0, ties=first)",
            "guct-uniform(graft=true)",
            "gbfs(order=random)",
            "guct-uniform(bilevel=true, collapse=dynamic, floor=0)",
            "guct-normal2(collapse=20)",
            "lama-first(boost=10)",
            "nebula(bandit=guct-uniform)",
            "eager(lists=tree:w.h+pref:h+softmin:lm+epsilon:h+type:h, novelty=h, width=1)",
        ] {
            assert!(select(text, Options::default()).is_ok(), "{text}");
        }
    }

    #[test]
    fn only_greedy_search_looks_at_leaves_by_default() {
        for search in SEARCHES {
            if let Parts::Tree(_, _, samples) = search.parts {
                let expected = if search.name == "tree-gbfs" { Samples::Leaves } else { Samples::All };
                assert_eq!(samples, expected, "{}", search.name);
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(error("bfs"), "there is no search 'bfs'; did you mean 'gbfs'?");
        assert!(error("guct(d=1)").contains('d'));
        assert_eq!(error("guct(ties=best)"), "'ties' must be random, first or last, not 'best'");
        assert!(error("gbfs(graft=true)").contains("graft"));
        assert!(error("guct(graft=true,bilevel=true)").contains("graft"));
        assert!(error("guct(samples=some)").contains("leaves or all"));
        assert!(error("guct(walk=true,bilevel=true)").contains("walk"));
        assert!(error("guct(inner=lifo)").contains("bilevel"));
        assert!(error("eager(lists=tree:h,bilevel=false,inner=lifo)").contains("bilevel"));
        assert!(error("eager(lists=tree:h,walk=true)").contains("walk"));
        assert!(error("lazy(lists=tree:h)").contains("eager"));
        assert!(error("eager(lists=x)").contains("'x' is not an open list"));
        assert!(error("eager(bandit=gbfs)").contains("no bandit"));
        assert!(error("eager(size=1)").contains("size"));
    }
}
