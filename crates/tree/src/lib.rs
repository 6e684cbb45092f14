//! Search trees: a bandit chooses a child at every node, from the root to a leaf; the leaf is expanded; statistics go
//! back up (Asai and Wissow 2026; Schulte and Keller 2014).
//!
//! In go the values of new leaves below a leaf; out comes the leaf to expand next. The crate knows no planning: a
//! state is a number.
//!
//! There are two trees. [`Tree`] keeps the children of a node side by side, so that a choice is a scan over
//! contiguous arrays, and the path to the leaf chosen last, so that deep trees need no walk from the root.
//! [`CollapsibleTree`] keeps children as lists of numbers, so that nodes can be taken out and several trees can
//! share the states of one search. A scan over lists takes longer (docs/search.md has figures), so the first
//! serves wherever it can. They share which children may be chosen, how one of them is, and what bandits are.

mod blocks;
mod choice;
mod collapsible;
mod contract;
mod index;
mod kept_path;
mod nodes;
mod windows;

pub use choice::{Choice, RunnerUp, ScoredChild};
pub use collapsible::{CollapsibleTree, Leaf};
pub use contract::BrokenContract;
pub use index::{ChoiceBounds, Direct, Index, Linear, Randomised};
pub use nodes::{NO_NODE, NodeId, Tree};

/// Which states below a node its statistic is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Samples {
    /// Those that wait to be expanded, as in the paper.
    #[default]
    Leaves,
    /// All that were evaluated, the node's own included. Every search of the paper solves more with ff like this
    /// (docs/reproduction.md).
    All,
}
