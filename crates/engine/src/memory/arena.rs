//! Small heap objects made of cells, of which programs make millions: a header and then the cells, 16 bytes each, one
//! object right after the other. Making one writes its slots and nothing else, and reading a cell is one look at the
//! header and one at the cell.
//!
//! What is new since the last fork is in plain chunks that only this state has; a fork moves it, once, to the persistent
//! vector that states share. A state that goes on for long without a fork gets a copy of what is shared in plain chunks
//! too, and the next fork takes back what was changed there. Nothing leaves: objects are found by the position of their
//! header.

use pathfold_base::CowVec;
use pathfold_ir::LocId;

use super::slot::{Slot, View, Window};
use crate::value::Value;

/// Slots in a chunk, as a power of two. One allocation for a megabyte: chunks never move, so that no path waits while a
/// table of millions grows.
const BITS: u32 = 16;
const CHUNK: usize = 1 << BITS;
/// How many slots there may be: positions are numbers of objects.
const MOST_SLOTS: usize = 1 << 30;
/// How many cells an object may have: a fork copies what is new, and large arrays that are mostly undefined are cheaper
/// elsewhere.
pub const MOST_CELLS: u64 = 1 << 10;

/// No copy is made for fewer looks than this at what is shared.
const FEW_DETOURS: usize = 256;

/// What is in front of an object's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// How many cells follow.
    pub len: u32,
    /// Where it was allocated.
    pub loc: LocId,
    /// Its address in the hidden layout, in steps of 16 from the start of the heap.
    pub address: u32,
}

/// Objects of cells, by the position of their header.
pub struct Arena {
    /// The first slots, possibly shared with other states.
    shared: CowVec<Slot>,
    /// The others, in chunks that are full but for the last. No object is partly here and partly there.
    own: Vec<Vec<Slot>>,
    /// Where `own` begins: at the end of `shared`, or at zero if it has a copy of what is shared.
    base: usize,
    /// How many slots of `own` are copies: all that are shared, or none.
    copied: usize,
    /// By leaf of `shared`, whether the copies of its slots were changed. Longer than that: what is written elsewhere may be
    /// noted behind it.
    changed: Vec<bool>,
    /// How often something was read in `shared` since the last fork.
    detours: usize,
    /// What compiled code sees of it: nothing, or chunks of `own`, the one that it asked for last first.
    // SOUND: whatever changes where slots are, or how many, closes them or opens them anew.
    windows: [Window; 2],
}

impl Arena {
    pub fn new() -> Self {
        Self::of(CowVec::new())
    }

    fn of(shared: CowVec<Slot>) -> Self {
        let base = shared.len();
        Self { shared, own: Vec::new(), base, copied: 0, changed: Vec::new(), detours: 0, windows: [Window::CLOSED; 2] }
    }

    /// The same objects for another state. Costs what is new and what was changed since the last fork.
    pub fn fork(&mut self) -> Self {
        self.detours = 0;
        if self.own.is_empty() {
            return Self::of(self.shared.clone());
        }
        let (mut shared, mut copied) = (self.with_changes(), self.copied);
        // It is about to grow: nobody else here may have it.
        self.shared = CowVec::new();
        for chunk in self.own.drain(..) {
            let skipped = copied.min(chunk.len());
            copied -= skipped;
            shared.extend(chunk.into_iter().skip(skipped));
        }
        // What waits for its turn needs no copies of what it shares.
        *self = Self::of(shared.clone());
        Self::of(shared)
    }

    /// The same for an arena that is kept as it is.
    pub fn copy(&self) -> Self {
        let mut copy = Self::of(self.with_changes());
        if self.copied == 0 {
            copy.own.clone_from(&self.own);
        } else {
            self.own.iter().flatten().skip(self.copied).for_each(|slot| copy.push_slot(*slot));
        }
        copy
    }

    /// What is shared, with what was changed in the copies of it.
    fn with_changes(&self) -> CowVec<Slot> {
        let mut shared = self.shared.clone();
        for start in self.changed_leaves() {
            if let Some(leaf) = shared.leaf_mut(start) {
                for (slot, at) in leaf.iter_mut().zip(start..) {
                    if let Some(changed) = self.own(at) {
                        *slot = *changed;
                    }
                }
            }
        }
        shared
    }

    /// Where the leaves start whose copies were changed.
    fn changed_leaves(&self) -> impl Iterator<Item = usize> {
        let copied = self.copied.div_ceil(CowVec::<Slot>::LEAF);
        let leaves = self.changed.iter().enumerate().take(copied);
        leaves.filter(|(_, changed)| **changed).map(|(leaf, _)| leaf * CowVec::<Slot>::LEAF)
    }

    /// Copies what is shared, so that it is found with one look. Worth it once that many looks were not enough.
    #[cold]
    #[inline(never)]
    fn copy_shared(&mut self) {
        self.windows = [Window::CLOSED; 2];
        let (own, shared) = (std::mem::take(&mut self.own), self.shared.clone());
        for leaf in shared.leaves() {
            leaf.iter().for_each(|slot| self.push_slot(*slot));
        }
        own.into_iter().flatten().for_each(|slot| self.push_slot(slot));
        (self.base, self.copied) = (0, shared.len());
        self.changed = vec![false; self.copied.div_ceil(CowVec::<Slot>::LEAF)];
    }

    /// Notes that a slot of `own` is about to be changed.
    #[inline(always)]
    fn change(&mut self, at: usize) {
        if at < self.copied
            && let Some(changed) = self.changed.get_mut(at / CowVec::<Slot>::LEAF)
        {
            *changed = true;
        }
    }

    /// How many slots there are: where the next object will be.
    #[inline]
    pub fn len(&self) -> usize {
        self.base + self.own.last().map_or(0, |last| (self.own.len() - 1) * CHUNK + last.len())
    }

    /// A new object, all undefined; none if there are too many.
    #[inline]
    pub fn push(&mut self, header: Header) -> Option<usize> {
        let (at, cells) = (self.len(), header.len as usize);
        if at + cells >= MOST_SLOTS {
            return None;
        }
        let number = self.own.len();
        match self.own.last_mut() {
            Some(last) if CHUNK - last.len() > cells => {
                let Header { len, loc, address } = header;
                last.push(Slot::header(len, loc, address));
                last.extend(std::iter::repeat_n(Slot::cell(Value::Undef), cells));
                // The first chunk may have moved.
                let first = self.base + ((number - 1) << BITS);
                self.windows.iter_mut().for_each(|window| window.grow(last, first));
            }
            _ => self.push_across(header),
        }
        Some(at)
    }

    /// Where the last slots are, which are so many cells; null if not all of them are in the last chunk.
    // What is new is no copy: it need not be noted that it is written.
    #[inline]
    pub fn last_cells(&mut self, cells: usize) -> *mut Value {
        let last = self.own.last_mut().and_then(|last| last.len().checked_sub(cells).map(|first| &mut last[first..]));
        last.map_or(std::ptr::null_mut(), |cells| cells.as_mut_ptr().cast())
    }

    /// The same where the last chunk has no room for all of it.
    #[cold]
    #[inline(never)]
    fn push_across(&mut self, header: Header) {
        let Header { len, loc, address } = header;
        self.push_slot(Slot::header(len, loc, address));
        for _ in 0..len {
            self.push_slot(Slot::cell(Value::Undef));
        }
    }

    /// Appends a slot that another arena has at this place.
    pub fn push_slot(&mut self, slot: Slot) {
        self.windows = [Window::CLOSED; 2];
        match self.own.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(slot),
            // The first chunk grows as it needs: many states have few objects of their own.
            None => self.own.push(vec![slot]),
            Some(_) => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(slot);
                self.own.push(chunk);
            }
        }
    }

    /// A slot of `own`; none for positions below its beginning, which have wrapped.
    #[inline(always)]
    fn own(&self, at: usize) -> Option<&Slot> {
        self.own.get(at >> BITS)?.get(at % CHUNK)
    }

    pub fn slot(&self, at: usize) -> Option<&Slot> {
        match at.checked_sub(self.base) {
            Some(at) => self.own(at),
            None => self.shared.get(at),
        }
    }

    fn slot_mut(&mut self, at: usize) -> Option<&mut Slot> {
        match at.checked_sub(self.base) {
            Some(at) => {
                self.change(at);
                self.own.get_mut(at >> BITS)?.get_mut(at % CHUNK)
            }
            None => self.shared.get_mut(at),
        }
    }

    /// The header at a position, if there is one.
    pub fn header(&self, at: usize) -> Option<Header> {
        match self.slot(at)?.view() {
            View::Header { len, loc, address } => Some(Header { len, loc, address }),
            View::Freed { loc, address, .. } => {
                let cells = (at + 1..).take_while(|at| self.slot(*at).is_some_and(|slot| slot.value().is_some()));
                Some(Header { len: cells.count() as u32, loc, address })
            }
            View::Cell(_) => None,
        }
    }

    /// Where the object at a position was freed, if it was.
    pub fn freed(&self, at: usize) -> Option<LocId> {
        match self.slot(at)?.view() {
            View::Freed { freed, .. } => Some(freed),
            View::Header { .. } | View::Cell(_) => None,
        }
    }

    /// Ends the life of the object at a position.
    pub fn free(&mut self, at: usize, freed: LocId) {
        let Some(Header { len, loc, address }) = self.header(at) else { return };
        for cell in at + 1..at + 1 + len as usize {
            self.set(cell, Value::Undef);
        }
        if let Some(slot) = self.slot_mut(at) {
            *slot = Slot::freed(loc, address, freed);
        }
    }

    /// A cell of the object at a position; none outside of it.
    pub fn cell(&self, at: usize, index: usize) -> Option<&Value> {
        match self.slot(at)?.view() {
            View::Header { len, .. } if index < len as usize => self.slot(at + 1 + index)?.value(),
            View::Header { .. } | View::Freed { .. } | View::Cell(_) => None,
        }
    }

    /// The same where it is likely to be looked at again.
    #[inline(always)]
    pub fn hot_cell(&mut self, at: usize, index: usize) -> Option<&Value> {
        match self.near(at, index) {
            Some((chunk, place)) => self.own[chunk][place].value(),
            None => self.far_cell(at, index),
        }
    }

    /// A cell for writing.
    #[inline(always)]
    pub fn cell_mut(&mut self, at: usize, index: usize) -> Option<&mut Value> {
        match self.near(at, index) {
            Some((chunk, place)) => {
                self.change((chunk << BITS) + place);
                self.own[chunk][place].value_mut()
            }
            None => self.far_cell_mut(at, index),
        }
    }

    /// In which chunk and where a cell is that lies in the same one as its header.
    #[inline(always)]
    fn near(&self, at: usize, index: usize) -> Option<(usize, usize)> {
        // Positions before `own` wrap, and are in no chunk.
        let own = at.wrapping_sub(self.base);
        let (chunk, place) = (self.own.get(own >> BITS)?, own % CHUNK);
        match chunk.get(place)?.view() {
            View::Header { len, .. } if index < len as usize => {}
            View::Header { .. } | View::Freed { .. } | View::Cell(_) => return None,
        }
        let place = place + 1 + index;
        (place < chunk.len()).then_some((own >> BITS, place))
    }

    /// The same for what is shared, lies across chunks, or is not there.
    #[inline(never)]
    fn far_cell(&mut self, at: usize, index: usize) -> Option<&Value> {
        self.look_at_shared();
        self.cell(at, index)
    }

    #[inline(never)]
    fn far_cell_mut(&mut self, at: usize, index: usize) -> Option<&mut Value> {
        self.look_at_shared();
        self.cell(at, index)?;
        self.slot_mut(at + 1 + index)?.value_mut()
    }

    // Amortized: as many looks have cost more than the copy does.
    fn look_at_shared(&mut self) {
        self.detours += 1;
        if self.detours > self.len() / 2 + FEW_DETOURS && self.base > 0 {
            self.copy_shared();
        }
    }

    /// Shows compiled code the chunk that an object is in, if it is not shared.
    pub fn show(&mut self, at: usize) {
        if let Some(at) = at.checked_sub(self.base) {
            self.open(at >> BITS);
        }
    }

    #[inline(always)]
    fn open(&mut self, number: usize) {
        const NOTES: usize = CHUNK / Window::STRETCH;
        let Some(chunk) = self.own.get_mut(number) else { return };
        // What is changed in copies has to be noted; where there are none, nobody reads the notes, and one chunk's do for all.
        let first = if self.copied == 0 { 0 } else { number * NOTES };
        if self.changed.len() < first + NOTES {
            self.windows = [Window::CLOSED; 2];
            self.changed.resize(first + NOTES, false);
        }
        let window = Window::new(chunk, self.base + (number << BITS), &mut self.changed[first..first + NOTES]);
        if self.windows[1].is_of_same(&window) {
            self.windows[1] = window;
            return;
        }
        if !self.windows[0].is_of_same(&window) {
            self.windows[1] = self.windows[0];
        }
        self.windows[0] = window;
    }

    /// Where the windows are.
    pub const WINDOWS: usize = std::mem::offset_of!(Arena, windows);

    /// Writes a slot that is a cell.
    pub fn set(&mut self, at: usize, value: Value) {
        if let Some(cell) = self.slot_mut(at).and_then(Slot::value_mut) {
            *cell = value;
        }
    }

    /// Where the object starts that a slot is part of.
    pub fn start_of(&self, mut at: usize) -> usize {
        while at > 0 && self.header(at).is_none() {
            at -= 1;
        }
        at
    }

    /// The headers of all objects with their positions.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Header)> {
        let next = |(at, header): &(usize, Header)| {
            let at = at + 1 + header.len as usize;
            Some((at, self.header(at)?))
        };
        std::iter::successors(self.header(0).map(|header| (0, header)), next)
    }

    /// The positions of slots that both have and that may not be the same.
    pub fn unshared(&self, other: &Arena) -> Vec<usize> {
        let (both, end) = (self.shared.len().min(other.shared.len()), self.len().min(other.len()));
        let mut found = self.shared.unshared(&other.shared);
        for start in self.changed_leaves().chain(other.changed_leaves()) {
            found.extend(start..(start + CowVec::<Slot>::LEAF).min(end));
        }
        found.extend(both..end);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The position of the first object after an address, given as in headers; the end if there is none.
    pub fn first_after(&self, address: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = self.start_of(low + (high - low) / 2);
            match self.header(middle) {
                Some(header) if u64::from(header.address) <= address => low = middle + 1 + header.len as usize,
                _ => high = middle,
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_base::Rng;
    use pathfold_ir::Program;

    /// Objects by position, as the arena should have them.
    type Plain = Vec<(usize, Vec<Value>)>;

    fn make(arena: &mut Arena, plain: &mut Plain, len: usize) {
        let header = Header { len: len as u32, loc: Program::NOWHERE, address: 2 * plain.len() as u32 };
        let at = arena.push(header).expect("room");
        plain.push((at, vec![Value::Undef; len]));
    }

    fn assert_same(arena: &Arena, plain: &Plain) {
        assert!(
            arena.iter().map(|(at, header)| (at, header.len as usize)).eq(plain.iter().map(|(at, v)| (*at, v.len())))
        );
        for (number, (at, values)) in plain.iter().enumerate() {
            for (index, value) in values.iter().enumerate() {
                assert_eq!(arena.cell(*at, index), Some(value));
                assert_eq!(arena.start_of(at + 1 + index), *at);
            }
            assert_eq!(arena.cell(*at, values.len()), None);
            let after = plain.get(number + 1).map_or(arena.len(), |(at, _)| *at);
            assert_eq!(arena.first_after(2 * number as u64), after);
            assert_eq!(arena.first_after(2 * number as u64 + 1), after);
        }
    }

    #[test]
    fn forks_see_what_they_wrote_and_what_was_there_before() {
        let mut rng = Rng::new(7);
        let (mut pairs, mut copied) = (vec![(Arena::new(), Plain::new())], 0);
        for step in 0..60_000i64 {
            let at = rng.below(pairs.len());
            let (arena, plain) = &mut pairs[at];
            if plain.is_empty() || rng.chance(0.003) {
                make(arena, plain, [0, 1, 2, 3, 7, 63, 64, 200][rng.below(8)]);
            } else {
                let number = rng.below(plain.len());
                let (at, values) = &mut plain[number];
                if let Some(index) = (!values.is_empty()).then(|| rng.below(values.len())) {
                    values[index] = Value::Int(step);
                    *arena.cell_mut(*at, index).expect("a cell") = Value::Int(step);
                    assert_eq!(arena.hot_cell(*at, index), Some(&Value::Int(step)));
                }
                assert!(arena.hot_cell(*at, values.len()).is_none());
                assert!(arena.cell_mut(*at, values.len()).is_none());
            }
            // Some are forked while they have copies of what they share, some before.
            if rng.chance(0.001) {
                let plain = pairs[at].1.clone();
                let fork = if rng.chance(0.7) { pairs[at].0.fork() } else { pairs[at].0.copy() };
                pairs.truncate(7);
                pairs.push((fork, plain));
            }
            let (a, b) = (rng.below(pairs.len()), rng.below(pairs.len()));
            copied += usize::from(pairs[a].0.copied > 0);
            if rng.chance(0.001) {
                let (a, b) = (&pairs[a].0, &pairs[b].0);
                let found = a.unshared(b);
                assert!((0..a.len().min(b.len())).all(|at| a.slot(at) == b.slot(at) || found.contains(&at)));
            }
        }
        assert!(copied > 1000);
        for (arena, plain) in &pairs {
            assert_same(arena, plain);
        }
    }

    #[test]
    fn objects_lie_across_chunks() {
        let (mut arena, mut plain) = (Arena::new(), Plain::new());
        while arena.len() < 2 * CHUNK + 10 {
            make(&mut arena, &mut plain, 1000);
        }
        for (number, (at, values)) in plain.iter_mut().enumerate() {
            for (index, value) in values.iter_mut().enumerate() {
                *value = Value::Int((number * index) as i64);
                *arena.cell_mut(*at, index).expect("a cell") = *value;
            }
        }
        assert_same(&arena, &plain);
        let fork = arena.fork();
        assert!(arena.unshared(&fork).is_empty());
        assert_same(&fork, &plain);
    }

    #[test]
    fn what_differs_is_found() {
        let (mut a, mut plain) = (Arena::new(), Plain::new());
        (0..500).for_each(|_| make(&mut a, &mut plain, 3));
        let mut b = a.fork();
        let (at, _) = plain[250];
        b.set(at + 2, Value::Int(1));
        let found = a.unshared(&b);
        assert!(found.contains(&(at + 2)) && found.len() <= 64);
        // Headers are not cells.
        b.set(at, Value::Int(1));
        assert_eq!(a.header(at), b.header(at));
        b.free(at, Program::NOWHERE);
        assert_eq!((a.header(at), a.freed(at)), (b.header(at), None));
        assert!(b.freed(at).is_some() && b.cell(at, 0).is_none() && b.cell_mut(at, 0).is_none());
    }
}
