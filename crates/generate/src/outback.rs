//! Outback: lorries and their fuel.

use crate::Generator;
use crate::graph::connected_graph;
use crate::problem::Problem;
use crate::random::Random;

pub(crate) const GENERATOR: Generator = Generator {
    name: "outback",
    description: "lorries bring mail to farms, and few of these have a pump (fuel, action costs); always solvable",
    size_means: "number of parcels, and of farms but one",
    domain: include_str!("../domains/outback.pddl"),
    problem,
};

/// Fuel that a road can burn.
const LONGEST_ROAD: usize = 3;

/// A plan exists: a full tank takes a lorry from any pump to the next one, and from each farm's pump to the farm and
/// back; and all lorries begin at a pump.
fn problem(size: u32, seed: u64) -> String {
    let random = &mut Random::new(seed);
    let parcels = size as usize;
    let (farms, lorries) = (parcels + 1, 1 + parcels / 8);
    let mut roads: Vec<Vec<(usize, usize)>> = vec![Vec::new(); farms];
    for (a, b) in connected_graph(random, farms, parcels / 3) {
        let burns = 1 + random.below(LONGEST_ROAD);
        roads[a].push((b, burns));
        roads[b].push((a, burns));
    }
    let pumps = &random.permutation(farms)[..farms.div_ceil(5)];
    let capacity = needed_capacity(&roads, pumps).max(LONGEST_ROAD) + random.below(3);

    let mut problem = Problem::new("outback", size, seed);
    problem.numbered_objects("lorry", lorries, "lorry");
    problem.numbered_objects("parcel", parcels, "parcel");
    problem.numbered_objects("farm", farms, "farm");
    problem.objects((0..=capacity).map(|n| format!("fuel{n}")), "fuel");
    problem.fact("= (total-cost) 0");
    problem.fact(format_args!("= (price) {}", 5 + random.below(10)));
    for (from, roads) in roads.iter().enumerate() {
        for &(to, burns) in roads {
            problem.fact(format_args!("road farm{} farm{} fuel{burns}", from + 1, to + 1));
            problem.fact(format_args!("= (toll farm{} farm{}) {}", from + 1, to + 1, 2 * burns));
        }
    }
    for pump in pumps {
        problem.fact(format_args!("pump farm{}", pump + 1));
    }
    for burns in 1..=LONGEST_ROAD {
        for rest in 0..=capacity - burns {
            problem.fact(format_args!("minus fuel{} fuel{burns} fuel{rest}", rest + burns));
        }
    }
    for lorry in 1..=lorries {
        problem.fact(format_args!("at lorry{lorry} farm{}", pumps[random.below(pumps.len())] + 1));
        problem.fact(format_args!("tank lorry{lorry} fuel{}", random.below(capacity + 1)));
        problem.fact(format_args!("capacity lorry{lorry} fuel{capacity}"));
    }
    for parcel in 1..=parcels {
        let from = random.below(farms);
        let to = (from + 1 + random.below(farms - 1)) % farms;
        problem.fact(format_args!("waits parcel{parcel} farm{}", from + 1));
        problem.goal(format_args!("waits parcel{parcel} farm{}", to + 1));
    }
    problem.minimize_total_cost();
    problem.text()
}

/// The longest way that a lorry must make without a pump on it: to a farm and back from the nearest pump, or between
/// pumps when those are joined by the shortest ways that join them all.
fn needed_capacity(roads: &[Vec<(usize, usize)>], pumps: &[usize]) -> usize {
    let from_pump: Vec<Vec<usize>> = pumps.iter().map(|&pump| distances(roads, pump)).collect();
    let nearest = |farm: usize| from_pump.iter().map(|d| d[farm]).min().unwrap_or(0);
    let mut needed = (0..roads.len()).map(|farm| 2 * nearest(farm)).max().unwrap_or(0);
    // Prim's algorithm: the way from the pumps that are joined already to each other one.
    let mut way: Vec<usize> = vec![usize::MAX; pumps.len()];
    let mut joined = vec![false; pumps.len()];
    let mut latest = Some(0);
    while let Some(pump) = latest {
        joined[pump] = true;
        for (other, &farm) in pumps.iter().enumerate() {
            way[other] = way[other].min(from_pump[pump][farm]);
        }
        latest = (0..pumps.len()).filter(|&other| !joined[other]).min_by_key(|&other| way[other]);
        needed = needed.max(latest.map_or(0, |other| way[other]));
    }
    needed
}

/// Fuel that it takes from a farm to each other one.
fn distances(roads: &[Vec<(usize, usize)>], from: usize) -> Vec<usize> {
    let mut distances = vec![usize::MAX; roads.len()];
    let mut by_distance = vec![vec![from]];
    distances[from] = 0;
    let mut distance = 0;
    while distance < by_distance.len() {
        for farm in std::mem::take(&mut by_distance[distance]) {
            if distances[farm] != distance {
                continue;
            }
            for &(next, burns) in &roads[farm] {
                let longer = distance + burns;
                if longer < distances[next] {
                    distances[next] = longer;
                    by_distance.resize(by_distance.len().max(longer + 1), Vec::new());
                    by_distance[longer].push(next);
                }
            }
        }
        distance += 1;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tank_is_as_large_as_the_longest_way_without_a_pump() {
        // 0 -3- 1 -1- 2 -2- 3, and a detour of 5 from 0 to 2.
        let roads =
            vec![vec![(1, 3), (2, 5)], vec![(0, 3), (2, 1)], vec![(1, 1), (0, 5), (3, 2)], vec![(2, 2)]];
        assert_eq!(distances(&roads, 0), [0, 3, 4, 6]);
        assert_eq!(needed_capacity(&roads, &[0]), 12);
        assert_eq!(needed_capacity(&roads, &[0, 3]), 6);
        assert_eq!(needed_capacity(&roads, &[3, 1, 0]), 3);
    }
}
