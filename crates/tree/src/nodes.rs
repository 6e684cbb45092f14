//! The tree: nodes in parallel arrays, the children of a node side by side.

use extremal_bandits::{Random, Statistic, fold};
use extremal_states::StateId;

use crate::Samples;
use crate::choice::{Choice, Rule, ScoredChild, Ties, describe_choice, score_together};
use crate::index::{Index, cache_unless};
use crate::kept_path::KeptPath;

/// Index of a node.
pub type NodeId = u32;

/// Stands for no node.
pub const NO_NODE: NodeId = u32::MAX;

/// A search tree. Its leaves are states that wait to be expanded.
///
/// After every change the statistic of a node is exactly that of its [`Samples`] (on a path that is kept, after
/// [`settle`](Self::settle)), and a node is locked exactly if there is no leaf below.
pub struct Tree<I: Index> {
    pub(crate) index: I,
    state: Vec<StateId>,
    parent: Vec<NodeId>,
    first_child: Vec<NodeId>,
    pub(crate) num_children: Vec<u32>,
    pub(crate) statistic: Vec<I::Statistic>,
    pub(crate) cached: Vec<I::Cached>,
    is_locked: Vec<bool>,
    pub(crate) is_preferred: Vec<bool>,
    /// The children with the smallest score at the last choice.
    pub(crate) ties: Ties,
    /// If children are scored together, what was chosen from last: places among the children, and scores.
    arms: Vec<u32>,
    scores: Vec<f64>,
    pub(crate) path: KeptPath<I::Statistic>,
    /// What statistics are about.
    pub(crate) samples: Samples,
    /// Every selection begins at the root, even if the bandit can tell how long choices stand.
    walks: bool,
}

impl<I: Index> Tree<I> {
    /// A tree with one leaf, whose bandits look at these states below a node.
    pub fn new(index: I, samples: Samples, root: StateId, value: f64) -> Self {
        let mut tree = Tree {
            index,
            state: Vec::new(),
            parent: Vec::new(),
            first_child: Vec::new(),
            num_children: Vec::new(),
            statistic: Vec::new(),
            cached: Vec::new(),
            is_locked: Vec::new(),
            is_preferred: Vec::new(),
            ties: Ties::default(),
            arms: Vec::new(),
            scores: Vec::new(),
            path: KeptPath::new(),
            samples,
            walks: false,
        };
        tree.push_leaf(root, NO_NODE, value, true);
        tree
    }

    /// The same tree, in which every selection begins at the root: what is chosen is the same. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn without_kept_path(mut self) -> Self {
        self.walks = true;
        self
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

    /// What bandits see of a node.
    pub fn statistic(&self, node: NodeId) -> &I::Statistic {
        &self.statistic[node as usize]
    }

    /// Whether no leaf is below the node.
    pub fn is_locked(&self, node: NodeId) -> bool {
        self.is_locked[node as usize]
    }

    fn push_leaf(&mut self, state: StateId, parent: NodeId, value: f64, preferred: bool) -> NodeId {
        let node = self.state.len() as NodeId;
        let statistic = self.index.leaf(value);
        self.state.push(state);
        self.parent.push(parent);
        self.first_child.push(0);
        self.num_children.push(0);
        self.cached.push(self.index.cache(&statistic));
        self.statistic.push(statistic);
        self.is_locked.push(false);
        self.is_preferred.push(preferred);
        node
    }

    /// Adds a child that is a leaf. Children of a node are added one after the other, with no other node in
    /// between, and then [`backup`](Self::backup) is called.
    pub fn add_child(&mut self, parent: NodeId, state: StateId, value: f64, preferred: bool) -> NodeId {
        let node = self.push_leaf(state, parent, value, preferred);
        let p = parent as usize;
        if self.num_children[p] == 0 {
            self.first_child[p] = node;
        }
        debug_assert_eq!(self.first_child[p] + self.num_children[p], node);
        self.num_children[p] += 1;
        node
    }

    /// Which children of a node may be chosen if preferred operators are used, or if not.
    pub(crate) fn rule(&self, node: NodeId, preferred: bool) -> Rule {
        let is_open = |&child: &NodeId| !self.is_locked(child);
        let any = || self.children(node).filter(is_open).any(|child| self.is_preferred[child as usize]);
        Rule { only_preferred: preferred && any() }
    }

    fn is_arm(&self, child: NodeId, rule: Rule) -> bool {
        rule.admits(self.is_locked(child), self.is_preferred[child as usize])
    }

    /// Walks from the root to a leaf, taking the child with the smallest score at every node; ties are broken at
    /// random. If preferred operators are used, only what they lead to is chosen from, where it is open.
    pub fn select_leaf(&mut self, preferred: bool, random: &mut Random) -> NodeId {
        if self.index.keeps_path() && !self.walks {
            return self.select_leaf_on_path(preferred, random);
        }
        let mut node = Self::ROOT;
        while self.num_children[node as usize] > 0 {
            node = self.select_child(node, preferred, random);
        }
        node
    }

    /// The same choices by a walk from the root, which are put into `path`.
    pub fn select_leaf_told(
        &mut self,
        preferred: bool,
        random: &mut Random,
        path: &mut Vec<Choice>,
    ) -> NodeId {
        self.settle();
        path.clear();
        let mut node = Self::ROOT;
        while self.num_children[node as usize] > 0 {
            let chosen = self.select_child(node, preferred, random);
            if I::SCORES_TOGETHER {
                path.push(self.describe_choice_together(node, chosen));
                node = chosen;
                continue;
            }
            let score = self.scores(node, preferred);
            let arms = self.children(node).filter_map(|child| Some((child, score(child)?)));
            path.push(self.describe_choice(chosen, arms));
            node = chosen;
        }
        node
    }

    /// The scores of the children of a node; `None` for those that cannot be chosen.
    fn scores(&self, node: NodeId, preferred: bool) -> impl Fn(NodeId) -> Option<f64> {
        let rule = self.rule(node, preferred);
        let arms = self.children(node).filter(|&child| self.is_arm(child, rule)).count() as u32;
        let choice = self.index.choice(&self.statistic[node as usize], arms);
        move |child| {
            let (statistic, cached) = (&self.statistic[child as usize], &self.cached[child as usize]);
            self.is_arm(child, rule).then(|| self.index.score(&choice, statistic, cached))
        }
    }

    /// The children of a state as its bandit sees them now; `None` if the state is not in the tree. The state is
    /// looked for, so this is for people who look at a tree.
    pub fn scored_children(&mut self, state: StateId, preferred: bool) -> Option<Vec<ScoredChild>> {
        self.settle();
        let node = self.state.iter().position(|&other| other == state)? as NodeId;
        if I::SCORES_TOGETHER {
            // Who looks at a tree must not change what it draws next.
            self.find_ties_together(node, preferred, &mut Random::new(0));
        }
        let scored = |child: NodeId, score: Option<f64>| ScoredChild {
            state: self.state(child),
            score,
            summary: self.statistic(child).summary(),
        };
        if I::SCORES_TOGETHER {
            let first = self.children(node).start;
            let score = |child: NodeId| {
                let place = self.arms.iter().position(|place| first + place == child)?;
                self.scores.get(place).copied()
            };
            return Some(self.children(node).map(|child| scored(child, score(child))).collect());
        }
        let score = self.scores(node, preferred);
        Some(self.children(node).map(|child| scored(child, score(child))).collect())
    }

    /// What the last choice was made from, if children are scored together.
    fn describe_choice_together(&self, node: NodeId, chosen: NodeId) -> Choice {
        let first = self.children(node).start;
        self.describe_choice(
            chosen,
            self.arms.iter().map(|place| first + place).zip(self.scores.iter().copied()),
        )
    }

    /// A choice among children with these scores.
    fn describe_choice(&self, chosen: NodeId, arms: impl Iterator<Item = (NodeId, f64)>) -> Choice {
        describe_choice(chosen, arms, |child| (self.state(child), self.statistic(child).summary()))
    }

    /// The children that were equal at the last choice. For tests.
    #[doc(hidden)]
    pub fn tied(&self) -> &[NodeId] {
        self.ties.get()
    }

    /// The child with the smallest score among those that are not locked.
    #[doc(hidden)]
    pub fn select_child(&mut self, node: NodeId, preferred: bool, random: &mut Random) -> NodeId {
        if I::SCORES_TOGETHER {
            self.find_ties_together(node, preferred, random);
        } else {
            self.find_ties(node, preferred);
        }
        // Nothing ties only if an index breaks its contract and is not a number; any open child will do.
        let any_open = || self.children(node).find(|&child| !self.is_locked(child));
        self.ties.draw(random).or_else(any_open).unwrap_or(self.children(node).start)
    }

    /// Finds the children with the smallest score.
    fn find_ties(&mut self, node: NodeId, preferred: bool) {
        let rule = self.rule(node, preferred);
        let children = self.children(node);
        let first = children.start as usize;
        let statistics = &self.statistic[first..children.end as usize];
        let cached = &self.cached[first..children.end as usize];
        let is_locked = &self.is_locked[first..children.end as usize];
        let is_preferred = &self.is_preferred[first..children.end as usize];
        // Most bandits do not ask for the number, and then it is not computed.
        let is_arm = |&(is_locked, is_preferred): &(&bool, &bool)| rule.admits(*is_locked, *is_preferred);
        let arms = is_locked.iter().zip(is_preferred).filter(is_arm).count();
        let choice = self.index.choice(&self.statistic[node as usize], arms as u32);
        let score = |place: usize| self.index.score(&choice, &statistics[place], &cached[place]);
        let places = 0..statistics.len();
        let is_open = |place: usize| !is_locked[place];
        // The scan over contiguous arrays without a filter is one that the compiler can vectorise for linear bandits;
        // locked children have an infinite score.
        if rule.only_preferred {
            self.ties.find(children.start, places.filter(|&place| is_preferred[place]), score, is_open);
        } else {
            self.ties.find(children.start, places, score, is_open);
        }
    }

    /// Finds the children with the smallest score, where all are scored together.
    fn find_ties_together(&mut self, node: NodeId, preferred: bool, random: &mut Random) {
        let rule = self.rule(node, preferred);
        let children = self.children(node);
        let mut arms = std::mem::take(&mut self.arms);
        arms.clear();
        arms.extend((0..children.len() as u32).filter(|place| self.is_arm(children.start + place, rule)));
        let statistics = arms.iter().map(|&place| &self.statistic[(children.start + place) as usize]);
        let parent = &self.statistic[node as usize];
        score_together(&self.index, parent, statistics, random, &mut self.scores);
        self.ties.find_among(children.start, &arms, &self.scores);
        self.arms = arms;
    }

    /// Takes the children of a node that was expanded into the statistics, up to the root or as far as anything
    /// changes.
    pub fn backup(&mut self, node: NodeId) {
        if self.path.last() == Some(node) {
            return self.backup_on_path();
        }
        self.settle();
        match self.samples {
            Samples::Leaves => self.replace_by_children(node),
            Samples::All => self.add_children(node),
        }
    }

    /// A node and all above it, the root last.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    /// Where statistics are about leaves: the node stops being one.
    fn replace_by_children(&mut self, node: NodeId) {
        let new = self.fold_children(node);
        let mut old = self.set_statistic(node, new);
        let mut child = node;
        while let Some(parent) = self.parent(child) {
            if old == self.statistic[child as usize] {
                break;
            }
            old = self.replace_child(parent, child, &old);
            child = parent;
        }
    }

    /// Where statistics are about all evaluated states: all nodes above see the children as well.
    fn add_children(&mut self, node: NodeId) {
        let new = self.fold_children(node);
        if !new.is_empty() {
            let mut next = Some(node);
            while let Some(node) = next {
                let mut statistic = self.statistic[node as usize].clone();
                statistic.absorb(&new);
                self.set_statistic(node, statistic);
                next = self.parent(node);
            }
        }
        self.lock_upwards(node);
    }

    /// What is known about the children of a node together.
    pub(crate) fn fold_children(&self, node: NodeId) -> I::Statistic {
        let children = self.children(node);
        fold(&self.statistic[children.start as usize..children.end as usize])
    }

    /// Locks a node that was expanded if all its children are locked, and then its ancestors by the same rule.
    /// Returns how many ancestors were locked.
    pub(crate) fn lock_upwards(&mut self, node: NodeId) -> u32 {
        let (mut next, mut locked) = (Some(node), 0);
        while let Some(node) = next
            && !self.has_open_child(node)
        {
            self.is_locked[node as usize] = true;
            self.cached[node as usize] = self.index.locked();
            next = self.parent(node);
            locked += 1;
        }
        u32::saturating_sub(locked, 1)
    }

    fn has_open_child(&self, node: NodeId) -> bool {
        let children = self.children(node);
        self.is_locked[children.start as usize..children.end as usize].contains(&false)
    }

    /// Updates a node after the statistic of one of its children changed from `old`. Returns the node's own
    /// statistic before.
    pub(crate) fn replace_child(&mut self, node: NodeId, child: NodeId, old: &I::Statistic) -> I::Statistic {
        let mut updated = self.statistic[node as usize].clone();
        if !updated.replace(old, &self.statistic[child as usize]) {
            updated = self.fold_children(node);
        }
        self.set_statistic(node, updated)
    }

    /// Sets a node's statistic and returns the one before.
    pub(crate) fn set_statistic(&mut self, node: NodeId, statistic: I::Statistic) -> I::Statistic {
        let n = node as usize;
        if self.samples == Samples::Leaves {
            self.is_locked[n] = statistic.is_empty();
        }
        self.cached[n] = cache_unless(&self.index, self.is_locked[n], &statistic);
        std::mem::replace(&mut self.statistic[n], statistic)
    }
}
