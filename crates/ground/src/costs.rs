//! Costs of operators as whole numbers, which is all that SAS+ has.

use extremal_normalise::{Action, Cost as Expression, Task, Term};
use extremal_pddl::{Cost, CostScale};
use rustc_hash::FxHashMap;

use crate::GroundError;
use crate::task::Operators;

/// The largest number that Fast Downward takes for the cost of an operator.
pub(crate) const LARGEST: u32 = i32::MAX as u32;

/// Computes costs of operators, in units of the smallest decimal place that one of them needs.
pub(crate) struct Costs<'a> {
    task: &'a Task,
    values: Vec<FxHashMap<&'a [u32], Cost>>,
    /// The scale of the operators so far.
    pub(crate) scale: CostScale,
}

impl<'a> Costs<'a> {
    pub(crate) fn new(task: &'a Task) -> Self {
        let table = |values: &'a Vec<(Vec<u32>, Cost)>| {
            // The last value given for the same arguments counts.
            values.iter().map(|(arguments, value)| (arguments.as_slice(), *value)).collect()
        };
        let values = task.function_values.iter().map(table).collect();
        Costs { task, values, scale: CostScale::default() }
    }

    /// The cost of a further operator in units of the scale. If the scale becomes finer, the costs of the
    /// operators so far are changed.
    pub(crate) fn units(
        &mut self,
        action: &Action,
        tuple: &[u32],
        operators: &mut Operators,
    ) -> Result<u32, GroundError> {
        let cost = self.of(action, tuple);
        let needed = CostScale::of(cost);
        if needed > self.scale {
            for (units, &action) in operators.cost.iter_mut().zip(&operators.action) {
                let cost = self.scale.cost(u64::from(*units));
                *units = fitting(cost, needed, &self.task.actions[action as usize])?;
            }
            self.scale = needed;
        }
        fitting(cost, self.scale, action)
    }

    fn of(&self, action: &Action, tuple: &[u32]) -> Cost {
        if !self.task.minimize_total_cost {
            return Cost::ONE;
        }
        match &action.cost {
            Expression::Constant(value) => *value,
            Expression::Function(function, arguments) => {
                let object = |&term: &Term| match term {
                    Term::Variable(variable) => tuple[variable as usize],
                    Term::Object(object) => object,
                };
                let arguments: Vec<u32> = arguments.iter().map(object).collect();
                // Reachability demands that the value is defined.
                self.values[*function as usize].get(arguments.as_slice()).copied().unwrap_or_default()
            }
        }
    }
}

fn fitting(cost: Cost, scale: CostScale, action: &Action) -> Result<u32, GroundError> {
    let units = scale.units(cost).and_then(|units| u32::try_from(units).ok());
    let refused = || GroundError::UnsupportedCost { action: action.name.clone(), value: cost, scale };
    units.filter(|&units| units <= LARGEST).ok_or_else(refused)
}
