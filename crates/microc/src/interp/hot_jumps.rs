//! Ops that jump: see [`super::hot`].

use super::ErrorKind;
use super::code::Orders;
use super::hot::{Any, Then, add, go, pause, sub, wrong};
use super::hot_calls::leave;
use super::hot_cells::{element, load_elem};
use super::hot_large as large;
use super::op::{Left, Op, State, Window};
use super::place::Place;

/// A handler that jumps if its body says so.
macro_rules! jump {
    ($name:ident$(<$orders:ident>)?($state:ident, $place:ident, $op:ident, $rest:ident, $regs:ident, $left:ident) $body:block) => {
        #[inline(always)]
        pub(in crate::interp) fn $name<'a $(, const $orders: u8)?>(
            $state: &mut State<'a>,
            $place: Place<'a>,
            $regs: &'a Window,
            $left: Left,
        ) {
            let ($op, $rest) = $place.take();
            let holds = $body;
            if !holds {
                return ($op.next)($state, $rest, $regs, $left);
            }
            go!($state, $op, $place, $regs, $left)
        }
    };
}

/// A comparison of two registers.
macro_rules! compare {
    ($name:ident, $op:tt) => {
        jump!($name(state, place, op, rest, regs, left) {
            let (x, y) = (regs[op.a as usize].get(), regs[op.b as usize].get());
            if (x | y) & 1 != 0 {
                return large::$name(state, place, regs, left);
            }
            x $op y
        });
    };
}

/// A comparison of a register with a word.
macro_rules! compare_word {
    ($name:ident, $op:tt) => {
        jump!($name(state, place, op, rest, regs, left) {
            let x = regs[op.a as usize].get();
            if x & 1 != 0 {
                return large::$name(state, place, regs, left);
            }
            x $op op.imm
        });
    };
}

/// An addition to a register and its comparison with something.
macro_rules! step {
    ($name:ident($op:ident, $regs:ident), $step:expr, $order:tt, $limit:expr, $off:expr, $tags:expr) => {
        jump!($name(state, place, $op, rest, $regs, left) {
            let x = $regs[$op.a as usize].get();
            if (x | $tags) & 1 != 0 {
                return large::$name(state, place, $regs, left);
            }
            let Some(sum) = x.checked_add($step) else { return large::$name(state, place, $regs, left) };
            let Some(limit) = $limit.checked_add($off) else { return large::$name(state, place, $regs, left) };
            $regs[$op.a as usize].set(sum);
            sum $order limit
        });
    };
}

jump!(jump(state, place, op, rest, regs, left) { true });
jump!(jump_lt(state, place, op, rest, regs, left) {
    let (x, y) = (regs[op.a as usize].get(), regs[op.b as usize].get());
    if (x | y) & 1 != 0 {
        return large::jump_lt(state, place, regs, left);
    }
    let Some(limit) = y.checked_add(op.imm) else { return large::jump_lt(state, place, regs, left) };
    x < limit
});
compare!(jump_eq, ==);
compare!(jump_ne, !=);
compare_word!(jump_lt_word, <);
compare_word!(jump_gt_word, >);
compare_word!(jump_eq_word, ==);
compare_word!(jump_ne_word, !=);
step!(step_jump_lt(op, regs), op.low(), <, regs[op.b as usize].get(), op.high(), regs[op.b as usize].get());
step!(step_reg_jump_lt(op, regs), regs[op.c as usize].get(), <, regs[op.b as usize].get(), op.imm,
    regs[op.b as usize].get() | regs[op.c as usize].get());
step!(step_jump_lt_word(op, regs), i64::from(op.b as i16), <, op.imm, 0, 0);
step!(step_jump_gt_word(op, regs), i64::from(op.b as i16), >, op.imm, 0, 0);

/// A step that jumps to itself, a loop without a body: two at once, so that only every other one waits for the register.
macro_rules! step_twice {
    ($name:ident, $once:ident, |$op:ident, $regs:ident| $step:expr, $order:tt, $limit:expr) => {
        pub(super) fn $name<'a>(state: &mut State<'a>, place: Place<'a>, $regs: &'a Window, left: Left) {
            let ($op, _) = place.take();
            let (x, step, limit) = ($regs[$op.a as usize].get(), $step, $limit);
            let sum = x.wrapping_add(step);
            // Whatever is not two plain steps in a row is one step.
            if (x | limit) & 1 == 0 && left.steps > 1 && (sum ^ x) >= 0 && sum $order limit {
                $regs[$op.a as usize].set(sum);
                return $once(state, place, $regs, left.step());
            }
            $once(state, place, $regs, left)
        }
    };
}

step_twice!(step_jump_lt_word_twice, step_jump_lt_word, |op, regs| i64::from(op.b as i16), <, op.imm);
step_twice!(step_jump_gt_word_twice, step_jump_gt_word, |op, regs| i64::from(op.b as i16), >, op.imm);

jump!(jump_multiple(state, place, op, rest, regs, left) {
    let x = regs[op.a as usize].get();
    if x & 1 != 0 {
        return large::jump_multiple(state, place, regs, left);
    }
    x & op.imm == 0
});
jump!(jump_not_multiple(state, place, op, rest, regs, left) {
    let x = regs[op.a as usize].get();
    if x & 1 != 0 {
        return large::jump_not_multiple(state, place, regs, left);
    }
    x & op.imm != 0
});
jump!(jump_elem<ORDERS>(state, place, op, rest, regs, left) {
    let Some(x) = element(state.cells, regs, op, op.imm) else { return wrong(state, rest, regs, left, ErrorKind::OutOfBounds) };
    let (x, y) = (*x, regs[op.a as usize].get());
    if (x | y) & 1 != 0 {
        return large::jump_elem::<ORDERS>(state, place, regs, left);
    }
    Orders::from_bits(ORDERS).hold(x, y)
});
jump!(jump_elem_word<ORDERS>(state, place, op, rest, regs, left) {
    let Some(x) = element(state.cells, regs, op, op.low()) else { return wrong(state, rest, regs, left, ErrorKind::OutOfBounds) };
    let x = *x;
    if x & 1 != 0 {
        return large::jump_elem_word::<ORDERS>(state, place, regs, left);
    }
    Orders::from_bits(ORDERS).hold(x, op.high())
});

/// With an op that is known.
macro_rules! then {
    ($name:ident, $handler:expr) => {
        pub(super) struct $name;

        impl Then for $name {
            #[inline(always)]
            fn go<'a>(_: &'a Op, state: &mut State<'a>, rest: Place<'a>, regs: &'a Window, left: Left) {
                $handler(state, rest, regs, left)
            }
        }
    };
}

// What loops end in.
then!(StepLt, step_jump_lt);
then!(StepRegLt, step_reg_jump_lt);
then!(StepLtWord, step_jump_lt_word);
then!(NeWord, jump_ne_word);
then!(EqWord, jump_eq_word);
then!(LtWord, jump_lt_word);
then!(GtWord, jump_gt_word);
then!(Lt, jump_lt);
then!(Eq, jump_eq);
then!(Ne, jump_ne);
then!(Elem, load_elem::<Any>);
then!(Plus, add::<Any>);
then!(Minus, sub::<Any>);
then!(Leave, leave);
then!(ElemNeWord, jump_elem_word::<0b101>);
