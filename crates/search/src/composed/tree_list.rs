//! A bandit tree as an open list, with search at two levels.
//!
//! Asai, "Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning" (AAAI 2026): from the leaf that
//! the bandits choose, best-first search goes on below it for as many expansions as the walk to it had steps,
//! so that the walk costs no more than the expansions that follow. What it finds is in the tree afterwards.

use extremal_states::StateId;

use super::candidate::{Candidate, Key};
use super::inner_queue::InnerQueue;
use super::member::Member;
use crate::random::Random;
use crate::tree::{CollapsibleTree, Index, Leaf, PreferredRule, TreeOptions};

/// A tree of states, ordered by novelty, if there is one, and the bandits' choices over one key.
pub struct TreeList<I: Index> {
    index: I,
    options: TreeOptions,
    key: Key,
    uses_novelty: bool,
    tree: Option<CollapsibleTree<I>>,
    /// The state yielded last: its children belong to the search below the leaf.
    current: Option<StateId>,
    inner: InnerQueue,
    /// Expansions left to the search below the leaf.
    budget: u32,
    expanded: Vec<bool>,
}

impl<I: Index + Clone> TreeList<I> {
    /// An empty list.
    pub fn new(index: I, options: TreeOptions, key: Key, uses_novelty: bool) -> Self {
        TreeList {
            index,
            options,
            key,
            uses_novelty,
            tree: None,
            current: None,
            inner: InnerQueue::new(options.inner_ties),
            budget: 0,
            expanded: Vec::new(),
        }
    }

    fn leaf(&self, candidate: &Candidate) -> Leaf {
        Leaf {
            state: candidate.state,
            value: candidate.get(self.key),
            novelty: if self.uses_novelty { candidate.novelty } else { 0 },
            preferred: candidate.preferred,
        }
    }

    fn rule(&self) -> PreferredRule {
        if self.options.common.preferred { self.options.preferred } else { PreferredRule::Ignored }
    }

    fn is_expanded(&self, state: StateId) -> bool {
        self.expanded.get(state.index()).copied().unwrap_or(false)
    }
}

impl<I: Index + Clone> Member<StateId> for TreeList<I> {
    /// Only the first state is added like this; others come below one that is there.
    fn push(&mut self, candidate: &Candidate, _item: StateId) {
        if self.tree.is_none() {
            self.tree =
                Some(CollapsibleTree::new(self.index.clone(), self.options.samples, self.leaf(candidate)));
        }
    }

    fn pop(&mut self, random: &mut Random) -> Option<StateId> {
        while self.budget > 0
            && let Some(state) = self.inner.pop()
        {
            if !self.is_expanded(state) {
                self.budget -= 1;
                self.current = Some(state);
                return Some(state);
            }
        }
        let (rule, ties) = (self.rule(), self.options.ties);
        let tree = self.tree.as_mut()?;
        tree.back_up();
        if tree.is_locked() {
            return None;
        }
        let (leaf, steps) = tree.select_leaf(rule, ties, random);
        self.inner.clear();
        // The expansion of the leaf itself counts.
        self.budget = if self.options.bilevel { steps.saturating_sub(1) } else { 0 };
        self.current = Some(leaf);
        Some(leaf)
    }

    fn is_empty(&self) -> bool {
        self.tree.as_ref().is_none_or(|tree| tree.is_locked())
    }

    fn expanded(&mut self, state: StateId, children: &[Candidate]) {
        if self.expanded.len() <= state.index() {
            self.expanded.resize(state.index() + 1, false);
        }
        self.expanded[state.index()] = true;
        if self.budget > 0 && self.current == Some(state) {
            let rule = self.rule();
            for child in children {
                let leaf = self.leaf(child);
                self.inner.push(&leaf, rule);
            }
        }
        let depth = children.first().map_or(0, |child| child.depth.saturating_sub(1));
        let threshold = self.options.collapse.threshold(depth);
        if let Some(mut tree) = self.tree.take() {
            tree.expand(state, children.iter().map(|child| self.leaf(child)), threshold);
            self.tree = Some(tree);
        }
    }
}
