//! Several open lists taking turns.

use extremal_states::StateId;

use super::{Entry, OpenList, Turns};
use crate::random::Random;

/// Open lists that are used in turn: always the non-empty one that was used least, the first among equals.
/// Every state goes into all of them. A boost puts the lists of preferred successors ahead.
pub struct Alternation {
    lists: Vec<Box<dyn OpenList>>,
    turns: Turns,
}

impl Alternation {
    /// No lists yet; a new minimum of the heuristic is worth this many turns.
    pub fn new(boost: i64) -> Self {
        Alternation { lists: Vec::new(), turns: Turns::new(boost) }
    }

    /// Adds a list.
    pub fn with(mut self, list: impl OpenList + 'static) -> Self {
        self.lists.push(Box::new(list));
        self.turns.add(false);
        self
    }

    /// Adds a list that takes preferred successors only and gets the boosts.
    pub fn with_preferred(mut self, list: impl OpenList + 'static) -> Self {
        self.lists.push(Box::new(PreferredOnly(list)));
        self.turns.add(true);
        self
    }
}

impl OpenList for Alternation {
    fn push(&mut self, entry: Entry) {
        self.lists.iter_mut().for_each(|list| list.push(entry));
    }

    fn pop(&mut self, random: &mut Random) -> Option<StateId> {
        let lists = &self.lists;
        let turn = self.turns.next(|list| !lists[list].is_empty())?;
        self.lists[turn].pop(random)
    }

    fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.is_empty())
    }

    /// Those of the list whose turn it is: mostly it has many turns before the others.
    fn likely_next(&self, most: usize) -> Vec<(StateId, u32)> {
        let turn = self.turns.peek(|list| !self.lists[list].is_empty());
        turn.map_or_else(Vec::new, |turn| self.lists[turn].likely_next(most))
    }

    fn boost(&mut self) {
        self.turns.boost();
    }
}

/// An open list that ignores states to which no preferred operator led.
#[derive(Debug)]
pub struct PreferredOnly<O>(pub O);

impl<T, O: OpenList<T>> OpenList<T> for PreferredOnly<O> {
    fn push(&mut self, entry: Entry<T>) {
        if entry.preferred {
            self.0.push(entry);
        }
    }

    fn pop(&mut self, random: &mut Random) -> Option<T> {
        self.0.pop(random)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn likely_next(&self, most: usize) -> Vec<(T, u32)> {
        self.0.likely_next(most)
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
        assert_eq!(list.likely_next(5), [(StateId(2), 3)]);
        assert_eq!(pop(&mut list), Some(2));
        assert_eq!([pop(&mut list), pop(&mut list)], [Some(2), None]);
    }
}
