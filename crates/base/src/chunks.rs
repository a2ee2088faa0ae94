//! A vector that grows without moving what is in it: growing a large `Vec` stops everything for as long as copying takes,
//! and whoever looks at the clock meanwhile looks too late.

use std::ops::{Index, IndexMut};

const BITS: u32 = 14;
const SIZE: usize = 1 << BITS;
const MASK: usize = SIZE - 1;

/// Items in chunks of equal size.
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    /// All full but the last.
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T> Chunks<T> {
    /// How many items there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * SIZE + last.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The item at an index, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index >> BITS)?.get(index & MASK)
    }

    /// All items, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.chunks.clear();
    }

    /// Appends an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < SIZE => last.push(item),
            // The first chunk grows as it needs: there are many small vectors.
            None => self.chunks.push(vec![item]),
            Some(_) => {
                let mut chunk = Vec::with_capacity(SIZE);
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
    }

    /// Appends copies of `item` until there are `len`.
    pub fn grow(&mut self, len: usize, item: &T)
    where
        T: Clone,
    {
        while self.len() < len {
            self.push(item.clone());
        }
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.chunks[index >> BITS][index & MASK]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index >> BITS][index & MASK]
    }
}

/// Lists of items one behind the other, none of which is ever moved.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    /// Each has room for [`SIZE`] items, or for one longer list.
    chunks: Vec<Vec<T>>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// Appends a list and says where it is.
    #[inline]
    pub fn push(&mut self, list: &[T]) -> u32 {
        if list.is_empty() {
            return 0;
        }
        let fits = self.chunks.last().is_some_and(|last| last.len() + list.len() <= SIZE);
        if !fits {
            self.chunks.push(Vec::with_capacity(list.len().max(SIZE)));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let start = (number << BITS | chunk.len()) as u32;
        chunk.extend_from_slice(list);
        start
    }

    /// The `len` items of the list at a place.
    #[inline]
    pub fn get(&self, start: u32, len: u32) -> &[T] {
        if len == 0 {
            return &[];
        }
        let (chunk, at) = (start as usize >> BITS, start as usize & MASK);
        &self.chunks[chunk][at..at + len as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_a_vector() {
        let mut chunks = Chunks::default();
        assert!(chunks.is_empty() && chunks.get(0).is_none());
        for n in 0..3 * SIZE {
            assert_eq!(chunks.len(), n);
            chunks.push(n);
        }
        chunks[SIZE] = 7;
        chunks.grow(3 * SIZE + 5, &9);
        for (index, expected) in [(0, 0), (SIZE - 1, SIZE - 1), (SIZE, 7), (3 * SIZE - 1, 3 * SIZE - 1), (3 * SIZE, 9)]
        {
            assert_eq!((chunks[index], chunks.get(index)), (expected, Some(&expected)));
        }
        assert_eq!(chunks.get(3 * SIZE + 5), None);
        assert_eq!(chunks.iter().count(), 3 * SIZE + 5);
        assert_eq!(chunks.iter().nth(SIZE), Some(&7));
        chunks.clear();
        assert!(chunks.is_empty() && chunks.iter().next().is_none());
    }

    #[test]
    fn lists_are_found_again() {
        let mut lists = Lists::default();
        let mut places = Vec::new();
        for len in [0, 1, 3, SIZE - 5, 1, 0, 2, SIZE, 0, SIZE + 1, 3 * SIZE, 0, 4] {
            let list: Vec<usize> = (0..len).map(|n| n * 7 + len).collect();
            places.push((lists.push(&list), list));
        }
        for (start, list) in &places {
            assert_eq!(lists.get(*start, list.len() as u32), list);
        }
    }
}
