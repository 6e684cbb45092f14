//! Open lists that are trees: a bandit chooses a child at every node, from the root to a leaf; the leaf is
//! expanded; statistics go back up (Asai and Wissow 2026; Schulte and Keller 2014).
//!
//! There are two trees. [`Tree`] keeps the children of a node side by side, so that a choice is a scan over
//! contiguous arrays, and the path to the leaf chosen last, so that deep trees need no walk from the root.
//! [`CollapsibleTree`] keeps children as lists of numbers, so that nodes can be taken out and several trees can
//! share the states of one search. A scan over lists takes longer (docs/search.md has figures), so the first
//! serves wherever it can. They share how a child is chosen, and what bandits are.

mod blocks;
mod choice;
mod collapsible;
mod index;
mod inner_queue;
mod kept_path;
mod list;
mod nodes;
mod options;
mod windows;

pub use collapsible::{CollapsibleTree, Leaf};
pub use index::{Direct, Index, Linear, Standing};
pub use list::{BilevelList, TreeList, tree_list};
pub use nodes::{NO_NODE, NodeId, Tree};
pub use options::{Samples, TreeOptions};
