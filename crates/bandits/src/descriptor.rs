//! Descriptions of bandits as data.

use extremal_grammar::{Arguments, Parameter};
use serde::Serialize;

/// What there is to say about a bandit. Help texts and listings are made from it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BanditDescriptor {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The score to be minimised: `m` mean, `s` standard deviation, `l` minimum, `u` maximum and `t` number of
    /// the child's leaves, `T` number of the parent's leaves.
    pub formula: &'static str,
    /// What is backed up.
    pub backup: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// How often a stand-alone policy pulls each arm before it uses the index.
    pub initial_pulls: u32,
    /// Where it comes from.
    pub citation: &'static str,
}

/// A bandit that can be made from a name and arguments.
///
/// ```
/// use extremal_bandits::{Configurable, Uniform};
/// use extremal_grammar::{Arguments, Component, GrammarError};
/// let component = Component::parse("ucb1-uniform(floor=1)")?;
/// let bandit = Uniform::configured(&Arguments::check(&component, Uniform::DESCRIPTOR.parameters)?);
/// # Ok::<(), GrammarError>(())
/// ```
pub trait Configurable: Sized {
    /// Its description.
    const DESCRIPTOR: BanditDescriptor;

    /// The bandit with these arguments, which were checked against the descriptor's parameters.
    fn configured(arguments: &Arguments) -> Self;

    /// The bandit with the defaults of all parameters.
    fn with_defaults() -> Self {
        Self::configured(&Arguments::defaults(Self::DESCRIPTOR.parameters))
    }
}
