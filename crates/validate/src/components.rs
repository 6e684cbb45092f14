//! Strongly connected components of a directed graph (Tarjan's algorithm, without recursion so that long
//! chains cannot exhaust the stack).

/// The components, each before those that have edges into it: successors come first.
pub(crate) fn strongly_connected_components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let count = successors.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let (mut waiting, mut on_waiting) = (Vec::new(), vec![false; count]);
    let (mut components, mut next_index) = (Vec::new(), 0);
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        // Each entry is a node and how many of its edges have been followed.
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                (index[node], low[node]) = (next_index, next_index);
                next_index += 1;
                waiting.push(node);
                on_waiting[node] = true;
            }
            if let Some(&successor) = successors[node].get(edge) {
                path.push((node, edge + 1));
                if index[successor] == UNSEEN {
                    path.push((successor, 0));
                } else if on_waiting[successor] {
                    low[node] = low[node].min(index[successor]);
                }
                continue;
            }
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let start = waiting.iter().rposition(|&n| n == node).unwrap_or(0);
                let mut component = waiting.split_off(start);
                component.iter().for_each(|&n| on_waiting[n] = false);
                component.sort_unstable();
                components.push(component);
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::strongly_connected_components as components;

    #[test]
    fn cycles_are_found_and_successors_come_first() {
        // 0 -> 1 <-> 2 -> 3, 4 -> 4, 4 -> 0
        let graph = [vec![1], vec![2], vec![1, 3], vec![], vec![4, 0]];
        assert_eq!(components(&graph), [vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn two_cycles_that_share_a_node_are_one_component() {
        let graph = [vec![1, 2], vec![0], vec![0], vec![2]];
        assert_eq!(components(&graph), [vec![0, 1, 2], vec![3]]);
    }

    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let count = 200_000;
        let graph: Vec<Vec<usize>> =
            (0..count).map(|n| if n + 1 < count { vec![n + 1] } else { vec![] }).collect();
        assert_eq!(components(&graph).len(), count);
    }
}
