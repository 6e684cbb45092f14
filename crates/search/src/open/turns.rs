//! Whose turn it is.

/// Lists that are used in turn: always the one that was used least, the first among equals. A boost puts
/// those of preferred successors ahead (Richter and Helmert 2009).
#[derive(Debug)]
pub struct Turns {
    /// How often each list was used, less its boosts, and whether it gets boosts.
    lists: Vec<(i64, bool)>,
    boost: i64,
}

impl Turns {
    /// No lists yet; a boost is worth this many turns.
    pub fn new(boost: i64) -> Self {
        Turns { lists: Vec::new(), boost }
    }

    /// Adds a list.
    pub fn add(&mut self, gets_boosts: bool) {
        self.lists.push((0, gets_boosts));
    }

    /// The list whose turn it is, among those that have something.
    pub fn next(&mut self, has_something: impl Fn(usize) -> bool) -> Option<usize> {
        let next = self.peek(has_something)?;
        self.lists[next].0 += 1;
        Some(next)
    }

    /// The same without giving it a turn.
    pub fn peek(&self, has_something: impl Fn(usize) -> bool) -> Option<usize> {
        let waiting = (0..self.lists.len()).filter(|&list| has_something(list));
        waiting.min_by_key(|&list| self.lists[list].0)
    }

    /// A heuristic has reached a new minimum.
    pub fn boost(&mut self) {
        self.lists.iter_mut().filter(|list| list.1).for_each(|list| list.0 -= self.boost);
    }
}
