//! A tree whose nodes can be taken out between their parent and their children, and whose statistics may lag
//! behind.
//!
//! Asai, "Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning" (AAAI 2026). Nodes are
//! numbered like states, so that several trees can share the states of one search, and children are kept as
//! lists of numbers rather than side by side, so that they can change their parent.

use std::collections::BinaryHeap;

use extremal_bandits::{Random, Statistic};
use extremal_states::StateId;

use crate::Samples;
use crate::blocks::{Block, Blocks};
use crate::choice::{Choice, Rule, ScoredChild, Ties, describe_choice, score_together};
use crate::contract::BrokenContract;
use crate::index::{Index, cache_unless};
use crate::nodes::NO_NODE;

/// A search tree whose leaves are states that wait to be expanded.
///
/// Statistics are exact after [`back_up`](Self::back_up).
pub struct CollapsibleTree<I: Index> {
    index: I,
    samples: Samples,
    nodes: Vec<Node<I>>,
    children: Blocks,
    /// Nodes whose children have changed since the last backup, the deepest first.
    changed: BinaryHeap<(u32, u32)>,
    root: u32,
    ties: Ties,
    /// Room for the children of one node, and for those that are chosen from, with their scores.
    scratch: Vec<u32>,
    arms: Vec<(u32, f64)>,
    /// Their scores alone, if they are scored together.
    scores: Vec<f64>,
    num_nodes: u64,
}

struct Node<I: Index> {
    statistic: I::Statistic,
    /// If statistics are about all evaluated states: those below the node that are in no child any more.
    gone: I::Statistic,
    cached: I::Cached,
    parent: u32,
    children: Block,
    /// Length of the path to the state, which is larger than that of the parent.
    depth: u32,
    /// How many children a preferred operator leads to.
    preferred_children: u32,
    /// The smallest novelty of a leaf below.
    novelty: u8,
    is_preferred: bool,
    is_changed: bool,
    /// No leaf is below, as far as is known.
    is_locked: bool,
}

/// A leaf to be added.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Leaf {
    /// Its state.
    pub state: StateId,
    /// Its value.
    pub value: u32,
    /// Its novelty: children with smaller ones are chosen first.
    pub novelty: u8,
    /// Whether a preferred operator leads to it.
    pub preferred: bool,
}

impl<I: Index> CollapsibleTree<I> {
    /// A tree with one leaf.
    pub fn new(index: I, samples: Samples, root: Leaf) -> Self {
        let mut tree = CollapsibleTree {
            index,
            samples,
            nodes: Vec::new(),
            children: Blocks::default(),
            changed: BinaryHeap::new(),
            root: root.state.0,
            ties: Ties::default(),
            scratch: Vec::new(),
            arms: Vec::new(),
            scores: Vec::new(),
            num_nodes: 0,
        };
        tree.add_leaf(root, NO_NODE, 0);
        tree
    }

    /// Whether no leaf is left, as far as statistics have been backed up.
    pub fn is_locked(&self) -> bool {
        self.nodes[self.root as usize].is_locked
    }

    /// Number of nodes, those that were taken out aside.
    pub fn len(&self) -> u64 {
        self.num_nodes
    }

    /// A tree is never empty: it has at least its root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// What bandits see of a state that is in the tree.
    pub fn statistic(&self, state: StateId) -> &I::Statistic {
        &self.nodes[state.index()].statistic
    }

    /// The children of a state that is in the tree.
    pub fn children(&self, state: StateId) -> &[u32] {
        self.children.get(self.nodes[state.index()].children)
    }

    /// The children of a state as its bandit sees them, as far as statistics have been backed up; `None` if the state
    /// is not in the tree.
    pub fn scored_children(&self, state: StateId, preferred: bool) -> Option<Vec<ScoredChild>> {
        let parent = self.nodes.get(state.index())?;
        if parent.is_locked && parent.parent == NO_NODE && state.0 != self.root {
            return None;
        }
        let children = self.children.get(parent.children);
        let (rule, number) = parent.rule(preferred);
        let best_novelty = children.iter().map(|&child| self.nodes[child as usize].novelty).min();
        let is_arm = |child: &Node<I>| {
            rule.admits(child.is_locked, child.is_preferred) && Some(child.novelty) == best_novelty
        };
        let choice = self.index.choice(&parent.statistic, number);
        let mut together = Vec::new();
        if I::SCORES_TOGETHER {
            let nodes = children.iter().map(|&child| &self.nodes[child as usize]);
            let arms: Vec<&Node<I>> = nodes.filter(|child| is_arm(child)).collect();
            let statistics = arms.iter().map(|child| &child.statistic);
            // Who looks at a tree must not change what it draws next.
            let mut random = Random::new(0);
            score_together(&self.index, &parent.statistic, statistics, &mut random, &mut together);
        }
        let mut together = together.into_iter();
        let scored = |&number: &u32| {
            let child = &self.nodes[number as usize];
            let score = match I::SCORES_TOGETHER {
                _ if !is_arm(child) => None,
                true => together.next(),
                false => Some(self.index.score(&choice, &child.statistic, &child.cached)),
            };
            ScoredChild { state: StateId(number), score, summary: child.statistic.summary() }
        };
        Some(children.iter().map(scored).collect())
    }

    fn add_leaf(&mut self, leaf: Leaf, parent: u32, depth: u32) {
        let statistic = self.index.leaf(f64::from(leaf.value));
        // States that are dead ends have numbers, but never a place in the tree.
        while self.nodes.len() < leaf.state.index() {
            self.nodes.push(Node::absent(&self.index));
        }
        self.num_nodes += 1;
        self.nodes.push(Node {
            cached: self.index.cache(&statistic),
            statistic,
            gone: I::Statistic::empty(),
            parent,
            children: Block::default(),
            depth,
            preferred_children: 0,
            novelty: leaf.novelty,
            is_preferred: leaf.preferred,
            is_changed: false,
            is_locked: false,
        });
    }

    /// Puts new leaves below a leaf, which thereby stops being one. A node with few children then hands them
    /// to its parent: both together must have fewer than `threshold`.
    pub fn expand(&mut self, state: StateId, leaves: impl Iterator<Item = Leaf>, threshold: u32) {
        let node = state.0;
        let depth = self.nodes[node as usize].depth + 1;
        self.scratch.clear();
        for leaf in leaves {
            self.add_leaf(leaf, node, depth);
            self.scratch.push(leaf.state.0);
        }
        let mut block = Block::default();
        self.children.extend(&mut block, &self.scratch);
        let expanded = &mut self.nodes[node as usize];
        expanded.children = block;
        if self.samples == Samples::All {
            expanded.gone = expanded.statistic.clone();
        }
        let top = self.collapse(node, threshold);
        self.mark_changed(top);
    }

    /// Takes a node out between its parent and its children if that leaves the parent with fewer children
    /// than the threshold. Returns the node that has the children afterwards.
    fn collapse(&mut self, node: u32, threshold: u32) -> u32 {
        let (parent, own) = (self.nodes[node as usize].parent, self.nodes[node as usize].children);
        if parent == NO_NODE {
            return node;
        }
        let mut block = self.nodes[parent as usize].children;
        if block.len() + own.len() > threshold as usize {
            return node;
        }
        self.children.retain(&mut block, |child| child != node);
        self.scratch.clear();
        self.scratch.extend_from_slice(self.children.get(own));
        self.children.extend(&mut block, &self.scratch);
        self.children.release(own);
        for &child in &self.scratch {
            self.nodes[child as usize].parent = parent;
        }
        self.num_nodes -= 1;
        let taken_out = std::mem::replace(&mut self.nodes[node as usize], Node::absent(&self.index));
        let parent_node = &mut self.nodes[parent as usize];
        parent_node.children = block;
        parent_node.gone.absorb(&taken_out.gone);
        parent
    }

    fn mark_changed(&mut self, node: u32) {
        let n = &mut self.nodes[node as usize];
        if !std::mem::replace(&mut n.is_changed, true) {
            self.changed.push((n.depth, node));
        }
    }

    /// Brings all statistics up to date, the deepest first, so that each node is looked at once. Children
    /// without leaves are taken out. What is looked at is told.
    pub fn back_up(&mut self, mut tell: impl FnMut(StateId, &I::Statistic)) {
        while let Some((_, node)) = self.changed.pop() {
            let n = node as usize;
            let mut block = self.nodes[n].children;
            let nodes = &self.nodes;
            let mut gone = nodes[n].gone.clone();
            let (mut statistic, mut novelty) = (I::Statistic::empty(), u8::MAX);
            let (mut preferred_children, mut locked) = (0, false);
            for &child in self.children.get(block) {
                let child = &nodes[child as usize];
                if child.is_locked {
                    locked = true;
                    if self.samples == Samples::All {
                        gone.absorb(&child.statistic);
                    }
                    continue;
                }
                statistic.absorb(&child.statistic);
                novelty = novelty.min(child.novelty);
                preferred_children += u32::from(child.is_preferred);
            }
            if locked {
                self.children.retain(&mut block, |child| !nodes[child as usize].is_locked);
            }
            statistic.absorb(&gone);
            tell(StateId(node), &statistic);
            let node = &mut self.nodes[n];
            node.is_changed = false;
            node.children = block;
            node.gone = gone;
            node.preferred_children = preferred_children;
            let is_locked = block.len() == 0;
            if node.statistic != statistic || node.novelty != novelty || node.is_locked != is_locked {
                node.cached = cache_unless(&self.index, is_locked, &statistic);
                node.is_locked = is_locked;
                node.statistic = statistic;
                node.novelty = novelty;
                let parent = node.parent;
                if parent != NO_NODE {
                    self.mark_changed(parent);
                }
            }
        }
    }

    /// Walks from the root to a leaf and returns it with the number of steps. Statistics must be up to date,
    /// and the tree not locked. The choices are put into `path`, if somebody wants them.
    pub fn select_leaf(
        &mut self,
        preferred: bool,
        random: &mut Random,
        mut path: Option<&mut Vec<Choice>>,
    ) -> (StateId, u32) {
        let (mut node, mut steps) = (self.root, 0);
        while self.nodes[node as usize].children.len() > 0 {
            let chosen = self.select_child(node, preferred, random);
            if let Some(path) = &mut path {
                path.push(self.describe_choice(chosen));
            }
            node = chosen;
            steps += 1;
        }
        (StateId(node), steps)
    }

    fn select_child(&mut self, node: u32, preferred: bool, random: &mut Random) -> u32 {
        let parent = &self.nodes[node as usize];
        let children = self.children.get(parent.children);
        let (rule, number) = parent.rule(preferred);
        let choice = self.index.choice(&parent.statistic, number);
        // Children lie anywhere in memory, so each is looked at once.
        let mut best_novelty = u8::MAX;
        self.arms.clear();
        for &child in children {
            let c = &self.nodes[child as usize];
            // Locked ones were taken out.
            if !rule.admits_open(c.is_preferred) || c.novelty > best_novelty {
                continue;
            }
            if c.novelty < best_novelty {
                best_novelty = c.novelty;
                self.arms.clear();
            }
            let score =
                if I::SCORES_TOGETHER { 0.0 } else { self.index.score(&choice, &c.statistic, &c.cached) };
            self.arms.push((child, score));
        }
        if I::SCORES_TOGETHER {
            let statistics = self.arms.iter().map(|&(child, _)| &self.nodes[child as usize].statistic);
            score_together(&self.index, &parent.statistic, statistics, random, &mut self.scores);
            self.arms.iter_mut().zip(&self.scores).for_each(|(arm, score)| arm.1 = *score);
        }
        let arms = &self.arms;
        self.ties.find(0, 0..arms.len(), |arm| arms[arm].1, |arm| arms[arm].1 < f64::INFINITY);
        // Nothing ties only if an index breaks its contract and is not a number; any child will do.
        self.ties.draw(random).map_or(children[0], |arm| arms[arm as usize].0)
    }

    /// Checks that the bandit keeps its contract at all choices on the way to a state. Statistics must be up to date.
    pub fn check(&self, state: StateId) -> Result<(), BrokenContract> {
        let mut node = self.nodes[state.index()].parent;
        while node != NO_NODE {
            let parent = &self.nodes[node as usize];
            let open: Vec<&I::Statistic> = self
                .children
                .get(parent.children)
                .iter()
                .map(|&child| &self.nodes[child as usize])
                .filter(|child| !child.is_locked)
                .map(|child| &child.statistic)
                .collect();
            self.index.check(&parent.statistic, open.iter().copied())?;
            node = parent.parent;
        }
        Ok(())
    }

    /// What the last choice was made from.
    fn describe_choice(&self, chosen: u32) -> Choice {
        let look = |child: u32| (StateId(child), self.nodes[child as usize].statistic.summary());
        describe_choice(chosen, self.arms.iter().copied(), look)
    }
}

impl<I: Index> Node<I> {
    /// Which children may be chosen if preferred operators are used, or if not, and how many these are, whatever their
    /// novelty.
    fn rule(&self, preferred: bool) -> (Rule, u32) {
        let rule = Rule { only_preferred: preferred && self.preferred_children > 0 };
        (rule, if rule.only_preferred { self.preferred_children } else { self.children.len() as u32 })
    }

    /// Stands for a state that is not in the tree.
    fn absent(index: &I) -> Self {
        Node {
            statistic: I::Statistic::empty(),
            gone: I::Statistic::empty(),
            cached: index.locked(),
            parent: NO_NODE,
            children: Block::default(),
            depth: 0,
            preferred_children: 0,
            novelty: u8::MAX,
            is_preferred: false,
            is_changed: false,
            is_locked: true,
        }
    }
}
