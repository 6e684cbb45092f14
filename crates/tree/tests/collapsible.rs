//! A tree that collapses and lags behind knows its leaves all the same once it has been backed up.

use std::collections::BTreeMap;

use extremal_bandits::Random;
use extremal_bandits::{FullBellman, MonteCarlo, Normal2, Statistic, Uniform, fold};
use extremal_states::StateId;
use extremal_tree::{CollapsibleTree, Index, Leaf, Linear, Samples, Tree};
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

/// What the test itself knows of a tree.
struct Known {
    /// The states that wait to be expanded, with their values.
    open: BTreeMap<u32, u32>,
    /// For each state its own value and those of all that descend from it.
    seen: BTreeMap<u32, Vec<u32>>,
    parents: BTreeMap<u32, u32>,
}

impl Known {
    fn new() -> Self {
        let (open, seen) = (BTreeMap::from([(0, 5)]), BTreeMap::from([(0, vec![5])]));
        Known { open, seen, parents: BTreeMap::new() }
    }

    fn add(&mut self, parent: u32, leaf: &Leaf) {
        let (state, value) = (leaf.state.0, leaf.value);
        self.open.insert(state, value);
        self.parents.insert(state, parent);
        for node in std::iter::successors(Some(state), |node| self.parents.get(node).copied()) {
            self.seen.entry(node).or_default().push(value);
        }
    }

    /// Checks the statistics of a node and of all below it. Returns the values of the leaves there.
    fn check<I: Index>(&self, tree: &CollapsibleTree<I>, samples: Samples, node: u32) -> Vec<u32> {
        let children = tree.children(StateId(node)).to_vec();
        let mut leaves = Vec::new();
        if children.is_empty() {
            leaves.extend(self.open.get(&node).copied());
        }
        for child in children {
            let below = self.check(tree, samples, child);
            assert!(!below.is_empty(), "a child without leaves is taken out");
            leaves.extend(below);
        }
        let counted = match samples {
            Samples::Leaves => &leaves,
            // Whatever has been taken out in between.
            _ => &self.seen[&node],
        };
        let expected: Vec<I::Statistic> = counted.iter().map(|&v| Statistic::leaf(f64::from(v))).collect();
        assert_eq!(tree.statistic(StateId(node)), &fold(&expected), "node {node}");
        leaves
    }
}

/// Expands what the tree chooses, some of it without a backup in between, and checks everything.
fn grow<I: Index>(
    index: I,
    samples: Samples,
    expansions: &[Expansion],
    threshold: u32,
    every: usize,
    preferred: bool,
) {
    let mut random = Random::new(7);
    let mut tree = CollapsibleTree::new(index, samples, leaf(0, (5, 1)));
    let mut known = Known::new();
    let mut next = 1;
    let mut waiting: Vec<u32> = Vec::new();
    for (number, expansion) in expansions.iter().enumerate() {
        let chosen = match waiting.pop() {
            // Between backups, what was found last goes first: a leaf that other lists would yield.
            Some(state) if number % every != 0 => state,
            _ => {
                tree.back_up(|_, _| ());
                let mut values = known.check(&tree, samples, 0);
                values.sort_unstable();
                let mut expected: Vec<u32> = known.open.values().copied().collect();
                expected.sort_unstable();
                assert_eq!(values, expected, "all leaves are in the tree, each once");
                assert_eq!(tree.is_locked(), known.open.is_empty());
                if tree.is_locked() {
                    return;
                }
                waiting.clear();
                tree.select_leaf(preferred, &mut random, None).0.0
            }
        };
        assert!(known.open.remove(&chosen).is_some(), "{chosen} is open");
        let children: Vec<Leaf> =
            expansion.iter().zip(next..).map(|(&child, state)| leaf(state, child)).collect();
        // One number stays free each time, as those of dead ends do.
        next += children.len() as u32 + 1;
        children.iter().for_each(|child| known.add(chosen, child));
        waiting.extend(children.iter().map(|leaf| leaf.state.0));
        tree.expand(StateId(chosen), children.into_iter(), threshold);
    }
}

proptest! {
    #[test]
    fn statistics_are_those_of_the_leaves_or_of_all_states(
        expansions in expansions(),
        threshold in 0..12_u32,
        every in 1..6_usize,
        only_preferred in any::<bool>(),
    ) {
        for samples in [Samples::Leaves, Samples::All] {
            grow(Linear(Uniform::default()), samples, &expansions, threshold, every, only_preferred);
            grow(Linear(Normal2::<MonteCarlo>::default()), samples, &expansions, threshold, every, only_preferred);
        }
    }
}

/// With one child each, a chain of nodes below the threshold is flattened to children of the root.
#[test]
fn few_children_go_to_the_parent() {
    let mut tree = CollapsibleTree::new(Linear(Uniform::default()), Samples::Leaves, leaf(0, (9, 1)));
    tree.expand(StateId(0), [leaf(1, (8, 1)), leaf(2, (7, 1))].into_iter(), 0);
    tree.expand(StateId(1), [leaf(3, (6, 1)), leaf(4, (5, 1))].into_iter(), 4);
    tree.back_up(|_, _| ());
    assert_eq!(tree.children(StateId(0)), [2, 3, 4]);
    // Three and two would be four without the node itself, and the threshold is not below that.
    tree.expand(StateId(2), [leaf(5, (4, 1)), leaf(6, (3, 1))].into_iter(), 4);
    tree.back_up(|_, _| ());
    assert_eq!(tree.children(StateId(0)), [2, 3, 4]);
    assert_eq!(tree.children(StateId(2)), [5, 6]);
    assert_eq!(tree.statistic(StateId(0)), &fold(&[3.0, 4.0, 5.0, 6.0].map(FullBellman::leaf)));
}

/// Scores the first child alone.
struct OnlyTheFirst;

impl Index for OnlyTheFirst {
    type Statistic = FullBellman;
    type Cached = ();
    type Choice = ();

    const SCORES_TOGETHER: bool = true;

    fn leaf(&self, value: f64) -> FullBellman {
        Statistic::leaf(value)
    }

    fn cache(&self, _statistic: &FullBellman) {}

    fn locked(&self) {}

    fn choice(&self, _parent: &FullBellman, _arms: u32) {}

    fn score(&self, _choice: &(), _statistic: &FullBellman, _cached: &()) -> f64 {
        0.0
    }

    fn score_all<'a>(
        &self,
        _parent: &FullBellman,
        _children: impl ExactSizeIterator<Item = &'a FullBellman>,
        _random: &mut Random,
        scores: &mut Vec<f64>,
    ) {
        scores.push(7.0);
    }
}

#[test]
fn a_child_without_a_score_is_not_chosen_in_either_tree() {
    let random = &mut Random::new(1);
    let mut collapsible = CollapsibleTree::new(OnlyTheFirst, Samples::Leaves, leaf(0, (9, 1)));
    collapsible.expand(StateId(0), (1..9).map(|state| leaf(state, (8, 1))), 0);
    collapsible.back_up(|_, _| ());
    let mut tree = Tree::new(OnlyTheFirst, Samples::Leaves, StateId(0), 9.0);
    (1..9).for_each(|state| _ = tree.add_child(0, StateId(state), 8.0, false));
    tree.backup(0);
    for _ in 0..20 {
        assert_eq!(collapsible.select_leaf(false, random, None).0, StateId(1));
        let chosen = tree.select_leaf(false, random);
        assert_eq!(tree.state(chosen), StateId(1));
    }
}
