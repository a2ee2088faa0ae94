//! LLVM's functions for arithmetic that says whether it overflowed, or that stops at the ends of the range. Composed of
//! operations that have no checks of their own.

use pathfold_ir::{BinaryOp, CompareOp, Operand, Type};

use super::emit::bits;
use super::functions::FunctionLowering;
use crate::llvm::Value;

/// Addition, subtraction, multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Add,
    Sub,
    Mul,
}

impl Kind {
    fn op(self) -> BinaryOp {
        match self {
            Kind::Add => BinaryOp::Add,
            Kind::Sub => BinaryOp::Sub,
            Kind::Mul => BinaryOp::Mul,
        }
    }
}

impl FunctionLowering<'_> {
    /// `name` is what comes after `llvm.`; nothing if it is none of these.
    pub(super) fn overflow_intrinsic(&mut self, name: &str, call: Value) -> Option<Vec<Operand>> {
        let (operation, rest) = name.split_once('.')?;
        let signed = operation.starts_with('s');
        let kind = match operation.get(1..)? {
            "add" => Kind::Add,
            "sub" => Kind::Sub,
            "mul" => Kind::Mul,
            _ => return None,
        };
        if !matches!(operation, "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul") {
            return None;
        }
        let args = call.arguments();
        let (a, b) = (self.operand(*args.first()?), self.operand(*args.get(1)?));
        let (mut values, mut flags) = (Vec::new(), Vec::new());
        for (a, b) in a.iter().zip(&b) {
            let Type::Bv(width) = self.ty(a) else {
                return None;
            };
            let value = self.binary(kind.op(), a, b);
            let flag = self.overflows(kind, signed, a, b, &value, width);
            match rest {
                "with.overflow" => {
                    values.push(value);
                    flags.push(flag);
                }
                "sat" if kind != Kind::Mul => {
                    let end = self.end_of_range(kind, signed, a, width);
                    values.push(self.select(&flag, &end, &value));
                }
                _ => return None,
            }
        }
        values.extend(flags);
        Some(values)
    }

    /// Whether the exact result differs from the one that wraps.
    fn overflows(&mut self, kind: Kind, signed: bool, a: &Operand, b: &Operand, value: &Operand, width: u8) -> Operand {
        match (kind, signed) {
            (Kind::Add, false) => self.compare(CompareOp::Ult, value, a),
            (Kind::Sub, false) => self.compare(CompareOp::Ult, a, b),
            // The sign of the result differs from that of both, or from that of what must decide.
            (Kind::Add, true) => {
                let (x, y) = (self.binary(BinaryOp::Xor, a, value), self.binary(BinaryOp::Xor, b, value));
                self.both_negative(&x, &y, width)
            }
            (Kind::Sub, true) => {
                let (x, y) = (self.binary(BinaryOp::Xor, a, b), self.binary(BinaryOp::Xor, a, value));
                self.both_negative(&x, &y, width)
            }
            (Kind::Mul, _) if width <= 64 => {
                let double = width * 2;
                let (x, y) = if signed {
                    (self.resize_signed(a, double), self.resize_signed(b, double))
                } else {
                    (self.resize(a, double), self.resize(b, double))
                };
                let exact = self.binary(BinaryOp::Mul, &x, &y);
                let back = if signed { self.resize_signed(value, double) } else { self.resize(value, double) };
                self.compare(CompareOp::Ne, &exact, &back)
            }
            (Kind::Mul, false) => self.wide_product_overflows(a, b, value, width),
            (Kind::Mul, true) => self.wide_signed_product_overflows(a, b, width),
        }
    }

    fn both_negative(&mut self, x: &Operand, y: &Operand, width: u8) -> Operand {
        let both = self.binary(BinaryOp::And, x, y);
        self.compare(CompareOp::Slt, &both, &bits(width, 0))
    }

    /// No wider type is left: divide the product again, by a divisor that is never zero.
    fn wide_product_overflows(&mut self, a: &Operand, b: &Operand, product: &Operand, width: u8) -> Operand {
        let zero = self.compare(CompareOp::Eq, a, &bits(width, 0));
        let divisor = self.select(&zero, &bits(width, 1), a);
        let quotient = self.binary(BinaryOp::UDiv, product, &divisor);
        let differs = self.compare(CompareOp::Ne, &quotient, b);
        let nonzero = self.not(&zero);
        self.binary(BinaryOp::And, &nonzero, &differs)
    }

    /// The product of the magnitudes must fit, and be no larger than the range of its sign.
    fn wide_signed_product_overflows(&mut self, a: &Operand, b: &Operand, width: u8) -> Operand {
        let zero = bits(width, 0);
        let (negative_a, negative_b) = (self.compare(CompareOp::Slt, a, &zero), self.compare(CompareOp::Slt, b, &zero));
        let (minus_a, minus_b) = (self.binary(BinaryOp::Sub, &zero, a), self.binary(BinaryOp::Sub, &zero, b));
        let (x, y) = (self.select(&negative_a, &minus_a, a), self.select(&negative_b, &minus_b, b));
        let product = self.binary(BinaryOp::Mul, &x, &y);
        let wraps = self.wide_product_overflows(&x, &y, &product, width);
        let negative = self.binary(BinaryOp::Xor, &negative_a, &negative_b);
        let half = 1u128 << (width - 1);
        let limit = self.select(&negative, &bits(width, half), &bits(width, half - 1));
        let above = self.compare(CompareOp::Ult, &limit, &product);
        self.binary(BinaryOp::Or, &wraps, &above)
    }

    /// Where a sum or difference that overflows stops.
    fn end_of_range(&mut self, kind: Kind, signed: bool, a: &Operand, width: u8) -> Operand {
        if !signed {
            return bits(width, if kind == Kind::Add { u128::MAX } else { 0 });
        }
        // What overflows goes further in the direction of its first operand.
        let half = 1u128 << (width - 1);
        let negative = self.compare(CompareOp::Slt, a, &bits(width, 0));
        self.select(&negative, &bits(width, half), &bits(width, half - 1))
    }
}
