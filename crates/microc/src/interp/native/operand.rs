//! Where values are while an instruction is translated, and what is known of them: see [`super::compile`].

use pathfold_x86::{Alu, Cond, Mem, Reg, Width, mem};

use super::super::code::Reg as Register;
use super::compile::{Aside, Compiler};

/// A value where it is.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Reg(Reg),
    Mem(Mem),
}

/// A second operand: a value or a number.
#[derive(Clone, Copy)]
pub(super) enum Second {
    Operand(Operand),
    Number(i32),
}

impl Compiler<'_> {
    /// Where a register is.
    pub(super) fn place(&self, register: Register) -> Operand {
        match self.pins.get(register) {
            Some(reg) => Operand::Reg(reg),
            None => Operand::Mem(memory(register)),
        }
    }

    /// Copies a register.
    pub(super) fn load(&mut self, into: Reg, register: Register) {
        match self.place(register) {
            Operand::Reg(reg) => self.asm.mov_rr(Width::B8, into, reg),
            Operand::Mem(place) => self.asm.mov_rm(Width::B8, into, place),
        }
    }

    /// The machine register that has a register's value: `scratch`, if it lives in memory.
    pub(super) fn value(&mut self, register: Register, scratch: Reg) -> Reg {
        match self.place(register) {
            Operand::Reg(reg) => reg,
            Operand::Mem(place) => {
                self.asm.mov_rm(Width::B8, scratch, place);
                scratch
            }
        }
    }

    pub(super) fn store(&mut self, register: Register, from: Reg) {
        match self.place(register) {
            Operand::Reg(reg) => self.asm.mov_rr(Width::B8, reg, from),
            Operand::Mem(place) => self.asm.mov_mr(Width::B8, place, from),
        }
    }

    /// Has the instruction done with large numbers if that of a register, which is also in `copy`, is one.
    pub(super) fn test(&mut self, register: Register, copy: Reg) {
        if !self.known.has(register) {
            self.known.add(register);
            self.test_word(copy);
        }
    }

    /// Has the instruction done with large numbers if a word is one.
    pub(super) fn test_word(&mut self, word: Reg) {
        self.asm.test_low(word, 1);
        self.larger_if(Cond::NotEqual);
    }

    /// A small number is known to be in a register: it was tested in another way.
    pub(super) fn tested(&mut self, register: Register) {
        self.known.add(register);
    }

    /// A small number, copied.
    pub(super) fn number(&mut self, into: Reg, register: Register) {
        self.load(into, register);
        self.test(register, into);
    }

    /// A small number where it is; `scratch` may be used for it.
    pub(super) fn operand(&mut self, register: Register, scratch: Reg) -> Operand {
        match self.place(register) {
            Operand::Mem(place) if self.known.has(register) => Operand::Mem(place),
            Operand::Reg(_) | Operand::Mem(_) => {
                let reg = self.value(register, scratch);
                self.test(register, reg);
                Operand::Reg(reg)
            }
        }
    }

    /// `reg = reg op second`
    pub(super) fn alu(&mut self, op: Alu, reg: Reg, second: Second) {
        match second {
            Second::Operand(Operand::Reg(other)) => self.asm.alu_rr(op, Width::B8, reg, other),
            Second::Operand(Operand::Mem(place)) => self.asm.alu_rm(op, Width::B8, reg, place),
            Second::Number(number) => self.asm.alu_ri(op, Width::B8, reg, number),
        }
    }

    /// A number as second operand; `scratch` is used for long ones.
    pub(super) fn immediate(&mut self, number: i64, scratch: Reg) -> Second {
        match i32::try_from(number) {
            Ok(number) => Second::Number(number),
            Err(_) => {
                self.asm.mov_ri(scratch, number);
                Second::Operand(Operand::Reg(scratch))
            }
        }
    }

    /// After an overflow whose result is in `reg` already: takes it back by `reg op second`, and has it done with large numbers.
    pub(super) fn undo_on_overflow(&mut self, op: Alu, reg: Reg, second: Second) {
        let label = self.asm.label();
        let larger = self.larger();
        self.asides.push(Aside::Undo(label, op, reg, second, larger));
        self.asm.jcc(Cond::Overflow, label);
    }
}

/// Where a register is in memory.
pub(super) fn memory(register: Register) -> Mem {
    mem(Reg::Rbx, i32::from(register) * size_of::<i64>() as i32)
}

/// The high half of a register in memory.
pub(super) fn high_half(register: Register) -> Mem {
    mem(Reg::Rbx, i32::from(register) * size_of::<i64>() as i32 + 4)
}
