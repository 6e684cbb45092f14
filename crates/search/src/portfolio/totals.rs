//! Observers of a portfolio hear what all members have counted together.

use extremal_bandits::Summary;
use extremal_states::StateId;

use extremal_tree::Choice;

use crate::observer::{Generated, Observer};
use crate::outcome::Counters;

/// Adds to the counters of one search what others have counted. Plans are told by whoever lets it search.
pub struct Totals<'o> {
    observer: &'o mut dyn Observer,
    others: Counters,
    /// The number of the first of its searches among those of all members.
    first_member: usize,
}

impl<'o> Totals<'o> {
    /// For a search that is alone.
    pub fn new(observer: &'o mut dyn Observer, others: Counters) -> Self {
        Totals { observer, others, first_member: 0 }
    }

    /// For a member of a portfolio, whose searches are counted on from this number if it is a portfolio, too.
    pub fn of_member(observer: &'o mut dyn Observer, others: Counters, first_member: usize) -> Self {
        Totals { observer, others, first_member }
    }

    fn with_others(&self, counters: &Counters) -> Counters {
        Counters::sum([self.others, *counters].into_iter())
    }
}

impl Observer for Totals<'_> {
    fn generated(&mut self, generated: &Generated) {
        self.observer.generated(generated);
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], counters: &Counters) {
        self.observer.evaluation(state, h, preferred, &self.with_others(counters));
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        if self.others.best_h.is_none_or(|best| h < best) {
            self.observer.new_best_h(h, &self.with_others(counters));
        }
    }

    fn expansion(&mut self, state: StateId, g: u32, counters: &Counters) {
        self.observer.expansion(state, g, &self.with_others(counters));
    }

    fn expanded(&mut self, state: StateId, counters: &Counters) {
        self.observer.expanded(state, &self.with_others(counters));
    }

    fn wants_tree(&self) -> bool {
        self.observer.wants_tree()
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        self.observer.selected(list, path);
    }

    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        self.observer.backed_up(list, state, summary);
    }

    fn stage(&mut self, path: &[u32]) {
        self.observer.stage(path);
    }

    fn turn(&mut self, member: usize, counters: &Counters) {
        self.observer.turn(self.first_member + member, &self.with_others(counters));
    }
}
