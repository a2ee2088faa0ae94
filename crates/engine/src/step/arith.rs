//! Arithmetic and bit operations.

use pathfold_base::{Bits, Integer};
use pathfold_ir::{BinaryOp, CheckKind, UnaryOp};
use pathfold_term::{Features, Op, Pool, Sort, Term, Value as Constant};

use super::{Fault, Halt, Machine, bits, float, misused};
use crate::memory::Memory;
use crate::value::{Value, undefined};

/// The common case: integers that fit in a word and whose result does. `None` also for a zero divisor.
#[inline(always)]
pub fn words(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        // The machine divides half words in half the time.
        BinaryOp::SDiv => match (u32::try_from(a), u32::try_from(b)) {
            (Ok(a), Ok(b)) => a.checked_div(b).map(i64::from),
            _ => a.checked_div(b),
        },
        BinaryOp::SRem => match (u32::try_from(a), u32::try_from(b)) {
            (Ok(a), Ok(b)) => a.checked_rem(b).map(i64::from),
            _ => a.checked_rem(b),
        },
        BinaryOp::SAdd
        | BinaryOp::SSub
        | BinaryOp::SMul
        | BinaryOp::UDiv
        | BinaryOp::URem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv => None,
    }
}

/// No operation on integers of two words with a result of two words is about more bits.
pub const WIDE: u64 = 128;

/// The same for integers of two words.
pub fn wides(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::SDiv => a.checked_div(b),
        BinaryOp::SRem => a.checked_rem(b),
        BinaryOp::SAdd
        | BinaryOp::SSub
        | BinaryOp::SMul
        | BinaryOp::UDiv
        | BinaryOp::URem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv => None,
    }
}

impl Machine<'_> {
    /// Every other case: bools, wide and large numbers, terms, pointers, and what fails.
    pub(super) fn binary(
        &mut self,
        memory: &Memory,
        op: BinaryOp,
        a: Value,
        b: Value,
        passed: &mut u8,
    ) -> Result<Value, Halt> {
        match (a, b) {
            (Value::Bits { width, bits: x }, Value::Bits { bits: y, .. }) => {
                if let Some(value) = bits::binary(op, width, x, y) {
                    return Ok(value);
                }
            }
            (Value::F64(x), Value::F64(y)) => return Ok(float::binary64(op, x, y)),
            (Value::F32(x), Value::F32(y)) => return Ok(float::binary32(op, x, y)),
            (Value::Bool(x), Value::Bool(y)) => match op {
                BinaryOp::And => return Ok(Value::Bool(x & y)),
                BinaryOp::Or => return Ok(Value::Bool(x | y)),
                BinaryOp::Xor => return Ok(Value::Bool(x ^ y)),
                _ => {}
            },
            _ => {}
        }
        if let Some(result) = self.large_integers(op, a, b) {
            return result;
        }
        if (a.is_pointer() || b.is_pointer())
            && let Some(value) = self.pointer_arithmetic(memory, op, a, b)
        {
            return Ok(value);
        }
        let (x, y) = match (self.operand(memory, op, a), self.operand(memory, op, b)) {
            (Some(x), Some(y)) => (x, y),
            (Some(x), None) if b == Value::Undef && self.pool.sort(x) != Sort::Int => {
                let sort = self.pool.sort(x);
                (x, undefined(self.pool, sort))
            }
            (None, Some(y)) if a == Value::Undef && self.pool.sort(y) != Sort::Int => {
                let sort = self.pool.sort(y);
                (undefined(self.pool, sort), y)
            }
            // Both were never set, and so is the result.
            (None, None) if a == Value::Undef && b == Value::Undef && !op.divides() => return Ok(Value::Undef),
            (x, _) => return Err(not_a_number(if x.is_none() { a } else { b })),
        };
        self.check_operands(op, x, y, passed)?;
        let term = binary_term(self.pool, op, x, y);
        Ok(Value::from_term(self.pool, term))
    }

    /// An operand as a term. Sums keep base addresses as symbols; for everything else they are numbers of the layout.
    // APPROX: code that computes with addresses sees one layout of memory, not all.
    fn operand(&mut self, memory: &Memory, op: BinaryOp, value: Value) -> Option<Term> {
        let term = value.as_term(self.pool)?;
        let sum = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::SAdd | BinaryOp::SSub);
        if !sum && self.pool.features(term).contains(Features::BASE) {
            return Some(memory.ground(self.pool, term));
        }
        Some(term)
    }

    /// Addresses as numbers: a difference within one object needs no address.
    fn pointer_arithmetic(&mut self, memory: &Memory, op: BinaryOp, a: Value, b: Value) -> Option<Value> {
        let number = |bits: u64| Value::Bits { width: 64, bits };
        match (op, a, b) {
            (
                BinaryOp::Sub | BinaryOp::SSub,
                Value::Ptr { object: p, offset: x },
                Value::Ptr { object: q, offset: y },
            ) if p == q => Some(number(x.wrapping_sub(y) as u64)),
            (BinaryOp::Add | BinaryOp::SAdd, Value::Ptr { object, offset }, Value::Bits { bits, .. })
            | (BinaryOp::Add | BinaryOp::SAdd, Value::Bits { bits, .. }, Value::Ptr { object, offset }) => {
                Some(Value::Ptr { object, offset: offset.wrapping_add(bits as i64) })
            }
            (BinaryOp::Sub | BinaryOp::SSub, Value::Ptr { object, offset }, Value::Bits { bits, .. }) => {
                Some(Value::Ptr { object, offset: offset.wrapping_sub(bits as i64) })
            }
            _ => {
                let (x, y) = (memory.number(a)?, memory.number(b)?);
                bits::binary(op, 64, x, y)
            }
        }
    }

    /// What must hold of the operands, one condition after the other.
    fn check_operands(&mut self, op: BinaryOp, x: Term, y: Term, passed: &mut u8) -> Result<(), Halt> {
        let done = *passed;
        *passed = 0;
        let mut number = 0;
        let mut require = |pool: &Pool, ok: Term, kind: CheckKind| {
            number += 1;
            if done >= number {
                return Ok(());
            }
            match pool.value(ok) {
                Some(Constant::Bool(true)) => Ok(()),
                Some(_) => Err(Halt::error(kind)),
                None => {
                    *passed = number - 1;
                    Err(Halt::Check(ok, Fault::new(kind)))
                }
            }
        };
        let pool = &mut *self.pool;
        if op.divides() {
            let zero = zero_of(pool, y);
            let ok = pool.ne(y, zero);
            require(pool, ok, CheckKind::DivisionByZero)?;
        }
        if let Sort::Bv(width) = pool.sort(x) {
            match op {
                BinaryOp::SDiv | BinaryOp::SRem => {
                    let lowest = pool.bits(Bits::new(u32::from(width), 1 << (width - 1)));
                    let minus_one = pool.bits(Bits::ones(u32::from(width)));
                    let (a, b) = (pool.eq(x, lowest), pool.eq(y, minus_one));
                    let both = pool.and(&[a, b]);
                    let ok = pool.not(both);
                    require(pool, ok, CheckKind::SignedOverflow)?;
                }
                BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                    let most = pool.bits(Bits::new(u32::from(width), u128::from(width)));
                    let ok = if width < 8 && u32::from(width) > (1 << width) - 1 {
                        // Every amount of so few bits is in range.
                        pool.truth(true)
                    } else {
                        pool.mk(Op::BvUlt, &[y, most])
                    };
                    require(pool, ok, CheckKind::ShiftOutOfRange)?;
                }
                BinaryOp::SAdd | BinaryOp::SSub | BinaryOp::SMul => {
                    let ok = bits::fits(pool, op, width, x, y);
                    require(pool, ok, CheckKind::SignedOverflow)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Concrete integers that need no term, with a result that needs none.
    #[inline]
    pub(super) fn wide_integers(&mut self, op: BinaryOp, a: Value, b: Value) -> Option<Value> {
        let (a, b) = (a.to_i128()?, b.to_i128()?);
        if self.max_bits < WIDE { None } else { Value::of_96_bits(wides(op, a, b)?) }
    }

    /// Concrete integers that do not fit in a word, or whose result does not: no term but the result is made.
    fn large_integers(&mut self, op: BinaryOp, a: Value, b: Value) -> Option<Result<Value, Halt>> {
        let (a, b) = (a.to_integer(self.pool)?, b.to_integer(self.pool)?);
        if let Some(result) = self.exact(op, &a, &b) {
            return Some(Ok(Value::from_integer(self.pool, result)));
        }
        match op {
            BinaryOp::Mul => Some(Err(Halt::Incomplete(format!("an integer of more than {} bits", self.max_bits)))),
            BinaryOp::SDiv | BinaryOp::SRem => Some(Err(Halt::error(CheckKind::DivisionByZero))),
            _ => None,
        }
    }

    /// The result on known integers, if there is one and it is not too large.
    pub(super) fn exact(&self, op: BinaryOp, a: &Integer, b: &Integer) -> Option<Integer> {
        match op {
            BinaryOp::Add => Some(a.add(b)),
            BinaryOp::Sub => Some(a.sub(b)),
            // Products can grow without bound in a loop; a limit ends the path instead of the run.
            BinaryOp::Mul if a.bit_length() + b.bit_length() > self.max_bits => None,
            BinaryOp::Mul => Some(a.mul(b)),
            BinaryOp::SDiv => a.div_trunc(b),
            BinaryOp::SRem => a.rem_trunc(b),
            BinaryOp::SAdd
            | BinaryOp::SSub
            | BinaryOp::SMul
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::FAdd
            | BinaryOp::FSub
            | BinaryOp::FMul
            | BinaryOp::FDiv => None,
        }
    }

    /// One operand.
    pub(super) fn unary(&mut self, memory: &Memory, op: UnaryOp, a: Value) -> Result<Value, Halt> {
        match a {
            Value::Bits { width, bits } => {
                if let Some(bits) = bits::unary(op, width, bits) {
                    return Ok(Value::Bits { width, bits });
                }
            }
            Value::Bool(b) if op == UnaryOp::Not => return Ok(Value::Bool(!b)),
            Value::F64(bits) if op == UnaryOp::FNeg => return Ok(Value::F64(bits ^ 1 << 63)),
            Value::F32(bits) if op == UnaryOp::FNeg => return Ok(Value::F32(bits ^ 1 << 31)),
            Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => {
                if let Some(bits) = memory.number(a).and_then(|bits| bits::unary(op, 64, bits)) {
                    return Ok(Value::Bits { width: 64, bits });
                }
            }
            Value::Undef if op != UnaryOp::Neg => return Ok(Value::Undef),
            _ => {}
        }
        let x = a.as_term(self.pool).ok_or_else(|| not_a_number(a))?;
        let x = memory.ground(self.pool, x);
        let pool = &mut *self.pool;
        let term = match (op, pool.sort(x)) {
            (UnaryOp::Not, Sort::Bool) => pool.not(x),
            (UnaryOp::Not, _) => pool.mk(Op::BvNot, &[x]),
            (UnaryOp::Neg, _) => pool.neg(x),
            (UnaryOp::FNeg, _) => pool.mk(Op::FpNeg, &[x]),
            (op, Sort::Bv(width)) => bits::unary_term(pool, op, width, x),
            (_, sort) => return Err(Halt::Incomplete(format!("{op:?} of a value of sort {sort:?}"))),
        };
        Ok(Value::from_term(self.pool, term))
    }

    /// A choice without a branch.
    pub(super) fn select(&mut self, cond: Value, a: Value, b: Value) -> Result<Value, Halt> {
        match cond {
            Value::Bool(holds) => Ok(if holds { a } else { b }),
            Value::Term(cond) => {
                if a == b {
                    return Ok(a);
                }
                let (x, y) = match (a.as_term(self.pool), b.as_term(self.pool)) {
                    (Some(x), Some(y)) => (x, y),
                    (Some(x), None) if b == Value::Undef => {
                        let sort = self.pool.sort(x);
                        (x, undefined(self.pool, sort))
                    }
                    (None, Some(y)) if a == Value::Undef => {
                        let sort = self.pool.sort(y);
                        (undefined(self.pool, sort), y)
                    }
                    _ => return Err(Halt::Incomplete("a symbolic choice between pointers".to_owned())),
                };
                let term = self.pool.ite(cond, x, y);
                Ok(Value::from_term(self.pool, term))
            }
            other => Err(not_a_number(other)),
        }
    }
}

/// What it means to compute with something that is no number.
pub fn not_a_number(value: Value) -> Halt {
    misused(value, "arithmetic on a pointer")
}

fn zero_of(pool: &mut Pool, term: Term) -> Term {
    match pool.sort(term) {
        Sort::Bv(width) => pool.bits(Bits::zero(u32::from(width))),
        Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => pool.int(0),
    }
}

fn binary_term(pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Term {
    let sort = pool.sort(a);
    let int = sort == Sort::Int;
    match op {
        BinaryOp::Add | BinaryOp::SAdd => pool.add(a, b),
        BinaryOp::Sub | BinaryOp::SSub => pool.sub(a, b),
        BinaryOp::Mul | BinaryOp::SMul => pool.mul(a, b),
        BinaryOp::SDiv if int => pool.mk(Op::IntDiv, &[a, b]),
        BinaryOp::SRem if int => pool.mk(Op::IntRem, &[a, b]),
        BinaryOp::SDiv => pool.mk(Op::BvSdiv, &[a, b]),
        BinaryOp::SRem => pool.mk(Op::BvSrem, &[a, b]),
        BinaryOp::UDiv => pool.mk(Op::BvUdiv, &[a, b]),
        BinaryOp::URem => pool.mk(Op::BvUrem, &[a, b]),
        BinaryOp::And if sort == Sort::Bool => pool.and(&[a, b]),
        BinaryOp::Or if sort == Sort::Bool => pool.or(&[a, b]),
        BinaryOp::Xor if sort == Sort::Bool => pool.ne(a, b),
        BinaryOp::And => pool.mk(Op::BvAnd, &[a, b]),
        BinaryOp::Or => pool.mk(Op::BvOr, &[a, b]),
        BinaryOp::Xor => pool.mk(Op::BvXor, &[a, b]),
        BinaryOp::Shl => pool.mk(Op::BvShl, &[a, b]),
        BinaryOp::LShr => pool.mk(Op::BvLshr, &[a, b]),
        BinaryOp::AShr => pool.mk(Op::BvAshr, &[a, b]),
        BinaryOp::FAdd => pool.mk(Op::FpAdd, &[a, b]),
        BinaryOp::FSub => pool.mk(Op::FpSub, &[a, b]),
        BinaryOp::FMul => pool.mk(Op::FpMul, &[a, b]),
        BinaryOp::FDiv => pool.mk(Op::FpDiv, &[a, b]),
    }
}
