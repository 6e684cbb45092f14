//! Building the tree of preconditions.

use std::ops::Range;

use extremal_ground::rows::Rows;
use extremal_sas::{Fact, Task};

use super::{Instruction, SuccessorGenerator};

/// Fewer branches than this are tested one after the other.
const MIN_SWITCH: usize = 3;
/// Values further apart than this do not share a switch, so that its targets are not mostly unused.
const MAX_GAP: u32 = 4;
/// A target that is not known yet.
const OPEN: u32 = u32::MAX;

/// What remains to be written; ranges are of positions in the sorted list of operators.
enum Work {
    /// The subtree of operators that agree on the first `depth` facts.
    Node { range: Range<u32>, depth: u32 },
    /// The subtrees of operators that agree on the first `depth` facts and have near values of the same
    /// variable next.
    Run { range: Range<u32>, depth: u32 },
    /// A test of the fact at `depth`, and the subtree of the operators, which agree on it.
    Branch { range: Range<u32>, depth: u32 },
    /// The place to which the test leads if it fails.
    EndTest { test: usize },
    /// The place to which a target leads.
    Target { target: usize },
    /// A jump to the end of a switch.
    Leave { switch: usize },
    /// The end of a switch.
    EndSwitch { switch: usize },
}

/// Builds the tree without recursion, because preconditions can be long.
pub fn build(task: &Task) -> SuccessorGenerator {
    let sorted = sorted_by_precondition(task);
    // Preconditions in this order, since the tree is built from neighbours.
    let mut preconditions = Rows::default();
    for &operator in &sorted {
        preconditions.push(task.operators.precondition(operator as usize).iter().copied());
    }
    let mut builder = Builder {
        preconditions,
        stack: vec![Work::Node { range: 0..sorted.len() as u32, depth: 0 }],
        generator: SuccessorGenerator { operators: sorted, ..SuccessorGenerator::default() },
        found: Vec::new(),
    };
    while let Some(work) = builder.stack.pop() {
        builder.write(work);
    }
    builder.finish()
}

/// Operators by precondition, and by number where that is equal.
fn sorted_by_precondition(task: &Task) -> Vec<u32> {
    // As many facts as fit are packed into one number, which decides most comparisons.
    let mut first_fact = Vec::with_capacity(task.variables.len());
    let mut num_facts = 0;
    for variable in &task.variables {
        first_fact.push(num_facts);
        num_facts += variable.values.len() as u128;
    }
    let width = u128::BITS - num_facts.leading_zeros();
    let packed = (u128::BITS / width.max(1)) as usize;
    let key = |facts: &[Fact]| {
        let number = |fact: Option<&Fact>| {
            fact.map_or(0, |fact| 1 + first_fact[fact.variable as usize] + u128::from(fact.value))
        };
        (0..packed).fold(0, |key: u128, position| key << width | number(facts.get(position)))
    };
    let mut keyed: Vec<(u128, u32)> = (0..task.operators.len())
        .map(|operator| (key(task.operators.precondition(operator)), operator as u32))
        .collect();
    keyed.sort_unstable_by(|a, b| {
        let precondition = |operator: u32| task.operators.precondition(operator as usize);
        a.0.cmp(&b.0).then_with(|| precondition(a.1).cmp(precondition(b.1))).then(a.1.cmp(&b.1))
    });
    keyed.into_iter().map(|(_, operator)| operator).collect()
}

struct Builder {
    preconditions: Rows<Fact>,
    generator: SuccessorGenerator,
    /// The last is written next.
    stack: Vec<Work>,
    /// Parts of the item being written, in order.
    found: Vec<Work>,
}

impl Builder {
    fn here(&self) -> usize {
        self.generator.program.len()
    }

    fn emit(&mut self, instruction: Instruction) {
        self.generator.program.push(instruction);
    }

    fn precondition(&self, position: u32) -> &[Fact] {
        self.preconditions.row(position as usize)
    }

    fn fact(&self, position: u32, depth: u32) -> Fact {
        self.precondition(position)[depth as usize]
    }

    fn write(&mut self, work: Work) {
        match work {
            Work::Node { range, depth } => self.write_node(range, depth),
            Work::Run { range, depth } => self.write_run(range, depth),
            Work::Branch { range, depth } => {
                let Fact { variable, value } = self.fact(range.start, depth);
                self.stack.push(Work::EndTest { test: self.here() });
                self.stack.push(Work::Node { range, depth: depth + 1 });
                self.emit(Instruction::Test { variable, value, otherwise: OPEN });
            }
            Work::EndTest { test } => {
                let here = self.here() as u32;
                if let Instruction::Test { otherwise, .. } = &mut self.generator.program[test] {
                    *otherwise = here;
                }
            }
            Work::Target { target } => self.generator.targets[target] = self.here() as u32,
            Work::Leave { switch } => self.emit(Instruction::Jump { target: switch as u32 }),
            Work::EndSwitch { switch } => {
                let here = self.here() as u32;
                if let Instruction::Switch { targets, count, .. } = self.generator.program[switch] {
                    let targets = &mut self.generator.targets[targets as usize..][..=count as usize];
                    targets.iter_mut().filter(|target| **target == OPEN).for_each(|target| *target = here);
                }
            }
        }
    }

    fn write_node(&mut self, range: Range<u32>, depth: u32) {
        // Shorter preconditions are sorted before longer ones.
        let is_complete = |&position: &u32| self.precondition(position).len() == depth as usize;
        let complete = range.clone().take_while(is_complete).count() as u32;
        let (start, rest) = (range.start, range.start + complete);
        if complete > 0 {
            self.emit(Instruction::Output { start, end: rest });
        }
        let mut run_start = rest;
        for position in rest..range.end {
            let fact = self.fact(position, depth);
            let ends = position + 1 == range.end || {
                let next = self.fact(position + 1, depth);
                next.variable != fact.variable || next.value - fact.value > MAX_GAP
            };
            if ends {
                self.found.push(Work::Run { range: run_start..position + 1, depth });
                run_start = position + 1;
            }
        }
        self.stack.extend(self.found.drain(..).rev());
    }

    fn write_run(&mut self, range: Range<u32>, depth: u32) {
        let mut branch_start = range.start;
        for position in range.clone() {
            if position + 1 == range.end || self.fact(position + 1, depth) != self.fact(position, depth) {
                self.found.push(Work::Branch { range: branch_start..position + 1, depth });
                branch_start = position + 1;
            }
        }
        if self.found.len() >= MIN_SWITCH {
            self.write_switch(range, depth);
        }
        self.stack.extend(self.found.drain(..).rev());
    }

    /// Writes a switch and replaces the branches found by its branches.
    fn write_switch(&mut self, range: Range<u32>, depth: u32) {
        let switch = self.here();
        let (first, last) = (self.fact(range.start, depth), self.fact(range.end - 1, depth));
        let (targets, count) = (self.generator.targets.len(), last.value - first.value + 1);
        self.generator.targets.resize(targets + count as usize + 1, OPEN);
        self.emit(Instruction::Switch {
            variable: first.variable,
            first_value: first.value,
            count,
            targets: targets as u32,
        });
        for work in std::mem::take(&mut self.found) {
            let Work::Branch { range, depth } = work else { continue };
            let target = targets + (self.fact(range.start, depth).value - first.value) as usize;
            self.found.push(Work::Target { target });
            self.found.push(Work::Node { range, depth: depth + 1 });
            self.found.push(Work::Leave { switch });
        }
        // The last branch need not jump to where it is.
        self.found.pop();
        self.found.push(Work::EndSwitch { switch });
    }

    /// Until all is written, jumps name the switch whose end they lead to.
    fn finish(mut self) -> SuccessorGenerator {
        for at in 0..self.here() {
            if let Instruction::Jump { target } = self.generator.program[at]
                && let Instruction::Switch { targets, count, .. } = self.generator.program[target as usize]
            {
                let target = self.generator.targets[(targets + count) as usize];
                self.generator.program[at] = Instruction::Jump { target };
            }
        }
        self.generator
    }
}
