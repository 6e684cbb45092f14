//! Building the tree of preconditions.

use std::ops::Range;

use extremal_ground::rows::Rows;
use extremal_limits::{Pacer, Stop};
use extremal_sas::{Fact, Task};

use super::order::{by_operators_ruled_out, expected_steps};
use super::{Instruction, SuccessorGenerator};

/// Fewer branches than this are tested one after the other.
const MIN_SWITCH: usize = 3;
/// Values further apart than this do not share a switch, so that its targets are not mostly unused.
const MAX_GAP: u32 = 4;
/// A target that is not known yet.
const OPEN: u32 = u32::MAX;
/// Another order of tests is tried if so many uses of the first tree take more steps than it has: otherwise building
/// another tree takes longer than it is likely to save.
const LEAST_USES: f64 = 200.0;
/// It is used if it takes at most this share of the steps. These are guessed, and operators have to be sorted.
const LARGEST_SHARE: f64 = 2.0 / 3.0;

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

/// Builds the tree. Variables are tested by number, or in another order if that takes far fewer steps.
pub fn build(task: &Task, pacer: &mut Pacer) -> Result<SuccessorGenerator, Stop> {
    let by_number: Vec<u32> = (0..task.variables.len() as u32).collect();
    let mut preconditions = Rows::default();
    for operator in 0..task.operators.len() {
        pacer.tick()?;
        preconditions.push(task.operators.precondition(operator).iter().copied());
    }
    let operators = sorted_by_precondition(task, &preconditions, &by_number, pacer)?;
    let generator = build_tree(&rearranged(&preconditions, &operators, pacer)?, operators, pacer)?;
    let steps = expected_steps(task, &generator);
    if steps * LEAST_USES < generator.program.len() as f64 {
        return Ok(generator);
    }
    // Operators are called by their places in the list of the first tree, in whose order they are to be named.
    let places = by_operators_ruled_out(task);
    let mut rearranged_preconditions = Rows::default();
    let mut facts = Vec::new();
    for &operator in &generator.operators {
        pacer.tick()?;
        facts.clear();
        facts.extend_from_slice(preconditions.row(operator as usize));
        facts.sort_unstable_by_key(|fact| places[fact.variable as usize]);
        rearranged_preconditions.push(facts.iter().copied());
    }
    let found = sorted_by_precondition(task, &rearranged_preconditions, &places, pacer)?;
    let other = build_tree(&rearranged(&rearranged_preconditions, &found, pacer)?, found, pacer)?;
    if expected_steps(task, &other) > steps * LARGEST_SHARE {
        return Ok(generator);
    }
    Ok(SuccessorGenerator { order: generator.operators, ..other })
}

/// Some of the rows, in this order.
fn rearranged(rows: &Rows<Fact>, order: &[u32], pacer: &mut Pacer) -> Result<Rows<Fact>, Stop> {
    let mut rearranged = Rows::default();
    for &row in order {
        pacer.tick()?;
        rearranged.push(rows.row(row as usize).iter().copied());
    }
    Ok(rearranged)
}

/// Builds a tree from the sorted preconditions of some operators without recursion, because preconditions can be long.
fn build_tree(
    preconditions: &Rows<Fact>,
    operators: Vec<u32>,
    pacer: &mut Pacer,
) -> Result<SuccessorGenerator, Stop> {
    let mut builder = Builder {
        preconditions,
        stack: vec![Work::Node { range: 0..operators.len() as u32, depth: 0 }],
        generator: SuccessorGenerator { operators, ..SuccessorGenerator::default() },
        found: Vec::new(),
    };
    while let Some(work) = builder.stack.pop() {
        pacer.tick()?;
        builder.write(work);
    }
    Ok(builder.finish())
}

/// The numbers of the preconditions, sorted: by variable, whose places are given, by value, and by number if they are equal.
fn sorted_by_precondition(
    task: &Task,
    preconditions: &Rows<Fact>,
    places: &[u32],
    pacer: &mut Pacer,
) -> Result<Vec<u32>, Stop> {
    // As many facts as fit are packed into one number, which decides most comparisons.
    let mut variables: Vec<usize> = (0..places.len()).collect();
    variables.sort_unstable_by_key(|&variable| places[variable]);
    let mut first_fact = vec![0; places.len()];
    let mut num_facts = 0;
    for variable in variables {
        first_fact[variable] = num_facts;
        num_facts += task.variables[variable].values.len() as u128;
    }
    let number = |fact: &Fact| first_fact[fact.variable as usize] + u128::from(fact.value);
    let width = u128::BITS - num_facts.leading_zeros();
    let packed = (u128::BITS / width.max(1)) as usize;
    let key = |facts: &[Fact]| {
        let number = |fact: Option<&Fact>| fact.map_or(0, |fact| 1 + number(fact));
        (0..packed).fold(0, |key: u128, position| key << width | number(facts.get(position)))
    };
    let mut keyed: Vec<(u128, u32)> = Vec::with_capacity(task.operators.len());
    for row in 0..task.operators.len() {
        pacer.tick()?;
        keyed.push((key(preconditions.row(row)), row as u32));
    }
    keyed.sort_unstable_by(|a, b| {
        let facts = |row: u32| preconditions.row(row as usize).iter().map(number);
        a.0.cmp(&b.0).then_with(|| facts(a.1).cmp(facts(b.1))).then(a.1.cmp(&b.1))
    });
    pacer.budget().check()?;
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

struct Builder<'p> {
    preconditions: &'p Rows<Fact>,
    generator: SuccessorGenerator,
    /// The last is written next.
    stack: Vec<Work>,
    /// Parts of the item being written, in order.
    found: Vec<Work>,
}

impl Builder<'_> {
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
