//! Division of small numbers: see [`super::compile`] and, for the ways it is done, [`super::super::hot`].

use pathfold_x86::{Alu, Cond, Reg, Shift, Width};

use super::super::code::Reg as Register;
use super::compile::Compiler;
use super::operand::{Operand, Second};

/// Which part of a division is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Quotient,
    Remainder,
}

impl Compiler<'_> {
    pub(super) fn divide(&mut self, part: Part, dst: Register, a: Register, b: Register) {
        self.load(Reg::Rcx, b);
        self.asm.test_rr(Width::B8, Reg::Rcx, Reg::Rcx);
        self.leave_if(Cond::Equal);
        self.test(b, Reg::Rcx);
        self.number(Reg::Rax, a);
        self.asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.asm.alu_rr(Alu::Or, Width::B8, Reg::Rdx, Reg::Rcx);
        self.divide_words(part, dst);
    }

    pub(super) fn divide_word(&mut self, part: Part, dst: Register, a: Register, imm: i64) {
        self.number(Reg::Rax, a);
        self.asm.mov_ri(Reg::Rcx, imm);
        self.asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.asm.alu_rr(Alu::Or, Width::B8, Reg::Rdx, Reg::Rcx);
        self.divide_words(part, dst);
    }

    /// Divides the words in `rax` and `rcx`, of which the second is not zero; `rdx` has the bits of both.
    fn divide_words(&mut self, part: Part, dst: Register) {
        let (wide, done) = (self.asm.label(), self.asm.label());
        // Division of half as many bits is several times faster on many machines.
        self.asm.shift_ri(Shift::Shr, Width::B8, Reg::Rdx, 32);
        self.asm.jcc(Cond::NotEqual, wide);
        // It is zero already, but the machine need not wait to know.
        self.asm.mov_ri(Reg::Rdx, 0);
        self.asm.div(Width::B4, Reg::Rcx);
        self.asm.jmp(done);
        self.asm.bind(wide);
        self.asm.sign_to_rdx(Width::B8);
        // Divisors are even: none is -1, by which a quotient could overflow.
        self.asm.idiv(Width::B8, Reg::Rcx);
        self.asm.bind(done);
        match part {
            Part::Quotient => {
                self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rax);
                self.larger_if(Cond::Overflow);
                self.store(dst, Reg::Rax);
            }
            // Of doubled numbers it is doubled.
            Part::Remainder => self.store(dst, Reg::Rdx),
        }
    }

    pub(super) fn divide_small(&mut self, part: Part, dst: Register, a: Register, imm: u16, magic: u64) {
        let (wide, done) = (self.asm.label(), self.asm.label());
        self.number(Reg::Rax, a);
        self.asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, 1);
        self.asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.asm.shift_ri(Shift::Shr, Width::B8, Reg::Rdx, 32);
        self.asm.jcc(Cond::NotEqual, wide);
        self.asm.mov_ri(Reg::Rdx, magic as i64);
        if part == Part::Remainder {
            self.asm.mov_rr(Width::B8, Reg::Rcx, Reg::Rax);
        }
        self.asm.mul(Width::B8, Reg::Rdx);
        match part {
            Part::Quotient => self.asm.mov_rr(Width::B8, Reg::Rax, Reg::Rdx),
            Part::Remainder => {
                self.asm.imul_rri(Width::B8, Reg::Rdx, Reg::Rdx, imm.into());
                self.asm.alu_rr(Alu::Sub, Width::B8, Reg::Rcx, Reg::Rdx);
                self.asm.mov_rr(Width::B8, Reg::Rax, Reg::Rcx);
            }
        }
        self.asm.jmp(done);
        self.asm.bind(wide);
        self.asm.mov_ri(Reg::Rcx, imm.into());
        self.asm.sign_to_rdx(Width::B8);
        self.asm.idiv(Width::B8, Reg::Rcx);
        if part == Part::Remainder {
            self.asm.mov_rr(Width::B8, Reg::Rax, Reg::Rdx);
        }
        self.asm.bind(done);
        self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rax);
        self.store(dst, Reg::Rax);
    }

    /// By a power of two.
    pub(super) fn divide_power(&mut self, part: Part, dst: Register, a: Register, power: u8) {
        self.number(Reg::Rax, a);
        self.asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, 1);
        // Negative numbers are first moved up by the divisor less one.
        self.asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.asm.shift_ri(Shift::Sar, Width::B8, Reg::Rdx, 63);
        let below = (1_i64 << power) - 1;
        let second = self.immediate(below, Reg::Rcx);
        self.alu(Alu::And, Reg::Rdx, second);
        self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rdx);
        match part {
            Part::Quotient => self.asm.shift_ri(Shift::Sar, Width::B8, Reg::Rax, power),
            Part::Remainder => {
                self.alu(Alu::And, Reg::Rax, second);
                self.alu(Alu::Sub, Reg::Rax, Second::Operand(Operand::Reg(Reg::Rdx)));
            }
        }
        self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rax);
        self.store(dst, Reg::Rax);
    }
}
