//! Which axioms are needed, which say nothing new, and in which layer each derived fact is computed.

use extremal_ground::{GroundTask, Literal};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::strongly_connected_components;

/// The axioms that matter.
#[derive(Debug, Default)]
pub struct LayeredAxioms {
    /// Head and body of each axiom.
    pub axioms: Vec<(u32, Vec<Literal>)>,
    /// Layer of each derived fact that is needed.
    pub layer: FxHashMap<u32, u32>,
}

/// Selects, simplifies and layers the axioms of a ground task. Fails with facts that depend on their own
/// negation.
///
/// The front end refuses rules with negative cycles, but accepts recursion through a universal quantifier,
/// which has become a double negation by now.
pub fn layer_axioms(ground: &GroundTask) -> Result<LayeredAxioms, Vec<u32>> {
    let axioms = &ground.axioms;
    if axioms.is_empty() {
        return Ok(LayeredAxioms::default());
    }
    let mut rules: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, &head) in axioms.head.iter().enumerate() {
        rules.entry(head).or_default().push(number);
    }
    let necessary = necessary_facts(ground, &rules);

    let number_of: FxHashMap<u32, u32> = necessary.iter().zip(0..).map(|(&f, n)| (f, n)).collect();
    let body = |fact: u32| rules[&fact].iter().flat_map(|&a| axioms.body(a));
    let successors: Vec<Vec<u32>> = necessary
        .iter()
        .map(|&fact| {
            let mut list: Vec<u32> = body(fact).filter_map(|l| number_of.get(&l.fact()).copied()).collect();
            list.sort_unstable();
            list.dedup();
            list
        })
        .collect();

    let mut result = LayeredAxioms::default();
    // Components come with heads before bodies; layers are computed from bodies to heads.
    for component in strongly_connected_components(&successors).iter().rev() {
        let mut layer = 0;
        for &member in component {
            for literal in body(necessary[member as usize]) {
                if let Some(&below) = result.layer.get(&literal.fact()) {
                    layer = layer.max(below + u32::from(literal.is_negated()));
                } else if literal.is_negated() && number_of.contains_key(&literal.fact()) {
                    // Only members of this component have no layer yet.
                    return Err(component.iter().map(|&m| necessary[m as usize]).collect());
                }
            }
        }
        for &member in component {
            result.layer.insert(necessary[member as usize], layer);
        }
    }
    for &fact in &necessary {
        let bodies = rules[&fact].iter().map(|&a| axioms.body(a).to_vec()).collect();
        result.axioms.extend(without_dominated(fact, bodies).into_iter().map(|body| (fact, body)));
    }
    Ok(result)
}

/// The derived facts that the goal or an operator depends on, in increasing order.
fn necessary_facts(ground: &GroundTask, rules: &FxHashMap<u32, Vec<usize>>) -> Vec<u32> {
    let mut necessary: FxHashSet<u32> = FxHashSet::default();
    let mut stack = Vec::new();
    let mut need = |literals: &[Literal], stack: &mut Vec<u32>| {
        for fact in literals.iter().map(|l| l.fact()) {
            if rules.contains_key(&fact) && necessary.insert(fact) {
                stack.push(fact);
            }
        }
    };
    need(ground.goal.as_deref().unwrap_or(&[]), &mut stack);
    for operator in 0..ground.operators.len() {
        need(ground.operators.precondition(operator), &mut stack);
        for effect in ground.operators.effects(operator) {
            need(ground.operators.condition(effect), &mut stack);
        }
    }
    while let Some(fact) = stack.pop() {
        for &axiom in &rules[&fact] {
            need(ground.axioms.body(axiom), &mut stack);
        }
    }
    let mut sorted: Vec<u32> = necessary.into_iter().collect();
    sorted.sort_unstable();
    sorted
}

/// Bodies for one head, without duplicates, without those that need the head itself, and without those that
/// contain another.
fn without_dominated(head: u32, mut bodies: Vec<Vec<Literal>>) -> Vec<Vec<Literal>> {
    for body in &mut bodies {
        body.sort_unstable();
        body.dedup();
    }
    bodies.retain(|body| !body.contains(&Literal::new(head, false)));
    bodies.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    bodies.dedup();
    if bodies.first().is_some_and(Vec::is_empty) {
        bodies.truncate(1);
        return bodies;
    }
    // A body is dominated if all literals of a smaller one occur in it. Count, for each body, how many
    // literals of each candidate it has, through lists of the bodies that contain a literal.
    let mut containing: FxHashMap<Literal, Vec<u32>> = FxHashMap::default();
    for (number, body) in bodies.iter().enumerate() {
        for &literal in body {
            containing.entry(literal).or_default().push(number as u32);
        }
    }
    let mut dominated = vec![false; bodies.len()];
    for (number, body) in bodies.iter().enumerate() {
        if dominated[number] {
            continue;
        }
        let rarest = body.iter().min_by_key(|l| containing[*l].len());
        for &other in rarest.map_or(&[][..], |l| &containing[l]) {
            let other = other as usize;
            if other != number && !dominated[other] && is_subset(body, &bodies[other]) {
                dominated[other] = true;
            }
        }
    }
    let mut keep = dominated.iter().map(|d| !d);
    bodies.retain(|_| keep.next().unwrap_or(true));
    bodies
}

/// Whether all of `small` is in `large`; both are sorted.
fn is_subset(small: &[Literal], large: &[Literal]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|literal| rest.any(|other| other == literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(facts: &[u32]) -> Vec<Literal> {
        facts.iter().map(|&f| Literal::new(f, false)).collect()
    }

    #[test]
    fn supersets_duplicates_and_self_supporting_bodies_go() {
        let bodies = vec![literals(&[3, 1, 2]), literals(&[2, 1]), literals(&[1, 2, 2]), literals(&[9, 1])];
        assert_eq!(without_dominated(9, bodies), [literals(&[1, 2])]);
    }

    #[test]
    fn an_empty_body_makes_all_others_needless() {
        assert_eq!(without_dominated(9, vec![literals(&[1]), literals(&[])]), [literals(&[])]);
    }
}
