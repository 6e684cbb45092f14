//! Trees whose nodes have a bandit each: what belongs to whoever writes a bandit or watches a tree.

pub use extremal_tree::{
    BrokenContract, Choice, ChoiceBounds, Direct, Index, Linear, Randomised, RunnerUp, Samples, ScoredChild,
};

// For our own benchmarks; searches are made with `TreeSearch`.
#[doc(hidden)]
pub use extremal_tree::{CollapsibleTree, Leaf, NO_NODE, NodeId, Tree};
