//! Glacier: a tour over bridges that break.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;
use std::collections::BTreeSet;

pub(crate) const GENERATOR: Generator = Generator {
    name: "glacier",
    description: "samples are gathered over snow bridges that carry one crossing (dead ends); always solvable",
    size_means: "number of samples; there are two camps more",
    domain: include_str!("../domains/glacier.pddl"),
    problem,
};

/// A trail that visits every camp is drawn first and is the plan; then come the ways that mislead.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let samples = size as usize;
    let camps = samples + 2;
    let mut map = Map { problem: Problem::new("glacier", size, seed), linked: BTreeSet::new(), ladders: 0 };

    let trail = draw_trail(random, camps);
    for (step, pair) in trail.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        if !map.link(from, to) {
            continue;
        }
        if random.one_in(6) {
            // A crevasse needs a ladder, which the trail has already passed.
            map.way("crevasse", from, to);
            map.way("crevasse", to, from);
            map.ladders += 1;
            let ladder = map.ladders;
            let place = trail[random.below(step + 1)] + 1;
            map.problem.fact(format_args!("ladder-at ladder{ladder} camp{place}"));
        } else {
            map.way("bridge", from, to);
            map.way("bridge", to, from);
        }
    }
    for _ in 0..samples / 2 {
        let (from, to) = (random.below(camps), random.below(camps));
        if map.link(from, to) {
            map.way("chute", from, to);
        }
        let (from, to) = (random.below(camps), random.below(camps));
        if map.link(from, to) {
            map.way("bridge", from, to);
            map.way("bridge", to, from);
        }
    }

    let Map { mut problem, ladders, .. } = map;
    problem.numbered_objects("camp", camps, "camp");
    problem.numbered_objects("sample", samples, "sample");
    problem.numbered_objects("ladder", ladders, "ladder");
    problem.fact(format_args!("climber-at camp{}", trail[0] + 1));
    for sample in 1..=samples {
        problem.fact(format_args!("lies sample{sample} camp{}", 1 + random.below(camps)));
        problem.goal(format_args!("gathered sample{sample}"));
    }
    problem.goal(format_args!("climber-at camp{}", trail[trail.len() - 1] + 1));
    problem.text()
}

/// All camps in random order, with some earlier camps visited once more in between; never over the same
/// pair of camps twice.
fn draw_trail(random: &mut Random, camps: usize) -> Vec<usize> {
    let mut trail: Vec<usize> = Vec::new();
    let mut used = BTreeSet::new();
    for camp in random.permutation(camps) {
        if let Some(&here) = trail.last() {
            if trail.len() > 3 && random.one_in(3) {
                let again = trail[random.below(trail.len() - 2)];
                if again != here && used.insert(pair(here, again)) {
                    trail.push(again);
                }
            }
            used.insert(pair(trail[trail.len() - 1], camp));
        }
        trail.push(camp);
    }
    trail
}

struct Map {
    problem: Problem,
    linked: BTreeSet<(usize, usize)>,
    ladders: usize,
}

impl Map {
    /// Whether the two camps differ and were not linked before; now they are.
    fn link(&mut self, from: usize, to: usize) -> bool {
        from != to && self.linked.insert(pair(from, to))
    }

    fn way(&mut self, kind: &str, from: usize, to: usize) {
        self.problem.fact(format_args!("{kind} camp{} camp{}", from + 1, to + 1));
    }
}

fn pair(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trail_visits_every_camp_and_breaks_no_bridge_twice() {
        for seed in 0..50 {
            let trail = draw_trail(&mut Random::new(seed), 30);
            assert_eq!(trail.iter().collect::<BTreeSet<_>>().len(), 30);
            let crossed: BTreeSet<_> = trail.windows(2).map(|w| pair(w[0], w[1])).collect();
            assert_eq!(crossed.len(), trail.len() - 1);
        }
    }
}
