//! Rules of derived predicates, and whether they can be put into layers.

use super::Checker;
use super::names::NameKind;
use super::requirements::Requirement;
use crate::diagnostic::{Diagnostic, FileRole};
use crate::syntax::Rule;
use crate::task::{Axiom, Condition, PredicateId, Task, Term, VariableId};

impl Checker<'_> {
    /// Marks the predicates that rules define, before anything that may not change them is checked.
    pub(super) fn mark_derived(&mut self, rules: &[Rule]) {
        for rule in rules {
            self.uses(Requirement::DerivedPredicates, rule.head.name.place.0);
            if let Some(id) = self.names.predicates.get(rule.head.name.symbol) {
                self.task.predicates[id as usize].derived = true;
            }
        }
    }

    /// Checks all rules.
    pub(super) fn check_rules(&mut self, rules: &[Rule]) {
        for rule in rules {
            let axiom = self.rule(rule);
            self.task.axioms.extend(axiom);
        }
    }

    fn rule(&mut self, rule: &Rule) -> Option<Axiom> {
        self.open_scope();
        let parameters = self.bind(&rule.head.parameters, "parameter");
        self.without_parameters = rule.head.parameters.is_empty();
        let condition = self.condition(&rule.condition);
        let name = rule.head.name;
        self.report_bare_variables(name);
        let Some(head) = self.names.predicates.get(name.symbol) else {
            self.report_undeclared(NameKind::Predicate, name);
            return None;
        };
        let names = rule.head.parameters.iter().flat_map(|group| &group.names);
        let arguments = names.map(|&n| crate::syntax::Term::Variable(n)).collect();
        let atom = crate::syntax::Atom { name, arguments, place: name.place };
        let origin = self.names.predicates.origin(head);
        let arity = self.task.predicates[head as usize].parameters.len();
        // A repeated variable was reported already and makes the two numbers differ.
        if parameters.len() != atom.arguments.len() || !self.check_arity("predicate", &atom, arity, origin) {
            return None;
        }
        for (index, _) in parameters.iter().enumerate() {
            let types = self.task.predicates[head as usize].parameters[index].types.clone();
            self.check_type(&atom, index, Term::Variable(VariableId(index as u32)), &types, origin);
        }
        Some(Axiom {
            head: PredicateId(head),
            span: name.place.0,
            variables: self.close_scope(),
            num_parameters: parameters.len(),
            condition,
        })
    }

    /// Reports a cycle of derived predicates with a negation in it, for which there are no layers.
    pub(super) fn check_stratification(&mut self) {
        let graph = Dependencies::new(&self.task);
        let components = graph.components();
        let Some((axiom, negated)) = graph.negative_edge_within(&components) else { return };
        let head = self.task.axioms[axiom].head;
        let span = self.task.axioms[axiom].span;
        let name = |p: &PredicateId| format!("`{}`", self.task.predicates[p.0 as usize].name);
        let mut cycle = vec![head];
        cycle.extend(graph.path(negated, head, &components));
        let cycle: Vec<String> = cycle.iter().map(name).collect();
        self.diagnostics.error(|| {
            let message = format!("derived predicates depend on their own negation: {}", cycle.join(" <- "));
            Diagnostic::new("not-stratifiable", FileRole::Domain, span, message)
                .label(format!("depends on the negation of {}", cycle[1]))
        });
    }
}

/// Which derived predicates stand in the rules of which.
struct Dependencies {
    /// For each predicate: the predicate in the body, whether negated, and the axiom.
    edges: Vec<Vec<(PredicateId, bool, usize)>>,
}

impl Dependencies {
    fn new(task: &Task) -> Self {
        let mut edges = vec![Vec::new(); task.predicates.len()];
        for (index, axiom) in task.axioms.iter().enumerate() {
            let from: &mut Vec<_> = &mut edges[axiom.head.0 as usize];
            collect(&axiom.condition, false, &mut |predicate, negated| {
                if task.predicates[predicate.0 as usize].derived {
                    from.push((predicate, negated, index));
                }
            });
        }
        Dependencies { edges }
    }

    /// Numbers of strongly connected components, by Tarjan's algorithm without recursion.
    fn components(&self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        let n = self.edges.len();
        let (mut order, mut low, mut component) = (vec![NONE; n], vec![0; n], vec![NONE; n]);
        let (mut next_order, mut next_component) = (0, 0);
        let mut waiting: Vec<usize> = Vec::new();
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in 0..n {
            if order[root] != NONE {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (node, ref mut edge)) = path.last_mut() {
                if *edge == 0 {
                    order[node] = next_order;
                    low[node] = next_order;
                    next_order += 1;
                    waiting.push(node);
                }
                if let Some(&(target, _, _)) = self.edges[node].get(*edge) {
                    *edge += 1;
                    let target = target.0 as usize;
                    if order[target] == NONE {
                        path.push((target, 0));
                    } else if component[target] == NONE {
                        low[node] = low[node].min(order[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent] = low[parent].min(low[node]);
                }
                if low[node] == order[node] {
                    while let Some(member) = waiting.pop() {
                        component[member] = next_component;
                        if member == node {
                            break;
                        }
                    }
                    next_component += 1;
                }
            }
        }
        component
    }

    /// The first axiom that negates a predicate of its head's own component.
    fn negative_edge_within(&self, components: &[u32]) -> Option<(usize, PredicateId)> {
        let edges =
            self.edges.iter().enumerate().flat_map(|(from, edges)| edges.iter().map(move |e| (from, e)));
        edges
            .filter(|&(from, &(to, negated, _))| negated && components[from] == components[to.0 as usize])
            .map(|(_, &(to, _, axiom))| (axiom, to))
            .min_by_key(|&(axiom, _)| axiom)
    }

    /// A shortest way from one predicate to another inside their component, both ends included.
    fn path(&self, from: PredicateId, to: PredicateId, components: &[u32]) -> Vec<PredicateId> {
        let mut came_from: Vec<Option<PredicateId>> = vec![None; self.edges.len()];
        came_from[from.0 as usize] = Some(from);
        let mut queue = vec![from];
        let mut next = 0;
        while next < queue.len() && came_from[to.0 as usize].is_none() {
            let node = queue[next];
            next += 1;
            for &(target, _, _) in &self.edges[node.0 as usize] {
                let slot = &mut came_from[target.0 as usize];
                if slot.is_none() && components[target.0 as usize] == components[from.0 as usize] {
                    *slot = Some(node);
                    queue.push(target);
                }
            }
        }
        let mut path = vec![to];
        let mut at = to;
        while at != from
            && let Some(previous) = came_from[at.0 as usize]
        {
            path.push(previous);
            at = previous;
        }
        path.reverse();
        path
    }
}

/// Calls `found` for every atom with whether it is under an odd number of negations.
fn collect(condition: &Condition, negated: bool, found: &mut impl FnMut(PredicateId, bool)) {
    match condition {
        Condition::Atom(atom) => found(atom.predicate, negated),
        Condition::Equals(..) => {}
        Condition::Not(inner) => collect(inner, !negated, found),
        Condition::And(parts) | Condition::Or(parts) => {
            for part in parts {
                collect(part, negated, found);
            }
        }
        Condition::Imply(premise, conclusion) => {
            collect(premise, !negated, found);
            collect(conclusion, negated, found);
        }
        Condition::Forall(_, inner) | Condition::Exists(_, inner) => collect(inner, negated, found),
    }
}
