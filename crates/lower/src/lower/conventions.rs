//! How the machine passes arguments, for calls of functions that the module does not define, and parameters, for callers
//! that make up arguments.

use pathfold_ir::convention::{Convention, Other, Passing};
use pathfold_ir::{Taken, Type};

use super::Lowering;
use super::calls::Argument;
use super::functions::{FunctionLowering, Signature};
use super::types::is_aggregate;
use crate::llvm::{Ty, TypeView, Value};

impl Lowering {
    /// How a function takes its parameters; nothing where all are as their types say.
    pub(super) fn takes(&mut self, function: Value) -> Vec<Taken> {
        let Some((ret, params, _)) = function.value_type().and_then(Ty::signature) else {
            return Vec::new();
        };
        let mut takes = Vec::new();
        if is_aggregate(ret) {
            let (size, align) = (self.layout.size(ret), self.layout.align(ret));
            takes.push(Taken::Result { size, align, passed: false });
        }
        for (index, ty) in params.into_iter().enumerate() {
            let object = |(ty, stated): (Ty, u64)| (self.layout.size(ty), stated.max(self.layout.align(ty)));
            if let Some((size, align)) = function.by_value(index as u32).map(object) {
                takes.push(Taken::Copy { size, align });
            } else if let Some((size, align)) = function.result_place(index as u32).map(object) {
                takes.push(Taken::Result { size, align, passed: true });
            } else {
                takes.extend(self.taken(ty));
            }
        }
        if takes.iter().all(|taken| *taken == Taken::Plain) { Vec::new() } else { takes }
    }

    /// How a value of a type is passed, unless it is nothing.
    // SOUND: several leaves that are not said to be a vector are unknown, so that no `long double` among them is missed.
    fn taken(&mut self, ty: Ty) -> Option<Taken> {
        let shape = self.shape(ty);
        let count = shape.leaves.len() as u32;
        let simple = shape.bad.is_none() && !shape.odd_float && !shape.packed && !shape.wide;
        Some(match (ty.view(), count) {
            (_, 0) => return None,
            (TypeView::Vector(..), _) if simple && !shape.has_long_doubles() => Taken::Vector(count),
            (TypeView::LongDouble, 1) if simple => Taken::Long,
            (_, 1) if simple && !is_aggregate(ty) => Taken::Plain,
            _ => Taken::Unknown(count),
        })
    }
}

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
