//! What ops do with large numbers, without leaving the ops if it goes well: see [`super::hot`].
//!
//! Each gets the place of the op it is for. Where it cannot go on, and when large numbers should be collected, the slow way
//! does the whole instruction and says what stopped it.

use std::cell::Cell;

use super::code::Orders;
use super::heap::address;
use super::hot::{go, pause, slow};
use super::hot_cells::element;
use super::numbers::Numbers;
use super::op::{Left, State, Window};
use super::place::Place;

/// Stores a word and goes on.
macro_rules! large {
    ($name:ident($state:ident, $op:ident, $regs:ident) $word:expr) => {
        #[cold]
        #[inline(never)]
        pub(in crate::interp) fn $name<'a>($state: &mut State<'a>, place: Place<'a>, $regs: &'a Window, left: Left) {
            let ($op, rest) = place.take();
            if $state.numbers.is_due() {
                return slow($state, rest, $regs, left);
            }
            let word: Option<i64> = $word;
            let Some(word) = word else { return slow($state, rest, $regs, left) };
            $regs[$op.a as usize].set(word);
            ($op.next)($state, rest, $regs, left)
        }
    };
}

/// Jumps if something holds.
macro_rules! large_jump {
    ($name:ident$(<$orders:ident>)?($state:ident, $op:ident, $regs:ident) $holds:expr) => {
        #[cold]
        #[inline(never)]
        pub(in crate::interp) fn $name<'a $(, const $orders: u8)?>(
            $state: &mut State<'a>,
            place: Place<'a>,
            $regs: &'a Window,
            left: Left,
        ) {
            let ($op, rest) = place.take();
            let holds: Option<bool> = $holds;
            let Some(holds) = holds else { return slow($state, rest, $regs, left) };
            if !holds {
                return ($op.next)($state, rest, $regs, left);
            }
            go!($state, $op, place, $regs, left)
        }
    };
}

/// What the register `a`, `b`, ... of the op has.
macro_rules! get {
    ($regs:ident[$op:ident.$reg:ident]) => {
        $regs[$op.$reg as usize].get()
    };
}

large!(add(state, op, regs) state.numbers.sum(get!(regs[op.b]), get!(regs[op.c])));
large!(sub(state, op, regs) state.numbers.difference(get!(regs[op.b]), get!(regs[op.c])));
large!(mul(state, op, regs) state.numbers.product(get!(regs[op.b]), get!(regs[op.c])));
large!(div(state, op, regs) state.numbers.quotient(get!(regs[op.b]), get!(regs[op.c])));
large!(rem(state, op, regs) state.numbers.remainder(get!(regs[op.b]), get!(regs[op.c])));
large!(add_word(state, op, regs) state.numbers.sum(get!(regs[op.b]), op.imm));
large!(rsub_word(state, op, regs) state.numbers.difference(op.imm, get!(regs[op.b])));
large!(mul_number(state, op, regs) state.numbers.product(get!(regs[op.b]), op.imm << 1));
large!(div_word(state, op, regs) state.numbers.quotient(get!(regs[op.b]), op.imm));
large!(rem_word(state, op, regs) state.numbers.remainder(get!(regs[op.b]), op.imm));
large!(div_small(state, op, regs) state.numbers.quotient(get!(regs[op.b]), i64::from(op.c) << 1));
large!(rem_small(state, op, regs) state.numbers.remainder(get!(regs[op.b]), i64::from(op.c) << 1));
large!(div_power(state, op, regs) state.numbers.quotient(get!(regs[op.b]), 2 << op.c));
large!(rem_power(state, op, regs) state.numbers.remainder(get!(regs[op.b]), 2 << op.c));
large!(add_add(state, op, regs) state.numbers.add_add(get!(regs[op.b]), get!(regs[op.c]), op.imm));
large!(mul_add(state, op, regs)
    state.numbers.mul_add(get!(regs[op.b]), get!(regs[op.c]), op.low() << 1, op.high()));
large!(linear(state, op, regs) state.numbers.mul_add(0, get!(regs[op.b]), op.low() << 1, op.high()));
large!(add_mul(state, op, regs) state.numbers.mul_add(get!(regs[op.b]), get!(regs[op.c]), get!(regs[op.d]), 0));
large!(compare(state, op, regs) {
    let order = state.numbers.compare(get!(regs[op.b]), get!(regs[op.c]));
    Some(i64::from(Orders::from_bits(op.d as u8).include(order)) << 1)
});
large!(add_elem(state, op, regs) match element(state.cells, regs, op, op.imm) {
    Some(y) => state.numbers.sum(get!(regs[op.d]), *y),
    None => None,
});
large!(add_field(state, op, regs) {
    let y = state.cells[address(get!(regs[op.b])) + op.imm as usize];
    state.numbers.sum(get!(regs[op.c]), y)
});
large!(add_via(state, op, regs) {
    let record = state.cells[address(get!(regs[op.b]))];
    let y = state.cells[address(record) + op.imm as usize];
    state.numbers.sum(get!(regs[op.c]), y)
});

large_jump!(jump_lt(state, op, regs) Some(state.numbers.is_below(get!(regs[op.a]), get!(regs[op.b]), op.imm)));
large_jump!(jump_eq(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), get!(regs[op.b])).is_eq()));
large_jump!(jump_ne(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), get!(regs[op.b])).is_ne()));
large_jump!(jump_lt_word(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), op.imm).is_lt()));
large_jump!(jump_gt_word(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), op.imm).is_gt()));
large_jump!(jump_eq_word(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), op.imm).is_eq()));
large_jump!(jump_ne_word(state, op, regs) Some(state.numbers.compare(get!(regs[op.a]), op.imm).is_ne()));
large_jump!(step_jump_lt(state, op, regs) step(state, &regs[op.a as usize], op.low(), |numbers, sum| {
    numbers.is_below(sum, get!(regs[op.b]), op.high())
}));
large_jump!(step_reg_jump_lt(state, op, regs) step(state, &regs[op.a as usize], get!(regs[op.c]), |numbers, sum| {
    numbers.is_below(sum, get!(regs[op.b]), op.imm)
}));
large_jump!(step_jump_lt_word(state, op, regs)
    step(state, &regs[op.a as usize], i64::from(op.b as i16), |numbers, sum| numbers.compare(sum, op.imm).is_lt()));
large_jump!(step_jump_gt_word(state, op, regs)
    step(state, &regs[op.a as usize], i64::from(op.b as i16), |numbers, sum| numbers.compare(sum, op.imm).is_gt()));
large_jump!(jump_multiple(state, op, regs) Some(state.numbers.is_multiple(get!(regs[op.a]), op.imm)));
large_jump!(jump_not_multiple(state, op, regs) Some(!state.numbers.is_multiple(get!(regs[op.a]), op.imm)));
large_jump!(jump_elem<ORDERS>(state, op, regs) element(state.cells, regs, op, op.imm).map(|x| {
    Orders::from_bits(ORDERS).include(state.numbers.compare(*x, get!(regs[op.a])))
}));
large_jump!(jump_elem_word<ORDERS>(state, op, regs) element(state.cells, regs, op, op.low()).map(|x| {
    Orders::from_bits(ORDERS).include(state.numbers.compare(*x, op.high()))
}));

/// Adds to a register and says what then holds for it; none where the slow way must do it.
fn step(
    state: &mut State<'_>,
    register: &Cell<i64>,
    by: i64,
    holds: impl FnOnce(&mut Numbers, i64) -> bool,
) -> Option<bool> {
    if state.numbers.is_due() {
        return None;
    }
    let sum = state.numbers.sum(register.get(), by)?;
    register.set(sum);
    Some(holds(state.numbers, sum))
}
