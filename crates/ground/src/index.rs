//! Chains of tuples that agree in some columns.

use hashbrown::HashTable;

use crate::relation::hash_values;

const NONE: u32 = u32::MAX;

/// For every combination of values in its columns, the chain of tuples that have it, newest first.
#[derive(Debug)]
pub struct Index {
    columns: Vec<usize>,
    heads: Heads,
    next: Vec<u32>,
    key: Vec<u32>,
}

/// Where the chains begin.
#[derive(Debug)]
enum Heads {
    /// No columns: a single chain.
    Single(u32),
    /// One column: a slot for every object.
    Dense(Vec<u32>),
    /// Hash table of the first tuples.
    Sparse(HashTable<u32>),
}

impl Index {
    /// An empty index over some columns.
    pub fn new(columns: Vec<usize>, num_objects: usize) -> Self {
        let heads = match columns.len() {
            0 => Heads::Single(NONE),
            1 => Heads::Dense(vec![NONE; num_objects]),
            _ => Heads::Sparse(HashTable::new()),
        };
        Index { columns, heads, next: Vec::new(), key: Vec::new() }
    }

    /// The indexed columns.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Adds the tuple with the next number. `tuples` holds all of them, `arity` values each.
    pub fn insert(&mut self, number: u32, tuple: &[u32], tuples: &[u32], arity: usize) {
        debug_assert_eq!(number as usize, self.next.len());
        let previous = match &mut self.heads {
            Heads::Single(head) => std::mem::replace(head, number),
            Heads::Dense(heads) => std::mem::replace(&mut heads[tuple[self.columns[0]] as usize], number),
            Heads::Sparse(table) => {
                self.key.clear();
                self.key.extend(self.columns.iter().map(|&c| tuple[c]));
                let (key, columns) = (&self.key, &self.columns);
                let hash = hash_values(key.iter().copied());
                match table.find_mut(hash, |&n| agrees(n, key, columns, tuples, arity)) {
                    Some(head) => std::mem::replace(head, number),
                    None => {
                        let rehash = |&n: &u32| hash_columns(n, columns, tuples, arity);
                        table.insert_unique(hash, number, rehash);
                        NONE
                    }
                }
            }
        };
        self.next.push(previous);
    }

    /// The newest tuple whose indexed columns have these values.
    #[inline]
    pub fn first(&self, key: &[u32], tuples: &[u32], arity: usize) -> Option<u32> {
        let head = match &self.heads {
            Heads::Single(head) => *head,
            Heads::Dense(heads) => heads[key[0] as usize],
            Heads::Sparse(table) => table
                .find(hash_values(key.iter().copied()), |&n| agrees(n, key, &self.columns, tuples, arity))
                .map_or(NONE, |&n| n),
        };
        (head != NONE).then_some(head)
    }

    /// The next older tuple of the same chain.
    #[inline]
    pub fn next(&self, number: u32) -> Option<u32> {
        let next = self.next[number as usize];
        (next != NONE).then_some(next)
    }
}

#[inline]
fn agrees(number: u32, key: &[u32], columns: &[usize], tuples: &[u32], arity: usize) -> bool {
    let tuple = &tuples[number as usize * arity..][..arity];
    columns.iter().zip(key).all(|(&c, &value)| tuple[c] == value)
}

fn hash_columns(number: u32, columns: &[usize], tuples: &[u32], arity: usize) -> u64 {
    let tuple = &tuples[number as usize * arity..][..arity];
    hash_values(columns.iter().map(|&c| tuple[c]))
}
