//! Types of registers and constants.

use std::fmt;

use pathfold_base::{Bits, Integer};

use crate::{FuncId, GlobalId};
use serde::{Deserialize, Serialize};

/// The type of a register. Memory is untyped: loads and stores say what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Type {
    /// A truth value: results of comparisons, conditions of branches.
    Bool,
    /// An integer without bounds.
    Int,
    /// A bit vector of 1 to 128 bits.
    Bv(u8),
    /// A pointer: an object and an offset into it.
    Ptr,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Bv(width) => write!(f, "bv{width}"),
            Type::Ptr => f.write_str("ptr"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
        }
    }
}

/// A constant operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Const {
    /// `true` or `false`.
    Bool(bool),
    /// An unbounded integer.
    Int(Integer),
    /// A bit vector.
    Bits(Bits),
    /// A binary32 by its bits.
    F32(u32),
    /// A binary64 by its bits.
    F64(u64),
    /// The null pointer.
    Null,
    /// A pointer that is this number, and into no object unless one happens to be there.
    Address(u64),
    /// The address of a global object.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
    /// No value yet: using it is an error of the analysed program.
    Undef(Type),
}

impl Const {
    /// The type of the constant.
    pub fn ty(&self) -> Type {
        match self {
            Const::Bool(_) => Type::Bool,
            Const::Int(_) => Type::Int,
            Const::Bits(bits) => Type::Bv(bits.width() as u8),
            Const::F32(_) => Type::F32,
            Const::F64(_) => Type::F64,
            Const::Null | Const::Address(_) | Const::Global(_) | Const::Function(_) => Type::Ptr,
            Const::Undef(ty) => *ty,
        }
    }
}
