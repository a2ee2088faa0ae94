//! A persistent list that grows at one end: cloning and pushing are O(1), and clones share their common prefix.

use std::rc::Rc;

struct Node<T> {
    item: T,
    rest: Option<Rc<Node<T>>>,
}

/// What happened on a path, oldest first.
pub struct List<T> {
    last: Option<Rc<Node<T>>>,
    len: usize,
}

impl<T> List<T> {
    /// An empty list.
    pub fn new() -> Self {
        Self { last: None, len: 0 }
    }

    /// Appends an item.
    pub fn push(&mut self, item: T) {
        self.last = Some(Rc::new(Node { item, rest: self.last.take() }));
        self.len += 1;
    }

    /// Removes the last item.
    pub fn pop(&mut self) -> Option<T>
    where
        T: Clone,
    {
        let node = self.last.take()?;
        self.len -= 1;
        match Rc::try_unwrap(node) {
            Ok(mut node) => {
                self.last = node.rest.take();
                // `Node` has no destructor of its own, so its fields can be taken apart.
                Some(node.item)
            }
            Err(shared) => {
                self.last.clone_from(&shared.rest);
                Some(shared.item.clone())
            }
        }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The items, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |node| node.rest.as_deref()).map(|node| &node.item)
    }

    /// What each list has behind what they share, oldest first. Costs what they do not share.
    pub fn parted<'a>(&'a self, other: &'a Self) -> (Vec<&'a T>, Vec<&'a T>) {
        let (mut a, mut b) = (self.last.as_ref(), other.last.as_ref());
        let (mut len_a, mut len_b) = (self.len, other.len);
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        loop {
            match (a, b) {
                (Some(x), _) if len_a > len_b => {
                    mine.push(&x.item);
                    (a, len_a) = (x.rest.as_ref(), len_a - 1);
                }
                (_, Some(y)) if len_b > len_a => {
                    theirs.push(&y.item);
                    (b, len_b) = (y.rest.as_ref(), len_b - 1);
                }
                (Some(x), Some(y)) if !Rc::ptr_eq(x, y) => {
                    mine.push(&x.item);
                    theirs.push(&y.item);
                    (a, len_a, b, len_b) = (x.rest.as_ref(), len_a - 1, y.rest.as_ref(), len_b - 1);
                }
                _ => break,
            }
        }
        mine.reverse();
        theirs.reverse();
        (mine, theirs)
    }

    /// The items, oldest first.
    pub fn to_vec(&self) -> Vec<T>
    where
        T: Clone,
    {
        let mut items: Vec<T> = self.newest_first().cloned().collect();
        items.reverse();
        items
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self { last: self.last.clone(), len: self.len }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Drop for List<T> {
    /// Iterative: a path of a million decisions must not overflow the stack when it goes.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(node) = next {
            next = Rc::try_unwrap(node).ok().and_then(|mut node| node.rest.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_and_do_not_disturb_each_other() {
        let mut a = List::new();
        a.push(1);
        a.push(2);
        let mut b = a.clone();
        b.push(3);
        assert_eq!(a.pop(), Some(2));
        assert_eq!(a.to_vec(), [1]);
        assert_eq!(b.to_vec(), [1, 2, 3]);
        assert_eq!((a.len(), b.len()), (1, 3));
    }

    #[test]
    fn lists_part_where_they_stop_sharing() {
        let mut a = List::new();
        a.push(1);
        let mut b = a.clone();
        a.push(2);
        b.push(2);
        b.push(3);
        assert_eq!(a.parted(&b), (vec![&2], vec![&2, &3]));
        assert_eq!(a.parted(&a), (vec![], vec![]));
        assert_eq!(List::new().parted(&b), (vec![], vec![&1, &2, &3]));
    }

    #[test]
    fn a_long_list_goes_without_recursion() {
        let mut list = List::new();
        for i in 0..1_000_000 {
            list.push(i);
        }
        drop(list);
    }
}
