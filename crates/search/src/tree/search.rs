//! The search with a bandit tree.

use extremal_states::StateId;

use super::index::Index;
use super::nodes::{NO_NODE, NodeId, Samples, Tree};
use crate::explorer::{End, Explorer, Options, Problem};
use crate::outcome::Report;
use crate::random::Random;
use crate::search::Search;

/// How equal scores are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// All equally likely.
    #[default]
    Random,
    /// The child that was generated first.
    First,
    /// The child that was generated last.
    Last,
}

/// What preferred operators mean for the choice of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PreferredRule {
    /// Nothing.
    #[default]
    Ignored,
    /// Where a child that a preferred operator leads to is open, only such children are chosen from.
    Only,
    /// Of children with equal scores, such children are chosen from.
    Ties,
}

/// Which of equal states the search below a chosen leaf takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InnerTies {
    /// The one found first.
    #[default]
    FirstFound,
    /// The one found last.
    LastFound,
}

/// When a node hands its children to its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Collapse {
    /// Never.
    #[default]
    Off,
    /// When the parent then has fewer children than the path to the node is long.
    Dynamic,
    /// When the parent then has fewer children than this.
    Below(u32),
}

impl Collapse {
    /// The threshold for a node at the end of a path of this length.
    pub fn threshold(self, depth: u32) -> u32 {
        match self {
            Collapse::Off => 0,
            Collapse::Dynamic => depth,
            Collapse::Below(threshold) => threshold,
        }
    }
}

/// Options of a tree search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeOptions {
    /// What all searches have.
    pub common: Options,
    /// How equal scores are told apart.
    pub ties: Ties,
    /// What preferred operators mean, if they are used.
    pub preferred: PreferredRule,
    /// Move a subtree to its new parent when its state is reached by a shorter path.
    pub graft: bool,
    /// Which states below a node bandits look at.
    pub samples: Samples,
    /// Begin every selection at the root, even where the path of the last one is known to stand: the same
    /// search, for measuring what walking costs.
    pub walk: bool,
    /// From the leaf that the bandits choose, search best-first for as many expansions as it lies deep.
    pub bilevel: bool,
    /// Which of equal states that search takes.
    pub inner_ties: InnerTies,
    /// When a node hands its children to its parent.
    pub collapse: Collapse,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            common: Options::default(),
            ties: Ties::Random,
            preferred: PreferredRule::Only,
            graft: false,
            samples: Samples::default(),
            walk: false,
            bilevel: false,
            inner_ties: InnerTies::default(),
            collapse: Collapse::Off,
        }
    }
}

/// Tree search with one bandit.
#[derive(Clone, Copy, Debug)]
pub struct TreeSearch<I> {
    /// The bandit.
    pub index: I,
    /// Options.
    pub options: TreeOptions,
}

impl<I: Index + Clone> Search for TreeSearch<I> {
    fn run(&self, problem: Problem<'_>) -> Report {
        let mut explorer = Explorer::new(problem, self.options.common);
        match self.search(&mut explorer) {
            Ok(()) => explorer.finish_exhausted(),
            Err(end) => explorer.finish(end),
        }
    }
}

impl<I: Index + Clone> TreeSearch<I> {
    fn search(&self, explorer: &mut Explorer<'_>) -> Result<(), End> {
        let mut random = Random::new(self.options.common.seed);
        let (initial, h) = explorer.start()?;
        let Some(h) = h else { return Ok(()) };
        let tree = Tree::new(self.index.clone(), initial, f64::from(h)).with_samples(self.options.samples);
        let mut tree = if self.options.walk { tree.without_kept_path() } else { tree };
        let mut node_of = NodeOfState::new(self.options.graft, initial);
        let rule =
            if self.options.common.preferred { self.options.preferred } else { PreferredRule::Ignored };
        while !tree.is_locked(Tree::<I>::ROOT) {
            let leaf = tree.select_leaf(rule, self.options.ties, &mut random);
            let state = tree.state(leaf);
            // The value of a leaf is in its statistic; the explorer only needs it to pass it on under
            // deferred evaluation, where it computes the state's own, and threads can do without it.
            explorer.expand(state, 0)?;
            let mut left_behind = Vec::new();
            for place in 0..explorer.successors.len() {
                let successor = explorer.successors[place];
                if successor.is_new {
                    let value = f64::from(successor.h);
                    let child = tree.add_child(leaf, successor.state, value, successor.preferred);
                    node_of.set(successor.state, child);
                } else if let Some(old) = node_of.get(successor.state)
                    && explorer.depth(successor.state) > explorer.depth(state) + 1
                {
                    let moved = tree.graft(old, leaf, successor.preferred);
                    node_of.set(successor.state, moved);
                    explorer.reparent(successor.state, state, successor.operator);
                    shorten_paths(&tree, moved, &node_of, explorer);
                    left_behind.push(old);
                }
            }
            explorer.counters.tree_nodes = tree.len() as u64;
            // The leaf comes first: what was left behind may be below it by now, and its changes go up
            // through the leaf's own statistic.
            let ancestors = tree.backup(leaf);
            for node in left_behind {
                tree.backup_from_locked(node);
            }
            explorer.observe_backup(leaf, ancestors);
        }
        Ok(())
    }
}

/// Corrects the lengths of the paths below a node that was given a shorter one. Nodes that were left behind
/// are passed over: the paths to their states go elsewhere.
fn shorten_paths<I: Index>(tree: &Tree<I>, node: NodeId, node_of: &NodeOfState, explorer: &mut Explorer<'_>) {
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        let depth = explorer.depth(tree.state(node)) + 1;
        for child in tree.children(node).filter(|&child| node_of.get(tree.state(child)) == Some(child)) {
            explorer.set_depth(tree.state(child), depth);
            stack.push(child);
        }
    }
}

/// The node of each state, kept only where grafting needs it.
struct NodeOfState {
    nodes: Option<Vec<NodeId>>,
}

impl NodeOfState {
    fn new(kept: bool, initial: StateId) -> Self {
        let mut table = NodeOfState { nodes: kept.then(Vec::new) };
        table.set(initial, 0);
        table
    }

    fn set(&mut self, state: StateId, node: NodeId) {
        if let Some(nodes) = &mut self.nodes {
            if nodes.len() <= state.index() {
                nodes.resize(state.index() + 1, NO_NODE);
            }
            nodes[state.index()] = node;
        }
    }

    fn get(&self, state: StateId) -> Option<NodeId> {
        self.nodes.as_ref()?.get(state.index()).copied().filter(|&n| n != NO_NODE)
    }
}
