//! Rings: the shortest plan is exactly as long as asked for.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "rings",
    description: "the tavern puzzle of the rings on a bar (very deep searches from tiny files); always solvable",
    size_means: "length of the shortest plan",
    domain: include_str!("../domains/rings.pddl"),
    problem,
};

/// The positions of the puzzle are the binary Gray codes, and the two moves lead to the next code and to
/// the previous one. So all positions form one line, and codes `n` apart are `n` moves apart.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let length = u64::from(size);
    let mut rings = 2;
    while (1u64 << rings) <= length {
        rings += 1;
    }
    // The goal is one of the first positions from which there is room for the whole length.
    let room = ((1u64 << rings) - length).min(1000);
    let goal = random.below(room as usize) as u64;

    let mut problem = Problem::new("rings", size, seed);
    problem.numbered_objects("ring", rings, "ring");
    problem.fact("first ring1");
    for ring in 2..=rings {
        problem.fact(format_args!("follows ring{ring} ring{}", ring - 1));
    }
    for fact in position(goal + length, rings) {
        problem.fact(fact);
    }
    for fact in position(goal, rings) {
        problem.goal(fact);
    }
    problem.text()
}

/// The facts of the position with a number, as a linked list of the rings that are on.
fn position(number: u64, rings: usize) -> Vec<String> {
    let code = number ^ (number >> 1);
    let mut facts = Vec::new();
    let mut next = "bar-end".to_string();
    for ring in (1..=rings).rev() {
        if code >> (ring - 1) & 1 == 0 {
            facts.push(format!("off ring{ring}"));
        } else {
            facts.push(format!("next-on ring{ring} {next}"));
            next = format!("ring{ring}");
        }
    }
    facts.push(format!("lowest-on {next}"));
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_positions_differ_by_one_ring() {
        let off =
            |number| position(number, 5).into_iter().filter(|f| f.starts_with("off")).collect::<Vec<_>>();
        for number in 0..31 {
            assert_eq!(off(number).len().abs_diff(off(number + 1).len()), 1, "at {number}");
        }
    }

    #[test]
    fn the_rings_that_are_on_are_linked_in_order() {
        // 13 = 1101 has the code 1011: rings 1, 2 and 4.
        assert_eq!(
            position(13, 4),
            [
                "next-on ring4 bar-end",
                "off ring3",
                "next-on ring2 ring4",
                "next-on ring1 ring2",
                "lowest-on ring1"
            ]
        );
    }
}
