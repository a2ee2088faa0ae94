//! The loop that runs ops, and the ops of arithmetic: small numbers, existing cells, room on the stack. Large numbers
//! are in [`super::hot_large`]. Whatever else an instruction needs ends the loop with [`Ran::Slow`] before the instruction had any effect;
//! [`super::machine`] then runs that one instruction and comes back.
//!
//! Handlers call nothing but the next op, which is what keeps everything in machine registers.

use std::cell::Cell;

use super::ErrorKind;
use super::code::Orders;
use super::heap::{UNINIT, small};
use super::hot_large as large;
use super::numbers::Numbers;
use super::op::{BURST, Exit, Left, Op, Ops, State, Window};
use super::place::Place;

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The next instruction.
    pub pc: usize,
    /// Where the registers of the current function start on the stack.
    pub base: usize,
    /// How many more calls may be open at once.
    pub calls: u32,
    /// How many steps are left before [`Ran::Fuel`].
    pub fuel: u32,
    /// How many cells are in use, those behind it are room for more.
    pub used: usize,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ran {
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
pub(super) fn run(code: &Ops, stack: &mut [i64], cells: &mut [i64], numbers: &mut Numbers, at: &mut Position) -> Ran {
    let mut state = State {
        code: &code.ops,
        cells,
        numbers,
        stack: Cell::from_mut(stack).as_slice_of_cells(),
        exit: Exit::Pause,
        at: *at,
        left: Left { steps: 0, calls: at.calls },
        word: 0,
        error: ErrorKind::Uninitialized,
    };
    let ran = loop {
        match state.exit {
            Exit::Pause => {
                if state.left.steps == 0 {
                    state.left.steps = state.at.fuel.min(BURST);
                    state.at.fuel -= state.left.steps;
                    if state.left.steps == 0 {
                        break Ran::Fuel;
                    }
                }
                let (pc, left) = (state.at.pc, state.left);
                // Whoever made the frame also made room for its window.
                let Some(regs) = window(state.stack, state.at.base) else { break Ran::Slow };
                let Some(place) = Place::new(&code.ops, pc) else { break Ran::Slow };
                code.handlers[pc](&mut state, place, regs, left);
            }
            Exit::Slow => break Ran::Slow,
            Exit::Error => break Ran::Error(state.error),
            Exit::Returned => break Ran::Returned(state.word),
        }
    };
    *at = state.at;
    at.fuel += state.left.steps;
    at.calls = state.left.calls;
    ran
}

#[inline(always)]
pub(super) fn window(stack: &[Cell<i64>], base: usize) -> Option<&Window> {
    stack.get(base..)?.first_chunk()
}

/// Where a window starts: what [`window`] was given. Not kept anywhere while ops run, so that no call waits for a store.
#[inline(always)]
pub(super) fn base(stack: &[Cell<i64>], regs: &Window) -> usize {
    (regs.as_ptr().addr() - stack.as_ptr().addr()) / size_of::<Cell<i64>>()
}

/// Returns to the loop, which goes on with `rest`.
#[cold]
#[inline(never)]
pub(super) fn pause(state: &mut State<'_>, rest: Place<'_>, regs: &Window, left: Left) {
    state.at.base = base(state.stack, regs);
    state.at.pc = rest.index(state.code);
    state.left = left;
    state.exit = Exit::Pause;
}

/// Ends a handler: the instruction before `rest` needs the slow way.
#[cold]
#[inline(never)]
pub(super) fn slow(state: &mut State<'_>, rest: Place<'_>, regs: &Window, left: Left) {
    pause(state, rest, regs, left);
    state.exit = Exit::Slow;
}

/// Ends a handler: the instruction before `rest` is wrong.
#[cold]
#[inline(never)]
pub(super) fn wrong(state: &mut State<'_>, rest: Place<'_>, regs: &Window, left: Left, error: ErrorKind) {
    pause(state, rest, regs, left);
    state.error = error;
    state.exit = Exit::Error;
}

/// How a handler goes on. Handlers that often precede a certain other one are also made with that one in them.
pub(super) trait Then {
    fn go<'a>(op: &'a Op, state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, left: Left);
}

/// With whatever op is next.
pub(super) struct Any;

impl Then for Any {
    #[inline(always)]
    fn go<'a>(op: &'a Op, state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, left: Left) {
        (op.next)(state, rest, regs, left)
    }
}

/// A handler: what it does, then the next op.
macro_rules! handler {
    ($name:ident($state:ident, $op:ident, $rest:ident, $regs:ident, $left:ident) { $($body:tt)* }) => {
        pub(in crate::interp) fn $name<'a, T: Then>(
            $state: &mut State<'a>,
            $rest: Place<'a>,
            $regs: &'a Window,
            $left: Left,
        ) {
            let ($op, $rest) = $rest.take();
            $($body)*
            T::go($op, $state, $rest, $regs, $left)
        }
    };
}
pub(super) use handler;

/// A handler that stores a word, unless an operand was large (odd) or the result is.
macro_rules! arith {
    ($name:ident($op:ident, $regs:ident, $($x:ident = $reg:ident),+) $word:expr) => {
        pub(in crate::interp) fn $name<'a, T: Then>(
            state: &mut State<'a>,
            place: Place<'a>,
            $regs: &'a Window,
            left: Left,
        ) {
            let ($op, rest) = place.take();
            $(let $x = $regs[$op.$reg as usize].get();)+
            if (0 $(| $x)+) & 1 != 0 {
                return large::$name(state, place, $regs, left);
            }
            let Some(word) = $word else { return large::$name(state, place, $regs, left) };
            $regs[$op.a as usize].set(word);
            T::go($op, state, rest, $regs, left)
        }
    };
}

/// Goes to where the op at a place jumps to or what it calls.
macro_rules! go {
    ($state:ident, $op:ident, $place:ident, $regs:ident, $left:ident) => {{
        let target = $place.target();
        let left = $left.step();
        if left.steps == 0 {
            return pause($state, target, $regs, left);
        }
        ($op.other)($state, target, $regs, left)
    }};
}
pub(super) use go;

handler!(word(state, op, rest, regs, left) {
    regs[op.a as usize].set(op.imm);
});
handler!(copy(state, op, rest, regs, left) {
    regs[op.a as usize].set(regs[op.b as usize].get());
});
handler!(copy2(state, op, rest, regs, left) {
    regs[op.a as usize].set(regs[op.b as usize].get());
    regs[op.c as usize].set(regs[op.d as usize].get());
});
handler!(check_init(state, op, rest, regs, left) {
    if regs[op.a as usize].get() == UNINIT {
        return wrong(state, rest, regs, left, ErrorKind::Uninitialized);
    }
});
handler!(not(state, op, rest, regs, left) {
    regs[op.a as usize].set(i64::from(regs[op.b as usize].get() == 0) << 1);
});

arith!(add(op, regs, x = b, y = c) x.checked_add(y));
arith!(sub(op, regs, x = b, y = c) x.checked_sub(y));
arith!(mul(op, regs, x = b, y = c)(x >> 1).checked_mul(y));
arith!(add_word(op, regs, x = b) x.checked_add(op.imm));
arith!(rsub_word(op, regs, x = b) op.imm.checked_sub(x));
arith!(mul_number(op, regs, x = b) x.checked_mul(op.imm));
arith!(div_word(op, regs, x = b) quotient(x, op.imm));
arith!(rem_word(op, regs, x = b) remainder(x, op.imm));
arith!(div_small(op, regs, x = b) Some(match u32::try_from(x >> 1) {
    Ok(n) => i64::from(divide(n, op.imm as u64)) << 1,
    Err(_) => ((x >> 1) / i64::from(op.c.max(1))) << 1,
}));
arith!(rem_small(op, regs, x = b) Some(match u32::try_from(x >> 1) {
    Ok(n) => i64::from(n - divide(n, op.imm as u64) * u32::from(op.c)) << 1,
    Err(_) => ((x >> 1) % i64::from(op.c.max(1))) << 1,
}));
arith!(div_power(op, regs, x = b) Some(shift_down(x >> 1, op.c) << 1));
arith!(rem_power(op, regs, x = b) Some(((x >> 1) - (shift_down(x >> 1, op.c) << op.c)) << 1));
arith!(add_add(op, regs, x = b, y = c) x.checked_add(y).and_then(|sum| sum.checked_add(op.imm)));
arith!(mul_add(op, regs, x = b, y = c)
    y.checked_mul(op.low()).and_then(|p| p.checked_add(x)).and_then(|s| s.checked_add(op.high())));
arith!(linear(op, regs, y = b) y.checked_mul(op.low()).and_then(|p| p.checked_add(op.high())));
arith!(add_mul(op, regs, x = b, y = c, z = d)(y >> 1).checked_mul(z).and_then(|product| product.checked_add(x)));
arith!(compare(op, regs, x = b, y = c) Some(i64::from(Orders::from_bits(op.d as u8).hold(x, y)) << 1));

/// A handler that divides.
macro_rules! division {
    ($name:ident, $divide:ident) => {
        pub(in crate::interp) fn $name<'a, T: Then>(
            state: &mut State<'a>,
            place: Place<'a>,
            regs: &'a Window,
            left: Left,
        ) {
            let (op, rest) = place.take();
            let (x, y) = (regs[op.b as usize].get(), regs[op.c as usize].get());
            if y == 0 {
                return wrong(state, rest, regs, left, ErrorKind::DivisionByZero);
            }
            match $divide(x, y) {
                Some(word) if (x | y) & 1 == 0 => regs[op.a as usize].set(word),
                _ => return large::$name(state, place, regs, left),
            }
            T::go(op, state, rest, regs, left)
        }
    };
}

division!(div, quotient);
division!(rem, remainder);

pub(super) fn always_slow(state: &mut State<'_>, rest: Place<'_>, regs: &Window, left: Left) {
    slow(state, rest.take().1, regs, left)
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

/// `n / divisor` by the divisor's `magic`: see [`super::instr::Instr::DivSmall`].
#[inline(always)]
fn divide(n: u32, magic: u64) -> u32 {
    ((u128::from(n) * u128::from(magic)) >> 64) as u32
}

/// `n / 2^power`, rounded toward zero: negative numbers are first moved up by the divisor less one.
#[inline(always)]
fn shift_down(n: i64, power: u16) -> i64 {
    // Powers are below 63, which the compiler cannot know.
    let power = u32::from(power) & 63;
    (n + ((n >> 63) & ((1 << power) - 1))) >> power
}
