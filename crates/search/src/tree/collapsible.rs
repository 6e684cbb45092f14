//! A tree whose nodes can be taken out between their parent and their children, and whose statistics may lag
//! behind.
//!
//! Asai, "Bilevel MCTS for Amortized O(1) Node Selection in Classical Planning" (AAAI 2026). Nodes are
//! numbered like states, so that several trees can share the states of one search, and children are kept as
//! lists of numbers rather than side by side, so that they can change their parent.

use std::collections::BinaryHeap;

use extremal_bandits::Statistic;
use extremal_states::StateId;

use super::blocks::{Block, Blocks};
use super::index::Index;
use super::nodes::Samples;
use super::search::{PreferredRule, Ties};
use crate::random::Random;

const NO_NODE: u32 = u32::MAX;

/// Scores that differ by less than this share of their size are equal.
const TIE_TOLERANCE: f64 = 1e-12;

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
    ties: Vec<u32>,
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
            ties: Vec::new(),
        };
        tree.add_leaf(root, NO_NODE, 0);
        tree
    }

    /// Whether no leaf is left, as far as statistics have been backed up.
    pub fn is_locked(&self) -> bool {
        self.nodes[self.root as usize].is_locked
    }

    /// What bandits see of a state that is in the tree.
    pub fn statistic(&self, state: StateId) -> &I::Statistic {
        &self.nodes[state.index()].statistic
    }

    /// The children of a state that is in the tree.
    pub fn children(&self, state: StateId) -> &[u32] {
        self.children.get(self.nodes[state.index()].children)
    }

    fn add_leaf(&mut self, leaf: Leaf, parent: u32, depth: u32) {
        let statistic = self.index.leaf(f64::from(leaf.value));
        // States that are dead ends have numbers, but never a place in the tree.
        while self.nodes.len() < leaf.state.index() {
            self.nodes.push(Node::absent(&self.index));
        }
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
        self.ties.clear();
        for leaf in leaves {
            self.add_leaf(leaf, node, depth);
            self.ties.push(leaf.state.0);
        }
        let mut block = Block::default();
        self.children.extend(&mut block, &self.ties);
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
        self.ties.clear();
        self.ties.extend_from_slice(self.children.get(own));
        self.children.extend(&mut block, &self.ties);
        self.children.release(own);
        for &child in &self.ties {
            self.nodes[child as usize].parent = parent;
        }
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
    /// without leaves are taken out. Returns how many nodes were looked at.
    pub fn back_up(&mut self) -> u32 {
        let mut count = 0;
        while let Some((_, node)) = self.changed.pop() {
            count += 1;
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
            let node = &mut self.nodes[n];
            node.is_changed = false;
            node.children = block;
            node.gone = gone;
            node.preferred_children = preferred_children;
            let is_locked = block.len() == 0;
            if node.statistic != statistic || node.novelty != novelty || node.is_locked != is_locked {
                node.cached = if is_locked { self.index.locked() } else { self.index.cache(&statistic) };
                node.is_locked = is_locked;
                node.statistic = statistic;
                node.novelty = novelty;
                let parent = node.parent;
                if parent != NO_NODE {
                    self.mark_changed(parent);
                }
            }
        }
        count
    }

    /// Walks from the root to a leaf and returns it with the number of steps. Statistics must be up to date,
    /// and the tree not locked.
    pub fn select_leaf(&mut self, rule: PreferredRule, ties: Ties, random: &mut Random) -> (StateId, u32) {
        let (mut node, mut steps) = (self.root, 0);
        while self.nodes[node as usize].children.len() > 0 {
            node = self.select_child(node, rule, ties, random);
            steps += 1;
        }
        (StateId(node), steps)
    }

    fn select_child(&mut self, node: u32, rule: PreferredRule, ties: Ties, random: &mut Random) -> u32 {
        let parent = &self.nodes[node as usize];
        let children = self.children.get(parent.children);
        let only_preferred = rule == PreferredRule::Only && parent.preferred_children > 0;
        let arms = if only_preferred { parent.preferred_children } else { children.len() as u32 };
        let choice = self.index.choice(&parent.statistic, arms);
        let score = |child: &Node<I>| self.index.score(&choice, &child.statistic, &child.cached);
        let mut best = (u8::MAX, f64::INFINITY);
        self.ties.clear();
        for &child in children {
            let c = &self.nodes[child as usize];
            if (only_preferred && !c.is_preferred) || c.novelty > best.0 {
                continue;
            }
            let score = score(c);
            let tolerance = if best.1.is_finite() { best.1.abs() * TIE_TOLERANCE } else { 0.0 };
            if c.novelty < best.0 || score < best.1 - tolerance {
                best = (c.novelty, score);
                self.ties.clear();
                self.ties.push(child);
            } else if score <= best.1 + tolerance {
                self.ties.push(child);
            }
        }
        if rule == PreferredRule::Ties {
            let nodes = &self.nodes;
            if self.ties.iter().any(|&child| nodes[child as usize].is_preferred) {
                self.ties.retain(|&child| nodes[child as usize].is_preferred);
            }
        }
        let place = match ties {
            Ties::First => 0,
            Ties::Last => self.ties.len().saturating_sub(1),
            Ties::Random if self.ties.len() <= 1 => 0,
            Ties::Random => random.below(self.ties.len()),
        };
        // Nothing ties only if an index breaks its contract and is not a number; any child will do.
        self.ties.get(place).copied().unwrap_or(children[0])
    }
}

impl<I: Index> Node<I> {
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
