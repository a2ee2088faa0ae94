//! Ops that call and return: see [`super::hot`].
//!
//! A call leaves its number in the first register of the callee; its op says where the result goes and how far the callee's
//! registers are from the caller's.

use super::code::{FIRST_VARIABLE, Reg};
use super::hot::{base, go, pause, slow, window};
use super::instr::Instr;
use super::op::{Exit, Handler, Left, Op, State, Window};
use super::place::Place;

/// The first argument: the register before it is for the return.
const ARGUMENTS: usize = FIRST_VARIABLE as usize;

/// What a call leaves for the return: an even word, so that it is no large number.
#[inline(always)]
pub(super) fn caller(at: u32) -> i64 {
    i64::from(at) << 1
}

/// The number of the call that left a word.
#[inline(always)]
pub(super) fn call_of(word: i64) -> usize {
    (word >> 1) as usize
}

/// Calls with the frame that starts in register `b`, after putting arguments into its window. `first` goes to what is run
/// there: the call itself, or the test at the start of the callee where it is known to jump, which is a step then too.
macro_rules! call {
    ($state:ident, $op:ident, $first:ident at $place:ident, $skipped:literal, $rest:ident, $regs:ident, $left:ident,
        |$window:ident| $arguments:block) => {{
        let callee = base($state.stack, $regs) + $op.b as usize;
        let Some(calls) = $left.calls.checked_sub(1) else { return slow($state, $rest, $regs, $left) };
        // Without room the slow way makes it.
        let Some($window) = window($state.stack, callee) else { return slow($state, $rest, $regs, $left) };
        $window[0].set(caller($op.at));
        $arguments
        let left = Left { steps: $left.steps - $skipped, calls };
        go!($state, $first, $place, $window, left)
    }};
}

/// Returns a word.
macro_rules! leave {
    ($state:ident, $regs:ident, $left:ident, $word:expr) => {{
        let word = $word;
        let callee = base($state.stack, $regs);
        if callee == 0 {
            return finish($state, word, $left);
        }
        // A call is in the code, and has a window.
        let Some(call) = Place::new($state.code, call_of($regs[0].get())) else { return };
        let (call, rest) = call.take();
        let Some(regs) = window($state.stack, callee.wrapping_sub(call.b as usize)) else { return };
        regs[call.a as usize].set(word);
        let left = Left { calls: $left.calls + 1, ..$left.step() };
        if left.steps == 0 {
            return pause($state, rest, regs, left);
        }
        (call.next)($state, rest, regs, left)
    }};
}

/// Ends a handler: `main` returned.
#[cold]
#[inline(never)]
fn finish(state: &mut State<'_>, word: i64, left: Left) {
    state.left = left;
    state.word = word;
    state.exit = Exit::Returned;
}

pub(super) fn call<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
    let (op, rest) = place.take();
    call!(state, op, op at place, 0, rest, regs, left, |window| {})
}

pub(super) fn call_add<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
    let (op, rest) = place.take();
    let x = regs[op.c as usize].get();
    if x & 1 != 0 {
        return large_call_add(state, place, regs, left);
    }
    let Some(sum) = x.checked_add(i64::from(op.d as i16)) else { return large_call_add(state, place, regs, left) };
    call!(state, op, op at place, 0, rest, regs, left, |window| { window[ARGUMENTS].set(sum) })
}

/// With a large argument.
#[cold]
#[inline(never)]
fn large_call_add<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
    let (op, rest) = place.take();
    let (x, imm) = (regs[op.c as usize].get(), i64::from(op.d as i16));
    if state.numbers.is_due() {
        return slow(state, rest, regs, left);
    }
    let sum = if imm == 0 { Some(x) } else { state.numbers.sum(x, imm) };
    let Some(sum) = sum else { return slow(state, rest, regs, left) };
    call!(state, op, op at place, 0, rest, regs, left, |window| { window[ARGUMENTS].set(sum) })
}

/// A call that copies `N` arguments.
pub(super) fn call_with<'a, const N: usize>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
    let (op, rest) = place.take();
    call!(state, op, op at place, 0, rest, regs, left, |window| {
        for which in 0..N {
            window[ARGUMENTS + which].set(source(op, which, regs));
        }
    })
}

/// A call that copies `N` arguments, all but number `K`, which is a sum.
pub(super) fn call_with_add<'a, const N: usize, const K: usize>(
    state: &mut State<'a>,
    place: Place<'a>,
    regs: &'a Window,
    left: Left,
) {
    let (op, rest) = place.take();
    let x = regs[op.c as usize].get();
    if x & 1 != 0 {
        return slow(state, rest, regs, left);
    }
    let Some(sum) = x.checked_add(i64::from(op.d as i16)) else { return slow(state, rest, regs, left) };
    call!(state, op, op at place, 0, rest, regs, left, |window| {
        for which in 0..N {
            window[ARGUMENTS + which].set(if which == K { sum } else { source(op, which, regs) });
        }
    })
}

/// The argument of this number.
#[inline(always)]
fn source(op: &Op, which: usize, regs: &Window) -> i64 {
    regs[(op.imm >> (16 * which)) as u16 as usize].get()
}

pub(super) fn leave<'a>(state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, left: Left) {
    let (op, _) = rest.take();
    leave!(state, regs, left, regs[op.a as usize].get())
}

/// Returns a result, which is computed in another way where a number is large.
macro_rules! leave_with {
    ($name:ident, $large:ident, |$x:ident, $y:ident| $word:expr, $operation:ident) => {
        pub(super) fn $name<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
            let (op, _) = place.take();
            let ($x, $y) = (regs[op.b as usize].get(), regs[op.c as usize].get());
            if ($x | $y) & 1 != 0 {
                return $large(state, place, regs, left);
            }
            let Some(word) = $word else { return $large(state, place, regs, left) };
            leave!(state, regs, left, word)
        }

        #[cold]
        #[inline(never)]
        fn $large<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
            let (op, rest) = place.take();
            if state.numbers.is_due() {
                return slow(state, rest, regs, left);
            }
            let word = state.numbers.$operation(regs[op.b as usize].get(), regs[op.c as usize].get());
            let Some(word) = word else { return slow(state, rest, regs, left) };
            leave!(state, regs, left, word)
        }
    };
}

leave_with!(leave_add, large_leave_add, |x, y| x.checked_add(y), sum);
leave_with!(leave_mul, large_leave_mul, |x, y| (x >> 1).checked_mul(y), product);

/// A call of a function that starts with a test of its only parameter and, where that says so, returns it or a word: if
/// it will, no frame is made.
macro_rules! call_or_base {
    ($name:ident, $order:tt, |$sum:ident, $base:ident| $result:expr) => {
        fn $name<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, left: Left) {
            let (op, rest) = place.take();
            if left.steps < 3 || left.calls == 0 {
                return call_add(state, place, regs, left);
            }
            let x = regs[op.c as usize].get();
            if x & 1 != 0 {
                return large_call_add(state, place, regs, left);
            }
            let Some($sum) = x.checked_add(i64::from(op.d as i16)) else {
                return large_call_add(state, place, regs, left);
            };
            let start = place.target();
            let (test, behind) = start.take();
            let ($base, _) = behind.take();
            if $sum $order test.imm {
                call!(state, op, test at start, 1, rest, regs, left, |window| { window[ARGUMENTS].set($sum) })
            } else {
                regs[op.a as usize].set($result);
                // The call and the return are steps nevertheless.
                (op.next)(state, rest, regs, left.step().step())
            }
        }
    };
}

call_or_base!(call_gt_or_same, >, |sum, _base| sum);
call_or_base!(call_gt_or_word, >, |_sum, base| base.imm);
call_or_base!(call_lt_or_same, <, |sum, _base| sum);
call_or_base!(call_lt_or_word, <, |_sum, base| base.imm);
call_or_base!(call_ne_or_same, !=, |sum, _base| sum);
call_or_base!(call_ne_or_word, !=, |_sum, base| base.imm);

/// A better handler for a `CallAdd` of a function with this code.
pub(super) fn of_base_case(function: &[Instr]) -> Option<Handler> {
    const PARAMETER: Reg = FIRST_VARIABLE;
    let same = match *function.get(1..)? {
        [Instr::Return { src: PARAMETER }, ..] => true,
        [Instr::Word { dst, .. }, Instr::Return { src }, ..] if src == dst => false,
        _ => return None,
    };
    match (*function.first()?, same) {
        (Instr::JumpGtWord { a: PARAMETER, .. }, true) => Some(call_gt_or_same),
        (Instr::JumpGtWord { a: PARAMETER, .. }, false) => Some(call_gt_or_word),
        (Instr::JumpLtWord { a: PARAMETER, .. }, true) => Some(call_lt_or_same),
        (Instr::JumpLtWord { a: PARAMETER, .. }, false) => Some(call_lt_or_word),
        (Instr::JumpNeWord { a: PARAMETER, .. }, true) => Some(call_ne_or_same),
        (Instr::JumpNeWord { a: PARAMETER, .. }, false) => Some(call_ne_or_word),
        _ => None,
    }
}
