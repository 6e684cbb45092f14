//! In which order variables are tested.
//!
//! The fewer operators are left after the first tests, the sooner the tree is followed. Which facts hold is not known
//! when it is built, so their frequencies are guessed: a fact of the initial state holds more often than another.

use extremal_sas::{Fact, Task};

use super::{Instruction, SuccessorGenerator};

/// How often a fact of the initial state is taken to hold. The other values of its variable share the rest.
const INITIAL_FREQUENCY: f64 = 0.7;

/// How often a fact is taken to hold.
fn frequency(task: &Task, fact: Fact) -> f64 {
    let variable = fact.variable as usize;
    if task.initial_state[variable] == fact.value {
        return INITIAL_FREQUENCY;
    }
    let others = task.variables[variable].values.len().saturating_sub(1);
    (1.0 - INITIAL_FREQUENCY) / others.max(1) as f64
}

/// For each variable its place in the order of tests: those come first whose tests rule out most operators.
pub(super) fn by_operators_ruled_out(task: &Task) -> Vec<u32> {
    let mut ruled_out = vec![0.0; task.variables.len()];
    for operator in 0..task.operators.len() {
        for &fact in task.operators.precondition(operator) {
            ruled_out[fact.variable as usize] += 1.0 - frequency(task, fact);
        }
    }
    let mut order: Vec<u32> = (0..task.variables.len() as u32).collect();
    order.sort_by(|&a, &b| ruled_out[b as usize].total_cmp(&ruled_out[a as usize]));
    let mut places = vec![0; order.len()];
    (0..).zip(order).for_each(|(place, variable)| places[variable as usize] = place);
    places
}

/// How many steps of the program are taken in a state on average.
pub(super) fn expected_steps(task: &Task, generator: &SuccessorGenerator) -> f64 {
    // How often each step is taken. Steps lead forwards only.
    let mut taken = vec![0.0; generator.program.len() + 1];
    taken[0] = 1.0;
    for (at, instruction) in generator.program.iter().enumerate() {
        let here = taken[at];
        match *instruction {
            Instruction::Output { .. } => taken[at + 1] += here,
            Instruction::Test { variable, value, otherwise } => {
                let holds = here * frequency(task, Fact { variable, value });
                taken[at + 1] += holds;
                taken[otherwise as usize] += here - holds;
            }
            Instruction::Switch { variable, first_value, count, targets } => {
                let targets = &generator.targets[targets as usize..][..=count as usize];
                let mut rest = here;
                for (value, &target) in (first_value..first_value + count).zip(targets) {
                    let holds = here * frequency(task, Fact { variable, value });
                    taken[target as usize] += holds;
                    rest -= holds;
                }
                taken[targets[count as usize] as usize] += rest;
            }
            Instruction::Jump { target } => taken[target as usize] += here,
        }
    }
    // The last place is the end of the program.
    taken.iter().take(generator.program.len()).sum()
}
