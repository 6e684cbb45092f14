//! The ground task: facts, operators and axioms over them, stored flat.

use extremal_normalise as normalised;
use extremal_pddl::CostScale;

use crate::rows::Rows;

/// A fact and whether it is negated, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The fact, or its negation.
    #[inline]
    pub fn new(fact: u32, negated: bool) -> Self {
        Literal(fact << 1 | u32::from(negated))
    }

    /// The fact.
    #[inline]
    pub fn fact(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the fact must be false.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A task in which only the parts that can change are left.
#[derive(Debug)]
pub struct GroundTask {
    /// The facts that can change and can be reached.
    pub facts: Facts,
    /// The reachable operators.
    pub operators: Operators,
    /// What the units are in which operators' costs are counted.
    pub cost_scale: CostScale,
    /// The reachable axioms.
    pub axioms: Axioms,
    /// Facts that are true initially, in increasing order.
    pub initial_state: Vec<u32>,
    /// The goal, or `None` if it cannot be reached even when deletes are ignored.
    pub goal: Option<Vec<Literal>>,
    /// For each action, the pairs of its variables that differ in every reachable instance.
    pub distinct_variables: Vec<Vec<(u32, u32)>>,
}

/// Ground atoms, numbered.
#[derive(Debug, Default)]
pub struct Facts {
    /// Predicate of each fact.
    pub predicate: Vec<u32>,
    arguments: Vec<u32>,
    first_argument: Vec<u32>,
    /// First fact of each predicate, and the number of facts at the end.
    pub first_of_predicate: Vec<u32>,
}

impl Facts {
    /// Number of facts.
    pub fn len(&self) -> usize {
        self.predicate.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.predicate.is_empty()
    }

    /// The objects that a fact is about.
    pub fn arguments(&self, fact: u32) -> &[u32] {
        let start = self.first_argument[fact as usize] as usize;
        let end = self.first_argument.get(fact as usize + 1).map_or(self.arguments.len(), |&e| e as usize);
        &self.arguments[start..end]
    }

    /// Adds a fact. Facts of one predicate are added together, predicates in increasing order.
    pub fn push(&mut self, predicate: u32, arguments: &[u32]) {
        self.predicate.push(predicate);
        self.first_argument.push(self.arguments.len() as u32);
        self.arguments.extend_from_slice(arguments);
    }
}

/// Ground operators in compressed rows.
#[derive(Debug, Default)]
pub struct Operators {
    /// The normalised action that each is an instance of.
    pub action: Vec<u32>,
    /// What each costs, in units of the task's [scale](GroundTask::cost_scale).
    pub cost: Vec<u32>,
    parameters: Rows<u32>,
    precondition: Rows<Literal>,
    /// Effects of all operators; their conditions are rows of `conditions`.
    effects: Rows<Effect>,
    conditions: Vec<Literal>,
}

/// An effect of a ground operator.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The fact that becomes true, or false if negated.
    pub literal: Literal,
    condition_start: u32,
    condition_end: u32,
}

impl Operators {
    /// Number of operators.
    pub fn len(&self) -> usize {
        self.action.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.action.is_empty()
    }

    /// The objects that are the PDDL action's parameters.
    pub fn parameters(&self, operator: usize) -> &[u32] {
        self.parameters.row(operator)
    }

    /// Literals that must hold.
    pub fn precondition(&self, operator: usize) -> &[Literal] {
        self.precondition.row(operator)
    }

    /// What changes.
    pub fn effects(&self, operator: usize) -> &[Effect] {
        self.effects.row(operator)
    }

    /// When an effect happens.
    pub fn condition(&self, effect: &Effect) -> &[Literal] {
        &self.conditions[effect.condition_start as usize..effect.condition_end as usize]
    }

    /// Adds an operator. Each effect comes with the range of its condition in `conditions`.
    pub(crate) fn push(
        &mut self,
        action: u32,
        cost: u32,
        parameters: &[u32],
        precondition: &[Literal],
        effects: &[(Literal, std::ops::Range<usize>)],
        conditions: &[Literal],
    ) {
        self.action.push(action);
        self.cost.push(cost);
        self.parameters.push(parameters.iter().copied());
        self.precondition.push(precondition.iter().copied());
        let offset = self.conditions.len();
        self.conditions.extend_from_slice(conditions);
        self.effects.push(effects.iter().map(|(literal, range)| Effect {
            literal: *literal,
            condition_start: (offset + range.start) as u32,
            condition_end: (offset + range.end) as u32,
        }));
    }
}

/// Ground axioms in compressed rows.
#[derive(Debug, Default)]
pub struct Axioms {
    /// The derived fact of each.
    pub head: Vec<u32>,
    body: Rows<Literal>,
}

impl Axioms {
    /// Number of axioms.
    pub fn len(&self) -> usize {
        self.head.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// Literals from which the head follows.
    pub fn body(&self, axiom: usize) -> &[Literal] {
        self.body.row(axiom)
    }

    /// Adds an axiom.
    pub(crate) fn push(&mut self, head: u32, body: &[Literal]) {
        self.head.push(head);
        self.body.push(body.iter().copied());
    }
}

impl GroundTask {
    /// The PDDL text of an operator without parentheses: `drive truck1 a b`.
    pub fn operator_name(&self, task: &normalised::Task, operator: usize) -> String {
        let action = &task.actions[self.operators.action[operator] as usize];
        let mut name = action.name.clone();
        for &object in self.operators.parameters(operator) {
            name.push(' ');
            name.push_str(&task.objects[object as usize]);
        }
        name
    }

    /// A fact as `predicate(a, b)`.
    pub fn fact_name(&self, task: &normalised::Task, fact: u32) -> String {
        let predicate = &task.predicates[self.facts.predicate[fact as usize] as usize].name;
        let arguments: Vec<&str> =
            self.facts.arguments(fact).iter().map(|&o| task.objects[o as usize].as_str()).collect();
        format!("{predicate}({})", arguments.join(", "))
    }
}
