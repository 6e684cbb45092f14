//! Deep trees without a walk from the root for every expansion.
//!
//! An expansion changes the number of leaves of all its ancestors, but seldom anything else about most of
//! them, and a number alone seldom changes a choice. So the tree keeps the path to the leaf chosen last. All
//! nodes of the path gain and lose leaves together: one number, the [shift](KeptPath::shift), says how many,
//! and a node takes them in when it leaves the path or is looked at. Smallest and largest values are passed up at
//! once, as far as they change.
//!
//! Each choice on the path has a window of shifts in which it stands for certain, and values that the chosen
//! child must reach ([`Index::choice_bounds`]). The next selection looks again at the choices for which that does
//! not hold any more, the shallowest first, and goes on below. What it returns, and what it draws from the
//! random generator, is what a walk from the root would: a choice between equal scores has no window.

use extremal_bandits::{Random, Statistic};

use crate::Samples;
use crate::index::{ChoiceBounds, Index};
use crate::nodes::{NodeId, Tree};
use crate::windows::{Window, Windows};

/// The path from the root to the leaf chosen last.
#[derive(Debug)]
pub(crate) struct KeptPath<S> {
    nodes: Vec<NodeId>,
    /// The shift up to which the number of leaves of each of these nodes is exact, cut to 32 bits: it is never
    /// further away than there are leaves.
    settled_at: Vec<u32>,
    /// The shifts at which the choice of the next node on the path stands.
    windows: Windows,
    /// What the values of the next node on the path must reach for that. Empty where statistics are about all
    /// evaluated states: their values never recede, and millions of places need not remember them.
    reaches: Vec<S>,
    /// Whether the values of each of these nodes are those that its index was computed from. Empty where
    /// statistics are about all evaluated states: there values change only with numbers.
    is_indexed: Vec<bool>,
    /// How many leaves every node on the path has gained.
    shift: i64,
    /// Whether the choices were made among preferred children, where there are any.
    preferred: bool,
}

impl<S: Statistic> KeptPath<S> {
    pub fn new() -> Self {
        KeptPath {
            nodes: Vec::new(),
            settled_at: Vec::new(),
            windows: Windows::new(),
            reaches: Vec::new(),
            is_indexed: Vec::new(),
            shift: 0,
            preferred: false,
        }
    }

    pub fn last(&self) -> Option<NodeId> {
        self.nodes.last().copied()
    }

    fn push(&mut self, node: NodeId, samples: Samples) {
        self.nodes.push(node);
        self.settled_at.push(self.shift as u32);
        if samples == Samples::Leaves {
            self.reaches.push(S::empty());
            self.is_indexed.push(true);
        }
    }

    fn set_reach(&mut self, place: usize, reach: S) {
        if let Some(old) = self.reaches.get_mut(place) {
            *old = reach;
        }
    }

    fn is_indexed(&self, place: usize) -> bool {
        self.is_indexed.get(place).is_none_or(|&is_indexed| is_indexed)
    }

    fn set_indexed(&mut self, place: usize, is_indexed: bool) {
        if let Some(old) = self.is_indexed.get_mut(place) {
            *old = is_indexed;
        }
    }

    /// How many leaves the node at a place has gained since it was settled.
    fn unsettled(&self, place: usize) -> i64 {
        i64::from((self.shift as u32).wrapping_sub(self.settled_at[place]) as i32)
    }

    fn truncate(&mut self, places: usize) {
        self.nodes.truncate(places);
        self.settled_at.truncate(places);
        self.reaches.truncate(places);
        self.is_indexed.truncate(places);
    }
}

impl<I: Index> Tree<I> {
    /// Brings the statistics of all nodes up to date.
    ///
    /// While a path is kept, the numbers of leaves of the nodes on it may lag behind.
    pub fn settle(&mut self) {
        self.leave_path(0);
    }

    /// The leaf that a walk from the root would choose.
    pub(crate) fn select_leaf_on_path(&mut self, preferred: bool, random: &mut Random) -> NodeId {
        if self.path.nodes.is_empty() || self.path.preferred != preferred {
            self.settle();
            self.path.preferred = preferred;
            self.path.push(Self::ROOT, self.samples);
        }
        let mut from = 0;
        while let Some(place) = self.path.windows.first_without(self.path.shift, from)
            && place + 1 < self.path.nodes.len()
        {
            self.settle_place(place);
            self.settle_place(place + 1);
            let child = self.choose_at(place, random);
            if child != self.path.nodes[place + 1] {
                self.leave_path(place + 1);
                self.path.push(child, self.samples);
                break;
            }
            from = place + 1;
        }
        let mut place = self.path.nodes.len() - 1;
        while self.num_children[self.path.nodes[place] as usize] > 0 {
            let child = self.choose_at(place, random);
            self.path.push(child, self.samples);
            place += 1;
        }
        self.path.nodes[place]
    }

    /// Chooses a child of a node on the path and notes how long the choice stands.
    fn choose_at(&mut self, place: usize, random: &mut Random) -> NodeId {
        let node = self.path.nodes[place];
        // In a corridor there are thousands of these, with one leaf below them all.
        if self.num_children[node as usize] == 1 {
            self.path.set_reach(place, I::Statistic::empty());
            self.path.windows.set(place, Window::ALL);
            return self.children(node).start;
        }
        let child = self.select_child(node, self.path.preferred, random);
        let window = match self.choice_bounds(node, child) {
            Some(bounds) => {
                self.path.set_reach(place, bounds.reach);
                let shift = self.path.shift;
                Window { low: shift - bounds.fewer, high: shift + bounds.more }
            }
            None => Window::NONE,
        };
        self.path.windows.set(place, window);
        child
    }

    fn choice_bounds(&self, node: NodeId, chosen: NodeId) -> Option<ChoiceBounds<I::Statistic>> {
        if self.ties.is_tie() {
            return None;
        }
        let rule = self.rule(node, self.path.preferred);
        // Locked ones are no rivals to anybody, by what is kept for them.
        let rivals = self
            .children(node)
            .filter(|&child| child != chosen && rule.admits_open(self.is_preferred[child as usize]))
            .map(|child| &self.cached[child as usize]);
        self.index.choice_bounds(&self.statistic[node as usize], &self.statistic[chosen as usize], rivals)
    }

    /// Takes the children of the last node of the path into the statistics.
    pub(crate) fn backup_on_path(&mut self) {
        let Some(last) = self.path.nodes.len().checked_sub(1) else { return };
        match self.samples {
            Samples::Leaves => self.replace_last_by_children(last),
            Samples::All => self.add_children_of_last(last),
        }
    }

    /// Where statistics are about all evaluated states. They only ever go further, which is what a choice
    /// needs to stand; what ends it is that the chosen child is locked.
    fn add_children_of_last(&mut self, last: usize) {
        let node = self.path.nodes[last];
        let mut new = self.fold_children(node);
        let gained = new.leaves();
        if gained > 0 {
            let mut statistic = self.statistic[node as usize].clone();
            statistic.absorb(&new);
            self.set_statistic(node, statistic);
            new.add_leaves(-gained);
            for place in (0..last).rev() {
                let before = &mut self.statistic[self.path.nodes[place] as usize];
                let mut updated = before.clone();
                updated.absorb(&new);
                if updated == *before {
                    break;
                }
                // Its index is computed again when its number of states is settled.
                *before = updated;
            }
            self.path.shift += gained;
            self.path.settled_at[last] = self.path.shift as u32;
        }
        if self.num_children[node as usize] == 0 {
            let locked = self.lock_upwards(node) as usize;
            // The choices of locked nodes do not matter any more, that of the first open one is to be made again.
            if let Some(place) = last.checked_sub(locked + 1) {
                self.path.windows.set(place, Window::NONE);
            }
        }
    }

    /// Where statistics are about leaves: the last node stops being one.
    fn replace_last_by_children(&mut self, last: usize) {
        let node = self.path.nodes[last];
        let new = self.fold_children(node);
        let gained = new.leaves() - self.statistic[node as usize].leaves();
        let mut old = self.set_statistic(node, new);
        for place in (0..last).rev() {
            let child = self.path.nodes[place + 1];
            let new = &self.statistic[child as usize];
            if old.equals_but_for_count(new) {
                break;
            }
            if new.is_empty() {
                // Whether the parent is locked too depends on its true number of leaves.
                self.settle_place(place);
                old = self.replace_child(self.path.nodes[place], child, &old);
                self.path.settled_at[place] = self.path.settled_at[place].wrapping_add(gained as u32);
                self.path.windows.set(place, Window::NONE);
            } else {
                if !new.reaches(&self.path.reaches[place]) {
                    self.path.windows.set(place, Window::NONE);
                }
                self.path.set_indexed(place, false);
                old = self.replace_values(self.path.nodes[place], child, &old);
            }
        }
        self.path.shift += gained;
        self.path.settled_at[last] = self.path.shift as u32;
    }

    /// Updates smallest and largest values of a node after those of a child changed from `old`, and leaves
    /// its number of leaves as it is. Returns the node's statistic before.
    fn replace_values(&mut self, node: NodeId, child: NodeId, old: &I::Statistic) -> I::Statistic {
        let before = &self.statistic[node as usize];
        let without_leaves = |statistic: &I::Statistic| {
            let mut statistic = statistic.clone();
            statistic.add_leaves(-statistic.leaves());
            statistic
        };
        let (old, new) = (without_leaves(old), without_leaves(&self.statistic[child as usize]));
        let mut updated = before.clone();
        if !updated.replace(&old, &new) {
            updated = self.fold_children(node);
            updated.add_leaves(before.leaves() - updated.leaves());
        }
        std::mem::replace(&mut self.statistic[node as usize], updated)
    }

    /// Brings the statistic of a node on the path up to date.
    fn settle_place(&mut self, place: usize) {
        let gained = self.path.unsettled(place);
        if gained == 0 && self.path.is_indexed(place) {
            return;
        }
        let node = self.path.nodes[place];
        let mut statistic = self.statistic[node as usize].clone();
        statistic.add_leaves(gained);
        self.set_statistic(node, statistic);
        self.path.settled_at[place] = self.path.shift as u32;
        self.path.set_indexed(place, true);
    }

    /// Takes the nodes from a place on off the path.
    fn leave_path(&mut self, first: usize) {
        for place in first..self.path.nodes.len() {
            self.settle_place(place);
        }
        self.path.truncate(first);
    }
}
