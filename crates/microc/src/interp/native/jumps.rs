//! Jumps: see [`super::compile`]. Each that is taken counts as a step.

use pathfold_x86::{Alu, Cond, Reg, Width};

use super::super::code::{Cmp, Orders, Reg as Register, Target};
use super::arith::{condition, is};
use super::cells::Element;
use super::compile::Compiler;
use super::operand::{Operand, Second};

/// What `x < y + off` compares words with: `x <= y` needs no sum that could overflow.
enum Limit {
    Plain(Cmp),
    Sum,
}

fn limit(off: i32) -> Limit {
    match off {
        0 => Limit::Plain(Cmp::Lt),
        // A doubled one.
        2 => Limit::Plain(Cmp::Le),
        _ => Limit::Sum,
    }
}

impl Compiler<'_> {
    pub(super) fn jump(&mut self, to: Target) {
        self.step_to(to);
    }

    /// Jumps if a condition holds.
    fn jump_if(&mut self, cond: Cond, to: Target) {
        let skip = self.asm.label();
        self.asm.jcc(cond.negated(), skip);
        self.step_to(to);
        self.asm.bind(skip);
    }

    /// `y + off` in `rcx`, or `y` where that is enough, and how to compare with it.
    fn limit(&mut self, y: Register, off: i32) -> (Operand, Cmp) {
        match limit(off) {
            Limit::Plain(cmp) => (self.operand(y, Reg::Rcx), cmp),
            Limit::Sum => {
                self.number(Reg::Rcx, y);
                self.asm.alu_ri(Alu::Add, Width::B8, Reg::Rcx, off);
                self.larger_if(Cond::Overflow);
                (Operand::Reg(Reg::Rcx), Cmp::Lt)
            }
        }
    }

    pub(super) fn jump_lt(&mut self, a: Register, b: Register, off: i32, to: Target) {
        let (limit, cmp) = self.limit(b, off);
        self.compare_and_jump(cmp, a, Second::Operand(limit), to);
    }

    /// Compares a register with a value that is not in `rax`.
    fn compare_and_jump(&mut self, cmp: Cmp, a: Register, second: Second, to: Target) {
        let value = self.value(a, Reg::Rax);
        self.test(a, value);
        self.alu(Alu::Cmp, value, second);
        self.jump_if(condition(cmp), to);
    }

    pub(super) fn jump_compare(&mut self, cmp: Cmp, a: Register, b: Register, to: Target) {
        let second = self.operand(b, Reg::Rcx);
        self.compare_and_jump(cmp, a, Second::Operand(second), to);
    }

    pub(super) fn jump_word(&mut self, cmp: Cmp, a: Register, imm: i64, to: Target) {
        let second = self.immediate(imm, Reg::Rcx);
        self.compare_and_jump(cmp, a, second, to);
    }

    /// `a = a + step; if (a cmp limit) goto to`; the limit is not in `rax`.
    fn step_and_jump(&mut self, a: Register, step: Second, (cmp, limit): (Cmp, Second), to: Target) {
        match self.place(a) {
            Operand::Reg(reg) if !is(step, reg) => {
                self.test(a, reg);
                self.alu(Alu::Add, reg, step);
                self.undo_on_overflow(Alu::Sub, reg, step);
                self.alu(Alu::Cmp, reg, limit);
            }
            Operand::Reg(_) | Operand::Mem(_) => {
                self.number(Reg::Rax, a);
                self.alu(Alu::Add, Reg::Rax, step);
                self.larger_if(Cond::Overflow);
                self.store(a, Reg::Rax);
                self.alu(Alu::Cmp, Reg::Rax, limit);
            }
        }
        self.jump_if(condition(cmp), to);
    }

    pub(super) fn step_jump_lt(&mut self, a: Register, b: Register, step: i16, off: i32, to: Target) {
        let (limit, cmp) = self.limit(b, off);
        self.step_and_jump(a, Second::Number(step.into()), (cmp, Second::Operand(limit)), to);
    }

    pub(super) fn step_reg_jump_lt(&mut self, a: Register, by: Register, b: Register, off: i32, to: Target) {
        // The limit is what it was before the step. The compiler makes no instruction for which that is a difference.
        if a == b {
            [a, by].into_iter().for_each(|register| self.tested(register));
            return self.leave();
        }
        let (limit, cmp) = self.limit(b, off);
        let step = self.operand(by, Reg::Rdx);
        self.step_and_jump(a, Second::Operand(step), (cmp, Second::Operand(limit)), to);
    }

    pub(super) fn step_jump_word(&mut self, cmp: Cmp, a: Register, step: i8, imm: i64, to: Target) {
        let limit = self.immediate(imm, Reg::Rcx);
        self.step_and_jump(a, Second::Number(step.into()), (cmp, limit), to);
    }

    pub(super) fn jump_multiple(&mut self, a: Register, power: u8, want: bool, to: Target) {
        self.number(Reg::Rax, a);
        let second = self.immediate((2 << power) - 1, Reg::Rcx);
        self.alu(Alu::And, Reg::Rax, second);
        self.jump_if(if want { Cond::Equal } else { Cond::NotEqual }, to);
    }

    pub(super) fn jump_elem(&mut self, orders: Orders, element: Element, b: Register, to: Target) {
        self.load_element(element);
        self.test_word(Reg::Rax);
        let second = self.operand(b, Reg::Rcx);
        self.alu(Alu::Cmp, Reg::Rax, Second::Operand(second));
        self.jump_if(condition(orders.into()), to);
    }

    pub(super) fn jump_elem_word(&mut self, orders: Orders, element: Element, imm: i32, to: Target) {
        self.load_element(element);
        self.test_word(Reg::Rax);
        self.asm.alu_ri(Alu::Cmp, Width::B8, Reg::Rax, imm);
        self.jump_if(condition(orders.into()), to);
    }
}
