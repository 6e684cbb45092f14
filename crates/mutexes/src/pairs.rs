//! Sets of pairs of facts.

/// A symmetric set of pairs of facts, one row of bits for each fact. A fact is in it if it makes a pair with itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    words: usize,
    rows: Vec<u64>,
}

impl Pairs {
    /// The empty set for so many facts.
    pub fn none(facts: usize) -> Self {
        let words = facts.div_ceil(64);
        Pairs { words, rows: vec![0; words * facts] }
    }

    /// All pairs of so many facts.
    pub fn all(facts: usize) -> Self {
        let words = facts.div_ceil(64);
        let mut row = vec![u64::MAX; words];
        if let (Some(last), rest @ 1..) = (row.last_mut(), facts % 64) {
            *last = (1 << rest) - 1;
        }
        Pairs { words, rows: row.repeat(facts) }
    }

    /// All facts that make a pair with a fact.
    #[inline]
    pub fn row(&self, fact: u32) -> &[u64] {
        &self.rows[fact as usize * self.words..][..self.words]
    }

    /// Words in a row.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether a pair is in the set.
    #[inline]
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.row(a)[b as usize / 64] >> (b % 64) & 1 == 1
    }

    /// Whether all pairs of some facts are in the set.
    pub fn contains_all(&self, facts: &[u32]) -> bool {
        facts.iter().enumerate().all(|(place, &a)| facts[place..].iter().all(|&b| self.contains(a, b)))
    }

    /// Adds a pair.
    #[inline]
    pub fn insert(&mut self, a: u32, b: u32) {
        self.rows[a as usize * self.words + b as usize / 64] |= 1 << (b % 64);
        self.rows[b as usize * self.words + a as usize / 64] |= 1 << (a % 64);
    }

    /// Removes a pair.
    pub fn remove(&mut self, a: u32, b: u32) {
        self.rows[a as usize * self.words + b as usize / 64] &= !(1 << (b % 64));
        self.rows[b as usize * self.words + a as usize / 64] &= !(1 << (a % 64));
    }

    /// Number of pairs; each counts twice but for those of a fact with itself.
    pub fn len(&self) -> u64 {
        self.rows.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&word| word == 0)
    }
}

/// The numbers of the bits that are set in some words.
pub fn bits(words: &[u64]) -> impl Iterator<Item = u32> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros())?;
            word &= word - 1;
            Some(place as u32 * 64 + bit)
        })
    })
}
