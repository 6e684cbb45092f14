//! Strongly connected components.

/// The strongly connected components of a graph in topological order: edges between components lead from
/// earlier to later ones. Nodes within a component are in the order in which the search found them.
///
/// Tarjan's algorithm with an explicit stack, because graphs of variables can be deep.
pub fn strongly_connected_components(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0; count];
    let mut on_stack = vec![false; count];
    let mut stack: Vec<u32> = Vec::new();
    let mut calls: Vec<(u32, usize)> = Vec::new();
    let mut next_index = 0;
    let mut components = Vec::new();
    for root in 0..count as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            let n = node as usize;
            if *edge == 0 && index[n] == UNSEEN {
                index[n] = next_index;
                low[n] = next_index;
                next_index += 1;
                stack.push(node);
                on_stack[n] = true;
            }
            if let Some(&target) = successors[n].get(*edge) {
                *edge += 1;
                let t = target as usize;
                if index[t] == UNSEEN {
                    calls.push((target, 0));
                } else if on_stack[t] {
                    low[n] = low[n].min(index[t]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[n]);
            }
            if low[n] == index[n] {
                let start = stack.iter().rposition(|&s| s == node).unwrap_or(0);
                let component = stack.split_off(start);
                component.iter().for_each(|&member| on_stack[member as usize] = false);
                components.push(component);
            }
        }
    }
    components.reverse();
    components
}

#[cfg(test)]
mod tests {
    use super::strongly_connected_components;

    #[test]
    fn cycles_are_found_and_ordered() {
        let graph = [vec![1], vec![2], vec![1, 3], vec![], vec![0]];
        let components = strongly_connected_components(&graph);
        assert_eq!(components, [vec![4], vec![0], vec![1, 2], vec![3]]);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let graph: Vec<Vec<u32>> =
            (0..200_000u32).map(|n| if n + 1 < 200_000 { vec![n + 1] } else { vec![] }).collect();
        assert_eq!(strongly_connected_components(&graph).len(), 200_000);
    }
}
