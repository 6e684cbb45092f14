//! Rules without effects that can be left out: the costs of goals stay the same.

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
pub fn remove_dominated(rules: &mut RuleList, num_facts: u32) {
    // A set of facts has the sum of its facts' keys as its hash, so that subsets are hashed step by step.
    let keys: Vec<u64> = (0..u64::from(num_facts)).map(key).collect();
    let hash = |facts: &[u32]| facts.iter().fold(0u64, |sum, &fact| sum.wrapping_add(keys[fact as usize]));
    let mut by_precondition = HashTable::with_capacity(rules.len());
    let filter_bits = (rules.len() * 16).next_power_of_two().max(64);
    let mut filter = vec![0u64; filter_bits / 64];
    let bit = |hash: u64| (hash >> 20) as usize & (filter_bits - 1);
    for rule in 0..rules.len() {
        let hash_of = |rule: usize| hash(rules.precondition(rule));
        let own = hash_of(rule);
        by_precondition.insert_unique(own, rule as u32, |&rule| hash_of(rule as usize));
        filter[bit(own) / 64] |= 1 << (bit(own) % 64);
    }

    let mut dominated: Vec<(u32, u32)> = Vec::new();
    for rule in 0..rules.len() {
        let precondition = rules.precondition(rule);
        if precondition.len() > MAX_SIZE {
            continue;
        }
        let mut sums = [0u64; 1 << MAX_SIZE];
        for subset in 0..(1usize << precondition.len()) - 1 {
            if subset > 0 {
                let last = subset.trailing_zeros() as usize;
                let rest = subset & (subset - 1);
                sums[subset] = sums[rest].wrapping_add(keys[precondition[last] as usize]);
            }
            let sum = sums[subset];
            if filter[bit(sum) / 64] >> (bit(sum) % 64) & 1 == 0 {
                continue;
            }
            for &other in by_precondition.iter_hash(sum) {
                let needs = rules.precondition(other as usize);
                let is_subset = needs.len() < precondition.len()
                    && needs.iter().all(|fact| precondition.binary_search(fact).is_ok());
                if is_subset && rules.costs[other as usize] <= rules.costs[rule] {
                    let has = |fact: u32| {
                        rules.effects(other as usize).binary_search_by_key(&fact, |e| e.fact).is_ok()
                    };
                    let of_rule = rules.effects(rule).iter().map(|effect| effect.fact);
                    dominated.extend(of_rule.filter(|&fact| has(fact)).map(|fact| (rule as u32, fact)));
                }
            }
        }
    }
    dominated.sort_unstable();
    rules.retain_effects(|rule, fact| dominated.binary_search(&(rule as u32, fact)).is_err());
}

/// A number that looks random.
fn key(fact: u64) -> u64 {
    let mixed = (fact + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}
