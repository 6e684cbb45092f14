//! Applicable operators without testing each.
//!
//! Preconditions, read by increasing variable, form a tree: operators that begin with the same facts share a
//! path. A node looks at some variables, and for each only the branch of the state's value is followed. (The
//! usual decision tree with don't-care branches makes the same tests in the same order.) Where another order of
//! variables rules out far more operators with the first tests, preconditions are read in that order (`order.rs`). The tree
//! is written down as a program of tests, switches, jumps and outputs, so that following it takes no stack.

mod build;
mod order;

use extremal_limits::{Pacer, Stop};
use extremal_sas::Task;

/// The tree of preconditions of a task's operators.
#[derive(Clone, Debug, Default)]
pub struct SuccessorGenerator {
    program: Vec<Instruction>,
    /// Targets of switches.
    targets: Vec<u32>,
    /// Operators in the order in which the program finds them.
    operators: Vec<u32>,
    /// If that is not the order in which they are named: operators in this order, and `operators` has their places in it.
    order: Vec<u32>,
}

/// A step of the program. Unless it says otherwise, the next one follows.
#[derive(Clone, Copy, Debug)]
enum Instruction {
    /// Name the operators in this range.
    Output { start: u32, end: u32 },
    /// Unless the variable has the value, go to `otherwise`.
    Test { variable: u32, value: u32, otherwise: u32 },
    /// Go to the target of the variable's value. There is one for each of `count` values from `first_value`
    /// on, and one more for all other values.
    Switch { variable: u32, first_value: u32, count: u32, targets: u32 },
    /// Go to another place.
    Jump { target: u32 },
}

impl SuccessorGenerator {
    /// Builds the tree.
    pub fn new(task: &Task, pacer: &mut Pacer) -> Result<Self, Stop> {
        build::build(task, pacer)
    }

    /// Appends the operators applicable in a state, in a fixed order.
    #[inline]
    pub fn applicable_operators(&self, values: &[u32], operators: &mut Vec<u32>) {
        let first = operators.len();
        let mut at = 0;
        while let Some(&instruction) = self.program.get(at) {
            at =
                match instruction {
                    Instruction::Output { start, end } => {
                        operators.extend_from_slice(&self.operators[start as usize..end as usize]);
                        at + 1
                    }
                    Instruction::Test { variable, value, otherwise } => {
                        if values[variable as usize] == value { at + 1 } else { otherwise as usize }
                    }
                    Instruction::Switch { variable, first_value, count, targets } => {
                        let branch = values[variable as usize].wrapping_sub(first_value).min(count);
                        self.targets[(targets + branch) as usize] as usize
                    }
                    Instruction::Jump { target } => target as usize,
                };
        }
        if !self.order.is_empty() {
            let found = &mut operators[first..];
            found.sort_unstable();
            found.iter_mut().for_each(|place| *place = self.order[*place as usize]);
        }
    }
}
