//! Instructions on large numbers: see [`super::compile`].
//!
//! What is often done on numbers that are not too long is done by code ([`super::routines`]). Everything else is done by the functions that
//! the interpreter has for it ([`super::enter`]), without leaving the code; that is left where these have no answer.

use pathfold_x86::{Alu, Cond, Label, Reg, Shift, Width, mem};

use super::super::code::{Cmp, Reg as Register};
use super::super::effects::target;
use super::super::instr::Instr;
use super::compile::{Compiler, context};
use super::enter::{Context, GOES_ON, LEAVES};

pub(super) use super::routines::Routines;

/// What becomes of a word.
#[derive(Clone, Copy)]
enum Goes {
    To(Register),
    /// Back to who called.
    Back,
}

impl Compiler<'_> {
    /// Does an instruction for which the code on its way is not enough, and goes on at `done`.
    pub(super) fn large(&mut self, at: usize, done: Label) {
        let otherwise = self.asm.label();
        self.by_routine(&self.instr_at(at), done, otherwise);
        self.asm.bind(otherwise);
        self.by_function(at, done);
    }

    /// Does it by a routine, if there is one for it; goes to `otherwise` if that refuses.
    fn by_routine(&mut self, instr: &Instr, done: Label, otherwise: Label) {
        match *instr {
            Instr::Add { dst, a, b } => {
                self.load(Reg::Rax, a);
                self.load(Reg::Rcx, b);
                self.call_sum(otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::ReturnAdd { a, b } => {
                self.load(Reg::Rax, a);
                self.load(Reg::Rcx, b);
                self.call_sum(otherwise);
                self.goes(Goes::Back, done);
            }
            Instr::AddWord { dst, a, imm } => {
                self.load(Reg::Rax, a);
                self.add_large(imm, otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::AddAdd { dst, a, b, add } => {
                self.load(Reg::Rax, a);
                self.load(Reg::Rcx, b);
                self.call_sum(otherwise);
                self.add_large(add.into(), otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::Mul { dst, a, b } => {
                self.load(Reg::Rax, a);
                self.load(Reg::Rcx, b);
                self.call_product(otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::ReturnMul { a, b } => {
                self.load(Reg::Rax, a);
                self.load(Reg::Rcx, b);
                self.call_product(otherwise);
                self.goes(Goes::Back, done);
            }
            Instr::MulNumber { dst, a, imm } => {
                self.multiply_large(a, imm << 1, otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::MulAdd { dst, a, b, factor, add } => {
                self.multiply_large(b, i64::from(factor) << 1, otherwise);
                self.load(Reg::Rcx, a);
                self.call_sum(otherwise);
                self.add_large(add.into(), otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::Linear { dst, b, factor, add } => {
                self.multiply_large(b, i64::from(factor) << 1, otherwise);
                self.add_large(add.into(), otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::AddMul { dst, a, b, c } => {
                self.load(Reg::Rax, b);
                self.load(Reg::Rcx, c);
                self.load(Reg::Rdi, a);
                self.routine(|routines| routines.sum_of_product, otherwise);
                self.goes(Goes::To(dst), done);
            }
            Instr::DivPower { dst, a, imm } if imm > 0 => {
                self.load(Reg::Rax, a);
                self.asm.mov_ri(Reg::Rcx, imm.into());
                self.routine(|routines| routines.shifted, otherwise);
                self.goes(Goes::To(dst), done);
            }
            // A number that is not small is on the side of its sign.
            Instr::JumpLtWord { a, to, .. } => self.jump_large(Cmp::Lt, a, to, done),
            Instr::JumpGtWord { a, to, .. } => self.jump_large(Cmp::Gt, a, to, done),
            Instr::JumpEqWord { .. } => self.asm.jmp(done),
            Instr::JumpNeWord { to, .. } => self.step_to(to),
            Instr::JumpMultiple { a, power, want, to } => {
                self.jump_large_multiple(a, (power, want), to, done, otherwise)
            }
            // Whatever else there is: the functions can do everything.
            _ => {}
        }
    }

    fn routine(&mut self, which: impl FnOnce(Routines) -> Label, otherwise: Label) {
        // Made before the first code that needs them.
        if let Some(routines) = self.routines {
            self.asm.call(which(routines));
        }
        self.asm.jcc(Cond::Below, otherwise);
    }

    fn call_sum(&mut self, otherwise: Label) {
        self.routine(|routines| routines.sum, otherwise);
    }

    fn call_product(&mut self, otherwise: Label) {
        self.routine(|routines| routines.product, otherwise);
    }

    /// `rax = rax + word`
    fn add_large(&mut self, word: i64, otherwise: Label) {
        if word != 0 {
            self.asm.mov_ri(Reg::Rcx, word);
            self.call_sum(otherwise);
        }
    }

    /// `rax = a * word`
    fn multiply_large(&mut self, a: Register, word: i64, otherwise: Label) {
        self.load(Reg::Rax, a);
        self.asm.mov_ri(Reg::Rcx, word);
        self.call_product(otherwise);
    }

    /// The word in `rax` goes where it is wanted.
    fn goes(&mut self, to: Goes, done: Label) {
        match to {
            Goes::To(dst) => {
                self.store(dst, Reg::Rax);
                self.asm.jmp(done);
            }
            Goes::Back => self.asm.ret(),
        }
    }

    /// Jumps if a number that is known to be large is below or above every small one.
    fn jump_large(&mut self, cmp: Cmp, a: Register, to: u32, done: Label) {
        self.load(Reg::Rax, a);
        self.asm.test_low(Reg::Rax, 2);
        self.asm.jcc(if cmp == Cmp::Lt { Cond::Equal } else { Cond::NotEqual }, done);
        self.step_to(to);
    }

    /// Jumps if whether a large number is a multiple of a power of two is what is wanted: its lowest limb says it.
    fn jump_large_multiple(&mut self, a: Register, (power, want): (u8, bool), to: u32, done: Label, otherwise: Label) {
        self.load(Reg::Rax, a);
        self.asm.shift_ri(Shift::Shr, Width::B8, Reg::Rax, 32);
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rax, context!(top));
        self.asm.jcc(Cond::AboveEqual, otherwise);
        self.asm.mov_rm(Width::B8, Reg::Rax, mem(Reg::R13, 0).index(Reg::Rax, 3));
        let below = self.immediate((1 << power) - 1, Reg::Rcx);
        self.alu(Alu::And, Reg::Rax, below);
        self.asm.jcc(if want { Cond::NotEqual } else { Cond::Equal }, done);
        self.step_to(to);
    }

    /// Does it by the function for everything.
    fn by_function(&mut self, at: usize, done: Label) {
        let leave = self.leave_before(at);
        let instr = self.instr_at(at);
        let outside = *self.outside.get_or_insert_with(|| self.asm.label());
        self.asm.mov_ri(Reg::Rax, at as i64);
        self.asm.call(outside);
        const { assert!(LEAVES < GOES_ON) };
        self.asm.alu_ri(Alu::Cmp, Width::B4, Reg::Rax, GOES_ON as i32);
        self.asm.jcc(Cond::Below, leave);
        match instr {
            Instr::ReturnAdd { .. } | Instr::ReturnMul { .. } => {
                self.asm.mov_rm(Width::B8, Reg::Rax, context!(word));
                self.asm.ret();
            }
            _ => match target(&instr) {
                Some(to) => {
                    self.asm.jcc(Cond::Equal, done);
                    self.step_to(to as u32);
                }
                None => self.asm.jmp(done),
            },
        }
    }

    /// Calls the function for everything, with the number of the instruction in `rax`; what it says comes back there.
    pub(super) fn go_outside(&mut self, label: Label) {
        self.asm.bind(label);
        self.store_pins();
        self.asm.mov_mr(Width::B8, context!(window), Reg::Rbx);
        // The stack as functions want it.
        self.asm.mov_rr(Width::B8, Reg::R12, Reg::Rsp);
        self.asm.alu_ri(Alu::And, Width::B8, Reg::Rsp, -16);
        self.asm.mov_rr(Width::B8, Reg::Rdi, Reg::Rbp);
        self.asm.mov_rr(Width::B4, Reg::Rsi, Reg::Rax);
        self.asm.call_m(context!(compute));
        self.asm.mov_rr(Width::B8, Reg::Rsp, Reg::R12);
        self.asm.mov_rm(Width::B8, Reg::R12, context!(cells));
        self.load_pins();
        self.asm.ret();
    }
}
