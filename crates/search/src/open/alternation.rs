//! Several open lists that take turns.

use extremal_states::StateId;
use extremal_tree::{BrokenContract, ScoredChild};

use super::{Candidate, OpenList};
use crate::observer::Watch;
use extremal_bandits::Random;

/// Open lists that are used in turn: always the one that was used least, the first among equals. Every state
/// goes into all of them, but into those for preferred successors only if a preferred operator leads to it. A boost
/// puts these lists ahead (Richter and Helmert: Preferred Operators and Deferred Evaluation in Satisficing
/// Planning, ICAPS 2009).
pub struct Alternation<T = StateId> {
    lists: Vec<List<T>>,
    boost: i64,
    /// Whether there is a list for preferred successors only.
    has_preferred: bool,
    /// Room for the preferred ones among some candidates.
    preferred: Vec<Candidate<T>>,
}

struct List<T> {
    list: Box<dyn OpenList<T>>,
    only_preferred: bool,
    /// How often it was used, less its boosts.
    used: i64,
}

impl<T> Alternation<T> {
    /// No lists yet; a new minimum of a heuristic is worth this many turns.
    pub fn new(boost: i64) -> Self {
        Alternation { lists: Vec::new(), boost, has_preferred: false, preferred: Vec::new() }
    }

    /// Adds a list, for all states or for preferred successors only.
    pub fn add(&mut self, list: Box<dyn OpenList<T>>, only_preferred: bool) {
        self.has_preferred |= only_preferred;
        self.lists.push(List { list, only_preferred, used: 0 });
    }

    /// The list whose turn it is.
    fn next(&self) -> Option<usize> {
        let waiting = (0..self.lists.len()).filter(|&place| !self.lists[place].list.is_empty());
        waiting.min_by_key(|&place| self.lists[place].used)
    }
}

impl<T: Copy + Send> OpenList<T> for Alternation<T> {
    fn insert(&mut self, parent: Option<StateId>, candidates: &[Candidate<T>], watch: &mut Watch<'_>) {
        if self.has_preferred {
            self.preferred.clear();
            self.preferred.extend(candidates.iter().filter(|candidate| candidate.preferred));
        }
        for List { list, only_preferred, .. } in &mut self.lists {
            list.insert(parent, if *only_preferred { &self.preferred } else { candidates }, watch);
        }
    }

    fn pop(&mut self, random: &mut Random, watch: &mut Watch<'_>) -> Option<T> {
        loop {
            let turn = self.next()?;
            self.lists[turn].used += 1;
            // A tree may find out only now that it has nothing left.
            if let Some(item) = self.lists[turn].list.pop(random, watch) {
                return Some(item);
            }
            if self.lists[turn].list.broken_contract().is_some() {
                return None;
            }
        }
    }

    fn broken_contract(&self) -> Option<BrokenContract> {
        self.lists.iter().find_map(|list| list.list.broken_contract())
    }

    fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.list.is_empty())
    }

    fn takes_shorter_paths(&self) -> bool {
        self.lists.iter().all(|list| list.list.takes_shorter_paths())
    }

    /// Those of the list whose turn it is: mostly it has many turns before the others.
    fn likely_next(&self, most: usize) -> Vec<(T, u32)> {
        self.next().map_or_else(Vec::new, |turn| self.lists[turn].list.likely_next(most))
    }

    fn boost(&mut self) {
        let preferred = self.lists.iter_mut().filter(|list| list.only_preferred);
        preferred.for_each(|list| list.used -= self.boost);
    }

    /// Those of the first tree that has the state.
    fn scored_children(&mut self, state: StateId) -> Option<Vec<ScoredChild>> {
        self.lists.iter_mut().find_map(|list| list.list.scored_children(state))
    }

    fn nodes(&self) -> u64 {
        self.lists.iter().map(|list| list.list.nodes()).sum()
    }
}
