//! What a register or a cell holds. Concrete until it has to be a term: 16 bytes, `Copy`, no allocation, so that
//! concrete code runs at interpreter speed and forking a state copies plain words.

use pathfold_base::{Bits, Integer, typed_id};
use pathfold_ir::{FuncId, Type};
use pathfold_term::{Format, Pool, Sort, Term, Value as Constant};

typed_id!(
    /// An object of one state's memory. Object 0 is the null object, which nothing may access.
    pub struct ObjectId,
    "object"
);

impl ObjectId {
    /// Where null points.
    pub const NULL: ObjectId = ObjectId(0);
}

/// A value.
///
/// Invariant: an integer that fits in `i64` and a bit vector of up to 64 bits are never a constant `Term`, so that
/// equal numbers are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Never set.
    Undef,
    /// A truth value.
    Bool(bool),
    /// An unbounded integer that fits in a word.
    Int(i64),
    /// A bit vector of up to 64 bits.
    Bits {
        /// How many bits.
        width: u8,
        /// The bits; those at and above `width` are zero.
        bits: u64,
    },
    /// A pointer to a known place.
    Ptr {
        /// Into which object.
        object: ObjectId,
        /// At which position; may be outside of the object.
        offset: i64,
    },
    /// A pointer into a known object at a symbolic position (`Int` for cells, `Bv(64)` for bytes).
    PtrTerm {
        /// Into which object.
        object: ObjectId,
        /// At which position.
        offset: Term,
    },
    /// A pointer to a function.
    Function(FuncId),
    /// Anything else: symbolic scalars, large integers, wide bit vectors, floats.
    Term(Term),
}

impl Value {
    /// The null pointer.
    pub const NULL: Value = Value::Ptr { object: ObjectId::NULL, offset: 0 };

    /// A bit vector: inline up to 64 bits.
    pub fn from_bits(pool: &mut Pool, bits: Bits) -> Value {
        if bits.width() <= 64 {
            Value::Bits { width: bits.width() as u8, bits: bits.unsigned() as u64 }
        } else {
            Value::Term(pool.bits(bits))
        }
    }

    /// An integer: inline while it fits in a word.
    pub fn from_integer(pool: &mut Pool, integer: Integer) -> Value {
        match integer.to_i64() {
            Some(n) => Value::Int(n),
            None => Value::Term(pool.int(integer)),
        }
    }

    /// A term, inline if it is a small constant.
    #[inline]
    pub fn from_term(pool: &Pool, term: Term) -> Value {
        match pool.value(term) {
            Some(Constant::Bool(b)) => Value::Bool(*b),
            Some(Constant::Int(n)) => n.to_i64().map_or(Value::Term(term), Value::Int),
            Some(Constant::Bits(bits)) if bits.width() <= 64 => {
                Value::Bits { width: bits.width() as u8, bits: bits.unsigned() as u64 }
            }
            Some(Constant::Bits(_) | Constant::Fp(..) | Constant::Array(_)) | None => Value::Term(term),
        }
    }

    /// The value as a term, unless it is a pointer or undefined.
    #[inline]
    pub fn to_term(self, pool: &mut Pool) -> Option<Term> {
        match self {
            Value::Term(term) => Some(term),
            Value::Int(n) => Some(pool.int(n)),
            Value::Bool(b) => Some(pool.truth(b)),
            Value::Bits { width, bits } => Some(pool.bits(Bits::new(u32::from(width), u128::from(bits)))),
            Value::Undef | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => None,
        }
    }

    /// The value as a concrete integer, if it is one.
    pub fn to_integer(self, pool: &Pool) -> Option<Integer> {
        match self {
            Value::Int(n) => Some(n.into()),
            Value::Term(term) => match pool.value(term) {
                Some(Constant::Int(n)) => Some(n.clone()),
                Some(Constant::Bool(_) | Constant::Bits(_) | Constant::Fp(..) | Constant::Array(_)) | None => None,
            },
            Value::Undef
            | Value::Bool(_)
            | Value::Bits { .. }
            | Value::Ptr { .. }
            | Value::PtrTerm { .. }
            | Value::Function(_) => None,
        }
    }

    /// Whether it is a pointer of any kind.
    pub fn is_pointer(self) -> bool {
        match self {
            Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => true,
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Term(_) => false,
        }
    }
}

/// The sort of terms of this type; pointers have none.
pub fn sort_of(ty: Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Int => Some(Sort::Int),
        Type::Bv(width) => Some(Sort::Bv(width)),
        Type::F32 => Some(Sort::Fp(Format::F32)),
        Type::F64 => Some(Sort::Fp(Format::F64)),
        Type::Ptr => None,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_value_is_two_words() {
        assert_eq!(std::mem::size_of::<super::Value>(), 16);
    }
}
