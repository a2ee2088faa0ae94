//! Functions between a declaration and a definition of another type, as old C allows: declared without parameters, so
//! that arguments come as those of a variadic function, or with pointers where there are numbers.

use crate::{
    AllocKind, Callee, CastOp, Const, FuncId, Function, FunctionBuilder, Layout, Op, Operand, Terminator, Type,
};
use pathfold_base::Bits;

/// Whether calls of one are calls of the other.
pub(super) fn same_signature(a: &Function, b: &Function) -> bool {
    a.ret == b.ret && a.variadic == b.variadic && types(a).eq(types(b))
}

fn types(function: &Function) -> impl Iterator<Item = Type> {
    // Parameters out of range are for the verifier to report.
    function.params.iter().map(|&param| function.regs.get(param).map_or(Type::Int, |info| info.ty))
}

fn size(value: u64) -> Operand {
    Const::Bits(Bits::new(64, u128::from(value))).into()
}

/// A function with the type of `declared` that calls the function `target`, which looks like `defined`. Where the
/// arguments cannot be passed on, the path that calls it ends as incomplete.
pub(super) fn bridge(declared: &Function, defined: &Function, target: FuncId) -> Function {
    let mut builder = FunctionBuilder::new(declared.name.as_str(), declared.ret, declared.loc);
    let params: Vec<Operand> = types(declared).map(|ty| builder.param(ty, None).into()).collect();
    let header = builder.function_mut();
    (header.variadic, header.local, header.library) = (declared.variadic, true, true);
    let block = builder.block();
    builder.switch_to(block);
    let loc = declared.loc;
    let value = arguments(&mut builder, declared, defined, &params).and_then(|args| {
        let call = Op::Call(Callee::Direct(target), args);
        match (defined.ret, declared.ret) {
            (Some(from), Some(to)) => {
                let value = builder.value(from, None, call, loc).into();
                convert(&mut builder, value, from, to).map(Some)
            }
            (None, Some(to)) => {
                builder.effect(call, loc);
                Some(Some(Const::Undef(to).into()))
            }
            (Some(_) | None, None) => {
                builder.effect(call, loc);
                Some(None)
            }
        }
    });
    let end = match value {
        Some(value) => Terminator::Return(value),
        None => {
            let what = format!("a call of `{}`, whose declaration and definition disagree", declared.name);
            builder.effect(Op::Unsupported(what), loc);
            Terminator::Unreachable
        }
    };
    builder.terminate(end, loc);
    builder.finish()
}

/// What to pass on; nothing if that cannot be said.
fn arguments(
    builder: &mut FunctionBuilder,
    declared: &Function,
    defined: &Function,
    params: &[Operand],
) -> Option<Vec<Operand>> {
    let wanted: Vec<Type> = types(defined).collect();
    let wanted = &wanted[..wanted.len() - usize::from(defined.variadic && !wanted.is_empty())];
    let (fixed, others) = match (declared.variadic, params.split_last()) {
        (true, Some((others, fixed))) => (fixed, Some(others)),
        (true, None) | (false, _) => (params, None),
    };
    if fixed.len() > wanted.len() || (fixed.len() < wanted.len() && others.is_none()) {
        return None;
    }
    let mut args = Vec::new();
    for ((param, from), &to) in fixed.iter().zip(types(declared)).zip(wanted) {
        args.push(convert(builder, param.clone(), from, to)?);
    }
    let mut offset = 0u64;
    for &ty in &wanted[fixed.len()..] {
        let others = others?;
        let (length, align) = if matches!(ty, Type::Bv(65..)) { (16, 16) } else { (8, 8) };
        offset = offset.next_multiple_of(align);
        let place = builder.value(Type::Ptr, None, Op::Offset(others.clone(), size(offset)), declared.loc);
        args.push(builder.value(ty, None, Op::Load(place.into()), declared.loc).into());
        offset += length;
    }
    if defined.variadic {
        // Whatever came after the fixed arguments goes on as it is; without any there is an empty object.
        let rest = match others {
            Some(others) => builder.value(Type::Ptr, None, Op::Offset(others.clone(), size(offset)), declared.loc),
            None => {
                let (layout, kind) = (Layout::Bytes, AllocKind::Stack);
                builder.value(Type::Ptr, None, Op::Alloc { layout, kind, size: size(8), align: 16 }, declared.loc)
            }
        };
        args.push(rest.into());
    }
    Some(args)
}

/// A number or pointer as another type of the same size, or a number without its upper bits, which is what comes in the
/// register: `ioctl` takes a `long` or an `int`.
fn convert(builder: &mut FunctionBuilder, value: Operand, from: Type, to: Type) -> Option<Operand> {
    if from == to {
        return Some(value);
    }
    let loc = builder.function().loc;
    if let (Type::Bv(wide @ ..=64), Type::Bv(narrow)) = (from, to)
        && narrow < wide
    {
        return Some(builder.value(to, None, Op::Cast(CastOp::Trunc, value), loc).into());
    }
    if ![from, to].iter().all(|ty| matches!(ty, Type::Ptr | Type::Bv(64))) {
        return None;
    }
    let op = if to == Type::Ptr { CastOp::BvToPtr } else { CastOp::PtrToBv };
    Some(builder.value(to, None, Op::Cast(op, value), loc).into())
}
