//! What is known about the leaves below a node: the data a bandit's index is computed from.

mod full_bellman;
mod leaf_values;
mod least;
mod min_of_gaussians;
mod minimum;
mod monte_carlo;
mod monte_carlo_minimum;
mod range_and_moments;

pub use full_bellman::FullBellman;
pub use leaf_values::LeafValues;
pub use least::Least;
pub use min_of_gaussians::MinOfGaussians;
pub use minimum::Minimum;
pub use monte_carlo::MonteCarlo;
pub use monte_carlo_minimum::MonteCarloMinimum;
pub use range_and_moments::RangeAndMoments;

/// A summary of a multiset of leaf values, backed up from the leaves to the root.
///
/// Leaf values are costs (smaller is better) and must be finite with a magnitude of at most
/// [`MAX_VALUE`]; a dead end has no value and never becomes a leaf.
///
/// # Contract
/// * `empty()` is the summary of no leaf: `x.absorb(&empty())` leaves `x` as it is, and
///   `empty().absorb(&x)` yields `x`.
/// * `absorb` summarises the union. It is associative and does not depend on the order for every statistic
///   here but [`MinOfGaussians`], as long as the leaves are whole numbers and their
///   squares sum to less than 2^53 (otherwise sums differ by rounding).
/// * `replace` returns true only if the result is what absorbing all children again would give.
/// * `==` means that nothing above needs to be updated.
///
/// # Pitfall
/// After `replace` has returned false, the receiver is meaningless until it is recomputed.
/// [`refresh`] does both steps.
pub trait Statistic: Clone + PartialEq + std::fmt::Debug {
    /// Whether `absorb` yields the same in any order, but for rounding. If not, a search must not add what it evaluates to
    /// the statistic as it comes: the outcome would depend on when it came.
    const ORDER_FREE: bool = true;

    /// The summary of no leaves, as a node without open leaves has it.
    fn empty() -> Self;

    /// The summary of one leaf.
    fn leaf(value: f64) -> Self;

    /// True if there is no leaf below.
    fn is_empty(&self) -> bool;

    /// Takes in the leaves of another, disjoint subtree.
    fn absorb(&mut self, child: &Self);

    /// Follows the change of one child from `old` to `new`; false if the children must be gone through again.
    fn replace(&mut self, old: &Self, new: &Self) -> bool {
        let _ = (old, new);
        false
    }

    /// What the statistic says in common terms, for people who look at a tree.
    fn summary(&self) -> Summary {
        Summary::default()
    }

    // The rest is for statistics made of a number of leaves and of smallest and largest values. A search with
    // a deep tree passes numbers up late and many at a time if its bandit says that it may
    // ([`LinearBandit::stands_by_count`](crate::LinearBandit::stands_by_count)).

    /// The number of leaves.
    fn leaves(&self) -> i64 {
        0
    }

    /// Changes the number of leaves and nothing else.
    fn add_leaves(&mut self, number: i64) {
        let _ = number;
    }

    /// Whether two summaries differ at most in the number of leaves.
    fn equals_but_for_count(&self, other: &Self) -> bool {
        self == other
    }

    /// Whether the values go at least as far as those of another on both sides.
    fn reaches(&self, other: &Self) -> bool {
        self == other
    }

    /// The same with values that go somewhat less far.
    fn narrowed(&self) -> Self {
        self.clone()
    }
}

/// What a statistic says in common terms: as much of it as the statistic holds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// The number of leaves.
    pub count: Option<u32>,
    /// The smallest value.
    pub smallest: Option<f64>,
    /// The largest value.
    pub largest: Option<f64>,
    /// The mean.
    pub mean: Option<f64>,
    /// The variance.
    pub variance: Option<f64>,
}

/// A statistic that knows how many leaves it summarises.
pub trait Counted: Statistic {
    /// The number of leaves.
    fn count(&self) -> u32;
}

/// A statistic with a number to exploit: the mean of the leaves, or their minimum in the `*` variants.
pub trait Located: Counted {
    /// Whether the number of leaves is kept apart from smallest and largest values, and there is no more.
    const COUNTS_APART: bool = false;

    /// The estimate of the value of the subtree.
    fn location(&self) -> f64;
}

/// A statistic with a sample variance.
pub trait Dispersed: Counted {
    /// The variance with denominator N - 1, never negative, 0 for a single leaf.
    fn variance(&self) -> f64;
}

/// The largest magnitude of a leaf value for which no index can overflow.
pub const MAX_VALUE: f64 = 1e100;

/// The smaller of two values. They are numbers, so this is one instruction, unlike [`f64::min`].
#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The larger of two values.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The statistic of a node from those of its children.
pub fn fold<'a, S: Statistic + 'a>(children: impl IntoIterator<Item = &'a S>) -> S {
    let mut all = S::empty();
    for child in children {
        all.absorb(child);
    }
    all
}

/// Updates a node after one child went from `old` to `new`, and says whether the node changed.
///
/// `children` yields all children in order, the changed one with its new statistic; it is used only where
/// the update cannot be done in constant time.
pub fn refresh<'a, S: Statistic + 'a>(
    node: &mut S,
    old: &S,
    new: &S,
    children: impl IntoIterator<Item = &'a S>,
) -> bool {
    let mut updated = node.clone();
    if !updated.replace(old, new) {
        updated = fold(children);
    }
    let changed = updated != *node;
    *node = updated;
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refresh_stops_where_nothing_changes() {
        let children = [Least::leaf(3.0), Least::leaf(7.0)];
        let mut node = fold(&children);
        let after = [Least::leaf(3.0), Least::leaf(5.0)];
        assert!(!refresh(&mut node, &children[1], &after[1], &after));
        let last = [Least::leaf(4.0), Least::leaf(5.0)];
        assert!(refresh(&mut node, &after[0], &last[0], &last));
        assert_eq!(node, Least::leaf(4.0));
    }
}
