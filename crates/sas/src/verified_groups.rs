//! A second look at mutex groups whose invariant is doubtful.
//!
//! Invariant synthesis reasons about actions with different values for different variables. Where two
//! variables are equal, an action may add an atom again that it also deletes, and then the delete makes up
//! for nothing; and it does not know over which objects a quantified delete ranges. (Fast Downward looks at
//! neither.) Here the ground operators of such actions are checked
//! one by one, by induction: at most one fact of each group is true before, so operators whose precondition
//! needs two facts of one group do not count; a group that an operator can break is dropped, and as others
//! may have been kept because of it, the check is repeated until nothing is dropped.

use extremal_ground::{Effect, GroundTask, Literal};

use crate::invariants::Found;

/// Empties the groups that are not mutex groups. The groups of invariant `i` start at `first_group[i]`.
pub fn drop_unsound_groups(
    groups: &mut [Vec<u32>],
    first_group: &[usize],
    invariants: &[Found],
    ground: &GroundTask,
) {
    let mut is_doubtful = Vec::new();
    for found in invariants {
        for &action in &found.doubtful_actions {
            is_doubtful.resize(is_doubtful.len().max(action + 1), false);
            is_doubtful[action] = true;
        }
    }
    if is_doubtful.is_empty() {
        return;
    }
    let operators: Vec<usize> = (0..ground.operators.len())
        .filter(|&o| is_doubtful.get(ground.operators.action[o] as usize) == Some(&true))
        .collect();
    let invariant_of = |group: usize| first_group.partition_point(|&first| first <= group) - 1;
    loop {
        let check = Check { groups_of_fact: groups_of_fact(groups, ground.facts.len()), ground };
        let mut broken = vec![false; groups.len()];
        for &operator in &operators {
            let action = ground.operators.action[operator] as usize;
            check.collect_broken(operator, &mut broken, |group| {
                invariants[invariant_of(group as usize)].doubtful_actions.contains(&action)
            });
        }
        if !broken.contains(&true) {
            return;
        }
        for (group, _) in groups.iter_mut().zip(&broken).filter(|(_, broken)| **broken) {
            group.clear();
        }
    }
}

fn groups_of_fact(groups: &[Vec<u32>], num_facts: usize) -> Vec<Vec<u32>> {
    let mut groups_of_fact = vec![Vec::new(); num_facts];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&fact| groups_of_fact[fact as usize].push(number as u32));
    }
    groups_of_fact
}

struct Check<'a> {
    groups_of_fact: Vec<Vec<u32>>,
    ground: &'a GroundTask,
}

impl Check<'_> {
    /// Adds the groups of interest of which the operator can make a second fact true.
    fn collect_broken(&self, operator: usize, broken: &mut [bool], of_interest: impl Fn(u32) -> bool) {
        let operators = &self.ground.operators;
        let precondition = operators.precondition(operator);
        if !self.is_possible(&[precondition]) {
            return;
        }
        let effects = operators.effects(operator);
        for add in effects.iter().filter(|e| !e.literal.is_negated()) {
            for &group in &self.groups_of_fact[add.literal.fact() as usize] {
                if !broken[group as usize] && of_interest(group) && self.breaks(operator, add, group) {
                    broken[group as usize] = true;
                }
            }
        }
    }

    /// Whether another fact of the group can be true when the add effect has happened.
    fn breaks(&self, operator: usize, add: &Effect, group: u32) -> bool {
        let operators = &self.ground.operators;
        let (precondition, condition) = (operators.precondition(operator), operators.condition(add));
        if !self.is_possible(&[precondition, condition]) {
            return false;
        }
        let in_group = |fact: u32| self.groups_of_fact[fact as usize].contains(&group);
        let effects = operators.effects(operator);
        let can_be_added = |fact: &dyn Fn(u32) -> bool| {
            effects.iter().any(|e| {
                !e.literal.is_negated()
                    && fact(e.literal.fact())
                    && self.is_possible(&[precondition, condition, operators.condition(e)])
            })
        };
        let own = add.literal.fact();
        if can_be_added(&|fact| fact != own && in_group(fact)) {
            return true;
        }
        // The one fact of the group that is true before, if it is known.
        let known = precondition.iter().chain(condition);
        let before = known.filter(|l| !l.is_negated()).map(|l| l.fact()).find(|&fact| in_group(fact));
        match before {
            None => true,
            Some(fact) if fact == own => false,
            // It is not added again, as was checked above; so it must be deleted.
            Some(fact) => !effects.iter().any(|e| {
                e.literal == Literal::new(fact, true)
                    && operators
                        .condition(e)
                        .iter()
                        .all(|l| precondition.contains(l) || condition.contains(l))
            }),
        }
    }

    /// Whether the literals can hold together as far as the groups tell.
    fn is_possible(&self, conditions: &[&[Literal]]) -> bool {
        let all = || conditions.iter().flat_map(|c| c.iter());
        all().filter(|l| !l.is_negated()).all(|literal| {
            let groups = &self.groups_of_fact[literal.fact() as usize];
            all().all(|other| {
                if other.fact() == literal.fact() {
                    return !other.is_negated();
                }
                other.is_negated()
                    || !self.groups_of_fact[other.fact() as usize].iter().any(|g| groups.contains(g))
            })
        })
    }
}
