//! Random numbers that are the same on every machine, in every release and for any number of threads.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded source of random numbers (Xoshiro256++): a named generator, so that a seed means the same for years.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The generator for the next run: 2^128 numbers further on, so that streams never meet.
    pub(crate) fn next_stream(&mut self) {
        self.0.jump();
    }

    /// A new generator that depends on this one's next number.
    pub(crate) fn split(&mut self) -> Self {
        Random::new(self.0.next_u64())
    }

    /// A number in the unit interval, 0 included and 1 not.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `limit`, all equally likely; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        // The bias of the multiply-and-shift is at most limit / 2^64.
        ((u128::from(self.0.next_u64()) * limit as u128) >> 64) as usize
    }

    /// Puts things into a random order, all equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_depend_on_the_seed_alone() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            random.next_stream();
            let mut split = random.split();
            (split.unit(), split.below(1000))
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn numbers_are_in_range() {
        let mut random = Random::new(1);
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert!((0..1000).all(|_| random.below(3) < 3));
        assert_eq!(random.below(0), 0);
    }
}
