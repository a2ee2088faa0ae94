//! Ops that call and return: see [`super::hot`].

use super::code::{FIRST_VARIABLE, Reg};
use super::hot::{go, pause, slow, window};
use super::instr::Instr;
use super::op::{Exit, Handler, State, Window};
use super::place::Place;

/// Where a call returns to, kept in the first register of the callee as one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Caller {
    /// The call.
    pub at: u32,
    /// Where it wants the result.
    pub dst: Reg,
    /// How far the callee's registers are from the caller's.
    pub args: Reg,
}

impl Caller {
    pub fn word(self) -> i64 {
        i64::from(self.at) << 32 | i64::from(self.dst) << 16 | i64::from(self.args)
    }
}

impl From<i64> for Caller {
    #[inline(always)]
    fn from(word: i64) -> Self {
        Self { at: (word as u64 >> 32) as u32, dst: (word >> 16) as Reg, args: word as Reg }
    }
}

/// Calls with the frame that starts in register `b`. `first` goes to what is run there: the call itself, or the test at the
/// start of the callee where it is known to jump, which is a step then too.
macro_rules! call {
    ($state:ident, $op:ident, $first:ident, $skipped:literal, $rest:ident, $regs:ident, $burst:ident) => {{
        let callee = $state.at.base + $op.b as usize;
        if $state.at.depth >= $state.max_depth {
            return slow($state, $rest, $regs, $burst);
        }
        // Without room the slow way makes it.
        let Some(window) = window($state.stack, callee) else { return slow($state, $rest, $regs, $burst) };
        window[0].set($op.imm);
        $state.at.base = callee;
        $state.at.depth += 1;
        let burst = $burst - $skipped;
        go!($state, $first, $rest, window, burst)
    }};
}

/// Returns a word.
macro_rules! leave {
    ($state:ident, $rest:ident, $regs:ident, $burst:ident, $word:expr) => {{
        let word = $word;
        let caller = Caller::from($regs[0].get());
        if $state.at.depth == 0 {
            return finish($state, word, $burst);
        }
        $state.at.depth -= 1;
        $state.at.base = $state.at.base.wrapping_sub(caller.args as usize);
        // A caller has a window, and a call in the code.
        let Some(regs) = window($state.stack, $state.at.base) else { return };
        let Some(call) = Place::new($state.code, caller.at as usize) else { return };
        let (call, rest) = call.take();
        regs[caller.dst as usize].set(word);
        // Returns are no steps, but must not nest without end either: what this takes from the burst goes to the fuel.
        $state.at.fuel += 1;
        let burst = $burst - 1;
        if burst == 0 {
            return pause($state, rest, regs, burst);
        }
        (call.next)($state, rest, regs, burst)
    }};
}

/// Ends a handler: `main` returned.
#[cold]
#[inline(never)]
fn finish(state: &mut State<'_>, word: i64, burst: u32) {
    state.burst = burst;
    state.word = word;
    state.exit = Exit::Returned;
}

pub(super) fn call<'a>(state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, burst: u32) {
    let (op, rest) = rest.take();
    call!(state, op, op, 0, rest, regs, burst)
}

pub(super) fn call_add<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, burst: u32) {
    let (op, rest) = place.take();
    let x = regs[op.c as usize].get();
    if x & 1 != 0 {
        return large_call_add(state, place, regs, burst);
    }
    let Some(sum) = x.checked_add(i64::from(op.d as i16)) else { return large_call_add(state, place, regs, burst) };
    // The first register of the callee is not for arguments.
    regs[op.b.wrapping_add(FIRST_VARIABLE) as usize].set(sum);
    call!(state, op, op, 0, rest, regs, burst)
}

/// With a large argument.
#[cold]
#[inline(never)]
fn large_call_add<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, burst: u32) {
    let (op, rest) = place.take();
    let (x, imm) = (regs[op.c as usize].get(), i64::from(op.d as i16));
    if state.numbers.is_due() {
        return slow(state, rest, regs, burst);
    }
    let sum = if imm == 0 { Some(x) } else { state.numbers.sum(x, imm) };
    let Some(sum) = sum else { return slow(state, rest, regs, burst) };
    regs[op.b.wrapping_add(FIRST_VARIABLE) as usize].set(sum);
    call!(state, op, op, 0, rest, regs, burst)
}

pub(super) fn leave<'a>(state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, burst: u32) {
    let (op, _) = rest.take();
    leave!(state, rest, regs, burst, regs[op.a as usize].get())
}

/// Returns a result, which is computed in another way where a number is large.
macro_rules! leave_with {
    ($name:ident, $large:ident, |$x:ident, $y:ident| $word:expr, $operation:ident) => {
        pub(super) fn $name<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, burst: u32) {
            let (op, _) = place.take();
            let ($x, $y) = (regs[op.b as usize].get(), regs[op.c as usize].get());
            if ($x | $y) & 1 != 0 {
                return $large(state, place, regs, burst);
            }
            let Some(word) = $word else { return $large(state, place, regs, burst) };
            leave!(state, place, regs, burst, word)
        }

        #[cold]
        #[inline(never)]
        fn $large<'a>(state: &mut State<'a>, place: Place<'a>, regs: &'a Window, burst: u32) {
            let (op, rest) = place.take();
            if state.numbers.is_due() {
                return slow(state, rest, regs, burst);
            }
            let word = state.numbers.$operation(regs[op.b as usize].get(), regs[op.c as usize].get());
            let Some(word) = word else { return slow(state, rest, regs, burst) };
            leave!(state, rest, regs, burst, word)
        }
    };
}

leave_with!(leave_add, large_leave_add, |x, y| x.checked_add(y), sum);
leave_with!(leave_mul, large_leave_mul, |x, y| (x >> 1).checked_mul(y), product);

/// A call of a function that starts with a test of its only parameter and, where that says so, returns it or a word: if
/// it will, no frame is made.
macro_rules! call_or_base {
    ($name:ident, $order:tt, |$sum:ident, $base:ident| $result:expr) => {
        fn $name<'a>(state: &mut State<'a>, ops: Place<'a>, regs: &'a Window, burst: u32) {
            let (op, rest) = ops.take();
            if burst < 3 || state.at.depth >= state.max_depth {
                return call_add(state, ops, regs, burst);
            }
            let x = regs[op.c as usize].get();
            if x & 1 != 0 {
                return large_call_add(state, ops, regs, burst);
            }
            let Some($sum) = x.checked_add(i64::from(op.d as i16)) else { return large_call_add(state, ops, regs, burst) };
            let (test, behind) = Place::target(state.code, op).take();
            let ($base, _) = behind.take();
            if $sum $order test.imm {
                regs[op.b.wrapping_add(FIRST_VARIABLE) as usize].set($sum);
                call!(state, op, test, 1, rest, regs, burst)
            } else {
                regs[op.a as usize].set($result);
                // The call is a step nevertheless.
                let burst = burst - 1;
                if burst == 0 {
                    return pause(state, rest, regs, burst);
                }
                (op.next)(state, rest, regs, burst)
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
