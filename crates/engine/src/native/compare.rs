//! Comparisons, branches on them, choices between values, and conversions.

use pathfold_ir::{CastOp, CompareOp, Type};
use pathfold_x86::{Alu, Cond, Reg, Shift, Width, mem};

use super::access;
use super::arith::width_of;
use super::emitter::Emitter;
use super::layout::{self, Kind};
use crate::code::{Pc, Slot, SwitchTable};

impl Emitter {
    /// Compares, and says which condition on the flags is the answer; none if this is not done here.
    pub fn compare(&mut self, op: CompareOp, a: Slot, b: Slot) -> Option<Cond> {
        let cond = match op {
            CompareOp::Eq => Cond::Equal,
            CompareOp::Ne => Cond::NotEqual,
            CompareOp::Slt => Cond::Less,
            CompareOp::Sle => Cond::LessEqual,
            CompareOp::Ult => Cond::Below,
            CompareOp::Ule => Cond::BelowEqual,
            CompareOp::FEq | CompareOp::FLt | CompareOp::FLe => return None,
        };
        match self.expect(a).or(self.expect(b))? {
            // Integers of any size have no unsigned order.
            Kind::Int if matches!(op, CompareOp::Ult | CompareOp::Ule) => None,
            kind @ Kind::Int => {
                self.require(a, kind);
                self.require(b, kind);
                let operand = self.operands(Width::B8, a, b);
                self.apply(Alu::Cmp, Width::B8, operand);
                Some(cond)
            }
            kind @ Kind::Bits(bits) => {
                self.require(a, kind);
                self.require(b, kind);
                if matches!(bits, 32 | 64) || !matches!(op, CompareOp::Slt | CompareOp::Sle) {
                    let operand = self.operands(width_of(bits), a, b);
                    self.apply(Alu::Cmp, width_of(bits), operand);
                } else {
                    self.load(Reg::Rcx, b);
                    self.load(Reg::Rax, a);
                    self.drop_held();
                    self.sign_extend(Reg::Rcx, bits);
                    self.sign_extend(Reg::Rax, bits);
                    self.code.alu_rr(Alu::Cmp, Width::B8, Reg::Rax, Reg::Rcx);
                }
                Some(cond)
            }
            kind @ Kind::Ptr => {
                self.require(a, kind);
                self.require(b, kind);
                // Positions in one object: their order is that of the addresses.
                let (leave, apart) = (self.leave(), self.code.label());
                let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
                self.code.mov_rm(Width::B4, Reg::Rcx, Self::object(a));
                self.code.alu_rm(Alu::Cmp, Width::B4, Reg::Rcx, Self::object(b));
                self.code.jcc(Cond::NotEqual, if equality { apart } else { leave });
                self.load(Reg::Rcx, b);
                self.load(Reg::Rax, a);
                self.code.alu_rr(Alu::Cmp, Width::B8, Reg::Rax, Reg::Rcx);
                if equality {
                    self.drop_held();
                    self.aside(apart, move |emitter| {
                        emitter.code.lea(Reg::Rdi, Self::head(a));
                        emitter.code.lea(Reg::Rsi, Self::head(b));
                        emitter.call(access::are_apart as *const ());
                        emitter.code.test_rr(Width::B4, Reg::Rax, Reg::Rax);
                        emitter.code.jcc(Cond::Equal, leave);
                        // Not zero: flags say that they are not equal.
                    });
                }
                Some(match cond {
                    Cond::Below => Cond::Less,
                    Cond::BelowEqual => Cond::LessEqual,
                    other => other,
                })
            }
            Kind::Bool => None,
        }
    }

    /// Goes one way or the other by a comparison.
    pub fn compare_branch(&mut self, op: CompareOp, a: Slot, b: Slot, then: Pc, otherwise: Pc) {
        match self.compare(op, a, b) {
            Some(cond) => self.branch(cond, then, otherwise),
            None => self.always_leave(),
        }
    }

    /// Goes one way or the other by a comparison with a number: equal, or below with signs.
    pub fn number_branch(&mut self, cond: Cond, a: Slot, number: i16, then: Pc, otherwise: Pc) {
        let number = i32::from(number);
        match self.expect(a) {
            Some(kind @ Kind::Int) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.code.alu_ri(Alu::Cmp, Width::B8, Reg::Rax, number);
            }
            Some(kind @ Kind::Bits(bits)) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                if !matches!(bits, 32 | 64) {
                    self.drop_held();
                    self.sign_extend(Reg::Rax, bits);
                }
                let width = if bits == 32 { Width::B4 } else { Width::B8 };
                self.code.alu_ri(Alu::Cmp, width, Reg::Rax, number);
            }
            Some(Kind::Bool | Kind::Ptr) | None => return self.always_leave(),
        }
        self.branch(cond, then, otherwise);
    }

    /// Goes one way if the pointer is null, else the other.
    pub fn null_branch(&mut self, a: Slot, then: Pc, otherwise: Pc) {
        self.require(a, Kind::Ptr);
        let leave = self.leave();
        self.load(Reg::Rcx, a);
        // SOUND: no object is at null, and nothing before one is taken for null here.
        self.code.test_rr(Width::B8, Reg::Rcx, Reg::Rcx);
        self.code.jcc(Cond::Sign, leave);
        self.code.mov_rm(Width::B4, Reg::Rdx, Self::object(a));
        self.code.alu_rr(Alu::Or, Width::B8, Reg::Rcx, Reg::Rdx);
        self.branch(Cond::Equal, then, otherwise);
    }

    /// Flags say whether a truth value is false: equal if it is.
    pub fn truth(&mut self, slot: Slot) {
        self.require(slot, Kind::Bool);
        self.code.alu_mi(Alu::Cmp, Width::B1, mem(super::emitter::SLOTS, layout::place(slot) + 1), 0);
    }

    /// `dst = cond ? a : b`
    pub fn select(&mut self, dst: Slot, [cond, a, b]: [Slot; 3]) {
        self.truth(cond);
        // Ways that each know something else meet again: nothing is known of the result.
        let (other, done) = (self.code.label(), self.code.label());
        self.code.jcc(Cond::Equal, other);
        self.copy_words(dst, a);
        self.code.jmp(done);
        self.code.bind(other);
        self.copy_words(dst, b);
        self.code.bind(done);
        let (a, b) = (self.expect_known(a), self.expect_known(b));
        self.wrote(dst, a.filter(|_| a == b));
    }

    fn copy_words(&mut self, dst: Slot, src: Slot) {
        self.code.mov_rm(Width::B8, Reg::Rcx, Self::head(src));
        self.code.mov_rm(Width::B8, Reg::Rdx, Self::payload(src));
        self.code.mov_mr(Width::B8, Self::head(dst), Reg::Rcx);
        self.code.mov_mr(Width::B8, Self::payload(dst), Reg::Rdx);
    }

    /// `dst = a`, a bit vector or truth value of another width.
    pub fn cast(&mut self, op: CastOp, to: Type, dst: Slot, a: Slot) {
        match (self.expect(a), op, to) {
            (Some(Kind::Bool), _, Type::Int) => {
                self.truth_as_number(a);
                self.set(dst, Kind::Int);
            }
            (Some(Kind::Bool), CastOp::ZExt, Type::Bv(to @ 1..=64)) => {
                self.truth_as_number(a);
                self.set(dst, Kind::Bits(to));
            }
            (Some(kind @ Kind::Bits(_)), CastOp::ZExt, Type::Bv(to @ 1..=64)) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.set(dst, Kind::Bits(to));
            }
            (Some(kind @ Kind::Bits(from)), CastOp::SExt, Type::Bv(to @ 1..=64)) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.drop_held();
                self.sign_extend(Reg::Rax, from);
                match to {
                    32 => self.code.mov_rr(Width::B4, Reg::Rax, Reg::Rax),
                    _ => self.mask(to),
                }
                self.set(dst, Kind::Bits(to));
            }
            (Some(kind @ Kind::Bits(_)), CastOp::Trunc, Type::Bv(to @ 1..=64)) => {
                self.require(a, kind);
                self.load(Reg::Rax, a);
                self.drop_held();
                match to {
                    32 => self.code.mov_rr(Width::B4, Reg::Rax, Reg::Rax),
                    _ => self.mask(to),
                }
                self.set(dst, Kind::Bits(to));
            }
            (Some(kind @ Kind::Ptr), CastOp::PtrToBv | CastOp::BvToPtr, _) => {
                self.require(a, kind);
                let leave = self.leave();
                self.code.alu_mi(Alu::Cmp, Width::B4, Self::object(a), 0);
                self.code.jcc(Cond::Equal, leave);
                self.copy(dst, a);
            }
            _ => self.always_leave(),
        }
    }

    /// `rax =` a truth value as zero or one.
    fn truth_as_number(&mut self, a: Slot) {
        self.require(a, Kind::Bool);
        self.drop_held();
        self.code.movzx_rm(Width::B1, Reg::Rax, mem(super::emitter::SLOTS, layout::place(a) + 1));
    }

    /// `dst = pointer + by`
    pub fn offset(&mut self, dst: Slot, pointer: Slot, by: Slot) {
        let kind = match self.expect(by) {
            Some(kind @ (Kind::Int | Kind::Bits(64))) => kind,
            _ => return self.always_leave(),
        };
        self.require(pointer, Kind::Ptr);
        self.require(by, kind);
        let operand = self.operands(Width::B8, pointer, by);
        self.apply(Alu::Add, Width::B8, operand);
        if kind == Kind::Int {
            let leave = self.leave();
            self.code.jcc(Cond::Overflow, leave);
        }
        if dst != pointer {
            self.code.mov_rm(Width::B8, Reg::Rcx, Self::head(pointer));
            self.code.mov_mr(Width::B8, Self::head(dst), Reg::Rcx);
        }
        self.code.mov_mr(Width::B8, Self::payload(dst), Reg::Rax);
        self.wrote(dst, Some(Kind::Ptr));
        self.hold(dst);
    }

    /// Goes where the table says, if the number is in its dense part: through an array of addresses.
    pub fn switch(&mut self, value: Slot, table: &SwitchTable, addresses: *const u64) {
        let Some(kind @ Kind::Bits(_)) = self.expect(value) else { return self.always_leave() };
        self.require(value, kind);
        let leave = self.leave();
        self.load(Reg::Rax, value);
        self.code.alu_ri(Alu::Cmp, Width::B8, Reg::Rax, table.dense.len() as i32);
        self.code.jcc(Cond::AboveEqual, leave);
        self.code.mov_ri(Reg::Rcx, addresses.addr() as i64);
        self.code.jmp_m(mem(Reg::Rcx, 0).index(Reg::Rax, 3));
        self.falls = false;
    }

    /// Shifts that may be out of range and then give anything: zero, as in the step.
    pub fn loose_shift(&mut self, op: Shift, dst: Slot, a: Slot, b: Slot) {
        let Some(kind @ Kind::Bits(bits)) = self.numbers(a, b) else { return self.always_leave() };
        if self.number(b).is_some_and(|by| (0..i64::from(bits)).contains(&by)) {
            return self.shift(op, dst, a, b);
        }
        let (zero, done) = (self.code.label(), self.code.label());
        self.load(Reg::Rcx, b);
        self.load(Reg::Rax, a);
        self.drop_held();
        self.code.alu_ri(Alu::Cmp, Width::B8, Reg::Rcx, i32::from(bits));
        self.code.jcc(Cond::AboveEqual, zero);
        if op == Shift::Sar && !matches!(bits, 32 | 64) {
            self.sign_extend(Reg::Rax, bits);
        }
        self.code.shift_cl(op, width_of(bits), Reg::Rax);
        self.mask(bits);
        self.code.jmp(done);
        self.code.bind(zero);
        self.code.mov_ri(Reg::Rax, 0);
        self.code.bind(done);
        self.set(dst, kind);
    }
}
