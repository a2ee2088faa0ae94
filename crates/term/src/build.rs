//! Comfortable constructors, all through `mk`.

use pathfold_base::Integer;

use crate::op::Op;
use crate::pool::{FALSE, Pool, TRUE, Term};
use crate::sort::{Scalar, Sort};
use crate::symbol::{SymbolId, SymbolKind};

macro_rules! constructors {
    ($($(#[$meta:meta])* $name:ident($($arg:ident),*) = $op:expr;)*) => {
        impl Pool {
            $($(#[$meta])*
            pub fn $name(&mut self, $($arg: Term),*) -> Term {
                self.mk($op, &[$($arg),*])
            })*
        }
    };
}

constructors! {
    /// Negation.
    not(a) = Op::Not;
    /// Conjunction of two.
    and2(a, b) = Op::And;
    /// Disjunction of two.
    or2(a, b) = Op::Or;
    /// Equality.
    eq(a, b) = Op::Eq;
    /// If-then-else.
    ite(c, a, b) = Op::Ite;
    /// `a <= b` over integers.
    int_le(a, b) = Op::IntLe;
    /// `a >= b` over integers.
    int_ge(b, a) = Op::IntLe;
    /// Truncating division, `x / 0 = 0`.
    int_div(a, b) = Op::IntDiv;
    /// Remainder of truncating division, `x % 0 = x`.
    int_rem(a, b) = Op::IntRem;
    /// Bitwise complement.
    bv_not(a) = Op::BvNot;
    /// Unsigned division.
    bv_udiv(a, b) = Op::BvUdiv;
    /// Unsigned remainder.
    bv_urem(a, b) = Op::BvUrem;
    /// Signed division.
    bv_sdiv(a, b) = Op::BvSdiv;
    /// Signed remainder.
    bv_srem(a, b) = Op::BvSrem;
    /// Bitwise and.
    bv_and(a, b) = Op::BvAnd;
    /// Bitwise or.
    bv_or(a, b) = Op::BvOr;
    /// Bitwise exclusive or.
    bv_xor(a, b) = Op::BvXor;
    /// Shift left.
    bv_shl(a, b) = Op::BvShl;
    /// Logical shift right.
    bv_lshr(a, b) = Op::BvLshr;
    /// Arithmetic shift right.
    bv_ashr(a, b) = Op::BvAshr;
    /// Unsigned less-than.
    bv_ult(a, b) = Op::BvUlt;
    /// Unsigned less-or-equal.
    bv_ule(a, b) = Op::BvUle;
    /// Signed less-than.
    bv_slt(a, b) = Op::BvSlt;
    /// Signed less-or-equal.
    bv_sle(a, b) = Op::BvSle;
    /// The first above the second.
    concat(high, low) = Op::Concat;
    /// The unsigned number of a vector.
    bv_to_int(a) = Op::BvToInt;
    /// The signed number of a vector.
    bv_to_int_signed(a) = Op::BvToIntSigned;
    /// Element of an array.
    select(array, index) = Op::Select;
    /// Array with one element changed.
    store(array, index, value) = Op::Store;
}

impl Pool {
    /// Conjunction.
    pub fn and(&mut self, args: &[Term]) -> Term {
        self.mk(Op::And, args)
    }

    /// Disjunction.
    pub fn or(&mut self, args: &[Term]) -> Term {
        self.mk(Op::Or, args)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or2(not_a, b)
    }

    /// Disequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Exclusive or of truth values.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.ne(a, b)
    }

    /// Sum of integers, vectors or floats.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        match self.sort(a) {
            Sort::Bv(_) => self.mk(Op::BvAdd, &[a, b]),
            Sort::Fp(_) => self.mk(Op::FpAdd, &[a, b]),
            Sort::Int | Sort::Bool | Sort::Array(..) => self.mk(Op::IntAdd, &[a, b]),
        }
    }

    /// Difference of integers, vectors or floats.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        match self.sort(a) {
            Sort::Bv(_) => self.mk(Op::BvSub, &[a, b]),
            Sort::Fp(_) => self.mk(Op::FpSub, &[a, b]),
            Sort::Int | Sort::Bool | Sort::Array(..) => {
                let minus = self.neg(b);
                self.mk(Op::IntAdd, &[a, minus])
            }
        }
    }

    /// Product of integers, vectors or floats.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        match self.sort(a) {
            Sort::Bv(_) => self.mk(Op::BvMul, &[a, b]),
            Sort::Fp(_) => self.mk(Op::FpMul, &[a, b]),
            Sort::Int | Sort::Bool | Sort::Array(..) => self.mk(Op::IntMul, &[a, b]),
        }
    }

    /// Negation of an integer, vector or float.
    pub fn neg(&mut self, a: Term) -> Term {
        match self.sort(a) {
            Sort::Bv(_) => self.mk(Op::BvNeg, &[a]),
            Sort::Fp(_) => self.mk(Op::FpNeg, &[a]),
            Sort::Int | Sort::Bool | Sort::Array(..) => {
                let minus_one = self.int(-1);
                self.mk(Op::IntMul, &[minus_one, a])
            }
        }
    }

    /// Sum of integers.
    pub fn int_add(&mut self, args: &[Term]) -> Term {
        self.mk(Op::IntAdd, args)
    }

    /// Product of integers.
    pub fn int_mul(&mut self, args: &[Term]) -> Term {
        self.mk(Op::IntMul, args)
    }

    /// `a < b` over integers.
    pub fn int_lt(&mut self, a: Term, b: Term) -> Term {
        let greater_equal = self.int_le(b, a);
        self.not(greater_equal)
    }

    /// `a > b` over integers.
    pub fn int_gt(&mut self, a: Term, b: Term) -> Term {
        self.int_lt(b, a)
    }

    /// Bits `high..=low`.
    pub fn extract(&mut self, high: u8, low: u8, a: Term) -> Term {
        self.mk(Op::Extract(high, low), &[a])
    }

    /// Widened with zeros to `width` bits.
    pub fn zero_ext(&mut self, width: u8, a: Term) -> Term {
        self.mk(Op::ZeroExt(width), &[a])
    }

    /// Widened with the sign to `width` bits.
    pub fn sign_ext(&mut self, width: u8, a: Term) -> Term {
        self.mk(Op::SignExt(width), &[a])
    }

    /// An integer modulo 2^width.
    pub fn int_to_bv(&mut self, width: u8, a: Term) -> Term {
        self.mk(Op::IntToBv(width), &[a])
    }

    /// A truth value as a vector: 1 or 0.
    pub fn bool_to_bv(&mut self, width: u8, a: Term) -> Term {
        let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
        self.ite(a, one, zero)
    }

    /// A truth value as an integer: 1 or 0.
    pub fn bool_to_int(&mut self, a: Term) -> Term {
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(a, one, zero)
    }

    /// The array that is `value` everywhere.
    pub fn const_array(&mut self, index: Scalar, value: Term) -> Term {
        self.mk(Op::ConstArray(index), &[value])
    }

    /// For all bound in `[0, count)`: `body(bound)`. The bound symbol is chosen by how deep quantifiers are nested in the
    /// body, so quantified terms that differ in it alone are identical.
    pub fn forall(&mut self, count: Term, body: impl FnOnce(&mut Pool, Term) -> Term) -> Term {
        let sort = self.sort(count);
        let bound = self.provisional_bound(sort);
        self.binding += 1;
        let body = body(self, bound);
        self.binding -= 1;
        match self.as_symbol(bound) {
            Some(symbol) => self.mk(Op::Forall(symbol), &[count, body]),
            // A bound symbol is a symbol.
            None => body,
        }
    }

    fn provisional_bound(&mut self, sort: Sort) -> Term {
        let name = format!("bound!{}{}", self.binding, sort_suffix(sort));
        self.symbol(&name, SymbolKind::Bound, sort)
    }

    /// A bound symbol like `bound` that occurs nowhere yet.
    pub(crate) fn fresh_bound(&mut self, bound: SymbolId) -> Term {
        let sort = self.symbol_info(bound).sort;
        let mut number = self.symbol_count();
        loop {
            let name = format!("fresh!{number}{}", sort_suffix(sort));
            if self.find_symbol(&name).is_none() {
                return self.symbol(&name, SymbolKind::Bound, sort);
            }
            number += 1;
        }
    }

    /// The bound symbol for a quantifier whose body nests `depth` quantifiers.
    pub(crate) fn canonical_bound(&mut self, depth: u16, sort: Sort) -> Term {
        let name = format!("t!{depth}{}", sort_suffix(sort));
        self.symbol(&name, SymbolKind::Bound, sort)
    }

    /// The integer constant a term is, if it is one.
    #[inline]
    pub fn int_value(&self, t: Term) -> Option<&Integer> {
        self.value(t)?.as_int()
    }

    /// The truth value a term is, if it is a constant.
    pub fn bool_value(&self, t: Term) -> Option<bool> {
        match t {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }
}

fn sort_suffix(sort: Sort) -> String {
    match sort {
        Sort::Bv(w) => format!("!{w}"),
        Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => String::new(),
    }
}
