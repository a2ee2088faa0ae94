//! Sums and differences of long magnitudes, eight limbs at a time, on machines with AVX-512: three times as fast as one carry
//! after the other. Each limb is taken to carry only if it does so on its own, which no limb has to wait for. Where one
//! passes on what it gets, because it has all bits set, that is noticed and everything is done again in the other way; nothing but
//! very special numbers have such limbs. Code that the compiler does not show to be safe: vectors are loaded from and stored to
//! arrays of just their size, and the functions with the instructions are called only where the machine has them.
#![allow(unsafe_code)]

use super::limbs::Block;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Add,
    Subtract,
}

/// Whether the machine can.
pub fn is_possible() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// Combines the blocks that all three have, as long as there are two. How many were done, and whether there is something to
/// carry: none of them if the machine cannot, or if a limb passes a carry on, and then there may be anything in `out`.
#[cfg(target_arch = "x86_64")]
pub fn combine(way: Way, out: &mut [Block], more: &[Block], less: &[Block]) -> (usize, bool) {
    if !is_possible() {
        return (0, false);
    }
    let (outs, mores, lesses) = (out.as_chunks_mut().0, more.as_chunks().0, less.as_chunks().0);
    let done = 2 * outs.len().min(mores.len()).min(lesses.len());
    // SAFETY: the machine has the instructions.
    let carry = unsafe {
        match way {
            Way::Add => avx512::add(outs, mores, lesses),
            Way::Subtract => avx512::subtract(outs, mores, lesses),
        }
    };
    carry.map_or((0, false), |carry| (done, carry))
}

#[cfg(not(target_arch = "x86_64"))]
pub fn combine(_: Way, _: &mut [Block], _: &[Block], _: &[Block]) -> (usize, bool) {
    (0, false)
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::Block;
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_loadu_si512, _mm512_setzero_si512, _mm512_srli_epi64,
        _mm512_storeu_si512, _mm512_sub_epi64, _mm512_ternarylogic_epi64,
    };

    /// What a vector has.
    type Pair = [Block; 2];

    /// Functions of three bits `x`, `y` and `z`, as a table: bit `4x + 2y + z` is the value. What matters is the highest bit of each limb.
    mod table {
        /// `x & y | (x | y) & !z`: whether `x + y = z` carries.
        pub const CARRIES: i32 = 0b1101_0100;
        /// `!x & y | (!x | y) & z`: whether `x - y = z` borrows.
        pub const BORROWS: i32 = 0b1000_1110;
        /// `x | y & !z`: whether something was noticed, or `y + 1 = z` carries.
        pub const PASSES_UP: i32 = 0b1111_0100;
        /// `x | !y & z`: whether something was noticed, or `y - 1 = z` borrows.
        pub const PASSES_DOWN: i32 = 0b1111_0010;
    }

    #[target_feature(enable = "avx512f")]
    fn load(pair: &Pair) -> __m512i {
        // SAFETY: both are 64 bytes.
        unsafe { _mm512_loadu_si512(pair.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    fn store(pair: &mut Pair, limbs: __m512i) {
        // SAFETY: both are 64 bytes.
        unsafe { _mm512_storeu_si512(pair.as_mut_ptr().cast(), limbs) }
    }

    /// The highest bits of all limbs as numbers.
    #[target_feature(enable = "avx512f")]
    fn highest(limbs: __m512i) -> __m512i {
        _mm512_srli_epi64::<63>(limbs)
    }

    /// What each limb gets: from the one before it, the first from the last of the vector before.
    #[target_feature(enable = "avx512f")]
    fn from_before(carries: __m512i, before: __m512i) -> __m512i {
        _mm512_alignr_epi64::<7>(carries, before)
    }

    /// Whether any of the highest bits is set.
    #[target_feature(enable = "avx512f")]
    fn any(limbs: __m512i) -> bool {
        let mut pair = Pair::default();
        store(&mut pair, limbs);
        pair.as_flattened().iter().any(|limb| limb >> 63 != 0)
    }

    /// What is left to carry; none if a limb passes a carry on.
    #[target_feature(enable = "avx512f")]
    pub(super) fn add(outs: &mut [Pair], xs: &[Pair], ys: &[Pair]) -> Option<bool> {
        let (mut before, mut passed) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for ((out, x), y) in outs.iter_mut().zip(xs).zip(ys) {
            let (x, y) = (load(x), load(y));
            let sum = _mm512_add_epi64(x, y);
            let carries = highest(_mm512_ternarylogic_epi64::<{ table::CARRIES }>(x, y, sum));
            let all = _mm512_add_epi64(sum, from_before(carries, before));
            passed = _mm512_ternarylogic_epi64::<{ table::PASSES_UP }>(passed, sum, all);
            before = carries;
            store(out, all);
        }
        (!any(passed)).then(|| last(before))
    }

    /// What is left to borrow; none if a limb passes a borrow on.
    #[target_feature(enable = "avx512f")]
    pub(super) fn subtract(outs: &mut [Pair], xs: &[Pair], ys: &[Pair]) -> Option<bool> {
        let (mut before, mut passed) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for ((out, x), y) in outs.iter_mut().zip(xs).zip(ys) {
            let (x, y) = (load(x), load(y));
            let rest = _mm512_sub_epi64(x, y);
            let borrows = highest(_mm512_ternarylogic_epi64::<{ table::BORROWS }>(x, y, rest));
            let all = _mm512_sub_epi64(rest, from_before(borrows, before));
            passed = _mm512_ternarylogic_epi64::<{ table::PASSES_DOWN }>(passed, rest, all);
            before = borrows;
            store(out, all);
        }
        (!any(passed)).then(|| last(before))
    }

    /// The carry of the last limb.
    #[target_feature(enable = "avx512f")]
    fn last(carries: __m512i) -> bool {
        let mut pair = Pair::default();
        store(&mut pair, carries);
        pair[1][3] != 0
    }
}
