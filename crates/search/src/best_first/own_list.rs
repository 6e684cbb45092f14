//! Best-first search over an open list, or with a bandit, from elsewhere.

use extremal_states::StateId;
use extremal_tree::Index;

use super::Run;
use crate::explorer::{Setting, When};
use crate::open::{Key, OpenList, TreeOptions, TreeShape, tree_list};
use crate::search::{Options, Problem, RunningSearch, Search};

/// Best-first search over an open list of your own.
pub struct WithOpenList<F> {
    /// Makes the open list of a run.
    pub open_list: F,
    /// Options.
    pub options: Options,
}

impl<F: Fn() -> Box<dyn OpenList> + Send + Sync> Search for WithOpenList<F> {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let Options { preferred, deferred, seed } = self.options;
        let when = if deferred { When::Expanded } else { When::Generated };
        let setting = Setting {
            when,
            uses_heuristic: true,
            uses_preferred: preferred,
            follows_chains: false,
            looks_along: false,
        };
        Box::new(Run::<StateId>::new(problem, (self.open_list)(), setting, None, seed))
    }

    fn uses_threads(&self) -> bool {
        !self.options.deferred
    }
}

/// Best-first search over a tree with a bandit of your own.
#[derive(Clone, Copy, Debug)]
pub struct TreeSearch<I> {
    /// The bandit.
    pub index: I,
    /// Options of the tree.
    pub tree: TreeOptions,
    /// Options of the search.
    pub options: Options,
}

impl<I> Search for TreeSearch<I>
where
    I: Index + Clone + Send + Sync + 'static,
    I::Statistic: Send,
    I::Cached: Send,
{
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        let options = TreeOptions { preferred: self.options.preferred, ..self.tree };
        let shape = TreeShape { list: 0, options, key: Key::Heuristic, novelty_first: false, is_alone: true };
        let open_list = || tree_list(self.index.clone(), shape);
        WithOpenList { open_list, options: self.options }.start(problem)
    }

    fn uses_threads(&self) -> bool {
        !self.options.deferred
    }
}
