//! The instructions of a function, and places among them. Going from an instruction to the next one, or to where it jumps,
//! needs no check: that there is one is shown for the whole function by [`Instrs::close`], each time it was changed. This is
//! the only file of the engine whose memory safety the compiler does not show.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use super::{Instr, Pc};

/// A list of instructions.
#[derive(Clone, Default, Debug)]
pub struct Instrs {
    list: Vec<Instr>,
    /// Whether every instruction has the next one that it may go to. Not after a change.
    closed: bool,
}

impl Instrs {
    /// Appends an instruction.
    pub fn push(&mut self, instr: Instr) {
        self.closed = false;
        self.list.push(instr);
    }

    /// Shows that no instruction leads out of the list; only then can it run.
    pub fn close(&mut self) {
        let goes_on = self.list.last().is_none_or(|last| {
            matches!(last, Instr::Jump(_) | Instr::Switch(..) | Instr::Return(_) | Instr::Unreachable)
                || last.ways().is_some()
        });
        let len = self.list.len();
        let inside = |at: usize| at < len;
        let known = |(pc, instr): (usize, &Instr)| match instr {
            Instr::Jump(target) => inside(*target as usize),
            Instr::LoadAt(.., done)
            | Instr::StoreAt(.., done)
            | Instr::LoadIntAt(.., done)
            | Instr::StoreIntAt(.., done) => inside(pc + 3) && inside(pc + usize::from(*done)),
            Instr::Load(.., done) | Instr::Store(.., done) => inside(pc + usize::from(*done)),
            branch => branch.ways().is_none_or(|(then, otherwise)| inside(then as usize) && inside(otherwise as usize)),
        };
        assert!(goes_on && self.list.iter().enumerate().all(known), "code does not lead out of its function");
        self.closed = true;
    }
}

impl Deref for Instrs {
    type Target = [Instr];
    #[inline(always)]
    fn deref(&self) -> &[Instr] {
        &self.list
    }
}

impl DerefMut for Instrs {
    fn deref_mut(&mut self) -> &mut [Instr] {
        self.closed = false;
        &mut self.list
    }
}

/// An instruction of a closed list, with those around it.
///
/// Invariant: made by [`Place::new`], or from such a place by going where its instruction goes.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    at: NonNull<Instr>,
    instrs: PhantomData<&'a Instrs>,
}

impl<'a> Place<'a> {
    /// The instruction at a position, if there is one and the list is closed.
    #[inline(always)]
    pub fn new(instrs: &'a Instrs, pc: usize) -> Option<Self> {
        // SAFETY: the position is below the length, so this stays within the list.
        (instrs.closed && pc < instrs.list.len()).then(|| unsafe { Self::at(instrs, pc) })
    }

    /// Where an instruction of these jumps to.
    #[inline(always)]
    pub fn target(instrs: &'a Instrs, target: Pc) -> Self {
        debug_assert!(instrs.closed && (target as usize) < instrs.list.len());
        // SAFETY: targets of closed lists are in them.
        unsafe { Self::at(instrs, target as usize) }
    }

    /// The instruction here, and the place behind it, which is only looked at if control goes there.
    #[inline(always)]
    pub fn take(self) -> (&'a Instr, Self) {
        // SAFETY: there is an instruction here, which lives as long as the list; behind it is another one or the list's end.
        unsafe { (self.at.as_ref(), self.skip(1)) }
    }

    /// So many instructions further, where the one before this place says that it is done with them.
    #[inline(always)]
    pub fn after<const COUNT: usize>(self) -> Self {
        // SAFETY: closed lists have what their instructions are done with, and one more.
        unsafe { self.skip(COUNT) }
    }

    /// Where it is, only to be compared with others of the same list.
    #[inline(always)]
    pub fn address(self) -> i64 {
        self.at.as_ptr().addr() as i64
    }

    /// Its position.
    #[inline(always)]
    pub fn index(self, instrs: &Instrs) -> usize {
        (self.at.as_ptr().addr() - instrs.list.as_ptr().addr()) / size_of::<Instr>()
    }

    /// SAFETY: for whoever calls: the position is below the length.
    #[inline(always)]
    unsafe fn at(instrs: &'a Instrs, pc: usize) -> Self {
        let first = NonNull::from(instrs.list.as_slice()).cast::<Instr>();
        // SAFETY: as above; the pointer comes from the whole list.
        Self { at: unsafe { first.add(pc) }, instrs: PhantomData }
    }

    /// SAFETY: for whoever calls: there are so many instructions from here on.
    #[inline(always)]
    unsafe fn skip(self, count: usize) -> Self {
        // SAFETY: as above.
        Self { at: unsafe { self.at.add(count) }, instrs: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(instrs: &[Instr]) -> Instrs {
        let mut list = Instrs::default();
        instrs.iter().for_each(|instr| list.push(*instr));
        list
    }

    #[test]
    fn only_closed_lists_have_places() {
        let mut instrs = list(&[Instr::Move(0, 1), Instr::Jump(0)]);
        assert!(Place::new(&instrs, 0).is_none());
        instrs.close();
        let (first, rest) = Place::new(&instrs, 0).expect("a place").take();
        assert_eq!((*first, rest.index(&instrs)), (Instr::Move(0, 1), 1));
        assert_eq!(Place::target(&instrs, 1).index(&instrs), 1);
        assert!(Place::new(&instrs, 2).is_none());
        instrs[0] = Instr::Move(1, 0);
        assert!(Place::new(&instrs, 0).is_none());
    }

    #[test]
    fn what_leads_out_cannot_be_closed() {
        use pathfold_ir::Type;
        for open in [
            &[Instr::Move(0, 1)][..],
            &[Instr::Jump(1)],
            &[Instr::LessBranch(0, 1, 0, 1)],
            &[Instr::LoadIntAt(0, 1, 2, 3), Instr::Offset(0, 1, 2), Instr::Return(None)],
            &[
                Instr::LoadIntAt(0, 1, 2, 4),
                Instr::Offset(0, 1, 2),
                Instr::Load(Type::Int, 0, 0, 1),
                Instr::Return(None),
            ],
            &[Instr::Load(Type::Int, 0, 0, 2), Instr::Return(None)],
        ] {
            let mut instrs = list(open);
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| instrs.close())).is_err(), "{open:?}");
            assert!(Place::new(&instrs, 0).is_none());
        }
    }
}
