//! Join plans: in which order a rule's atoms are matched, and when its filters are tested.

use extremal_normalise::{DomainId, Term};

use crate::program::{BodyAtom, DomainTable, Filter, RelationId, Rule};
use crate::relation::Relation;

/// How to enumerate the bindings of a rule, starting from some bound variables.
#[derive(Debug)]
pub struct Plan {
    /// What to test before the first level.
    pub checks: Vec<Check>,
    /// One level for each source of bindings.
    pub levels: Vec<Level>,
}

/// A source of bindings, then tests of what is newly bound.
#[derive(Debug)]
pub struct Level {
    /// Where bindings come from.
    pub source: Source,
    /// Tests after binding.
    pub checks: Vec<Check>,
}

/// Where bindings come from.
#[derive(Debug)]
pub enum Source {
    /// Tuples of a relation that agree with what is bound already.
    Scan {
        /// The relation.
        relation: RelationId,
        /// Number of the relation's index over the bound columns.
        index: usize,
        /// Terms of the bound columns.
        key: Vec<Term>,
        /// Columns that bind variables.
        bind: Vec<(usize, u32)>,
        /// Columns that must equal an earlier column of the same tuple (a variable that occurs twice).
        repeat: Vec<(usize, usize)>,
        /// Whether the tuple that triggered the rule must be left out (see [`Plan::new`]).
        exclude_trigger: bool,
    },
    /// All objects of a domain.
    Enumerate {
        /// The variable.
        variable: u32,
        /// Its domain.
        domain: DomainId,
    },
}

/// A test, or the binding of a variable that an equality determines.
#[derive(Debug)]
pub enum Check {
    /// The value of the variable belongs to the domain.
    InDomain(u32, DomainId),
    /// The variable takes the value of the term.
    Assign(u32, Term),
    /// Both terms have the same value.
    Equal(Term, Term),
    /// The terms have different values.
    NotEqual(Term, Term),
    /// The relation, which does not grow, lacks the tuple.
    Absent(RelationId, Vec<Term>),
    /// The relation has the tuple, visibly; the flag is as in [`Source::Scan`].
    Present(RelationId, Vec<Term>, bool),
}

impl Plan {
    /// Plans the join of a rule's atoms when `trigger` (if any) is matched already and binds its variables.
    ///
    /// A tuple that has just become visible triggers a rule once for each body atom of its relation. So
    /// that a combination of tuples is found only once, atoms before the triggering one must not match the
    /// new tuple itself, while those after it may.
    ///
    /// The order is greedy: next comes the atom with the fewest expected matches given what is bound.
    pub fn new(
        rule: &Rule,
        trigger: Option<usize>,
        relations: &mut [Relation],
        domains: &[DomainTable],
    ) -> Plan {
        let mut planner = Planner {
            rule,
            trigger,
            domains,
            bound: vec![false; rule.variables.len()],
            atoms: (0..rule.body.len()).filter(|&a| Some(a) != trigger).collect(),
            filters: (0..rule.filters.len()).collect(),
        };
        let mut checks = Vec::new();
        if let Some(trigger) = trigger {
            planner.bind_all(&rule.body[trigger].terms, &mut checks);
        }
        planner.test_what_is_bound(relations, &mut checks);
        let mut levels = Vec::new();
        while let Some(source) = planner.next_source(relations) {
            let mut checks = Vec::new();
            match &source {
                Source::Scan { bind, .. } => {
                    for &(_, variable) in bind {
                        planner.bind(variable, &mut checks);
                    }
                }
                // Its values are in the domain already.
                Source::Enumerate { variable, .. } => planner.bound[*variable as usize] = true,
            }
            planner.test_what_is_bound(relations, &mut checks);
            levels.push(Level { source, checks });
        }
        Plan { checks, levels }
    }
}

struct Planner<'a> {
    rule: &'a Rule,
    trigger: Option<usize>,
    domains: &'a [DomainTable],
    bound: Vec<bool>,
    /// Atoms not yet matched.
    atoms: Vec<usize>,
    /// Filters not yet tested.
    filters: Vec<usize>,
}

impl Planner<'_> {
    fn is_bound(&self, term: Term) -> bool {
        match term {
            Term::Variable(v) => self.bound[v as usize],
            Term::Object(_) => true,
        }
    }

    fn bind_all(&mut self, terms: &[Term], checks: &mut Vec<Check>) {
        for &term in terms {
            if let Term::Variable(v) = term
                && !self.bound[v as usize]
            {
                self.bind(v, checks);
            }
        }
    }

    fn bind(&mut self, variable: u32, checks: &mut Vec<Check>) {
        self.bound[variable as usize] = true;
        let domain = self.rule.variables[variable as usize];
        if !self.domains[domain as usize].is_everything() {
            checks.push(Check::InDomain(variable, domain));
        }
    }

    /// Adds every test whose variables are bound, until an equality binds no more.
    fn test_what_is_bound(&mut self, relations: &[Relation], checks: &mut Vec<Check>) {
        loop {
            let mut bound_more = false;
            for filter in std::mem::take(&mut self.filters) {
                match &self.rule.filters[filter] {
                    Filter::NotEqual(a, b) if self.is_bound(*a) && self.is_bound(*b) => {
                        checks.push(Check::NotEqual(*a, *b));
                    }
                    Filter::Equal(a, b) if self.is_bound(*a) && self.is_bound(*b) => {
                        checks.push(Check::Equal(*a, *b));
                    }
                    Filter::Equal(a, b) if self.is_bound(*a) || self.is_bound(*b) => {
                        let (known, other) = if self.is_bound(*a) { (*a, *b) } else { (*b, *a) };
                        if let Term::Variable(v) = other {
                            checks.push(Check::Assign(v, known));
                            self.bind(v, checks);
                            bound_more = true;
                        }
                    }
                    Filter::Absent(atom) if atom.terms.iter().all(|&t| self.is_bound(t)) => {
                        checks.push(Check::Absent(atom.relation, atom.terms.clone()));
                    }
                    _ => self.filters.push(filter),
                }
            }
            if !bound_more {
                break;
            }
        }
        for atom in std::mem::take(&mut self.atoms) {
            let BodyAtom { relation, terms } = &self.rule.body[atom];
            // Relations in which nothing can be looked up are scanned through an index over all columns.
            if relations[*relation].is_tracked() && terms.iter().all(|&t| self.is_bound(t)) {
                checks.push(Check::Present(*relation, terms.clone(), self.excludes_trigger(atom)));
            } else {
                self.atoms.push(atom);
            }
        }
    }

    fn excludes_trigger(&self, atom: usize) -> bool {
        self.trigger.is_some_and(|trigger| {
            atom < trigger && self.rule.body[atom].relation == self.rule.body[trigger].relation
        })
    }

    fn next_source(&mut self, relations: &mut [Relation]) -> Option<Source> {
        let mut best: Option<(f64, usize)> = None;
        for (place, &atom) in self.atoms.iter().enumerate() {
            let BodyAtom { relation, terms } = &self.rule.body[atom];
            let columns: Vec<usize> = (0..terms.len()).filter(|&c| self.is_bound(terms[c])).collect();
            let expected = relations[*relation].expected_matches(&columns);
            if best.is_none_or(|(fewest, _)| expected < fewest) {
                best = Some((expected, place));
            }
        }
        if let Some((_, place)) = best {
            let atom = self.atoms.swap_remove(place);
            return Some(self.scan(atom, relations));
        }
        // Variables that no atom binds take all values of their domains, smallest domain first.
        let unbound = (0..self.bound.len()).filter(|&v| !self.bound[v]);
        let size = |v: &usize| self.domains[self.rule.variables[*v] as usize].objects.len();
        let variable = unbound.min_by_key(size)?;
        Some(Source::Enumerate { variable: variable as u32, domain: self.rule.variables[variable] })
    }

    fn scan(&self, atom: usize, relations: &mut [Relation]) -> Source {
        let BodyAtom { relation, terms } = &self.rule.body[atom];
        let mut columns = Vec::new();
        let mut key = Vec::new();
        let mut bind: Vec<(usize, u32)> = Vec::new();
        let mut repeat = Vec::new();
        for (column, &term) in terms.iter().enumerate() {
            match term {
                Term::Variable(v) if !self.bound[v as usize] => {
                    match bind.iter().find(|&&(_, earlier)| earlier == v) {
                        Some(&(first, _)) => repeat.push((column, first)),
                        None => bind.push((column, v)),
                    }
                }
                known => {
                    columns.push(column);
                    key.push(known);
                }
            }
        }
        Source::Scan {
            relation: *relation,
            index: relations[*relation].index_over(&columns),
            key,
            bind,
            repeat,
            exclude_trigger: self.excludes_trigger(atom),
        }
    }
}
