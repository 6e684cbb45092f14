//! Trees as open lists.

use extremal_bandits::{Random, Statistic};
use extremal_states::StateId;
use extremal_tree::{
    BrokenContract, Choice, CollapsibleTree, Index, Leaf, NodeId, Samples, ScoredChild, Tree,
};

use super::inner_queue::InnerQueue;
use super::{Candidate, Key, OpenList};
use crate::observer::Watch;

/// Options of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeOptions {
    /// Where a child that a preferred operator leads to is open, choose only among such children.
    pub preferred: bool,
    /// Which states below a node bandits look at.
    pub samples: Samples,
    /// From the leaf that the bandits choose, search best-first for as many expansions as it lies deep.
    pub bilevel: bool,
    /// Let a node hand its children to its parent while the parent then has fewer than the path to the node is long.
    pub collapse: bool,
}

/// What a tree is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeShape {
    /// Its place among the open lists of the search, for observers.
    pub list: usize,
    /// Its options.
    pub options: TreeOptions,
    /// What its bandit looks at.
    pub key: Key,
    /// Whether smaller novelty comes first.
    pub novelty_first: bool,
    /// Whether it is the only open list.
    pub is_alone: bool,
}

/// The tree that suits a shape best.
pub fn tree_list<I: Index + Send + 'static>(index: I, shape: TreeShape) -> Box<dyn OpenList>
where
    I::Statistic: Send,
    I::Cached: Send,
{
    let TreeOptions { bilevel, collapse, .. } = shape.options;
    if shape.is_alone && !bilevel && !collapse && !shape.novelty_first {
        Box::new(TreeList::new(index, shape.options, shape.key))
    } else {
        Box::new(BilevelList::new(index, shape))
    }
}

/// The place of an open list that is alone.
const ONLY_LIST: usize = 0;

/// A tree that is the only open list of a search.
pub struct TreeList<I: Index> {
    /// The bandit, until there is a tree that has it.
    index: Option<I>,
    options: TreeOptions,
    key: Key,
    tree: Option<Tree<I>>,
    /// The leaf chosen last.
    leaf: NodeId,
    /// Room for the way to it.
    path: Vec<Choice>,
    contract: Contract,
}

/// Whether a bandit keeps its contract, as far as that was looked at.
struct Contract {
    /// How many more choices are looked at.
    unchecked: u32,
    broken: Option<BrokenContract>,
}

/// A bandit that is not pure shows that at once, so a few choices are enough.
const CHECKED_SELECTIONS: u32 = 64;

impl Contract {
    fn new() -> Self {
        Contract { unchecked: CHECKED_SELECTIONS, broken: None }
    }

    /// Whether all is well, looking only at the first choices.
    #[inline]
    fn is_kept(&mut self, check: impl FnOnce() -> Result<(), BrokenContract>) -> bool {
        if self.unchecked > 0 {
            self.unchecked -= 1;
            self.broken = check().err();
            return self.broken.is_none();
        }
        true
    }
}

impl<I: Index> TreeList<I> {
    /// An empty list, whose bandit looks at one key.
    pub fn new(index: I, options: TreeOptions, key: Key) -> Self {
        TreeList {
            index: Some(index),
            options,
            key,
            tree: None,
            leaf: Tree::<I>::ROOT,
            path: Vec::new(),
            contract: Contract::new(),
        }
    }
}

impl<I: Index + Send> OpenList for TreeList<I>
where
    I::Statistic: Send,
    I::Cached: Send,
{
    /// All but the initial state are below the leaf chosen last.
    fn insert(&mut self, parent: Option<StateId>, candidates: &[Candidate], watch: &mut Watch<'_>) {
        let Some(tree) = &mut self.tree else {
            if let ([root, ..], Some(index)) = (candidates, self.index.take()) {
                let value = f64::from(root.get(self.key));
                self.tree = Some(Tree::new(index, self.options.samples, root.item, value));
            }
            return;
        };
        debug_assert_eq!(parent, Some(tree.state(self.leaf)));
        for candidate in candidates {
            let value = f64::from(candidate.get(self.key));
            tree.add_child(self.leaf, candidate.item, value, candidate.preferred);
        }
        tree.backup(self.leaf);
        if let Some(observer) = watch.observer_of_tree() {
            tree.settle();
            for node in tree.ancestors(self.leaf) {
                observer.backed_up(ONLY_LIST, tree.state(node), &tree.statistic(node).summary());
            }
        }
    }

    fn pop(&mut self, random: &mut Random, watch: &mut Watch<'_>) -> Option<StateId> {
        let tree = self.tree.as_mut().filter(|tree| !tree.is_locked(Tree::<I>::ROOT))?;
        self.leaf = match watch.observer_of_tree() {
            None => tree.select_leaf(self.options.preferred, random),
            Some(observer) => {
                let leaf = tree.select_leaf_told(self.options.preferred, random, &mut self.path);
                observer.selected(ONLY_LIST, &self.path);
                leaf
            }
        };
        let (tree, leaf) = (tree, self.leaf);
        self.contract.is_kept(|| tree.check(leaf)).then(|| tree.state(leaf))
    }

    fn broken_contract(&self) -> Option<BrokenContract> {
        self.contract.broken
    }

    fn is_empty(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.is_locked(Tree::<I>::ROOT))
    }

    fn takes_shorter_paths(&self) -> bool {
        false
    }

    fn yields_once(&self) -> bool {
        true
    }

    fn scored_children(&mut self, state: StateId) -> Option<Vec<ScoredChild>> {
        self.tree.as_mut()?.scored_children(state, self.options.preferred)
    }

    fn nodes(&self) -> u64 {
        self.tree.as_ref().map_or(0, |tree| tree.len() as u64)
    }
}

/// A tree that may collapse, and from whose leaves a search at a second level goes on.
///
/// Asai, "Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning" (AAAI 2026): from the leaf that
/// the bandits choose, best-first search goes on below it for as many expansions as the walk to it had steps,
/// so that the walk costs no more than the expansions that follow. What it finds is in the tree afterwards.
pub struct BilevelList<I: Index> {
    /// The bandit, until there is a tree that has it.
    index: Option<I>,
    shape: TreeShape,
    tree: Option<CollapsibleTree<I>>,
    /// The state yielded last: its children belong to the search below the leaf.
    current: Option<StateId>,
    inner: InnerQueue,
    /// Expansions left to the search below the leaf.
    budget: u32,
    expanded: Vec<bool>,
    contract: Contract,
}

impl<I: Index> BilevelList<I> {
    /// An empty list.
    pub fn new(index: I, shape: TreeShape) -> Self {
        BilevelList {
            index: Some(index),
            shape,
            tree: None,
            current: None,
            inner: InnerQueue::new(),
            budget: 0,
            expanded: Vec::new(),
            contract: Contract::new(),
        }
    }

    fn leaf(shape: TreeShape, candidate: &Candidate) -> Leaf {
        Leaf {
            state: candidate.item,
            value: candidate.get(shape.key),
            novelty: if shape.novelty_first { candidate.novelty } else { 0 },
            preferred: candidate.preferred,
        }
    }
}

impl<I: Index + Send> OpenList for BilevelList<I>
where
    I::Statistic: Send,
    I::Cached: Send,
{
    fn insert(&mut self, parent: Option<StateId>, candidates: &[Candidate], _watch: &mut Watch<'_>) {
        let shape = self.shape;
        let (Some(parent), Some(tree)) = (parent, &mut self.tree) else {
            if let ([root, ..], Some(index)) = (candidates, self.index.take()) {
                self.tree = Some(CollapsibleTree::new(index, shape.options.samples, Self::leaf(shape, root)));
            }
            return;
        };
        if self.expanded.len() <= parent.index() {
            self.expanded.resize(parent.index() + 1, false);
        }
        self.expanded[parent.index()] = true;
        let leaves = candidates.iter().map(|candidate| Self::leaf(shape, candidate));
        if self.budget > 0 && self.current == Some(parent) {
            leaves.clone().for_each(|leaf| self.inner.push(&leaf, shape.options.preferred));
        }
        let g = candidates.first().map_or(0, |candidate| candidate.g.saturating_sub(1));
        tree.expand(parent, leaves, if shape.options.collapse { g } else { 0 });
    }

    fn pop(&mut self, random: &mut Random, watch: &mut Watch<'_>) -> Option<StateId> {
        while self.budget > 0
            && let Some(state) = self.inner.pop()
        {
            let is_expanded = self.expanded.get(state.index()).copied().unwrap_or(false);
            if !is_expanded {
                self.budget -= 1;
                self.current = Some(state);
                return Some(state);
            }
        }
        let options = self.shape.options;
        let tree = self.tree.as_mut()?;
        tree.back_up(|state, statistic| {
            if let Some(observer) = watch.observer_of_tree() {
                observer.backed_up(self.shape.list, state, &statistic.summary());
            }
        });
        if tree.is_locked() {
            return None;
        }
        let mut path = Vec::new();
        let (leaf, steps) = match watch.observer_of_tree() {
            None => tree.select_leaf(options.preferred, random, None),
            Some(observer) => {
                let selected = tree.select_leaf(options.preferred, random, Some(&mut path));
                observer.selected(self.shape.list, &path);
                selected
            }
        };
        if !self.contract.is_kept(|| tree.check(leaf)) {
            return None;
        }
        self.inner.clear();
        // The expansion of the leaf itself counts.
        self.budget = if options.bilevel { steps.saturating_sub(1) } else { 0 };
        self.current = Some(leaf);
        Some(leaf)
    }

    fn is_empty(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.is_locked())
    }

    fn broken_contract(&self) -> Option<BrokenContract> {
        self.contract.broken
    }

    fn takes_shorter_paths(&self) -> bool {
        false
    }

    fn scored_children(&mut self, state: StateId) -> Option<Vec<ScoredChild>> {
        self.tree.as_ref()?.scored_children(state, self.shape.options.preferred)
    }

    fn nodes(&self) -> u64 {
        self.tree.as_ref().map_or(0, CollapsibleTree::len)
    }
}
