//! Accesses to objects at known places: cells in the window of the arena (`memory/slot.rs`) where they are, everything else by
//! the functions of [`super::access`].

use pathfold_ir::{LocId, Type};
use pathfold_x86::{Alu, Cond, Label, Mem, Reg, Shift, Width, mem};

use super::access;
use super::emitter::{CONTEXT, Emitter, FRESH, MEMORY};
use super::layout::{Kind, PAYLOAD, SIZE};
use crate::code::Slot;
use crate::memory::{ArenaSlot, Memory, Window};

/// Where an access is: at a pointer, possibly with an index.
#[derive(Clone, Copy)]
pub struct Target {
    pub pointer: Slot,
    pub index: Option<Slot>,
    /// How many instructions further the general case is.
    pub general: usize,
}

/// A part of a window to the arena.
fn window(number: usize, part: usize) -> Mem {
    mem(MEMORY, (Memory::WINDOWS + number * size_of::<Window>() + part) as i32)
}

impl Emitter {
    /// Puts object and offset into the registers of the second and third argument; says where to go if that fails.
    fn address(&mut self, target: Target) -> Option<Label> {
        let leave = self.leave_at(target.general);
        let kind = match target.index {
            None => None,
            Some(index) => match self.expect(index) {
                Some(kind @ (Kind::Int | Kind::Bits(64))) => Some((index, kind)),
                _ => return None,
            },
        };
        self.require_or(target.pointer, Kind::Ptr, leave);
        if let Some((index, kind)) = kind {
            self.require_or(index, kind, leave);
        }
        self.load(Reg::Rdx, target.pointer);
        if let Some((index, kind)) = kind {
            match self.number(index).and_then(|number| i32::try_from(number).ok()) {
                Some(0) => {}
                Some(number) => self.code.alu_ri(Alu::Add, Width::B8, Reg::Rdx, number),
                None => self.code.alu_rm(Alu::Add, Width::B8, Reg::Rdx, Self::payload(index)),
            }
            if kind == Kind::Int && self.number(index) != Some(0) {
                self.code.jcc(Cond::Overflow, leave);
            }
        }
        self.code.mov_rm(Width::B4, Reg::Rsi, Self::object(target.pointer));
        Some(leave)
    }

    /// `dst =` a new object of as many cells as the slot says.
    pub fn new_cells(&mut self, dst: Slot, size: Slot, loc: LocId) {
        self.require(size, Kind::Int);
        let leave = self.leave();
        self.code.mov_ri(Reg::Rdx, i64::from(loc.0));
        self.load(Reg::Rsi, size);
        self.code.mov_rr(Width::B8, Reg::Rdi, CONTEXT);
        self.call(access::new_cells as *const ());
        self.code.test_rr(Width::B8, Reg::Rax, Reg::Rax);
        self.code.jcc(Cond::Equal, leave);
        self.code.mov_mr(Width::B8, Self::head(dst), Reg::Rax);
        self.code.mov_mi(Width::B8, Self::payload(dst), 0);
        self.wrote(dst, Some(Kind::Ptr));
        if let Some(cells) = self.number(size) {
            self.code.mov_rr(Width::B8, FRESH, Reg::Rdx);
            self.set_fresh(dst, cells);
        }
    }

    /// Writes into an object that was just made, where its cells are or by asking; false if it is no such object, or not at a
    /// known place in it.
    fn store_fresh(&mut self, ty: Type, value: Slot, target: Target) -> bool {
        let index = match target.index {
            None => Some(0),
            Some(index) => self.number(index),
        };
        let (Some(cells), Some(index)) = (self.fresh(target.pointer), index) else { return false };
        let known = match ty {
            Type::Int => self.expect_known(value) == Some(Kind::Int),
            Type::Ptr => true,
            Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => false,
        };
        if !known || index < 0 || index >= cells {
            return false;
        }
        let outside = self.code.label();
        let cell = |part: i32| mem(FRESH, index as i32 * SIZE + part);
        self.code.test_rr(Width::B8, FRESH, FRESH);
        self.code.jcc(Cond::Equal, outside);
        self.pass(value, cell(0), cell(PAYLOAD));
        let leave = self.leave_at(target.general);
        self.aside(outside, move |emitter| {
            emitter.code.mov_rm(Width::B4, Reg::Rsi, Self::object(target.pointer));
            emitter.code.mov_ri(Reg::Rdx, index);
            emitter.code.lea(Reg::Rcx, Self::head(value));
            emitter.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
            emitter.call(access::store_pointer as *const ());
            emitter.code.test_rr(Width::B4, Reg::Rax, Reg::Rax);
            emitter.code.jcc(Cond::Equal, leave);
            emitter.code.mov_ri(FRESH, 0);
        });
        self.set_fresh(target.pointer, cells);
        true
    }

    /// The general case does it.
    fn give_up(&mut self, target: Target) {
        let label = self.leave_at(target.general);
        self.code.jmp(label);
        self.falls = false;
    }

    /// With object and offset in their registers, `rax =` where a cell is that compiled code can see, which may be written;
    /// says what to bind for where there is none. Changes `rcx`; the registers of the arguments stay as they are.
    fn find(&mut self, written: bool) -> Label {
        let (second, none) = (self.code.label(), self.code.label());
        self.find_in(0, second);
        if written {
            self.note(0);
        }
        self.aside(second, move |emitter| {
            emitter.find_in(1, none);
            if written {
                emitter.note(1);
            }
        });
        none
    }

    fn find_in(&mut self, number: usize, otherwise: Label) {
        // The slot of the header. Other objects have numbers that are far from those of the window.
        self.code.mov_rr(Width::B4, Reg::Rax, Reg::Rsi);
        self.code.alu_rm(Alu::Sub, Width::B4, Reg::Rax, window(number, Window::FIRST));
        self.code.alu_rm(Alu::Cmp, Width::B4, Reg::Rax, window(number, Window::LEN));
        self.code.jcc(Cond::AboveEqual, otherwise);
        self.code.shift_ri(Shift::Shl, Width::B8, Reg::Rax, 4);
        self.code.alu_rm(Alu::Add, Width::B8, Reg::Rax, window(number, Window::SLOTS));
        self.code.alu_mi(Alu::Cmp, Width::B1, mem(Reg::Rax, 0), i32::from(ArenaSlot::HEADER));
        self.code.jcc(Cond::NotEqual, otherwise);
        // A negative offset is above every length.
        self.code.mov_rm(Width::B4, Reg::Rcx, mem(Reg::Rax, ArenaSlot::LEN));
        self.code.alu_rr(Alu::Cmp, Width::B8, Reg::Rdx, Reg::Rcx);
        self.code.jcc(Cond::AboveEqual, otherwise);
        self.code.mov_rr(Width::B8, Reg::Rcx, Reg::Rdx);
        self.code.shift_ri(Shift::Shl, Width::B8, Reg::Rcx, 4);
        self.code.lea(Reg::Rax, mem(Reg::Rax, SIZE).index(Reg::Rcx, 0));
        // Objects may go on in the next chunk.
        self.code.alu_rm(Alu::Cmp, Width::B8, Reg::Rax, window(number, Window::END));
        self.code.jcc(Cond::AboveEqual, otherwise);
        self.drop_held();
    }

    /// Notes that the cell that was found is written. Changes `rcx` and `rdx`.
    fn note(&mut self, number: usize) {
        const BYTES: usize = Window::STRETCH * SIZE as usize;
        self.code.mov_rr(Width::B8, Reg::Rcx, Reg::Rax);
        self.code.alu_rm(Alu::Sub, Width::B8, Reg::Rcx, window(number, Window::SLOTS));
        self.code.shift_ri(Shift::Shr, Width::B8, Reg::Rcx, BYTES.trailing_zeros() as u8);
        self.code.mov_rm(Width::B8, Reg::Rdx, window(number, Window::WRITTEN));
        self.code.mov_mi(Width::B1, mem(Reg::Rdx, 0).index(Reg::Rcx, 0), 1);
    }

    /// `rax =` a cell for reading or writing, by this function where it is not found; goes elsewhere if there is none.
    fn ask(&mut self, outside: Label, function: *const (), leave: Label) {
        self.aside(outside, move |emitter| {
            emitter.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
            emitter.call(function);
            emitter.code.test_rr(Width::B8, Reg::Rax, Reg::Rax);
            emitter.code.jcc(Cond::Equal, leave);
        });
    }

    /// `dst =` what is there.
    pub fn load_from(&mut self, ty: Type, dst: Slot, target: Target) {
        let Some(leave) = self.address(target) else { return self.give_up(target) };
        match ty {
            Type::Int => {
                let outside = self.find(false);
                self.ask(outside, access::cell as *const (), leave);
                self.code.alu_mi(Alu::Cmp, Width::B1, mem(Reg::Rax, 0), i32::from(Kind::Int.tag()));
                self.code.jcc(Cond::NotEqual, leave);
                self.code.mov_rm(Width::B8, Reg::Rax, mem(Reg::Rax, PAYLOAD));
                self.set(dst, Kind::Int);
            }
            Type::Bv(width @ 1..=64) => {
                self.code.mov_ri(Reg::Rcx, i64::from(width));
                self.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
                self.call(access::load_bits as *const ());
                self.code.test_rr(Width::B4, Reg::Rdx, Reg::Rdx);
                self.code.jcc(Cond::Equal, leave);
                self.set(dst, Kind::Bits(width));
            }
            Type::Ptr => {
                let outside = self.find(false);
                // Only what is a pointer: nothing that was never set.
                self.code.alu_mi(Alu::Cmp, Width::B1, mem(Reg::Rax, 0), i32::from(Kind::Ptr.tag()));
                self.code.jcc(Cond::NotEqual, outside);
                self.code.mov_rm(Width::B8, Reg::Rcx, mem(Reg::Rax, 0));
                self.code.mov_rm(Width::B8, Reg::Rdx, mem(Reg::Rax, PAYLOAD));
                self.code.mov_mr(Width::B8, Self::head(dst), Reg::Rcx);
                self.code.mov_mr(Width::B8, Self::payload(dst), Reg::Rdx);
                self.aside(outside, move |emitter| {
                    emitter.code.lea(Reg::Rcx, Self::head(dst));
                    emitter.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
                    emitter.call(access::load_pointer as *const ());
                    emitter.code.test_rr(Width::B4, Reg::Rax, Reg::Rax);
                    emitter.code.jcc(Cond::Equal, leave);
                });
                self.wrote(dst, None);
            }
            Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => self.give_up(target),
        }
    }

    /// What is there becomes `value`.
    pub fn store_to(&mut self, ty: Type, value: Slot, target: Target) {
        if self.store_fresh(ty, value, target) {
            return;
        }
        let Some(leave) = self.address(target) else { return self.give_up(target) };
        match ty {
            Type::Int => {
                self.require_or(value, Kind::Int, leave);
                let outside = self.find(true);
                self.ask(outside, access::cell_mut as *const (), leave);
                self.load(Reg::Rcx, value);
                self.code.mov_mi(Width::B8, mem(Reg::Rax, 0), Kind::Int.head());
                self.code.mov_mr(Width::B8, mem(Reg::Rax, PAYLOAD), Reg::Rcx);
            }
            Type::Bv(width @ 1..=64) => {
                self.require_or(value, Kind::Bits(width), leave);
                self.load(Reg::R8, value);
                self.code.mov_ri(Reg::Rcx, i64::from(width));
                self.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
                self.call(access::store_bits as *const ());
                self.code.test_rr(Width::B4, Reg::Rax, Reg::Rax);
                self.code.jcc(Cond::Equal, leave);
            }
            Type::Ptr => {
                let outside = self.find(true);
                self.code.mov_rm(Width::B8, Reg::Rcx, Self::head(value));
                self.code.mov_rm(Width::B8, Reg::Rdx, Self::payload(value));
                self.code.mov_mr(Width::B8, mem(Reg::Rax, 0), Reg::Rcx);
                self.code.mov_mr(Width::B8, mem(Reg::Rax, PAYLOAD), Reg::Rdx);
                self.aside(outside, move |emitter| {
                    emitter.code.lea(Reg::Rcx, Self::head(value));
                    emitter.code.mov_rr(Width::B8, Reg::Rdi, MEMORY);
                    emitter.call(access::store_pointer as *const ());
                    emitter.code.test_rr(Width::B4, Reg::Rax, Reg::Rax);
                    emitter.code.jcc(Cond::Equal, leave);
                });
            }
            Type::Bool | Type::Bv(_) | Type::F32 | Type::F64 => self.give_up(target),
        }
    }
}
