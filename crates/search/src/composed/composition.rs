//! Open lists that take turns.

use extremal_states::StateId;

use super::candidate::Candidate;
use super::member::Member;
use crate::open::Turns;
use crate::random::Random;

/// Members used in turn. Every state goes into all of them, but for those that take preferred successors only.
pub struct Composition<T> {
    members: Vec<(Box<dyn Member<T>>, bool)>,
    turns: Turns,
}

impl<T: Copy> Composition<T> {
    /// No members yet; a new minimum of a heuristic gives so many turns to those with preferred successors.
    pub fn new(boost: i64) -> Self {
        Composition { members: Vec::new(), turns: Turns::new(boost) }
    }

    /// Adds a member.
    pub fn add(&mut self, member: Box<dyn Member<T>>, only_preferred: bool) {
        self.members.push((member, only_preferred));
        self.turns.add(only_preferred);
    }

    /// Adds a state, or what leads to it.
    pub fn push(&mut self, candidate: &Candidate, item: T) {
        for (member, only_preferred) in &mut self.members {
            if !*only_preferred || candidate.preferred {
                member.push(candidate, item);
            }
        }
    }

    /// Removes the next one from the list whose turn it is.
    pub fn pop(&mut self, random: &mut Random) -> Option<T> {
        loop {
            let members = &self.members;
            let turn = self.turns.next(|member| !members[member].0.is_empty())?;
            // A tree may find out only now that it has nothing left.
            if let Some(item) = self.members[turn].0.pop(random) {
                return Some(item);
            }
        }
    }

    /// Tells all members that a state was expanded.
    pub fn expanded(&mut self, state: StateId, children: &[Candidate]) {
        self.members.iter_mut().for_each(|(member, _)| member.expanded(state, children));
    }

    /// A heuristic has reached a new minimum.
    pub fn boost(&mut self) {
        self.turns.boost();
    }
}
