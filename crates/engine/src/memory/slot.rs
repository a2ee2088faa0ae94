//! What the arena is made of: cells, and headers in front of them, all as large as a value. Compiled code reads and writes them
//! where they lie, in the window that it is shown, so their layout is fixed.
#![allow(unsafe_code)]

use std::mem::offset_of;

use pathfold_base::CowVec;
use pathfold_ir::LocId;

use crate::value::{ObjectId, Value};

/// A cell or a header: the first byte says which. Kinds of values are small numbers, kinds of headers are not.
#[derive(Clone, Copy)]
#[repr(C)]
pub union Slot {
    value: Value,
    header: Raw,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Raw {
    kind: u8,
    /// How many cells there are, or where they were freed.
    len: u32,
    loc: LocId,
    address: u32,
}

/// What a slot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'a> {
    Cell(&'a Value),
    /// A header: how many cells follow, where they were allocated, and their address.
    Header {
        len: u32,
        loc: LocId,
        address: u32,
    },
    /// The header of an object that was freed; its cells mean nothing any more, but that they are as many as they were.
    Freed {
        loc: LocId,
        address: u32,
        freed: LocId,
    },
}

impl Slot {
    /// The kind of headers.
    pub const HEADER: u8 = 0x40;
    /// Where headers have the number of cells.
    pub const LEN: i32 = offset_of!(Raw, len) as i32;
    const FREED: u8 = 0x41;

    /// A cell.
    #[inline(always)]
    pub fn cell(value: Value) -> Slot {
        Slot { value }
    }

    /// A header: how many cells follow, where they were allocated, and their address.
    #[inline(always)]
    pub fn header(len: u32, loc: LocId, address: u32) -> Slot {
        Slot { header: Raw { kind: Self::HEADER, len, loc, address } }
    }

    /// The header of an object that was freed.
    pub fn freed(loc: LocId, address: u32, freed: LocId) -> Slot {
        Slot { header: Raw { kind: Self::FREED, len: freed.0, loc, address } }
    }

    #[inline(always)]
    fn kind(&self) -> u8 {
        // SAFETY: values are `repr(u8)`: the first byte of either is set, and says what it is.
        unsafe { self.header.kind }
    }

    /// What it is.
    #[inline(always)]
    pub fn view(&self) -> View<'_> {
        match self.kind() {
            // SAFETY: the kind says that it is a header.
            Self::HEADER => unsafe {
                let Raw { len, loc, address, .. } = self.header;
                View::Header { len, loc, address }
            },
            // SAFETY: the same.
            Self::FREED => unsafe {
                let Raw { len, loc, address, .. } = self.header;
                View::Freed { loc, address, freed: LocId(len) }
            },
            // SAFETY: every other kind is one of a value.
            _ => View::Cell(unsafe { &self.value }),
        }
    }

    /// The value, if it is a cell.
    #[inline(always)]
    pub fn value(&self) -> Option<&Value> {
        // SAFETY: the kind says that it is a cell.
        if self.kind() < Self::HEADER { Some(unsafe { &self.value }) } else { None }
    }

    /// The value for writing, if it is a cell.
    #[inline(always)]
    pub fn value_mut(&mut self) -> Option<&mut Value> {
        // SAFETY: the kind says that it is a cell.
        if self.kind() < Self::HEADER { Some(unsafe { &mut self.value }) } else { None }
    }
}

impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        self.view() == other.view()
    }
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.view().fmt(f)
    }
}

/// Slots that compiled code may look at without asking: those of one chunk.
///
/// Invariant: between two changes of the arena's chunks they are where the window says, and as many.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Window {
    slots: *mut Slot,
    end: *mut Slot,
    /// The number of an object whose header were the first slot.
    first: u32,
    /// How many slots there are.
    len: u32,
    /// For each [`Window::STRETCH`] slots, where it is noted that one of them was written.
    written: *mut bool,
}

impl Window {
    /// Where the parts are.
    pub const SLOTS: usize = offset_of!(Window, slots);
    /// See above.
    pub const END: usize = offset_of!(Window, end);
    /// See above.
    pub const FIRST: usize = offset_of!(Window, first);
    /// See above.
    pub const LEN: usize = offset_of!(Window, len);
    /// See above.
    pub const WRITTEN: usize = offset_of!(Window, written);
    /// How many slots share a note.
    pub const STRETCH: usize = CowVec::<Slot>::LEAF;

    /// Nothing can be seen.
    pub const CLOSED: Window = Window {
        slots: std::ptr::null_mut(),
        end: std::ptr::null_mut(),
        first: 0,
        len: 0,
        written: std::ptr::null_mut(),
    };

    /// Whether something can be seen.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.len > 0
    }

    /// Whether it shows the same chunk, which may have grown since.
    #[inline(always)]
    pub fn is_of_same(&self, other: &Window) -> bool {
        self.is_open() && self.first == other.first
    }

    /// The chunk whose first slot is at a position has more slots now. If it is the one that is shown, all are shown.
    #[inline(always)]
    pub fn grow(&mut self, chunk: &mut [Slot], position: usize) {
        if self.is_open() && self.first == ObjectId::in_arena(position).0 {
            let slots = chunk.as_mut_ptr_range();
            (self.slots, self.end, self.len) = (slots.start, slots.end, chunk.len() as u32);
        }
    }

    /// The slots of a chunk whose first one is at a position of the arena, and the notes of what is written in it.
    ///
    /// # Panics
    /// If there are not enough notes.
    #[inline(always)]
    pub fn new(chunk: &mut [Slot], position: usize, written: &mut [bool]) -> Self {
        assert!(written.len() * Self::STRETCH >= chunk.len(), "every slot has a note");
        let (slots, len) = (chunk.as_mut_ptr_range(), chunk.len() as u32);
        let first = ObjectId::in_arena(position).0;
        Self { slots: slots.start, end: slots.end, first, len, written: written.as_mut_ptr() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathfold_ir::Program;

    #[test]
    fn a_slot_is_as_large_as_a_value() {
        assert_eq!(size_of::<Slot>(), size_of::<Value>());
    }

    #[test]
    fn a_slot_is_what_was_put_into_it() {
        let nowhere = Program::NOWHERE;
        for value in [Value::Undef, Value::Bool(true), Value::Int(-1), Value::F64(u64::MAX), Value::NULL] {
            let mut slot = Slot::cell(value);
            assert_eq!(slot.view(), View::Cell(&value));
            assert_eq!(slot.value(), Some(&value));
            assert_eq!(slot.value_mut().copied(), Some(value));
        }
        let (mut header, mut freed) = (Slot::header(7, nowhere, 9), Slot::freed(nowhere, 9, LocId(3)));
        assert_eq!(header.view(), View::Header { len: 7, loc: nowhere, address: 9 });
        assert_eq!(freed.view(), View::Freed { loc: nowhere, address: 9, freed: LocId(3) });
        assert!(header.value().is_none() && header.value_mut().is_none());
        assert!(freed.value().is_none() && freed.value_mut().is_none());
        assert_ne!(header, freed);
    }
}
