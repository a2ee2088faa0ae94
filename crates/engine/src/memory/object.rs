//! One object: identity (layout, size, where allocated, whether it lives) and contents.

use pathfold_base::CowVec;
use pathfold_ir::{AllocKind, Layout, LocId};

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

/// An object.
#[derive(Clone)]
pub struct Object {
    /// Its identity; a stack position holds objects of rising generations.
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
    pub(super) contents: Contents,
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
pub(super) enum Contents {
    Few(u8, [Value; FEW]),
    Many(CowVec<Value>),
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
    pub(super) fn new(id: ObjectId, layout: Layout, origin: Origin, size: u64, place: Place) -> Self {
        let Place { address, align, loc } = place;
        let contents = Contents::undefined(layout, size as usize);
        Self { id, layout, origin, size, address, align, loc, constant: false, life: Life::Alive, contents }
    }

    /// Makes all of it undefined, in place where it can.
    pub(super) fn forget(&mut self) {
        match &mut self.contents {
            Contents::Bytes(bytes) => bytes.forget(),
            Contents::Few(..) | Contents::Many(_) => {
                self.contents = Contents::undefined(self.layout, self.size as usize);
            }
        }
    }

    /// The cell at a position; none outside and in byte objects.
    #[inline(always)]
    pub fn cell(&self, index: usize) -> Option<&Value> {
        match &self.contents {
            Contents::Few(len, values) if index < usize::from(*len) => Some(&values[index % FEW]),
            Contents::Many(values) => values.get(index),
            Contents::Few(..) | Contents::Bytes(_) => None,
        }
    }

    /// What is in a cell; undefined outside and in byte objects.
    #[inline]
    pub fn get(&self, index: usize) -> Value {
        self.cell(index).copied().unwrap_or(Value::Undef)
    }

    /// A cell for writing, unless it is outside.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut Value> {
        match &mut self.contents {
            Contents::Few(len, values) if index < usize::from(*len) => Some(&mut values[index % FEW]),
            Contents::Many(values) => values.get_mut(index),
            Contents::Few(..) | Contents::Bytes(_) => None,
        }
    }

    /// Writes a cell; outside nothing happens.
    #[inline]
    pub fn set(&mut self, index: usize, value: Value) {
        if let Some(slot) = self.get_mut(index) {
            *slot = value;
        }
    }

    /// The bytes, if it has bytes.
    #[inline]
    pub fn bytes(&self) -> Option<&ByteContents> {
        match &self.contents {
            Contents::Bytes(bytes) => Some(bytes),
            Contents::Few(..) | Contents::Many(_) => None,
        }
    }

    /// The bytes for writing, if it has bytes.
    #[inline]
    pub fn bytes_mut(&mut self) -> Option<&mut ByteContents> {
        match &mut self.contents {
            Contents::Bytes(bytes) => Some(bytes),
            Contents::Few(..) | Contents::Many(_) => None,
        }
    }

    /// How many cells or bytes it has.
    pub fn len(&self) -> usize {
        match &self.contents {
            Contents::Few(len, _) => usize::from(*len),
            Contents::Many(values) => values.len(),
            Contents::Bytes(bytes) => bytes.len(),
        }
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Everything in it that can hold a pointer.
    pub fn values(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match &self.contents {
            Contents::Few(len, values) => Box::new(values[..usize::from(*len)].iter().copied()),
            Contents::Many(values) => Box::new(values.iter().copied()),
            Contents::Bytes(bytes) => Box::new(bytes.parts().map(|(_, _, value)| value)),
        }
    }
}
