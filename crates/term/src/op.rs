//! Operators, with their arity and sort rules.

use pathfold_base::typed_id;

use crate::sort::{Format, Scalar, Sort};
use crate::symbol::SymbolId;

typed_id!(
    /// A constant value of one pool.
    pub struct ConstId, "c"
);

/// What a term does with its arguments. Every operator is total.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum Op {
    /// A constant.
    Const(ConstId),
    /// An unknown.
    Symbol(SymbolId),
    /// Negation.
    Not,
    /// Conjunction of any number.
    And,
    /// Disjunction of any number.
    Or,
    /// Equality of two of one sort (floats: same value, NaN equal to NaN, +0 not equal to -0).
    Eq,
    /// If-then-else.
    Ite,
    /// Sum of any number.
    IntAdd,
    /// Product of any number.
    IntMul,
    /// Quotient truncated toward zero; `x / 0 = 0`.
    IntDiv,
    /// `x - y * (x / y)`, so `x % 0 = x`.
    IntRem,
    /// Less or equal.
    IntLe,
    /// Bitwise complement.
    BvNot,
    /// Two's complement.
    BvNeg,
    /// Sum modulo 2^w.
    BvAdd,
    /// Difference modulo 2^w.
    BvSub,
    /// Product modulo 2^w.
    BvMul,
    /// Unsigned quotient, as SMT-LIB.
    BvUdiv,
    /// Unsigned remainder, as SMT-LIB.
    BvUrem,
    /// Signed quotient, as SMT-LIB.
    BvSdiv,
    /// Signed remainder (sign of the dividend), as SMT-LIB.
    BvSrem,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Shift left.
    BvShl,
    /// Logical shift right.
    BvLshr,
    /// Arithmetic shift right.
    BvAshr,
    /// Unsigned less-than.
    BvUlt,
    /// Unsigned less-or-equal.
    BvUle,
    /// Signed less-than.
    BvSlt,
    /// Signed less-or-equal.
    BvSle,
    /// First argument above the second.
    Concat,
    /// Bits `high..=low`.
    Extract(u8, u8),
    /// Widened with zeros to a new width (not narrower).
    ZeroExt(u8),
    /// Widened with the sign to a new width (not narrower).
    SignExt(u8),
    /// The unsigned number.
    BvToInt,
    /// The signed number.
    BvToIntSigned,
    /// Modulo 2^w.
    IntToBv(u8),
    /// Sum; all float arithmetic rounds to nearest, ties to even.
    FpAdd,
    /// Difference.
    FpSub,
    /// Product.
    FpMul,
    /// Quotient.
    FpDiv,
    /// IEEE remainder (`fp.rem`, C's `remainder`).
    FpRem,
    /// Square root.
    FpSqrt,
    /// Negation.
    FpNeg,
    /// Magnitude.
    FpAbs,
    /// IEEE equality: NaN differs from everything, zeros are equal.
    FpEq,
    /// IEEE less-than.
    FpLt,
    /// IEEE less-or-equal.
    FpLe,
    /// Whether it is NaN.
    FpIsNan,
    /// Whether it is infinite.
    FpIsInf,
    /// The number with these bits.
    FpFromBits(Format),
    /// To another format.
    FpToFp(Format),
    /// To a signed vector, toward zero; 0 when out of range or NaN.
    FpToSbv(u8),
    /// To an unsigned vector, toward zero; 0 when out of range or NaN.
    FpToUbv(u8),
    /// From a signed vector.
    SbvToFp(Format),
    /// From an unsigned vector.
    UbvToFp(Format),
    /// The element at an index.
    Select,
    /// The array with one element changed.
    Store,
    /// The array of one element everywhere; index sort.
    ConstArray(Scalar),
    /// `[count, body]`: for all bound in `[0, count)`: body. Count and bound are both `Int` or both `Bv(w)` unsigned.
    Forall(SymbolId),
}

/// The sort of the result when it does not depend on the arguments' sorts, else `None`.
pub(crate) fn fixed_sort(op: Op) -> Option<Sort> {
    match op {
        Op::Not | Op::And | Op::Or | Op::Eq | Op::IntLe | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => {
            Some(Sort::Bool)
        }
        Op::FpEq | Op::FpLt | Op::FpLe | Op::FpIsNan | Op::FpIsInf | Op::Forall(_) => Some(Sort::Bool),
        Op::IntAdd | Op::IntMul | Op::IntDiv | Op::IntRem | Op::BvToInt | Op::BvToIntSigned => Some(Sort::Int),
        Op::IntToBv(w) | Op::ZeroExt(w) | Op::SignExt(w) | Op::FpToSbv(w) | Op::FpToUbv(w) => Some(Sort::Bv(w)),
        Op::Extract(high, low) => Some(Sort::Bv(high.saturating_sub(low) + 1)),
        Op::FpFromBits(f) | Op::FpToFp(f) | Op::SbvToFp(f) | Op::UbvToFp(f) => Some(Sort::Fp(f)),
        Op::Const(_) | Op::Symbol(_) | Op::Ite | Op::Concat | Op::Select | Op::Store | Op::ConstArray(_) => None,
        Op::BvNot | Op::BvNeg | Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvUdiv | Op::BvUrem => None,
        Op::BvSdiv | Op::BvSrem | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => None,
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem | Op::FpSqrt | Op::FpNeg | Op::FpAbs => None,
    }
}

/// The sort of `op` over arguments of these sorts, or `None` when it cannot be applied to them. `Const` and `Symbol`
/// take no arguments and are the pool's business: `None`. For `Forall` the bound symbol's sort is `bound`.
pub fn result_sort(op: Op, args: &[Sort], bound: Option<Sort>) -> Option<Sort> {
    let same = |sort: Sort, n: usize| (args.len() == n && args.iter().all(|&s| s == sort)).then_some(());
    let bv = |n: usize| match args {
        [Sort::Bv(w), ..] => same(Sort::Bv(*w), n).map(|()| *w),
        _ => None,
    };
    let fp = |n: usize| match args {
        [Sort::Fp(f), ..] => same(Sort::Fp(*f), n).map(|()| *f),
        _ => None,
    };
    let width = |w: u8| (1..=128).contains(&w).then_some(Sort::Bv(w));
    match op {
        Op::Const(_) | Op::Symbol(_) => None,
        Op::Not => same(Sort::Bool, 1).map(|()| Sort::Bool),
        Op::And | Op::Or => args.iter().all(|&s| s == Sort::Bool).then_some(Sort::Bool),
        Op::Eq => match args {
            [a, b] if a == b => Some(Sort::Bool),
            _ => None,
        },
        Op::Ite => match args {
            [Sort::Bool, a, b] if a == b => Some(*a),
            _ => None,
        },
        Op::IntAdd | Op::IntMul => args.iter().all(|&s| s == Sort::Int).then_some(Sort::Int),
        Op::IntDiv | Op::IntRem => same(Sort::Int, 2).map(|()| Sort::Int),
        Op::IntLe => same(Sort::Int, 2).map(|()| Sort::Bool),
        Op::BvNot | Op::BvNeg => bv(1).map(Sort::Bv),
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => bv(2).map(Sort::Bv),
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvShl | Op::BvLshr | Op::BvAshr => bv(2).map(Sort::Bv),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => bv(2).map(|_| Sort::Bool),
        Op::Concat => match args {
            [Sort::Bv(a), Sort::Bv(b)] => a.checked_add(*b).and_then(width),
            _ => None,
        },
        Op::Extract(high, low) => (low <= high && high < bv(1)?).then_some(Sort::Bv(high.wrapping_sub(low) + 1)),
        Op::ZeroExt(w) | Op::SignExt(w) => {
            if w >= bv(1)? {
                width(w)
            } else {
                None
            }
        }
        Op::BvToInt | Op::BvToIntSigned => bv(1).map(|_| Sort::Int),
        Op::IntToBv(w) => same(Sort::Int, 1).and_then(|()| width(w)),
        Op::FpAdd | Op::FpSub | Op::FpMul | Op::FpDiv | Op::FpRem => fp(2).map(Sort::Fp),
        Op::FpSqrt | Op::FpNeg | Op::FpAbs => fp(1).map(Sort::Fp),
        Op::FpEq | Op::FpLt | Op::FpLe => fp(2).map(|_| Sort::Bool),
        Op::FpIsNan | Op::FpIsInf => fp(1).map(|_| Sort::Bool),
        Op::FpFromBits(f) => (bv(1)? == f.width()).then_some(Sort::Fp(f)),
        Op::FpToFp(f) => fp(1).map(|_| Sort::Fp(f)),
        Op::FpToSbv(w) | Op::FpToUbv(w) => fp(1).and_then(|_| width(w)),
        Op::SbvToFp(f) | Op::UbvToFp(f) => bv(1).map(|_| Sort::Fp(f)),
        Op::Select => match args {
            [Sort::Array(index, element), i] if Sort::from(*index) == *i => Some((*element).into()),
            _ => None,
        },
        Op::Store => match args {
            [Sort::Array(index, element), i, e] if Sort::from(*index) == *i && Sort::from(*element) == *e => {
                Some(args[0])
            }
            _ => None,
        },
        Op::ConstArray(index) => match args {
            [e] => e.scalar().map(|element| Sort::Array(index, element)),
            _ => None,
        },
        Op::Forall(_) => match args {
            [count @ (Sort::Int | Sort::Bv(_)), Sort::Bool] if bound == Some(*count) => Some(Sort::Bool),
            _ => None,
        },
    }
}
