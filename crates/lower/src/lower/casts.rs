//! Conversions, element by element on vectors; reinterpretation of bits across elements.

use pathfold_ir::{BinaryOp, CastOp, Operand, Type};

use super::emit::{bits, width};
use super::functions::FunctionLowering;
use crate::llvm::{Opcode, TypeView, Value};

impl FunctionLowering<'_> {
    pub(super) fn conversion(&mut self, opcode: Opcode, value: Value) -> Vec<Operand> {
        let Some(operand) = value.operand(0) else {
            return Vec::new();
        };
        let (from, to) = (self.module.shape(operand.ty()), self.module.shape(value.ty()));
        let types: Vec<Type> = to.leaves.iter().map(|leaf| leaf.ty).collect();
        let sources = self.operand(operand);
        let from_number = matches!(opcode, Opcode::LLVMSIToFP | Opcode::LLVMUIToFP);
        let many = from.leaves.iter().any(|leaf| matches!(leaf.ty, Type::Bv(width) if width > 53));
        if from_number && many && to.has_long_doubles() && !self.module.options.library {
            return self.unsupported("a conversion of a large integer to `long double`", &types);
        }
        if opcode == Opcode::LLVMBitCast && from != to && (from.has_long_doubles() || to.has_long_doubles()) {
            return self.long_double_bits(&sources, &types);
        }
        if opcode == Opcode::LLVMBitCast {
            return self.reinterpret(&sources, &types);
        }
        if from.odd_float || to.odd_float {
            let what = format!("a conversion from `{}` to `{}`", operand.ty().print(), value.ty().print());
            return self.unsupported(&what, &types);
        }
        sources.iter().zip(types).map(|(a, to)| self.one_conversion(opcode, a, to)).collect()
    }

    fn one_conversion(&mut self, opcode: Opcode, a: &Operand, to: Type) -> Operand {
        let target = width(to).unwrap_or(64);
        match opcode {
            Opcode::LLVMTrunc if to == Type::Bool => self.cast(CastOp::Trunc, a, to),
            Opcode::LLVMTrunc | Opcode::LLVMZExt => self.resize(a, target),
            Opcode::LLVMSExt => self.resize_signed(a, target),
            Opcode::LLVMFPToUI | Opcode::LLVMFPToSI => {
                let op = if opcode == Opcode::LLVMFPToUI { CastOp::FpToU } else { CastOp::FpToS };
                if to == Type::Bool {
                    let byte = self.cast(op, a, Type::Bv(8));
                    return self.cast(CastOp::Trunc, &byte, Type::Bool);
                }
                self.cast(op, a, to)
            }
            Opcode::LLVMUIToFP => {
                let a = if self.ty(a) == Type::Bool { self.resize(a, 8) } else { a.clone() };
                self.cast(CastOp::UToFp, &a, to)
            }
            Opcode::LLVMSIToFP => {
                let a = if self.ty(a) == Type::Bool { self.resize_signed(a, 8) } else { a.clone() };
                self.cast(CastOp::SToFp, &a, to)
            }
            Opcode::LLVMFPTrunc | Opcode::LLVMFPExt if self.ty(a) != to => self.cast(CastOp::FpToFp, a, to),
            Opcode::LLVMPtrToInt => {
                let address = self.cast(CastOp::PtrToBv, a, Type::Bv(64));
                if to == Type::Bool { self.cast(CastOp::Trunc, &address, to) } else { self.resize(&address, target) }
            }
            Opcode::LLVMIntToPtr => {
                let address = self.resize(a, 64);
                self.cast(CastOp::BvToPtr, &address, Type::Ptr)
            }
            // Between address spaces, and between equal formats.
            _ => a.clone(),
        }
    }

    /// The bits of a `long double`, or one of these bits.
    fn long_double_bits(&mut self, sources: &[Operand], types: &[Type]) -> Vec<Operand> {
        let [source] = sources else {
            return self.unsupported("the bits of several `long double`s", types);
        };
        match (self.ty(source), types) {
            (Type::F64, [Type::Bv(80)]) => vec![self.cast(CastOp::FpToLong, source, Type::Bv(80))],
            (Type::Bv(80), [Type::F64]) => vec![self.cast(CastOp::LongToFp, source, Type::F64)],
            _ => self.unsupported("the bits of a `long double`", types),
        }
    }

    /// The same bits as other leaves.
    pub(super) fn reinterpret(&mut self, sources: &[Operand], types: &[Type]) -> Vec<Operand> {
        let same = sources.len() == types.len() && sources.iter().zip(types).all(|(a, &ty)| self.ty(a) == ty);
        if same {
            return sources.to_vec();
        }
        let pieces: Vec<Operand> = sources.iter().map(|a| self.bits_of(a)).collect();
        let mut at = 0;
        let mut result = Vec::with_capacity(types.len());
        for &ty in types {
            let wide = width(ty).unwrap_or(64);
            let whole = self.gather(&pieces, at, wide);
            result.push(self.with_bits(&whole, ty));
            at += u32::from(wide);
        }
        result
    }

    /// `wide` bits from `at` on, of bit vectors that stand one after the other, the first one lowest.
    pub(super) fn gather(&mut self, pieces: &[Operand], at: u32, wide: u8) -> Operand {
        let end = at + u32::from(wide);
        let mut start = 0;
        let mut whole: Option<Operand> = None;
        for piece in pieces {
            let length = u32::from(width(self.ty(piece)).unwrap_or(64));
            let (low, high) = (start.max(at), (start + length).min(end));
            if low < high {
                let part = self.slice(piece, low - start, (high - low) as u8);
                let part = self.resize(&part, wide);
                let part = self.shifted(BinaryOp::Shl, &part, low - at);
                whole = Some(match whole {
                    None => part,
                    Some(whole) => self.binary(BinaryOp::Or, &whole, &part),
                });
            }
            start += length;
        }
        whole.unwrap_or_else(|| bits(wide, 0))
    }

    /// `wide` bits of a bit vector from `low` on.
    pub(super) fn slice(&mut self, piece: &Operand, low: u32, wide: u8) -> Operand {
        let moved = self.shifted(BinaryOp::LShr, piece, low);
        self.resize(&moved, wide)
    }

    /// A shift by a constant below the width.
    pub(super) fn shifted(&mut self, op: BinaryOp, a: &Operand, by: u32) -> Operand {
        if by == 0 {
            return a.clone();
        }
        let wide = width(self.ty(a)).unwrap_or(64);
        self.binary(op, a, &bits(wide, u128::from(by)))
    }
}

/// Whether a type is an integer of this width.
pub(super) fn is_int(value: Value, wanted: u32) -> bool {
    value.ty().view() == TypeView::Int(wanted)
}
