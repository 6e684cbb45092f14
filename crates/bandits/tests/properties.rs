//! Laws that every statistic and every bandit keeps, on random trees of random leaf values.

use extremal_bandits::*;
use proptest::prelude::*;

/// A tree whose leaves are replaced one by one, as a search does when it expands them.
struct Tree<B: Bandit> {
    bandit: B,
    nodes: Vec<Node<B::Statistic>>,
}

struct Node<S> {
    parent: Option<usize>,
    children: Vec<usize>,
    statistic: S,
    value: Option<f64>,
}

impl<B: Bandit> Tree<B> {
    fn new(bandit: B, value: f64) -> Self {
        let statistic = bandit.leaf(value);
        let root = Node { parent: None, children: Vec::new(), statistic, value: Some(value) };
        Tree { bandit, nodes: vec![root] }
    }

    /// Puts leaves in the place of one leaf and backs the change up as far as something changes.
    fn expand(&mut self, choice: usize, values: &[f64]) {
        let open: Vec<_> = (0..self.nodes.len()).filter(|&n| self.nodes[n].value.is_some()).collect();
        if open.is_empty() {
            return;
        }
        let leaf = open[choice % open.len()];
        self.nodes[leaf].value = None;
        for &value in values {
            let statistic = self.bandit.leaf(value);
            let id = self.nodes.len();
            self.nodes.push(Node { parent: Some(leaf), children: Vec::new(), statistic, value: Some(value) });
            self.nodes[leaf].children.push(id);
        }
        let mut old = self.nodes[leaf].statistic.clone();
        self.nodes[leaf].statistic = fold(&self.statistics(leaf));
        let mut at = leaf;
        while let Some(parent) = self.nodes[at].parent {
            let new = self.nodes[at].statistic.clone();
            let mut statistic = self.nodes[parent].statistic.clone();
            let before = statistic.clone();
            if !refresh(&mut statistic, &old, &new, &self.statistics(parent)) {
                break;
            }
            self.nodes[parent].statistic = statistic;
            (old, at) = (before, parent);
        }
    }

    fn statistics(&self, node: usize) -> Vec<B::Statistic> {
        self.nodes[node].children.iter().map(|&c| self.nodes[c].statistic.clone()).collect()
    }

    fn recomputed(&self, node: usize) -> B::Statistic {
        match self.nodes[node].value {
            Some(value) => self.bandit.leaf(value),
            None => {
                let children = &self.nodes[node].children;
                fold(&children.iter().map(|&c| self.recomputed(c)).collect::<Vec<_>>())
            }
        }
    }

    fn check_statistics(&self) {
        for (id, node) in self.nodes.iter().enumerate() {
            assert_eq!(node.statistic, self.recomputed(id));
            let leafless = node.value.is_none() && self.statistics(id).iter().all(Statistic::is_empty);
            assert_eq!(node.statistic.is_empty(), leafless);
        }
    }

    fn check_scores(&self, check: impl Fn(&B, &B::Choice, &B::Statistic, &B::Statistic, f64)) {
        for (id, node) in self.nodes.iter().enumerate() {
            let open: Vec<_> = self.statistics(id).into_iter().filter(|s| !s.is_empty()).collect();
            if open.is_empty() {
                continue;
            }
            let choice = self.bandit.choice(&node.statistic, open.len() as u32);
            for child in &open {
                let score = self.bandit.score(&choice, child);
                assert!(score.is_finite() || score == f64::NEG_INFINITY, "{score} for {child:?}");
                check(&self.bandit, &choice, &node.statistic, child, score);
            }
        }
    }
}

type Steps = [(usize, Vec<f64>)];

fn grown<B: Bandit>(bandit: B, steps: &Steps) -> Tree<B> {
    let mut tree = Tree::new(bandit, 10.0);
    for (choice, values) in steps {
        tree.expand(*choice, values);
        tree.check_statistics();
    }
    tree
}

fn keeps_the_laws<B: Bandit>(bandit: B, steps: &Steps) {
    grown(bandit, steps).check_scores(|_, _, _, _, _| {});
}

fn is_linear<B: LinearBandit>(bandit: B, steps: &Steps) {
    grown(bandit, steps).check_scores(|bandit, choice, parent, child, score| {
        let phi = bandit.phi(parent);
        let (location, slope) = (bandit.location(child), bandit.slope(child));
        assert_eq!(phi.to_bits(), choice.to_bits());
        assert_eq!(score.to_bits(), score_of_line(location, slope, phi).to_bits());
        assert!(slope >= 0.0 && phi >= 0.0);
    });
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (0_u32..20).prop_map(f64::from),
        2 => (0_u32..1_000_000_000).prop_map(f64::from),
        1 => Just(1e9),
        1 => -10.0..10.0,
        1 => Just(MAX_VALUE),
    ]
}

fn steps(value: impl Strategy<Value = f64>) -> impl Strategy<Value = Vec<(usize, Vec<f64>)>> {
    prop::collection::vec((any::<usize>(), prop::collection::vec(value, 0..5)), 0..25)
}

/// Merging in any order gives the same.
fn is_order_free<S: Statistic>(values: &[f64], rotation: usize) {
    let leaves: Vec<S> = values.iter().map(|&v| S::leaf(v)).collect();
    let mut other = leaves.clone();
    other.reverse();
    other.rotate_left(rotation % leaves.len().max(1));
    assert_eq!(fold(&leaves), fold(&other));
    let (left, right) = leaves.split_at(rotation % (leaves.len() + 1));
    let mut both = fold(right);
    both.absorb(&fold(left));
    assert_eq!(fold(&leaves), both);
    both.absorb(&S::empty());
    assert_eq!(fold(&leaves), both);
}

proptest! {
    #[test]
    fn linear_bandits_are_lines_over_exact_statistics(steps in steps(value())) {
        is_linear(Greedy, &steps);
        is_linear(Ucb1::<MonteCarlo>::new(1.0), &steps);
        is_linear(Ucb1::<Minimum>::new(2.0), &steps);
        is_linear(Normal2::<MonteCarlo>::new(), &steps);
        is_linear(Normal2::<MonteCarloMinimum>::new(), &steps);
        is_linear(Uniform::new(0.0), &steps);
        is_linear(Uniform::default(), &steps);
        is_linear(PlusNormal2::default(), &steps);
        is_linear(PlusNormal2::new(0.0), &steps);
    }

    #[test]
    fn other_bandits_score_over_exact_statistics(steps in steps(value())) {
        keeps_the_laws(Normal::<MonteCarlo>::default(), &steps);
        keeps_the_laws(Normal::<MonteCarloMinimum>::default(), &steps);
        keeps_the_laws(ChkUniform::default(), &steps);
        keeps_the_laws(MaxSearch::default(), &steps);
        keeps_the_laws(Robust, &steps);
        keeps_the_laws(ThresholdAscent::default(), &steps);
        keeps_the_laws(Pareto::default(), &steps);
        keeps_the_laws(Pareto::new(0.0, Shape::Given(-0.5)), &steps);
    }

    #[test]
    fn many_equal_leaves_are_no_trouble(count in 1_usize..3000, value in value()) {
        let steps = [(0, vec![value, value]), (0, vec![value; count])];
        is_linear(Uniform::default(), &steps);
        is_linear(Normal2::<MonteCarlo>::new(), &steps);
        keeps_the_laws(Normal::<MonteCarlo>::default(), &steps);
        keeps_the_laws(MaxSearch::default(), &steps);
        keeps_the_laws(ChkUniform::default(), &steps);
    }

    #[test]
    fn statistics_do_not_depend_on_the_order(
        values in prop::collection::vec((0_u32..10_000).prop_map(f64::from), 0..40),
        rotation in any::<usize>(),
    ) {
        is_order_free::<Least>(&values, rotation);
        is_order_free::<Minimum>(&values, rotation);
        is_order_free::<FullBellman>(&values, rotation);
        is_order_free::<MonteCarlo>(&values, rotation);
        is_order_free::<MonteCarloMinimum>(&values, rotation);
        is_order_free::<LeafValues>(&values, rotation);
        is_order_free::<RangeAndMoments>(&values, rotation);
    }

    #[test]
    fn whole_numbers_are_backed_up_without_looking_at_siblings(
        kept in prop::collection::vec(0_u32..10_000, 0..10),
        old in 0_u32..10_000,
        new in prop::collection::vec(0_u32..10_000, 0..10),
    ) {
        let sample = |values: &[u32]| {
            fold(&values.iter().map(|&v| MonteCarlo::leaf(f64::from(v))).collect::<Vec<_>>())
        };
        let mut node = sample(&[&kept[..], &[old]].concat());
        prop_assert!(node.replace(&sample(&[old]), &sample(&new)));
        prop_assert_eq!(node, sample(&[kept, new].concat()));
    }

    #[test]
    fn greedy_descent_ends_at_a_smallest_leaf(steps in steps(value())) {
        let tree = grown(Greedy, &steps);
        let smallest = tree.nodes.iter().filter_map(|n| n.value).fold(f64::INFINITY, f64::min);
        if smallest < f64::INFINITY {
            let mut at = 0;
            while tree.nodes[at].value.is_none() {
                let score = |&&c: &&usize| tree.nodes[c].statistic.min;
                let children = tree.nodes[at].children.iter();
                at = *children.min_by(|a, b| score(a).total_cmp(&score(b))).unwrap();
            }
            prop_assert_eq!(tree.nodes[at].value, Some(smallest));
        }
    }
}
