//! The random numbers of a search: a named generator, so that a seed means the same for years.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random choices.
#[derive(Debug, Clone)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, which is at least 1; all equally likely.
    pub fn below(&mut self, bound: usize) -> usize {
        // Multiplication instead of a remainder: the bias is below 2^-32 for any bound that fits memory.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts things into a random order, all equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }

    /// A number from 0 up to but without 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}
