//! The values below the nodes of a search tree, from the states of a trace.

use extremal_trace::{Table, Values};

/// Which states below a node count, as in the searches' parameter `samples`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Samples {
    /// Those that wait for expansion when the run ends: what the bandits of the paper see.
    #[default]
    Leaves,
    /// All that were evaluated.
    All,
}

/// The values below a node, in the order of evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subtree {
    /// The number of the node's state.
    pub state: i64,
    /// How far it is from the root.
    pub depth: u32,
    /// The values, each with the number of its state.
    pub values: Vec<(i64, i64)>,
}

/// The subtrees of a run with at least so many values, whose roots are at depth 0, 1, 2, 4, 8 and so on. Those of one
/// depth have nothing in common.
pub fn subtrees(states: &Table, samples: Samples, least: usize) -> Vec<Subtree> {
    let columns = ["state", "parent", "g", "h", "evaluation", "expansion"].map(|name| states.whole(name));
    let [Some(id), Some(parent), Some(g), Some(h), Some(evaluation), Some(expansion)] = columns else {
        return Vec::new();
    };
    let rows = id.len();
    let mut row_of = std::collections::HashMap::with_capacity(rows);
    // Lists of children, as first child and next sibling; a parent stands before its children.
    let mut first = vec![usize::MAX; rows];
    let mut next = vec![usize::MAX; rows];
    for row in 0..rows {
        if let Some(&above) = row_of.get(&parent[row]) {
            next[row] = std::mem::replace(&mut first[above], row);
        }
        row_of.insert(id[row], row);
    }
    // The values in the order of a walk through the tree: those below a node are side by side.
    let counts =
        |row: usize| h[row] != Values::NONE && (samples == Samples::All || expansion[row] == Values::NONE);
    let mut walked: Vec<usize> = Vec::new();
    let mut begins = vec![0; rows];
    let mut ends = vec![0; rows];
    let mut stack = vec![(0, false)];
    while let Some((row, done)) = stack.pop().filter(|_| rows > 0) {
        if done {
            ends[row] = walked.len();
            continue;
        }
        begins[row] = walked.len();
        if counts(row) {
            walked.push(row);
        }
        stack.push((row, true));
        let mut child = first[row];
        while child != usize::MAX {
            stack.push((child, false));
            child = next[child];
        }
    }
    let is_wanted = |row: &usize| {
        (g[*row] == 0 || u64::try_from(g[*row]).is_ok_and(u64::is_power_of_two))
            && ends[*row] - begins[*row] >= least.max(1)
    };
    let subtree = |row: usize| {
        let mut below = walked[begins[row]..ends[row]].to_vec();
        below.sort_unstable_by_key(|&row| evaluation[row]);
        let values = below.into_iter().map(|row| (h[row], id[row])).collect();
        Subtree { state: id[row], depth: u32::try_from(g[row]).unwrap_or(0), values }
    };
    (0..rows).filter(is_wanted).map(subtree).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal_trace::Column;

    /// A root with two children; the first has two children of its own, the second is a dead end.
    fn states() -> Table {
        let none = Values::NONE;
        let columns = [
            ("state", vec![0, 1, 2, 3, 4]),
            ("parent", vec![none, 0, 0, 1, 1]),
            ("g", vec![0, 1, 1, 2, 2]),
            ("h", vec![9, 8, none, 6, 7]),
            ("evaluation", vec![1, 2, 3, 5, 4]),
            ("expansion", vec![1, 2, none, none, none]),
        ];
        let columns = columns.into_iter().map(|(name, values)| Column::whole(name, values)).collect();
        Table { name: "states".to_owned(), columns, is_cut: false }
    }

    #[test]
    fn values_below_a_node_are_its_leaves_or_all() {
        let leaves = subtrees(&states(), Samples::Leaves, 1);
        let of = |subtrees: &[Subtree]| {
            subtrees.iter().map(|tree| (tree.state, tree.values.clone())).collect::<Vec<_>>()
        };
        let below = vec![(7, 4), (6, 3)];
        assert_eq!(
            of(&leaves),
            [(0, below.clone()), (1, below.clone()), (3, vec![(6, 3)]), (4, vec![(7, 4)])]
        );
        let all = subtrees(&states(), Samples::All, 3);
        assert_eq!(of(&all), [(0, vec![(9, 0), (8, 1), (7, 4), (6, 3)]), (1, vec![(8, 1), (7, 4), (6, 3)])]);
    }
}
