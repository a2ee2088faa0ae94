//! A hash table of ids, in parts: when one of them grows, only its own entries are put in their places again. One large table
//! would stop everything for as long as all of them take.

use hashbrown::HashTable;

const PARTS: usize = 64;

/// Ids by the hash of what they stand for, which is kept elsewhere.
#[derive(Clone)]
pub struct Table<T> {
    parts: Vec<HashTable<T>>,
}

impl<T: Copy> Table<T> {
    pub fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| HashTable::new()).collect() }
    }

    /// The id with this hash for which `is` holds.
    #[inline]
    pub fn find(&self, hash: u64, mut is: impl FnMut(T) -> bool) -> Option<T> {
        self.parts[part(hash)].find(hash, |id| is(*id)).copied()
    }

    /// Adds an id that is not there; `hash_of` gives the hashes of others.
    #[inline]
    pub fn insert(&mut self, hash: u64, id: T, hash_of: impl Fn(T) -> u64) {
        self.parts[part(hash)].insert_unique(hash, id, |id| hash_of(*id));
    }
}

/// Bits of the hash that a part uses neither for the position nor to tell entries apart.
#[inline]
fn part(hash: u64) -> usize {
    (hash >> 48) as usize % PARTS
}
