//! Generators of problems for the example domains.
//!
//! In go the name of a domain, a size and a seed; out come the texts of its domain file and of a problem
//! file. The same three always give the same text, on every machine and in every release, so that a task
//! of an experiment can be named instead of stored.
//!
//! A new generator is one file here and one line in [`generators`].

mod alpine;
mod apothecary;
mod beekeeper;
mod canal;
mod desert;
mod dyeworks;
mod frogs;
mod glacier;
mod graph;
mod lanterns;
mod menagerie;
mod museum;
mod outback;
mod parquet;
mod problem;
mod random;
mod rings;
mod turnery;
mod warehouse;

pub use warehouse::greedy_plan as greedy_warehouse_plan;

/// A family of problems that grows with a size and varies with a seed.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Name of the domain, and of its folder under `examples/`.
    pub name: &'static str,
    /// What the domain is about and what is promised of its problems, in one line.
    pub description: &'static str,
    /// What the size counts.
    pub size_means: &'static str,
    domain: &'static str,
    problem: fn(u32, u64) -> String,
}

/// A task as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The domain file, the same for all sizes and seeds.
    pub domain: &'static str,
    /// The problem file.
    pub problem: String,
}

impl Generator {
    /// The task of this size and seed. Size 1 can be solved by hand; size 0 is taken as 1.
    ///
    /// The problem is built in memory, a few hundred bytes per unit of size.
    pub fn generate(&self, size: u32, seed: u64) -> Generated {
        Generated { domain: self.domain, problem: (self.problem)(size.max(1), seed) }
    }
}

/// All generators, in alphabetical order.
pub fn generators() -> &'static [Generator] {
    &[
        alpine::GENERATOR,
        apothecary::GENERATOR,
        beekeeper::GENERATOR,
        canal::GENERATOR,
        desert::GENERATOR,
        dyeworks::GENERATOR,
        frogs::GENERATOR,
        glacier::GENERATOR,
        lanterns::GENERATOR,
        menagerie::GENERATOR,
        museum::GENERATOR,
        outback::GENERATOR,
        parquet::GENERATOR,
        rings::GENERATOR,
        turnery::GENERATOR,
        warehouse::GENERATOR,
    ]
}

/// The generator of a domain.
pub fn generator(name: &str) -> Option<&'static Generator> {
    generators().iter().find(|g| g.name == name)
}
