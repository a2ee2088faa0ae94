//! Calls and returns: see [`super::compile`] and, for frames, [`super::super::hot_calls`].
//!
//! A call is a call of the machine too, so that the machine knows where returns go. But what it keeps on its stack is only
//! a shortcut: a frame says itself which call made it, so code can be left at any time, and frames that were there
//! when it was entered return by a table, which is what is at the bottom of the machine's stack.

use pathfold_x86::{Alu, Cond, Label, Reg, Width, mem};

use super::super::code::{FIRST_VARIABLE, Reg as Register, Target};
use super::super::hot_calls::caller;
use super::compile::{Compiler, context};
use super::enter::Context;
use super::operand::{Operand, Second, memory};

/// Where a call is to go and what it gives and gets.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub dst: Register,
    pub args: Register,
    pub function: Target,
    /// Arguments that are copied.
    pub sources: &'a [Register],
    /// The argument that is a sum: which, of what, and what is added.
    pub sum: Option<(u8, Register, i16)>,
}

impl Compiler<'_> {
    pub(super) fn call(&mut self, Call { dst, args, function, sources, sum }: Call<'_>) {
        self.asm.alu_rr(Alu::Cmp, Width::B8, Reg::Rsp, Reg::R15);
        self.leave_if(Cond::BelowEqual);
        if let Some((_, a, imm)) = sum {
            self.number(Reg::Rax, a);
            self.add_number(imm.into());
        }
        // From here on nothing can go wrong.
        self.store_pins();
        let first = args + FIRST_VARIABLE;
        for (which, source) in sources.iter().enumerate() {
            let place = first + which as Register;
            if sum.is_none_or(|(sum, _, _)| usize::from(sum) != which) && *source != place {
                let value = self.value(*source, Reg::Rcx);
                self.asm.mov_mr(Width::B8, memory(place), value);
            }
        }
        if let Some((which, _, _)) = sum {
            self.asm.mov_mr(Width::B8, memory(first + Register::from(which)), Reg::Rax);
        }
        let caller = caller(self.at as u32);
        match self.immediate(caller, Reg::Rcx) {
            Second::Number(caller) => self.asm.mov_mi(Width::B8, memory(args), caller),
            Second::Operand(Operand::Reg(reg)) => self.asm.mov_mr(Width::B8, memory(args), reg),
            Second::Operand(Operand::Mem(_)) => unreachable!("numbers are not in memory"),
        }
        let distance = i32::from(args) * size_of::<i64>() as i32;
        self.asm.alu_ri(Alu::Add, Width::B8, Reg::Rbx, distance);
        let (label, off) = self.called(function);
        self.asm.alu_ri(Alu::Sub, Width::B4, Reg::R14, 1);
        self.asm.jcc(Cond::Equal, off);
        if let Some(label) = label {
            self.asm.call(label);
        }
        self.returns_here();
        self.asm.alu_ri(Alu::Sub, Width::B8, Reg::Rbx, distance);
        self.load_pins();
        self.store(dst, Reg::Rax);
        self.asm.alu_ri(Alu::Sub, Width::B4, Reg::R14, 1);
        let out = self.leave_before(self.at + 1);
        self.asm.jcc(Cond::Equal, out);
    }

    pub(super) fn give_back(&mut self, src: Register) {
        self.load(Reg::Rax, src);
        self.asm.ret();
    }

    pub(super) fn give_back_sum(&mut self, a: Register, b: Register) {
        self.number(Reg::Rax, a);
        let second = self.operand(b, Reg::Rcx);
        self.alu(Alu::Add, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.asm.ret();
    }

    pub(super) fn give_back_product(&mut self, a: Register, b: Register) {
        self.product(a, b);
        self.asm.ret();
    }

    /// Where frames return to whose callers were there before code was entered; the result is in `rax`.
    pub(super) fn return_by_table(&mut self) -> Label {
        let label = self.asm.here();
        self.asm.lea_label(Reg::Rcx, label);
        self.asm.push(Reg::Rcx);
        let (ended, astray) = (self.asm.label(), self.asm.label());
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rbx, context!(stack));
        self.asm.jcc(Cond::Equal, ended);
        self.asm.alu_mi(Alu::Add, Width::B8, context!(returned), 1);
        // Twice the number of the call.
        self.asm.mov_rm(Width::B8, Reg::Rcx, memory(0));
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rcx, context!(returns_end));
        self.asm.jcc(Cond::AboveEqual, astray);
        self.asm.mov_rm(Width::B8, Reg::Rdx, context!(returns));
        self.asm.jmp_m(mem(Reg::Rdx, 0).index(Reg::Rcx, 2));
        self.asm.bind(astray);
        self.asm.mov_ri(Reg::Rax, Context::ASTRAY.into());
        self.exit();
        self.asm.bind(ended);
        self.asm.mov_mr(Width::B8, context!(word), Reg::Rax);
        self.asm.mov_ri(Reg::Rax, Context::RETURNED.into());
        self.exit();
        label
    }
}
