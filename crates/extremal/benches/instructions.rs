//! How many instructions the inner loops of the planner take, counted by Valgrind's Callgrind: one
//! evaluation, one expansion, one selection with its backup, one grounding.
//!
//! `cargo xtask bench instructions` runs these and compares the counts with the stored ones. Each benchmark
//! repeats its step some times, because a single state or leaf may be a lucky one.

// The macros of the harness write public items without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use extremal::bandits::Random;
use extremal::bandits::{MonteCarlo, Normal2, Uniform};
use extremal::heuristics::{self, Heuristic};
use extremal::searches::tree::{Index, Linear, Samples, Tree};
use extremal::states::{StateId, StateRegistry, StateSpace, SuccessorBatch};
use extremal::{Budget, Task};
use extremal_ground::{Grounding, ground};
use gungraun::{library_benchmark, library_benchmark_group, main};

macro_rules! example {
    ($domain:literal, $problem:literal) => {
        (
            include_str!(concat!("../../../examples/", $domain, "/domain.pddl")),
            include_str!(concat!("../../../examples/", $domain, "/", $problem, ".pddl")),
        )
    };
}

type Example = (&'static str, &'static str);

const MENAGERIE: Example = example!("menagerie", "p05");
const MUSEUM: Example = example!("museum", "p05");
/// With axioms.
const CANAL: Example = example!("canal", "p05");
const BEEKEEPER: Example = example!("beekeeper", "p05");

const STEPS: usize = 40;

fn task((domain, problem): Example) -> Task {
    Task::from_pddl(domain, problem).expect("examples are tasks")
}

/// A state space, and how far it has been explored breadth first.
struct Exploration {
    space: StateSpace,
    registry: StateRegistry,
    expanded: usize,
    batch: SuccessorBatch,
    values: Vec<u32>,
    operators: Vec<u32>,
}

impl Exploration {
    fn new(task: &Task) -> Self {
        let space = StateSpace::new(task.sas());
        let mut registry = space.new_registry();
        let (mut packed, values) = (space.new_packed(), space.new_values());
        space.initial_state(&mut packed);
        registry.insert(&packed);
        let batch = space.new_batch();
        Exploration { space, registry, expanded: 0, batch, values, operators: Vec::new() }
    }

    fn expand_next(&mut self) {
        let parent = self.registry.packed(StateId(self.expanded as u32)).to_vec();
        self.expanded += 1;
        self.space.unpack(&parent, &mut self.values);
        self.space.applicable_operators(&self.values, &mut self.operators);
        let mut left = &self.operators[..];
        while !left.is_empty() {
            let some = self.batch.generate(&self.space, &self.registry, &parent, &self.values, left);
            left = &left[some.len()..];
            for place in 0..some.len() {
                self.registry.insert_hashed(self.batch.packed(place), self.batch.hash(place));
            }
        }
    }
}

/// A heuristic, and states of which each is the last child of the one before: they lead away from the
/// initial state, where searches are most of their time.
fn evaluation(example: Example, heuristic: &str) -> (Box<dyn Heuristic>, Vec<Vec<u32>>) {
    let task = task(example);
    let mut exploration = Exploration::new(&task);
    let mut states = Vec::new();
    for _ in 0..STEPS {
        exploration.expand_next();
        exploration.expanded = exploration.registry.len() - 1;
        let packed = exploration.registry.packed(StateId(exploration.expanded as u32)).to_vec();
        exploration.space.unpack(&packed, &mut exploration.values);
        states.push(exploration.values.clone());
    }
    let heuristic = heuristics::select(heuristic).expect("a heuristic of the list").build(task.sas());
    (heuristic, states)
}

#[library_benchmark(setup = evaluation)]
#[bench::ff(MENAGERIE, "ff")]
#[bench::add(MENAGERIE, "add")]
#[bench::max(MENAGERIE, "max")]
#[bench::gc(MENAGERIE, "gc")]
#[bench::ff_museum(MUSEUM, "ff")]
#[bench::ff_axioms(CANAL, "ff")]
fn evaluate((mut heuristic, states): (Box<dyn Heuristic>, Vec<Vec<u32>>)) -> Box<dyn Heuristic> {
    for state in &states {
        black_box(heuristic.evaluate(state));
    }
    heuristic
}

fn expansion(example: Example) -> Exploration {
    Exploration::new(&task(example))
}

#[library_benchmark(setup = expansion)]
#[bench::menagerie(MENAGERIE)]
#[bench::axioms(CANAL)]
fn expand(mut exploration: Exploration) -> Exploration {
    for _ in 0..STEPS {
        exploration.expand_next();
    }
    exploration
}

/// A tree that a search might have grown: values fall slowly with depth, and differ among siblings.
struct Growth<I: Index> {
    tree: Tree<I>,
    random: Random,
}

fn uniform(expansions: usize) -> Growth<Linear<Uniform>> {
    grown(Linear(Uniform::new(1.0)), expansions)
}

fn normal2(expansions: usize) -> Growth<Linear<Normal2<MonteCarlo>>> {
    grown(Linear(Normal2::default()), expansions)
}

fn grown<I: Index>(index: I, expansions: usize) -> Growth<I> {
    let mut growth =
        Growth { tree: Tree::new(index, Samples::All, StateId(0), 100.0), random: Random::new(1) };
    for _ in 0..expansions {
        growth.step();
    }
    growth
}

impl<I: Index> Growth<I> {
    fn step(&mut self) {
        let leaf = self.tree.select_leaf(false, &mut self.random);
        for _ in 0..4 {
            let value = 50.0 + self.random.below(50) as f64;
            let state = StateId(self.tree.len() as u32);
            self.tree.add_child(leaf, state, value, false);
        }
        self.tree.backup(leaf);
    }
}

#[library_benchmark(setup = uniform)]
#[bench::guct_uniform(1000)]
fn range_tree(mut growth: Growth<Linear<Uniform>>) -> Growth<Linear<Uniform>> {
    for _ in 0..STEPS {
        growth.step();
    }
    growth
}

#[library_benchmark(setup = normal2)]
#[bench::guct_normal2(1000)]
fn mean_tree(mut growth: Growth<Linear<Normal2<MonteCarlo>>>) -> Growth<Linear<Normal2<MonteCarlo>>> {
    for _ in 0..STEPS {
        growth.step();
    }
    growth
}

fn normalised(example: Example) -> extremal_normalise::Task {
    let task = task(example);
    extremal_normalise::normalise(task.lifted().expect("examples are lifted"))
}

#[library_benchmark(setup = normalised)]
#[bench::beekeeper(BEEKEEPER)]
#[bench::axioms(CANAL)]
fn ground_task(task: extremal_normalise::Task) -> Grounding {
    ground(&task, &Budget::unlimited()).expect("examples can be grounded")
}

library_benchmark_group!(name = evaluation_of_states; benchmarks = evaluate);
library_benchmark_group!(name = expansion_of_states; benchmarks = expand);
library_benchmark_group!(name = selection_and_backup; benchmarks = range_tree, mean_tree);
library_benchmark_group!(name = grounding; benchmarks = ground_task);

main!(library_benchmark_groups = evaluation_of_states, expansion_of_states, selection_and_backup, grounding);
