//! Instructions to the handlers that do them and the parts these expect.

use super::code::{Cmp, Reg, Target};
use super::hot::{self, Any, Then};
use super::hot_calls as calls;
use super::hot_cells as cells;
use super::hot_jumps as jumps;
use super::instr::{Instr, MAX_SOURCES};
use super::op::{Handler, Op};

/// The handler of an instruction that goes on with a certain one, and its op.
pub(super) fn encode_before(instr: Instr, next: Option<&Instr>) -> (Handler, Op) {
    match next {
        Some(Instr::StepJumpLt { .. }) => encode::<jumps::StepLt>(instr),
        Some(Instr::StepRegJumpLt { .. }) => encode::<jumps::StepRegLt>(instr),
        Some(Instr::StepJumpLtWord { .. }) => encode::<jumps::StepLtWord>(instr),
        Some(Instr::JumpNeWord { .. }) => encode::<jumps::NeWord>(instr),
        Some(Instr::JumpEqWord { .. }) => encode::<jumps::EqWord>(instr),
        Some(Instr::JumpLtWord { .. }) => encode::<jumps::LtWord>(instr),
        Some(Instr::JumpGtWord { .. }) => encode::<jumps::GtWord>(instr),
        Some(Instr::JumpLt { .. }) => encode::<jumps::Lt>(instr),
        Some(Instr::JumpEq { .. }) => encode::<jumps::Eq>(instr),
        Some(Instr::JumpNe { .. }) => encode::<jumps::Ne>(instr),
        Some(Instr::LoadElem { .. }) => encode::<jumps::Elem>(instr),
        Some(Instr::Add { .. }) => encode::<jumps::Plus>(instr),
        Some(Instr::Sub { .. }) => encode::<jumps::Minus>(instr),
        Some(Instr::Return { .. }) => encode::<jumps::Leave>(instr),
        Some(Instr::JumpElemWord { orders, .. }) if *orders == Cmp::Ne.into() => encode::<jumps::ElemNeWord>(instr),
        _ => encode::<Any>(instr),
    }
}

/// The handler of an instruction and its op, in which the handlers of other ops are yet missing, and `jump` is the number of an op.
fn encode<T: Then>(instr: Instr) -> (Handler, Op) {
    macro_rules! by_orders {
        ($orders:expr, $handler:ident) => {
            match $orders.bits() {
                0b001 => jumps::$handler::<0b001> as Handler,
                0b011 => jumps::$handler::<0b011>,
                0b100 => jumps::$handler::<0b100>,
                0b110 => jumps::$handler::<0b110>,
                0b010 => jumps::$handler::<0b010>,
                _ => jumps::$handler::<0b101>,
            }
        };
    }
    let none = hot::pause as Handler;
    let plain = |run: Handler, [a, b, c, d]: [u16; 4], imm| {
        (run, Op { next: none, other: none, imm, a, b, c, d, jump: 0, at: 0 })
    };
    let jump = |run: Handler, [a, b, c]: [u16; 3], imm, to: Target| {
        (run, Op { next: none, other: none, imm, a, b, c, d: 0, jump: to as i32, at: 0 })
    };
    match instr {
        Instr::Word { dst, word } => plain(hot::word::<T>, [dst, 0, 0, 0], word),
        Instr::Move { dst, src } => plain(hot::copy::<T>, [dst, src, 0, 0], 0),
        Instr::Move2 { dst, src, dst2, src2 } => plain(hot::copy2::<T>, [dst, src, dst2, src2], 0),
        Instr::CheckInit { src } => plain(hot::check_init::<T>, [src, 0, 0, 0], 0),
        Instr::Add { dst, a, b } => plain(hot::add::<T>, [dst, a, b, 0], 0),
        Instr::Sub { dst, a, b } => plain(hot::sub::<T>, [dst, a, b, 0], 0),
        Instr::Mul { dst, a, b } => plain(hot::mul::<T>, [dst, a, b, 0], 0),
        Instr::Div { dst, a, b } => plain(hot::div::<T>, [dst, a, b, 0], 0),
        Instr::AddWord { dst, a, imm } => plain(hot::add_word::<T>, [dst, a, 0, 0], imm),
        Instr::RsubWord { dst, a, imm } => plain(hot::rsub_word::<T>, [dst, a, 0, 0], imm),
        Instr::MulNumber { dst, a, imm } => plain(hot::mul_number::<T>, [dst, a, 0, 0], imm),
        Instr::DivWord { dst, a, imm } => plain(hot::div_word::<T>, [dst, a, 0, 0], imm),
        Instr::DivSmall { dst, a, imm, magic } => plain(hot::div_small::<T>, [dst, a, imm, 0], magic as i64),
        Instr::DivPower { dst, a, imm } => plain(hot::div_power::<T>, [dst, a, imm.into(), 0], 0),
        Instr::Rem { dst, a, b } => plain(hot::rem::<T>, [dst, a, b, 0], 0),
        Instr::RemWord { dst, a, imm } => plain(hot::rem_word::<T>, [dst, a, 0, 0], imm),
        Instr::RemSmall { dst, a, imm, magic } => plain(hot::rem_small::<T>, [dst, a, imm, 0], magic as i64),
        Instr::RemPower { dst, a, imm } => plain(hot::rem_power::<T>, [dst, a, imm.into(), 0], 0),
        Instr::AddAdd { dst, a, b, add } => plain(hot::add_add::<T>, [dst, a, b, 0], add.into()),
        Instr::MulAdd { dst, a, b, factor, add } => plain(hot::mul_add::<T>, [dst, a, b, 0], Op::pair(factor, add)),
        Instr::Linear { dst, b, factor, add } => plain(hot::linear::<T>, [dst, b, 0, 0], Op::pair(factor, add)),
        Instr::AddMul { dst, a, b, c } => plain(hot::add_mul::<T>, [dst, a, b, c], 0),
        Instr::Compare { orders, dst, a, b } => plain(hot::compare::<T>, [dst, a, b, orders.bits().into()], 0),
        Instr::Not { dst, a } => plain(hot::not::<T>, [dst, a, 0, 0], 0),

        Instr::Jump { to } => jump(jumps::jump, [0, 0, 0], 0, to),
        Instr::JumpLt { a, b, off, to } => jump(jumps::jump_lt, [a, b, 0], off.into(), to),
        Instr::JumpEq { a, b, to } => jump(jumps::jump_eq, [a, b, 0], 0, to),
        Instr::JumpNe { a, b, to } => jump(jumps::jump_ne, [a, b, 0], 0, to),
        Instr::JumpLtWord { a, to, imm } => jump(jumps::jump_lt_word, [a, 0, 0], imm, to),
        Instr::JumpGtWord { a, to, imm } => jump(jumps::jump_gt_word, [a, 0, 0], imm, to),
        Instr::JumpEqWord { a, to, imm } => jump(jumps::jump_eq_word, [a, 0, 0], imm, to),
        Instr::JumpNeWord { a, to, imm } => jump(jumps::jump_ne_word, [a, 0, 0], imm, to),
        Instr::StepJumpLt { a, b, step, off, to } => {
            jump(jumps::step_jump_lt, [a, b, 0], Op::pair(step.into(), off), to)
        }
        Instr::StepRegJumpLt { a, by, b, off, to } => jump(jumps::step_reg_jump_lt, [a, b, by], off.into(), to),
        Instr::StepJumpLtWord { a, step, to, imm } => jump(jumps::step_jump_lt_word, [a, step as u16, 0], imm, to),
        Instr::StepJumpGtWord { a, step, to, imm } => jump(jumps::step_jump_gt_word, [a, step as u16, 0], imm, to),
        Instr::JumpMultiple { a, power, want, to } => {
            let run = if want { jumps::jump_multiple as Handler } else { jumps::jump_not_multiple };
            jump(run, [a, 0, 0], (2 << power) - 1, to)
        }
        Instr::JumpElem { orders, array, index, off, b, to } => {
            jump(by_orders!(orders, jump_elem), [b, array, index], off.into(), to)
        }
        Instr::JumpElemWord { orders, array, index, off, imm, to } => {
            let imm = Op::pair(off.into(), imm);
            jump(by_orders!(orders, jump_elem_word), [0, array, index], imm, to)
        }

        Instr::NewCell { dst, src } => plain(cells::new_cell::<T>, [dst, src, 0, 0], 0),
        Instr::NewEmptyCell { dst } => plain(cells::new_empty_cell::<T>, [dst, 0, 0, 0], 0),
        Instr::NewArray { dst, len } => plain(cells::new_array::<T>, [dst, 0, 0, 0], len.into()),
        Instr::NewPointed { ptr, record, len } => plain(cells::new_pointed::<T>, [ptr, record, 0, 0], len.into()),
        Instr::Load { dst, ptr } => plain(cells::load::<T>, [dst, ptr, 0, 0], 0),
        Instr::Store { ptr, src } => plain(cells::store::<T>, [src, ptr, 0, 0], 0),
        Instr::LoadElem { dst, array, index, off } => plain(cells::load_elem::<T>, [dst, array, index, 0], off.into()),
        Instr::LoadElem2 { dst, array, row, row_off, index, off } => {
            plain(cells::load_elem2::<T>, [dst, array, row, index], Op::pair(row_off.into(), off.into()))
        }
        Instr::AddElem { dst, a, array, index, off } => plain(cells::add_elem::<T>, [dst, array, index, a], off.into()),
        Instr::StoreElem { array, index, off, src } => {
            plain(cells::store_elem::<T>, [src, array, index, 0], off.into())
        }
        Instr::StoreElemWord { array, index, off, imm } => {
            plain(cells::store_elem_word::<T>, [0, array, index, 0], Op::pair(off, imm))
        }
        Instr::LoadField { dst, record, index } => plain(cells::load_field::<T>, [dst, record, 0, 0], index.into()),
        Instr::AddField { dst, a, record, index } => plain(cells::add_field::<T>, [dst, record, a, 0], index.into()),
        Instr::StoreField { record, index, src } => plain(cells::store_field::<T>, [src, record, 0, 0], index.into()),
        Instr::LoadVia { dst, ptr, index } => plain(cells::load_via::<T>, [dst, ptr, 0, 0], index.into()),
        Instr::AddVia { dst, a, ptr, index } => plain(cells::add_via::<T>, [dst, ptr, a, 0], index.into()),
        Instr::StoreVia { ptr, index, src } => plain(cells::store_via::<T>, [src, ptr, 0, 0], index.into()),

        Instr::Call { dst, args, function } => jump(calls::call, [dst, args, 0], 0, function),
        Instr::CallAdd { dst, args, a, imm, function } => {
            let (run, op) = jump(calls::call_add, [dst, args, a], 0, function);
            (run, Op { d: imm as u16, ..op })
        }
        Instr::CallWith { dst, args, function, count, sources } => {
            let run = match count {
                2 => calls::call_with::<2> as Handler,
                3 => calls::call_with::<3>,
                _ => calls::call_with::<4>,
            };
            jump(run, [dst, args, 0], pack(sources), function)
        }
        Instr::CallWithAdd { dst, args, function, count, sources, which, a, imm } => {
            let run = match (count, which) {
                (2, 0) => calls::call_with_add::<2, 0> as Handler,
                (2, _) => calls::call_with_add::<2, 1>,
                (3, 0) => calls::call_with_add::<3, 0>,
                (3, 1) => calls::call_with_add::<3, 1>,
                (3, _) => calls::call_with_add::<3, 2>,
                (_, 0) => calls::call_with_add::<4, 0>,
                (_, 1) => calls::call_with_add::<4, 1>,
                (_, 2) => calls::call_with_add::<4, 2>,
                _ => calls::call_with_add::<4, 3>,
            };
            let (run, op) = jump(run, [dst, args, a], pack(sources), function);
            (run, Op { d: imm as u16, ..op })
        }
        Instr::Return { src } => plain(calls::leave, [src, 0, 0, 0], 0),
        Instr::ReturnAdd { a, b } => plain(calls::leave_add, [0, a, b, 0], 0),
        Instr::ReturnMul { a, b } => plain(calls::leave_mul, [0, a, b, 0], 0),
        Instr::Input { .. } | Instr::Output { .. } => plain(hot::always_slow, [0; 4], 0),
    }
}

/// Registers as one number.
fn pack(sources: [Reg; MAX_SOURCES]) -> i64 {
    sources.iter().rev().fold(0, |all, source| all << 16 | i64::from(*source))
}
