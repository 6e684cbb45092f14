//! Which pairs of facts have been reached.

use crate::operators::{Numbered, Operator};
use crate::pairs::Pairs;

/// The pairs reached so far.
#[derive(Debug)]
pub struct Table {
    pub pairs: Pairs,
    /// When the row of each fact last changed, by a clock of changes.
    changed: Vec<u64>,
    pub now: u64,
    /// The facts that an operator lets hold together with its effects.
    pub together: Vec<u64>,
    new: Vec<u32>,
    /// How many pairs were reached since this was last asked.
    pub num_new: u64,
}

impl Table {
    pub fn new(numbered: &Numbered) -> Self {
        let pairs = Pairs::none(numbered.num_facts());
        Table {
            together: vec![0; pairs.words()],
            changed: vec![0; numbered.num_facts()],
            now: 1,
            new: Vec::new(),
            num_new: 0,
            pairs,
        }
    }

    /// Whether an operator may lead to something new since a time. What it needs in either direction is among the facts
    /// of its variables.
    pub fn has_changed(&self, operator: Operator<'_>, since: u64) -> bool {
        since == 0
            || operator.precondition.is_empty()
            || operator
                .precondition
                .iter()
                .chain(operator.effects)
                .any(|&fact| self.changed[fact as usize] > since)
    }

    pub fn reach(&mut self, a: u32, b: u32) {
        self.pairs.insert(a, b);
        self.changed[a as usize] = self.now;
        self.changed[b as usize] = self.now;
    }

    /// Sets `together` to what is reached together with all of some facts.
    pub fn intersect(&mut self, facts: &[u32]) {
        match facts {
            [] => {
                self.together.fill(0);
                for fact in 0..self.changed.len() as u32 {
                    if self.pairs.contains(fact, fact) {
                        self.together[fact as usize / 64] |= 1 << (fact % 64);
                    }
                }
            }
            [first, rest @ ..] => {
                self.together.copy_from_slice(self.pairs.row(*first));
                for &fact in rest {
                    let row = self.pairs.row(fact);
                    self.together.iter_mut().zip(row).for_each(|(word, other)| *word &= other);
                }
            }
        }
    }

    /// The same with other pairs.
    pub fn intersect_of(&mut self, pairs: &Pairs, facts: &[u32]) {
        self.together.fill(0);
        let all = 0..self.changed.len() as u32;
        all.filter(|&fact| pairs.contains(fact, fact)).for_each(|fact| self.set(fact));
        facts.iter().for_each(|&fact| self.intersect_with(pairs, fact));
    }

    pub fn intersect_with(&mut self, pairs: &Pairs, fact: u32) {
        self.together.iter_mut().zip(pairs.row(fact)).for_each(|(word, other)| *word &= other);
    }

    pub fn set(&mut self, fact: u32) {
        self.together[fact as usize / 64] |= 1 << (fact % 64);
    }

    /// Removes all facts of the variables of some facts from `together`.
    pub fn clear_variables(&mut self, numbered: &Numbered, facts: &[u32]) {
        for &fact in facts {
            for sibling in numbered.siblings(fact) {
                self.together[sibling as usize / 64] &= !(1 << (sibling % 64));
            }
        }
    }

    /// Reaches some facts together with each other and with what is in `together`, as far as that is possible.
    pub fn add(&mut self, facts: &[u32], possible: &Pairs) {
        facts.iter().for_each(|&fact| self.set(fact));
        for &fact in facts {
            self.new.clear();
            let rows = self.together.iter().zip(possible.row(fact)).zip(self.pairs.row(fact));
            for (place, ((together, possible), known)) in rows.enumerate() {
                let mut word = together & possible & !known;
                while word != 0 {
                    self.new.push(place as u32 * 64 + word.trailing_zeros());
                    word &= word - 1;
                }
            }
            if self.new.is_empty() {
                continue;
            }
            self.now += 1;
            self.num_new += self.new.len() as u64;
            for place in 0..self.new.len() {
                self.reach(fact, self.new[place]);
            }
        }
    }
}
