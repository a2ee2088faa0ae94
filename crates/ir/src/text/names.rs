//! The mnemonics of operations, in one table for printer and parser.

use crate::{AllocKind, BinaryOp, CastOp, CompareOp, Layout, Type, UnaryOp};

macro_rules! mnemonics {
    ($($(#[$meta:meta])* $ty:ident { $($variant:ident => $name:literal,)* })*) => {$(
        impl $ty {
            /// Every variant.
            pub const ALL: &'static [$ty] = &[$($ty::$variant),*];

            /// Its name in the textual form.
            pub fn mnemonic(self) -> &'static str {
                match self {
                    $($ty::$variant => $name,)*
                }
            }

            /// The variant of this name.
            pub fn from_mnemonic(name: &str) -> Option<Self> {
                match name {
                    $($name => Some($ty::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

mnemonics! {
    BinaryOp {
        Add => "add",
        Sub => "sub",
        Mul => "mul",
        SAdd => "sadd",
        SSub => "ssub",
        SMul => "smul",
        SDiv => "sdiv",
        UDiv => "udiv",
        SRem => "srem",
        URem => "urem",
        And => "and",
        Or => "or",
        Xor => "xor",
        Shl => "shl",
        LShr => "lshr",
        AShr => "ashr",
        FAdd => "fadd",
        FSub => "fsub",
        FMul => "fmul",
        FDiv => "fdiv",
    }
    UnaryOp {
        Neg => "neg",
        Not => "not",
        FNeg => "fneg",
        PopCount => "popcount",
        LeadingZeros => "leadingzeros",
        TrailingZeros => "trailingzeros",
        ByteSwap => "byteswap",
        BitReverse => "bitreverse",
    }
    CompareOp {
        Eq => "eq",
        Ne => "ne",
        Slt => "slt",
        Sle => "sle",
        Ult => "ult",
        Ule => "ule",
        FEq => "feq",
        FLt => "flt",
        FLe => "fle",
    }
    CastOp {
        ZExt => "zext",
        SExt => "sext",
        Trunc => "trunc",
        Bitcast => "bitcast",
        PtrToBv => "ptrtobv",
        BvToPtr => "bvtoptr",
        FpToFp => "fptofp",
        FpToS => "fptos",
        FpToU => "fptou",
        SToFp => "stofp",
        UToFp => "utofp",
        FpToLong => "fptolong",
        LongToFp => "longtofp",
    }
    Layout {
        Cells => "cells",
        Bytes => "bytes",
    }
    AllocKind {
        Heap => "heap",
        Stack => "stack",
    }
}

/// The type of this name; `bv` widths that do not exist are left to the verifier.
pub(super) fn type_named(name: &str) -> Option<Type> {
    match name {
        "bool" => Some(Type::Bool),
        "int" => Some(Type::Int),
        "ptr" => Some(Type::Ptr),
        "f32" => Some(Type::F32),
        "f64" => Some(Type::F64),
        _ => {
            let digits = name.strip_prefix("bv")?;
            let canonical = digits == "0" || !digits.starts_with('0');
            (canonical && digits.bytes().all(|b| b.is_ascii_digit())).then(|| digits.parse().ok().map(Type::Bv))?
        }
    }
}

/// Whether a name can stand without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
}
