//! The tree after any sequence of expansions, against what its leaves say.

use extremal_bandits::Random;
use extremal_bandits::{
    ChkUniform, Greedy, MaxSearch, Minimum, MonteCarlo, MonteCarloMinimum, Normal, Normal2, PlusNormal2,
    Robust, Statistic, ThresholdAscent, Ucb1, Uniform, fold,
};
use extremal_states::StateId;
use extremal_tree::{Direct, Index, Linear, NodeId, Samples, Tree};
use proptest::prelude::*;

/// The values and preferred marks of the children that one expansion gives.
type Expansion = Vec<(u32, bool)>;

fn expansions() -> impl Strategy<Value = Vec<Expansion>> {
    // Few different values make plateaus; no children make dead ends and locked subtrees.
    let child = (0..6u32, any::<bool>());
    proptest::collection::vec(proptest::collection::vec(child, 0..5), 1..60)
}

/// Expansions with a little more than one child on average, so that trees grow deep: few values, and now and
/// then a better or a worse one.
fn growing() -> impl Strategy<Value = Vec<Expansion>> {
    let value = prop_oneof![20 => 5..8u32, 1 => 0..20u32];
    let number = prop_oneof![2 => Just(0..1), 6 => Just(1..2), 3 => Just(2..4)];
    let expansion =
        number.prop_flat_map(move |n| proptest::collection::vec((value.clone(), any::<bool>()), n));
    proptest::collection::vec(expansion, 1..200)
        .prop_filter("trees must grow", |all| all.iter().map(Vec::len).sum::<usize>() > all.len())
}

/// Checks every node below the root against its subtree.
fn check<I: Index>(tree: &Tree<I>, is_leaf: &dyn Fn(NodeId) -> bool) -> Result<(), TestCaseError> {
    // Parents before children, and then back: trees are too deep for recursion.
    let mut nodes = vec![Tree::<I>::ROOT];
    let mut next = 0;
    while next < nodes.len() {
        if !is_leaf(nodes[next]) {
            nodes.extend(tree.children(nodes[next]));
        }
        next += 1;
    }
    let mut from_leaves: Vec<Option<I::Statistic>> = vec![None; tree.len()];
    for node in nodes.into_iter().rev() {
        let expected = if is_leaf(node) {
            tree.statistic(node).clone()
        } else {
            let below = tree.children(node).filter_map(|child| from_leaves[child as usize].as_ref());
            let expected = fold(below);
            prop_assert_eq!(tree.statistic(node), &expected);
            prop_assert_eq!(tree.is_locked(node), expected.is_empty());
            expected
        };
        from_leaves[node as usize] = Some(expected);
    }
    Ok(())
}

/// The candidates that a plain scan over scores computed from scratch would choose from.
fn plain_scan<I: Index>(
    index: &I,
    tree: &Tree<I>,
    node: NodeId,
    preferred: &[bool],
    uses_preferred: bool,
) -> Vec<NodeId> {
    let open: Vec<NodeId> = tree.children(node).filter(|&c| !tree.is_locked(c)).collect();
    let marked: Vec<NodeId> = open.iter().copied().filter(|&c| preferred[c as usize]).collect();
    let candidates = if uses_preferred && !marked.is_empty() { marked } else { open };
    let choice = index.choice(tree.statistic(node), candidates.len() as u32);
    let score = |c: NodeId| {
        let statistic = tree.statistic(c);
        index.score(&choice, statistic, &index.cache(statistic))
    };
    let best = candidates.iter().map(|&c| score(c)).fold(f64::INFINITY, f64::min);
    candidates.into_iter().filter(|&c| score(c) <= best + best.abs() * 1e-12).collect()
}

fn exercise<I: Index + Clone>(
    index: I,
    expansions: &[Expansion],
    seed: u64,
    smallest_first: bool,
) -> Result<(), TestCaseError> {
    let mut random = Random::new(seed);
    let mut tree = Tree::new(index.clone(), Samples::Leaves, StateId(0), 3.0);
    let mut value_of = vec![3u32];
    let mut preferred = vec![true];
    let mut expanded = vec![false];
    for (round, expansion) in expansions.iter().enumerate() {
        if tree.is_locked(Tree::<I>::ROOT) {
            break;
        }
        let rule = !smallest_first && round % 2 == 1;
        // Walk down by hand, comparing every choice with a plain scan.
        let mut node = Tree::<I>::ROOT;
        while expanded[node as usize] {
            let allowed = plain_scan(&index, &tree, node, &preferred, rule);
            let chosen = tree.select_child(node, rule, &mut random);
            prop_assert_eq!(tree.tied(), &allowed[..]);
            prop_assert!(allowed.contains(&chosen));
            node = chosen;
        }
        if smallest_first {
            let open = (0..tree.len()).filter(|&n| !expanded[n] && !tree.is_locked(n as NodeId));
            let smallest = open.map(|n| value_of[n]).min();
            prop_assert_eq!(Some(value_of[node as usize]), smallest);
        }
        expanded[node as usize] = true;
        for &(value, is_preferred) in expansion {
            tree.add_child(node, StateId(value_of.len() as u32), f64::from(value), is_preferred);
            value_of.push(value);
            preferred.push(is_preferred);
            expanded.push(false);
        }
        tree.backup(node);
        let expanded = &expanded;
        check(&tree, &|n| !expanded[n as usize])?;
    }
    Ok(())
}

/// A tree whose bandits look at all evaluated states: what they see of a node is its own value and all below.
fn check_all_samples<I: Index + Clone>(
    index: I,
    expansions: &[Expansion],
    rounds: usize,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut random = Random::new(seed);
    let mut tree = Tree::new(index.clone(), Samples::All, StateId(0), 3.0);
    let (mut value_of, mut preferred, mut expanded) = (vec![3u32], vec![true], vec![false]);
    for round in 0..rounds {
        if tree.is_locked(Tree::<I>::ROOT) {
            break;
        }
        let rule = round % 2 == 0;
        let mut leaf = Tree::<I>::ROOT;
        while !tree.children(leaf).is_empty() {
            let expected = plain_scan(&index, &tree, leaf, &preferred, rule);
            leaf = tree.select_child(leaf, rule, &mut random);
            prop_assert!(expected.contains(&leaf));
        }
        for &(value, is_preferred) in &expansions[round % expansions.len()] {
            tree.add_child(leaf, StateId(value_of.len() as u32), f64::from(value), is_preferred);
            value_of.push(value);
            preferred.push(is_preferred);
            expanded.push(false);
        }
        expanded[leaf as usize] = true;
        tree.backup(leaf);
    }
    let mut samples: Vec<I::Statistic> = value_of.iter().map(|&v| index.leaf(f64::from(v))).collect();
    // Children have larger numbers than their parents.
    for node in (1..tree.len()).rev() {
        let below = samples[node].clone();
        let parent = tree.parent(node as NodeId);
        prop_assert!(parent.is_some_and(|parent| (parent as usize) < node));
        if let Some(parent) = parent {
            samples[parent as usize].absorb(&below);
        }
    }
    for (node, expected) in samples.iter().enumerate() {
        prop_assert_eq!(tree.statistic(node as NodeId), expected);
        // A node is locked if it was expanded and all its children are.
        let node = node as NodeId;
        let mut children = tree.children(node);
        let closed =
            if children.is_empty() { expanded[node as usize] } else { children.all(|c| tree.is_locked(c)) };
        prop_assert_eq!(tree.is_locked(node), closed);
    }
    Ok(())
}

/// Two trees that grow by the same rule, one of which keeps its path, choose the same leaves and draw the
/// same random numbers.
fn compare_with_walks_from_the_root<I: Index + Clone>(
    index: I,
    samples: Samples,
    expansions: &[Expansion],
    rounds: usize,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut randoms = (Random::new(seed), Random::new(seed));
    let mut kept = Tree::new(index.clone(), samples, StateId(0), 3.0);
    let mut walked = Tree::new(index, samples, StateId(0), 3.0).without_kept_path();
    let mut expanded = vec![false];
    for round in 0..rounds {
        if walked.is_locked(Tree::<I>::ROOT) {
            break;
        }
        // Long stretches of one kind, so that paths are kept.
        let preferred = round % 64 >= 32;
        let leaf = walked.select_leaf(preferred, &mut randoms.1);
        prop_assert_eq!(kept.select_leaf(preferred, &mut randoms.0), leaf);
        expanded[leaf as usize] = true;
        for &(value, is_preferred) in &expansions[round % expansions.len()] {
            let state = StateId(expanded.len() as u32);
            kept.add_child(leaf, state, f64::from(value), is_preferred);
            walked.add_child(leaf, state, f64::from(value), is_preferred);
            expanded.push(false);
        }
        kept.backup(leaf);
        walked.backup(leaf);
        if round % 50 == 49 {
            kept.settle();
            if samples == Samples::Leaves {
                check(&kept, &|n| !expanded[n as usize])?;
            }
            for node in 0..kept.len() as NodeId {
                prop_assert_eq!(kept.statistic(node), walked.statistic(node));
                prop_assert_eq!(kept.is_locked(node), walked.is_locked(node));
            }
        }
    }
    prop_assert_eq!(randoms.0.below(usize::MAX), randoms.1.below(usize::MAX));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn statistics_locks_and_choices_are_those_of_the_leaves(expansions in expansions(), seed: u64) {
        exercise(Linear(Uniform::new(0.0)), &expansions, seed, false)?;
        exercise(Linear(Uniform::default()), &expansions, seed, false)?;
        exercise(Linear(Ucb1::<MonteCarlo>::new(1.0)), &expansions, seed, false)?;
        exercise(Linear(Ucb1::<Minimum>::new(1.0)), &expansions, seed, false)?;
        exercise(Linear(Normal2::<MonteCarlo>::default()), &expansions, seed, false)?;
        exercise(Linear(Normal2::<MonteCarloMinimum>::default()), &expansions, seed, false)?;
        exercise(Linear(PlusNormal2::default()), &expansions, seed, false)?;
        exercise(Direct(Normal::<MonteCarlo>::default()), &expansions, seed, false)?;
        exercise(Direct(Normal::<MonteCarloMinimum>::default()), &expansions, seed, false)?;
        exercise(Direct(ChkUniform::default()), &expansions, seed, false)?;
        exercise(Direct(MaxSearch::default()), &expansions, seed, false)?;
        exercise(Direct(Robust), &expansions, seed, false)?;
        exercise(Direct(ThresholdAscent::default()), &expansions, seed, false)?;
    }

    #[test]
    fn with_the_minimum_as_index_a_leaf_of_smallest_value_is_expanded(expansions in expansions(), seed: u64) {
        exercise(Linear(Greedy), &expansions, seed, true)?;
    }

    #[test]
    fn a_kept_path_changes_nothing(expansions in growing(), seed: u64) {
        for samples in [Samples::Leaves, Samples::All] {
            let compare = compare_with_walks_from_the_root;
            compare(Linear(Uniform::new(1.0)), samples, &expansions, 1500, seed)?;
            compare(Linear(Uniform::new(0.0)), samples, &expansions, 1500, seed)?;
            let compare = compare_with_walks_from_the_root;
            compare(Linear(Ucb1::<Minimum>::new(1.0)), samples, &expansions, 1500, seed)?;
        }
    }

    #[test]
    fn all_samples_are_those_of_all_states_below(expansions in growing(), seed: u64) {
        check_all_samples(Linear(Uniform::new(1.0)), &expansions, 300, seed)?;
        check_all_samples(Linear(Ucb1::<Minimum>::new(1.0)), &expansions, 300, seed)?;
        check_all_samples(Linear(Normal2::<MonteCarlo>::default()), &expansions, 300, seed)?;
        check_all_samples(Direct(Normal::<MonteCarlo>::default()), &expansions, 300, seed)?;
        check_all_samples(Direct(ThresholdAscent::default()), &expansions, 300, seed)?;
    }
}
