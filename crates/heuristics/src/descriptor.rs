//! What is known about a heuristic besides its code.

use extremal_sas::Task;

use crate::heuristic::Heuristic;

/// Name, properties, parameters and source of a heuristic, and how to build it.
#[derive(Debug)]
pub struct Descriptor {
    /// The name on the command line.
    pub name: &'static str,
    /// One line that says what it computes.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Whether it never overestimates the cost of a plan, with the kind of cost it was built for.
    pub admissible: bool,
    /// Whether no plan starts in a state that it calls a dead end, with conditional effects and axioms too.
    pub safe: bool,
    /// Whether it offers preferred operators.
    pub preferred_operators: bool,
    /// Prepares it for a task.
    pub build: fn(&Task, &Arguments) -> Box<dyn Heuristic>,
}

/// A parameter of a heuristic.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
    /// The values it can have.
    pub values: &'static [&'static str],
    /// The value it has unless it is set; one of `values`.
    pub default: &'static str,
}

/// Values for all parameters of a heuristic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments(Vec<(&'static str, &'static str)>);

impl Arguments {
    /// The defaults.
    pub fn defaults(parameters: &[Parameter]) -> Self {
        Arguments(parameters.iter().map(|parameter| (parameter.name, parameter.default)).collect())
    }

    /// Sets one of the parameters.
    pub(crate) fn set(&mut self, name: &'static str, value: &'static str) {
        self.0.iter_mut().filter(|argument| argument.0 == name).for_each(|argument| argument.1 = value);
    }

    /// The value of a parameter, or nothing if there is no such parameter.
    pub fn get(&self, name: &str) -> &'static str {
        self.0.iter().find(|argument| argument.0 == name).map_or("", |argument| argument.1)
    }

    /// The arguments in the order of the parameters.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.0.iter().copied()
    }
}

/// Which costs operators have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CostType {
    /// Each operator costs 1.
    Unit,
    /// Operators cost what the task says.
    Real,
}

impl CostType {
    /// The parameter that chooses it.
    pub const PARAMETER: Parameter = Parameter {
        name: "cost",
        summary: "unit: each operator costs 1; real: operators cost what the task says",
        values: &["unit", "real"],
        default: "unit",
    };

    /// Reads the parameter.
    pub fn of(arguments: &Arguments) -> Self {
        if arguments.get(Self::PARAMETER.name) == "real" { CostType::Real } else { CostType::Unit }
    }

    /// The cost of an operator.
    pub fn of_operator(self, task: &Task, operator: usize) -> u32 {
        match self {
            CostType::Real if task.metric => task.operators.cost[operator],
            _ => 1,
        }
    }
}
