//! What can be reached without some facts, for many sets of facts at once.
//!
//! Each fact has a bit for each set: whether it can be reached without ever reaching a fact of the set. A
//! rule reaches its effects without what all of its precondition can be reached without, so that a word
//! answers for 64 sets. Rules are gone through in the order in which they first fire, until nothing changes,
//! which is after a few rounds in practice.

use extremal_limits::{Stop, TimedPacer};

use super::relaxation::Relaxation;

const NONE: u32 = u32::MAX;

/// Sets of facts, and what can be reached without each.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// For each fact, the set that has it, or [`NONE`].
    set_of: Vec<u32>,
    words: usize,
    /// For each fact `words` words with a bit for each set.
    reached: Vec<u64>,
}

impl Exclusion {
    /// Explores without each of the sets. No fact is in two of them, or holds initially.
    ///
    /// `work` is how many words may be combined, and goes down. If that is not enough, everything counts as
    /// reached, so that landmarks are missed but none is wrong.
    pub fn new(
        relaxation: &Relaxation,
        sets: &[&[u32]],
        work: &mut u64,
        pacer: &mut TimedPacer,
    ) -> Result<Self, Stop> {
        let num_facts = relaxation.numbers.len as usize;
        let words = sets.len().div_ceil(64);
        let mut set_of = vec![NONE; num_facts];
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|&fact| set_of[fact as usize] = number as u32);
        }
        let mut exclusion = Exclusion { set_of, words, reached: vec![0; num_facts * words] };
        if words > 0 && !exclusion.explore(relaxation, work, pacer)? {
            exclusion.reached.fill(u64::MAX);
        }
        Ok(exclusion)
    }

    /// The set that has a fact.
    pub fn set_of(&self, fact: u32) -> Option<u32> {
        let set = self.set_of[fact as usize];
        (set != NONE).then_some(set)
    }

    /// Whether a fact can be reached without a set.
    pub fn reaches(&self, fact: u32, set: u32) -> bool {
        self.reached[fact as usize * self.words + set as usize / 64] >> (set % 64) & 1 == 1
    }

    /// For each set a bit, whether a rule that achieves a fact can fire without it. The rule may then reach
    /// the set together with the fact.
    pub fn achieved(&self, relaxation: &Relaxation, fact: u32) -> Vec<u64> {
        let mut achieved = vec![0; self.words];
        let mut common = vec![0; self.words];
        for rule in relaxation.achievers(fact) {
            common.fill(u64::MAX);
            for &fact in relaxation.rules.precondition(rule as usize) {
                common.iter_mut().zip(self.row(fact)).for_each(|(common, word)| *common &= word);
            }
            achieved.iter_mut().zip(&common).for_each(|(achieved, common)| *achieved |= common);
        }
        achieved
    }

    /// For each set a bit, whether a fact can be reached without it.
    fn row(&self, fact: u32) -> &[u64] {
        &self.reached[fact as usize * self.words..][..self.words]
    }

    /// Whether it came to an end within the limit.
    fn explore(
        &mut self,
        relaxation: &Relaxation,
        work: &mut u64,
        pacer: &mut TimedPacer,
    ) -> Result<bool, Stop> {
        let words = self.words;
        for fact in relaxation.given_facts() {
            self.reached[fact as usize * words..][..words].fill(u64::MAX);
        }
        let mut is_due = vec![true; relaxation.rules.len()];
        let mut common = vec![0; words];
        let mut changed = true;
        while std::mem::replace(&mut changed, false) {
            for &rule in relaxation.firing() {
                if !std::mem::replace(&mut is_due[rule as usize], false) {
                    continue;
                }
                let precondition = relaxation.rules.precondition(rule as usize);
                let effects = relaxation.rules.effects(rule as usize);
                let Some(rest) = work.checked_sub(((precondition.len() + effects.len()) * words) as u64)
                else {
                    return Ok(false);
                };
                *work = rest;
                pacer.tick()?;
                common.fill(u64::MAX);
                for &fact in precondition {
                    common.iter_mut().zip(self.row(fact)).for_each(|(common, word)| *common &= word);
                }
                // What comes together with a fact is not reached without it.
                if !relaxation.is_contested(rule) {
                    let sets = effects.iter().filter_map(|effect| self.set_of(effect.fact));
                    sets.for_each(|set| common[set as usize / 64] &= !(1 << (set % 64)));
                }
                for effect in effects {
                    if self.reach(effect.fact, &common) {
                        changed = true;
                        relaxation
                            .needed_by(effect.fact)
                            .iter()
                            .for_each(|&rule| is_due[rule as usize] = true);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Adds to the sets without which a fact can be reached; whether there are new ones among them.
    fn reach(&mut self, fact: u32, without: &[u64]) -> bool {
        let row = &mut self.reached[fact as usize * self.words..][..self.words];
        let set = self.set_of[fact as usize];
        let mut changed = 0;
        for (at, (word, without)) in row.iter_mut().zip(without).enumerate() {
            // There is no word for NONE.
            let own = if set as usize / 64 == at { 1 << (set % 64) } else { 0 };
            changed |= without & !own & !*word;
            *word |= without & !own;
        }
        changed != 0
    }
}

#[cfg(test)]
mod tests {
    use extremal_limits::Budget;
    use extremal_sas::Task;

    use super::*;
    use crate::CostType;
    use crate::testing::{fact, task};

    /// Variable 0 goes from 0 to 1 to 2; the first step also sets variable 1.
    fn steps() -> Task {
        let goal = [fact(0, 2), fact(1, 1)];
        task(&[3, 2], &[(&[fact(0, 0)], &[fact(0, 1), fact(1, 1)]), (&[fact(0, 1)], &[fact(0, 2)])], &goal)
    }

    fn explored(relaxation: &Relaxation, without: u32, mut work: u64) -> Exclusion {
        let mut pacer = TimedPacer::new(&Budget::unlimited());
        Exclusion::new(relaxation, &[&[without]], &mut work, &mut pacer).unwrap()
    }

    fn reached_without(task: &Task, without: u32) -> Vec<bool> {
        let relaxation = Relaxation::new(task, CostType::Unit, &Budget::unlimited()).unwrap();
        let exclusion = explored(&relaxation, without, 1000);
        (0..relaxation.num_task_facts).map(|fact| exclusion.reaches(fact, 0)).collect()
    }

    #[test]
    fn what_comes_together_with_a_fact_is_not_reached_without_it() {
        assert_eq!(reached_without(&steps(), 1), [true, false, false, true, false]);
        assert_eq!(reached_without(&steps(), 4), [true, false, false, true, false]);
        assert_eq!(reached_without(&steps(), 2), [true, true, false, true, true]);
    }

    #[test]
    fn an_effect_that_another_may_undo_does_not_surely_come_with_the_others() {
        let mut task = steps();
        let condition = [fact(0, 0)];
        let effects = [(fact(0, 1), &condition[..]), (fact(0, 2), &[]), (fact(1, 1), &[])];
        task.operators.push(*b"undo", [fact(0, 0)], effects, 1);
        assert_eq!(reached_without(&task, 1), [true, false, true, true, true]);
    }

    #[test]
    fn without_enough_work_everything_counts_as_reached() {
        let relaxation = Relaxation::new(&steps(), CostType::Unit, &Budget::unlimited()).unwrap();
        let exclusion = explored(&relaxation, 1, 3);
        assert!((0..relaxation.num_task_facts).all(|fact| exclusion.reaches(fact, 0)));
    }
}
