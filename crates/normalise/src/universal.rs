//! Universal quantifiers become negated derived predicates.
//!
//! `forall x φ` is `not new-axiom(free variables)` where `new-axiom` holds if `exists x ¬φ`. Conditions that
//! are equal up to the names of variables share one predicate.

use rustc_hash::FxHashMap;

use crate::formula::Formula;
use crate::task::{DomainId, Literal, Predicate, PredicateId, Term};

/// A rule whose body is not yet normalised.
#[derive(Clone, Debug)]
pub struct PendingAxiom {
    /// The derived predicate.
    pub head: PredicateId,
    /// Variables that are the head's arguments, in order.
    pub parameters: Vec<u32>,
    /// When it holds.
    pub body: Formula,
    /// Domain of every variable of the scope.
    pub scope: Vec<DomainId>,
}

/// Makes derived predicates for subformulas, each once.
#[derive(Debug)]
pub struct Axiomatiser {
    /// All predicates; new ones are appended.
    pub predicates: Vec<Predicate>,
    /// The rules of the new predicates.
    pub axioms: Vec<PendingAxiom>,
    known: FxHashMap<(Formula, Vec<DomainId>), PredicateId>,
    count: usize,
}

impl Axiomatiser {
    /// Starts from the declared predicates.
    pub fn new(predicates: Vec<Predicate>) -> Self {
        Axiomatiser { predicates, axioms: Vec::new(), known: FxHashMap::default(), count: 0 }
    }

    /// The formula without universal quantifiers.
    pub fn eliminate_universal(&mut self, formula: &Formula, scope: &[DomainId]) -> Formula {
        match formula {
            Formula::Forall(..) => {
                let body = self.eliminate_universal(&formula.negate(), scope);
                match self.derived_literal(body, scope) {
                    Formula::Literal(l) => Formula::Literal(l.negate()),
                    truth => truth.negate(),
                }
            }
            Formula::And(parts) => {
                Formula::and(parts.iter().map(|p| self.eliminate_universal(p, scope)).collect::<Vec<_>>())
            }
            Formula::Or(parts) => {
                Formula::or(parts.iter().map(|p| self.eliminate_universal(p, scope)).collect::<Vec<_>>())
            }
            Formula::Exists(variables, part) => {
                Formula::exists(variables.clone(), self.eliminate_universal(part, scope))
            }
            other => other.clone(),
        }
    }

    /// A literal of a derived predicate that holds exactly where the formula does.
    pub fn derived_literal(&mut self, body: Formula, scope: &[DomainId]) -> Formula {
        if matches!(body, Formula::True | Formula::False) {
            return body;
        }
        let mut parameters = Vec::new();
        body.collect_free_variables(&mut Vec::new(), &mut parameters);
        // Parameters in order of their numbers: the order in which the source declares them.
        parameters.sort_unstable();
        let (canonical, domains) = canonical(&body, &parameters, scope);
        let head = match self.known.get(&(canonical.clone(), domains.clone())) {
            Some(&head) => head,
            None => {
                let head = self.add_predicate(parameters.len());
                self.known.insert((canonical, domains), head);
                let scope = scope.to_vec();
                self.axioms.push(PendingAxiom { head, parameters: parameters.clone(), body, scope });
                head
            }
        };
        Formula::Literal(Literal {
            predicate: head,
            arguments: parameters.into_iter().map(Term::Variable).collect(),
            negated: false,
        })
    }

    fn add_predicate(&mut self, arity: usize) -> PredicateId {
        // `@` cannot occur in a name that the user wrote, but SAS+ files made from such tasks come back to
        // us as text only, so a plain counter is all that is needed.
        let name = format!("new-axiom@{}", self.count);
        self.count += 1;
        self.predicates.push(Predicate { name, arity });
        (self.predicates.len() - 1) as PredicateId
    }
}

/// The formula with its variables renamed by order of occurrence (parameters first), and their domains.
fn canonical(body: &Formula, parameters: &[u32], scope: &[DomainId]) -> (Formula, Vec<DomainId>) {
    let mut order = parameters.to_vec();
    collect_bound_variables(body, &mut order);
    let mut position = vec![0; scope.len()];
    for (i, &v) in order.iter().enumerate() {
        position[v as usize] = i as u32;
    }
    let domains = order.iter().map(|&v| scope[v as usize]).collect();
    (body.rename(&|v| position[v as usize]), domains)
}

fn collect_bound_variables(formula: &Formula, order: &mut Vec<u32>) {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|p| collect_bound_variables(p, order));
        }
        Formula::Exists(variables, part) | Formula::Forall(variables, part) => {
            order.extend(variables);
            collect_bound_variables(part, order);
        }
        Formula::True | Formula::False | Formula::Literal(_) => {}
    }
}
