//! Remainders: micro-c has no operator for them, so programs write `x - x / d * d`, or `x / d * d == x` to ask whether
//! `d` divides `x`. Both divide once here and multiply never.

use super::code::{Cmp, Reg, Target};
use super::compile::{FunctionCompiler, small_literal};
use super::instr::Instr;
use crate::ast::{BinaryOp, Expr, ExprKind};

/// `x / d * d` with a variable `x`.
pub(super) struct Multiple<'e> {
    number: &'e Expr,
    divisor: &'e Expr,
    division: &'e Expr,
}

impl FunctionCompiler<'_> {
    /// Compiles `left - right` if it is `x - x / d * d`.
    pub fn remainder(&mut self, left: &Expr, right: &Expr, dst: Reg) -> bool {
        match self.multiple(right) {
            Some(multiple) if self.same_variable(left, multiple.number) => {
                self.remainder_into(&multiple, dst);
                true
            }
            _ => false,
        }
    }

    /// Compiles the jump for `left == right`, or for `!=`, if it is `x / d * d == x`.
    pub fn divides(&mut self, left: &Expr, right: &Expr, want: bool, to: Target) -> bool {
        let found = match (self.multiple(left), self.multiple(right)) {
            (Some(multiple), None) if self.same_variable(multiple.number, right) => multiple,
            (None, Some(multiple)) if self.same_variable(multiple.number, left) => multiple,
            _ => return false,
        };
        let span = found.division.span;
        if let Some(power) = small_literal(found.divisor).and_then(power_of_two) {
            let a = self.operand(found.number);
            self.emit(Instr::JumpMultiple { a, power, want, to }, span);
        } else {
            let a = self.temp();
            self.remainder_into(&found, a);
            self.jump_word(if want { Cmp::Eq } else { Cmp::Ne }, a, 0, to, span);
        }
        true
    }

    fn remainder_into(&mut self, multiple: &Multiple<'_>, dst: Reg) {
        let a = self.operand(multiple.number);
        let instr = match small_literal(multiple.divisor) {
            Some(word) if let Some(imm) = power_of_two(word) => Instr::RemPower { dst, a, imm },
            Some(word) if let Some((imm, magic)) = magic(word) => Instr::RemSmall { dst, a, imm, magic },
            Some(imm) => Instr::RemWord { dst, a, imm },
            None => Instr::Rem { dst, a, b: self.operand(multiple.divisor) },
        };
        self.emit(instr, multiple.division.span);
    }

    /// `x / d * d` or `d * (x / d)`, where `d` is a variable or a literal other than zero.
    fn multiple<'e>(&self, expr: &'e Expr) -> Option<Multiple<'e>> {
        let (a, b) = operands(expr, BinaryOp::Mul)?;
        let of = |division: &'e Expr, factor: &'e Expr| {
            let (number, divisor) = operands(division, BinaryOp::Div)?;
            let literal = small_literal(divisor).filter(|word| *word != 0);
            let same = self.same_variable(divisor, factor) || literal.is_some() && literal == small_literal(factor);
            (same && self.same_variable(number, number)).then_some(Multiple { number, divisor, division })
        };
        of(a, b).or_else(|| of(b, a))
    }

    /// Whether both are one variable that lives in a register.
    fn same_variable(&self, a: &Expr, b: &Expr) -> bool {
        if let (ExprKind::Name(_), ExprKind::Name(_)) = (&a.kind, &b.kind) {
            let ((_, a, cell), (_, b, _)) = (self.variable(a), self.variable(b));
            return a == b && !cell;
        }
        false
    }
}

fn operands(expr: &Expr, wanted: BinaryOp) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { op, left, right } if *op == wanted => Some((left, right)),
        _ => None,
    }
}

/// The exponent, if the word is of a power of two.
pub(super) fn power_of_two(word: i64) -> Option<u8> {
    (word > 0 && (word as u64).is_power_of_two()).then(|| word.trailing_zeros() as u8 - 1)
}

/// The number of a word and its `magic`, if it is small enough for [`Instr::DivSmall`].
pub(super) fn magic(word: i64) -> Option<(u16, u64)> {
    let imm = u16::try_from(word >> 1).ok().filter(|imm| *imm >= 2)?;
    Some((imm, u64::MAX / u64::from(imm) + 1))
}
