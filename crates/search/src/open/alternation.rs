//! Several open lists taking turns.

use extremal_states::StateId;

use super::{Entry, OpenList};
use crate::random::Random;

/// Open lists that are used in turn: always the non-empty one that was used least, the first among equals.
/// Every state goes into all of them. A boost puts the lists of preferred successors ahead.
pub struct Alternation {
    lists: Vec<Turn>,
    boost: i64,
}

struct Turn {
    list: Box<dyn OpenList>,
    /// How often it was used, less its boosts.
    used: i64,
    gets_boosts: bool,
}

impl Alternation {
    /// No lists yet; a new minimum of the heuristic is worth this many turns.
    pub fn new(boost: i64) -> Self {
        Alternation { lists: Vec::new(), boost }
    }

    /// Adds a list.
    pub fn with(mut self, list: impl OpenList + 'static) -> Self {
        self.lists.push(Turn { list: Box::new(list), used: 0, gets_boosts: false });
        self
    }

    /// Adds a list that takes preferred successors only and gets the boosts.
    pub fn with_preferred(mut self, list: impl OpenList + 'static) -> Self {
        let list = Box::new(PreferredOnly(list));
        self.lists.push(Turn { list, used: 0, gets_boosts: true });
        self
    }
}

impl OpenList for Alternation {
    fn push(&mut self, entry: Entry) {
        self.lists.iter_mut().for_each(|turn| turn.list.push(entry));
    }

    fn pop(&mut self, random: &mut Random) -> Option<StateId> {
        let waiting = self.lists.iter_mut().filter(|turn| !turn.list.is_empty());
        let turn = waiting.min_by_key(|turn| turn.used)?;
        turn.used += 1;
        turn.list.pop(random)
    }

    fn is_empty(&self) -> bool {
        self.lists.iter().all(|turn| turn.list.is_empty())
    }

    fn boost(&mut self) {
        for turn in self.lists.iter_mut().filter(|turn| turn.gets_boosts) {
            turn.used -= self.boost;
        }
    }
}

/// An open list that ignores states to which no preferred operator led.
#[derive(Debug)]
pub struct PreferredOnly<O>(pub O);

impl<O: OpenList> OpenList for PreferredOnly<O> {
    fn push(&mut self, entry: Entry) {
        if entry.preferred {
            self.0.push(entry);
        }
    }

    fn pop(&mut self, random: &mut Random) -> Option<StateId> {
        self.0.pop(random)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::FifoBuckets;
    use super::*;

    fn push(list: &mut Alternation, state: u32, h: u32, preferred: bool) {
        list.push(Entry { state: StateId(state), h, g: 0, preferred });
    }

    #[test]
    fn lists_take_turns_and_preferred_ones_only_see_preferred_states() {
        let mut list =
            Alternation::new(2).with(FifoBuckets::default()).with_preferred(FifoBuckets::default());
        push(&mut list, 0, 1, false);
        push(&mut list, 1, 2, true);
        push(&mut list, 2, 3, true);
        let mut random = Random::new(0);
        let mut pop = |list: &mut Alternation| list.pop(&mut random).map(|s| s.0);
        assert_eq!([pop(&mut list), pop(&mut list), pop(&mut list)], [Some(0), Some(1), Some(1)]);
        list.boost();
        assert_eq!(pop(&mut list), Some(2));
        assert_eq!([pop(&mut list), pop(&mut list)], [Some(2), None]);
    }
}
