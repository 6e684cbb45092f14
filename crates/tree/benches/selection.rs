//! Time of a selection in the tree against its depth and against the number of children, without any planning:
//! `cargo bench -p extremal-tree --bench selection [-- --quick]`. Prints `curve,x,seconds`;
//! `cargo xtask bench scaling` draws it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use extremal_bandits::Random;
use extremal_bandits::Uniform;
use extremal_states::StateId;
use extremal_tree::{Direct, Index, Linear, Samples, Tree};

/// A curve goes on to the next point when it has measured this long.
const ENOUGH: Duration = Duration::from_millis(100);
/// From this depth on a dive is measured once.
const LONG: u32 = 10_000;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let largest = if quick { 1_000 } else { 100_000 };
    println!("curve,x,seconds");
    let points = |start: u32, largest: u32| {
        // Three points in every power of ten.
        (0..)
            .map(move |step| (f64::from(start) * 10_f64.powf(f64::from(step) / 3.0)).round() as u32)
            .take_while(move |&x| x <= largest)
    };
    let uniform = || Linear(Uniform::new(1.0));
    let walking = || Direct(Uniform::new(1.0));
    let print = |curve: &str, x: u32, seconds: f64| println!("{curve},{x},{seconds:e}");
    for x in points(10, largest) {
        let kept_path = |children, samples| at_depth(uniform, children, samples, x);
        print("plateau kept path", x, fastest(|| kept_path(PLATEAU, Samples::All)));
        print("changes kept path", x, fastest(|| kept_path(CHANGES, Samples::All)));
        print("plateau of leaves kept path", x, fastest(|| kept_path(PLATEAU, Samples::Leaves)));
        // Getting there takes the square of the depth, so it is done once.
        let changes = || kept_path(CHANGES, Samples::Leaves);
        print("changes of leaves kept path", x, if x < LONG { fastest(changes) } else { changes() });
    }
    // This too, with steps that take several times as long: hence the smaller depths.
    for x in points(10, largest / 10) {
        print("plateau walk", x, fastest(|| at_depth(walking, PLATEAU, Samples::All, x)));
    }
    for x in points(2, largest + 1) {
        println!("children,{x},{:e}", fastest(|| among_children(x)));
    }
}

/// The fastest of three measurements: whatever else the machine does only makes them slower.
fn fastest(measure: impl Fn() -> f64) -> f64 {
    (0..3).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// The smallest value of either child of a node, to which up to 9 are added at random.
type Children = [usize; 2];
/// As many leaves have the smallest value as any other.
const PLATEAU: Children = [10, 10];
/// One leaf has the smallest value. Where only leaves count, its expansion changes the minimum of every node above it;
/// that of all evaluated states never rises.
const CHANGES: Children = [10, 1000];

/// Seconds of selecting a leaf, giving it two children and backing up, when the tree has this depth.
fn at_depth<I: Index>(index: impl Fn() -> I, children: Children, samples: Samples, depth: u32) -> f64 {
    let (mut measured, mut count) = (Duration::ZERO, 0);
    // One long dive is enough: it cannot be disturbed much.
    while count == 0 || (measured < ENOUGH && depth < LONG) {
        let mut random = Random::new(1);
        let tree = Tree::new(index(), samples, StateId(0), 15.0);
        let mut dive = Dive { tree, depths: vec![0], children };
        let mut steps = 0;
        while dive.step(&mut random) < depth {
            steps += 1;
        }
        let started = Instant::now();
        for _ in 0..=steps / 4 {
            dive.step(&mut random);
            count += 1;
        }
        measured += started.elapsed();
    }
    measured.as_secs_f64() / f64::from(count)
}

/// A tree that a bandit makes deep.
struct Dive<I: Index> {
    tree: Tree<I>,
    depths: Vec<u32>,
    children: Children,
}

impl<I: Index> Dive<I> {
    /// Selects a leaf and expands it. Returns the depth of the leaf.
    fn step(&mut self, random: &mut Random) -> u32 {
        let leaf = self.tree.select_leaf(false, random);
        let depth = self.depths[leaf as usize];
        for smallest in self.children {
            let state = StateId(self.tree.len() as u32);
            self.tree.add_child(leaf, state, (smallest + random.below(10)) as f64, false);
            self.depths.push(depth + 1);
        }
        self.tree.backup(leaf);
        depth
    }
}

/// Seconds of one choice among so many leaves.
fn among_children(children: u32) -> f64 {
    let mut random = Random::new(1);
    let mut tree = Tree::new(Linear(Uniform::new(1.0)), Samples::All, StateId(0), 15.0);
    for child in 1..=children {
        tree.add_child(0, StateId(child), (10 + random.below(1000)) as f64, false);
    }
    tree.backup(0);
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < ENOUGH {
        for _ in 0..(100_000 / children).max(1) {
            black_box(tree.select_child(black_box(0), false, &mut random));
            count += 1;
        }
    }
    started.elapsed().as_secs_f64() / f64::from(count)
}
