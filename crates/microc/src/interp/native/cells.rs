//! Cells: see [`super::compile`]. What is wrong with an access is left to the interpreter to say.
//!
//! The low half of a reference is twice the number of its first cell, so four times that is how many bytes it is behind the
//! first one. Programs are typed, so an access to a field is within the cells in use; a comparison shows it
//! all the same, because memory must be safe even if that were wrong.

use pathfold_x86::{Alu, Cond, Label, Mem, Reg, Shift, Width, mem};

use super::super::code::Reg as Register;
use super::super::heap::UNINIT;
use super::compile::{Aside, Compiler, context};
use super::enter::Context;
use super::operand::{Operand, Second, high_half};

/// An element of an array.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub array: Register,
    pub index: Register,
    pub off: i32,
}

/// A pointer to follow: twice the number of its cell is in `rcx`.
#[derive(Clone, Copy)]
pub(super) struct Follow {
    /// How many bytes behind the first cell of the record the field is.
    bytes: i32,
    leave: Label,
    back: Label,
}

/// The cell that twice the number of is in `rcx`.
fn cell() -> Mem {
    mem(Reg::R12, 0).index(Reg::Rcx, 2)
}

impl Compiler<'_> {
    /// Leaves unless twice the number of a cell is in `rcx`.
    fn check_cell(&mut self) {
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rcx, context!(cells_limit));
        self.leave_if(Cond::AboveEqual);
    }

    /// Twice the number of an element's cell in `rcx`; uses `rax` and `rdx`.
    fn element(&mut self, Element { array, index, off }: Element) {
        match self.place(array) {
            Operand::Reg(reg) => {
                self.asm.mov_rr(Width::B8, Reg::Rdx, reg);
                self.asm.shift_ri(Shift::Shr, Width::B8, Reg::Rdx, 32);
                self.asm.mov_rr(Width::B4, Reg::Rcx, reg);
            }
            Operand::Mem(place) => {
                self.asm.mov_rm(Width::B4, Reg::Rdx, high_half(array));
                self.asm.mov_rm(Width::B4, Reg::Rcx, place);
            }
        }
        self.element_behind(index, off);
    }

    /// The same, with the length of the array in `rdx` and the low half of its reference in `rcx`.
    fn element_behind(&mut self, index: Register, off: i32) {
        self.load(Reg::Rax, index);
        if off != 0 {
            self.asm.alu_ri(Alu::Add, Width::B8, Reg::Rax, off);
        }
        // What overflows wraps to something that is not below any length. The tag of a large number becomes the highest bit.
        self.asm.shift_ri(Shift::Ror, Width::B8, Reg::Rax, 1);
        self.asm.alu_rr(Alu::Cmp, Width::B8, Reg::Rax, Reg::Rdx);
        self.leave_if(Cond::AboveEqual);
        self.tested(index);
        self.asm.lea(Reg::Rcx, mem(Reg::Rcx, 0).index(Reg::Rax, 1));
        self.check_cell();
    }

    /// An element in `rax`.
    pub(super) fn load_element(&mut self, element: Element) {
        self.element(element);
        self.asm.mov_rm(Width::B8, Reg::Rax, cell());
    }

    pub(super) fn load_elem(&mut self, dst: Register, element: Element) {
        self.element(element);
        self.load_cell(dst, cell());
    }

    fn load_cell(&mut self, dst: Register, cell: Mem) {
        match self.place(dst) {
            Operand::Reg(reg) => self.asm.mov_rm(Width::B8, reg, cell),
            Operand::Mem(place) => {
                self.asm.mov_rm(Width::B8, Reg::Rax, cell);
                self.asm.mov_mr(Width::B8, place, Reg::Rax);
            }
        }
    }

    pub(super) fn load_elem2(&mut self, dst: Register, row: Element, index: Register, off: i32) {
        self.load_element(row);
        self.asm.mov_rr(Width::B4, Reg::Rcx, Reg::Rax);
        self.asm.shift_ri(Shift::Shr, Width::B8, Reg::Rax, 32);
        self.asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rax);
        self.element_behind(index, off);
        self.load_cell(dst, cell());
    }

    pub(super) fn store_elem(&mut self, element: Element, src: Register) {
        self.element(element);
        self.store_cell(cell(), src);
    }

    fn store_cell(&mut self, cell: Mem, src: Register) {
        let value = self.value(src, Reg::Rax);
        self.asm.mov_mr(Width::B8, cell, value);
    }

    pub(super) fn store_elem_word(&mut self, element: Element, imm: i32) {
        self.element(element);
        self.asm.mov_mi(Width::B8, cell(), imm);
    }

    /// `dst = a +` a cell.
    fn add_cell(&mut self, dst: Register, a: Register, cell: Mem) {
        self.asm.mov_rm(Width::B8, Reg::Rax, cell);
        self.test_word(Reg::Rax);
        let second = self.operand(a, Reg::Rcx);
        self.alu(Alu::Add, Reg::Rax, Second::Operand(second));
        self.larger_if(Cond::Overflow);
        self.store(dst, Reg::Rax);
    }

    pub(super) fn add_elem(&mut self, dst: Register, a: Register, element: Element) {
        self.element(element);
        self.add_cell(dst, a, cell());
    }

    /// The low half of a register in `rcx`.
    fn low_half(&mut self, register: Register) {
        match self.place(register) {
            Operand::Reg(reg) => self.asm.mov_rr(Width::B4, Reg::Rcx, reg),
            Operand::Mem(place) => self.asm.mov_rm(Width::B4, Reg::Rcx, place),
        }
    }

    /// A field, with twice the number of the first one's cell in `rcx`; none where there cannot be so many. Uses `rdx`.
    fn field_behind(&mut self, index: u32) -> Option<Mem> {
        let Some(bytes) = i32::try_from(index).ok().and_then(|index| index.checked_mul(8)) else {
            self.leave();
            return None;
        };
        if index == 0 {
            self.check_cell();
        } else {
            // Beside the way to the field, on which each instruction counts.
            self.asm.lea(Reg::Rdx, mem(Reg::Rcx, bytes / 4));
            self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rdx, context!(cells_limit));
            self.leave_if(Cond::AboveEqual);
        }
        Some(mem(Reg::R12, bytes).index(Reg::Rcx, 2))
    }

    fn field(&mut self, record: Register, index: u32) -> Option<Mem> {
        self.low_half(record);
        self.field_behind(index)
    }

    pub(super) fn load_field(&mut self, dst: Register, record: Register, index: u32) {
        if let Some(field) = self.field(record, index) {
            self.load_cell(dst, field);
        }
    }

    pub(super) fn store_field(&mut self, record: Register, index: u32, src: Register) {
        if let Some(field) = self.field(record, index) {
            self.store_cell(field, src);
        }
    }

    pub(super) fn add_field(&mut self, dst: Register, a: Register, record: Register, index: u32) {
        match self.field(record, index) {
            Some(field) => self.add_cell(dst, a, field),
            None => self.tested(a),
        }
    }

    /// The word of the cell that twice the number of is in `rcx`, in `rax`. Null points to a cell without a value.
    fn word_pointed_to(&mut self, leave: Label) {
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rcx, context!(cells_limit));
        self.asm.jcc(Cond::AboveEqual, leave);
        self.asm.mov_rm(Width::B8, Reg::Rax, cell());
        self.asm.alu_ri(Alu::Cmp, Width::B8, Reg::Rax, UNINIT as i32);
        self.asm.jcc(Cond::Equal, leave);
    }

    pub(super) fn load_pointed(&mut self, dst: Register, ptr: Register) {
        self.low_half(ptr);
        let leave = self.leave_before(self.at);
        self.word_pointed_to(leave);
        self.store(dst, Reg::Rax);
    }

    pub(super) fn store_pointed(&mut self, ptr: Register, src: Register) {
        self.low_half(ptr);
        self.asm.test_rr(Width::B4, Reg::Rcx, Reg::Rcx);
        self.leave_if(Cond::Equal);
        self.check_cell();
        self.store_cell(cell(), src);
    }

    /// A field of the record that a pointer points to. Guesses that the record is behind the cell of the pointer, as `alloc` puts
    /// it, and looks whether it is: the machine goes on by the guess while it reads that cell.
    fn via(&mut self, ptr: Register, index: u32) -> Option<Mem> {
        let bytes = i32::try_from(index).ok().and_then(|index| index.checked_mul(8)?.checked_add(8));
        let Some(bytes) = bytes else {
            self.leave();
            return None;
        };
        let (elsewhere, leave) = (self.asm.label(), self.leave_before(self.at));
        self.low_half(ptr);
        self.asm.lea(Reg::Rdx, mem(Reg::Rcx, bytes / 4));
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rdx, context!(cells_limit));
        self.asm.jcc(Cond::AboveEqual, elsewhere);
        self.asm.lea(Reg::Rax, mem(Reg::Rcx, 2));
        self.asm.alu_rm(Alu::Cmp, Width::B4, Reg::Rax, cell());
        self.asm.jcc(Cond::NotEqual, elsewhere);
        let back = self.asm.here();
        self.asides.push(Aside::Follow(elsewhere, Follow { bytes: bytes - 8, leave, back }));
        Some(mem(Reg::R12, bytes).index(Reg::Rcx, 2))
    }

    /// Where the guess is wrong: `rcx` is twice the number of the cell before the record.
    pub(super) fn follow_elsewhere(&mut self, Follow { bytes, leave, back }: Follow) {
        self.word_pointed_to(leave);
        self.asm.mov_rr(Width::B4, Reg::Rcx, Reg::Rax);
        self.asm.lea(Reg::Rdx, mem(Reg::Rcx, bytes / 4));
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rdx, context!(cells_limit));
        self.asm.jcc(Cond::AboveEqual, leave);
        self.asm.alu_ri(Alu::Sub, Width::B8, Reg::Rcx, 2);
        self.asm.jmp(back);
    }

    pub(super) fn load_via(&mut self, dst: Register, ptr: Register, index: u32) {
        if let Some(field) = self.via(ptr, index) {
            self.load_cell(dst, field);
        }
    }

    pub(super) fn store_via(&mut self, ptr: Register, index: u32, src: Register) {
        if let Some(field) = self.via(ptr, index) {
            self.store_cell(field, src);
        }
    }

    pub(super) fn add_via(&mut self, dst: Register, a: Register, ptr: Register, index: u32) {
        match self.via(ptr, index) {
            Some(field) => self.add_cell(dst, a, field),
            None => self.tested(a),
        }
    }

    /// A cell with the word in `rax`; its reference is twice its number.
    fn new_cell_of_rax(&mut self, dst: Register) {
        self.asm.mov_rm(Width::B8, Reg::Rcx, context!(used));
        self.check_cell();
        self.asm.mov_mr(Width::B8, cell(), Reg::Rax);
        self.store(dst, Reg::Rcx);
        self.asm.alu_mi(Alu::Add, Width::B8, context!(used), 2);
    }

    pub(super) fn new_cell(&mut self, dst: Register, src: Register) {
        self.load(Reg::Rax, src);
        self.new_cell_of_rax(dst);
    }

    pub(super) fn new_empty_cell(&mut self, dst: Register) {
        self.asm.mov_ri(Reg::Rax, UNINIT);
        self.new_cell_of_rax(dst);
    }

    /// Twice the number of the first of so many new cells in `rcx`.
    fn new_cells(&mut self, count: i64) {
        self.asm.mov_rm(Width::B8, Reg::Rcx, context!(used));
        self.asm.mov_ri(Reg::Rdx, 2 * count);
        self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rdx, Reg::Rcx);
        self.asm.alu_rm(Alu::Cmp, Width::B8, Reg::Rdx, context!(cells_end));
        self.leave_if(Cond::Above);
        self.asm.mov_mr(Width::B8, context!(used), Reg::Rdx);
    }

    pub(super) fn new_array(&mut self, dst: Register, len: u32) {
        self.new_cells(len.into());
        self.asm.mov_ri(Reg::Rax, i64::from(len) << 32);
        self.asm.alu_rr(Alu::Or, Width::B8, Reg::Rax, Reg::Rcx);
        self.store(dst, Reg::Rax);
    }

    pub(super) fn new_pointed(&mut self, ptr: Register, record: Register, len: u32) {
        self.new_cells(1 + i64::from(len));
        // The reference to the cell behind this one.
        self.asm.mov_ri(Reg::Rax, (i64::from(len) << 32) + 2);
        self.asm.alu_rr(Alu::Add, Width::B8, Reg::Rax, Reg::Rcx);
        self.asm.mov_mr(Width::B8, cell(), Reg::Rax);
        self.store(ptr, Reg::Rcx);
        self.store(record, Reg::Rax);
    }
}
