//! Sums and differences of long magnitudes, eight limbs at a time, on machines with AVX-512: twice as fast as one carry after the
//! other. Which limbs carry on their own and which pass a carry on are two masks; adding these as numbers tells which limbs
//! get one. Code that the compiler does not show to be safe: vectors are
//! loaded from and stored to arrays of just their size, and the functions with the instructions are called only where the
//! machine has them.
#![allow(unsafe_code)]

use super::limbs::Block;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Add,
    Subtract,
}

/// Combines the blocks that all three have, as long as there are two. How many were done, and whether there is something to
/// carry: none of them if the machine cannot.
#[cfg(target_arch = "x86_64")]
pub fn combine(way: Way, out: &mut [Block], more: &[Block], less: &[Block]) -> (usize, bool) {
    if !is_x86_feature_detected!("avx512f") || !is_x86_feature_detected!("avx512dq") {
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
    (done, carry)
}

#[cfg(not(target_arch = "x86_64"))]
pub fn combine(_: Way, _: &mut [Block], _: &[Block], _: &[Block]) -> (usize, bool) {
    (0, false)
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::Block;
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi64, _mm512_cmpeq_epi64_mask, _mm512_cmplt_epu64_mask, _mm512_loadu_si512,
        _mm512_mask_add_epi64, _mm512_mask_sub_epi64, _mm512_set1_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
        _mm512_testn_epi64_mask,
    };

    /// What a vector has.
    type Pair = [Block; 2];

    #[target_feature(enable = "avx512f,avx512dq")]
    fn load(pair: &Pair) -> __m512i {
        // SAFETY: both are 64 bytes.
        unsafe { _mm512_loadu_si512(pair.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    fn store(pair: &mut Pair, limbs: __m512i) {
        // SAFETY: both are 64 bytes.
        unsafe { _mm512_storeu_si512(pair.as_mut_ptr().cast(), limbs) }
    }

    /// Which limbs get a carry, and what the next vector gets: from those that make one, and those that pass it on. No limb
    /// does both.
    #[inline(always)]
    fn carries(makes: u8, passes: u8, carry: u32) -> (u8, u32) {
        let gets = (2 * u32::from(makes) + u32::from(passes) + carry) ^ u32::from(passes);
        (gets as u8, gets >> 8)
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn add(outs: &mut [Pair], xs: &[Pair], ys: &[Pair]) -> bool {
        let mut carry = 0;
        let ones = _mm512_set1_epi64(-1);
        for ((out, x), y) in outs.iter_mut().zip(xs).zip(ys) {
            let x = load(x);
            let sum = _mm512_add_epi64(x, load(y));
            let (makes, passes) = (_mm512_cmplt_epu64_mask(sum, x), _mm512_cmpeq_epi64_mask(sum, ones));
            let gets;
            (gets, carry) = carries(makes, passes, carry);
            store(out, _mm512_mask_sub_epi64(sum, gets, sum, ones));
        }
        carry != 0
    }

    #[target_feature(enable = "avx512f,avx512dq")]
    pub(super) fn subtract(outs: &mut [Pair], xs: &[Pair], ys: &[Pair]) -> bool {
        let mut carry = 0;
        let ones = _mm512_set1_epi64(-1);
        for ((out, x), y) in outs.iter_mut().zip(xs).zip(ys) {
            let (x, y) = (load(x), load(y));
            let rest = _mm512_sub_epi64(x, y);
            let (makes, passes) = (_mm512_cmplt_epu64_mask(x, y), _mm512_testn_epi64_mask(rest, rest));
            let gets;
            (gets, carry) = carries(makes, passes, carry);
            store(out, _mm512_mask_add_epi64(rest, gets, rest, ones));
        }
        carry != 0
    }
}
