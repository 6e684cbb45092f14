//! Random choices that shrink.

/// Bytes that decide, one after the other; zeros when they are used up, so that shrinking makes small tasks.
pub struct Decisions(pub std::vec::IntoIter<u8>);

impl Decisions {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % bound.max(1)
    }
}
