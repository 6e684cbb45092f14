//! Facts that get variables of their own because their negation would multiply conditions.
//!
//! A negative literal about a value of a large variable is a disjunction of all other values, and so a
//! precondition becomes as many operators. A few of them do no harm, and the variable is worth more. But where
//! most actions need that something is *not* in one of many places, they are more than all other operators.

use extremal_ground::{GroundTask, Literal};
use extremal_limits::{Budget, Pacer, Stop};

use crate::condition::ConditionTranslator;
use crate::groups::Groups;

/// The facts whose negation multiplies conditions, if that adds more than half of the conditions; otherwise none.
///
/// Conditions are preconditions, conditions of effects, and bodies of axioms.
pub fn multiplied_facts(ground: &GroundTask, groups: &Groups, budget: &Budget) -> Result<Vec<u32>, Stop> {
    let translator = ConditionTranslator::new(ground.facts.len(), groups);
    let multiplies = |condition: Condition<'_>| translator.alternatives(condition.given, condition.own) > 1;
    if !conditions(ground).any(multiplies) {
        return Ok(Vec::new());
    }
    let mut pacer = Pacer::new(budget, 1 << 10);
    let mut is_multiplied = vec![false; ground.facts.len()];
    let (mut before, mut after): (u64, u64) = (0, 0);
    for Condition { given, own } in conditions(ground) {
        pacer.tick()?;
        if translator.violates_mutex(own) {
            continue;
        }
        let alternatives = translator.alternatives(given, own);
        before += 1;
        after = after.saturating_add(alternatives);
        if alternatives > 1 {
            let literals = translator.multiplying(given, own);
            literals.for_each(|(literal, _)| is_multiplied[literal.fact() as usize] = true);
        }
    }
    if after - before <= before / 2 {
        return Ok(Vec::new());
    }
    let facts = (0..).zip(is_multiplied).filter(|(_, is_multiplied)| *is_multiplied);
    Ok(facts.map(|(fact, _)| fact).collect())
}

/// A conjunction that is translated as a whole.
struct Condition<'a> {
    /// What is known to hold besides it: the precondition, for the condition of an effect.
    given: &'a [Literal],
    own: &'a [Literal],
}

fn conditions(ground: &GroundTask) -> impl Iterator<Item = Condition<'_>> {
    let operators = &ground.operators;
    let of_operators = (0..operators.len()).flat_map(move |operator| {
        let precondition = operators.precondition(operator);
        let effects = operators.effects(operator).iter().map(move |effect| operators.condition(effect));
        let of_effects = effects.filter(|condition| !condition.is_empty());
        std::iter::once(Condition { given: &[], own: precondition })
            .chain(of_effects.map(move |own| Condition { given: precondition, own }))
    });
    let of_axioms =
        (0..ground.axioms.len()).map(|axiom| Condition { given: &[], own: ground.axioms.body(axiom) });
    of_operators.chain(of_axioms)
}
