//! Dyeworks: one frame dips all hanging cloths at once, and dye is scarce.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "dyeworks",
    description: "cloths are dyed together on one frame, with no dip to spare (ADL); always solvable",
    size_means: "number of cloths, and of shades that can be made",
    domain: include_str!("../domains/dyeworks.pddl"),
    problem,
};

/// How a shade is made: from which shade (0 is undyed) and in which dye.
struct Recipe {
    from: usize,
    dye: usize,
}

fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let cloths = size as usize;
    let dyes = 2 + cloths / 4;
    let recipes = shade_tree(random, cloths, dyes);
    let targets: Vec<usize> = (0..cloths).map(|_| 1 + random.below(recipes.len())).collect();
    let dips = dips_needed(&recipes, &targets, dyes);
    let measures = dips.iter().copied().max().unwrap_or(0) + 1;

    let mut problem = Problem::new("dyeworks", size, seed);
    let (silk, linen): (Vec<usize>, Vec<usize>) = (1..=cloths).partition(|_| random.one_in(3));
    problem.objects(silk.iter().map(|i| format!("cloth{i}")), "silk");
    problem.objects(linen.iter().map(|i| format!("cloth{i}")), "linen");
    problem.numbered_objects("dye", dyes, "dye");
    problem.numbered_objects("shade", recipes.len(), "shade");
    problem.objects((0..measures).map(|i| format!("measure{i}")), "measure");

    for (made, Recipe { from, dye }) in recipes.iter().enumerate() {
        problem.fact(format_args!("turns {} dye{} {}", shade(*from), dye + 1, shade(made + 1)));
    }
    for (dye, dips) in dips.iter().enumerate() {
        problem.fact(format_args!("left-in-vat dye{} measure{dips}", dye + 1));
    }
    for measure in 1..measures {
        problem.fact(format_args!("one-less measure{measure} measure{}", measure - 1));
    }
    for (cloth, &target) in targets.iter().enumerate() {
        problem.fact(format_args!("has-shade cloth{} undyed", cloth + 1));
        problem.goal(format_args!("has-shade cloth{} {}", cloth + 1, shade(target)));
    }
    problem.goal("forall (?c - cloth) (and (not (hangs ?c)) (not (wet ?c)))");
    problem.text()
}

/// One recipe per shade besides undyed; no shade turns into two others in the same dye.
fn shade_tree(random: &mut Random, shades: usize, dyes: usize) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    // Per shade the dyes that it has no reaction to yet, in random order.
    let mut unused = vec![random.permutation(dyes)];
    while recipes.len() < shades {
        // Late shades are preferred, so that the tree gets deep.
        let from = unused.len() - 1 - random.below(unused.len().min(6));
        if let Some(dye) = unused[from].pop() {
            recipes.push(Recipe { from, dye });
            unused.push(random.permutation(dyes));
        }
    }
    recipes
}

/// Dips per dye if cloths that need the same step always take it together: once per edge of the tree on
/// the way to some target.
fn dips_needed(recipes: &[Recipe], targets: &[usize], dyes: usize) -> Vec<usize> {
    let mut needed = vec![false; recipes.len() + 1];
    for &target in targets {
        needed[target] = true;
    }
    let mut dips = vec![0; dyes];
    for made in (1..=recipes.len()).rev() {
        if needed[made] {
            let Recipe { from, dye } = recipes[made - 1];
            dips[dye] += 1;
            needed[from] = true;
        }
    }
    dips
}

fn shade(number: usize) -> String {
    if number == 0 { "undyed".to_string() } else { format!("shade{number}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_shared_by_two_targets_are_dipped_once() {
        // undyed -0-> 1 -1-> 2 and 1 -0-> 3; a fourth shade that nobody wants.
        let recipes = [(0, 0), (1, 1), (1, 0), (0, 1)].map(|(from, dye)| Recipe { from, dye });
        assert_eq!(dips_needed(&recipes, &[2, 3, 3], 2), [2, 1]);
    }
}
