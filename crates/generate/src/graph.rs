//! Maps on which the stories of several domains take place.

use crate::random::Random;
use std::collections::BTreeSet;

/// A random connected graph: its undirected edges `(a, b)` with `a < b`, in increasing order.
///
/// A tree over all nodes comes first, in which a node hangs on one of the few before it, so that maps get
/// wider with their size; then `extra` attempts at a shortcut.
pub(crate) fn connected_graph(random: &mut Random, nodes: usize, extra: usize) -> Vec<(usize, usize)> {
    const REACH: usize = 4;
    let mut edges = BTreeSet::new();
    for node in 1..nodes {
        edges.insert((node - 1 - random.below(node.min(REACH)), node));
    }
    for _ in 0..extra {
        let (a, b) = (random.below(nodes), random.below(nodes));
        if a != b {
            edges.insert((a.min(b), a.max(b)));
        }
    }
    edges.into_iter().collect()
}

/// The neighbouring pairs `(a, b)`, `a < b`, of `cells` cells laid out row by row in a near-square grid.
pub(crate) fn grid(cells: usize) -> Vec<(usize, usize)> {
    let mut columns = 1;
    while columns * columns < cells {
        columns += 1;
    }
    let mut edges = Vec::new();
    for cell in 0..cells {
        if (cell + 1) % columns != 0 && cell + 1 < cells {
            edges.push((cell, cell + 1));
        }
        if cell + columns < cells {
            edges.push((cell, cell + columns));
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_is_connected() {
        let edges = connected_graph(&mut Random::new(5), 40, 10);
        let mut reached = BTreeSet::from([0]);
        for _ in 0..40 {
            for &(a, b) in &edges {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        assert_eq!(reached.len(), 40);
    }

    #[test]
    fn a_grid_joins_rows_and_columns_but_not_line_ends() {
        assert_eq!(grid(1), []);
        assert_eq!(grid(5), [(0, 1), (0, 3), (1, 2), (1, 4), (3, 4)]);
    }
}
