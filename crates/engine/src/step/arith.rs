//! Arithmetic and bit operations.

use pathfold_base::Bits;
use pathfold_ir::{BinaryOp, CheckKind, UnaryOp};
use pathfold_term::{Op, Pool, Sort, Term, Value as Constant};

use super::{Fault, Halt, Machine, misused};
use crate::value::Value;

/// The common case: integers that fit in a word and whose result does. `None` also for a zero divisor.
#[inline(always)]
pub fn words(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::SDiv => a.checked_div(b),
        BinaryOp::SRem => a.checked_rem(b),
        BinaryOp::UDiv
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

/// Bit vectors of up to 64 bits; `None` for a zero divisor and where the general case is as good.
fn narrow_bits(op: BinaryOp, width: u8, a: u64, b: u64) -> Option<Value> {
    let mask = u64::MAX >> (64 - u32::from(width));
    let bits = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b < u64::from(width) => a << b,
        BinaryOp::LShr if b < u64::from(width) => a >> b,
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::SDiv
        | BinaryOp::SRem
        | BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv => return None,
    };
    Some(Value::Bits { width, bits: bits & mask })
}

impl Machine<'_> {
    /// Every other case: bools, wide and large numbers, terms, and what fails.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Value, b: Value, passed: &mut bool) -> Result<Value, Halt> {
        if let (Value::Bits { width, bits: x }, Value::Bits { bits: y, .. }) = (a, b)
            && let Some(value) = narrow_bits(op, width, x, y)
        {
            return Ok(value);
        }
        if let Some(result) = self.large_integers(op, a, b) {
            return result;
        }
        let (Some(x), Some(y)) = (a.to_term(self.pool), b.to_term(self.pool)) else {
            return Err(not_a_number(if a.to_term(self.pool).is_none() { a } else { b }));
        };
        if op.divides() && !std::mem::take(passed) {
            self.check_divisor(y)?;
        }
        let term = binary_term(self.pool, op, x, y);
        Ok(Value::from_term(self.pool, term))
    }

    fn check_divisor(&mut self, divisor: Term) -> Result<(), Halt> {
        let zero = zero_of(self.pool, divisor);
        let ok = self.pool.ne(divisor, zero);
        match self.pool.value(ok) {
            Some(Constant::Bool(true)) => Ok(()),
            Some(_) => Err(Halt::error(CheckKind::DivisionByZero)),
            None => Err(Halt::Check(ok, Fault::new(CheckKind::DivisionByZero))),
        }
    }

    /// Concrete integers that do not fit in a word, or whose result does not: no term but the result is made.
    fn large_integers(&mut self, op: BinaryOp, a: Value, b: Value) -> Option<Result<Value, Halt>> {
        let (a, b) = (a.to_integer(self.pool)?, b.to_integer(self.pool)?);
        let result = match op {
            BinaryOp::Add => a.add(&b),
            BinaryOp::Sub => a.sub(&b),
            // Products can grow without bound in a loop; a limit ends the path instead of the run.
            BinaryOp::Mul if a.bit_length() + b.bit_length() > self.max_bits => {
                return Some(Err(Halt::Incomplete(format!("an integer of more than {} bits", self.max_bits))));
            }
            BinaryOp::Mul => a.mul(&b),
            BinaryOp::SDiv | BinaryOp::SRem if b.is_zero() => {
                return Some(Err(Halt::error(CheckKind::DivisionByZero)));
            }
            BinaryOp::SDiv => a.div_trunc(&b)?,
            BinaryOp::SRem => a.rem_trunc(&b)?,
            BinaryOp::UDiv
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
            | BinaryOp::FDiv => return None,
        };
        Some(Ok(Value::from_integer(self.pool, result)))
    }

    /// One operand.
    pub(super) fn unary(&mut self, op: UnaryOp, a: Value) -> Result<Value, Halt> {
        let x = a.to_term(self.pool).ok_or_else(|| not_a_number(a))?;
        let term = match (op, self.pool.sort(x)) {
            (UnaryOp::Not, Sort::Bool) => self.pool.not(x),
            (UnaryOp::Not, _) => self.pool.mk(Op::BvNot, &[x]),
            (UnaryOp::Neg, _) => self.pool.neg(x),
            (UnaryOp::FNeg, _) => self.pool.mk(Op::FpNeg, &[x]),
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
                let (Some(x), Some(y)) = (a.to_term(self.pool), b.to_term(self.pool)) else {
                    return Err(Halt::Incomplete("a symbolic choice between pointers".to_owned()));
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
        BinaryOp::Add => pool.add(a, b),
        BinaryOp::Sub => pool.sub(a, b),
        BinaryOp::Mul => pool.mul(a, b),
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
