//! The normalised task as a Datalog program over relations.
//!
//! Every predicate is a relation, and so is every action and axiom: its tuples are the values of its
//! variables for which the positive part of its precondition or body can be reached. Deletes and negative
//! conditions on predicates that change are ignored (relaxed reachability); negative conditions on
//! predicates that never change, (in)equalities and domains of variables are filters.

use extremal_normalise::{Cost, DomainId, EQUALITY, Literal, Task, Term};

use crate::relation::Relation;

/// Index into [`Program::relations`].
pub type RelationId = usize;

/// Relations and rules.
#[derive(Debug)]
pub struct Program {
    /// Predicates first (by their ids), then actions, then axioms, then definitions of functions.
    pub relations: Vec<Relation>,
    /// For each relation, whether rules can add to it.
    pub grows: Vec<bool>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// Relation of the first action.
    pub first_action: RelationId,
    /// Relation of the first axiom.
    pub first_axiom: RelationId,
    /// Relation that holds the arguments for which the first function is defined.
    pub first_function: RelationId,
    /// Membership tables of the domains of variables.
    pub domains: Vec<DomainTable>,
}

/// The objects that a variable may take.
#[derive(Debug)]
pub struct DomainTable {
    /// The objects, in increasing order.
    pub objects: Vec<u32>,
    member: Vec<bool>,
}

impl DomainTable {
    /// Whether the object belongs to it.
    #[inline]
    pub fn contains(&self, object: u32) -> bool {
        self.member[object as usize]
    }

    /// Whether every object belongs to it.
    pub fn is_everything(&self) -> bool {
        self.objects.len() == self.member.len()
    }
}

/// `head(terms) :- body, filters`.
#[derive(Debug)]
pub struct Rule {
    /// Relation that the rule adds to.
    pub head: RelationId,
    /// Terms of the new tuple.
    pub head_terms: Vec<Term>,
    /// Domains of the variables.
    pub variables: Vec<DomainId>,
    /// Atoms that must be there.
    pub body: Vec<BodyAtom>,
    /// Further conditions.
    pub filters: Vec<Filter>,
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct BodyAtom {
    /// The relation.
    pub relation: RelationId,
    /// As many terms as the relation has columns.
    pub terms: Vec<Term>,
}

/// A condition that binds no variables by itself (but `Equal` can, once one side is known).
#[derive(Clone, Debug)]
pub enum Filter {
    /// Both terms are the same object.
    Equal(Term, Term),
    /// The terms are different objects.
    NotEqual(Term, Term),
    /// The atom of a relation that does not grow is absent.
    Absent(BodyAtom),
}

impl Program {
    /// The program of a task.
    pub fn new(task: &Task) -> Self {
        let num_objects = task.objects.len();
        let num_predicates = task.predicates.len();
        let first_action = num_predicates;
        let first_axiom = first_action + task.actions.len();
        let first_function = first_axiom + task.axioms.len();

        let mut relations: Vec<Relation> =
            task.predicates.iter().map(|p| Relation::new(p.arity, num_objects)).collect();
        relations.extend(task.actions.iter().map(|a| Relation::untracked(a.variables.len(), num_objects)));
        relations.extend(task.axioms.iter().map(|a| Relation::untracked(a.variables.len(), num_objects)));
        let mut grows = task.fluent_predicates();
        grows.resize(first_function, true);
        for values in &task.function_values {
            let mut defined = Relation::new(values.first().map_or(0, |v| v.0.len()), num_objects);
            values.iter().for_each(|(arguments, _)| defined.insert(arguments));
            relations.push(defined);
            grows.push(false);
        }
        for (predicate, arguments) in &task.initial_state {
            relations[*predicate as usize].insert(arguments);
        }
        for (relation, &grows) in relations.iter_mut().zip(&grows) {
            if !grows {
                relation.reveal_all();
            }
        }

        let domains = task.domains.iter().map(|d| {
            let mut member = vec![false; num_objects];
            d.objects.iter().for_each(|&o| member[o as usize] = true);
            DomainTable { objects: d.objects.clone(), member }
        });
        let mut program = Program {
            domains: domains.collect(),
            relations,
            grows,
            rules: Vec::new(),
            first_action,
            first_axiom,
            first_function,
        };
        program.add_action_rules(task);
        program.add_axiom_rules(task);
        program
    }

    fn add_action_rules(&mut self, task: &Task) {
        for (number, action) in task.actions.iter().enumerate() {
            let relation = self.first_action + number;
            let (mut body, filters) = self.split_condition(&action.precondition);
            if let Cost::Function(function, arguments) = &action.cost {
                // An action whose cost is undefined is not applicable.
                let function = self.first_function + *function as usize;
                let undefined = self.relations[function].is_empty();
                if undefined || self.relations[function].arity() == arguments.len() {
                    let terms = if undefined { Vec::new() } else { arguments.clone() };
                    body.push(BodyAtom { relation: function, terms });
                }
            }
            let head_terms = all_variables(action.variables.len());
            let variables = action.variables.clone();
            self.rules.push(Rule {
                head: relation,
                head_terms: head_terms.clone(),
                variables,
                body,
                filters,
            });

            for effect in action.effects.iter().filter(|e| !e.literal.negated) {
                let (condition, filters) = self.split_condition(&effect.condition);
                let mut body = vec![BodyAtom { relation, terms: head_terms.clone() }];
                body.extend(condition);
                self.rules.push(Rule {
                    head: effect.literal.predicate as usize,
                    head_terms: effect.literal.arguments.clone(),
                    variables: action.variables.iter().chain(&effect.variables).copied().collect(),
                    body,
                    filters,
                });
            }
        }
    }

    fn add_axiom_rules(&mut self, task: &Task) {
        for (number, axiom) in task.axioms.iter().enumerate() {
            let relation = self.first_axiom + number;
            let (body, filters) = self.split_condition(&axiom.body);
            let head_terms = all_variables(axiom.variables.len());
            let variables = axiom.variables.clone();
            self.rules.push(Rule {
                head: relation,
                head_terms: head_terms.clone(),
                variables: variables.clone(),
                body,
                filters,
            });
            self.rules.push(Rule {
                head: axiom.head as usize,
                head_terms: all_variables(axiom.num_parameters),
                variables,
                body: vec![BodyAtom { relation, terms: head_terms }],
                filters: Vec::new(),
            });
        }
    }

    /// Splits a conjunction into atoms that bind variables and filters. Negative literals of relations that
    /// grow vanish.
    pub fn split_condition(&self, condition: &[Literal]) -> (Vec<BodyAtom>, Vec<Filter>) {
        let mut body = Vec::new();
        let mut filters = Vec::new();
        for literal in condition {
            let atom = BodyAtom { relation: literal.predicate as usize, terms: literal.arguments.clone() };
            match (literal.predicate == EQUALITY, literal.negated) {
                (true, false) => filters.push(Filter::Equal(atom.terms[0], atom.terms[1])),
                (true, true) => filters.push(Filter::NotEqual(atom.terms[0], atom.terms[1])),
                (false, false) => body.push(atom),
                (false, true) if !self.grows[atom.relation] => filters.push(Filter::Absent(atom)),
                (false, true) => {}
            }
        }
        (body, filters)
    }
}

fn all_variables(count: usize) -> Vec<Term> {
    (0..count as u32).map(Term::Variable).collect()
}
