//! What a tree can be told.

/// Which states below a node its statistic is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Samples {
    /// Those that wait to be expanded, as in the paper.
    #[default]
    Leaves,
    /// All that were evaluated, the node's own included. Every search of the paper solves more with ff like this
    /// (docs/reproduction.md).
    All,
}

/// Options of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeOptions {
    /// Where a child that a preferred operator leads to is open, choose only among such children.
    pub preferred: bool,
    /// Which states below a node bandits look at.
    pub samples: Samples,
    /// From the leaf that the bandits choose, search best-first for as many expansions as it lies deep.
    pub bilevel: bool,
    /// Let a node hand its children to its parent while the parent then has fewer than the path to the node is long.
    pub collapse: bool,
}
