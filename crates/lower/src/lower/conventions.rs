//! How the machine passes arguments, for calls of functions that the module does not define.

use pathfold_ir::Type;
use pathfold_ir::convention::{Convention, Other, Passing};

use super::calls::Argument;
use super::functions::{FunctionLowering, Signature};
use super::types::is_aggregate;
use crate::llvm::{Ty, Value};

impl FunctionLowering<'_> {
    /// How the arguments of a call are passed, those in the object for other arguments by its words.
    // SOUND: what has no word in a convention is unknown, and such a call is not made.
    pub(super) fn convention(
        &mut self,
        call: Value,
        signature: &Signature,
        arguments: &[Argument],
        others: &[Argument],
    ) -> Convention {
        if signature.hidden || !self.is_plain(call.ty()) {
            return Convention::UNKNOWN;
        }
        let mut fixed = Vec::new();
        for (index, leaves) in signature.params.iter().enumerate() {
            let passing = match arguments.get(index) {
                Some(argument) if argument.copied.is_some() => Passing::Copied,
                Some(argument) if !self.is_plain(argument.ty) => Passing::Unknown,
                Some(_) if call.is_sign_extended(index as u32) => Passing::Signed,
                Some(_) => Passing::Plain,
                None => Passing::Unknown,
            };
            fixed.extend(leaves.iter().map(|_| passing));
        }
        let mut words = Vec::new();
        for argument in others {
            words.push(match argument.leaves.as_slice() {
                [leaf] if argument.copied.is_none() && self.is_plain(argument.ty) => match self.ty(leaf) {
                    Type::F64 => Other::Vector,
                    Type::Bool | Type::Bv(_) | Type::Ptr => Other::General,
                    Type::Int | Type::F32 => Other::Unknown,
                },
                _ => Other::Unknown,
            });
        }
        Convention::new(&fixed, &words)
    }

    /// Whether a value is one general or vector register of the machine, or nothing.
    fn is_plain(&mut self, ty: Ty) -> bool {
        let shape = self.module.shape(ty);
        let narrow = shape.leaves.iter().all(|leaf| !matches!(leaf.ty, Type::Bv(65..) | Type::Int));
        let odd = shape.odd_float || shape.has_long_doubles() || shape.bad.is_some();
        !is_aggregate(ty) && !odd && shape.leaves.len() <= 1 && narrow
    }
}
