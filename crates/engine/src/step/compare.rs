//! Comparisons.

use pathfold_ir::{CompareOp, Layout};
use pathfold_term::{Op, Sort, Term};

use super::arith::not_a_number;
use super::{Halt, Machine, bits, float};
use crate::memory::{Memory, position_term};
use crate::value::{ObjectId, Value, undefined};

/// The common case: integers that fit in a word, or in two.
#[inline(always)]
pub fn words<N: Ord>(op: CompareOp, a: N, b: N) -> Option<bool> {
    match op {
        CompareOp::Eq => Some(a == b),
        CompareOp::Ne => Some(a != b),
        CompareOp::Slt => Some(a < b),
        CompareOp::Sle => Some(a <= b),
        CompareOp::Ult | CompareOp::Ule | CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => None,
    }
}

impl Machine<'_> {
    /// Any comparison: a `Bool` or a term.
    pub(super) fn compare(&mut self, memory: &Memory, op: CompareOp, a: Value, b: Value) -> Result<Value, Halt> {
        let known = match (a, b) {
            (Value::Int(a), Value::Int(b)) => words(op, a, b),
            (Value::Int(_) | Value::Wide { .. }, Value::Int(_) | Value::Wide { .. }) => {
                a.to_i128().zip(b.to_i128()).and_then(|(a, b)| words(op, a, b))
            }
            (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) => bits::compare(op, width, a, b),
            (Value::F64(a), Value::F64(b)) => float::compare(op, f64::from_bits(a), f64::from_bits(b)),
            (Value::F32(a), Value::F32(b)) => {
                float::compare(op, f64::from(f32::from_bits(a)), f64::from(f32::from_bits(b)))
            }
            (Value::Ptr { object: p, .. }, Value::Ptr { object: q, .. }) if p == q && op == CompareOp::Eq => {
                Some(a == b)
            }
            (Value::Ptr { object: p, .. }, Value::Ptr { object: q, .. }) if p == q && op == CompareOp::Ne => {
                Some(a != b)
            }
            _ => None,
        };
        if let Some(holds) = known {
            return Ok(Value::Bool(holds));
        }
        if (a.is_pointer() || b.is_pointer())
            && let Some(value) = self.compare_pointers(memory, op, a, b)
        {
            return Ok(value);
        }
        let (x, y) = match (a.as_term(self.pool), b.as_term(self.pool)) {
            (Some(x), Some(y)) => (x, y),
            // What depends on a value that was never set is not known; using it is the error.
            (Some(x), None) if b == Value::Undef && self.pool.sort(x) != Sort::Int => {
                return Ok(Value::Term(undefined(self.pool, Sort::Bool)));
            }
            (None, Some(y)) if a == Value::Undef && self.pool.sort(y) != Sort::Int => {
                return Ok(Value::Term(undefined(self.pool, Sort::Bool)));
            }
            (x, _) => return Err(not_a_number(if x.is_none() { a } else { b })),
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

    /// Pointers, where the objects alone decide or only positions matter. None where addresses have to be compared.
    fn compare_pointers(&mut self, memory: &Memory, op: CompareOp, a: Value, b: Value) -> Option<Value> {
        if let (Some((p, x)), Some((q, y))) = (place(a), place(b)) {
            if p == q {
                return Some(self.compare_positions(op, x, y));
            }
            // Cells have no addresses: pointers into different objects differ.
            let in_cells =
                |position: &Position| matches!(position, Position::Term(t) if self.pool.sort(*t) == Sort::Int);
            if (in_cells(&x) || in_cells(&y)) && matches!(op, CompareOp::Eq | CompareOp::Ne) {
                return Some(Value::Bool(op == CompareOp::Ne));
            }
        }
        let (x, y) = (memory.number(a)?, memory.number(b)?);
        bits::compare(op, 64, x, y).map(Value::Bool)
    }

    /// Positions in one object. Their order is that of the addresses, which do not wrap around within an object.
    fn compare_positions(&mut self, op: CompareOp, a: Position, b: Position) -> Value {
        let op = match op {
            CompareOp::Ult => CompareOp::Slt,
            CompareOp::Ule => CompareOp::Sle,
            other => other,
        };
        if let (Position::Known(a), Position::Known(b)) = (&a, &b)
            && let Some(holds) = words(op, *a, *b)
        {
            return Value::Bool(holds);
        }
        let (x, y) = match (a, b) {
            (Position::Term(a), Position::Term(b)) => (a, b),
            (Position::Term(a), Position::Known(b)) => (a, self.known_position(a, b)),
            (Position::Known(a), Position::Term(b)) => (self.known_position(b, a), b),
            (Position::Known(a), Position::Known(b)) => (self.pool.int(a), self.pool.int(b)),
        };
        let term = self.compare_terms(op, x, y);
        Value::from_term(self.pool, term)
    }

    /// A known position as a term of the same sort as `like`.
    fn known_position(&mut self, like: Term, known: i64) -> Term {
        match self.pool.sort(like) {
            Sort::Bv(_) => position_term(Layout::Bytes, known as u64, self.pool),
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
        Value::Bits { width: 64, bits } => Some((ObjectId::NULL, Position::Known(bits as i64))),
        _ => None,
    }
}
