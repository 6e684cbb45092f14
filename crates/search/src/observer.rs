//! Watching a search.

use extremal_bandits::Summary;
use extremal_states::StateId;
use extremal_tree::Choice;

use crate::outcome::Counters;

/// A state that an expansion has led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The state.
    pub state: StateId,
    /// The state that was expanded.
    pub parent: StateId,
    /// The operator between them.
    pub operator: u32,
    /// The length of this path to the state.
    pub g: u32,
    /// Whether the state was found for the first time.
    pub is_new: bool,
}

/// Receives the events of a search. All methods do nothing unless they are implemented.
///
/// A search without an observer tells nobody: the only cost is a branch that is always predicted. States are
/// numbered by each search for itself; in a portfolio and in anytime search, [`turn`](Self::turn) says whose events follow,
/// and a search made of several says with [`stage`](Self::stage) from where its states are numbered anew.
///
/// ```
/// use extremal_search::{Counters, Observer};
///
/// /// Remembers how the best heuristic value fell.
/// #[derive(Default)]
/// struct BestH(Vec<(u64, u32)>);
///
/// impl Observer for BestH {
///     fn new_best_h(&mut self, h: u32, counters: &Counters) {
///         self.0.push((counters.evaluations, h));
///     }
/// }
/// ```
pub trait Observer {
    /// A successor was generated. Dead ends are told as well, goal states too. Those that weighted A* prunes for their costs
    /// before it stores them are not.
    fn generated(&mut self, generated: &Generated) {
        let _ = generated;
    }

    /// A heuristic value was computed; `None` is a dead end. The preferred operators are those of the state, if
    /// the search uses them.
    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], counters: &Counters) {
        let _ = (state, h, preferred, counters);
    }

    /// The smallest heuristic value so far was seen.
    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        let _ = (h, counters);
    }

    /// The successors of a state are about to be generated. The path to it has length `g`.
    fn expansion(&mut self, state: StateId, g: u32, counters: &Counters) {
        let _ = (state, g, counters);
    }

    /// The successors of a state have been generated and evaluated: until the next expansion begins, the
    /// search works on its open list. Lazy searches do not tell it.
    fn expanded(&mut self, state: StateId, counters: &Counters) {
        let _ = (state, counters);
    }

    /// Whether to tell [`selected`](Self::selected) and [`backed_up`](Self::backed_up). The search is the same,
    /// but a deep tree is then walked from its root each time.
    fn wants_tree(&self) -> bool {
        false
    }

    /// A tree has chosen a leaf: the nodes on the way from below the root to the leaf. The tree is the open list at this
    /// place in the text `lists=`, from 0.
    fn selected(&mut self, list: usize, path: &[Choice]) {
        let _ = (list, path);
    }

    /// The statistic of a node of a tree changed, from what was expanded up to the root. Every tree of a search has a
    /// node for a state; this one is that of the open list at this place.
    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        let _ = (list, state, summary);
    }

    /// From here on states are numbered from 0 again, and state 0 is where these operators lead to from the initial state of
    /// the task. A search that consists of several tells it, such as an agenda: where it has reached a goal and only looks
    /// at the state, which is then evaluated for one goal after the other, and with the same operators where a search begins.
    fn stage(&mut self, path: &[u32]) {
        let _ = path;
    }

    /// A member of a portfolio begins a turn: the events that follow are its own. Members are numbered from 0 in the
    /// order of the text; where one is a portfolio itself, its members are counted in its place. Counters, here and in these
    /// events, are what all members have counted together. With several threads members work at the same time, and
    /// nothing is told of what happens within their turns.
    ///
    /// Anytime search has turns, too, once it looks for cheaper plans. If n searches took turns before the first plan (1 if
    /// it was no portfolio; its events come before any turn), weighted A* has the number n. A member that looks for a plan of
    /// its own begins anew: the member with the number i then has the number n + 1 + i.
    fn turn(&mut self, member: usize, counters: &Counters) {
        let _ = (member, counters);
    }

    /// A plan was found. Anytime search tells each plan of weighted A* and of a member; that of a member need not be cheaper.
    /// What becomes of a plan when it is shortened is not told.
    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        let _ = (operators, counters);
    }
}

/// The observer of a search, if there is one.
#[derive(Default)]
pub struct Watch<'a> {
    observer: Option<&'a mut dyn Observer>,
    wants_tree: bool,
}

impl<'a> Watch<'a> {
    /// Watches with an observer, or not at all.
    pub fn new(observer: Option<&'a mut dyn Observer>) -> Self {
        let wants_tree = observer.as_ref().is_some_and(|observer| observer.wants_tree());
        Watch { observer, wants_tree }
    }

    /// The observer, if there is one.
    #[inline]
    pub fn observer(&mut self) -> Option<&mut (dyn Observer + 'a)> {
        match &mut self.observer {
            Some(observer) => Some(&mut **observer),
            None => None,
        }
    }

    /// Tells a plan.
    pub fn tell_plan(&mut self, operators: &[u32], counters: &Counters) {
        if let Some(observer) = self.observer() {
            observer.plan(operators, counters);
        }
    }

    /// The observer, if there is one that wants to hear of selections and backups.
    #[inline]
    pub fn observer_of_tree(&mut self) -> Option<&mut (dyn Observer + 'a)> {
        if self.wants_tree { self.observer() } else { None }
    }
}
