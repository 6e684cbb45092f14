//! Derived predicates: their atoms are computed from the rules when a condition asks for them.
//!
//! Predicates that depend on one another form a stratum; strata are computed in order of dependency, so
//! that negation always looks at a finished one. A stratum is computed again only when a predicate that its
//! rules mention has changed. Within it the evaluation is semi-naive: every rule is searched once, and then
//! each new atom is joined with the rest of every rule body at every place where it can stand.

use std::ops::ControlFlow::Continue;

use extremal_limits::{Pacer, Stop};
use extremal_pddl::task::{Axiom, Task, Term};

use crate::components::strongly_connected_components;
use crate::domains::{DomainId, Domains};
use crate::evaluate::Evaluator;
use crate::formula::{Formula, Variable};
use crate::state::{Fact, State};

/// The derived predicates of a task.
pub(crate) struct DerivedPredicates {
    strata: Vec<Stratum>,
    /// For each predicate the stratum that computes it, if it is derived.
    stratum_of: Vec<Option<usize>>,
}

struct Stratum {
    predicates: Vec<usize>,
    rules: Vec<Rule>,
    /// Predicates in rule bodies that are computed before.
    inputs: Vec<usize>,
    /// Strata that must be computed before, in order, all of them.
    below: Vec<usize>,
    /// Sum of the versions of the inputs at the last computation.
    computed_at: Option<u64>,
}

struct Rule {
    head: usize,
    arguments: Box<[Variable]>,
    scope: Box<[DomainId]>,
    body: Formula,
    /// Whether the body can become true through a stratum's own atom below a universal quantifier, which
    /// joins cannot follow; such a rule is searched anew until nothing changes.
    search_again: bool,
}

/// A place in a rule body where an atom of the same stratum stands: the atom, what else must hold together
/// with it, and the existential variables around it.
struct Occurrence<'r> {
    predicate: usize,
    arguments: &'r [Term],
    rest: Vec<&'r Formula>,
    hidden: Vec<Variable>,
}

impl DerivedPredicates {
    pub(crate) fn new<'a>(task: &'a Task, domains: &mut Domains<'a>) -> Self {
        let mut rules: Vec<Vec<Rule>> = task.predicates.iter().map(|_| Vec::new()).collect();
        for axiom in &task.axioms {
            rules[axiom.head.0 as usize].push(Rule::new(axiom, domains));
        }
        let mentioned: Vec<Vec<usize>> = rules.iter().map(|rules| predicates_in_bodies(rules)).collect();
        let mut derived =
            DerivedPredicates { strata: Vec::new(), stratum_of: vec![None; task.predicates.len()] };
        for predicates in strongly_connected_components(&mentioned) {
            if !predicates.iter().any(|&p| task.predicates[p].derived) {
                continue;
            }
            let mut inputs: Vec<usize> =
                predicates.iter().flat_map(|&p| mentioned[p].iter().copied()).collect();
            inputs.retain(|p| !predicates.contains(p));
            inputs.sort_unstable();
            inputs.dedup();
            let below = derived.strata_for(inputs.iter().copied());
            predicates.iter().for_each(|&p| derived.stratum_of[p] = Some(derived.strata.len()));
            let mut rules: Vec<Rule> =
                predicates.iter().flat_map(|&p| std::mem::take(&mut rules[p])).collect();
            for rule in &mut rules {
                rule.search_again = below_universal(&rule.body, &predicates);
            }
            derived.strata.push(Stratum { predicates, rules, inputs, below, computed_at: None });
        }
        derived
    }

    /// The strata, in order, that must be up to date before the predicates are looked at.
    pub(crate) fn strata_for(&self, predicates: impl Iterator<Item = usize>) -> Vec<usize> {
        let direct = predicates.filter_map(|p| self.stratum_of[p]);
        let mut strata: Vec<usize> =
            direct.flat_map(|s| self.strata[s].below.iter().copied().chain([s])).collect();
        strata.sort_unstable();
        strata.dedup();
        strata
    }

    /// The strata that the evaluation of a formula needs.
    pub(crate) fn strata_for_formula(&self, formula: &Formula) -> Vec<usize> {
        let mut predicates = Vec::new();
        formula.visit_predicates(&mut |predicate| predicates.push(predicate));
        self.strata_for(predicates.into_iter())
    }

    /// Brings strata, given in order, up to date with the state.
    pub(crate) fn update(
        &mut self,
        strata: &[usize],
        state: &mut State,
        domains: &Domains,
        pacer: &mut Pacer,
    ) -> Result<(), Stop> {
        for &stratum in strata {
            let stratum = &mut self.strata[stratum];
            let version = stratum.inputs.iter().map(|&p| state.relation(p).version()).sum();
            if stratum.computed_at != Some(version) {
                stratum.compute(state, domains, pacer)?;
                stratum.computed_at = Some(version);
            }
        }
        Ok(())
    }
}

impl Rule {
    fn new<'a>(axiom: &'a Axiom, domains: &mut Domains<'a>) -> Self {
        Rule {
            head: axiom.head.0 as usize,
            arguments: (0..axiom.num_parameters as Variable).collect(),
            scope: domains.of_scope(&axiom.variables),
            body: Formula::new(&axiom.condition, true),
            search_again: false,
        }
    }

    /// Finds the atoms that the rule derives by goals that imply its body, and appends the new ones.
    fn derive(
        &self,
        evaluator: &mut Evaluator,
        state: &State,
        goals: &[&Formula],
        hidden: &[Variable],
        new: &mut Vec<Fact>,
    ) -> Result<(), Stop> {
        let known = state.relation(self.head);
        let found = evaluator.search(goals, &self.arguments, hidden, &mut |bindings| {
            let objects = &bindings[..self.arguments.len()];
            if !known.contains(objects.iter().copied()) {
                new.push(Fact { predicate: self.head, objects: objects.into() });
            }
            Continue(())
        });
        found.map(|_| ())
    }
}

impl Stratum {
    fn compute(&self, state: &mut State, domains: &Domains, pacer: &mut Pacer) -> Result<(), Stop> {
        self.predicates.iter().for_each(|&p| state.relation_mut(p).clear());
        let occurrences: Vec<(&Rule, Occurrence)> =
            self.rules.iter().flat_map(|r| self.occurrences(r)).collect();
        let mut new = Vec::new();
        for rule in &self.rules {
            let mut evaluator = Evaluator::new(state, domains, &rule.scope, pacer);
            rule.derive(&mut evaluator, state, &[&rule.body], &[], &mut new)?;
        }
        loop {
            while let Some(fact) = new.pop() {
                if state.relation_mut(fact.predicate).insert(&fact.objects) {
                    for (rule, place) in
                        occurrences.iter().filter(|(_, place)| place.predicate == fact.predicate)
                    {
                        let mut evaluator = Evaluator::new(state, domains, &rule.scope, pacer);
                        if evaluator.unify(place.arguments, &fact.objects, &mut Vec::new()) {
                            rule.derive(&mut evaluator, state, &place.rest, &place.hidden, &mut new)?;
                        }
                    }
                }
            }
            for rule in self.rules.iter().filter(|rule| rule.search_again) {
                let mut evaluator = Evaluator::new(state, domains, &rule.scope, pacer);
                rule.derive(&mut evaluator, state, &[&rule.body], &[], &mut new)?;
            }
            if new.is_empty() {
                return Ok(());
            }
        }
    }

    fn occurrences<'r>(&self, rule: &'r Rule) -> Vec<(&'r Rule, Occurrence<'r>)> {
        let mut places = Vec::new();
        collect_occurrences(&rule.body, &self.predicates, &mut Vec::new(), &mut Vec::new(), &mut places);
        places.into_iter().map(|place| (rule, place)).collect()
    }
}

fn collect_occurrences<'r>(
    formula: &'r Formula,
    predicates: &[usize],
    rest: &mut Vec<&'r Formula>,
    hidden: &mut Vec<Variable>,
    places: &mut Vec<Occurrence<'r>>,
) {
    match formula {
        Formula::Atom { predicate, arguments, positive: true } if predicates.contains(predicate) => {
            places.push(Occurrence {
                predicate: *predicate,
                arguments,
                rest: rest.clone(),
                hidden: hidden.clone(),
            });
        }
        Formula::And(parts) => {
            let before = rest.len();
            for chosen in 0..parts.len() {
                let others = parts.iter().enumerate().filter(|(index, _)| *index != chosen);
                rest.extend(others.map(|(_, part)| part));
                collect_occurrences(&parts[chosen], predicates, rest, hidden, places);
                rest.truncate(before);
            }
        }
        Formula::Or { options, .. } => {
            options.iter().for_each(|option| collect_occurrences(option, predicates, rest, hidden, places));
        }
        Formula::Exists { variables, body, positive: true, .. } => {
            let before = hidden.len();
            hidden.extend_from_slice(variables);
            collect_occurrences(body, predicates, rest, hidden, places);
            hidden.truncate(before);
        }
        _ => {}
    }
}

/// Whether a negated existential quantifier (a universal one) speaks about one of the predicates.
fn below_universal(formula: &Formula, predicates: &[usize]) -> bool {
    match formula {
        Formula::Atom { .. } | Formula::Equals { .. } => false,
        Formula::And(parts) | Formula::Or { options: parts, .. } => {
            parts.iter().any(|part| below_universal(part, predicates))
        }
        Formula::Exists { body, positive: true, .. } => below_universal(body, predicates),
        Formula::Exists { body, .. } => {
            let mut found = false;
            body.visit_predicates(&mut |predicate| found |= predicates.contains(&predicate));
            found
        }
    }
}

fn predicates_in_bodies(rules: &[Rule]) -> Vec<usize> {
    let mut predicates = Vec::new();
    for rule in rules {
        rule.body.visit_predicates(&mut |predicate| predicates.push(predicate));
    }
    predicates.sort_unstable();
    predicates.dedup();
    predicates
}
