//! Ops on cells: see [`super::hot`].

use super::ErrorKind;
use super::heap::{NULL, UNINIT, address, length, reference};
use super::hot::{Then, handler, slow, wrong};
use super::hot_large as large;
use super::op::{Left, Op, State, Window};
use super::place::Place;

/// The cell of element `off` behind that in register `c` of the array in register `b`, if there is one.
#[inline(always)]
pub(super) fn element<'c>(cells: &'c mut [i64], regs: &Window, op: &Op, off: i64) -> Option<&'c mut i64> {
    element_of(cells, regs[op.b as usize].get(), regs[op.c as usize].get(), off)
}

#[inline(always)]
fn element_of(cells: &mut [i64], array: i64, index: i64, off: i64) -> Option<&mut i64> {
    // What overflows wraps to something that is not below any length. A large number is an odd word and no index: its
    // tag becomes the highest bit.
    let at = (index.wrapping_add(off) as u64).rotate_right(1);
    if at >= length(array) {
        return None;
    }
    cells.get_mut(address(array) + at as usize)
}

/// The element, or the end of the handler.
macro_rules! element {
    ($state:ident, $op:ident, $rest:ident, $regs:ident, $left:ident, $off:expr) => {
        match element($state.cells, $regs, $op, $off) {
            Some(cell) => cell,
            None => return wrong($state, $rest, $regs, $left, ErrorKind::OutOfBounds),
        }
    };
}

/// The word of the cell that the pointer in register `b` points to.
macro_rules! follow {
    ($state:ident, $op:ident, $rest:ident, $regs:ident, $left:ident) => {{
        let pointer = $regs[$op.b as usize].get();
        if pointer == NULL {
            return wrong($state, $rest, $regs, $left, ErrorKind::NullDereference);
        }
        let word = $state.cells[address(pointer)];
        if word == UNINIT {
            return wrong($state, $rest, $regs, $left, ErrorKind::Uninitialized);
        }
        word
    }};
}

/// A new cell with a word.
macro_rules! new_cell {
    ($state:ident, $op:ident, $rest:ident, $regs:ident, $left:ident, $word:expr) => {{
        let word = $word;
        let Some(cell) = $state.cells.get_mut($state.at.used) else { return slow($state, $rest, $regs, $left) };
        *cell = word;
        $regs[$op.a as usize].set(reference($state.at.used, 0));
        $state.at.used += 1;
    }};
}

/// A handler that adds to a word, unless either is large or the sum is.
macro_rules! add {
    ($name:ident($state:ident, $op:ident, $rest:ident, $regs:ident, $left:ident) $x:expr, $y:expr) => {
        pub(in crate::interp) fn $name<'a, T: Then>(
            $state: &mut State<'a>,
            place: Place<'a>,
            $regs: &'a Window,
            $left: Left,
        ) {
            let ($op, $rest) = place.take();
            let (x, y) = ($x, $y);
            if (x | y) & 1 != 0 {
                return large::$name($state, place, $regs, $left);
            }
            let Some(sum) = x.checked_add(y) else { return large::$name($state, place, $regs, $left) };
            $regs[$op.a as usize].set(sum);
            T::go($op, $state, $rest, $regs, $left)
        }
    };
}

handler!(new_cell(state, op, rest, regs, left) {
    new_cell!(state, op, rest, regs, left, regs[op.b as usize].get());
});
handler!(new_empty_cell(state, op, rest, regs, left) {
    new_cell!(state, op, rest, regs, left, UNINIT);
});
handler!(new_array(state, op, rest, regs, left) {
    let end = state.at.used + op.imm as usize;
    if end > state.cells.len() {
        return slow(state, rest, regs, left);
    }
    regs[op.a as usize].set(reference(state.at.used, op.imm as u32));
    state.at.used = end;
});
handler!(new_pointed(state, op, rest, regs, left) {
    let (cell, end) = (state.at.used, state.at.used + 1 + op.imm as usize);
    if end > state.cells.len() {
        return slow(state, rest, regs, left);
    }
    let record = reference(cell + 1, op.imm as u32);
    state.cells[cell] = record;
    regs[op.a as usize].set(reference(cell, 0));
    regs[op.b as usize].set(record);
    state.at.used = end;
});
handler!(load(state, op, rest, regs, left) {
    regs[op.a as usize].set(follow!(state, op, rest, regs, left));
});
handler!(store(state, op, rest, regs, left) {
    let pointer = regs[op.b as usize].get();
    if pointer == NULL {
        return wrong(state, rest, regs, left, ErrorKind::NullDereference);
    }
    state.cells[address(pointer)] = regs[op.a as usize].get();
});
handler!(load_elem(state, op, rest, regs, left) {
    regs[op.a as usize].set(*element!(state, op, rest, regs, left, op.imm));
});
handler!(load_elem2(state, op, rest, regs, left) {
    let row = *element!(state, op, rest, regs, left, op.low());
    // The instruction that was taken over: errors are now at its place.
    let (_, rest) = rest.take();
    match element_of(state.cells, row, regs[op.d as usize].get(), op.high()) {
        Some(cell) => regs[op.a as usize].set(*cell),
        None => return wrong(state, rest, regs, left, ErrorKind::OutOfBounds),
    }
});
add!(add_elem(state, op, rest, regs, left)
    regs[op.d as usize].get(), *element!(state, op, rest, regs, left, op.imm));
handler!(store_elem(state, op, rest, regs, left) {
    *element!(state, op, rest, regs, left, op.imm) = regs[op.a as usize].get();
});
handler!(store_elem_word(state, op, rest, regs, left) {
    *element!(state, op, rest, regs, left, op.low()) = op.high();
});
handler!(load_field(state, op, rest, regs, left) {
    regs[op.a as usize].set(state.cells[address(regs[op.b as usize].get()) + op.imm as usize]);
});
add!(add_field(state, op, rest, regs, left)
    regs[op.c as usize].get(), state.cells[address(regs[op.b as usize].get()) + op.imm as usize]);
handler!(store_field(state, op, rest, regs, left) {
    state.cells[address(regs[op.b as usize].get()) + op.imm as usize] = regs[op.a as usize].get();
});
handler!(load_via(state, op, rest, regs, left) {
    regs[op.a as usize].set(state.cells[address(follow!(state, op, rest, regs, left)) + op.imm as usize]);
});
add!(add_via(state, op, rest, regs, left)
    regs[op.c as usize].get(), state.cells[address(follow!(state, op, rest, regs, left)) + op.imm as usize]);
handler!(store_via(state, op, rest, regs, left) {
    state.cells[address(follow!(state, op, rest, regs, left)) + op.imm as usize] = regs[op.a as usize].get();
});
