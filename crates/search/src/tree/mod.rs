//! Best-first search whose open list is a tree: a bandit chooses a child at every node, from the root to a
//! leaf; the leaf is expanded; statistics go back up (Asai and Wissow 2026; Schulte and Keller 2014).

mod blocks;
mod collapsible;
mod index;
mod kept_path;
mod nodes;
mod search;
mod windows;

pub use collapsible::{CollapsibleTree, Leaf};
pub use index::{Direct, Index, Linear, Standing};
pub use nodes::{NO_NODE, NodeId, Samples, Tree};
pub use search::{Collapse, InnerTies, PreferredRule, Ties, TreeOptions, TreeSearch};
