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

/// How many values of the bits that choose a part there are.
const CHOICES: usize = 1 << 10;

/// By those bits, which part. Each part has a little more than the one before, the last one twice as much as the first: so they
/// never grow at the same time, as parts of the same size would.
static PART_OF: [u8; CHOICES] = {
    let mut parts = [0; CHOICES];
    // The share of the first parts, from 0 to 1 as their number goes from 0 to all, is a power of two less one.
    let (unit, mut power, mut part, mut choice) = (1_u64 << 30, 1_u64 << 30, 0, 0);
    while part < PARTS {
        // 2^(1/64)
        power = power * 1_010_889_286 / 1_000_000_000;
        while choice < CHOICES && (part + 1 == PARTS || (choice as u64) << 20 < power - unit) {
            parts[choice] = part as u8;
            choice += 1;
        }
        part += 1;
    }
    parts
};

/// By bits of the hash that a part uses neither for the position nor to tell entries apart.
#[inline]
fn part(hash: u64) -> usize {
    usize::from(PART_OF[(hash >> 47) as usize % CHOICES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Rng;

    /// However many there are, one more in a hundred makes few parts grow.
    #[test]
    fn parts_grow_one_after_the_other() {
        let mut rng = Rng::new(1);
        let hashes: Vec<u64> = (0..300_000).map(|_| rng.next_u64()).collect();
        let mut table = Table::new();
        let (mut next, mut grown) = (20_000, 0);
        for (id, hash) in hashes.iter().enumerate() {
            let before = table.parts[part(*hash)].capacity();
            table.insert(*hash, id, |id| hashes[id]);
            grown += usize::from(table.parts[part(*hash)].capacity() != before);
            if id == next {
                assert!(id < 21_000 || grown <= 4, "{grown} parts grew before {id}");
                (next, grown) = (next + next / 100, 0);
            }
        }
        assert!(hashes.iter().enumerate().all(|(id, hash)| table.find(*hash, |other| other == id) == Some(id)));
        assert!(table.parts.iter().all(|part| !part.is_empty()));
    }
}
