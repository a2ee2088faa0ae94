//! Sums and products of large numbers, as code that instructions call: see [`super::large`]. Everything that is seldom (numbers of
//! different signs, long ones, no room) is refused: it is left to [`super::enter`].
//!
//! Words come in `rax` and `rcx`, a third one in `rdi`; the word of the result goes out in `rax`. All of `rcx`, `rdx`, `rsi` and
//! `rdi` may change. The carry says that it was refused. How words refer to numbers is said in [`super::super::arena`]:
//! the low half of a word with its sign and tag cleared is the number of limbs.

use pathfold_base::long::limbs::BLOCK;
use pathfold_x86::{Alu, Assembler, Cond, Label, Mem, Reg, Shift, Width, mem};

use super::super::arena::Borders;
use super::compile::context;
use super::enter::Context;

/// The low halves of words of numbers with one block, and with two.
const ONE_BLOCK: i32 = 1 << 2 | 1;
const ONE_BLOCK_NEGATIVE: i32 = ONE_BLOCK | 2;
const TWO_BLOCKS: i32 = 2 << 2 | 1;
/// The most blocks of a number that another one is made of, which may have one more.
const MOST_BLOCKS: i32 = Borders::ROOM as i32 - 1;
const LIMB: i32 = size_of::<u64>() as i32;

/// Where they are.
#[derive(Clone, Copy)]
pub(super) struct Routines {
    /// `rax + rcx`
    pub sum: Label,
    /// `rax * rcx`
    pub product: Label,
    /// `rdi + rax * rcx`
    pub sum_of_product: Label,
    /// `rax` divided by two to the power of `rcx`, which is from 1 to 63
    pub shifted: Label,
}

/// The ends that all of them have.
struct Ends {
    /// The number at the top is done: its word has the low half in `rsi`, where it starts is in `rdx`.
    made: Label,
    refuse: Label,
}

impl Routines {
    pub fn new(asm: &mut Assembler) -> Self {
        let ends = Ends { made: asm.label(), refuse: asm.label() };
        let routines = Routines {
            sum: sum(asm, &ends),
            product: product(asm, &ends),
            sum_of_product: sum_of_product(asm, &ends),
            shifted: shifted(asm, &ends),
        };
        asm.bind(ends.made);
        made(asm);
        asm.bind(ends.refuse);
        asm.mov_rm(Width::B8, Reg::R12, context!(cells));
        asm.stc();
        asm.ret();
        routines
    }
}

/// A limb, counted from one that is so many limbs behind the first of all.
fn limb(start: Reg, at: usize) -> Mem {
    mem(Reg::R13, at as i32 * LIMB).index(start, 3)
}

/// The word of what was made, and the new top. The carry is none.
fn made(asm: &mut Assembler) {
    asm.mov_rr(Width::B4, Reg::Rax, Reg::Rsi);
    asm.alu_ri(Alu::And, Width::B4, Reg::Rax, !3);
    asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rdx);
    asm.mov_mr(Width::B8, context!(top), Reg::Rax);
    asm.mov_rr(Width::B8, Reg::Rax, Reg::Rdx);
    asm.shift_ri(Shift::Shl, Width::B8, Reg::Rax, 32);
    asm.alu_rr(Alu::Or, Width::B8, Reg::Rax, Reg::Rsi);
    asm.ret();
}

/// Where the next number starts, in `rdx`; refuses if there is no room.
fn top(asm: &mut Assembler, ends: &Ends) {
    asm.mov_rm(Width::B8, Reg::Rdx, context!(top));
    asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rdx, context!(last));
    asm.jcc(Cond::Greater, ends.refuse);
}

/// Makes of the word of a large number where it starts, which is below `rdx`.
fn start(asm: &mut Assembler, word: Reg, ends: &Ends) {
    asm.shift_ri(Shift::Shr, Width::B8, word, 32);
    asm.alu_rr(Alu::Cmp, Width::B8, word, Reg::Rdx);
    asm.jcc(Cond::AboveEqual, ends.refuse);
}

/// How many blocks there are, in `rdi`, from the low half of a word in `rsi`.
fn count(asm: &mut Assembler, ends: &Ends) {
    asm.mov_rr(Width::B4, Reg::Rdi, Reg::Rsi);
    asm.shift_ri(Shift::Shr, Width::B4, Reg::Rdi, 2);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rdi, MOST_BLOCKS);
    asm.jcc(Cond::Above, ends.refuse);
}

fn swap(asm: &mut Assembler) {
    asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
    asm.mov_rr(Width::B8, Reg::Rax, Reg::Rcx);
    asm.mov_rr(Width::B8, Reg::Rcx, Reg::Rdx);
}

/// A block at the top, with what is in these registers and zeros above.
fn write_block(asm: &mut Assembler, low: Reg, high: Option<Reg>) {
    asm.mov_mr(Width::B8, limb(Reg::Rdx, 0), low);
    match high {
        Some(high) => asm.mov_mr(Width::B8, limb(Reg::Rdx, 1), high),
        None => asm.mov_mi(Width::B8, limb(Reg::Rdx, 1), 0),
    }
    asm.mov_mi(Width::B8, limb(Reg::Rdx, 2), 0);
    asm.mov_mi(Width::B8, limb(Reg::Rdx, 3), 0);
}

fn sum(asm: &mut Assembler, ends: &Ends) -> Label {
    asm.align(5);
    let entry = asm.here();
    let (mixed, small, longer, long) = (asm.label(), asm.label(), asm.label(), asm.label());
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.alu_rr(Alu::Cmp, Width::B4, Reg::Rax, Reg::Rcx);
    asm.jcc(Cond::NotEqual, mixed);
    // Two large ones of the same length and sign, or two small ones.
    top(asm, ends);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rsi, ONE_BLOCK);
    asm.jcc(Cond::NotEqual, longer);
    add_blocks(asm, 1, ends);
    asm.bind(longer);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rsi, TWO_BLOCKS);
    asm.jcc(Cond::NotEqual, long);
    add_blocks(asm, 2, ends);
    asm.bind(long);
    asm.test_low(Reg::Rsi, 1);
    asm.jcc(Cond::Equal, small);
    add_long(asm, ends);
    asm.bind(mixed);
    add_mixed(asm, small, ends);
    asm.bind(small);
    add_both_small(asm, ends);
    entry
}

/// Adds two numbers of so many blocks, of which one has the word in `rax` and one in `rcx`.
fn add_blocks(asm: &mut Assembler, blocks: usize, ends: &Ends) {
    start(asm, Reg::Rax, ends);
    start(asm, Reg::Rcx, ends);
    for at in 0..blocks * BLOCK {
        asm.mov_rm(Width::B8, Reg::Rdi, limb(Reg::Rax, at));
        let op = if at == 0 { Alu::Add } else { Alu::Adc };
        asm.alu_rm(op, Width::B8, Reg::Rdi, limb(Reg::Rcx, at));
        asm.mov_mr(Width::B8, limb(Reg::Rdx, at), Reg::Rdi);
    }
    asm.jcc(Cond::Below, ends.refuse);
    // As `made` does it, by a number that is known. Nothing here sets the carry.
    asm.lea(Reg::Rax, mem(Reg::Rdx, (blocks * BLOCK) as i32));
    asm.mov_mr(Width::B8, context!(top), Reg::Rax);
    asm.shift_ri(Shift::Shl, Width::B8, Reg::Rdx, 32);
    asm.lea(Reg::Rax, mem(Reg::Rdx, 0).index(Reg::Rsi, 0));
    asm.ret();
}

/// The same for any number of blocks.
fn add_long(asm: &mut Assembler, ends: &Ends) {
    start(asm, Reg::Rax, ends);
    start(asm, Reg::Rcx, ends);
    count(asm, ends);
    for (address, start) in [(Reg::Rax, Reg::Rax), (Reg::Rcx, Reg::Rcx), (Reg::R12, Reg::Rdx)] {
        asm.lea(address, limb(start, 0));
    }
    asm.push(Reg::Rsi);
    // No carry yet; from here on nothing touches it but the sums.
    asm.test_rr(Width::B4, Reg::Rdi, Reg::Rdi);
    let again = asm.here();
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rsi, mem(Reg::Rax, at * LIMB));
        asm.alu_rm(Alu::Adc, Width::B8, Reg::Rsi, mem(Reg::Rcx, at * LIMB));
        asm.mov_mr(Width::B8, mem(Reg::R12, at * LIMB), Reg::Rsi);
    }
    for address in [Reg::Rax, Reg::Rcx, Reg::R12] {
        asm.lea(address, mem(address, BLOCK as i32 * LIMB));
    }
    asm.dec(Width::B4, Reg::Rdi);
    asm.jcc(Cond::NotEqual, again);
    asm.pop(Reg::Rsi);
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    asm.jcc(Cond::Below, ends.refuse);
    asm.jmp(ends.made);
}

/// Adds words with different low halves, of numbers of the same sign; others are refused.
fn add_mixed(asm: &mut Assembler, small: Label, ends: &Ends) {
    let (first, negative, go, long, both_large) = (asm.label(), asm.label(), asm.label(), asm.label(), asm.label());
    asm.test_low(Reg::Rcx, 1);
    asm.jcc(Cond::Equal, first);
    asm.test_low(Reg::Rax, 1);
    asm.jcc(Cond::NotEqual, both_large);
    swap(asm);
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.bind(first);
    asm.test_low(Reg::Rax, 1);
    asm.jcc(Cond::Equal, small);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 1);
    asm.test_low(Reg::Rsi, 2);
    asm.jcc(Cond::NotEqual, negative);
    asm.test_rr(Width::B8, Reg::Rcx, Reg::Rcx);
    asm.jcc(Cond::NoSign, go);
    asm.jmp(ends.refuse);
    asm.bind(negative);
    asm.neg(Width::B8, Reg::Rcx);
    asm.jcc(Cond::Sign, ends.refuse);
    asm.bind(go);
    top(asm, ends);
    start(asm, Reg::Rax, ends);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rsi, ONE_BLOCK_NEGATIVE);
    asm.jcc(Cond::Above, long);
    asm.alu_rm(Alu::Add, Width::B8, Reg::Rcx, limb(Reg::Rax, 0));
    asm.mov_mr(Width::B8, limb(Reg::Rdx, 0), Reg::Rcx);
    for at in 1..BLOCK {
        asm.mov_rm(Width::B8, Reg::Rcx, limb(Reg::Rax, at));
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rcx, 0);
        asm.mov_mr(Width::B8, limb(Reg::Rdx, at), Reg::Rcx);
    }
    asm.jcc(Cond::Below, ends.refuse);
    asm.jmp(ends.made);
    asm.bind(long);
    count(asm, ends);
    asm.lea(Reg::Rax, limb(Reg::Rax, 0));
    asm.lea(Reg::R12, limb(Reg::Rdx, 0));
    asm.push(Reg::Rsi);
    // What is to be added is in `rcx`: first the number, then what is carried.
    let again = asm.here();
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rsi, mem(Reg::Rax, at * LIMB));
        asm.alu_rr(Alu::Add, Width::B8, Reg::Rsi, Reg::Rcx);
        asm.mov_mr(Width::B8, mem(Reg::R12, at * LIMB), Reg::Rsi);
        asm.alu_rr(Alu::Sbb, Width::B4, Reg::Rcx, Reg::Rcx);
        asm.neg(Width::B4, Reg::Rcx);
    }
    for address in [Reg::Rax, Reg::R12] {
        asm.lea(address, mem(address, BLOCK as i32 * LIMB));
    }
    asm.dec(Width::B4, Reg::Rdi);
    asm.jcc(Cond::NotEqual, again);
    asm.pop(Reg::Rsi);
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    asm.test_rr(Width::B4, Reg::Rcx, Reg::Rcx);
    asm.jcc(Cond::NotEqual, ends.refuse);
    asm.jmp(ends.made);
    asm.bind(both_large);
    add_unequal(asm, ends);
}

/// Adds two large numbers of different lengths.
fn add_unequal(asm: &mut Assembler, ends: &Ends) {
    let longer = asm.label();
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.alu_rr(Alu::Xor, Width::B4, Reg::Rsi, Reg::Rcx);
    asm.test_low(Reg::Rsi, 2);
    asm.jcc(Cond::NotEqual, ends.refuse);
    asm.alu_rr(Alu::Cmp, Width::B4, Reg::Rax, Reg::Rcx);
    asm.jcc(Cond::AboveEqual, longer);
    swap(asm);
    asm.bind(longer);
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    count(asm, ends);
    asm.mov_rr(Width::B4, Reg::R12, Reg::Rcx);
    asm.shift_ri(Shift::Shr, Width::B4, Reg::R12, 2);
    top(asm, ends);
    start(asm, Reg::Rax, ends);
    start(asm, Reg::Rcx, ends);
    for (address, start) in [(Reg::Rax, Reg::Rax), (Reg::Rcx, Reg::Rcx), (Reg::Rdx, Reg::Rdx)] {
        asm.lea(address, limb(start, 0));
    }
    asm.push(Reg::Rsi);
    // First the blocks that both have, then the others. This also clears the carry: it is not negative.
    asm.alu_rr(Alu::Sub, Width::B4, Reg::Rdi, Reg::R12);
    let again = asm.here();
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rsi, mem(Reg::Rax, at * LIMB));
        asm.alu_rm(Alu::Adc, Width::B8, Reg::Rsi, mem(Reg::Rcx, at * LIMB));
        asm.mov_mr(Width::B8, mem(Reg::Rdx, at * LIMB), Reg::Rsi);
    }
    for address in [Reg::Rax, Reg::Rcx, Reg::Rdx] {
        asm.lea(address, mem(address, BLOCK as i32 * LIMB));
    }
    asm.dec(Width::B4, Reg::R12);
    asm.jcc(Cond::NotEqual, again);
    let again = asm.here();
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rsi, mem(Reg::Rax, at * LIMB));
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rsi, 0);
        asm.mov_mr(Width::B8, mem(Reg::Rdx, at * LIMB), Reg::Rsi);
    }
    for address in [Reg::Rax, Reg::Rdx] {
        asm.lea(address, mem(address, BLOCK as i32 * LIMB));
    }
    asm.dec(Width::B4, Reg::Rdi);
    asm.jcc(Cond::NotEqual, again);
    asm.pop(Reg::Rsi);
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    asm.mov_rm(Width::B8, Reg::Rdx, context!(top));
    asm.jcc(Cond::Below, ends.refuse);
    asm.jmp(ends.made);
}

/// Two small numbers whose sum is large.
fn add_both_small(asm: &mut Assembler, ends: &Ends) {
    let positive = asm.label();
    top(asm, ends);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, 1);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 1);
    asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rcx);
    asm.mov_rr(Width::B8, Reg::Rcx, Reg::Rax);
    asm.alu_rr(Alu::Add, Width::B8, Reg::Rcx, Reg::Rcx);
    asm.jcc(Cond::NoOverflow, ends.refuse);
    asm.mov_ri(Reg::Rsi, ONE_BLOCK.into());
    asm.test_rr(Width::B8, Reg::Rax, Reg::Rax);
    asm.jcc(Cond::NoSign, positive);
    asm.neg(Width::B8, Reg::Rax);
    asm.mov_ri(Reg::Rsi, ONE_BLOCK_NEGATIVE.into());
    asm.bind(positive);
    write_block(asm, Reg::Rax, None);
    asm.jmp(ends.made);
}

fn product(asm: &mut Assembler, ends: &Ends) -> Label {
    asm.align(4);
    let entry = asm.here();
    let (first, small, both_large) = (asm.label(), asm.label(), asm.label());
    let (positive, long, carried) = (asm.label(), asm.label(), asm.label());
    asm.test_low(Reg::Rax, 1);
    asm.jcc(Cond::NotEqual, first);
    asm.test_low(Reg::Rcx, 1);
    asm.jcc(Cond::Equal, small);
    swap(asm);
    asm.bind(first);
    asm.test_low(Reg::Rcx, 1);
    asm.jcc(Cond::NotEqual, both_large);
    // A large and a small one.
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 1);
    asm.jcc(Cond::Equal, ends.refuse);
    asm.jcc(Cond::NoSign, positive);
    asm.neg(Width::B8, Reg::Rcx);
    // SOUND: 2^62 times -1 is small.
    asm.alu_ri(Alu::Cmp, Width::B8, Reg::Rcx, 1);
    asm.jcc(Cond::Equal, ends.refuse);
    asm.alu_ri(Alu::Xor, Width::B4, Reg::Rsi, 2);
    asm.bind(positive);
    top(asm, ends);
    start(asm, Reg::Rax, ends);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rsi, ONE_BLOCK_NEGATIVE);
    asm.jcc(Cond::Above, long);
    asm.lea(Reg::R12, limb(Reg::Rax, 0));
    asm.lea(Reg::R13, limb(Reg::Rdx, 0));
    asm.mov_ri(Reg::Rdi, 0);
    multiply_block(asm);
    asm.bind(carried);
    // What is carried is in `rdi`: another block, if there is something.
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    asm.mov_rm(Width::B8, Reg::R13, context!(numbers));
    asm.mov_rm(Width::B8, Reg::Rdx, context!(top));
    asm.test_rr(Width::B8, Reg::Rdi, Reg::Rdi);
    asm.jcc(Cond::Equal, ends.made);
    asm.mov_rr(Width::B4, Reg::Rcx, Reg::Rsi);
    asm.alu_ri(Alu::And, Width::B4, Reg::Rcx, !3);
    asm.alu_rr(Alu::Add, Width::B8, Reg::Rcx, Reg::Rdx);
    asm.mov_mr(Width::B8, limb(Reg::Rcx, 0), Reg::Rdi);
    (1..BLOCK).for_each(|at| asm.mov_mi(Width::B8, limb(Reg::Rcx, at), 0));
    asm.alu_ri(Alu::Add, Width::B4, Reg::Rsi, 1 << 2);
    asm.jmp(ends.made);

    asm.bind(long);
    count(asm, ends);
    asm.lea(Reg::R12, limb(Reg::Rax, 0));
    asm.lea(Reg::R13, limb(Reg::Rdx, 0));
    asm.push(Reg::Rsi);
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rdi);
    asm.mov_ri(Reg::Rdi, 0);
    let again = asm.here();
    multiply_block(asm);
    for address in [Reg::R12, Reg::R13] {
        asm.lea(address, mem(address, BLOCK as i32 * LIMB));
    }
    asm.dec(Width::B4, Reg::Rsi);
    asm.jcc(Cond::NotEqual, again);
    asm.pop(Reg::Rsi);
    asm.jmp(carried);

    asm.bind(small);
    multiply_both_small(asm, ends);
    asm.bind(both_large);
    multiply_blocks(asm, ends);
    entry
}

/// Multiplies two numbers of one block.
fn multiply_blocks(asm: &mut Assembler, ends: &Ends) {
    for word in [Reg::Rax, Reg::Rcx] {
        asm.mov_rr(Width::B4, Reg::Rsi, word);
        asm.alu_ri(Alu::Or, Width::B4, Reg::Rsi, ONE_BLOCK_NEGATIVE);
        asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rsi, ONE_BLOCK_NEGATIVE);
        asm.jcc(Cond::NotEqual, ends.refuse);
    }
    // The sign is that of one of them.
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.alu_rr(Alu::Xor, Width::B4, Reg::Rsi, Reg::Rcx);
    asm.alu_ri(Alu::And, Width::B4, Reg::Rsi, 2);
    asm.alu_ri(Alu::Or, Width::B4, Reg::Rsi, TWO_BLOCKS);
    top(asm, ends);
    start(asm, Reg::Rax, ends);
    start(asm, Reg::Rcx, ends);
    asm.push(Reg::Rsi);
    asm.lea(Reg::R12, limb(Reg::Rax, 0));
    asm.lea(Reg::Rsi, limb(Reg::Rcx, 0));
    asm.lea(Reg::R13, limb(Reg::Rdx, 0));
    for row in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rcx, mem(Reg::Rsi, row * LIMB));
        asm.mov_ri(Reg::Rdi, 0);
        if row == 0 {
            multiply_block(asm);
        } else {
            add_multiple(asm, row);
        }
        asm.mov_mr(Width::B8, mem(Reg::R13, (row + BLOCK as i32) * LIMB), Reg::Rdi);
    }
    asm.pop(Reg::Rsi);
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    asm.mov_rm(Width::B8, Reg::Rax, mem(Reg::R13, BLOCK as i32 * LIMB));
    for at in 1..BLOCK as i32 {
        asm.alu_rm(Alu::Or, Width::B8, Reg::Rax, mem(Reg::R13, (BLOCK as i32 + at) * LIMB));
    }
    asm.mov_rm(Width::B8, Reg::R13, context!(numbers));
    asm.mov_rm(Width::B8, Reg::Rdx, context!(top));
    asm.test_rr(Width::B8, Reg::Rax, Reg::Rax);
    asm.jcc(Cond::NotEqual, ends.made);
    asm.alu_ri(Alu::Sub, Width::B4, Reg::Rsi, 1 << 2);
    asm.jmp(ends.made);
}

/// Adds the block at `r12` times `rcx` to what is so many limbs behind `r13`; what is carried is in `rdi`.
fn add_multiple(asm: &mut Assembler, behind: i32) {
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rax, mem(Reg::R12, at * LIMB));
        asm.mul(Width::B8, Reg::Rcx);
        asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rdi);
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rdx, 0);
        asm.alu_mr(Alu::Add, Width::B8, mem(Reg::R13, (behind + at) * LIMB), Reg::Rax);
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rdx, 0);
        asm.mov_rr(Width::B8, Reg::Rdi, Reg::Rdx);
    }
}

/// Multiplies the block at `r12` by `rcx` into that at `r13`, with what is carried in `rdi`.
fn multiply_block(asm: &mut Assembler) {
    for at in 0..BLOCK as i32 {
        asm.mov_rm(Width::B8, Reg::Rax, mem(Reg::R12, at * LIMB));
        asm.mul(Width::B8, Reg::Rcx);
        asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rdi);
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rdx, 0);
        asm.mov_mr(Width::B8, mem(Reg::R13, at * LIMB), Reg::Rax);
        asm.mov_rr(Width::B8, Reg::Rdi, Reg::Rdx);
    }
}

/// Two small numbers whose product is large.
fn multiply_both_small(asm: &mut Assembler, ends: &Ends) {
    let positive = asm.label();
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, 1);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 1);
    asm.imul(Width::B8, Reg::Rcx);
    asm.mov_rr(Width::B8, Reg::Rcx, Reg::Rdx);
    asm.mov_ri(Reg::Rsi, ONE_BLOCK.into());
    asm.test_rr(Width::B8, Reg::Rcx, Reg::Rcx);
    asm.jcc(Cond::NoSign, positive);
    asm.neg(Width::B8, Reg::Rax);
    asm.alu_ri(Alu::Adc, Width::B8, Reg::Rcx, 0);
    asm.neg(Width::B8, Reg::Rcx);
    asm.mov_ri(Reg::Rsi, ONE_BLOCK_NEGATIVE.into());
    asm.bind(positive);
    // Not above 2^62, and so perhaps small.
    asm.mov_rr(Width::B8, Reg::Rdi, Reg::Rax);
    asm.alu_ri(Alu::Sub, Width::B8, Reg::Rdi, 1);
    asm.shift_ri(Shift::Shr, Width::B8, Reg::Rdi, 62);
    asm.alu_rr(Alu::Or, Width::B8, Reg::Rdi, Reg::Rcx);
    asm.jcc(Cond::Equal, ends.refuse);
    top(asm, ends);
    write_block(asm, Reg::Rax, Some(Reg::Rcx));
    asm.jmp(ends.made);
}

/// A positive number of one block, and a product of small numbers that is not negative.
fn sum_of_product(asm: &mut Assembler, ends: &Ends) -> Label {
    asm.align(4);
    let entry = asm.here();
    asm.mov_rr(Width::B4, Reg::Rdx, Reg::Rax);
    asm.alu_rr(Alu::Or, Width::B4, Reg::Rdx, Reg::Rcx);
    asm.test_low(Reg::Rdx, 1);
    asm.jcc(Cond::NotEqual, ends.refuse);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rdi, ONE_BLOCK);
    asm.jcc(Cond::NotEqual, ends.refuse);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, 1);
    asm.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 1);
    asm.imul(Width::B8, Reg::Rcx);
    asm.mov_rr(Width::B8, Reg::Rcx, Reg::Rdx);
    asm.test_rr(Width::B8, Reg::Rcx, Reg::Rcx);
    asm.jcc(Cond::Sign, ends.refuse);
    top(asm, ends);
    start(asm, Reg::Rdi, ends);
    asm.mov_ri(Reg::Rsi, ONE_BLOCK.into());
    asm.alu_rm(Alu::Add, Width::B8, Reg::Rax, limb(Reg::Rdi, 0));
    asm.mov_mr(Width::B8, limb(Reg::Rdx, 0), Reg::Rax);
    asm.alu_rm(Alu::Adc, Width::B8, Reg::Rcx, limb(Reg::Rdi, 1));
    asm.mov_mr(Width::B8, limb(Reg::Rdx, 1), Reg::Rcx);
    for at in 2..BLOCK {
        asm.mov_rm(Width::B8, Reg::Rax, limb(Reg::Rdi, at));
        asm.alu_ri(Alu::Adc, Width::B8, Reg::Rax, 0);
        asm.mov_mr(Width::B8, limb(Reg::Rdx, at), Reg::Rax);
    }
    asm.jcc(Cond::Below, ends.refuse);
    asm.jmp(ends.made);
    entry
}

/// A number of one block, if what comes of it is not small.
fn shifted(asm: &mut Assembler, ends: &Ends) -> Label {
    asm.align(4);
    let entry = asm.here();
    asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
    asm.mov_rr(Width::B4, Reg::Rdi, Reg::Rax);
    asm.alu_ri(Alu::Or, Width::B4, Reg::Rdi, ONE_BLOCK_NEGATIVE);
    asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rdi, ONE_BLOCK_NEGATIVE);
    asm.jcc(Cond::NotEqual, ends.refuse);
    top(asm, ends);
    start(asm, Reg::Rax, ends);
    for at in 0..BLOCK {
        asm.mov_rm(Width::B8, Reg::Rdi, limb(Reg::Rax, at));
        asm.shift_cl(Shift::Shr, Width::B8, Reg::Rdi);
        if at + 1 < BLOCK {
            // To the left by what is missing to 64, the only bits of a count that are looked at.
            asm.mov_rm(Width::B8, Reg::R12, limb(Reg::Rax, at + 1));
            asm.neg(Width::B4, Reg::Rcx);
            asm.shift_cl(Shift::Shl, Width::B8, Reg::R12);
            asm.neg(Width::B4, Reg::Rcx);
            asm.alu_rr(Alu::Or, Width::B8, Reg::Rdi, Reg::R12);
        }
        asm.mov_mr(Width::B8, limb(Reg::Rdx, at), Reg::Rdi);
    }
    asm.mov_rm(Width::B8, Reg::R12, context!(cells));
    // `rdi` has the highest limb.
    for at in 1..BLOCK - 1 {
        asm.alu_rm(Alu::Or, Width::B8, Reg::Rdi, limb(Reg::Rdx, at));
    }
    asm.test_rr(Width::B8, Reg::Rdi, Reg::Rdi);
    asm.jcc(Cond::NotEqual, ends.made);
    asm.jmp(ends.refuse);
    entry
}
