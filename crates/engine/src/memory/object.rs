//! One object: identity (layout, size, where allocated, whether it lives) and contents.

use std::ops::{Deref, DerefMut};

use pathfold_base::CowVec;
use pathfold_ir::{AllocKind, Layout, LocId};

use super::arena::Arena;
use super::bytes::ByteContents;
use crate::value::{ObjectId, Value};

/// Whether an object can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It can.
    Alive,
    /// It was freed here.
    Freed(LocId),
    /// A local object whose scope was left here.
    Left(LocId),
    /// It is defined elsewhere and we do not have it.
    External,
    /// Gone, and its position on the stack is used up; the position to try instead.
    Retired(u32),
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A global of the program, by number.
    Global(u32),
    /// An allocation.
    Made(AllocKind),
}

/// What an object is, whatever is in it.
#[derive(Clone, Copy)]
pub struct Identity {
    /// Its number; a stack position holds objects of rising generations.
    pub id: ObjectId,
    /// Bytes or cells.
    pub layout: Layout,
    /// Where it comes from.
    pub origin: Origin,
    /// How many positions.
    pub size: u64,
    /// Its address in the hidden layout.
    pub address: u64,
    /// What its address is a multiple of, as the program asked.
    pub align: u64,
    /// Where it was allocated.
    pub loc: LocId,
    /// Whether writing to it is an error.
    pub constant: bool,
    /// Whether it can be accessed.
    pub life: Life,
}

/// An object that is kept by itself: every one but small ones of cells on the heap, which are in the arena.
#[derive(Clone)]
pub(super) struct Object {
    pub identity: Identity,
    pub contents: Contents,
}

impl Deref for Object {
    type Target = Identity;
    fn deref(&self) -> &Identity {
        &self.identity
    }
}

impl DerefMut for Object {
    fn deref_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }
}

/// An object of a memory, wherever it is kept.
#[derive(Clone, Copy)]
pub struct ObjectRef<'m> {
    identity: Identity,
    contents: Held<'m>,
}

/// What an object holds, where it is.
#[derive(Clone, Copy)]
enum Held<'m> {
    Contents(&'m Contents),
    /// The cells behind the header at this position.
    Arena(&'m Arena, usize),
}

impl Deref for ObjectRef<'_> {
    type Target = Identity;
    fn deref(&self) -> &Identity {
        &self.identity
    }
}

/// Where an object is made, in memory and in the source.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub address: u64,
    pub align: u64,
    pub loc: LocId,
}

/// How many cells an object may have to keep them in itself.
const FEW: usize = 4;

/// Cells, records and short arrays, of which programs have many, need no memory of their own: reading one is one load
/// behind the object, and copying the object copies them.
// The representation keeps the kind and the number of cells in bytes of their own, beside the first cells: every access
// looks at them.
#[derive(Clone)]
#[repr(u8)]
pub enum Contents {
    /// So many cells.
    Few(u8, [Value; FEW]),
    /// More.
    Many(CowVec<Value>),
    /// Bytes.
    Bytes(ByteContents),
}

impl Contents {
    pub(super) fn cells(value: Value, len: usize) -> Self {
        if len <= FEW { Contents::Few(len as u8, [value; FEW]) } else { Contents::Many(CowVec::filled(value, len)) }
    }

    pub(super) fn undefined(layout: Layout, len: usize) -> Self {
        match layout {
            Layout::Cells => Self::cells(Value::Undef, len),
            Layout::Bytes => Contents::Bytes(ByteContents::undefined(len)),
        }
    }
}

impl Object {
    /// An object that lives, all undefined.
    pub fn new(id: ObjectId, layout: Layout, origin: Origin, size: u64, place: Place) -> Self {
        let Place { address, align, loc } = place;
        let identity = Identity { id, layout, origin, size, address, align, loc, constant: false, life: Life::Alive };
        Self { identity, contents: Contents::undefined(layout, size as usize) }
    }

    /// Makes all of it undefined, in place where it can.
    pub fn forget(&mut self) {
        match &mut self.contents {
            Contents::Bytes(bytes) => bytes.forget(),
            Contents::Few(..) | Contents::Many(_) => {
                self.contents = Contents::undefined(self.layout, self.size as usize);
            }
        }
    }

    /// The object as everybody else sees it.
    #[inline]
    pub fn seen(&self) -> ObjectRef<'_> {
        ObjectRef { identity: self.identity, contents: Held::Contents(&self.contents) }
    }
}

impl Contents {
    /// The cell at a position; none outside and in byte objects.
    #[inline(always)]
    pub fn cell(&self, index: usize) -> Option<&Value> {
        match self {
            Contents::Few(len, values) if index < usize::from(*len) => Some(&values[index % FEW]),
            Contents::Many(values) => values.get(index),
            Contents::Few(..) | Contents::Bytes(_) => None,
        }
    }

    /// A cell for writing, unless it is outside.
    #[inline]
    pub fn cell_mut(&mut self, index: usize) -> Option<&mut Value> {
        match self {
            Contents::Few(len, values) if index < usize::from(*len) => Some(&mut values[index % FEW]),
            Contents::Many(values) => values.get_mut(index),
            Contents::Few(..) | Contents::Bytes(_) => None,
        }
    }

    /// The bytes, if it has bytes.
    #[inline]
    pub fn bytes(&self) -> Option<&ByteContents> {
        match self {
            Contents::Bytes(bytes) => Some(bytes),
            Contents::Few(..) | Contents::Many(_) => None,
        }
    }

    /// The bytes for writing, if it has bytes.
    #[inline]
    pub fn bytes_mut(&mut self) -> Option<&mut ByteContents> {
        match self {
            Contents::Bytes(bytes) => Some(bytes),
            Contents::Few(..) | Contents::Many(_) => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Contents::Few(len, _) => usize::from(*len),
            Contents::Many(values) => values.len(),
            Contents::Bytes(bytes) => bytes.len(),
        }
    }
}

impl<'m> ObjectRef<'m> {
    /// The object in the arena whose header is at a position.
    pub(super) fn in_arena(arena: &'m Arena, at: usize) -> Option<Self> {
        let header = arena.header(at)?;
        let identity = Identity {
            id: ObjectId::in_arena(at),
            layout: Layout::Cells,
            origin: Origin::Made(AllocKind::Heap),
            size: u64::from(header.len),
            address: super::arena_address(header.address),
            align: 1,
            loc: header.loc,
            constant: false,
            life: arena.freed(at).map_or(Life::Alive, Life::Freed),
        };
        Some(Self { identity, contents: Held::Arena(arena, at) })
    }

    /// What is in a cell; undefined outside and in byte objects.
    pub fn get(&self, index: usize) -> Value {
        let cell = match self.contents {
            Held::Contents(contents) => contents.cell(index),
            Held::Arena(arena, at) => arena.cell(at, index),
        };
        cell.copied().unwrap_or(Value::Undef)
    }

    /// The bytes, if it has bytes.
    pub fn bytes(&self) -> Option<&'m ByteContents> {
        match self.contents {
            Held::Contents(contents) => contents.bytes(),
            Held::Arena(..) => None,
        }
    }

    /// How many cells or bytes it has.
    pub fn len(&self) -> usize {
        match self.contents {
            Held::Contents(contents) => contents.len(),
            Held::Arena(..) if self.life == Life::Alive => self.size as usize,
            Held::Arena(..) => 0,
        }
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everything in it that can hold a pointer.
    pub fn values(self) -> Box<dyn Iterator<Item = Value> + 'm> {
        match self.bytes() {
            Some(bytes) => Box::new(bytes.parts().map(|(_, _, value)| value)),
            None => Box::new((0..self.len()).map(move |index| self.get(index))),
        }
    }
}
