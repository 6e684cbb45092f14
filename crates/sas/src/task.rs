//! Finite-domain (SAS+) tasks, stored flat.

use extremal_ground::rows::Rows;

/// A variable and one of its values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// Index into [`Task::variables`].
    pub variable: u32,
    /// A value below the variable's domain size.
    pub value: u32,
}

/// A planning task over finite-domain variables.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The variables.
    pub variables: Vec<Variable>,
    /// Sets of facts of which at most one is true in any reachable state.
    pub mutex_groups: Vec<Vec<Fact>>,
    /// Initial value of each variable; for derived variables the value they have unless an axiom fires.
    pub initial_state: Vec<u32>,
    /// Facts that must hold in the end, by increasing variable.
    pub goal: Vec<Fact>,
    /// The operators.
    pub operators: Operators,
    /// The axioms.
    pub axioms: Axioms,
    /// Whether operators' costs count; otherwise each costs 1.
    pub metric: bool,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Name; only for people.
    pub name: String,
    /// The layer in which axioms compute it, or `None` if operators change it.
    pub axiom_layer: Option<u32>,
    /// What each value means: `Atom p(a, b)`, `NegatedAtom p(a, b)` or `<none of those>`.
    pub values: Vec<String>,
}

/// Operators in compressed rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Operators {
    names: Rows<u8>,
    preconditions: Rows<Fact>,
    effects: Rows<Effect>,
    conditions: Vec<Fact>,
    /// Cost of each operator. Where the costs of a PDDL task have a fraction, these are units of the smallest
    /// decimal place.
    pub cost: Vec<u32>,
}

/// An effect of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// What the variable becomes.
    pub fact: Fact,
    condition_start: u32,
    condition_end: u32,
}

impl Operators {
    /// Number of operators.
    pub fn len(&self) -> usize {
        self.cost.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cost.is_empty()
    }

    /// The PDDL action without parentheses: `drive truck1 a b`.
    pub fn name(&self, operator: usize) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.names.row(operator))
    }

    /// The name as bytes, without checking that it is UTF-8.
    pub fn name_bytes(&self, operator: usize) -> &[u8] {
        self.names.row(operator)
    }

    /// Facts that must hold, by increasing variable.
    pub fn precondition(&self, operator: usize) -> &[Fact] {
        self.preconditions.row(operator)
    }

    /// Effects, by increasing variable.
    pub fn effects(&self, operator: usize) -> &[Effect] {
        self.effects.row(operator)
    }

    /// Facts that must hold for an effect to happen, besides the precondition.
    pub fn condition(&self, effect: &Effect) -> &[Fact] {
        &self.conditions[effect.condition_start as usize..effect.condition_end as usize]
    }

    /// Whether an operator has an effect with a condition of its own.
    pub fn has_conditional_effect(&self, operator: usize) -> bool {
        self.effects(operator).iter().any(|effect| !self.condition(effect).is_empty())
    }

    /// Appends an operator.
    pub fn push<'c>(
        &mut self,
        name: impl IntoIterator<Item = u8>,
        precondition: impl IntoIterator<Item = Fact>,
        effects: impl IntoIterator<Item = (Fact, &'c [Fact])>,
        cost: u32,
    ) {
        self.names.push(name);
        self.preconditions.push(precondition);
        let conditions = &mut self.conditions;
        self.effects.push(effects.into_iter().map(|(fact, condition)| {
            let condition_start = conditions.len() as u32;
            conditions.extend_from_slice(condition);
            Effect { fact, condition_start, condition_end: conditions.len() as u32 }
        }));
        self.cost.push(cost);
    }
}

/// Axioms in compressed rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axioms {
    conditions: Rows<Fact>,
    /// What each axiom makes true.
    pub head: Vec<Fact>,
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

    /// Facts from which the head follows, by increasing variable.
    pub fn condition(&self, axiom: usize) -> &[Fact] {
        self.conditions.row(axiom)
    }

    /// Appends an axiom.
    pub fn push(&mut self, condition: impl IntoIterator<Item = Fact>, head: Fact) {
        self.conditions.push(condition);
        self.head.push(head);
    }
}

/// Sizes of a task, counted as Fast Downward's translator counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of variables.
    pub variables: usize,
    /// How many of them axioms compute.
    pub derived_variables: usize,
    /// Sum of the domain sizes.
    pub facts: usize,
    /// Number of goal facts.
    pub goal_facts: usize,
    /// Number of mutex groups.
    pub mutex_groups: usize,
    /// Number of operators.
    pub operators: usize,
    /// Number of axioms.
    pub axioms: usize,
    /// Weighted sum of all parts.
    pub task_size: usize,
}

impl Task {
    /// Number of values of a variable.
    pub fn domain_size(&self, variable: u32) -> u32 {
        self.variables[variable as usize].values.len() as u32
    }

    /// The sizes of the task.
    pub fn statistics(&self) -> Statistics {
        let facts = self.variables.iter().map(|v| v.values.len()).sum();
        let mutex_sizes: usize = self.mutex_groups.iter().map(Vec::len).sum();
        let operator_sizes: usize = (0..self.operators.len()).map(|o| self.operator_size(o)).sum();
        let axiom_sizes: usize = (0..self.axioms.len()).map(|a| 1 + self.axioms.condition(a).len()).sum();
        Statistics {
            variables: self.variables.len(),
            derived_variables: self.variables.iter().filter(|v| v.axiom_layer.is_some()).count(),
            facts,
            goal_facts: self.goal.len(),
            mutex_groups: self.mutex_groups.len(),
            operators: self.operators.len(),
            axioms: self.axioms.len(),
            task_size: self.variables.len()
                + facts
                + mutex_sizes
                + self.goal.len()
                + operator_sizes
                + axiom_sizes,
        }
    }

    /// One for the operator, one for each prevail condition, and for each effect one, its conditions, and
    /// one more if its variable has a precondition.
    fn operator_size(&self, operator: usize) -> usize {
        let precondition = self.operators.precondition(operator);
        let effects = self.operators.effects(operator);
        let changes = |variable: u32| effects.binary_search_by_key(&variable, |e| e.fact.variable).is_ok();
        let prevails = precondition.iter().filter(|f| !changes(f.variable)).count();
        let has_precondition =
            |variable: u32| precondition.binary_search_by_key(&variable, |f| f.variable).is_ok();
        let effect_sizes: usize = effects
            .iter()
            .map(|e| 1 + self.operators.condition(e).len() + usize::from(has_precondition(e.fact.variable)))
            .sum();
        1 + prevails + effect_sizes
    }

    /// A task whose goal holds initially, or one whose goal can never hold.
    pub fn trivial(solvable: bool) -> Task {
        Task {
            variables: vec![Variable {
                name: "var0".to_owned(),
                axiom_layer: None,
                values: vec!["Atom dummy(val1)".to_owned(), "Atom dummy(val2)".to_owned()],
            }],
            mutex_groups: Vec::new(),
            initial_state: vec![0],
            goal: vec![Fact { variable: 0, value: u32::from(!solvable) }],
            operators: Operators::default(),
            axioms: Axioms::default(),
            metric: true,
        }
    }
}
