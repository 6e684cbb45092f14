//! A hash table of the numbers of states, whose every place is one line of the processor's cache.

/// States of a chunk.
const WAYS: usize = 12;
/// The table grows when more than 4 of 5 places are taken.
const LOAD: (usize, usize) = (4, 5);

/// Numbers of states, found by the hashes of the states.
///
/// A chunk of the table holds twelve numbers with eight bits of their hashes, and takes one line of the
/// cache, so that a state which is not in the table is missed with one access to memory in most cases, and
/// one that is there is found with two, the second to the state itself. The table only grows, by half,
/// and numbers count from zero without gaps: it is built anew from the states in their order, in one pass
/// through memory, and needs no room for the old table meanwhile.
#[derive(Clone, Debug, Default)]
pub struct IdTable {
    chunks: Vec<Chunk>,
    len: usize,
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Chunk {
    ids: [u32; WAYS],
    tags: [u64; 2],
}

/// The byte behind the twelve tags holds the number of places that are taken.
const COUNT_SHIFT: u32 = 32;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

impl Chunk {
    #[inline]
    fn len(&self) -> usize {
        (self.tags[1] >> COUNT_SHIFT) as usize
    }

    /// The number with this tag that a test accepts.
    #[inline]
    fn find(&self, tag: u8, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        let len = self.len();
        let low = u128::from(bytes_equal_to(tag, self.tags[0]));
        let high = u128::from(bytes_equal_to(tag, self.tags[1]));
        let mut candidates = low | (high << 64);
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize / 8;
            if place >= len {
                return None;
            }
            if is_it(self.ids[place]) {
                return Some(self.ids[place]);
            }
            candidates &= candidates - 1;
        }
        None
    }

    #[inline]
    fn push(&mut self, tag: u8, id: u32) {
        let place = self.len();
        self.ids[place] = id;
        self.tags[place / 8] |= u64::from(tag) << (place % 8 * 8);
        self.tags[1] += 1 << COUNT_SHIFT;
    }
}

impl IdTable {
    /// How many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.chunks.capacity() * size_of::<Chunk>()
    }

    /// The number of the state with this hash that a test accepts.
    #[inline]
    pub fn find(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.chunks.is_empty() {
            return None;
        }
        let mut place = self.place(hash);
        loop {
            let chunk = &self.chunks[place];
            let found = chunk.find(tag(hash), &mut is_it);
            if found.is_some() || chunk.len() < WAYS {
                return found;
            }
            place = self.next(place);
        }
    }

    /// Gives the next number to the state with this hash. `hash_of` tells the hashes of those before.
    #[inline]
    pub fn push(&mut self, hash: u64, hash_of: impl Fn(u32) -> u64) {
        if self.is_full(self.len) {
            self.grow(hash_of);
        }
        self.put(hash, self.len as u32);
        self.len += 1;
    }

    /// How many bytes it grows by when so many numbers more come; 0 if there are places for them.
    #[inline]
    pub fn growth(&self, more: usize) -> usize {
        // The last of them comes to one fewer.
        let is_enough = more == 0 || !self.is_full(self.len + more - 1);
        if is_enough { 0 } else { (self.grown() - self.chunks.len()) * size_of::<Chunk>() }
    }

    /// Whether it has to grow before one more comes to so many numbers.
    #[inline]
    fn is_full(&self, len: usize) -> bool {
        len * LOAD.1 >= self.chunks.len() * WAYS * LOAD.0
    }

    /// How many chunks it has after it has grown.
    fn grown(&self) -> usize {
        (self.chunks.len() + self.chunks.len() / 2).max(4)
    }

    fn put(&mut self, hash: u64, id: u32) {
        let mut place = self.place(hash);
        while self.chunks[place].len() == WAYS {
            place = self.next(place);
        }
        self.chunks[place].push(tag(hash), id);
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let size = self.grown();
        self.chunks = Vec::new();
        self.chunks.resize(size, Chunk::default());
        // Places of some states are looked up ahead, so that their accesses to memory overlap.
        const AHEAD: usize = 16;
        let mut hashes = [0; AHEAD];
        for start in (0..self.len).step_by(AHEAD) {
            let some = start..self.len.min(start + AHEAD);
            for (hash, id) in hashes.iter_mut().zip(some.clone()) {
                *hash = hash_of(id as u32);
                self.prefetch(*hash);
            }
            for (&hash, id) in hashes.iter().zip(some) {
                self.put(hash, id as u32);
            }
        }
    }

    /// How many chunks a search for a number that is not there looks at.
    #[cfg(test)]
    pub fn chunks_visited(&self, hash: u64) -> usize {
        let from = std::iter::successors(Some(self.place(hash)), |&place| Some(self.next(place)));
        1 + from.take_while(|&place| self.chunks[place].len() == WAYS).count()
    }

    /// Begins to load what [`find`](Self::find) and [`push`](Self::push) will look at.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        if !self.chunks.is_empty() {
            prefetch(&self.chunks[self.place(hash)]);
        }
    }

    /// Any number of chunks will do: the hash is taken as a fraction of one.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.chunks.len() as u128) >> 64) as usize
    }

    #[inline]
    fn next(&self, place: usize) -> usize {
        if place + 1 == self.chunks.len() { 0 } else { place + 1 }
    }
}

/// Marks the bytes of a word that are equal to one, and perhaps some others above the first of them.
#[inline]
fn bytes_equal_to(byte: u8, word: u64) -> u64 {
    let difference = word ^ (EVERY_BYTE * u64::from(byte));
    difference.wrapping_sub(EVERY_BYTE) & !difference & (EVERY_BYTE << 7)
}

/// The place comes from the high bits of a hash, the tag from its low ones.
#[inline]
fn tag(hash: u64) -> u8 {
    hash as u8
}

/// Asks the processor to load what a reference points to; nothing where it cannot be asked.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has this instruction, and it changes nothing that a program can
        // see, whatever the address. What it gains shows in the phase `blind` of `cargo xtask bench peers`.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = target;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_a_line_of_the_cache() {
        assert_eq!((size_of::<Chunk>(), align_of::<Chunk>()), (64, 64));
    }

    #[test]
    fn numbers_are_found_although_tags_and_places_collide() {
        // Hashes with few different tags and few different places.
        let hash = |id: u32| u64::from(id % 3) | u64::from(id % 7) << 61;
        let mut table = IdTable::default();
        for id in 0..1000 {
            assert_eq!(table.find(hash(id), |other| other == id), None);
            table.push(hash(id), hash);
            assert_eq!(table.len(), id as usize + 1);
        }
        for id in 0..1000 {
            assert_eq!(table.find(hash(id), |other| other == id), Some(id));
        }
    }

    #[test]
    fn tags_are_told_apart_in_every_place() {
        let mut chunk = Chunk::default();
        for place in 0..WAYS as u32 {
            // Zero is the tag of places that are not taken, too.
            assert_eq!(chunk.find(0, |_| true), (place > 0).then_some(100));
            assert_eq!(chunk.find(place as u8, |id| id == 100 + place), None);
            chunk.push(place as u8, 100 + place);
            assert_eq!(chunk.find(place as u8, |id| id == 100 + place), Some(100 + place));
        }
        assert_eq!(chunk.len(), WAYS);
    }

    #[test]
    fn memory_per_number_stays_small() {
        let mut table = IdTable::default();
        let hash = |id: u32| u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for id in 0..100_000 {
            table.push(hash(id), hash);
            assert!(id < 1000 || table.memory() <= 11 * table.len(), "{} bytes for {id}", table.memory());
        }
    }
}
