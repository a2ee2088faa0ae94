//! Functions with any number of arguments. The other arguments lie one after the other in one object, as the System V
//! ABI for x86-64 (3.5.7) lays them out in its overflow area; a `va_list` says that its registers are used up.

use pathfold_ir::{Const, Intrinsic, Op, Operand, Type};

use super::calls::Argument;
use super::emit::{bits, bytes, size};
use super::functions::FunctionLowering;
use crate::llvm::{Ty, TypeView, Value};

/// Where a `va_list` has its parts, and how large it is.
const OVERFLOW_AREA: u64 = 8;
const SAVE_AREA: u64 = 16;
const LIST_SIZE: u64 = 24;

impl FunctionLowering<'_> {
    /// The size of an argument's slot and what its place is a multiple of.
    fn slot(&self, ty: Ty, copied: Option<(Ty, u64)>) -> (u64, u64) {
        let layout = self.module.layout;
        let (ty, stated) = copied.unwrap_or((ty, 0));
        let align = layout.align(ty).max(stated).max(8);
        let align = match ty.view() {
            // Structures passed in pieces, and pointers to copies, say themselves if they need more.
            TypeView::Struct(_) | TypeView::Array(..) if copied.is_none() => 8,
            _ => align,
        };
        (layout.size(ty).next_multiple_of(8), align)
    }

    /// An object with these arguments.
    pub(super) fn other_arguments(&mut self, arguments: &[Argument]) -> Operand {
        let mut end = 0u64;
        let mut places = Vec::new();
        for argument in arguments {
            let (size, align) = self.slot(argument.ty, argument.copied);
            let place = end.next_multiple_of(align);
            places.push(place);
            end = place + size;
        }
        let object = self.stack_object(size(end.max(8)), 16);
        for (argument, place) in arguments.iter().zip(places) {
            if argument.copied.is_none() && self.module.shape(argument.ty).odd_float {
                // The library's own `long double` is a `double`: it could not read this one.
                self.unsupported("a `long double` among any number of arguments", &[]);
                continue;
            }
            let place = self.offset(&object, place);
            match (argument.copied, &argument.leaves[..]) {
                (Some((ty, _)), [original]) => {
                    let length = self.module.layout.size(ty);
                    if length > 0 {
                        let args = vec![place, original.clone(), size(length)];
                        self.effect(Op::Intrinsic(Intrinsic::Copy, args));
                    }
                }
                (None, [leaf]) if bytes(self.ty(leaf)) < 8 => {
                    let whole = self.bits_of(leaf);
                    let whole = self.resize(&whole, 64);
                    self.store(&whole, &place);
                }
                (_, leaves) => {
                    let leaves = leaves.to_vec();
                    self.store_leaves(&leaves, &place, argument.ty);
                }
            }
        }
        object
    }

    /// `va_start`: the registers are used up, so everything is in the object.
    pub(super) fn start_arguments(&mut self, list: &Operand) -> Vec<Operand> {
        let Some(others) = self.others else {
            return self.unsupported("`va_start` in a function without other arguments", &[]);
        };
        self.store(&bits(32, 48), list);
        let place = self.offset(list, 4);
        self.store(&bits(32, 176), &place);
        let place = self.offset(list, OVERFLOW_AREA);
        self.store(&others.into(), &place);
        let place = self.offset(list, SAVE_AREA);
        self.store(&Const::Null.into(), &place);
        Vec::new()
    }

    /// `va_copy`.
    pub(super) fn copy_arguments(&mut self, to: &Operand, from: &Operand) -> Vec<Operand> {
        self.effect(Op::Intrinsic(Intrinsic::Move, vec![to.clone(), from.clone(), size(LIST_SIZE)]));
        Vec::new()
    }

    /// The instruction `va_arg`, which clang does not use for C on this platform.
    pub(super) fn next_argument(&mut self, value: Value) -> Vec<Operand> {
        let list = self.operands_of(value, 0).into_iter().next();
        let Some(list) = list else {
            return Vec::new();
        };
        let (length, align) = self.slot(value.ty(), None);
        let area = self.offset(&list, OVERFLOW_AREA);
        let mut place = self.load(Type::Ptr, &area);
        if align > 8 {
            place = self.offset(&place, align - 1);
            place = self.masked_pointer(&place, &size(align.wrapping_neg()));
        }
        let result = self.load_leaves(&place, value.ty());
        let next = self.offset(&place, length);
        self.store(&next, &area);
        result
    }
}
