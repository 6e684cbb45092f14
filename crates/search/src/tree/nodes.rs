//! The tree: nodes in parallel arrays, the children of a node side by side.

use extremal_bandits::{Statistic, fold};
use extremal_states::StateId;

use super::index::Index;
use super::kept_path::KeptPath;
use super::search::{PreferredRule, Ties};
use crate::random::Random;

/// Index of a node.
pub type NodeId = u32;

/// Stands for no node.
pub const NO_NODE: NodeId = u32::MAX;

/// A search tree. Its leaves are states that wait to be expanded.
///
/// After every change the statistic of a node is exactly that of the leaves below it (on a path that is kept,
/// after [`settle`](Self::settle)), and a node is locked (its statistic is empty) exactly if there is no leaf
/// below.
pub struct Tree<I: Index> {
    pub(super) index: I,
    state: Vec<StateId>,
    parent: Vec<NodeId>,
    first_child: Vec<NodeId>,
    pub(super) num_children: Vec<u32>,
    pub(super) statistic: Vec<I::Statistic>,
    /// What is known about all states evaluated at or below each node, if that is what bandits look at.
    evaluated: Option<Vec<I::Statistic>>,
    pub(super) cached: Vec<I::Cached>,
    pub(super) is_preferred: Vec<bool>,
    /// The children with the smallest score at the last choice.
    pub(super) ties: Vec<NodeId>,
    pub(super) path: KeptPath<I::Statistic>,
    /// Every selection begins at the root, even if the bandit can tell how long choices stand.
    walks: bool,
}

/// Scores that differ by less than this share of their size are equal.
const TIE_TOLERANCE: f64 = 1e-12;

impl<I: Index> Tree<I> {
    /// A tree with one leaf.
    pub fn new(index: I, root: StateId, value: f64) -> Self {
        let mut tree = Tree {
            index,
            state: Vec::new(),
            parent: Vec::new(),
            first_child: Vec::new(),
            num_children: Vec::new(),
            statistic: Vec::new(),
            evaluated: None,
            cached: Vec::new(),
            is_preferred: Vec::new(),
            ties: Vec::new(),
            path: KeptPath::new(),
            walks: false,
        };
        tree.push_leaf(root, NO_NODE, value, true);
        tree
    }

    /// The same tree, in which every selection begins at the root: what is chosen is the same.
    #[must_use]
    pub fn without_kept_path(mut self) -> Self {
        self.walks = true;
        self
    }

    /// The same tree, whose bandits look at all states evaluated below a node instead of its leaves. It has
    /// no kept path, and nothing may be grafted.
    #[must_use]
    pub fn with_all_samples(mut self) -> Self {
        self.evaluated = Some(self.statistic.clone());
        self.without_kept_path()
    }

    /// The root.
    pub const ROOT: NodeId = 0;

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.state.len()
    }

    /// A tree is never empty: it has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The state of a node.
    pub fn state(&self, node: NodeId) -> StateId {
        self.state[node as usize]
    }

    /// The parent of a node.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Some(self.parent[node as usize]).filter(|&p| p != NO_NODE)
    }

    /// The children of a node, locked ones too.
    pub fn children(&self, node: NodeId) -> std::ops::Range<NodeId> {
        let first = self.first_child[node as usize];
        first..first + self.num_children[node as usize]
    }

    /// What is known about the leaves below a node.
    pub fn statistic(&self, node: NodeId) -> &I::Statistic {
        &self.statistic[node as usize]
    }

    /// What bandits see of a node: what is known about the leaves below it, or about all evaluated states.
    pub fn sample(&self, node: NodeId) -> &I::Statistic {
        &self.evaluated.as_ref().unwrap_or(&self.statistic)[node as usize]
    }

    /// Whether no leaf is below the node.
    pub fn is_locked(&self, node: NodeId) -> bool {
        self.statistic[node as usize].is_empty()
    }

    fn push_leaf(&mut self, state: StateId, parent: NodeId, value: f64, preferred: bool) -> NodeId {
        let node = self.state.len() as NodeId;
        let statistic = self.index.leaf(value);
        self.state.push(state);
        self.parent.push(parent);
        self.first_child.push(0);
        self.num_children.push(0);
        self.cached.push(self.index.cache(&statistic));
        if let Some(evaluated) = &mut self.evaluated {
            evaluated.push(statistic.clone());
        }
        self.statistic.push(statistic);
        self.is_preferred.push(preferred);
        node
    }

    /// Adds a child that is a leaf. Children of a node are added one after the other, with no other node in
    /// between, and then [`backup`](Self::backup) is called.
    pub fn add_child(&mut self, parent: NodeId, state: StateId, value: f64, preferred: bool) -> NodeId {
        let node = self.push_leaf(state, parent, value, preferred);
        self.attach(parent, node);
        node
    }

    fn attach(&mut self, parent: NodeId, node: NodeId) {
        let p = parent as usize;
        if self.num_children[p] == 0 {
            self.first_child[p] = node;
        }
        debug_assert_eq!(self.first_child[p] + self.num_children[p], node);
        self.num_children[p] += 1;
    }

    /// Whether only children that a preferred operator leads to may be chosen.
    pub(super) fn only_preferred(&self, node: NodeId, rule: PreferredRule) -> bool {
        let is_open = |&child: &NodeId| !self.is_locked(child);
        rule == PreferredRule::Only
            && self.children(node).filter(is_open).any(|child| self.is_preferred[child as usize])
    }

    /// Walks from the root to a leaf, taking the child with the smallest score at every node.
    pub fn select_leaf(&mut self, preferred: PreferredRule, ties: Ties, random: &mut Random) -> NodeId {
        if self.index.keeps_path() && !self.walks {
            return self.select_leaf_on_path(preferred, ties, random);
        }
        let mut node = Self::ROOT;
        while self.num_children[node as usize] > 0 {
            node = self.select_child(node, preferred, ties, random);
        }
        node
    }

    /// The child with the smallest score among those that are not locked.
    pub fn select_child(
        &mut self,
        node: NodeId,
        preferred: PreferredRule,
        ties: Ties,
        random: &mut Random,
    ) -> NodeId {
        if self.evaluated.is_some() {
            self.find_ties_by_samples(node, preferred);
        } else {
            self.find_ties(node, preferred);
        }
        if preferred == PreferredRule::Ties && self.ties.len() > 1 {
            self.keep_preferred_ties();
        }
        let place = match ties {
            Ties::First => 0,
            Ties::Last => self.ties.len().saturating_sub(1),
            Ties::Random if self.ties.len() <= 1 => 0,
            Ties::Random => random.below(self.ties.len()),
        };
        // Nothing ties only if an index breaks its contract and is not a number; any open child will do.
        let any_open = || self.children(node).find(|&child| !self.is_locked(child));
        self.ties.get(place).copied().or_else(any_open).unwrap_or(self.children(node).start)
    }

    /// Finds the children with the smallest score.
    fn find_ties(&mut self, node: NodeId, preferred: PreferredRule) {
        let only_preferred = self.only_preferred(node, preferred);
        let children = self.children(node);
        let first = children.start as usize;
        let statistics = &self.statistic[first..children.end as usize];
        let cached = &self.cached[first..children.end as usize];
        let is_preferred = &self.is_preferred[first..children.end as usize];
        // Most bandits do not ask for the number, and then it is not computed.
        let is_arm = |&(statistic, is_preferred): &(&I::Statistic, &bool)| {
            !statistic.is_empty() && (!only_preferred || *is_preferred)
        };
        let arms = statistics.iter().zip(is_preferred).filter(is_arm).count();
        let choice = self.index.choice(&self.statistic[node as usize], arms as u32);

        // Two passes: the smallest score, then all that equal it. The first is a plain minimum over
        // contiguous arrays, which the compiler can vectorise for linear bandits.
        let score = |place: usize| self.index.score(&choice, &statistics[place], &cached[place]);
        let is_candidate = |place: usize| !only_preferred || is_preferred[place];
        let places = 0..statistics.len();
        let smaller = |best: f64, score: f64| if score < best { score } else { best };
        let best = if only_preferred {
            places.clone().filter(|&place| is_candidate(place)).map(score).fold(f64::INFINITY, smaller)
        } else {
            places.clone().map(score).fold(f64::INFINITY, smaller)
        };
        // An index may be minus infinity: then only equals count.
        let limit = if best.is_finite() { best + best.abs() * TIE_TOLERANCE } else { best };
        self.ties.clear();
        for place in places.filter(|&p| is_candidate(p)) {
            if score(place) <= limit && !statistics[place].is_empty() {
                self.ties.push((first + place) as NodeId);
            }
        }
    }

    /// The same where bandits look at all evaluated states: a locked child has samples, and must be left out.
    fn find_ties_by_samples(&mut self, node: NodeId, preferred: PreferredRule) {
        let only_preferred = self.only_preferred(node, preferred);
        let is_arm = |&c: &NodeId| !self.is_locked(c) && (!only_preferred || self.is_preferred[c as usize]);
        let arms: Vec<NodeId> = self.children(node).filter(is_arm).collect();
        let choice = self.index.choice(self.sample(node), arms.len() as u32);
        let score = |c: NodeId| self.index.score(&choice, self.sample(c), &self.cached[c as usize]);
        let best = arms.iter().map(|&c| score(c)).fold(f64::INFINITY, f64::min);
        let limit = if best.is_finite() { best + best.abs() * TIE_TOLERANCE } else { best };
        self.ties = arms.iter().copied().filter(|&c| score(c) <= limit).collect();
    }

    /// Leaves only preferred children among those with the smallest score, if there are any.
    fn keep_preferred_ties(&mut self) {
        let is_preferred = &self.is_preferred;
        if self.ties.iter().any(|&child| is_preferred[child as usize]) {
            self.ties.retain(|&child| is_preferred[child as usize]);
        }
    }

    /// Recomputes a node from its children and carries the change up as far as anything changes. Returns
    /// how many ancestors changed.
    pub fn backup(&mut self, node: NodeId) -> u32 {
        if self.path.last() == Some(node) {
            return self.backup_on_path();
        }
        self.settle();
        let children = self.children(node);
        let new = fold(&self.statistic[children.start as usize..children.end as usize]);
        let mut old = self.set_statistic(node, new);
        let mut child = node;
        let mut ancestors = 0;
        while let Some(parent) = self.parent(child) {
            if old == self.statistic[child as usize] {
                break;
            }
            old = self.replace_child(parent, child, &old);
            child = parent;
            ancestors += 1;
        }
        self.add_samples(node);
        ancestors
    }

    /// Shows the new leaves below a node to all nodes above them, if bandits look at all evaluated states.
    fn add_samples(&mut self, node: NodeId) {
        if self.evaluated.is_none() {
            return;
        }
        let children = self.children(node);
        let new = fold(&self.statistic[children.start as usize..children.end as usize]);
        let mut next = Some(node);
        while let (Some(node), Some(evaluated)) = (next, &mut self.evaluated) {
            let n = node as usize;
            evaluated[n].absorb(&new);
            let is_locked = self.statistic[n].is_empty();
            self.cached[n] = if is_locked { self.index.locked() } else { self.index.cache(&evaluated[n]) };
            next = self.parent(node);
        }
    }

    /// Updates a node after the statistic of one of its children changed from `old`. Returns the node's own
    /// statistic before.
    pub(super) fn replace_child(&mut self, node: NodeId, child: NodeId, old: &I::Statistic) -> I::Statistic {
        let mut updated = self.statistic[node as usize].clone();
        if !updated.replace(old, &self.statistic[child as usize]) {
            let children = self.children(node);
            updated = fold(&self.statistic[children.start as usize..children.end as usize]);
        }
        self.set_statistic(node, updated)
    }

    /// Sets a node's statistic and returns the one before.
    pub(super) fn set_statistic(&mut self, node: NodeId, statistic: I::Statistic) -> I::Statistic {
        let n = node as usize;
        self.cached[n] =
            if statistic.is_empty() { self.index.locked() } else { self.index.cache(&statistic) };
        std::mem::replace(&mut self.statistic[n], statistic)
    }

    /// Moves the subtree of `node` to a new child of `parent` and returns that child. The old node stays
    /// behind locked. The caller then calls [`backup`](Self::backup) for the new parent and
    /// [`backup_from_locked`](Self::backup_from_locked) for the old node.
    pub fn graft(&mut self, node: NodeId, parent: NodeId, preferred: bool) -> NodeId {
        debug_assert!(self.evaluated.is_none(), "samples of what moves away cannot be taken back");
        self.settle();
        let moved = self.push_leaf(self.state(node), parent, 0.0, preferred);
        let (m, n) = (moved as usize, node as usize);
        self.statistic[m] = self.statistic[n].clone();
        self.cached[m] = self.cached[n];
        for table in [&mut self.first_child, &mut self.num_children] {
            table[m] = std::mem::take(&mut table[n]);
        }
        for child in self.children(moved) {
            self.parent[child as usize] = moved;
        }
        self.attach(parent, moved);
        moved
    }

    /// Locks a node whose subtree has moved away, and carries that up.
    pub fn backup_from_locked(&mut self, node: NodeId) -> u32 {
        debug_assert_eq!(self.num_children[node as usize], 0);
        self.backup(node)
    }
}
