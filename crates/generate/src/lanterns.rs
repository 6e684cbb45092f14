//! Lanterns: a flipping puzzle.

use crate::Generator;
use crate::graph::grid;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "lanterns",
    description: "each cord flips a lantern and its neighbours, all must go dark (conditional effects, negative \
                  goals); always solvable",
    size_means: "number of lanterns, on a near-square grid",
    domain: include_str!("../domains/lanterns.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let lanterns = size as usize;
    let edges = grid(lanterns);
    let mut neighbours = vec![Vec::new(); lanterns];
    for &(a, b) in &edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }

    // Pulling cords from the goal: pulling the same ones again, in any order, is a plan.
    let sound = random.below(lanterns);
    let mut lit = vec![false; lanterns];
    let mut snapped = vec![false; lanterns];
    for (cord, snapped) in snapped.iter_mut().enumerate().filter(|&(cord, _)| cord != sound) {
        *snapped = random.one_in(8);
        if !*snapped && random.one_in(2) {
            pull(cord, &neighbours, &mut lit);
        }
    }
    if random.one_in(2) {
        pull(sound, &neighbours, &mut lit);
    }
    // Some sets of cords cancel out; one cord alone never does.
    if !lit.contains(&true) {
        pull(sound, &neighbours, &mut lit);
    }

    let mut problem = Problem::new("lanterns", size, seed);
    problem.numbered_objects("lantern", lanterns, "lantern");
    for (a, b) in edges {
        problem.fact(format_args!("neighbours lantern{} lantern{}", a + 1, b + 1));
        problem.fact(format_args!("neighbours lantern{} lantern{}", b + 1, a + 1));
    }
    for lantern in 0..lanterns {
        if snapped[lantern] {
            problem.fact(format_args!("snapped lantern{}", lantern + 1));
        }
        if lit[lantern] {
            problem.fact(format_args!("lit lantern{}", lantern + 1));
        }
    }
    problem.goal("forall (?l - lantern) (not (lit ?l))");
    problem.text()
}

fn pull(cord: usize, neighbours: &[Vec<usize>], lit: &mut [bool]) {
    lit[cord] = !lit[cord];
    for &lantern in &neighbours[cord] {
        lit[lantern] = !lit[lantern];
    }
}
