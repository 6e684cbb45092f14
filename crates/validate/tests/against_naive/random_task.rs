//! Random tasks in the form that the parser makes.

use extremal_pddl::source::Span;
use extremal_pddl::task::{
    Action, Atom, Axiom, Condition, Effect, GroundAtom, OBJECT, Object, ObjectId, Predicate, PredicateId,
    Task, Term, Type, TypeId, Variable, VariableId,
};

use crate::decisions::Decisions;

/// Arities of the base predicates, then of the derived ones: `d0` and `d1` are one stratum, `d2` is above.
pub const BASE: [usize; 4] = [0, 1, 2, 3];
pub const DERIVED: [usize; 3] = [1, 2, 1];
pub const OBJECTS: u32 = 5;

/// Makes conditions and effects over one scope.
struct Scope<'d> {
    decisions: &'d mut Decisions,
    variables: Vec<Variable>,
    /// Variables that may stand in terms here.
    visible: Vec<VariableId>,
    /// Predicates that may occur positively, and negatively.
    allowed: (usize, usize),
}

impl Scope<'_> {
    fn bind(&mut self) -> VariableId {
        let types = [vec![OBJECT], vec![TypeId(1)], vec![TypeId(2)], vec![TypeId(2), TypeId(3)]];
        let types = types[self.decisions.below(4)].clone();
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable { name: format!("?v{}", id.0), types });
        id
    }

    fn term(&mut self) -> Term {
        match self.decisions.below(3) {
            0 | 1 if !self.visible.is_empty() => {
                Term::Variable(self.visible[self.decisions.below(self.visible.len())])
            }
            _ => Term::Object(ObjectId(self.decisions.below(OBJECTS as usize) as u32)),
        }
    }

    fn atom(&mut self, among: usize) -> Atom {
        let predicate = self.decisions.below(among);
        let arguments = (0..arity(predicate)).map(|_| self.term()).collect();
        Atom { predicate: PredicateId(predicate as u32), arguments, span: Span::default() }
    }

    fn condition(&mut self, depth: usize, positive: bool) -> Condition {
        let kind = self.decisions.below(if depth == 0 { 3 } else { 12 });
        match kind {
            0 | 1 => Condition::Atom(self.atom(if positive { self.allowed.0 } else { self.allowed.1 })),
            2 => Condition::Equals(self.term(), self.term(), Span::default()),
            3 | 4 => Condition::Not(Box::new(self.condition(depth - 1, !positive))),
            5 | 6 => Condition::And(self.conditions(depth, positive)),
            7 | 8 => Condition::Or(self.conditions(depth, positive)),
            9 => Condition::Imply(
                Box::new(self.condition(depth - 1, !positive)),
                Box::new(self.condition(depth - 1, positive)),
            ),
            _ => {
                let bound: Vec<_> = (0..1 + self.decisions.below(2)).map(|_| self.bind()).collect();
                let before = self.visible.len();
                self.visible.extend(&bound);
                let body = Box::new(self.condition(depth - 1, positive));
                self.visible.truncate(before);
                if kind == 10 { Condition::Exists(bound, body) } else { Condition::Forall(bound, body) }
            }
        }
    }

    fn conditions(&mut self, depth: usize, positive: bool) -> Vec<Condition> {
        (0..self.decisions.below(4)).map(|_| self.condition(depth - 1, positive)).collect()
    }

    fn effects(&mut self, depth: usize) -> Vec<Effect> {
        (0..1 + self.decisions.below(3)).map(|_| self.effect(depth)).collect()
    }

    fn effect(&mut self, depth: usize) -> Effect {
        match self.decisions.below(if depth == 0 { 2 } else { 4 }) {
            0 => Effect::Add(self.atom(BASE.len())),
            1 => Effect::Delete(self.atom(BASE.len())),
            2 => Effect::When(self.condition(2, true), self.effects(depth - 1)),
            _ => {
                let bound: Vec<_> = (0..1 + self.decisions.below(2)).map(|_| self.bind()).collect();
                let before = self.visible.len();
                self.visible.extend(&bound);
                let inner = self.effects(depth - 1);
                self.visible.truncate(before);
                Effect::Forall(bound, inner)
            }
        }
    }
}

/// How many arguments a predicate has.
pub fn arity(predicate: usize) -> usize {
    BASE.iter().chain(&DERIVED).copied().nth(predicate).unwrap()
}

/// A task with one action, `act`, whose first parameter is its only one.
pub fn random_task(decisions: &mut Decisions) -> Task {
    let a_type = |name: &str, parents: Vec<u32>, ancestors: Vec<u32>| Type {
        name: name.into(),
        parents: parents.into_iter().map(TypeId).collect(),
        ancestors: ancestors.into_iter().map(TypeId).collect(),
    };
    let types = vec![
        a_type("object", vec![], vec![0]),
        a_type("a", vec![0], vec![0, 1]),
        a_type("b", vec![1], vec![0, 1, 2]),
        a_type("c", vec![0], vec![0, 3]),
    ];
    let object_types = (0..OBJECTS).map(|_| vec![TypeId(decisions.below(4) as u32)]);
    let objects: Vec<Object> =
        object_types.zip(0..).map(|(types, i): (_, u32)| Object { name: format!("o{i}"), types }).collect();
    let predicates = BASE.iter().chain(&DERIVED).zip(0..).map(|(&arity, i)| Predicate {
        name: if i < BASE.len() { format!("p{i}") } else { format!("d{}", i - BASE.len()) },
        parameters: (0..arity).map(|k| Variable { name: format!("?x{k}"), types: vec![OBJECT] }).collect(),
        derived: i >= BASE.len(),
    });
    let predicates = predicates.collect();
    let mut initial_state: Vec<GroundAtom> = Vec::new();
    for _ in 0..decisions.below(16) {
        let predicate = decisions.below(BASE.len());
        let arguments =
            (0..BASE[predicate]).map(|_| ObjectId(decisions.below(OBJECTS as usize) as u32)).collect();
        let atom = GroundAtom { predicate: PredicateId(predicate as u32), arguments };
        if !initial_state.contains(&atom) {
            initial_state.push(atom);
        }
    }
    let axioms = (0..decisions.below(5)).map(|_| random_axiom(decisions)).collect();
    let mut goal = Scope {
        decisions,
        variables: vec![],
        visible: vec![],
        allowed: (BASE.len() + DERIVED.len(), BASE.len() + DERIVED.len()),
    };
    let condition = goal.condition(4, true);
    let goal_variables = goal.variables;
    let actions = vec![random_action(decisions)];
    Task {
        domain_name: "d".into(),
        problem_name: "p".into(),
        types,
        objects,
        predicates,
        functions: vec![],
        actions,
        axioms,
        initial_state,
        function_values: vec![],
        goal: condition,
        goal_variables,
        minimize_total_cost: false,
    }
}

fn random_axiom(decisions: &mut Decisions) -> Axiom {
    let head = decisions.below(DERIVED.len());
    // d0 and d1 see each other positively only; d2 sees both negatively too.
    let allowed = if head < 2 { (BASE.len() + 2, BASE.len()) } else { (BASE.len() + 3, BASE.len() + 2) };
    let mut scope = Scope { decisions, variables: vec![], visible: vec![], allowed };
    let parameters: Vec<_> = (0..DERIVED[head]).map(|_| scope.bind()).collect();
    scope.visible = parameters;
    let condition = scope.condition(4, true);
    Axiom {
        head: PredicateId((BASE.len() + head) as u32),
        span: Span::default(),
        variables: scope.variables,
        num_parameters: DERIVED[head],
        condition,
    }
}

fn random_action(decisions: &mut Decisions) -> Action {
    let all = BASE.len() + DERIVED.len();
    let mut scope = Scope { decisions, variables: vec![], visible: vec![], allowed: (all, all) };
    scope.visible = vec![scope.bind()];
    let precondition = scope.condition(2, true);
    let effects = scope.effects(3);
    Action {
        name: "act".into(),
        span: Span::default(),
        variables: scope.variables,
        num_parameters: 1,
        precondition,
        effects,
        cost: None,
    }
}
