//! Arithmetic on small numbers, doubled as they are: see [`super::compile`].
//!
//! Nothing is stored before it is certain that the instruction goes well.

use pathfold_x86::{Alu, Cond, Reg, Width};

use super::super::code::{Cmp, Orders, Reg as Register};
use super::super::heap::UNINIT;
use super::compile::Compiler;
use super::operand::{Operand, Second};

/// The condition for a comparison of words.
pub(super) fn condition(cmp: Cmp) -> Cond {
    match cmp {
        Cmp::Lt => Cond::Less,
        Cmp::Le => Cond::LessEqual,
        Cmp::Gt => Cond::Greater,
        Cmp::Ge => Cond::GreaterEqual,
        Cmp::Eq => Cond::Equal,
        Cmp::Ne => Cond::NotEqual,
    }
}

impl Compiler<'_> {
    pub(super) fn word(&mut self, dst: Register, word: i64) {
        match (self.place(dst), i32::try_from(word)) {
            (Operand::Reg(reg), _) => self.asm.mov_ri(reg, word),
            (Operand::Mem(place), Ok(word)) => self.asm.mov_mi(Width::B8, place, word),
            (Operand::Mem(place), Err(_)) => {
                self.asm.mov_ri(Reg::Rax, word);
                self.asm.mov_mr(Width::B8, place, Reg::Rax);
            }
        }
    }

    pub(super) fn copy(&mut self, dst: Register, src: Register) {
        match self.place(dst) {
            Operand::Reg(reg) => self.load(reg, src),
            Operand::Mem(place) => {
                let value = self.value(src, Reg::Rax);
                self.asm.mov_mr(Width::B8, place, value);
            }
        }
    }

    pub(super) fn check_init(&mut self, src: Register) {
        match self.place(src) {
            Operand::Reg(reg) => self.asm.alu_ri(Alu::Cmp, Width::B8, reg, UNINIT as i32),
            Operand::Mem(place) => self.asm.alu_mi(Alu::Cmp, Width::B8, place, UNINIT as i32),
        }
        self.leave_if(Cond::Equal);
    }

    pub(super) fn not(&mut self, dst: Register, a: Register) {
        let value = self.value(a, Reg::Rax);
        self.asm.mov_ri(Reg::Rcx, 0);
        self.asm.test_rr(Width::B8, value, value);
        self.store_condition(dst, Cond::Equal);
    }

    /// Stores whether a condition holds; `rcx` is zero.
    fn store_condition(&mut self, dst: Register, cond: Cond) {
        self.asm.set(cond, Reg::Rcx);
        self.asm.alu_rr(Alu::Add, Width::B4, Reg::Rcx, Reg::Rcx);
        self.store(dst, Reg::Rcx);
    }

    pub(super) fn compare(&mut self, orders: Orders, dst: Register, a: Register, b: Register) {
        self.number(Reg::Rax, a);
        let second = self.operand(b, Reg::Rdx);
        self.asm.mov_ri(Reg::Rcx, 0);
        self.alu(Alu::Cmp, Reg::Rax, Second::Operand(second));
        self.store_condition(dst, condition(orders.into()));
    }

    /// `dst = a op b`, where `inverse` takes `op` back.
    fn add_or_subtract(&mut self, (op, inverse): (Alu, Alu), dst: Register, a: Register, second: Second) {
        if let Operand::Reg(reg) = self.place(dst)
            && dst == a
            && !is(second, reg)
        {
            self.test(a, reg);
            self.alu(op, reg, second);
            self.undo_on_overflow(inverse, reg, second);
            return;
        }
        self.number(Reg::Rax, a);
        self.alu(op, Reg::Rax, second);
        self.larger_if(Cond::Overflow);
        self.store(dst, Reg::Rax);
    }

    pub(super) fn add(&mut self, dst: Register, a: Register, b: Register) {
        // What is added to itself is better first.
        let (a, b) = if dst == b { (b, a) } else { (a, b) };
        let second = Second::Operand(self.operand(b, Reg::Rcx));
        self.add_or_subtract((Alu::Add, Alu::Sub), dst, a, second);
    }

    pub(super) fn sub(&mut self, dst: Register, a: Register, b: Register) {
        let second = Second::Operand(self.operand(b, Reg::Rcx));
        self.add_or_subtract((Alu::Sub, Alu::Add), dst, a, second);
    }

    pub(super) fn add_word(&mut self, dst: Register, a: Register, imm: i64) {
        match i32::try_from(imm) {
            Ok(imm) => self.add_or_subtract((Alu::Add, Alu::Sub), dst, a, Second::Number(imm)),
            Err(_) => {
                self.number(Reg::Rax, a);
                self.add_number(imm);
                self.store(dst, Reg::Rax);
            }
        }
    }

    /// `rax = rax + number`; none of zero.
    pub(super) fn add_number(&mut self, number: i64) {
        if number != 0 {
            let second = self.immediate(number, Reg::Rcx);
            self.alu(Alu::Add, Reg::Rax, second);
            self.larger_if(Cond::Overflow);
        }
    }

    pub(super) fn rsub_word(&mut self, dst: Register, a: Register, imm: i64) {
        let second = self.operand(a, Reg::Rcx);
        self.asm.mov_ri(Reg::Rax, imm);
        self.alu(Alu::Sub, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.store(dst, Reg::Rax);
    }

    /// `rax = a * b`, of which one is halved.
    pub(super) fn product(&mut self, a: Register, b: Register) {
        self.number(Reg::Rax, a);
        let second = self.operand(b, Reg::Rcx);
        self.asm.shift_ri(pathfold_x86::Shift::Sar, Width::B8, Reg::Rax, 1);
        match second {
            Operand::Reg(reg) => self.asm.imul_rr(Width::B8, Reg::Rax, reg),
            Operand::Mem(place) => self.asm.imul_rm(Width::B8, Reg::Rax, place),
        }
        self.larger_if(Cond::Overflow);
    }

    pub(super) fn mul(&mut self, dst: Register, a: Register, b: Register) {
        self.product(a, b);
        self.store(dst, Reg::Rax);
    }

    /// `rax = a * factor`
    fn multiple(&mut self, a: Register, factor: i64) {
        let value = self.value(a, Reg::Rax);
        self.test(a, value);
        match i32::try_from(factor) {
            Ok(factor) => self.asm.imul_rri(Width::B8, Reg::Rax, value, factor),
            Err(_) => {
                self.asm.mov_ri(Reg::Rcx, factor);
                if value != Reg::Rax {
                    self.asm.mov_rr(Width::B8, Reg::Rax, value);
                }
                self.asm.imul_rr(Width::B8, Reg::Rax, Reg::Rcx);
            }
        }
        self.larger_if(Cond::Overflow);
    }

    pub(super) fn mul_number(&mut self, dst: Register, a: Register, imm: i64) {
        self.multiple(a, imm);
        self.store(dst, Reg::Rax);
    }

    pub(super) fn add_add(&mut self, dst: Register, a: Register, b: Register, add: i32) {
        self.number(Reg::Rax, a);
        let second = self.operand(b, Reg::Rcx);
        self.alu(Alu::Add, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.add_number(add.into());
        self.store(dst, Reg::Rax);
    }

    pub(super) fn mul_add(&mut self, dst: Register, a: Register, b: Register, factor: i32, add: i32) {
        self.multiple(b, factor.into());
        let second = self.operand(a, Reg::Rcx);
        self.alu(Alu::Add, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.add_number(add.into());
        self.store(dst, Reg::Rax);
    }

    pub(super) fn linear(&mut self, dst: Register, b: Register, factor: i32, add: i32) {
        self.multiple(b, factor.into());
        self.add_number(add.into());
        self.store(dst, Reg::Rax);
    }

    pub(super) fn add_mul(&mut self, dst: Register, a: Register, b: Register, c: Register) {
        self.product(b, c);
        let second = self.operand(a, Reg::Rcx);
        self.alu(Alu::Add, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.store(dst, Reg::Rax);
    }
}

/// Whether a second operand is in this machine register.
pub(super) fn is(second: Second, reg: Reg) -> bool {
    match second {
        Second::Operand(Operand::Reg(other)) => other == reg,
        Second::Operand(Operand::Mem(_)) | Second::Number(_) => false,
    }
}
