//! Ground operators to finite-domain operators.

use extremal_ground::{GroundTask, Literal};
use extremal_limits::{Pacer, Stop};

use crate::condition::ConditionTranslator;
use crate::task::{Fact, Operators};

/// Translates the effects of operators. Holds scratch space, as most operators are small and many.
#[derive(Debug)]
pub struct OperatorTranslator<'a> {
    conditions: &'a ConditionTranslator,
    /// Value that a variable gets under a condition.
    effects: Vec<(Fact, Vec<Fact>)>,
}

/// A conditional effect of the ground operator, by the variable that it changes.
struct GroundEffect<'a> {
    fact: Fact,
    condition: &'a [Literal],
}

impl<'a> OperatorTranslator<'a> {
    /// Prepares the translation.
    pub fn new(conditions: &'a ConditionTranslator) -> Self {
        OperatorTranslator { conditions, effects: Vec::new() }
    }

    /// Appends the operator with this translated precondition, if it changes anything.
    pub fn translate(
        &mut self,
        ground: &GroundTask,
        number: usize,
        precondition: &[Fact],
        name: impl FnOnce() -> Vec<u8>,
        operators: &mut Operators,
        pacer: &mut Pacer,
    ) -> Result<(), Stop> {
        self.effects.clear();
        let mut adds = Vec::new();
        let mut deletes = Vec::new();
        for effect in ground.operators.effects(number) {
            let fact = self.conditions.fact(effect.literal.fact());
            let condition = ground.operators.condition(effect);
            let list = if effect.literal.is_negated() { &mut deletes } else { &mut adds };
            list.push(GroundEffect { fact, condition });
        }
        for add in &adds {
            if add.condition.is_empty() {
                self.effects.push((add.fact, Vec::new()));
                continue;
            }
            for condition in self.conditions.translate(add.condition).into_iter().flatten() {
                self.effects.push((add.fact, condition));
            }
        }
        for delete in &deletes {
            self.translate_delete(delete, &adds, precondition, pacer)?;
        }
        self.simplify(precondition);
        if !self.effects.is_empty() {
            let effects = self.effects.iter().map(|(fact, condition)| (*fact, condition.as_slice()));
            operators.push(name(), precondition.iter().copied(), effects, ground.operators.cost[number]);
        }
        Ok(())
    }

    /// A delete sets the variable to "none of those" if the deleted value was true and no add effect on
    /// the same variable happens.
    fn translate_delete(
        &mut self,
        delete: &GroundEffect<'_>,
        adds: &[GroundEffect<'_>],
        precondition: &[Fact],
        pacer: &mut Pacer,
    ) -> Result<(), Stop> {
        let Fact { variable, value } = delete.fact;
        let rivals: Vec<&[Literal]> = adds
            .iter()
            .filter(|add| add.fact.variable == variable && self.conditions.translate(add.condition).is_some())
            .map(|add| add.condition)
            .collect();
        if rivals.iter().any(|condition| condition.is_empty()) {
            return Ok(());
        }
        let none_of_those = Fact { variable, value: self.conditions.domain_size(variable) - 1 };
        for mut condition in self.conditions.translate(delete.condition).into_iter().flatten() {
            if !require(&mut condition, delete.fact) {
                continue;
            }
            if rivals.is_empty() {
                self.effects.push((none_of_those, condition));
                continue;
            }
            for choice in self.negations(&rivals, &condition, precondition, pacer)? {
                self.effects.push((none_of_those, choice));
            }
        }
        debug_assert!(value < none_of_those.value);
        Ok(())
    }

    /// The ways to extend a condition so that none of the rival conditions holds: one literal of each is
    /// false. Choices are extended one rival at a time, and those that contradict the precondition or each
    /// other are dropped at once, and so are those that another one implies; otherwise their number would
    /// be exponential in that of the rivals.
    fn negations(
        &self,
        rivals: &[&[Literal]],
        condition: &[Fact],
        precondition: &[Fact],
        pacer: &mut Pacer,
    ) -> Result<Vec<Vec<Fact>>, Stop> {
        let mut choices = vec![condition.to_vec()];
        for rival in rivals {
            let negated: Vec<Vec<Fact>> = rival
                .iter()
                .flat_map(|l| self.conditions.translate(&[Literal::new(l.fact(), !l.is_negated())]))
                .flatten()
                .collect();
            let mut extended = Vec::new();
            for choice in &choices {
                for alternative in &negated {
                    pacer.tick()?;
                    let mut both = choice.clone();
                    let compatible = alternative.iter().all(|&f| {
                        precondition.iter().all(|p| p.variable != f.variable || p.value == f.value)
                            && require(&mut both, f)
                    });
                    if compatible {
                        both.sort_unstable();
                        extended.push(both);
                    }
                }
            }
            drop_supersets(&mut extended);
            choices = extended;
        }
        Ok(choices)
    }

    /// Drops effects that never change anything, and parts of conditions that are implied.
    fn simplify(&mut self, precondition: &[Fact]) {
        let required = |variable: u32| precondition.iter().find(|p| p.variable == variable);
        self.effects.retain(|(fact, _)| required(fact.variable) != Some(fact));
        // A binary variable needs no condition that it has the other value, unless another effect sets it
        // to that: if it does not have the other value, the effect changes nothing.
        let produced: Vec<Fact> = self.effects.iter().map(|(fact, _)| *fact).collect();
        for (fact, condition) in &mut self.effects {
            if self.conditions.domain_size(fact.variable) == 2 {
                let dual = Fact { variable: fact.variable, value: 1 - fact.value };
                if !produced.contains(&dual) {
                    condition.retain(|f| *f != dual);
                }
            }
        }
        self.effects.retain_mut(|(_, condition)| {
            let possible = condition.iter().all(|f| required(f.variable).is_none_or(|p| p.value == f.value));
            condition.retain(|f| required(f.variable).is_none());
            possible
        });
        self.effects.sort_unstable();
        self.effects.dedup();
        // After an unconditional effect, conditional ones with the same value say nothing more. Sorting has
        // put the empty condition first.
        self.effects.dedup_by(|later, earlier| later.0 == earlier.0 && earlier.1.is_empty());
    }
}

/// Keeps only the weakest of the sorted conditions: where a smaller one holds, larger ones add nothing.
fn drop_supersets(conditions: &mut Vec<Vec<Fact>>) {
    conditions.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut kept: Vec<Vec<Fact>> = Vec::new();
    for condition in std::mem::take(conditions) {
        let implied = kept.iter().any(|weaker| {
            let mut rest = condition.iter();
            weaker.iter().all(|fact| rest.any(|other| other == fact))
        });
        if !implied {
            kept.push(condition);
        }
    }
    *conditions = kept;
}

/// Adds a fact to a condition; false if the condition demands another value of its variable.
fn require(condition: &mut Vec<Fact>, fact: Fact) -> bool {
    match condition.iter().find(|f| f.variable == fact.variable) {
        Some(known) => known.value == fact.value,
        None => {
            let place = condition.partition_point(|f| f.variable < fact.variable);
            condition.insert(place, fact);
            true
        }
    }
}
