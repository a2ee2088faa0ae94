//! A persistent vector: cloning is O(1), and after a clone a write copies only the O(log n) nodes above what it
//! changes. States are forked by cloning these, so forking costs what changed and not what there is.
//!
//! A radix tree with leaves of 64 items and nodes of 64 children. Vectors of up to 64 items are one leaf, which the
//! interpreter borrows as a plain slice.

use std::rc::Rc;

const BITS: u32 = 6;
const FANOUT: usize = 1 << BITS;
const MASK: usize = FANOUT - 1;

#[derive(Clone)]
enum Node<T> {
    Leaf(Vec<T>),
    Inner(Vec<Rc<Node<T>>>),
}

/// `Rc::make_mut` for what is rarely shared: the common case is a few instructions at the place of use.
#[inline(always)]
pub fn own<T: Clone>(shared: &mut Rc<T>) -> &mut T {
    if Rc::get_mut(shared).is_none() {
        unshare(shared);
    }
    Rc::get_mut(shared).expect("it is not shared any more")
}

#[cold]
#[inline(never)]
fn unshare<T: Clone>(shared: &mut Rc<T>) {
    Rc::make_mut(shared);
}

/// A vector that is cheap to clone and to change after cloning.
#[derive(Clone)]
pub struct CowVec<T> {
    root: Rc<Node<T>>,
    len: usize,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

impl<T: Clone> CowVec<T> {
    /// How many items still make a single leaf.
    pub const LEAF: usize = FANOUT;

    /// An empty vector.
    pub fn new() -> Self {
        Self { root: Rc::new(Node::Leaf(Vec::new())), len: 0, height: 0 }
    }

    /// `len` copies of `item`.
    pub fn filled(item: T, len: usize) -> Self {
        if len <= FANOUT {
            return Self { root: Rc::new(Node::Leaf(vec![item; len])), len, height: 0 };
        }
        let mut vec = Self::new();
        vec.grow(len, item);
        vec
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The item at `index`, if there is one.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&T> {
        let mut node = &*self.root;
        if index >= self.len {
            return None;
        }
        let mut shift = self.height * BITS;
        loop {
            match node {
                Node::Leaf(items) => return items.get(index & MASK),
                Node::Inner(children) => node = &children[(index >> shift) & MASK],
            }
            shift = shift.saturating_sub(BITS);
        }
    }

    /// The item at `index` for writing, if there is one; copies what is shared on the way to it.
    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if self.height != 0 {
            return self.get_mut_below(index);
        }
        match own(&mut self.root) {
            Node::Leaf(items) => items.get_mut(index),
            Node::Inner(_) => None,
        }
    }

    /// The same where there is more than one leaf.
    fn get_mut_below(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let mut shift = self.height * BITS;
        let mut node = own(&mut self.root);
        loop {
            match node {
                Node::Leaf(items) => return items.get_mut(index & MASK),
                Node::Inner(children) => node = own(&mut children[(index >> shift) & MASK]),
            }
            shift = shift.saturating_sub(BITS);
        }
    }

    /// All items, a leaf at a time.
    pub fn leaves(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len).step_by(FANOUT).filter_map(|index| self.leaf(index))
    }

    /// The items of the leaf that `index` is in, if there is one.
    pub fn leaf(&self, index: usize) -> Option<&[T]> {
        let (mut node, mut shift) = (&*self.root, self.height * BITS);
        if index >= self.len {
            return None;
        }
        loop {
            match node {
                Node::Leaf(items) => return Some(items),
                Node::Inner(children) => node = &children[(index >> shift) & MASK],
            }
            shift = shift.saturating_sub(BITS);
        }
    }

    /// The same for writing; copies what is shared on the way to it.
    pub fn leaf_mut(&mut self, index: usize) -> Option<&mut [T]> {
        let (mut node, mut shift) = (own(&mut self.root), self.height * BITS);
        if index >= self.len {
            return None;
        }
        loop {
            match node {
                Node::Leaf(items) => return Some(items),
                Node::Inner(children) => node = own(&mut children[(index >> shift) & MASK]),
            }
            shift = shift.saturating_sub(BITS);
        }
    }

    /// All items as one slice when they fit in a leaf (`len <= LEAF`); copies the leaf if it is shared.
    #[inline]
    pub fn as_mut_leaf(&mut self) -> Option<&mut [T]> {
        if self.height != 0 {
            return None;
        }
        match own(&mut self.root) {
            Node::Leaf(items) => Some(items),
            Node::Inner(_) => None,
        }
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        if self.len == FANOUT << (self.height * BITS) {
            let old = Rc::clone(&self.root);
            self.root = Rc::new(Node::Inner(vec![old]));
            self.height += 1;
        }
        push_into(Rc::make_mut(&mut self.root), self.height, self.len, item);
        self.len += 1;
    }

    /// Appends items, a leaf at a time.
    pub fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        let mut items = items.into_iter();
        while let Some(first) = items.next() {
            self.push(first);
            let leaf = last_leaf(Rc::make_mut(&mut self.root));
            let before = leaf.len();
            leaf.extend(items.by_ref().take(FANOUT - before));
            self.len += leaf.len() - before;
        }
    }

    /// Appends copies of `item` until there are `len` items. Whole nodes of equal items are shared: this costs
    /// O(64 log n), not what is appended. Does nothing when there are as many already.
    pub fn grow(&mut self, len: usize, item: T) {
        // A full subtree of each height, all of it copies.
        let mut full: Vec<Rc<Node<T>>> = Vec::new();
        while self.len < len {
            let (mut height, mut size) = (0u32, FANOUT);
            if !self.len.is_multiple_of(size) || len - self.len < size {
                self.push(item.clone());
                continue;
            }
            // The largest subtree that fits and is aligned.
            while let Some(larger) = size.checked_mul(FANOUT)
                && self.len.is_multiple_of(larger)
                && len - self.len >= larger
            {
                (height, size) = (height + 1, larger);
            }
            while full.len() <= height as usize {
                let node = match full.last() {
                    None => Node::Leaf(vec![item.clone(); FANOUT]),
                    Some(child) => Node::Inner(vec![Rc::clone(child); FANOUT]),
                };
                full.push(Rc::new(node));
            }
            self.append(Rc::clone(&full[height as usize]), height);
            self.len += size;
        }
    }

    /// Appends a full subtree; the length is a multiple of its size.
    fn append(&mut self, subtree: Rc<Node<T>>, height: u32) {
        if self.len == 0 {
            self.root = subtree;
            self.height = height;
            return;
        }
        if self.len == FANOUT << (self.height * BITS) {
            let old = Rc::clone(&self.root);
            self.root = Rc::new(Node::Inner(vec![old]));
            self.height += 1;
        }
        let (mut node, mut level) = (Rc::make_mut(&mut self.root), self.height);
        while let Node::Inner(children) = node {
            if level == height + 1 {
                children.push(subtree);
                return;
            }
            let slot = (self.len >> (level * BITS)) & MASK;
            if slot == children.len() {
                children.push(Rc::new(Node::Inner(Vec::new())));
            }
            node = Rc::make_mut(&mut children[slot]);
            level -= 1;
        }
    }

    /// All items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).filter_map(|i| self.get(i))
    }

    /// The indices at which the two may differ: those in nodes that they do not share, up to the shorter length. Costs what
    /// is not shared.
    pub fn unshared(&self, other: &Self) -> Vec<usize> {
        let common = self.len.min(other.len);
        let mut found = Vec::new();
        if self.height == other.height {
            unshared(&self.root, &other.root, (self.height, 0), common, &mut found);
        } else {
            found.extend(0..common);
        }
        found
    }

    /// Whether both are the very same vector in memory (a cheap "nothing changed").
    pub fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.root, &other.root)
    }
}

fn unshared<T>(a: &Rc<Node<T>>, b: &Rc<Node<T>>, at: (u32, usize), end: usize, found: &mut Vec<usize>) {
    let (height, start) = at;
    if Rc::ptr_eq(a, b) || start >= end {
        return;
    }
    match (&**a, &**b) {
        (Node::Inner(x), Node::Inner(y)) => {
            for (index, (a, b)) in x.iter().zip(y).enumerate() {
                unshared(a, b, (height - 1, start + (index << (height * BITS))), end, found);
            }
        }
        (Node::Leaf(x), Node::Leaf(y)) => found.extend((start..start + x.len().min(y.len())).take_while(|i| *i < end)),
        // Trees of one height have leaves at the same depth.
        (Node::Inner(_), Node::Leaf(_)) | (Node::Leaf(_), Node::Inner(_)) => {}
    }
}

fn push_into<T: Clone>(node: &mut Node<T>, height: u32, index: usize, item: T) {
    match node {
        Node::Leaf(items) => items.push(item),
        Node::Inner(children) => {
            let slot = (index >> (height * BITS)) & MASK;
            if slot == children.len() {
                let fresh = if height == 1 { Node::Leaf(Vec::new()) } else { Node::Inner(Vec::new()) };
                children.push(Rc::new(fresh));
            }
            push_into(Rc::make_mut(&mut children[slot]), height - 1, index, item);
        }
    }
}

fn last_leaf<T: Clone>(mut node: &mut Node<T>) -> &mut Vec<T> {
    loop {
        match node {
            Node::Leaf(items) => return items,
            Node::Inner(children) => {
                let last = children.last_mut().expect("an inner node has children");
                node = Rc::make_mut(last);
            }
        }
    }
}

impl<T: Clone> Default for CowVec<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> FromIterator<T> for CowVec<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut vec = Self::new();
        vec.extend(items);
        vec
    }
}

impl<T: Clone + std::fmt::Debug> std::fmt::Debug for CowVec<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn behaves_like_a_vector_across_clones() {
        let mut rng = Rng::new(1);
        let mut pairs = vec![(CowVec::<u64>::new(), Vec::<u64>::new())];
        for step in 0..20_000u64 {
            let at = rng.below(pairs.len());
            let (cow, plain) = &mut pairs[at];
            if plain.is_empty() || rng.chance(0.6) {
                cow.push(step);
                plain.push(step);
            } else {
                let i = rng.below(plain.len());
                *cow.get_mut(i).unwrap() = step;
                plain[i] = step;
            }
            if pairs.len() < 8 && rng.chance(0.01) {
                let copy = pairs[at].clone();
                pairs.push(copy);
            }
        }
        for (cow, plain) in &pairs {
            assert_eq!(cow.len(), plain.len());
            assert!(cow.iter().eq(plain.iter()));
            assert!(cow.get(plain.len()).is_none());
        }
    }

    #[test]
    fn what_is_not_shared_is_found_and_little_else() {
        let mut rng = Rng::new(3);
        for len in [1usize, 64, 65, 4096, 4097, 10_000] {
            let a: CowVec<usize> = (0..len).collect();
            let mut b = a.clone();
            assert!(a.unshared(&b).is_empty());
            let at = rng.below(len);
            *b.get_mut(at).unwrap() += 1;
            let found = a.unshared(&b);
            assert!(found.contains(&at) && found.len() <= FANOUT);
            for extra in 0..rng.below(3) {
                b.push(extra);
            }
            let found = a.unshared(&b);
            assert!(found.contains(&at) && found.iter().all(|index| *index < len));
        }
    }

    #[test]
    fn growing_is_pushing_many_times() {
        let mut rng = Rng::new(2);
        for round in 0..200 {
            let (mut cow, mut plain) = (CowVec::<u64>::new(), Vec::<u64>::new());
            for step in 0..6 {
                if rng.chance(0.3) {
                    for _ in 0..rng.below(70) {
                        cow.push(step);
                        plain.push(step);
                    }
                } else {
                    let edge = [1usize, 63, 64, 65, 4096, 4097, 9000, if round < 3 { 270_000 } else { 128 }];
                    let len = plain.len() / 64 * 64 * rng.below(2) + edge[rng.below(edge.len())];
                    cow.grow(len, step);
                    plain.resize(len.max(plain.len()), step);
                }
                if !plain.is_empty() {
                    let i = rng.below(plain.len());
                    *cow.get_mut(i).unwrap() = 1000 + step;
                    plain[i] = 1000 + step;
                }
                assert_eq!(cow.len(), plain.len());
            }
            assert!(cow.iter().eq(plain.iter()));
        }
        assert!(CowVec::filled(3u8, 5000).iter().eq([3u8; 5000].iter()));
    }

    #[test]
    fn leaves_are_slices_of_what_there_is() {
        for len in [0usize, 1, 64, 65, 4096, 4097, 9000] {
            let mut vec = CowVec::<usize>::new();
            vec.extend(0..len / 3);
            vec.extend(len / 3..len);
            assert!(vec.len() == len && vec.iter().copied().eq(0..len));
            assert!(vec.leaves().flatten().copied().eq(0..len));
            let before = vec.clone();
            for index in (0..len).step_by(100) {
                vec.leaf_mut(index).unwrap()[index % CowVec::<usize>::LEAF] += 1;
            }
            let expected = (0..len).map(|index| index + usize::from(index % 100 == 0));
            assert!(vec.iter().copied().eq(expected) && before.iter().copied().eq(0..len));
            assert!(vec.leaf(len).is_none() && vec.leaf_mut(len).is_none());
        }
    }

    #[test]
    fn grown_nodes_are_shared_until_written() {
        let mut vec = CowVec::<u32>::new();
        vec.grow(FANOUT * FANOUT, 0);
        *vec.get_mut(100).unwrap() = 5;
        let Node::Inner(leaves) = &*vec.root else { panic!("two levels") };
        let shared = leaves.iter().filter(|leaf| Rc::ptr_eq(leaf, &leaves[0])).count();
        assert_eq!(shared, FANOUT - 1);
        assert_eq!((vec.get(99), vec.get(100), vec.get(101)), (Some(&0), Some(&5), Some(&0)));
    }

    #[test]
    fn a_write_after_a_clone_copies_a_path_not_the_vector() {
        let a: CowVec<u32> = (0..10_000).collect();
        let mut b = a.clone();
        assert!(a.same(&b));
        *b.get_mut(5_000).unwrap() = 7;
        let (Node::Inner(x), Node::Inner(y)) = (&*a.root, &*b.root) else { panic!("two levels or more") };
        let shared = x.iter().zip(y).filter(|(p, q)| Rc::ptr_eq(p, q)).count();
        assert_eq!(shared, x.len() - 1);
    }
}
