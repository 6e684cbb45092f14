//! Turnery: chisels that wear.

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "turnery",
    description: "chisels get blunt, and grinding uses them up (tool wear, dead ends, action costs); always solvable",
    size_means: "number of pieces",
    domain: include_str!("../domains/turnery.pddl"),
    problem,
};

/// Cuts that a sharp chisel makes.
const EDGE: usize = 3;
/// How often a new chisel can be ground.
const STEEL: usize = 2;
/// Cuts that a piece needs at most.
const MOST_CUTS: usize = 4;

/// A plan exists: the chisels of each shape make at least as many cuts as are needed, if they are ground only when
/// they are blunt.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let pieces = size as usize;
    let shapes = 1 + (pieces / 3).min(5);
    let lathes = 1 + pieces / 8;
    let cuts: Vec<Vec<usize>> = (0..pieces)
        .map(|_| (0..2 + random.below(MOST_CUTS - 1)).map(|_| random.below(shapes)).collect())
        .collect();
    // Shape, edge and steel of each chisel.
    let mut chisels = Vec::new();
    for shape in 0..shapes {
        let needed = cuts.iter().flatten().filter(|&&s| s == shape).count();
        let mut possible = 0;
        while possible < needed + needed / 5 {
            let (edge, steel) = (random.below(EDGE + 1), random.below(STEEL + 1));
            chisels.push((shape, edge, steel));
            possible += edge + steel * EDGE;
        }
    }
    random.shuffle(&mut chisels);

    let mut problem = Problem::new("turnery", size, seed);
    problem.numbered_objects("lathe", lathes, "lathe");
    problem.numbered_objects("chisel", chisels.len(), "chisel");
    problem.numbered_objects("shape", shapes, "shape");
    problem.numbered_objects("piece", pieces, "piece");
    problem.numbered_objects("cut", MOST_CUTS, "cut");
    problem.objects((0..=EDGE).map(|n| format!("edge{n}")), "edge");
    problem.objects((0..=STEEL).map(|n| format!("steel{n}")), "steel");
    problem.fact("= (total-cost) 0");
    problem.fact(format_args!("sharp edge{EDGE}"));
    for edge in 1..=EDGE {
        problem.fact(format_args!("duller edge{edge} edge{}", edge - 1));
    }
    for steel in 1..=STEEL {
        problem.fact(format_args!("less-steel steel{steel} steel{}", steel - 1));
    }
    problem.fact("first cut1");
    for lathe in 1..=lathes {
        problem.fact(format_args!("bare lathe{lathe}"));
        problem.fact(format_args!("unused lathe{lathe}"));
    }
    for (number, (shape, edge, steel)) in (1..).zip(chisels) {
        problem.fact(format_args!("in-rack chisel{number}"));
        problem.fact(format_args!("has-shape chisel{number} shape{}", shape + 1));
        problem.fact(format_args!("edge-of chisel{number} edge{edge}"));
        problem.fact(format_args!("steel-of chisel{number} steel{steel}"));
    }
    for (number, cuts) in (1..).zip(&cuts) {
        problem.fact(format_args!("raw piece{number}"));
        for (cut, shape) in (1..).zip(cuts) {
            problem.fact(format_args!("needs piece{number} cut{cut} shape{}", shape + 1));
        }
        for cut in 1..cuts.len() {
            problem.fact(format_args!("next piece{number} cut{cut} cut{}", cut + 1));
        }
        problem.fact(format_args!("last piece{number} cut{}", cuts.len()));
        problem.goal(format_args!("finished piece{number}"));
    }
    problem.minimize_total_cost();
    problem.text()
}
