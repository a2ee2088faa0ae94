//! The join of two values.

use pathfold_base::Bits;
use pathfold_ir::Layout;
use pathfold_term::{Pool, Sort, Term};

use super::Refused;
use crate::memory::Memory;
use crate::value::{ObjectId, Value, undefined};

/// A choice between what two states have: the first's where the condition holds.
pub struct Choice<'a> {
    /// Where terms live.
    pub pool: &'a mut Pool,
    /// The condition.
    pub holds: Term,
    /// The memories that pointers of the two point into.
    pub memories: (&'a Memory, &'a Memory),
}

impl Choice<'_> {
    /// One value for both.
    pub fn value(&mut self, a: Value, b: Value) -> Result<Value, Refused> {
        match (a, b) {
            _ if a == b => Ok(a),
            (Value::Undef, other) => self.or_undefined(other, true),
            (other, Value::Undef) => self.or_undefined(other, false),
            _ if a.is_pointer() || b.is_pointer() => self.pointer(a, b),
            _ => self.number(a, b),
        }
    }

    fn number(&mut self, a: Value, b: Value) -> Result<Value, Refused> {
        let (Some(a), Some(b)) = (a.to_term(self.pool), b.to_term(self.pool)) else {
            return Err("a value without a term");
        };
        self.term(a, b).map(|term| Value::from_term(self.pool, term))
    }

    fn term(&mut self, a: Term, b: Term) -> Result<Term, Refused> {
        if self.pool.sort(a) != self.pool.sort(b) {
            return Err("values of different kinds");
        }
        Ok(self.pool.ite(self.holds, a, b))
    }

    /// A value that only one of them has set: a symbol of its own stands for what the other one would read there.
    // SOUND: whoever decides by such a symbol is told so (`explore/undefined`). Unbounded integers have no such check.
    fn or_undefined(&mut self, other: Value, first: bool) -> Result<Value, Refused> {
        let cells = self.is_cell_pointer(other);
        let set = other.as_term(self.pool).filter(|_| !cells).ok_or("only one of them has set a pointer")?;
        let sort = self.pool.sort(set);
        if !matches!(sort, Sort::Bv(_)) {
            return Err("only one of them has set a variable");
        }
        let unset = undefined(self.pool, sort);
        let term = if first { self.term(unset, set) } else { self.term(set, unset) }?;
        Ok(Value::from_term(self.pool, term))
    }

    fn pointer(&mut self, a: Value, b: Value) -> Result<Value, Refused> {
        if let (Some((object, x)), Some((other, y))) = (self.place(a), self.place(b))
            && object == other
            && object != ObjectId::NULL
        {
            let offset = self.term(x, y)?;
            return match Value::from_term(self.pool, offset) {
                Value::Bits { bits, .. } => Ok(Value::Ptr { object, offset: bits as i64 }),
                Value::Int(offset) => Ok(Value::Ptr { object, offset }),
                Value::Term(_) | Value::Wide { .. } => Ok(Value::PtrTerm { object, offset }),
                _ => Err("a position that is no number"),
            };
        }
        if self.is_cell_pointer(a) || self.is_cell_pointer(b) {
            return Err("pointers to different objects");
        }
        let (Some(a), Some(b)) = (a.as_term(self.pool), b.as_term(self.pool)) else {
            return Err("a pointer without an address");
        };
        self.term(a, b).map(Value::Term)
    }

    /// The object and the position of a pointer into one.
    fn place(&mut self, value: Value) -> Option<(ObjectId, Term)> {
        match value {
            Value::Ptr { object, offset } => {
                let offset = match self.layout(object) {
                    Layout::Cells => self.pool.int(offset),
                    Layout::Bytes => self.pool.bits(Bits::new(64, u128::from(offset as u64))),
                };
                Some((object, offset))
            }
            Value::PtrTerm { object, offset } => Some((object, offset)),
            _ => None,
        }
    }

    fn layout(&self, object: ObjectId) -> Layout {
        let (first, second) = self.memories;
        match first.object(object) {
            null if null.id == ObjectId::NULL => second.object(object).layout,
            found => found.layout,
        }
    }

    /// Whether it points into cells, which have no addresses. So does null in a program that has such pointers.
    fn is_cell_pointer(&self, value: Value) -> bool {
        match value {
            Value::Ptr { object, .. } | Value::PtrTerm { object, .. } => {
                object != ObjectId::NULL && self.layout(object) == Layout::Cells
            }
            _ => false,
        }
    }
}
