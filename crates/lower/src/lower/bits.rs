//! LLVM's functions on the bits of integers and floats, element by element on vectors.

use pathfold_ir::{BinaryOp, CastOp, CompareOp, Const, Operand, Type, UnaryOp};

use super::emit::{bits, truth};
use super::functions::FunctionLowering;
use crate::llvm::{IntPredicate, Value};

impl FunctionLowering<'_> {
    /// `name` is what comes after `llvm.`; nothing if it is none of these.
    pub(super) fn bit_intrinsic(&mut self, name: &str, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        let count = match name {
            "ctpop" | "ctlz" | "cttz" | "bswap" | "bitreverse" | "abs" => 1,
            "smax" | "smin" | "umax" | "umin" | "scmp" | "ucmp" => 2,
            "fshl" | "fshr" => 3,
            _ => return None,
        };
        let columns: Vec<Vec<Operand>> = args.iter().take(count).map(|&arg| self.operand(arg)).collect();
        // A flag after the numbers says that some argument does not happen.
        let flag = args.get(count).and_then(|flag| flag.bits()) == Some(1);
        let types = self.module.leaf_types(call.ty());
        let mut result = Vec::new();
        for (i, ty) in types.into_iter().enumerate() {
            let row: Option<Vec<Operand>> = columns.iter().map(|column| column.get(i).cloned()).collect();
            result.push(self.one_bit_operation(name, &row?, flag, ty)?);
        }
        Some(result)
    }

    fn one_bit_operation(&mut self, name: &str, args: &[Operand], flag: bool, ret: Type) -> Option<Operand> {
        let Type::Bv(width) = self.ty(args.first()?) else {
            return None;
        };
        match (name, args) {
            ("ctpop", [a]) => Some(self.unary(UnaryOp::PopCount, a)),
            ("ctlz", [a]) => Some(self.unary(UnaryOp::LeadingZeros, a)),
            ("cttz", [a]) => Some(self.unary(UnaryOp::TrailingZeros, a)),
            ("bswap", [a]) if width % 8 == 0 => Some(self.unary(UnaryOp::ByteSwap, a)),
            ("bitreverse", [a]) => Some(self.unary(UnaryOp::BitReverse, a)),
            ("abs", [a]) => {
                let op = if flag { BinaryOp::SSub } else { BinaryOp::Sub };
                let opposite = self.binary(op, &bits(width, 0), a);
                let negative = self.compare(CompareOp::Slt, a, &bits(width, 0));
                Some(self.select(&negative, &opposite, a))
            }
            ("smax", [a, b]) => Some(self.chosen(IntPredicate::LLVMIntSGT, a, b)),
            ("smin", [a, b]) => Some(self.chosen(IntPredicate::LLVMIntSLT, a, b)),
            ("umax", [a, b]) => Some(self.chosen(IntPredicate::LLVMIntUGT, a, b)),
            ("umin", [a, b]) => Some(self.chosen(IntPredicate::LLVMIntULT, a, b)),
            ("scmp" | "ucmp", [a, b]) => {
                let Type::Bv(wide) = ret else {
                    return None;
                };
                let less = if name == "scmp" { CompareOp::Slt } else { CompareOp::Ult };
                let (below, above) = (self.compare(less, a, b), self.compare(less, b, a));
                let rest = self.select(&above, &bits(wide, 1), &bits(wide, 0));
                Some(self.select(&below, &bits(wide, u128::MAX), &rest))
            }
            ("fshl" | "fshr", [high, low, by]) => Some(self.funnel(name == "fshl", high, low, by, width)),
            _ => None,
        }
    }

    /// The first if it compares like this to the second, else the second.
    fn chosen(&mut self, predicate: IntPredicate, a: &Operand, b: &Operand) -> Operand {
        let first = self.one_compare(predicate, a, b);
        self.select(&first, a, b)
    }

    /// A shift of two words side by side, of which one is kept. Both halves are shifted by less than the width; by zero
    /// nothing comes over from the other half.
    fn funnel(&mut self, left: bool, high: &Operand, low: &Operand, by: &Operand, width: u8) -> Operand {
        let wide = bits(width, u128::from(width));
        let amount = match by {
            Operand::Const(Const::Bits(by)) => bits(width, by.unsigned() % u128::from(width)),
            Operand::Const(_) | Operand::Reg(_) if width.is_power_of_two() => {
                self.binary(BinaryOp::And, by, &bits(width, u128::from(width) - 1))
            }
            // The width is no power of two, so it is representable in itself and not zero.
            Operand::Const(_) | Operand::Reg(_) => self.binary(BinaryOp::URem, by, &wide),
        };
        let none = self.compare(CompareOp::Eq, &amount, &bits(width, 0));
        let rest = self.binary(BinaryOp::Sub, &wide, &amount);
        let rest = self.select(&none, &bits(width, 0), &rest);
        let (up, down) = if left { (&amount, &rest) } else { (&rest, &amount) };
        let above = self.binary(BinaryOp::Shl, high, up);
        let below = self.binary(BinaryOp::LShr, low, down);
        let both = self.binary(BinaryOp::Or, &above, &below);
        self.select(&none, if left { high } else { low }, &both)
    }

    /// `llvm.is.fpclass`: ten tests, of which the mask says which count.
    pub(super) fn float_class(&mut self, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        let mut mask = args.get(1)?.bits()?;
        let shape = self.module.shape(args.first()?.ty());
        if shape.odd_float {
            return None;
        }
        if shape.has_long_doubles() {
            // What is below the normal range of a `double` is within that of a `long double`.
            let normal = mask & 0b1_0000_1000;
            mask = mask & !0b1001_0000 | (normal & 0b1000) << 1 | (normal & 0b1_0000_0000) >> 1;
        }
        let leaves = self.operand(*args.first()?);
        leaves.iter().map(|leaf| self.one_float_class(leaf, mask)).collect()
    }

    fn one_float_class(&mut self, a: &Operand, mask: u128) -> Option<Operand> {
        let (width, mantissa) = match self.ty(a) {
            Type::F32 => (32u8, 23u32),
            Type::F64 => (64, 52),
            Type::Bool | Type::Int | Type::Bv(_) | Type::Ptr => return None,
        };
        let sign = 1u128 << (width - 1);
        let infinity = (sign - 1) & !((1u128 << mantissa) - 1);
        // The sign of zero and kinds of NaN are in the bits alone. All else is easier on everybody as comparisons.
        if matches!(mask & 0b11, 0 | 0b11) && matches!(mask & 0b110_0000, 0 | 0b110_0000) {
            return Some(self.float_class_by_value(a, mask, (sign, infinity, 1 << mantissa)));
        }
        let quiet = infinity | (1 << (mantissa - 1));
        let least_normal = 1u128 << mantissa;
        let whole = self.bits_of(a);
        let magnitude = self.binary(BinaryOp::And, &whole, &bits(width, sign - 1));
        let negative = self.compare(CompareOp::Slt, &whole, &bits(width, 0));
        let positive = self.not(&negative);
        // From a magnitude up to another, both included, with a sign or with any; in the order of the mask's bits.
        let tests = [
            (infinity + 1, quiet - 1, None),
            (quiet, sign - 1, None),
            (infinity, infinity, Some(true)),
            (least_normal, infinity - 1, Some(true)),
            (1, least_normal - 1, Some(true)),
            (0, 0, Some(true)),
            (0, 0, Some(false)),
            (1, least_normal - 1, Some(false)),
            (least_normal, infinity - 1, Some(false)),
            (infinity, infinity, Some(false)),
        ];
        let mut found = truth(false);
        for (i, (least, most, with_sign)) in tests.into_iter().enumerate() {
            if mask >> i & 1 == 0 {
                continue;
            }
            let above = self.compare(CompareOp::Ule, &bits(width, least), &magnitude);
            let below = self.compare(CompareOp::Ule, &magnitude, &bits(width, most));
            let mut here = self.binary(BinaryOp::And, &above, &below);
            if let Some(with_sign) = with_sign {
                here = self.binary(BinaryOp::And, &here, if with_sign { &negative } else { &positive });
            }
            found = self.binary(BinaryOp::Or, &found, &here);
        }
        Some(found)
    }

    /// A class of floats that can be told by comparisons; `sign`, infinity and the least normal number are bits.
    fn float_class_by_value(
        &mut self,
        a: &Operand,
        mask: u128,
        (sign, infinity, normal): (u128, u128, u128),
    ) -> Operand {
        let ty = self.ty(a);
        let float = |bits: u128| -> Operand {
            if ty == Type::F32 { Const::F32(bits as u32).into() } else { Const::F64(bits as u64).into() }
        };
        let mut found = truth(false);
        if mask & 0b11 != 0 {
            let number = self.compare(CompareOp::FEq, a, a);
            found = self.not(&number);
        }
        // What is left are ranges of numbers in order, both ends included; zeros are equal.
        let ranges = [
            (2, sign | infinity, sign | infinity),
            (3, sign | (infinity - 1), sign | normal),
            (4, sign | (normal - 1), sign | 1),
            (5, 0, 0),
            (7, 1, normal - 1),
            (8, normal, infinity - 1),
            (9, infinity, infinity),
        ];
        let mut i = 0;
        while i < ranges.len() {
            let (bit, least, mut most) = ranges[i];
            i += 1;
            if mask >> bit & 1 == 0 {
                continue;
            }
            while i < ranges.len() && mask >> ranges[i].0 & 1 == 1 {
                most = ranges[i].2;
                i += 1;
            }
            let here = if least == most {
                self.compare(CompareOp::FEq, a, &float(least))
            } else {
                let above = self.compare(CompareOp::FLe, &float(least), a);
                let below = self.compare(CompareOp::FLe, a, &float(most));
                self.binary(BinaryOp::And, &above, &below)
            };
            found = if found == truth(false) { here } else { self.binary(BinaryOp::Or, &found, &here) };
        }
        found
    }

    /// `llvm.fptosi.sat` and `llvm.fptoui.sat`: NaN is zero, and what does not fit is the nearest that does.
    pub(super) fn saturating_conversion(&mut self, signed: bool, call: Value) -> Option<Vec<Operand>> {
        let args = call.arguments();
        if self.module.shape(args.first()?.ty()).odd_float {
            return None;
        }
        let leaves = self.operand(*args.first()?);
        let Type::Bv(width) = self.module.scalar(call.ty()) else {
            return None;
        };
        leaves.iter().map(|leaf| self.one_saturating(signed, leaf, width)).collect()
    }

    fn one_saturating(&mut self, signed: bool, a: &Operand, width: u8) -> Option<Operand> {
        let single = match self.ty(a) {
            Type::F32 => true,
            Type::F64 => false,
            Type::Bool | Type::Int | Type::Bv(_) | Type::Ptr => return None,
        };
        // Powers of two, which both formats have; beyond the range of the format, infinity.
        let float = |value: f64| -> Operand {
            if single { Const::F32((value as f32).to_bits()).into() } else { Const::F64(value.to_bits()).into() }
        };
        let exponent = i32::from(width) - i32::from(signed);
        let above = 2f64.powi(exponent);
        let (least, most) = if signed {
            (1u128 << (width - 1), (1u128 << (width - 1)) - 1)
        } else {
            (0, u128::MAX >> (128 - u32::from(width)))
        };
        let low = self.compare(CompareOp::FLe, a, &float(if signed { -above } else { 0.0 }));
        let high = self.compare(CompareOp::FLe, &float(above), a);
        let number = self.compare(CompareOp::FEq, a, a);
        let out = self.binary(BinaryOp::Or, &low, &high);
        let inside = self.not(&out);
        let inside = self.binary(BinaryOp::And, &inside, &number);
        // The conversion is made of a number that fits in any case.
        let safe = self.select(&inside, a, &float(0.0));
        let op = if signed { CastOp::FpToS } else { CastOp::FpToU };
        let converted = self.cast(op, &safe, Type::Bv(width));
        let result = self.select(&high, &bits(width, most), &converted);
        Some(self.select(&low, &bits(width, least), &result))
    }
}
