//! One object: identity (layout, size, where allocated) and contents, one value per position.

use pathfold_base::CowVec;
use pathfold_ir::{AllocKind, Layout, LocId};

use crate::value::Value;

/// An object. Contents are one [`Value`] per position: whole values in cells, single bytes (`Bits` of width 8, terms of
/// 8 bits, or undefined) in byte objects.
#[derive(Clone)]
pub struct Object {
    /// Bytes or cells.
    pub layout: Layout,
    /// How long it lives.
    pub kind: AllocKind,
    /// How many positions.
    pub size: u64,
    /// Where it was allocated.
    pub loc: LocId,
    /// Whether writing to it is an error.
    pub constant: bool,
    contents: Contents,
}

/// How many positions an object may have to keep them in itself.
const FEW: usize = 4;

/// Cells, records and short arrays, of which programs have many, need no memory of their own: reading one is one load
/// behind the object, and copying the object copies them.
#[derive(Clone)]
enum Contents {
    Few([Value; FEW], usize),
    Many(CowVec<Value>),
}

impl Contents {
    fn filled(value: Value, len: usize) -> Self {
        if len <= FEW { Contents::Few([value; FEW], len) } else { Contents::Many(CowVec::filled(value, len)) }
    }
}

impl Object {
    /// All undefined.
    pub fn new(layout: Layout, kind: AllocKind, size: u64, loc: LocId) -> Self {
        let contents = Contents::filled(Value::Undef, usize::try_from(size).unwrap_or(usize::MAX));
        Self { layout, kind, size, loc, constant: false, contents }
    }

    /// Sets every position.
    pub fn fill(&mut self, value: Value) {
        self.contents = Contents::filled(value, self.len());
    }

    /// What is at a position; undefined outside.
    #[inline]
    pub fn get(&self, index: usize) -> Value {
        match &self.contents {
            Contents::Few(values, len) => values[..*len].get(index).copied(),
            Contents::Many(values) => values.get(index).copied(),
        }
        .unwrap_or(Value::Undef)
    }

    /// A position for writing, unless it is outside.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> Option<&mut Value> {
        match &mut self.contents {
            Contents::Few(values, len) => values[..*len].get_mut(index),
            Contents::Many(values) => values.get_mut(index),
        }
    }

    /// Writes a position; outside nothing happens.
    #[inline]
    pub fn set(&mut self, index: usize, value: Value) {
        if let Some(slot) = self.get_mut(index) {
            *slot = value;
        }
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        match &self.contents {
            Contents::Few(_, len) => *len,
            Contents::Many(values) => values.len(),
        }
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
