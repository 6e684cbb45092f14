//! Waiting for one's turn in the middle of a search.

use std::sync::mpsc::{Receiver, Sender};

use extremal_states::StateId;

use crate::observer::Observer;
use crate::outcome::{Counters, Report};

/// What a member tells the coordinator.
pub enum Event {
    /// Its turn is over.
    Yielded {
        /// Which member.
        member: usize,
        /// What it has counted so far.
        counters: Counters,
    },
    /// It has ended.
    Ended {
        /// Which member.
        member: usize,
        /// With what result.
        report: Box<Report>,
    },
}

/// Counts the evaluations of a member and makes it wait when its turn is over.
pub struct Turn {
    pub member: usize,
    /// Evaluations until the end of the turn.
    pub left: u64,
    /// How many states may be evaluated in the next turn.
    pub go: Receiver<u64>,
    pub events: Sender<Event>,
}

impl Observer for Turn {
    fn evaluation(&mut self, _state: StateId, _h: Option<u32>, counters: &Counters) {
        self.left -= 1;
        if self.left > 0 {
            return;
        }
        let yielded = Event::Yielded { member: self.member, counters: *counters };
        // When nobody listens any more, the budget has been cancelled, and the search finds out right away.
        self.left = match self.events.send(yielded) {
            Ok(()) => self.go.recv().unwrap_or(u64::MAX),
            Err(_) => u64::MAX,
        };
    }
}
