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
use super::op::{BURST, Exit, Op, Ops, State, Window};
use super::place::Place;

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The next instruction.
    pub pc: usize,
    /// Where the registers of the current function start on the stack.
    pub base: usize,
    /// How many callers there are.
    pub depth: usize,
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
pub(super) fn run(
    code: &Ops,
    stack: &mut [i64],
    max_depth: usize,
    cells: &mut [i64],
    numbers: &mut Numbers,
    at: &mut Position,
) -> Ran {
    let mut state = State {
        code: &code.ops,
        cells,
        numbers,
        stack: Cell::from_mut(stack).as_slice_of_cells(),
        max_depth,
        exit: Exit::Pause,
        at: *at,
        burst: 0,
        word: 0,
        error: ErrorKind::Uninitialized,
    };
    let ran = loop {
        match state.exit {
            Exit::Pause => {
                if state.burst == 0 {
                    state.burst = state.at.fuel.min(BURST);
                    state.at.fuel -= state.burst;
                    if state.burst == 0 {
                        break Ran::Fuel;
                    }
                }
                let (pc, burst) = (state.at.pc, state.burst);
                // Whoever made the frame also made room for its window.
                let Some(regs) = window(state.stack, state.at.base) else { break Ran::Slow };
                let Some(place) = Place::new(&code.ops, pc) else { break Ran::Slow };
                code.handlers[pc](&mut state, place, regs, burst);
            }
            Exit::Slow => break Ran::Slow,
            Exit::Error => break Ran::Error(state.error),
            Exit::Returned => break Ran::Returned(state.word),
        }
    };
    *at = state.at;
    at.fuel += state.burst;
    ran
}

#[inline(always)]
pub(super) fn window(stack: &[Cell<i64>], base: usize) -> Option<&Window> {
    stack.get(base..)?.first_chunk()
}

/// Returns to the loop, which goes on with `rest`.
#[cold]
#[inline(never)]
pub(super) fn pause(state: &mut State<'_>, rest: Place<'_>, _: &Window, burst: u32) {
    state.at.pc = rest.index(state.code);
    state.burst = burst;
    state.exit = Exit::Pause;
}

/// Ends a handler: the instruction before `rest` needs the slow way.
#[cold]
#[inline(never)]
pub(super) fn slow(state: &mut State<'_>, rest: Place<'_>, regs: &Window, burst: u32) {
    pause(state, rest, regs, burst);
    state.exit = Exit::Slow;
}

/// Ends a handler: the instruction before `rest` is wrong.
#[cold]
#[inline(never)]
pub(super) fn wrong(state: &mut State<'_>, rest: Place<'_>, regs: &Window, burst: u32, error: ErrorKind) {
    pause(state, rest, regs, burst);
    state.error = error;
    state.exit = Exit::Error;
}

/// How a handler goes on. Handlers that often precede a certain other one are also made with that one in them.
pub(super) trait Then {
    fn go<'a>(op: &'a Op, state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, burst: u32);
}

/// With whatever op is next.
pub(super) struct Any;

impl Then for Any {
    #[inline(always)]
    fn go<'a>(op: &'a Op, state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, burst: u32) {
        (op.next)(state, rest, regs, burst)
    }
}

/// A handler: what it does, then the next op.
macro_rules! handler {
    ($name:ident($state:ident, $op:ident, $rest:ident, $regs:ident, $burst:ident) { $($body:tt)* }) => {
        pub(in crate::interp) fn $name<'a, T: Then>(
            $state: &mut State<'a>,
            $rest: Place<'a>,
            $regs: &'a Window,
            $burst: u32,
        ) {
            let ($op, $rest) = $rest.take();
            $($body)*
            T::go($op, $state, $rest, $regs, $burst)
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
            burst: u32,
        ) {
            let ($op, rest) = place.take();
            $(let $x = $regs[$op.$reg as usize].get();)+
            if (0 $(| $x)+) & 1 != 0 {
                return large::$name(state, place, $regs, burst);
            }
            let Some(word) = $word else { return large::$name(state, place, $regs, burst) };
            $regs[$op.a as usize].set(word);
            T::go($op, state, rest, $regs, burst)
        }
    };
}

/// Goes to where an op jumps to or what it calls.
macro_rules! go {
    ($state:ident, $op:ident, $rest:ident, $regs:ident, $burst:ident) => {{
        let $rest = Place::target($state.code, $op);
        let $burst = $burst - 1;
        if $burst == 0 {
            return pause($state, $rest, $regs, $burst);
        }
        ($op.other)($state, $rest, $regs, $burst)
    }};
}
pub(super) use go;

handler!(word(state, op, rest, regs, burst) {
    regs[op.a as usize].set(op.imm);
});
handler!(copy(state, op, rest, regs, burst) {
    regs[op.a as usize].set(regs[op.b as usize].get());
});
handler!(copy2(state, op, rest, regs, burst) {
    regs[op.a as usize].set(regs[op.b as usize].get());
    regs[op.c as usize].set(regs[op.d as usize].get());
});
handler!(check_init(state, op, rest, regs, burst) {
    if regs[op.a as usize].get() == UNINIT {
        return wrong(state, rest, regs, burst, ErrorKind::Uninitialized);
    }
});
handler!(not(state, op, rest, regs, burst) {
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
            burst: u32,
        ) {
            let (op, rest) = place.take();
            let (x, y) = (regs[op.b as usize].get(), regs[op.c as usize].get());
            if y == 0 {
                return wrong(state, rest, regs, burst, ErrorKind::DivisionByZero);
            }
            match $divide(x, y) {
                Some(word) if (x | y) & 1 == 0 => regs[op.a as usize].set(word),
                _ => return large::$name(state, place, regs, burst),
            }
            T::go(op, state, rest, regs, burst)
        }
    };
}

division!(div, quotient);
division!(rem, remainder);

pub(super) fn always_slow(state: &mut State<'_>, rest: Place<'_>, regs: &Window, burst: u32) {
    slow(state, rest.take().1, regs, burst)
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
