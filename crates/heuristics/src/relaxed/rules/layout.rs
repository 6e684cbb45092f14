//! Where each rule lies, and how it is written.

use std::cmp::Reverse;

use extremal_limits::{Pacer, Stop};

use super::super::exploration::MAX_RULE_COST;
use super::super::fact_numbers::FactNumbers;
use super::super::rule_list::{RuleEffect, RuleList};
use super::{GENERAL, KIND_BITS, Rules, SIMPLE, SINGLE, SINGLE_COST_BITS, SIZE_BITS, Watchers};

/// Puts rules in their places.
pub(super) struct Layout<'l> {
    pub list: &'l RuleList,
    /// For each fact a number that tells how late it is usually reached.
    pub lateness: &'l [u32],
}

/// A rule on its way to its place.
struct Placed<'l> {
    watched: u32,
    effects: &'l [RuleEffect],
    cost: u32,
    precondition: &'l [u32],
}

impl<'l> Placed<'l> {
    /// Rules with equal keys form a group.
    fn group_key(&self) -> (u32, u32, impl Iterator<Item = u32> + 'l) {
        (self.watched, self.cost, self.effects.iter().map(|effect| effect.fact))
    }

    fn same_group(&self, other: &Placed<'_>) -> bool {
        let (mine, theirs) = (self.group_key(), other.group_key());
        (mine.0, mine.1) == (theirs.0, theirs.1) && mine.2.eq(theirs.2)
    }
}

impl Layout<'_> {
    /// Writes the rules down.
    pub fn write(
        &self,
        numbers: FactNumbers,
        given: Vec<u32>,
        goal: Vec<u32>,
        pacer: &mut Pacer,
    ) -> Result<Rules, Stop> {
        let always = numbers.len - 1;
        let lateness = |fact: &u32| self.lateness[*fact as usize];
        let mut placed: Vec<Placed<'_>> = (0..self.list.len())
            .filter(|&rule| !self.list.effects(rule).is_empty())
            .map(|rule| {
                let precondition = self.list.precondition(rule);
                let watched = precondition.iter().copied().max_by_key(lateness).unwrap_or(always);
                Placed {
                    watched,
                    effects: self.list.effects(rule),
                    cost: self.list.costs[rule].min(MAX_RULE_COST),
                    precondition,
                }
            })
            .collect();
        placed.sort_by(|a, b| {
            let (a, b) = (a.group_key(), b.group_key());
            (a.0, a.1).cmp(&(b.0, b.1)).then_with(|| a.2.cmp(b.2))
        });
        pacer.budget().check()?;

        let mut is_goal = vec![false; numbers.len as usize];
        goal.iter().for_each(|&fact| is_goal[fact as usize] = true);
        let mut rules = Rules {
            numbers,
            given,
            goal,
            is_goal,
            code: Vec::new(),
            watchers: vec![Watchers { start: 0, size_before: 0 }],
            details_at: Vec::new(),
            details: Vec::new(),
            size: 0,
        };
        let mut size = 0;
        for group in placed.chunk_by(Placed::same_group) {
            pacer.tick()?;
            let watchers = Watchers { start: rules.code.len() as u32, size_before: size };
            rules.watchers.resize(group[0].watched as usize + 1, watchers);
            self.push_group(&mut rules, group, always);
            let of_rules: usize = group.iter().map(|rule| 1 + rule.precondition.len()).sum();
            size += (3 + group[0].effects.len() + of_rules) as u32;
        }
        let end = Watchers { start: rules.code.len() as u32, size_before: size };
        rules.watchers.resize(always as usize + 2, end);
        rules.details_at.resize(rules.code.len(), u32::MAX);
        Ok(rules)
    }

    fn push_group(&self, rules: &mut Rules, group: &[Placed<'_>], always: u32) {
        let (effects, cost) = (group[0].effects, group[0].cost);
        for rule in group {
            let facts =
                rule.effects.iter().map(|effect| effect.fact).chain(rule.precondition.iter().copied());
            // Explorations rely on it.
            facts.for_each(|fact| assert!(fact <= always, "a fact has no number"));
        }
        // What is reached latest comes first, since it is most likely to be missing.
        let needed = |rule: &Placed<'_>| {
            let mut needed = rule.precondition.to_vec();
            needed.sort_by_key(|&fact| Reverse((self.lateness[fact as usize], fact)));
            needed
        };
        let effect_facts = effects.iter().map(|effect| effect.fact);
        let mut places = Vec::with_capacity(group.len());
        let fits = |number: usize| number < 1 << SIZE_BITS;
        if let [rule] = group
            && fits(effects.len())
            && fits(rule.precondition.len())
            && cost >> SINGLE_COST_BITS == 0
        {
            let others = match needed(rule).get(1..) {
                None | Some([]) => vec![always],
                Some(others) => others.to_vec(),
            };
            if effects.len() == 1 && others.len() == 1 {
                rules.code.push(cost << KIND_BITS | SIMPLE);
            } else {
                let sizes = (others.len() as u32) << SIZE_BITS | effects.len() as u32;
                rules.code.push((cost << (2 * SIZE_BITS) | sizes) << KIND_BITS | SINGLE);
            }
            rules.code.extend(effect_facts);
            rules.code.extend(others);
            places.push(rules.code.len() - 1);
        } else {
            let num_others = |rule: &Placed<'_>| rule.precondition.len().saturating_sub(1);
            let length: usize = group.iter().map(|rule| 1 + num_others(rule)).sum();
            rules.code.extend([cost << KIND_BITS | GENERAL, effects.len() as u32, length as u32]);
            rules.code.extend(effect_facts);
            for rule in group {
                places.push(rules.code.len());
                rules.code.push(num_others(rule) as u32);
                rules.code.extend(needed(rule).get(1..).unwrap_or_default());
            }
        }
        for (rule, place) in group.iter().zip(places) {
            let needed = needed(rule);
            rules.details_at.resize(place, u32::MAX);
            rules.details_at.push(rules.details.len() as u32);
            rules.details.extend([cost, effects.len() as u32, needed.len() as u32]);
            rules.details.extend(rule.effects.iter().map(|effect| effect.fact));
            rules.details.extend(rule.effects.iter().map(|effect| effect.operator));
            rules.details.extend(needed);
        }
    }
}
