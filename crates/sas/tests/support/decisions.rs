//! Random choices that shrink.

/// Bytes that decide, one after the other; zeros when they are used up, so that shrinking makes small tasks.
pub struct Decisions(std::vec::IntoIter<u8>);

impl Decisions {
    /// These bytes decide.
    pub fn new(bytes: Vec<u8>) -> Self {
        Decisions(bytes.into_iter())
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound.max(1)
    }
}
