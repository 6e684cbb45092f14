//! Random tasks with random conditions, effects and rules: the validator must agree with a naive
//! evaluation that enumerates all objects for every variable.

use std::collections::HashSet;

use extremal_pddl::source::Span;
use extremal_pddl::task::{
    Action, Atom, Axiom, Condition, Effect, GroundAtom, OBJECT, Object, ObjectId, Predicate, PredicateId,
    Task, Term, Type, TypeId, Variable, VariableId,
};
use extremal_validate::{PlanStep, StepFault, Verdict, validate_steps};
use proptest::prelude::*;

type State = HashSet<GroundAtom>;

/// Arities of the base predicates, then of the derived ones: `d0` and `d1` are one stratum, `d2` is above.
const BASE: [usize; 4] = [0, 1, 2, 3];
const DERIVED: [usize; 3] = [1, 2, 1];
const OBJECTS: u32 = 5;

/// A sequence of random decisions; when it is used up every decision is 0, the simplest.
struct Decisions(std::vec::IntoIter<u8>);

impl Decisions {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound
    }
}

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

fn arity(predicate: usize) -> usize {
    BASE.iter().chain(&DERIVED).copied().nth(predicate).unwrap()
}

fn random_task(decisions: &mut Decisions) -> Task {
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

/// The naive evaluation.
struct Naive<'t> {
    task: &'t Task,
    variables: &'t [Variable],
}

impl Naive<'_> {
    fn instances(&self, variables: &[VariableId], bindings: &[u32]) -> Vec<Vec<u32>> {
        let mut all = vec![bindings.to_vec()];
        for variable in variables {
            let types = &self.variables[variable.0 as usize].types;
            let objects: Vec<u32> =
                (0..OBJECTS).filter(|&o| self.task.object_has_type(ObjectId(o), types)).collect();
            all = all
                .into_iter()
                .flat_map(|bindings| {
                    objects.iter().map(move |&object| {
                        let mut bindings = bindings.clone();
                        bindings[variable.0 as usize] = object;
                        bindings
                    })
                })
                .collect();
        }
        all
    }

    fn ground(&self, atom: &Atom, bindings: &[u32]) -> GroundAtom {
        let arguments = atom.arguments.iter().map(|t| ObjectId(value(t, bindings))).collect();
        GroundAtom { predicate: atom.predicate, arguments }
    }

    fn holds(&self, condition: &Condition, state: &State, bindings: &[u32]) -> bool {
        match condition {
            Condition::Atom(atom) => state.contains(&self.ground(atom, bindings)),
            Condition::Equals(left, right, _) => value(left, bindings) == value(right, bindings),
            Condition::Not(inner) => !self.holds(inner, state, bindings),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, state, bindings)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, state, bindings)),
            Condition::Imply(premise, conclusion) => {
                !self.holds(premise, state, bindings) || self.holds(conclusion, state, bindings)
            }
            Condition::Forall(variables, body) => {
                self.instances(variables, bindings).iter().all(|b| self.holds(body, state, b))
            }
            Condition::Exists(variables, body) => {
                self.instances(variables, bindings).iter().any(|b| self.holds(body, state, b))
            }
        }
    }

    fn collect(
        &self,
        effects: &[Effect],
        state: &State,
        bindings: &[u32],
        changes: &mut Vec<(GroundAtom, bool)>,
    ) {
        for effect in effects {
            match effect {
                Effect::Add(atom) => changes.push((self.ground(atom, bindings), true)),
                Effect::Delete(atom) => changes.push((self.ground(atom, bindings), false)),
                Effect::When(condition, inner) => {
                    if self.holds(condition, state, bindings) {
                        self.collect(inner, state, bindings, changes);
                    }
                }
                Effect::Forall(variables, inner) => {
                    for instance in self.instances(variables, bindings) {
                        self.collect(inner, state, &instance, changes);
                    }
                }
            }
        }
    }
}

fn value(term: &Term, bindings: &[u32]) -> u32 {
    match term {
        Term::Object(object) => object.0,
        Term::Variable(variable) => bindings[variable.0 as usize],
    }
}

/// The state with all derived atoms: lower stratum to its fixpoint first, then the upper one.
fn with_derived(task: &Task, base: &State) -> State {
    let mut state = base.clone();
    state.retain(|atom| (atom.predicate.0 as usize) < BASE.len());
    let upper = PredicateId((BASE.len() + 2) as u32);
    for is_upper in [false, true] {
        loop {
            let before = state.len();
            for axiom in task.axioms.iter().filter(|axiom| (axiom.head == upper) == is_upper) {
                let naive = Naive { task, variables: &axiom.variables };
                let parameters: Vec<_> = (0..axiom.num_parameters as u32).map(VariableId).collect();
                for bindings in naive.instances(&parameters, &vec![0; axiom.variables.len()]) {
                    if naive.holds(&axiom.condition, &state, &bindings) {
                        let arguments =
                            bindings[..axiom.num_parameters].iter().map(|&o| ObjectId(o)).collect();
                        state.insert(GroundAtom { predicate: axiom.head, arguments });
                    }
                }
            }
            if state.len() == before {
                break;
            }
        }
    }
    state
}

/// A goal that only the given state satisfies.
fn exactly(state: &State) -> Condition {
    let mut literals = Vec::new();
    for predicate in 0..BASE.len() + DERIVED.len() {
        let tuples = (0..OBJECTS.pow(arity(predicate) as u32)).map(|code| {
            (0..arity(predicate) as u32)
                .map(move |k| ObjectId(code / OBJECTS.pow(k) % OBJECTS))
                .collect::<Vec<_>>()
        });
        for arguments in tuples {
            let predicate = PredicateId(predicate as u32);
            let terms = arguments.iter().map(|&o| Term::Object(o)).collect();
            let atom = Condition::Atom(Atom { predicate, arguments: terms, span: Span::default() });
            let holds = state.contains(&GroundAtom { predicate, arguments });
            literals.push(if holds { atom } else { Condition::Not(Box::new(atom)) });
        }
    }
    Condition::And(literals)
}

fn check_goal(task: &Task, state: &State) {
    let naive = Naive { task, variables: &task.goal_variables };
    let expected = naive.holds(&task.goal, state, &vec![0; task.goal_variables.len()]);
    match validate_steps(task, &[], None).unwrap() {
        Verdict::Valid { .. } => assert!(expected, "valid, but the goal is false"),
        Verdict::GoalNotSatisfied { missing, .. } => {
            assert!(!expected, "the goal is true, but {missing:?}");
            assert!(!missing.is_empty());
        }
        other => panic!("{other:?}"),
    }
}

/// Executes the action repeatedly with different objects and compares the state after each step.
fn check_steps(mut task: Task, choices: &[u8]) {
    let mut state: State = task.initial_state.iter().cloned().collect();
    let mut steps = Vec::new();
    for choice in choices {
        let object = u32::from(*choice) % OBJECTS;
        let full = with_derived(&task, &state);
        let action = &task.actions[0];
        let naive = Naive { task: &task, variables: &action.variables };
        let mut bindings = vec![0; action.variables.len()];
        bindings[0] = object;
        let fits = task.object_has_type(ObjectId(object), &action.variables[0].types);
        let applicable = fits && naive.holds(&action.precondition, &full, &bindings);
        let mut changes = Vec::new();
        naive.collect(&action.effects, &full, &bindings, &mut changes);
        steps.push(PlanStep::new("act", [format!("o{object}")]));
        if !applicable {
            match validate_steps(&task, &steps, None).unwrap() {
                Verdict::FailsToExecute { step, why, .. } => {
                    assert_eq!(step, steps.len());
                    match why {
                        StepFault::WrongType { .. } => assert!(!fits),
                        StepFault::PreconditionFalse { conditions } => {
                            assert!(fits && !conditions.is_empty())
                        }
                        other => panic!("{other:?}"),
                    }
                }
                other => panic!("not applicable, but {other:?}"),
            }
            steps.pop();
            continue;
        }
        state.retain(|known| !changes.contains(&(known.clone(), false)));
        state.extend(changes.into_iter().filter(|(_, add)| *add).map(|(atom, _)| atom));
        task.goal = exactly(&with_derived(&task, &state));
        let verdict = validate_steps(&task, &steps, None).unwrap();
        assert!(verdict.is_valid(), "{verdict:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_validator_agrees_with_a_naive_evaluation(
        decisions in prop::collection::vec(any::<u8>(), 0..600),
        choices in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let task = random_task(&mut Decisions(decisions.into_iter()));
        let state = with_derived(&task, &task.initial_state.iter().cloned().collect());
        check_goal(&task, &state);
        check_steps(task, &choices);
    }
}
