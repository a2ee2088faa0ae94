//! Sums, products, quotients, and operations on bits. What overflows, divides by zero or is symbolic is left to the step.

use pathfold_ir::BinaryOp;
use pathfold_x86::{Alu, Cond, Reg, Shift, Width};

use super::emitter::{Emitter, Operand};
use super::layout::Kind;
use crate::code::Slot;

/// How wide operations on so many bits are.
pub fn width_of(bits: u8) -> Width {
    if bits <= 32 { Width::B4 } else { Width::B8 }
}

impl Emitter {
    /// Clears what is above the width in `rax`, which is the result of an operation as wide as [`width_of`] says.
    pub fn mask(&mut self, bits: u8) {
        match bits {
            32 | 64 => {}
            8 => self.code.movzx_rr(Width::B1, Reg::Rax, Reg::Rax),
            16 => self.code.movzx_rr(Width::B2, Reg::Rax, Reg::Rax),
            // Not `(1 << bits) - 1`, which overflows for 31.
            1..=31 => self.code.alu_ri(Alu::And, Width::B4, Reg::Rax, i32::MAX >> (31 - bits)),
            _ => {
                self.code.shift_ri(Shift::Shl, Width::B8, Reg::Rax, 64 - bits);
                self.code.shift_ri(Shift::Shr, Width::B8, Reg::Rax, 64 - bits);
            }
        }
    }

    /// Both operands are numbers of one kind; none if it is not known of which, or they will not be.
    pub fn numbers(&mut self, a: Slot, b: Slot) -> Option<Kind> {
        let kind = self.expect(a).or(self.expect(b))?;
        match kind {
            Kind::Int | Kind::Bits(_) => {
                self.require(a, kind);
                self.require(b, kind);
                Some(kind)
            }
            Kind::Bool | Kind::Ptr => None,
        }
    }

    /// `dst = a op b` for sums and differences.
    pub fn sum(&mut self, op: Alu, dst: Slot, a: Slot, b: Slot) {
        match self.numbers(a, b) {
            Some(Kind::Bits(bits)) => {
                let operand = self.operands(width_of(bits), a, b);
                self.apply(op, width_of(bits), operand);
                self.mask(bits);
                self.set(dst, Kind::Bits(bits));
            }
            Some(kind) => {
                let operand = self.operands(Width::B8, a, b);
                self.apply(op, Width::B8, operand);
                let leave = self.leave();
                self.code.jcc(Cond::Overflow, leave);
                self.set(dst, kind);
            }
            None if op == Alu::Sub && self.expect(a) == Some(Kind::Ptr) => self.distance(dst, a, b),
            None => self.always_leave(),
        }
    }

    /// `dst = a - b` for pointers into one object: no address is needed.
    fn distance(&mut self, dst: Slot, a: Slot, b: Slot) {
        self.require(a, Kind::Ptr);
        self.require(b, Kind::Ptr);
        let leave = self.leave();
        self.code.mov_rm(Width::B4, Reg::Rcx, Self::object(a));
        self.code.alu_rm(Alu::Cmp, Width::B4, Reg::Rcx, Self::object(b));
        self.code.jcc(Cond::NotEqual, leave);
        let operand = self.operands(Width::B8, a, b);
        self.apply(Alu::Sub, Width::B8, operand);
        self.set(dst, Kind::Bits(64));
    }

    /// `dst = a + number`
    pub fn add_number(&mut self, dst: Slot, a: Slot, number: i32) {
        match self.expect(a) {
            Some(kind @ Kind::Int) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.apply(Alu::Add, Width::B8, Operand::Number(number));
                let leave = self.leave();
                self.code.jcc(Cond::Overflow, leave);
                self.set(dst, kind);
            }
            Some(kind @ Kind::Bits(bits)) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.apply(Alu::Add, width_of(bits), Operand::Number(number));
                self.mask(bits);
                self.set(dst, kind);
            }
            Some(Kind::Bool | Kind::Ptr) | None => self.always_leave(),
        }
    }

    /// `dst = a * b`
    pub fn product(&mut self, dst: Slot, a: Slot, b: Slot) {
        let Some(kind) = self.numbers(a, b) else { return self.always_leave() };
        let width = match kind {
            Kind::Bits(bits) => width_of(bits),
            Kind::Int | Kind::Bool | Kind::Ptr => Width::B8,
        };
        let operand = self.operands(width, a, b);
        self.drop_held();
        match operand {
            Operand::Number(number) => self.code.imul_rri(width, Reg::Rax, Reg::Rax, number),
            Operand::Reg(reg) => self.code.imul_rr(width, Reg::Rax, reg),
            Operand::Mem(place) => self.code.imul_rm(width, Reg::Rax, place),
        }
        match kind {
            Kind::Bits(bits) => self.mask(bits),
            Kind::Int | Kind::Bool | Kind::Ptr => {
                let leave = self.leave();
                self.code.jcc(Cond::Overflow, leave);
            }
        }
        self.set(dst, kind);
    }

    /// `dst = a / b` or the remainder, for integers of any size.
    pub fn quotient(&mut self, dst: Slot, a: Slot, b: Slot, remainder: bool) {
        if self.expect(a).or(self.expect(b)) != Some(Kind::Int) {
            return self.always_leave();
        }
        self.require(a, Kind::Int);
        self.require(b, Kind::Int);
        let leave = self.leave();
        self.load(Reg::Rcx, b);
        self.load(Reg::Rax, a);
        self.drop_held();
        match self.number(b) {
            Some(-1 | 0) => return self.always_leave(),
            Some(_) => {}
            None => {
                // Zero is a finding, and by -1 the quotient may not fit.
                self.code.lea(Reg::Rdx, pathfold_x86::mem(Reg::Rcx, 1));
                self.code.alu_ri(Alu::Cmp, Width::B8, Reg::Rdx, 1);
                self.code.jcc(Cond::BelowEqual, leave);
            }
        }
        // The machine divides half words in half the time.
        let (long, done) = (self.code.label(), self.code.label());
        self.code.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.code.alu_rr(Alu::Or, Width::B8, Reg::Rdx, Reg::Rcx);
        self.code.shift_ri(Shift::Shr, Width::B8, Reg::Rdx, 32);
        self.code.jcc(Cond::NotEqual, long);
        // It is zero already, but the machine need not wait to know.
        self.code.mov_ri(Reg::Rdx, 0);
        self.code.div(Width::B4, Reg::Rcx);
        self.code.jmp(done);
        self.code.bind(long);
        self.code.sign_to_rdx(Width::B8);
        self.code.idiv(Width::B8, Reg::Rcx);
        self.code.bind(done);
        if remainder {
            self.code.mov_rr(Width::B8, Reg::Rax, Reg::Rdx);
        }
        self.set(dst, Kind::Int);
    }

    /// `dst = a / 2^power`, rounded toward zero: what is negative is first moved up by the divisor less one.
    pub fn halve(&mut self, dst: Slot, a: Slot, power: u8) {
        if self.expect(a) != Some(Kind::Int) {
            return self.always_leave();
        }
        self.require(a, Kind::Int);
        self.load(Reg::Rax, a);
        self.drop_held();
        if power > 0 {
            self.code.mov_rr(Width::B8, Reg::Rcx, Reg::Rax);
            self.code.shift_ri(Shift::Sar, Width::B8, Reg::Rcx, 63);
            self.code.shift_ri(Shift::Shr, Width::B8, Reg::Rcx, 64 - power);
            self.code.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rcx);
            self.code.shift_ri(Shift::Sar, Width::B8, Reg::Rax, power);
        }
        self.set(dst, Kind::Int);
    }

    /// `dst = a op b`, bit by bit: what is above the width stays zero.
    pub fn bitwise(&mut self, op: Alu, dst: Slot, a: Slot, b: Slot) {
        match self.numbers(a, b) {
            Some(kind @ Kind::Bits(bits)) => {
                let operand = self.operands(width_of(bits), a, b);
                self.apply(op, width_of(bits), operand);
                self.set(dst, kind);
            }
            Some(Kind::Int | Kind::Bool | Kind::Ptr) | None => self.always_leave(),
        }
    }

    /// `dst = a shifted by b`, if that is in range.
    pub fn shift(&mut self, op: Shift, dst: Slot, a: Slot, b: Slot) {
        let Some(kind @ Kind::Bits(bits)) = self.numbers(a, b) else { return self.always_leave() };
        let width = width_of(bits);
        let known = self.number(b);
        match known {
            Some(by) if (0..i64::from(bits)).contains(&by) => {}
            Some(_) => return self.always_leave(),
            None => {
                let leave = self.leave();
                self.load(Reg::Rcx, b);
                self.code.alu_ri(Alu::Cmp, Width::B8, Reg::Rcx, i32::from(bits));
                self.code.jcc(Cond::AboveEqual, leave);
            }
        }
        self.load(Reg::Rax, a);
        self.drop_held();
        if op == Shift::Sar && !matches!(bits, 32 | 64) {
            self.sign_extend(Reg::Rax, bits);
        }
        match known {
            Some(by) => self.code.shift_ri(op, width, Reg::Rax, by as u8),
            None => self.code.shift_cl(op, width, Reg::Rax),
        }
        if op != Shift::Shr {
            self.mask(bits);
        }
        self.set(dst, kind);
    }

    /// Copies the highest of so many bits into those above it.
    pub fn sign_extend(&mut self, reg: Reg, bits: u8) {
        match bits {
            64 => {}
            8 => self.code.movsx_rr(Width::B1, reg, reg),
            16 => self.code.movsx_rr(Width::B2, reg, reg),
            32 => self.code.movsx_rr(Width::B4, reg, reg),
            _ => {
                self.code.shift_ri(Shift::Shl, Width::B8, reg, 64 - bits);
                self.code.shift_ri(Shift::Sar, Width::B8, reg, 64 - bits);
            }
        }
    }

    /// `dst = a op b` for the operations without an instruction of their own.
    pub fn other(&mut self, op: BinaryOp, dst: Slot, a: Slot, b: Slot) {
        match op {
            BinaryOp::Add => self.sum(Alu::Add, dst, a, b),
            BinaryOp::Sub => self.sum(Alu::Sub, dst, a, b),
            BinaryOp::Mul => self.product(dst, a, b),
            BinaryOp::And => self.bitwise(Alu::And, dst, a, b),
            BinaryOp::Or => self.bitwise(Alu::Or, dst, a, b),
            BinaryOp::Xor => self.bitwise(Alu::Xor, dst, a, b),
            BinaryOp::Shl => self.shift(Shift::Shl, dst, a, b),
            BinaryOp::LShr => self.shift(Shift::Shr, dst, a, b),
            BinaryOp::AShr => self.shift(Shift::Sar, dst, a, b),
            BinaryOp::SDiv | BinaryOp::SRem if self.expect(a).or(self.expect(b)) == Some(Kind::Int) => {
                self.quotient(dst, a, b, op == BinaryOp::SRem);
            }
            BinaryOp::SAdd | BinaryOp::SSub | BinaryOp::SMul => self.checked(op, dst, a, b),
            BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::UDiv | BinaryOp::URem => self.divide(op, dst, a, b),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => self.always_leave(),
        }
    }

    /// Signed sums, differences and products of 32 and 64 bits that fit.
    fn checked(&mut self, op: BinaryOp, dst: Slot, a: Slot, b: Slot) {
        let Some(kind @ Kind::Bits(bits @ (32 | 64))) = self.numbers(a, b) else { return self.always_leave() };
        let width = width_of(bits);
        let operand = self.operands(width, a, b);
        match (op, operand) {
            (BinaryOp::SAdd, _) => self.apply(Alu::Add, width, operand),
            (BinaryOp::SSub, _) => self.apply(Alu::Sub, width, operand),
            (_, Operand::Number(number)) => self.code.imul_rri(width, Reg::Rax, Reg::Rax, number),
            (_, Operand::Reg(reg)) => self.code.imul_rr(width, Reg::Rax, reg),
            (_, Operand::Mem(place)) => self.code.imul_rm(width, Reg::Rax, place),
        }
        self.drop_held();
        let leave = self.leave();
        self.code.jcc(Cond::Overflow, leave);
        self.set(dst, kind);
    }

    /// Quotients and remainders of 32 and 64 bits.
    fn divide(&mut self, op: BinaryOp, dst: Slot, a: Slot, b: Slot) {
        let Some(kind @ Kind::Bits(bits @ (32 | 64))) = self.numbers(a, b) else { return self.always_leave() };
        let width = width_of(bits);
        let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let leave = self.leave();
        self.load(Reg::Rcx, b);
        self.load(Reg::Rax, a);
        self.drop_held();
        // Zero is a finding, and by -1 the quotient may not fit.
        self.code.lea(Reg::Rdx, pathfold_x86::mem(Reg::Rcx, i32::from(signed)));
        self.code.alu_ri(Alu::Cmp, width, Reg::Rdx, i32::from(signed));
        self.code.jcc(Cond::BelowEqual, leave);
        if signed {
            self.code.sign_to_rdx(width);
            self.code.idiv(width, Reg::Rcx);
        } else {
            self.code.mov_ri(Reg::Rdx, 0);
            self.code.div(width, Reg::Rcx);
        }
        if matches!(op, BinaryOp::SRem | BinaryOp::URem) {
            self.code.mov_rr(width, Reg::Rax, Reg::Rdx);
        }
        self.set(dst, kind);
    }
}
