//! Where each variable lies in the words of a packed state.

use extremal_sas::Task;

/// A bit field of a packed state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The word it lies in.
    pub word: u32,
    shift: u32,
    mask: u32,
}

impl Field {
    /// Reads the field.
    #[inline]
    pub fn get(self, packed: &[u64]) -> u32 {
        (packed[self.word as usize] >> self.shift) as u32 & self.mask
    }

    /// The bits of the field, within its word.
    pub fn bits(self) -> u64 {
        u64::from(self.mask) << self.shift
    }

    /// A value at the place of the field, within its word.
    pub fn place(self, value: u32) -> u64 {
        u64::from(value) << self.shift
    }
}

/// The layout of packed states.
///
/// Each variable has as many bits as its domain needs, and no field crosses a word. Derived variables are
/// not stored: they follow from the others, would make every state longer, and would have to be computed
/// before a state is known to be new.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Number of words of a state.
    pub words: usize,
    /// The stored variables and their places, by increasing variable.
    stored: Vec<(u32, Field)>,
    /// The same by increasing word.
    by_word: Vec<(u32, Field)>,
    /// Where the variables of each word end in `by_word`.
    word_ends: Vec<u32>,
}

impl Packing {
    /// Lays out the variables of a task.
    ///
    /// Wide fields are placed first, each into the fullest word that has room, so that hardly a bit is lost.
    pub fn new(task: &Task) -> Self {
        let mut by_width: Vec<(u32, u32)> = (0..task.variables.len() as u32)
            .filter(|&v| task.variables[v as usize].axiom_layer.is_none())
            .map(|v| (u32::BITS - task.domain_size(v).saturating_sub(1).leading_zeros(), v))
            .collect();
        by_width.sort_unstable_by_key(|&(width, variable)| (std::cmp::Reverse(width), variable));

        // words_by_room[n] holds the words with n bits left.
        let mut words_by_room: [Vec<u32>; 65] = std::array::from_fn(|_| Vec::new());
        let mut words = 0;
        let mut stored = Vec::with_capacity(by_width.len());
        for (width, variable) in by_width {
            let fullest = (width as usize..=64).find(|&room| !words_by_room[room].is_empty());
            let (room, word) = match fullest.and_then(|room| Some((room, words_by_room[room].pop()?))) {
                Some(found) => found,
                None => {
                    words += 1;
                    (64, words - 1)
                }
            };
            let shift = (64 - room as u32) % 64;
            let mask = 1u64.unbounded_shl(width).wrapping_sub(1) as u32;
            stored.push((variable, Field { word, shift, mask }));
            words_by_room[room - width as usize].push(word);
        }
        stored.sort_unstable_by_key(|&(variable, _)| variable);
        let mut by_word = stored.clone();
        by_word.sort_by_key(|&(_, field)| field.word);
        let word_ends =
            (0..words).map(|word| by_word.partition_point(|(_, field)| field.word <= word) as u32).collect();
        Packing { words: words as usize, stored, by_word, word_ends }
    }

    /// The stored variables and their places, by increasing variable.
    pub fn fields(&self) -> &[(u32, Field)] {
        &self.stored
    }

    /// Packs the stored variables of a state.
    pub fn pack(&self, values: &[u32], packed: &mut [u64]) {
        packed.fill(0);
        for &(variable, field) in &self.stored {
            packed[field.word as usize] |= field.place(values[variable as usize]);
        }
    }

    /// Writes the stored variables of a state to their places in `values`.
    #[inline]
    pub fn unpack(&self, packed: &[u64], values: &mut [u32]) {
        for &(variable, field) in &self.stored {
            values[variable as usize] = field.get(packed);
        }
    }

    /// Writes the variables of the words in which a state differs from another one to `values`.
    #[inline]
    pub fn unpack_changes(&self, other: &[u64], packed: &[u64], values: &mut [u32]) {
        for (word, (old, new)) in other.iter().zip(packed).enumerate() {
            if old != new {
                let start = if word == 0 { 0 } else { self.word_ends[word - 1] };
                for &(variable, field) in &self.by_word[start as usize..self.word_ends[word] as usize] {
                    values[variable as usize] = field.get(packed);
                }
            }
        }
    }
}
