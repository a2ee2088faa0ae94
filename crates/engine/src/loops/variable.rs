//! The variables of a loop: registers that iterations hand on, and cells of memory at known places.

use pathfold_ir::{Layout, Type};
use pathfold_term::{Pool, Sort, SymbolKind, Term};

use crate::code::Slot;
use crate::memory::{Refusal, width_of};
use crate::state::State;
use crate::value::{ObjectId, Value, sort_of, undefined};

/// Where a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A register of the running function.
    Slot(Slot),
    /// A place in memory.
    Cell {
        /// In which object.
        object: ObjectId,
        /// At which position.
        offset: usize,
        /// As what it is read and written.
        ty: Type,
    },
}

impl Place {
    /// What a state has there.
    pub fn read(self, state: &State, pool: &mut Pool) -> Option<Value> {
        match self {
            Place::Slot(slot) => state.frame.slots.get(slot as usize).copied(),
            Place::Cell { object, offset, ty } => match state.memory.live(object).ok()?.read(offset, ty, pool) {
                Ok(value) => Some(value),
                Err(Refusal::Undefined) => Some(Value::Undef),
                Err(Refusal::NoByteForm | Refusal::Undecided) => None,
            },
        }
    }

    /// Puts a value there.
    pub fn write(self, state: &mut State, value: Value, pool: &mut Pool) -> Option<()> {
        match self {
            Place::Slot(slot) => {
                *state.frame.slots.get_mut(slot as usize)? = value;
                Some(())
            }
            Place::Cell { object, offset, ty } => state.memory.write(object, offset, ty, value, pool).ok(),
        }
    }

    /// How many positions it takes.
    pub fn span(self, layout: Layout) -> Option<(ObjectId, usize, usize)> {
        match self {
            Place::Slot(_) => None,
            Place::Cell { object, offset, ty } => {
                Some((object, offset, if layout == Layout::Cells { 1 } else { width_of(ty) as usize }))
            }
        }
    }
}

/// The type as which a cell is a variable: scalars in bytes are their bits.
pub fn cell_type(layout: Layout, ty: Type) -> Type {
    match (layout, ty) {
        (Layout::Cells, _) | (Layout::Bytes, Type::Ptr | Type::Int) => ty,
        (Layout::Bytes, _) => Type::Bv(8 * width_of(ty) as u8),
    }
}

/// A variable: its values are terms, those of pointers their positions in an object that never changes.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Where it is.
    pub place: Place,
    /// What the source calls it, if that is known.
    pub name: Option<String>,
    /// The object it points into, if it is a pointer.
    pub object: Option<ObjectId>,
    /// Its value before the first iteration.
    pub entry: Term,
    /// What it is at the start of an iteration.
    pub symbol: Term,
}

impl Variable {
    /// A variable of this type with this value before the loop, the layout is that of what it points into; none if its values cannot be terms.
    pub fn new(
        pool: &mut Pool,
        place: Place,
        (ty, layout): (Type, Layout),
        name: Option<String>,
        entry: Value,
    ) -> Option<Self> {
        let (object, entry) = match entry {
            Value::Ptr { object: ObjectId::NULL, .. } | Value::PtrTerm { object: ObjectId::NULL, .. } => return None,
            Value::Function(_) => return None,
            Value::Ptr { object, offset } if layout == Layout::Cells => (Some(object), Value::Int(offset)),
            Value::Ptr { object, offset } => (Some(object), Value::Bits { width: 64, bits: offset as u64 }),
            Value::PtrTerm { object, offset } => (Some(object), Value::Term(offset)),
            Value::Undef => (None, Value::Term(undefined(pool, sort_of(ty)?))),
            value => (None, value),
        };
        let entry = entry.to_term(pool)?;
        let sort = pool.sort(entry);
        if matches!(sort, Sort::Array(..)) || (object.is_none() && sort_of(ty).is_none()) {
            return None;
        }
        let prefix = name.as_deref().unwrap_or("v");
        let symbol = pool.fresh_of_kind(&format!("{prefix}@"), SymbolKind::Fresh, sort);
        Some(Self { place, name, object, entry, symbol })
    }

    /// A term as a value of the variable.
    pub fn value(&self, pool: &Pool, term: Term) -> Value {
        match (self.object, Value::from_term(pool, term)) {
            (None, value) => value,
            (Some(object), Value::Bits { bits, .. }) => Value::Ptr { object, offset: bits as i64 },
            (Some(object), Value::Int(offset)) => Value::Ptr { object, offset },
            (Some(object), _) => Value::PtrTerm { object, offset: term },
        }
    }

    /// A value of the variable as a term; none if it became something else.
    pub fn term(&self, pool: &mut Pool, value: Value) -> Option<Term> {
        let sort = pool.sort(self.symbol);
        let term = match (self.object, value) {
            (None, Value::Undef) => undefined(pool, sort),
            (None, value) => value.to_term(pool)?,
            (Some(object), Value::Ptr { object: to, offset }) if object == to => match sort {
                Sort::Int => pool.int(offset),
                _ => pool.bv(64, u128::from(offset as u64)),
            },
            (Some(object), Value::PtrTerm { object: to, offset }) if object == to => offset,
            (Some(_), _) => return None,
        };
        (pool.sort(term) == sort).then_some(term)
    }
}
