//! Conjunctions of literals to conjunctions of variable assignments.

use extremal_ground::Literal;

use crate::groups::Groups;
use crate::task::Fact;

/// `None` if the conjunction can never hold; otherwise conjunctions of which one must hold, each sorted by
/// variable. There is more than one where a negative literal speaks about a variable with more than two
/// values that is otherwise free.
pub type Translated = Option<Vec<Vec<Fact>>>;

/// Translates literals over ground facts to facts over variables.
#[derive(Debug)]
pub struct ConditionTranslator {
    fact: Vec<Fact>,
    domain_size: Vec<u32>,
    /// For each ground fact, the mutex groups it is in.
    mutex_groups: Vec<Vec<u32>>,
}

impl ConditionTranslator {
    /// Prepares the translation.
    pub fn new(num_facts: usize, groups: &Groups) -> Self {
        let mut fact = vec![Fact { variable: 0, value: 0 }; num_facts];
        for (variable, group) in groups.variables.iter().enumerate() {
            for (value, &ground_fact) in group.iter().enumerate() {
                fact[ground_fact as usize] = Fact { variable: variable as u32, value: value as u32 };
            }
        }
        let mut mutex_groups = vec![Vec::new(); num_facts];
        for (number, group) in groups.mutex_groups.iter().enumerate() {
            for &ground_fact in group {
                mutex_groups[ground_fact as usize].push(number as u32);
            }
        }
        let domain_size = groups.variables.iter().map(|g| g.len() as u32 + 1).collect();
        ConditionTranslator { fact, domain_size, mutex_groups }
    }

    /// The value that stands for a ground fact.
    pub fn fact(&self, ground_fact: u32) -> Fact {
        self.fact[ground_fact as usize]
    }

    /// Number of values of a variable, the last of which means that no fact of its group holds.
    pub fn domain_size(&self, variable: u32) -> u32 {
        self.domain_size[variable as usize]
    }

    /// Translates a conjunction.
    pub fn translate(&self, literals: &[Literal]) -> Translated {
        if self.violates_mutex(literals) {
            return None;
        }
        let mut assigned: Vec<Fact> = Vec::with_capacity(literals.len());
        for literal in literals.iter().filter(|l| !l.is_negated()) {
            let fact = self.fact(literal.fact());
            match assigned.iter().find(|f| f.variable == fact.variable) {
                Some(other) if other.value != fact.value => return None,
                Some(_) => {}
                None => assigned.push(fact),
            }
        }
        // Variables with forbidden values but no required one.
        let mut allowed: Vec<(u32, Vec<u32>)> = Vec::new();
        for literal in literals.iter().filter(|l| l.is_negated()) {
            let Fact { variable, value } = self.fact(literal.fact());
            if let Some(fact) = assigned.iter().find(|f| f.variable == variable) {
                if fact.value == value {
                    return None;
                }
            } else if let Some((_, values)) = allowed.iter_mut().find(|(v, _)| *v == variable) {
                values.retain(|&v| v != value);
            } else {
                allowed.push((variable, (0..self.domain_size(variable)).filter(|&v| v != value).collect()));
            }
        }
        allowed.sort_by_key(|(_, values)| values.len());
        let mut product = vec![assigned];
        for (variable, values) in allowed {
            product = product
                .iter()
                .flat_map(|partial| {
                    values.iter().map(move |&value| {
                        let mut extended = partial.clone();
                        extended.push(Fact { variable, value });
                        extended
                    })
                })
                .collect();
        }
        product.iter_mut().for_each(|condition| condition.sort_unstable());
        Some(product)
    }

    /// How many conjunctions [`translate`](Self::translate) makes of one that is not impossible, where other
    /// literals are given.
    pub fn alternatives(&self, given: &[Literal], literals: &[Literal]) -> u64 {
        let mut alternatives: u64 = 1;
        let mut multiplied: Vec<u32> = Vec::new();
        for (_, Fact { variable, .. }) in self.multiplying(given, literals) {
            if multiplied.contains(&variable) {
                continue;
            }
            multiplied.push(variable);
            let forbidden = self.multiplying(given, literals).filter(|(_, f)| f.variable == variable).count();
            let allowed = u64::from(self.domain_size(variable)) - forbidden as u64;
            alternatives = alternatives.saturating_mul(allowed);
        }
        alternatives
    }

    /// The negative literals about variables with more than two values of which nothing else is known, each once,
    /// and the values that they forbid.
    pub fn multiplying<'l>(
        &'l self,
        given: &'l [Literal],
        literals: &'l [Literal],
    ) -> impl Iterator<Item = (Literal, Fact)> + 'l {
        let variable = |literal: &Literal| self.fact(literal.fact()).variable;
        let is_known = move |of: u32| {
            literals.iter().any(|l| !l.is_negated() && variable(l) == of)
                || given.iter().any(|l| variable(l) == of)
        };
        let negative = literals.iter().enumerate().filter(|(_, literal)| literal.is_negated());
        negative.filter(move |(place, literal)| !literals[..*place].contains(literal)).filter_map(
            move |(_, &literal)| {
                let fact = self.fact(literal.fact());
                let multiplies = self.domain_size(fact.variable) > 2 && !is_known(fact.variable);
                multiplies.then_some((literal, fact))
            },
        )
    }

    /// Whether two different positive facts share a mutex group, or a fact occurs with both signs.
    pub fn violates_mutex(&self, literals: &[Literal]) -> bool {
        let positive = |l: &&Literal| !l.is_negated();
        for (place, literal) in literals.iter().enumerate() {
            if literal.is_negated() {
                continue;
            }
            let fact = literal.fact();
            if literals.contains(&Literal::new(fact, true)) {
                return true;
            }
            let groups = &self.mutex_groups[fact as usize];
            if groups.is_empty() {
                continue;
            }
            let conflicts =
                |other: u32| other != fact && share_a_group(groups, &self.mutex_groups[other as usize]);
            if literals[place + 1..].iter().filter(positive).any(|l| conflicts(l.fact())) {
                return true;
            }
        }
        false
    }
}

/// Whether two sorted lists have a common entry.
fn share_a_group(a: &[u32], b: &[u32]) -> bool {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => a.next(),
            std::cmp::Ordering::Greater => b.next(),
            std::cmp::Ordering::Equal => return true,
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translator() -> ConditionTranslator {
        // Variable 0: facts 0, 1, 2; variable 1: fact 3. Facts 2 and 3 are mutex.
        let groups =
            Groups { mutex_groups: vec![vec![0, 1, 2], vec![2, 3]], variables: vec![vec![0, 1, 2], vec![3]] };
        ConditionTranslator::new(4, &groups)
    }

    fn fact(variable: u32, value: u32) -> Fact {
        Fact { variable, value }
    }

    #[test]
    fn positive_literals_become_values() {
        let literals = [Literal::new(3, false), Literal::new(1, false)];
        assert_eq!(translator().translate(&literals), Some(vec![vec![fact(0, 1), fact(1, 0)]]));
    }

    #[test]
    fn mutex_facts_make_a_condition_impossible() {
        assert_eq!(translator().translate(&[Literal::new(3, false), Literal::new(2, false)]), None);
        assert_eq!(translator().translate(&[Literal::new(0, false), Literal::new(1, false)]), None);
        assert_eq!(translator().translate(&[Literal::new(3, false), Literal::new(3, true)]), None);
    }

    #[test]
    fn negative_literals_are_multiplied_out_unless_implied() {
        let implied = [Literal::new(0, true), Literal::new(1, false)];
        assert_eq!(translator().translate(&implied), Some(vec![vec![fact(0, 1)]]));
        let free = [Literal::new(0, true), Literal::new(1, true)];
        assert_eq!(translator().translate(&free), Some(vec![vec![fact(0, 2)], vec![fact(0, 3)]]));
        let binary = [Literal::new(3, true)];
        assert_eq!(translator().translate(&binary), Some(vec![vec![fact(1, 1)]]));
    }

    #[test]
    fn alternatives_are_as_many_as_are_made() {
        let translator = translator();
        let all: Vec<Literal> =
            (0..4).flat_map(|f| [Literal::new(f, false), Literal::new(f, true)]).collect();
        for choice in 0..1 << all.len() {
            let chosen = |(place, _): &(usize, &Literal)| choice >> place & 1 == 1;
            let mut literals: Vec<Literal> = all.iter().enumerate().filter(chosen).map(|(_, l)| *l).collect();
            // A literal may occur twice, where two parameters of an action are the same object.
            literals.extend(literals.first().copied());
            if let Some(made) = translator.translate(&literals) {
                assert_eq!(translator.alternatives(&[], &literals), made.len() as u64, "{literals:?}");
            }
        }
        let (given, own) = ([Literal::new(1, false)], [Literal::new(0, true)]);
        assert_eq!([translator.alternatives(&[], &own), translator.alternatives(&given, &own)], [3, 1]);
    }

    #[test]
    fn the_empty_conjunction_always_holds() {
        assert_eq!(translator().translate(&[]), Some(vec![vec![]]));
    }
}
