//! Observers of a portfolio hear what all members have counted together.

use extremal_bandits::Summary;
use extremal_states::StateId;

use extremal_tree::Choice;

use crate::observer::{Generated, Observer};
use crate::outcome::Counters;

/// Adds to the counters of one search what others have counted. Plans are told by whoever lets it search.
pub struct Totals<'o> {
    pub observer: &'o mut dyn Observer,
    pub others: Counters,
}

impl Totals<'_> {
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

    fn selected(&mut self, path: &[Choice]) {
        self.observer.selected(path);
    }

    fn backed_up(&mut self, state: StateId, summary: &Summary) {
        self.observer.backed_up(state, summary);
    }
}
