//! Objects by number. Those that are new since the last fork are in a plain vector, so that code which does not fork
//! finds them with one look; a fork moves them, once, to the persistent vector that states share.

use std::rc::Rc;

use pathfold_base::CowVec;

use super::object::Object;

/// Objects by number.
pub struct Table {
    /// The first ones, possibly shared with other states.
    shared: CowVec<Rc<Object>>,
    /// The others.
    own: Vec<Rc<Object>>,
}

impl Table {
    pub fn new() -> Self {
        Self { shared: CowVec::new(), own: Vec::new() }
    }

    /// The same objects for another state. Costs what is new since the last fork.
    pub fn fork(&mut self) -> Self {
        for object in self.own.drain(..) {
            self.shared.push(object);
        }
        Self { shared: self.shared.clone(), own: Vec::new() }
    }

    /// The same for a table that is kept as it is.
    pub fn copy(&self) -> Self {
        Self { shared: self.shared.clone(), own: self.own.clone() }
    }

    pub fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<&Object> {
        match index.checked_sub(self.shared.len()) {
            Some(index) => self.own.get(index).map(|object| &**object),
            None => self.shared.get(index).map(|object| &**object),
        }
    }

    /// The object for writing, possibly shared with other states.
    #[inline(always)]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut Rc<Object>> {
        match index.checked_sub(self.shared.len()) {
            Some(index) => self.own.get_mut(index),
            None => self.shared.get_mut(index),
        }
    }

    pub fn push(&mut self, object: Object) {
        self.own.push(Rc::new(object));
    }

    /// An object that another table has too.
    pub fn push_shared(&mut self, object: Rc<Object>) {
        self.own.push(object);
    }

    /// The object with what is shared of it.
    pub fn handle(&self, index: usize) -> Option<&Rc<Object>> {
        match index.checked_sub(self.shared.len()) {
            Some(index) => self.own.get(index),
            None => self.shared.get(index),
        }
    }

    /// The numbers of objects that both have and that may not be the same.
    pub fn unshared(&self, other: &Table) -> Vec<usize> {
        let both = self.shared.len().min(other.shared.len());
        let mut found = self.shared.unshared(&other.shared);
        found.extend(both..self.len().min(other.len()));
        found
    }

    pub fn iter(&self) -> impl Iterator<Item = &Object> {
        self.handles().map(|object| &**object)
    }

    /// The objects with what is shared of them.
    pub fn handles(&self) -> impl Iterator<Item = &Rc<Object>> {
        self.shared.iter().chain(&self.own)
    }

    /// The number of the first object after an address. Addresses rise with numbers, so that it is found without a look at
    /// all of them.
    pub fn first_after(&self, address: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle).is_some_and(|object| object.address <= address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
