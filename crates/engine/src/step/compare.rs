//! Comparisons.

use pathfold_ir::CompareOp;
use pathfold_term::{Op, Sort, Term};

use super::arith::not_a_number;
use super::{Halt, Machine};
use crate::memory::position_term;
use crate::value::{ObjectId, Value};

/// The common case: integers that fit in a word.
#[inline(always)]
pub fn words(op: CompareOp, a: i64, b: i64) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(a == b),
        CompareOp::Ne => Some(a != b),
        CompareOp::Slt => Some(a < b),
        CompareOp::Sle => Some(a <= b),
        CompareOp::Ult | CompareOp::Ule | CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}

/// Bit vectors of up to 64 bits.
fn narrow_bits(op: CompareOp, width: u8, a: u64, b: u64) -> Option<bool> {
    let signed = |bits: u64| ((bits << (64 - u32::from(width))) as i64) >> (64 - u32::from(width));
    match op {
        CompareOp::Eq => Some(a == b),
        CompareOp::Ne => Some(a != b),
        CompareOp::Ult => Some(a < b),
        CompareOp::Ule => Some(a <= b),
        CompareOp::Slt => Some(signed(a) < signed(b)),
        CompareOp::Sle => Some(signed(a) <= signed(b)),
        CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}

impl Machine<'_> {
    /// Any comparison: a `Bool` or a term.
    pub(super) fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Result<Value, Halt> {
        let known = match (a, b) {
            (Value::Int(a), Value::Int(b)) => words(op, a, b),
            (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) => narrow_bits(op, width, a, b),
            (Value::Ptr { .. }, Value::Ptr { .. }) if op == CompareOp::Eq => Some(a == b),
            (Value::Ptr { .. }, Value::Ptr { .. }) if op == CompareOp::Ne => Some(a != b),
            _ => None,
        };
        if let Some(holds) = known {
            return Ok(Value::Bool(holds));
        }
        if a.is_pointer() && b.is_pointer() {
            return self.compare_pointers(op, a, b);
        }
        let (Some(x), Some(y)) = (a.to_term(self.pool), b.to_term(self.pool)) else {
            return Err(not_a_number(if a.to_term(self.pool).is_none() { a } else { b }));
        };
        let term = self.compare_terms(op, x, y);
        Ok(Value::from_term(self.pool, term))
    }

    fn compare_terms(&mut self, op: CompareOp, a: Term, b: Term) -> Term {
        let int = self.pool.sort(a) == Sort::Int;
        match op {
            CompareOp::Eq => self.pool.eq(a, b),
            CompareOp::Ne => self.pool.ne(a, b),
            CompareOp::Slt if int => self.pool.int_lt(a, b),
            CompareOp::Sle if int => self.pool.int_le(a, b),
            CompareOp::Slt => self.pool.mk(Op::BvSlt, &[a, b]),
            CompareOp::Sle => self.pool.mk(Op::BvSle, &[a, b]),
            CompareOp::Ult => self.pool.mk(Op::BvUlt, &[a, b]),
            CompareOp::Ule => self.pool.mk(Op::BvUle, &[a, b]),
            CompareOp::FEq => self.pool.mk(Op::FpEq, &[a, b]),
            CompareOp::FLt => self.pool.mk(Op::FpLt, &[a, b]),
            CompareOp::FLe => self.pool.mk(Op::FpLe, &[a, b]),
        }
    }

    /// Pointers into different objects differ; into the same object their positions decide.
    fn compare_pointers(&mut self, op: CompareOp, a: Value, b: Value) -> Result<Value, Halt> {
        let equal = match (a, b) {
            (Value::Function(f), Value::Function(g)) => Value::Bool(f == g),
            (Value::Function(_), _) | (_, Value::Function(_)) => Value::Bool(false),
            _ => match (place(a), place(b)) {
                (Some((p, _)), Some((q, _))) if p != q => Value::Bool(false),
                (Some((_, x)), Some((_, y))) => self.same_position(x, y),
                _ => return Err(Halt::Incomplete("comparison of a pointer with a number".to_owned())),
            },
        };
        match (op, equal) {
            (CompareOp::Eq, equal) => Ok(equal),
            (CompareOp::Ne, Value::Bool(equal)) => Ok(Value::Bool(!equal)),
            (CompareOp::Ne, Value::Term(equal)) => {
                let different = self.pool.not(equal);
                Ok(Value::from_term(self.pool, different))
            }
            _ => Err(Halt::Incomplete("an ordering of pointers".to_owned())),
        }
    }

    fn same_position(&mut self, a: Position, b: Position) -> Value {
        match (a, b) {
            (Position::Known(a), Position::Known(b)) => Value::Bool(a == b),
            (Position::Term(a), Position::Term(b)) => {
                let equal = self.pool.eq(a, b);
                Value::from_term(self.pool, equal)
            }
            (Position::Term(term), Position::Known(known)) | (Position::Known(known), Position::Term(term)) => {
                let known = self.known_position(term, known);
                let equal = self.pool.eq(term, known);
                Value::from_term(self.pool, equal)
            }
        }
    }

    /// A known position as a term of the same sort as `like`.
    fn known_position(&mut self, like: Term, known: i64) -> Term {
        match self.pool.sort(like) {
            Sort::Bv(_) => position_term(pathfold_ir::Layout::Bytes, known as u64, self.pool),
            Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => self.pool.int(known),
        }
    }
}

enum Position {
    Known(i64),
    Term(Term),
}

fn place(pointer: Value) -> Option<(ObjectId, Position)> {
    match pointer {
        Value::Ptr { object, offset } => Some((object, Position::Known(offset))),
        Value::PtrTerm { object, offset } => Some((object, Position::Term(offset))),
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Bits { .. } | Value::Function(_) | Value::Term(_) => {
            None
        }
    }
}
