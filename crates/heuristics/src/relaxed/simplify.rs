//! Rules without effects that can be left out: the costs of goals stay the same.

use extremal_limits::{Pacer, Stop};
use hashbrown::HashTable;

use super::rule_list::RuleList;

/// Preconditions of up to this size have all their subsets looked up.
const MAX_SIZE: usize = 8;

/// Removes effects that no goal can need.
pub fn remove_irrelevant(rules: &mut RuleList, num_facts: u32, goal: &[u32]) {
    let mut starts = vec![0u32; num_facts as usize + 1];
    for rule in 0..rules.len() {
        rules.effects(rule).iter().for_each(|effect| starts[effect.fact as usize + 1] += 1);
    }
    for fact in 0..num_facts as usize {
        starts[fact + 1] += starts[fact];
    }
    let mut next = starts.clone();
    let mut achievers = vec![0u32; starts[num_facts as usize] as usize];
    for rule in 0..rules.len() {
        for effect in rules.effects(rule) {
            let slot = &mut next[effect.fact as usize];
            achievers[*slot as usize] = rule as u32;
            *slot += 1;
        }
    }

    let mut is_relevant = vec![false; num_facts as usize];
    let mut is_used = vec![false; rules.len()];
    let mut open = goal.to_vec();
    while let Some(fact) = open.pop() {
        let fact = fact as usize;
        if std::mem::replace(&mut is_relevant[fact], true) {
            continue;
        }
        for &rule in &achievers[starts[fact] as usize..starts[fact + 1] as usize] {
            if !std::mem::replace(&mut is_used[rule as usize], true) {
                open.extend_from_slice(rules.precondition(rule as usize));
            }
        }
    }
    rules.retain_effects(|_, fact| is_relevant[fact as usize]);
}

/// Removes effects that another rule has for no higher cost and with less in its precondition.
pub fn remove_dominated(rules: &mut RuleList, num_facts: u32, pacer: &mut Pacer) -> Result<(), Stop> {
    let index = PreconditionIndex::new(rules, num_facts);
    pacer.budget().check()?;
    let mut dominated: Vec<(u32, u32)> = Vec::new();
    let mut sums = [0u64; 1 << MAX_SIZE];
    for rule in 0..rules.len() {
        pacer.tick()?;
        let precondition = rules.precondition(rule);
        if precondition.len() > MAX_SIZE {
            continue;
        }
        for subset in 0..(1usize << precondition.len()) - 1 {
            if subset > 0 {
                let fact = precondition[subset.trailing_zeros() as usize];
                sums[subset] = sums[subset & (subset - 1)].wrapping_add(index.keys[fact as usize]);
            }
            for other in index.candidates(sums[subset]) {
                if is_better(rules, other, rule) {
                    let has = |fact| rules.effects(other).binary_search_by_key(&fact, |e| e.fact).is_ok();
                    let effects = rules.effects(rule).iter().map(|effect| effect.fact);
                    dominated.extend(effects.filter(|&fact| has(fact)).map(|fact| (rule as u32, fact)));
                }
            }
        }
    }
    dominated.sort_unstable();
    pacer.budget().check()?;
    rules.retain_effects(|rule, fact| dominated.binary_search(&(rule as u32, fact)).is_err());
    Ok(())
}

/// Whether a rule needs less than another and costs no more.
fn is_better(rules: &RuleList, rule: usize, than: usize) -> bool {
    let (precondition, other) = (rules.precondition(rule), rules.precondition(than));
    precondition.len() < other.len()
        && rules.costs[rule] <= rules.costs[than]
        && precondition.iter().all(|fact| other.binary_search(fact).is_ok())
}

/// Finds rules by their preconditions. A set of facts has the sum of its facts' keys as its hash, so that
/// subsets are hashed step by step.
struct PreconditionIndex {
    keys: Vec<u64>,
    rules: HashTable<(u64, u32)>,
    /// A bit for each hash modulo the number of bits. Most subsets are no precondition, and it tells so at
    /// once.
    filter: Vec<u64>,
}

impl PreconditionIndex {
    fn new(rules: &RuleList, num_facts: u32) -> Self {
        let filter = vec![0; (rules.len() * 16).next_power_of_two().max(64) / 64];
        let keys = (0..u64::from(num_facts)).map(key).collect();
        let mut index = PreconditionIndex { keys, rules: HashTable::with_capacity(rules.len()), filter };
        for rule in 0..rules.len() {
            let keys = rules.precondition(rule).iter().map(|&fact| index.keys[fact as usize]);
            let hash = keys.fold(0, u64::wrapping_add);
            index.rules.insert_unique(hash, (hash, rule as u32), |&(hash, _)| hash);
            let (word, bit) = index.bit(hash);
            index.filter[word] |= 1 << bit;
        }
        index
    }

    fn bit(&self, hash: u64) -> (usize, u32) {
        ((hash >> 26) as usize & (self.filter.len() - 1), (hash >> 20) as u32 % 64)
    }

    /// Rules whose precondition may have this hash.
    fn candidates(&self, hash: u64) -> impl Iterator<Item = usize> {
        let (word, bit) = self.bit(hash);
        let found = (self.filter[word] >> bit & 1 == 1).then(|| self.rules.iter_hash(hash));
        found.into_iter().flatten().filter(move |rule| rule.0 == hash).map(|rule| rule.1 as usize)
    }
}

/// A number that looks random.
fn key(fact: u64) -> u64 {
    let mixed = (fact + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use extremal_limits::Budget;
    use extremal_sas::{Fact, Task};

    use super::*;
    use crate::descriptor::CostType;
    use crate::relaxed::fact_numbers::FactNumbers;
    use crate::testing::task;

    /// Facts that are the first value of their variable, as rules number them.
    const A: u32 = 0;
    const B: u32 = 2;
    const C: u32 = 4;
    const D: u32 = 6;

    fn pacer() -> Pacer {
        Pacer::new(&Budget::unlimited(), 1)
    }

    fn rules(task: &Task, costs: CostType) -> RuleList {
        RuleList::new(task, &mut FactNumbers::new(task), costs, &mut pacer()).unwrap().0
    }

    fn effects(rules: &RuleList) -> Vec<Vec<u32>> {
        (0..rules.len()).map(|rule| rules.effects(rule).iter().map(|effect| effect.fact).collect()).collect()
    }

    fn fact(number: u32) -> Fact {
        Fact { variable: number / 2, value: number % 2 }
    }

    #[test]
    fn what_no_goal_needs_is_removed() {
        let facts = |numbers: &[u32]| numbers.iter().map(|&number| fact(number)).collect::<Vec<_>>();
        let task = task(
            &[2, 2, 2, 2],
            &[(&facts(&[A]), &facts(&[B, D])), (&facts(&[B]), &facts(&[C])), (&facts(&[C]), &facts(&[D]))],
            &facts(&[C]),
        );
        let mut rules = rules(&task, CostType::Unit);
        remove_irrelevant(&mut rules, 8, &[C]);
        assert_eq!(effects(&rules), [vec![B], vec![C], vec![]]);
    }

    #[test]
    fn what_needs_more_and_costs_no_less_is_removed() {
        let facts = |numbers: &[u32]| numbers.iter().map(|&number| fact(number)).collect::<Vec<_>>();
        let mut task = task(
            &[2, 2, 2, 2],
            &[(&facts(&[A, B]), &facts(&[C, D])), (&facts(&[B]), &facts(&[C])), (&facts(&[C]), &facts(&[D]))],
            &facts(&[D]),
        );
        let mut simplified = rules(&task, CostType::Unit);
        remove_dominated(&mut simplified, 8, &mut pacer()).unwrap();
        assert_eq!(effects(&simplified), [vec![D], vec![C], vec![D]]);

        task.operators.cost[1] = 5;
        task.metric = true;
        let mut with_costs = rules(&task, CostType::Real);
        remove_dominated(&mut with_costs, 8, &mut pacer()).unwrap();
        assert_eq!(effects(&with_costs), [vec![C, D], vec![C], vec![D]]);
    }
}
