//! Where a run is in the ops of a program. Going from an op to the next one, or to where it jumps, needs no check: that there
//! is an op is shown once, for the whole program, by [`super::op::Ops::new`]. This and
//! `native/enter.rs` are the only files of the interpreter whose memory safety the compiler does not show.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::op::Op;

/// Bytes from one op to the next.
const SIZE: i64 = size_of::<Op>() as i64;

/// An op of a program, with those around it; or the place behind the last one.
///
/// Invariant: it was made from the ops of a program for which [`are_closed`] holds, by [`Place::new`] or from such a place,
/// and handlers get a place at which there is an op: `Op::next` is [`super::hot::pause`] before the place behind the last
/// one, which takes nothing.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    at: NonNull<Op>,
    ops: PhantomData<&'a [Op]>,
}

/// What op number `at` needs as [`Op::jump`] to go to number `to`. None in programs of 50 million ops, if they are that far apart.
pub(super) fn jump(at: usize, to: usize) -> Option<i32> {
    i32::try_from((to as i64 - at as i64) * SIZE).ok()
}

/// Whether every op's jump goes to an op, and all ops that each stands for exist, so that none leads out of the program.
pub(super) fn are_closed(ops: &[Op], lengths: impl IntoIterator<Item = usize>) -> bool {
    let jumps = ops.iter().enumerate().all(|(at, op)| {
        let to = at as i64 + i64::from(op.jump) / SIZE;
        i64::from(op.jump) % SIZE == 0 && (0..ops.len() as i64).contains(&to)
    });
    jumps && lengths.into_iter().enumerate().all(|(at, length)| at + length <= ops.len())
}

impl<'a> Place<'a> {
    /// The op of this number, if there is one.
    #[inline(always)]
    pub fn new(ops: &'a [Op], index: usize) -> Option<Self> {
        // SAFETY: the index is below the length, so this stays within the slice.
        (index < ops.len()).then(|| unsafe { Self::at(ops, index) })
    }

    /// Where the op here goes to.
    #[inline(always)]
    pub fn target(self) -> Self {
        // SAFETY: there is an op here, and ops are closed: this stays within the slice that the pointer comes from.
        unsafe { Self { at: self.at.byte_offset(self.at.as_ref().jump as isize), ops: PhantomData } }
    }

    /// The op here, and the place behind it.
    #[inline(always)]
    pub fn take(self) -> (&'a Op, Self) {
        // SAFETY: there is an op here, which lives as long as the slice; behind it is another one or the end of the slice.
        unsafe { (self.at.as_ref(), Self { at: self.at.add(1), ops: PhantomData }) }
    }

    /// The number of the op.
    pub fn index(self, ops: &[Op]) -> usize {
        (self.at.as_ptr().addr() - ops.as_ptr().addr()) / size_of::<Op>()
    }

    /// SAFETY: for whoever calls: the index is below the length.
    #[inline(always)]
    unsafe fn at(ops: &'a [Op], index: usize) -> Self {
        let first = NonNull::from(ops).cast::<Op>();
        // SAFETY: as above; the pointer comes from the whole slice.
        Self { at: unsafe { first.add(index) }, ops: PhantomData }
    }
}
