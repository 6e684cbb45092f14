//! Warehouse: robots with batteries carry boxes.

mod greedy;

pub use greedy::greedy_plan;

use std::collections::VecDeque;

use crate::Generator;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "warehouse",
    description: "robots carry boxes and must not run out of battery far from a charger (a resource, action costs); \
                  always solvable",
    size_means: "number of boxes; there is a robot for every ten",
    domain: include_str!("../domains/warehouse.pddl"),
    problem,
};

fn problem(size: u32, seed: u64) -> String {
    let Floor { columns, neighbours, chargers, capacity, robots, boxes } = Floor::new(size, seed);
    let name = |cell: usize| name(cell, columns);
    let mut problem = Problem::new("warehouse", size, seed);
    problem.numbered_objects("robot", robots.len(), "robot");
    problem.numbered_objects("box", boxes.len(), "box");
    let cells = (0..neighbours.len()).filter(|&cell| !neighbours[cell].is_empty());
    problem.objects(cells.map(name), "cell");
    problem.objects((0..=capacity).map(|level| format!("level{level}")), "level");
    problem.fact("= (total-cost) 0");
    for (from, next) in neighbours.iter().enumerate() {
        for &to in next {
            problem.fact(format_args!("adjacent {} {}", name(from), name(to)));
        }
    }
    for &cell in &chargers {
        problem.fact(format_args!("charger {}", name(cell)));
    }
    problem.fact(format_args!("full level{capacity}"));
    for level in 1..=capacity {
        problem.fact(format_args!("one-less level{level} level{}", level - 1));
    }
    for (number, &Robot { cell, level }) in (1..).zip(&robots) {
        problem.fact(format_args!("at robot{number} {}", name(cell)));
        problem.fact(format_args!("battery robot{number} level{level}"));
        problem.fact(format_args!("free robot{number}"));
    }
    for (number, &(from, to)) in (1..).zip(&boxes) {
        problem.fact(format_args!("box-at box{number} {}", name(from)));
        problem.goal(format_args!("box-at box{number} {}", name(to)));
    }
    problem.minimize_total_cost();
    problem.text()
}

fn name(cell: usize, columns: usize) -> String {
    format!("c{}-{}", cell / columns + 1, cell % columns + 1)
}

/// What a problem describes. Cells are numbered row by row.
struct Floor {
    columns: usize,
    /// Cells beside each cell; none for a cell that is a pillar.
    neighbours: Vec<Vec<usize>>,
    chargers: Vec<usize>,
    /// Level of a full battery: from any charger to any cell and from there to the nearest charger.
    capacity: usize,
    robots: Vec<Robot>,
    /// Where each box is and where it is wanted.
    boxes: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct Robot {
    cell: usize,
    level: usize,
}

impl Floor {
    fn new(size: u32, seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let num_boxes = size as usize;
        let area = 3 * num_boxes + 3;
        let columns = (2..).find(|n| n * n >= area).unwrap_or(2);
        let rows = area.div_ceil(columns);
        let neighbours = grid_with_pillars(random, rows, columns);
        let mut cells: Vec<usize> = (0..rows * columns).filter(|&c| !neighbours[c].is_empty()).collect();
        random.shuffle(&mut cells);
        let chargers = cells[..1 + cells.len() / 40].to_vec();

        let mut capacity = 0;
        let nearest = distances(&neighbours, &chargers);
        for &charger in &chargers {
            let from_here = distances(&neighbours, &[charger]);
            capacity = cells.iter().map(|&cell| from_here[cell] + nearest[cell]).fold(capacity, usize::max);
        }
        let any = |random: &mut Random| cells[random.below(cells.len())];
        // Half of a battery is enough to the nearest charger.
        let robots = (0..1 + num_boxes / 10)
            .map(|_| Robot { cell: any(random), level: capacity - random.below(capacity / 2 + 1) })
            .collect();
        let boxes = (0..num_boxes).map(|_| {
            let from = random.below(cells.len());
            let to = (from + 1 + random.below(cells.len() - 1)) % cells.len();
            (cells[from], cells[to])
        });
        let boxes = boxes.collect();
        Floor { columns, neighbours, chargers, capacity, robots, boxes }
    }
}

/// Pillars stand alone and never at a wall, so that all other cells stay connected.
fn grid_with_pillars(random: &mut Random, rows: usize, columns: usize) -> Vec<Vec<usize>> {
    let mut is_pillar = vec![false; rows * columns];
    for row in 1..rows.saturating_sub(1) {
        for column in 1..columns.saturating_sub(1) {
            let cell = row * columns + column;
            let before = [cell - columns - 1, cell - columns, cell - columns + 1, cell - 1];
            is_pillar[cell] = random.one_in(5) && !before.iter().any(|&cell| is_pillar[cell]);
        }
    }
    let mut neighbours = vec![Vec::new(); rows * columns];
    let mut join = |a: usize, b: usize| {
        if !is_pillar[a] && !is_pillar[b] {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    };
    for cell in 0..rows * columns {
        if (cell + 1) % columns != 0 {
            join(cell, cell + 1);
        }
        if cell + columns < rows * columns {
            join(cell, cell + columns);
        }
    }
    neighbours
}

/// Moves from each cell to the nearest of the given ones.
fn distances(neighbours: &[Vec<usize>], to: &[usize]) -> Vec<usize> {
    let mut distances = vec![usize::MAX; neighbours.len()];
    let mut queue: VecDeque<usize> = to.iter().copied().collect();
    to.iter().for_each(|&cell| distances[cell] = 0);
    while let Some(cell) = queue.pop_front() {
        for &next in &neighbours[cell] {
            if distances[next] == usize::MAX {
                distances[next] = distances[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}
