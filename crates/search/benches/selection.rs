//! Time of a selection in the tree against its depth and against the number of children, without any planning:
//! `cargo bench -p extremal-search --bench selection [-- --quick]`. Prints `curve,x,seconds`;
//! `cargo xtask bench scaling` draws it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use extremal_bandits::{MonteCarlo, Normal2, Uniform};
use extremal_search::random::Random;
use extremal_search::tree::{Index, Linear, PreferredRule, Ties, Tree};
use extremal_states::StateId;

/// A curve goes on to the next point when it has measured this long.
const ENOUGH: Duration = Duration::from_millis(100);
/// From this depth on a dive is measured once.
const LONG: usize = 10_000;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let largest = if quick { 1_000 } else { 100_000 };
    println!("curve,x,seconds");
    let points = |start: usize, largest: usize| {
        // Three points in every power of ten.
        (0..)
            .map(move |step| (start as f64 * 10_f64.powf(f64::from(step) / 3.0)).round() as usize)
            .take_while(move |&x| x <= largest)
    };
    for x in points(10, largest) {
        println!("depth kept path,{x},{:e}", fastest(|| at_depth(|| Linear(Uniform::new(1.0)), x)));
    }
    // A step takes a time that grows with the depth, so that getting there takes its square.
    for x in points(10, largest / 10) {
        println!("depth walk,{x},{:e}", fastest(|| at_depth(|| Linear(Normal2::<MonteCarlo>::new()), x)));
    }
    for x in points(2, largest + 1) {
        println!("children,{x},{:e}", fastest(|| among_children(x)));
    }
}

/// The fastest of three measurements: whatever else the machine does only makes them slower.
fn fastest(measure: impl Fn() -> f64) -> f64 {
    (0..3).map(|_| measure()).fold(f64::INFINITY, f64::min)
}

/// Seconds of selecting a leaf, giving it two children and backing up, in a tree of this depth.
fn at_depth<I: Index>(index: impl Fn() -> I, depth: usize) -> f64 {
    let steps = (depth / 4).max(3);
    let (mut measured, mut count) = (Duration::ZERO, 0);
    // One long dive is enough: it cannot be disturbed much.
    while count == 0 || (measured < ENOUGH && depth < LONG) {
        let mut random = Random::new(1);
        let mut tree = Tree::new(index(), StateId(0), 15.0);
        for _ in 0..depth {
            dive(&mut tree, &mut random);
        }
        let started = Instant::now();
        for _ in 0..steps {
            dive(&mut tree, &mut random);
        }
        measured += started.elapsed();
        count += steps;
    }
    measured.as_secs_f64() / count as f64
}

/// Selects a leaf and expands it: of its two children one is about as good as the leaf, the other is bad, so
/// that the tree grows downwards.
fn dive<I: Index>(tree: &mut Tree<I>, random: &mut Random) {
    let leaf = tree.select_leaf(PreferredRule::Ignored, Ties::Random, random);
    for smallest in [10, 1000] {
        let state = StateId(tree.len() as u32);
        tree.add_child(leaf, state, (smallest + random.below(10)) as f64, false);
    }
    tree.backup(leaf);
}

/// Seconds of one choice among so many leaves.
fn among_children(children: usize) -> f64 {
    let mut random = Random::new(1);
    let mut tree = Tree::new(Linear(Uniform::new(1.0)), StateId(0), 15.0);
    for child in 1..=children {
        tree.add_child(0, StateId(child as u32), (10 + random.below(1000)) as f64, false);
    }
    tree.backup(0);
    let started = Instant::now();
    let mut count = 0;
    while started.elapsed() < ENOUGH {
        for _ in 0..(100_000 / children).max(1) {
            black_box(tree.select_child(black_box(0), PreferredRule::Ignored, Ties::Random, &mut random));
            count += 1;
        }
    }
    started.elapsed().as_secs_f64() / f64::from(count)
}
