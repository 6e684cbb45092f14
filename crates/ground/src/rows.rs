//! Rows of varying length in one vector (compressed sparse rows).

/// A list of rows, stored one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows<T> {
    entries: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { entries: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Rows<T> {
    /// Appends a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.entries.extend(row);
        self.ends.push(self.entries.len() as u32);
    }

    /// Removes all rows but keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// The row with this number.
    #[inline]
    pub fn row(&self, number: usize) -> &[T] {
        let start = number.checked_sub(1).map_or(0, |previous| self.ends[previous]);
        &self.entries[start as usize..self.ends[number] as usize]
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|number| self.row(number))
    }

    /// The entries of all rows in order.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }
}
