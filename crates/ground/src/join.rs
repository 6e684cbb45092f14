//! Execution of join plans.

use extremal_limits::{Pacer, Stop};
use extremal_normalise::Term;

use crate::plan::{Check, Level, Plan, Source};
use crate::program::DomainTable;
use crate::relation::Relation;

/// Scratch space of a join: the values of the rule's variables, and where each level stands.
#[derive(Debug, Default)]
pub struct Join {
    /// Value of each variable.
    pub values: Vec<u32>,
    cursors: Vec<Cursor>,
    key: Vec<u32>,
}

/// Where a level stands.
#[derive(Debug, Clone, Copy)]
enum Cursor {
    /// Not started.
    Start,
    /// At this tuple, or at this position of the domain.
    At(u32),
}

/// The tuple whose becoming visible triggered the rule.
#[derive(Debug, Clone, Copy)]
pub struct Trigger {
    /// Its number in its relation.
    pub number: u32,
}

impl Join {
    /// Prepares for a rule with so many variables.
    pub fn reset(&mut self, num_variables: usize) {
        self.values.clear();
        self.values.resize(num_variables, 0);
    }

    /// Value of a term.
    #[inline]
    pub fn value(&self, term: Term) -> u32 {
        value(&self.values, term)
    }

    /// Binds the variables of the triggering atom. False if a constant or repeated variable disagrees.
    pub fn bind_trigger(&mut self, terms: &[Term], tuple: &[u32]) -> bool {
        for (column, (&term, &object)) in terms.iter().zip(tuple).enumerate() {
            match term {
                Term::Object(constant) if constant != object => return false,
                Term::Object(_) => {}
                Term::Variable(v) => {
                    // A variable that occurs again must have the value of its first occurrence.
                    let first = terms.iter().position(|&t| t == term);
                    if first.is_some_and(|first| first < column && tuple[first] != object) {
                        return false;
                    }
                    self.values[v as usize] = object;
                }
            }
        }
        true
    }

    /// Calls `emit` for each binding. `emit` gets the relations, too, because it may add to them: new
    /// tuples are not visible, so the join does not see them.
    pub fn run<S: AsMut<[Relation]>>(
        &mut self,
        plan: &Plan,
        store: &mut S,
        domains: &[DomainTable],
        trigger: Option<Trigger>,
        pacer: &mut Pacer,
        mut emit: impl FnMut(&mut S, &[u32]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        // Joins without levels take time too, if there are millions of them.
        pacer.tick()?;
        if !self.passes(&plan.checks, store.as_mut(), domains, trigger) {
            return Ok(());
        }
        if plan.levels.is_empty() {
            return emit(store, &self.values);
        }
        self.cursors.clear();
        self.cursors.resize(plan.levels.len(), Cursor::Start);
        let mut depth = 0;
        loop {
            pacer.tick()?;
            if !self.advance(depth, &plan.levels[depth], store.as_mut(), domains, trigger) {
                self.cursors[depth] = Cursor::Start;
                if depth == 0 {
                    return Ok(());
                }
                depth -= 1;
            } else if self.passes(&plan.levels[depth].checks, store.as_mut(), domains, trigger) {
                if depth + 1 == plan.levels.len() {
                    emit(store, &self.values)?;
                } else {
                    depth += 1;
                }
            }
        }
    }

    /// Moves a level to its next binding; false if there is none.
    #[inline]
    fn advance(
        &mut self,
        depth: usize,
        level: &Level,
        relations: &[Relation],
        domains: &[DomainTable],
        trigger: Option<Trigger>,
    ) -> bool {
        match &level.source {
            Source::Enumerate { variable, domain } => {
                let position = match self.cursors[depth] {
                    Cursor::Start => 0,
                    Cursor::At(position) => position + 1,
                };
                let Some(&object) = domains[*domain as usize].objects.get(position as usize) else {
                    return false;
                };
                self.cursors[depth] = Cursor::At(position);
                self.values[*variable as usize] = object;
                true
            }
            Source::Scan { relation, index, key, bind, repeat, exclude_trigger } => {
                let relation = &relations[*relation];
                let mut candidate = match self.cursors[depth] {
                    Cursor::Start => {
                        self.key.clear();
                        self.key.extend(key.iter().map(|&t| value(&self.values, t)));
                        relation.first_match(*index, &self.key)
                    }
                    Cursor::At(number) => relation.next_match(*index, number),
                };
                while let Some(number) = candidate {
                    let tuple = relation.tuple(number);
                    let excluded = *exclude_trigger && trigger.is_some_and(|t| t.number == number);
                    if !excluded && repeat.iter().all(|&(column, first)| tuple[column] == tuple[first]) {
                        self.cursors[depth] = Cursor::At(number);
                        for &(column, variable) in bind {
                            self.values[variable as usize] = tuple[column];
                        }
                        return true;
                    }
                    candidate = relation.next_match(*index, number);
                }
                false
            }
        }
    }

    #[inline]
    fn passes(
        &mut self,
        checks: &[Check],
        relations: &[Relation],
        domains: &[DomainTable],
        trigger: Option<Trigger>,
    ) -> bool {
        for check in checks {
            let holds = match check {
                Check::InDomain(variable, domain) => {
                    domains[*domain as usize].contains(self.values[*variable as usize])
                }
                Check::Assign(variable, term) => {
                    self.values[*variable as usize] = self.value(*term);
                    true
                }
                Check::Equal(a, b) => self.value(*a) == self.value(*b),
                Check::NotEqual(a, b) => self.value(*a) != self.value(*b),
                Check::Absent(relation, terms) => self.find(&relations[*relation], terms).is_none(),
                Check::Present(relation, terms, exclude_trigger) => {
                    let relation = &relations[*relation];
                    self.find(relation, terms).is_some_and(|number| {
                        let excluded = *exclude_trigger && trigger.is_some_and(|t| t.number == number);
                        number < relation.visible() && !excluded
                    })
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    #[inline]
    fn find(&mut self, relation: &Relation, terms: &[Term]) -> Option<u32> {
        self.key.clear();
        self.key.extend(terms.iter().map(|&t| value(&self.values, t)));
        relation.find(&self.key)
    }
}

#[inline]
fn value(values: &[u32], term: Term) -> u32 {
    match term {
        Term::Variable(v) => values[v as usize],
        Term::Object(o) => o,
    }
}
