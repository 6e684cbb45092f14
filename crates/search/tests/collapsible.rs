//! A tree that collapses and lags behind knows its leaves all the same once it has been backed up.

use std::collections::BTreeMap;

use extremal_bandits::{FullBellman, MonteCarlo, Normal2, Statistic, Uniform, fold};
use extremal_search::random::Random;
use extremal_search::tree::{CollapsibleTree, Index, Leaf, Linear, PreferredRule, Samples, Ties};
use extremal_states::StateId;
use proptest::prelude::*;

/// Values and novelties of the children of one expansion; none is a dead end.
type Expansion = Vec<(u32, u8)>;

fn expansions() -> impl Strategy<Value = Vec<Expansion>> {
    let child = (0..20_u32, 1..4_u8);
    proptest::collection::vec(proptest::collection::vec(child, 0..5), 1..60)
}

fn leaf(state: u32, (value, novelty): (u32, u8)) -> Leaf {
    Leaf { state: StateId(state), value, novelty, preferred: state.is_multiple_of(3) }
}

/// Checks the statistic of a node against its leaves, which are returned with their values.
fn check<I: Index>(tree: &CollapsibleTree<I>, node: u32, open: &BTreeMap<u32, u32>) -> Vec<u32> {
    let children = tree.children(StateId(node)).to_vec();
    let mut leaves = Vec::new();
    if children.is_empty() {
        leaves.extend(open.get(&node).copied());
    }
    for child in children {
        let below = check(tree, child, open);
        assert!(!below.is_empty(), "a child without leaves is taken out");
        leaves.extend(below);
    }
    let expected: Vec<I::Statistic> = leaves.iter().map(|&value| Statistic::leaf(f64::from(value))).collect();
    assert_eq!(tree.statistic(StateId(node)), &fold(&expected), "node {node}");
    leaves
}

/// Expands what the tree chooses, some of it without a backup in between, and checks everything.
fn grow<I: Index>(index: I, expansions: &[Expansion], threshold: u32, every: usize, rule: PreferredRule) {
    let mut random = Random::new(7);
    let mut tree = CollapsibleTree::new(index, Samples::Leaves, leaf(0, (5, 1)));
    let mut open = BTreeMap::from([(0, 5)]);
    let mut next = 1;
    let mut waiting: Vec<u32> = Vec::new();
    for (number, expansion) in expansions.iter().enumerate() {
        let chosen = match waiting.pop() {
            // Between backups, what was found last goes first: a leaf that other lists would yield.
            Some(state) if number % every != 0 => state,
            _ => {
                tree.back_up();
                let mut values: Vec<u32> = check(&tree, 0, &open);
                values.sort_unstable();
                let mut expected: Vec<u32> = open.values().copied().collect();
                expected.sort_unstable();
                assert_eq!(values, expected, "all leaves are in the tree, each once");
                if tree.is_locked() {
                    assert!(open.is_empty());
                    return;
                }
                waiting.clear();
                tree.select_leaf(rule, Ties::Random, &mut random).0.0
            }
        };
        assert!(open.remove(&chosen).is_some(), "{chosen} is open");
        let children: Vec<Leaf> =
            expansion.iter().zip(next..).map(|(&child, state)| leaf(state, child)).collect();
        // One number stays free each time, as those of dead ends do.
        next += children.len() as u32 + 1;
        open.extend(children.iter().map(|leaf| (leaf.state.0, leaf.value)));
        waiting.extend(children.iter().map(|leaf| leaf.state.0));
        tree.expand(StateId(chosen), children.into_iter(), threshold);
    }
}

/// The same where bandits look at all evaluated states: whatever has been taken out in between, a node has seen
/// its own state and all that descend from it.
fn grow_with_all_samples<I: Index>(index: I, expansions: &[Expansion], threshold: u32, every: usize) {
    let mut random = Random::new(7);
    let mut tree = CollapsibleTree::new(index, Samples::All, leaf(0, (5, 1)));
    let mut open = vec![true];
    let mut seen: BTreeMap<u32, Vec<f64>> = BTreeMap::from([(0, vec![5.0])]);
    let mut parents = vec![None];
    let mut waiting: Vec<u32> = Vec::new();
    for (number, expansion) in expansions.iter().enumerate() {
        let chosen = match waiting.pop() {
            Some(state) if number % every != 0 => state,
            _ => {
                tree.back_up();
                let mut nodes = vec![0];
                while let Some(node) = nodes.pop() {
                    let expected: Vec<I::Statistic> =
                        seen[&node].iter().map(|&v| Statistic::leaf(v)).collect();
                    assert_eq!(tree.statistic(StateId(node)), &fold(&expected), "node {node}");
                    nodes.extend(tree.children(StateId(node)));
                }
                assert_eq!(tree.is_locked(), !open.contains(&true));
                if tree.is_locked() {
                    return;
                }
                waiting.clear();
                tree.select_leaf(PreferredRule::Only, Ties::Random, &mut random).0.0
            }
        };
        assert!(std::mem::replace(&mut open[chosen as usize], false), "{chosen} is open");
        let mut children = Vec::new();
        for &child in expansion {
            let state = open.len() as u32;
            open.push(true);
            parents.push(Some(chosen));
            children.push(leaf(state, child));
            waiting.push(state);
            let ancestors = std::iter::successors(Some(state), |&state| parents[state as usize]);
            for node in ancestors {
                seen.entry(node).or_default().push(f64::from(child.0));
            }
        }
        tree.expand(StateId(chosen), children.into_iter(), threshold);
    }
}

proptest! {
    #[test]
    fn statistics_are_those_of_the_leaves(
        expansions in expansions(),
        threshold in 0..12_u32,
        every in 1..6_usize,
        only_preferred in any::<bool>(),
    ) {
        let rule = if only_preferred { PreferredRule::Only } else { PreferredRule::Ignored };
        grow(Linear(Uniform::default()), &expansions, threshold, every, rule);
        grow(Linear(Normal2::<MonteCarlo>::default()), &expansions, threshold, every, rule);
        grow_with_all_samples(Linear(Uniform::default()), &expansions, threshold, every);
        grow_with_all_samples(Linear(Normal2::<MonteCarlo>::default()), &expansions, threshold, every);
    }
}

/// With one child each, a chain of nodes below the threshold is flattened to children of the root.
#[test]
fn few_children_go_to_the_parent() {
    let mut tree = CollapsibleTree::new(Linear(Uniform::default()), Samples::Leaves, leaf(0, (9, 1)));
    tree.expand(StateId(0), [leaf(1, (8, 1)), leaf(2, (7, 1))].into_iter(), 0);
    tree.expand(StateId(1), [leaf(3, (6, 1)), leaf(4, (5, 1))].into_iter(), 4);
    tree.back_up();
    assert_eq!(tree.children(StateId(0)), [2, 3, 4]);
    // Three and two would be four without the node itself, and the threshold is not below that.
    tree.expand(StateId(2), [leaf(5, (4, 1)), leaf(6, (3, 1))].into_iter(), 4);
    tree.back_up();
    assert_eq!(tree.children(StateId(0)), [2, 3, 4]);
    assert_eq!(tree.children(StateId(2)), [5, 6]);
    assert_eq!(tree.statistic(StateId(0)), &fold(&[3.0, 4.0, 5.0, 6.0].map(FullBellman::leaf)));
}
