//! The loop that runs the code: small numbers, existing cells, room on the stack. Whatever else an instruction needs
//! ends the loop with [`Exit::Slow`] before the instruction had any effect; [`super::machine`] then runs that one
//! instruction and comes back. Nothing here calls a function, which is what keeps the loop in registers.

use super::ErrorKind;
use super::code::Reg;
use super::heap::{NULL, UNINIT, address, length, reference, small};
use super::instr::Instr;

/// Registers of a window: every 16-bit number is one, so indexing needs no check.
pub(super) const WINDOW: usize = 1 << 16;

/// A caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub base: usize,
    pub pc: u32,
    pub dst: Reg,
}

/// Where a run is.
#[derive(Debug)]
pub(super) struct Position {
    /// The next instruction.
    pub pc: usize,
    /// Where the registers of the current function start on the stack.
    pub base: usize,
    /// How many callers there are.
    pub depth: usize,
    /// How many steps are left before [`Exit::Fuel`].
    pub fuel: u32,
    /// How many cells are in use, those behind it are room for more.
    pub used: usize,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exit {
    /// The instruction before `pc` needs the slow way.
    Slow,
    /// The fuel is used up.
    Fuel,
    /// The instruction before `pc` is wrong.
    Error(ErrorKind),
    /// `main` returned this word.
    Returned(i64),
}

/// Runs until something ends the loop.
#[inline(never)]
pub(super) fn run(
    code: &[Instr],
    stack: &mut [i64],
    frames: &mut [Frame],
    cells: &mut [i64],
    at: &mut Position,
) -> Exit {
    // What every instruction needs is kept in machine registers, the rest of `at` is left in memory.
    let mut pc = at.pc;
    let Some(mut regs) = window(stack, at.base) else { return Exit::Slow };

    macro_rules! step {
        () => {
            at.fuel -= 1;
            if at.fuel == 0 {
                break Exit::Fuel;
            }
        };
    }
    // Stores a word unless an operand was large (`tags` is odd) or the result is.
    macro_rules! put {
        ($dst:expr, $tags:expr, $word:expr) => {
            let Some(word) = $word else { break Exit::Slow };
            if $tags & 1 != 0 {
                break Exit::Slow;
            }
            regs[$dst as usize] = word;
        };
    }
    macro_rules! compare_jump {
        ($x:expr, $y:expr, $holds:expr, $to:expr) => {{
            if ($x | $y) & 1 != 0 {
                break Exit::Slow;
            }
            jump_if!($holds, $to);
        }};
    }
    macro_rules! compare_word {
        ($a:expr, $op:tt, $imm:expr, $to:expr) => {{
            let x = regs[$a as usize];
            if x & 1 != 0 {
                break Exit::Slow;
            }
            jump_if!(x $op $imm, $to);
        }};
    }
    macro_rules! jump_if {
        ($holds:expr, $to:expr) => {
            if $holds {
                pc = $to as usize;
                step!();
            }
        };
    }
    macro_rules! step_jump {
        ($a:expr, $step:expr, $op:tt, $y:expr, $off:expr, $to:expr) => {{
            let (x, step, y) = (regs[$a as usize], $step, $y);
            let Some(sum) = x.checked_add(step) else { break Exit::Slow };
            let Some(limit) = y.checked_add($off) else { break Exit::Slow };
            if (x | step | y) & 1 != 0 {
                break Exit::Slow;
            }
            regs[$a as usize] = sum;
            jump_if!(sum $op limit, $to);
        }};
    }
    // The cell of an element.
    macro_rules! element {
        ($array:expr, $index:expr, $off:expr) => {
            match element(cells, regs[$array as usize], regs[$index as usize], i64::from($off)) {
                Some(cell) => cell,
                None => break Exit::Error(ErrorKind::OutOfBounds),
            }
        };
    }
    // The word of the cell that a pointer points to.
    macro_rules! follow {
        ($ptr:expr) => {{
            let pointer = regs[$ptr as usize];
            if pointer == NULL {
                break Exit::Error(ErrorKind::NullDereference);
            }
            let word = cells[address(pointer)];
            if word == UNINIT {
                break Exit::Error(ErrorKind::Uninitialized);
            }
            word
        }};
    }
    // A new cell with a word.
    macro_rules! new_cell {
        ($dst:expr, $word:expr) => {{
            let word = $word;
            let Some(cell) = cells.get_mut(at.used) else { break Exit::Slow };
            *cell = word;
            regs[$dst as usize] = reference(at.used, 0);
            at.used += 1;
        }};
    }
    macro_rules! call {
        ($dst:expr, $args:expr, $function:expr) => {{
            let callee = at.base + $args as usize;
            // Without room on either the slow way makes it.
            let Some(frame) = frames.get_mut(at.depth) else { break Exit::Slow };
            let Some(callee_regs) = window(stack, callee) else { break Exit::Slow };
            *frame = Frame { base: at.base, pc: pc as u32, dst: $dst };
            regs = callee_regs;
            at.base = callee;
            at.depth += 1;
            pc = $function as usize;
            step!();
        }};
    }
    macro_rules! leave {
        ($word:expr) => {{
            let word = $word;
            let Some(caller) = at.depth.checked_sub(1) else { break Exit::Returned(word) };
            let frame = frames[caller];
            let Some(caller_regs) = window(stack, frame.base) else { break Exit::Slow };
            regs = caller_regs;
            regs[frame.dst as usize] = word;
            at.depth = caller;
            at.base = frame.base;
            pc = frame.pc as usize;
        }};
    }

    let exit = loop {
        let instr = &code[pc];
        pc += 1;
        match *instr {
            Instr::Word { dst, word } => regs[dst as usize] = word,
            Instr::Move { dst, src } => regs[dst as usize] = regs[src as usize],
            Instr::Move2 { dst, src, dst2, src2 } => {
                regs[dst as usize] = regs[src as usize];
                regs[dst2 as usize] = regs[src2 as usize];
            }
            Instr::CheckInit { src } => {
                if regs[src as usize] == UNINIT {
                    break Exit::Error(ErrorKind::Uninitialized);
                }
            }

            Instr::Add { dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                put!(dst, (x | y), x.checked_add(y));
            }
            Instr::Sub { dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                put!(dst, (x | y), x.checked_sub(y));
            }
            Instr::Mul { dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                put!(dst, (x | y), (x >> 1).checked_mul(y));
            }
            Instr::Div { dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                if y == 0 {
                    break Exit::Error(ErrorKind::DivisionByZero);
                }
                put!(dst, (x | y), quotient(x, y));
            }
            Instr::AddWord { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, x.checked_add(imm));
            }
            Instr::RsubWord { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, imm.checked_sub(x));
            }
            Instr::MulNumber { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, x.checked_mul(imm));
            }
            Instr::DivWord { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, quotient(x, imm));
            }
            Instr::DivSmall { dst, a, imm, magic } => {
                let x = regs[a as usize];
                let quotient = match u32::try_from(x >> 1) {
                    Ok(n) => i64::from(divide(n, magic)),
                    Err(_) => (x >> 1) / i64::from(imm.max(1)),
                };
                put!(dst, x, Some(quotient << 1));
            }
            Instr::DivPower { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, Some(shift_down(x >> 1, imm) << 1));
            }
            Instr::Rem { dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                if y == 0 {
                    break Exit::Error(ErrorKind::DivisionByZero);
                }
                put!(dst, (x | y), remainder(x, y));
            }
            Instr::RemWord { dst, a, imm } => {
                let x = regs[a as usize];
                put!(dst, x, remainder(x, imm));
            }
            Instr::RemSmall { dst, a, imm, magic } => {
                let x = regs[a as usize];
                let remainder = match u32::try_from(x >> 1) {
                    Ok(n) => i64::from(n - divide(n, magic) * u32::from(imm)),
                    Err(_) => (x >> 1) % i64::from(imm.max(1)),
                };
                put!(dst, x, Some(remainder << 1));
            }
            Instr::RemPower { dst, a, imm } => {
                let x = regs[a as usize];
                let n = x >> 1;
                put!(dst, x, Some((n - (shift_down(n, imm) << imm)) << 1));
            }
            Instr::AddAdd { dst, a, b, add } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                put!(dst, (x | y), x.checked_add(y).and_then(|sum| sum.checked_add(i64::from(add))));
            }
            Instr::MulAdd { dst, a, b, factor, add } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                let product = y.checked_mul(i64::from(factor));
                let sum = product.and_then(|p| p.checked_add(x)).and_then(|s| s.checked_add(i64::from(add)));
                put!(dst, (x | y), sum);
            }
            Instr::Linear { dst, b, factor, add } => {
                let y = regs[b as usize];
                put!(dst, y, y.checked_mul(i64::from(factor)).and_then(|p| p.checked_add(i64::from(add))));
            }
            Instr::AddMul { dst, a, b, c } => {
                let (x, y, z) = (regs[a as usize], regs[b as usize], regs[c as usize]);
                put!(dst, (x | y | z), (y >> 1).checked_mul(z).and_then(|product| product.checked_add(x)));
            }
            Instr::Compare { orders, dst, a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                put!(dst, (x | y), Some(i64::from(orders.hold(x, y)) << 1));
            }
            Instr::Not { dst, a } => regs[dst as usize] = i64::from(regs[a as usize] == 0) << 1,

            Instr::Jump { to } => {
                pc = to as usize;
                step!();
            }
            Instr::JumpLt { a, b, off, to } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                let Some(limit) = y.checked_add(i64::from(off)) else { break Exit::Slow };
                compare_jump!(x, y, x < limit, to);
            }
            Instr::JumpEq { a, b, to } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                compare_jump!(x, y, x == y, to);
            }
            Instr::JumpNe { a, b, to } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                compare_jump!(x, y, x != y, to);
            }
            Instr::JumpLtWord { a, to, imm } => compare_word!(a, <, imm, to),
            Instr::JumpGtWord { a, to, imm } => compare_word!(a, >, imm, to),
            Instr::JumpEqWord { a, to, imm } => compare_word!(a, ==, imm, to),
            Instr::JumpNeWord { a, to, imm } => compare_word!(a, !=, imm, to),
            Instr::StepJumpLt { a, b, step, off, to } => {
                step_jump!(a, i64::from(step), <, regs[b as usize], i64::from(off), to);
            }
            Instr::StepRegJumpLt { a, by, b, off, to } => {
                step_jump!(a, regs[by as usize], <, regs[b as usize], i64::from(off), to);
            }
            Instr::StepJumpLtWord { a, step, to, imm } => step_jump!(a, i64::from(step), <, imm, 0, to),
            Instr::StepJumpGtWord { a, step, to, imm } => step_jump!(a, i64::from(step), >, imm, 0, to),
            Instr::JumpMultiple { a, power, want, to } => {
                let x = regs[a as usize];
                if x & 1 != 0 {
                    break Exit::Slow;
                }
                jump_if!((x & ((2 << power) - 1) == 0) == want, to);
            }
            Instr::JumpElem { orders, array, index, off, b, to } => {
                let (x, y) = (*element!(array, index, off), regs[b as usize]);
                compare_jump!(x, y, orders.hold(x, y), to);
            }
            Instr::JumpElemWord { orders, array, index, off, imm, to } => {
                let x = *element!(array, index, off);
                if x & 1 != 0 {
                    break Exit::Slow;
                }
                jump_if!(orders.hold(x, i64::from(imm)), to);
            }

            Instr::NewCell { dst, src } => new_cell!(dst, regs[src as usize]),
            Instr::NewEmptyCell { dst } => new_cell!(dst, UNINIT),
            Instr::NewArray { dst, len } => {
                let end = at.used + len as usize;
                if end > cells.len() {
                    break Exit::Slow;
                }
                regs[dst as usize] = reference(at.used, len);
                at.used = end;
            }
            Instr::Load { dst, ptr } => regs[dst as usize] = follow!(ptr),
            Instr::Store { ptr, src } => {
                let pointer = regs[ptr as usize];
                if pointer == NULL {
                    break Exit::Error(ErrorKind::NullDereference);
                }
                cells[address(pointer)] = regs[src as usize];
            }
            Instr::LoadElem { dst, array, index, off } => regs[dst as usize] = *element!(array, index, off),
            Instr::LoadElem2 { dst, array, row, row_off, index, off } => {
                let row = *element!(array, row, row_off);
                // The instruction that was taken over: errors are now at its place.
                pc += 1;
                match element(cells, row, regs[index as usize], i64::from(off)) {
                    Some(cell) => regs[dst as usize] = *cell,
                    None => break Exit::Error(ErrorKind::OutOfBounds),
                }
            }
            Instr::AddElem { dst, a, array, index, off } => {
                let (x, y) = (regs[a as usize], *element!(array, index, off));
                put!(dst, (x | y), x.checked_add(y));
            }
            Instr::StoreElem { array, index, off, src } => *element!(array, index, off) = regs[src as usize],
            Instr::StoreElemWord { array, index, off, imm } => *element!(array, index, off) = i64::from(imm),
            Instr::LoadField { dst, record, index } => {
                regs[dst as usize] = cells[address(regs[record as usize]) + index as usize];
            }
            Instr::AddField { dst, a, record, index } => {
                let (x, y) = (regs[a as usize], cells[address(regs[record as usize]) + index as usize]);
                put!(dst, (x | y), x.checked_add(y));
            }
            Instr::StoreField { record, index, src } => {
                cells[address(regs[record as usize]) + index as usize] = regs[src as usize];
            }
            Instr::LoadVia { dst, ptr, index } => {
                regs[dst as usize] = cells[address(follow!(ptr)) + index as usize];
            }
            Instr::AddVia { dst, a, ptr, index } => {
                let (x, y) = (regs[a as usize], cells[address(follow!(ptr)) + index as usize]);
                put!(dst, (x | y), x.checked_add(y));
            }
            Instr::StoreVia { ptr, index, src } => {
                cells[address(follow!(ptr)) + index as usize] = regs[src as usize];
            }

            Instr::Call { dst, args, function } => call!(dst, args, function),
            Instr::CallAdd { dst, args, a, imm, function } => {
                let x = regs[a as usize];
                put!(args, x, x.checked_add(i64::from(imm)));
                call!(dst, args, function);
            }
            Instr::Return { src } => leave!(regs[src as usize]),
            Instr::ReturnAdd { a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                match x.checked_add(y) {
                    Some(sum) if (x | y) & 1 == 0 => leave!(sum),
                    _ => break Exit::Slow,
                }
            }
            Instr::ReturnMul { a, b } => {
                let (x, y) = (regs[a as usize], regs[b as usize]);
                match (x >> 1).checked_mul(y) {
                    Some(product) if (x | y) & 1 == 0 => leave!(product),
                    _ => break Exit::Slow,
                }
            }
            Instr::Input { .. } | Instr::Output { .. } => break Exit::Slow,
        }
    };
    at.pc = pc;
    exit
}

#[inline(always)]
fn window(stack: &mut [i64], base: usize) -> Option<&mut [i64; WINDOW]> {
    stack.get_mut(base..)?.first_chunk_mut()
}

/// The word of the quotient of two even words, of which the second is not zero; `None` where the slow way must decide.
#[inline(always)]
fn quotient(x: i64, y: i64) -> Option<i64> {
    // 32-bit division is several times faster on many machines.
    if let (Ok(a), Ok(b)) = (u32::try_from(x), u32::try_from(y)) {
        return a.checked_div(b).map(|q| i64::from(q) << 1);
    }
    x.checked_div(y).and_then(small)
}

/// The word of the remainder of two even words, of which the second is not zero.
#[inline(always)]
fn remainder(x: i64, y: i64) -> Option<i64> {
    if let (Ok(a), Ok(b)) = (u32::try_from(x), u32::try_from(y)) {
        return a.checked_rem(b).map(i64::from);
    }
    x.checked_rem(y)
}

/// `n / divisor` by the divisor's `magic`: see [`Instr::DivSmall`].
#[inline(always)]
fn divide(n: u32, magic: u64) -> u32 {
    ((u128::from(n) * u128::from(magic)) >> 64) as u32
}

/// `n / 2^power`, rounded toward zero: negative numbers are first moved up by the divisor less one.
#[inline(always)]
fn shift_down(n: i64, power: u8) -> i64 {
    (n + ((n >> 63) & ((1 << power) - 1))) >> power
}

/// The cell of an element, if there is one.
#[inline(always)]
fn element(cells: &mut [i64], array: i64, index: i64, off: i64) -> Option<&mut i64> {
    // What overflows wraps to something that is not below any length; a large number is an odd word and no index.
    let index = index.wrapping_add(off);
    let at = (index >> 1) as u64;
    if index & 1 != 0 || at >= length(array) {
        return None;
    }
    cells.get_mut(address(array) + at as usize)
}
