//! Magnitudes as limbs of 64 bits, the lowest first: comparison, sums, differences and products.
//!
//! Nothing here looks at signs or makes room. A result goes into a slice of exactly its length, apart from its operands.

use std::cmp::Ordering;

use super::wide::{self, Way};

/// Limbs are kept in blocks, so that sums need not end within one.
pub const BLOCK: usize = 4;
/// So many limbs.
pub type Block = [u64; BLOCK];
/// From this many blocks on sums are made in the way for long ones.
const LONG: usize = 8;

/// Magnitudes without blocks of zeros at the top.
#[inline(always)]
pub fn compare(x: &[Block], y: &[Block]) -> Ordering {
    if x.len() != y.len() {
        return x.len().cmp(&y.len());
    }
    let mut limbs = x.as_flattened().iter().zip(y.as_flattened()).rev();
    limbs.find(|(x, y)| x != y).map_or(Ordering::Equal, |(x, y)| x.cmp(y))
}

/// Without zeros at the top.
#[inline(always)]
pub fn trimmed(mut limbs: &[u64]) -> &[u64] {
    while let [rest @ .., 0] = limbs {
        limbs = rest;
    }
    limbs
}

/// `out = more + less`, where `less` is not longer and `out` as long as `more`; what is left to carry.
#[inline(always)]
pub fn add(out: &mut [Block], more: &[Block], less: &[Block]) -> bool {
    combine(Way::Add, out, more, less, u64::carrying_add)
}

/// `out = x + y` for so many blocks; what is left to carry. None if there is no room.
#[inline(always)]
pub fn add_blocks<const N: usize>(out: &mut [Block], x: &[Block; N], y: &[Block; N]) -> Option<bool> {
    let out = out.first_chunk_mut::<N>()?;
    let mut carry = false;
    for (out, (x, y)) in out.as_flattened_mut().iter_mut().zip(x.as_flattened().iter().zip(y.as_flattened())) {
        (*out, carry) = x.carrying_add(*y, carry);
    }
    Some(carry)
}

/// `out = more - less`, where `less` is not longer and `out` as long as `more`; whether it would be negative.
#[inline(always)]
pub fn subtract(out: &mut [Block], more: &[Block], less: &[Block]) -> bool {
    combine(Way::Subtract, out, more, less, u64::borrowing_sub)
}

#[inline(always)]
fn combine(way: Way, out: &mut [Block], more: &[Block], less: &[Block], step: impl Step) -> bool {
    if less.len() < LONG {
        return in_turn(out, more, less, false, step);
    }
    let (done, carry) = wide::combine(way, out, more, less);
    in_turn(&mut out[done..], &more[done..], &less[done..], carry, step)
}

/// What is done with two limbs and a carry.
pub trait Step: Fn(u64, u64, bool) -> (u64, bool) {}

impl<F: Fn(u64, u64, bool) -> (u64, bool)> Step for F {}

/// One limb after the other.
#[inline(always)]
pub fn in_turn(out: &mut [Block], more: &[Block], less: &[Block], mut carry: bool, step: impl Step) -> bool {
    let (out, out_tail) = out.split_at_mut(less.len());
    let (more, more_tail) = more.split_at(less.len());
    // Several limbs at once, so that the carry stays in the flag of the machine.
    let (outs, out) = out.as_chunks_mut::<4>();
    let (mores, more) = more.as_chunks::<4>();
    let (lesses, less) = less.as_chunks::<4>();
    for ((out, a), b) in outs.iter_mut().zip(mores).zip(lesses) {
        let out = out.as_flattened_mut();
        let pairs = a.as_flattened().iter().zip(b.as_flattened());
        for (out, (a, b)) in out.iter_mut().zip(pairs) {
            (*out, carry) = step(*a, *b, carry);
        }
    }
    for ((out, a), b) in out.iter_mut().zip(more).zip(less) {
        for at in 0..BLOCK {
            (out[at], carry) = step(a[at], b[at], carry);
        }
    }
    for (out, a) in out_tail.iter_mut().zip(more_tail) {
        for at in 0..BLOCK {
            (out[at], carry) = step(a[at], 0, carry);
        }
    }
    carry
}

/// `out = x * y + carry`, where `out` is as long as `x`; the limb above.
#[inline]
pub fn multiply_by_limb(out: &mut [u64], x: &[u64], y: u64, mut carry: u64) -> u64 {
    for (out, limb) in out.iter_mut().zip(x) {
        (*out, carry) = limb.carrying_mul(y, carry);
    }
    carry
}

/// `out = x * y`, for few limbs: the compiler unrolls it.
#[inline(always)]
pub fn multiply_short<const N: usize>(out: &mut [u64], x: &[u64; N], y: &[u64; N]) {
    let Some((out, _)) = out.split_at_mut_checked(2 * N) else { return };
    out[..N].fill(0);
    for (at, limb) in x.iter().enumerate() {
        let mut carry = 0;
        for (other, factor) in y.iter().enumerate() {
            let out = &mut out[at + other];
            (*out, carry) = limb.carrying_mul_add(*factor, *out, carry);
        }
        out[at + N] = carry;
    }
}

/// `out += x * y`, where `out` is as long as `x`; the limb above.
#[inline]
pub fn add_product(out: &mut [u64], x: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (out, limb) in out.iter_mut().zip(x) {
        (*out, carry) = limb.carrying_mul_add(y, *out, carry);
    }
    carry
}

/// `out -= x * y`, where `out` is as long as `x`; what is left to take from the limb above.
#[inline]
pub fn subtract_product(out: &mut [u64], x: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (out, limb) in out.iter_mut().zip(x) {
        let (low, high) = limb.carrying_mul(y, carry);
        let (rest, borrow) = out.overflowing_sub(low);
        (*out, carry) = (rest, high + u64::from(borrow));
    }
    carry
}

/// `out = x * y`, limb by limb, where `out` is as long as both together and neither is empty.
pub fn multiply(out: &mut [u64], x: &[u64], y: &[u64]) {
    let (more, less) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let [first, others @ ..] = less else { return };
    let len = more.len();
    out[len] = multiply_by_limb(&mut out[..len], more, *first, 0);
    for (at, limb) in others.iter().enumerate() {
        let window = &mut out[at + 1..][..len + 1];
        window[len] = add_product(&mut window[..len], more, *limb);
    }
}

/// `out = x << bits`, where `out` is as long as `x` and there are fewer than 64 bits; what is shifted out.
#[inline]
pub fn shift_up(out: &mut [u64], x: &[u64], bits: u32) -> u64 {
    let mut carry = 0;
    for (out, limb) in out.iter_mut().zip(x) {
        *out = limb << bits | carry;
        // In two steps, because none by 64 exists.
        carry = limb >> 1 >> (63 - bits);
    }
    carry
}

/// `out = x >> bits`, where `out` is as long as `x` and there are fewer than 64 bits.
#[inline]
pub fn shift_down(out: &mut [u64], x: &[u64], bits: u32) {
    let mut above = 0;
    for (out, limb) in out.iter_mut().zip(x).rev() {
        *out = low_of_shifted(above, *limb, bits);
        above = *limb;
    }
}

/// `limbs >>= bits`, for fewer than 64 bits.
#[inline]
pub fn shift_down_in_place(limbs: &mut [u64], bits: u32) {
    let mut above = 0;
    for limb in limbs.iter_mut().rev() {
        let old = *limb;
        *limb = low_of_shifted(above, old, bits);
        above = old;
    }
}

/// Two limbs as one number, which the compiler makes no vectors of: these would wait for limbs that were just written.
#[inline(always)]
fn low_of_shifted(high: u64, low: u64, bits: u32) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) >> bits) as u64
}
