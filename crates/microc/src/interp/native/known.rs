//! Which registers are known to be small numbers. Machine code leaves before an instruction that meets a large one, so behind one
//! that tests a register it is small.

use super::super::code::Reg as Register;
use super::super::effects::{Access, accesses};
use super::super::instr::Instr;

/// Registers that are known to be small numbers; of those with high numbers nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Known(u64);

impl Known {
    pub fn has(self, register: Register) -> bool {
        register < 64 && self.0 >> register & 1 == 1
    }

    pub fn add(&mut self, register: Register) {
        if register < 64 {
            self.0 |= 1 << register;
        }
    }

    fn remove(&mut self, register: Register) {
        if register < 64 {
            self.0 &= !(1 << register);
        }
    }

    #[must_use]
    pub fn meet(self, other: Known) -> Known {
        Known(self.0 & other.0)
    }

    /// The registers.
    pub fn iter(self) -> impl Iterator<Item = Register> {
        (0..64).filter(move |register| self.has(*register))
    }

    /// What is known behind an instruction that goes on within its function.
    #[must_use]
    pub fn behind(mut self, instr: &Instr) -> Known {
        // A copy is what it is a copy of.
        let mut copied = false;
        accesses(instr, |access| match access {
            Access::Number(register) => self.add(register),
            Access::Word(register) => copied = is_copy(instr) && self.has(register),
            Access::Small(register) => self.add(register),
            Access::Any(register) if copied => self.add(register),
            Access::Any(register) => self.remove(register),
        });
        self
    }
}

fn is_copy(instr: &Instr) -> bool {
    matches!(instr, Instr::Move { .. } | Instr::Move2 { .. })
}
