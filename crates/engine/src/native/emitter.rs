//! What the templates of all instruction families share: slots and what is known of them, ways out of the code, and the
//! count of instructions.
//!
//! Machine registers: `rbx` is the first slot of the frame, `r12` how far the code may still run (see
//! `step/cursor.rs`), `r13` the memory of the state, `r14` what is covered, `r15` the state, `rbp` the [`super::enter::Context`]. `rax`
//! may hold the payload of a slot between instructions, and `r10` where a new object is; `rcx`, `rdx` and all others are free
//! within one.

use pathfold_x86::{Alu, Assembler, Cond, Label, Mem, Reg, Width, mem};

use super::enter::Context;
use super::layout::{self, Kind, OBJECT, PAYLOAD};
use crate::code::{Instr, Pc, Slot};
use crate::value::Value;

/// The slots of the frame.
pub const SLOTS: Reg = Reg::Rbx;
/// How far the code may still run.
pub const LEFT: Reg = Reg::R12;
/// The memory of the state.
pub const MEMORY: Reg = Reg::R13;
/// What is covered.
pub const REACHED: Reg = Reg::R14;
/// The state.
pub const STATE: Reg = Reg::R15;
/// Everything else.
pub const CONTEXT: Reg = Reg::Rbp;
/// The first cell of a new object, between instructions that write into it.
pub const FRESH: Reg = Reg::R10;

/// What code returns when it stops before an instruction.
pub const BEFORE: i64 = 0;
/// What code returns when no more instructions may run.
pub const SPENT: i64 = 1;

/// The second operand of an operation.
#[derive(Clone, Copy)]
pub enum Operand {
    Number(i32),
    Reg(Reg),
    Mem(Mem),
}

/// A way out of the code, written after everything else.
struct Exit {
    label: Label,
    /// Where the state goes on.
    pc: usize,
    /// How many instructions were run that are not counted yet.
    uncounted: usize,
    spent: bool,
}

/// A jump out of the straight line, written after everything else.
struct Detour {
    label: Label,
    target: Pc,
    count: usize,
}

/// Code that is rarely run, written after everything else.
struct Aside {
    from: Label,
    to: Label,
    write: Box<dyn FnOnce(&mut Emitter)>,
}

/// Writes the code of one function.
pub struct Emitter {
    pub code: Assembler,
    /// The instruction that is being written.
    pub pc: usize,
    /// The first instruction that is not counted yet.
    pub start: usize,
    /// Whether the straight line comes to the instruction.
    pub falls: bool,
    /// The instructions before this one are done.
    pub resume: usize,
    /// Where instructions are that control can come to from elsewhere.
    pub labels: Vec<Option<Label>>,
    /// By slot, what is in it, if that is known here.
    known: Vec<Option<Kind>>,
    /// By slot, the constant that it always holds.
    constants: Vec<Option<Value>>,
    /// By slot, what it will be if nothing is symbolic.
    pub expected: Vec<Option<Kind>>,
    /// The slot whose payload is in `rax`.
    held: Option<Slot>,
    /// The slot whose object was just made, and its number of cells: they are at `r10`, unless that is null.
    fresh: Option<(Slot, i64)>,
    exits: Vec<Exit>,
    detours: Vec<Detour>,
    asides: Vec<Aside>,
    end: Label,
}

impl Emitter {
    pub fn new(instrs: usize, constants: Vec<Option<Value>>) -> Self {
        let mut code = Assembler::new();
        let end = code.label();
        let slots = constants.len();
        Self {
            code,
            pc: 0,
            start: 0,
            falls: false,
            resume: 0,
            labels: vec![None; instrs],
            known: vec![None; slots],
            constants,
            expected: vec![None; slots],
            held: None,
            fresh: None,
            exits: Vec::new(),
            detours: Vec::new(),
            asides: Vec::new(),
            end,
        }
    }

    /// Nothing is known: control may come from elsewhere.
    pub fn forget(&mut self) {
        self.held = None;
        self.fresh = None;
        for (known, constant) in self.known.iter_mut().zip(&self.constants) {
            *known = constant.and_then(Kind::of_value);
        }
    }

    /// `rax` holds the payload of a slot.
    pub fn hold(&mut self, slot: Slot) {
        self.held = Some(slot);
    }

    /// What is in a slot, if that is known.
    pub fn expect_known(&self, slot: Slot) -> Option<Kind> {
        self.known[slot as usize]
    }

    /// `rax` holds something else.
    pub fn drop_held(&mut self) {
        self.held = None;
    }

    /// The slot points to a new object of so many cells, which are where [`FRESH`] says.
    pub fn set_fresh(&mut self, slot: Slot, cells: i64) {
        self.fresh = Some((slot, cells));
    }

    /// How many cells the object has that a slot points to, if it was just made.
    pub fn fresh(&self, slot: Slot) -> Option<i64> {
        self.fresh.filter(|(fresh, _)| *fresh == slot).map(|(_, cells)| cells)
    }

    /// A way out before the instruction `ahead` instructions further, as if nothing of this one had happened.
    pub fn leave_at(&mut self, ahead: usize) -> Label {
        let (pc, uncounted) = (self.pc + ahead, self.pc + ahead - self.start);
        if let Some(exit) =
            self.exits.iter().rev().take(4).find(|exit| (exit.pc, exit.uncounted, exit.spent) == (pc, uncounted, false))
        {
            return exit.label;
        }
        let label = self.code.label();
        self.exits.push(Exit { label, pc, uncounted, spent: false });
        label
    }

    /// A way out before this instruction.
    pub fn leave(&mut self) -> Label {
        self.leave_at(0)
    }

    /// Leaves before this instruction: it is never done here.
    pub fn always_leave(&mut self) {
        let label = self.leave();
        self.code.jmp(label);
        self.falls = false;
    }

    /// Counts the instructions up to this one, which it is about to come to in a straight line.
    pub fn count(&mut self) {
        let count = self.uncounted(0);
        if count != 0 {
            self.code.alu_ri(Alu::Sub, Width::B8, LEFT, count);
        }
        self.start = self.pc;
    }

    /// What the instructions before the one so many further are to be counted as.
    pub fn uncounted(&self, ahead: usize) -> i32 {
        (self.pc + ahead - self.start) as i32 * COUNTED
    }

    /// Calls a function outside, which may change every register that is not kept.
    pub fn call(&mut self, function: *const ()) {
        self.code.mov_ri(Reg::Rax, function.addr() as i64);
        self.code.call_r(Reg::Rax);
        self.drop_held();
        self.fresh = None;
    }

    /// Code that is rarely run, from a label to the place where straight code goes on: it is written after everything else.
    pub fn aside(&mut self, from: Label, write: impl FnOnce(&mut Self) + 'static) {
        let to = self.code.here();
        // It may call something.
        self.fresh = None;
        self.asides.push(Aside { from, to, write: Box::new(write) });
    }

    /// The instructions after this one are its general case; so many are done.
    pub fn skip(&mut self, done: usize) {
        self.resume = self.pc + done;
    }

    /// Goes to an instruction; this one is done.
    pub fn jump(&mut self, target: Pc) {
        self.way_ahead(target, self.pc + 1 - self.start);
    }

    /// Goes to an instruction, unless its code comes next.
    fn way_ahead(&mut self, target: Pc, count: usize) {
        self.steps(target, count);
        self.go_on(target);
    }

    /// Counts instructions on a way; if no more may run, the state goes on at its end another time.
    fn steps(&mut self, target: Pc, count: usize) {
        self.code.alu_ri(Alu::Sub, Width::B8, LEFT, count as i32 * COUNTED);
        let spent = self.code.label();
        self.code.jcc(Cond::LessEqual, spent);
        self.exits.push(Exit { label: spent, pc: target as usize, uncounted: 0, spent: true });
    }

    /// Goes on at an instruction, with everything counted.
    pub fn go_on(&mut self, target: Pc) {
        if target as usize != self.pc + 1 {
            self.go(target);
        }
        self.falls = false;
    }

    fn go(&mut self, target: Pc) {
        let label = self.labels[target as usize].expect("targets of jumps have labels");
        self.code.jmp(label);
    }

    /// Goes one way if flags say so, else the other; this instruction is done.
    pub fn branch(&mut self, cond: Cond, then: Pc, otherwise: Pc) {
        let count = self.pc + 1 - self.start;
        // The way back to the start of a loop is the one that is taken most.
        let (cond, aside, ahead) = if (then as usize) <= self.pc && (otherwise as usize) > self.pc {
            (cond.negated(), otherwise, then)
        } else {
            (cond, then, otherwise)
        };
        let label = self.detour(aside, count);
        self.code.jcc(cond, label);
        self.way_ahead(ahead, count);
    }

    /// A way to an instruction that is written elsewhere.
    pub fn detour(&mut self, target: Pc, count: usize) -> Label {
        let label = self.code.label();
        self.detours.push(Detour { label, target, count });
        label
    }

    /// Writes what was put off, and the way back to whoever entered.
    pub fn finish(&mut self) {
        for Aside { from, to, write } in std::mem::take(&mut self.asides) {
            self.code.bind(from);
            write(self);
            self.code.jmp(to);
        }
        for Detour { label, target, count } in std::mem::take(&mut self.detours) {
            self.code.bind(label);
            self.steps(target, count);
            self.go(target);
        }
        for Exit { label, pc, uncounted, spent } in std::mem::take(&mut self.exits) {
            self.code.bind(label);
            if uncounted != 0 {
                self.code.alu_ri(Alu::Sub, Width::B8, LEFT, uncounted as i32 * COUNTED);
            }
            self.code.mov_mi(Width::B4, mem(CONTEXT, Context::PC), pc as i32);
            self.code.mov_ri(Reg::Rax, if spent { SPENT } else { BEFORE });
            self.code.jmp(self.end);
        }
        self.code.bind(self.end);
        super::enter::epilogue(&mut self.code);
    }

    /// Where the payload of a slot is.
    pub fn payload(slot: Slot) -> Mem {
        mem(SLOTS, layout::place(slot) + PAYLOAD)
    }

    /// Where the kind of a slot is, and what else is in its first word.
    pub fn head(slot: Slot) -> Mem {
        mem(SLOTS, layout::place(slot))
    }

    /// Where the object of a pointer is.
    pub fn object(slot: Slot) -> Mem {
        mem(SLOTS, layout::place(slot) + OBJECT)
    }

    /// What will be in a slot if nothing is symbolic.
    pub fn expect(&self, slot: Slot) -> Option<Kind> {
        self.known[slot as usize].or(self.expected[slot as usize])
    }

    /// Leaves unless the slot holds a value of this kind. Changes `rcx`.
    pub fn require(&mut self, slot: Slot, kind: Kind) {
        let label = self.leave();
        self.require_or(slot, kind, label);
    }

    /// Goes elsewhere unless the slot holds a value of this kind. Changes `rcx`.
    pub fn require_or(&mut self, slot: Slot, kind: Kind, label: Label) {
        if self.known[slot as usize] == Some(kind) {
            return;
        }
        match kind {
            Kind::Bits(_) => {
                // Not compared in memory, which takes two bytes as an operand: some machines decode that slowly.
                self.code.movzx_rm(Width::B2, Reg::Rcx, Self::head(slot));
                self.code.alu_ri(Alu::Cmp, Width::B4, Reg::Rcx, kind.head());
            }
            Kind::Int | Kind::Bool | Kind::Ptr => {
                self.code.alu_mi(Alu::Cmp, Width::B1, Self::head(slot), i32::from(kind.tag()));
            }
        }
        self.code.jcc(Cond::NotEqual, label);
        self.known[slot as usize] = Some(kind);
    }

    /// The number that a slot always holds, with its sign.
    pub fn number(&self, slot: Slot) -> Option<i64> {
        match self.constants[slot as usize]? {
            Value::Int(n) => Some(n),
            Value::Bits { width, bits } => Some(crate::step::signed(width, bits)),
            _ => None,
        }
    }

    /// `reg =` the payload of a slot.
    pub fn load(&mut self, reg: Reg, slot: Slot) {
        if self.held == Some(slot) {
            if reg != Reg::Rax {
                self.code.mov_rr(Width::B8, reg, Reg::Rax);
            }
            return;
        }
        match self.constants[slot as usize] {
            Some(value) => self.code.mov_ri(reg, layout::words(value)[1]),
            None => self.code.mov_rm(Width::B8, reg, Self::payload(slot)),
        }
        if reg == Reg::Rax {
            self.held = None;
        }
    }

    /// `rax =` the payload of `a`, and where that of `b` is: in `rcx` at the most. `width` is how much of them counts.
    pub fn operands(&mut self, width: Width, a: Slot, b: Slot) -> Operand {
        if a == b {
            self.load(Reg::Rax, a);
            return Operand::Reg(Reg::Rax);
        }
        let constant = self.constants[b as usize].map(|value| layout::words(value)[1]);
        let short = constant.and_then(|n| match width {
            Width::B8 => i32::try_from(n).ok(),
            Width::B1 | Width::B2 | Width::B4 => Some(n as i32),
        });
        let operand = match (constant, short) {
            (_, Some(number)) => Operand::Number(number),
            (Some(number), None) => {
                self.code.mov_ri(Reg::Rcx, number);
                Operand::Reg(Reg::Rcx)
            }
            (None, None) if self.held == Some(b) => {
                self.code.mov_rr(Width::B8, Reg::Rcx, Reg::Rax);
                Operand::Reg(Reg::Rcx)
            }
            (None, None) => Operand::Mem(Self::payload(b)),
        };
        self.load(Reg::Rax, a);
        operand
    }

    /// `rax = rax op operand`
    pub fn apply(&mut self, op: Alu, width: Width, operand: Operand) {
        if op != Alu::Cmp {
            self.held = None;
        }
        match operand {
            Operand::Number(number) => self.code.alu_ri(op, width, Reg::Rax, number),
            Operand::Reg(reg) => self.code.alu_rr(op, width, Reg::Rax, reg),
            Operand::Mem(place) => self.code.alu_rm(op, width, Reg::Rax, place),
        }
    }

    /// The slot holds `rax` from here on, as a value of this kind.
    pub fn set(&mut self, slot: Slot, kind: Kind) {
        self.code.mov_mr(Width::B8, Self::payload(slot), Reg::Rax);
        self.set_head(slot, kind);
        self.held = Some(slot);
    }

    /// The slot holds a value of this kind, whose payload is there already.
    pub fn set_head(&mut self, slot: Slot, kind: Kind) {
        if self.known[slot as usize] != Some(kind) {
            // All of the word: whoever reads it as a whole need not wait.
            self.code.mov_mi(Width::B8, Self::head(slot), kind.head());
        }
        self.wrote(slot, Some(kind));
    }

    /// The slot was written: what is known of it now.
    pub fn wrote(&mut self, slot: Slot, kind: Option<Kind>) {
        if self.held == Some(slot) {
            self.held = None;
        }
        if self.fresh(slot).is_some() {
            self.fresh = None;
        }
        self.known[slot as usize] = kind;
    }

    /// The slot holds whether flags say so.
    pub fn set_truth(&mut self, slot: Slot, cond: Cond) {
        self.code.set(cond, Reg::Rax);
        self.code.movzx_rr(Width::B1, Reg::Rax, Reg::Rax);
        self.code.shift_ri(pathfold_x86::Shift::Shl, Width::B4, Reg::Rax, 8);
        self.code.alu_ri(Alu::Or, Width::B4, Reg::Rax, i32::from(Kind::Bool.tag()));
        self.code.mov_mr(Width::B8, Self::head(slot), Reg::Rax);
        self.held = None;
        self.wrote(slot, Some(Kind::Bool));
    }

    /// Copies a slot, whatever is in it. Changes `rcx` and `rdx`.
    pub fn copy(&mut self, dst: Slot, src: Slot) {
        if let Some(value) = self.constants[src as usize] {
            return self.set_constant(dst, value);
        }
        let known = self.known[src as usize];
        match known {
            Some(kind @ (Kind::Int | Kind::Bits(_))) => {
                self.load(Reg::Rax, src);
                self.set(dst, kind);
            }
            Some(Kind::Bool | Kind::Ptr) | None => {
                self.code.mov_rm(Width::B8, Reg::Rcx, Self::head(src));
                self.code.mov_rm(Width::B8, Reg::Rdx, Self::payload(src));
                self.code.mov_mr(Width::B8, Self::head(dst), Reg::Rcx);
                self.code.mov_mr(Width::B8, Self::payload(dst), Reg::Rdx);
                self.wrote(dst, known);
            }
        }
    }

    /// The slot holds this value.
    pub fn set_constant(&mut self, dst: Slot, value: Value) {
        let places = [Self::head(dst), Self::payload(dst)];
        for (place, word) in places.into_iter().zip(layout::words(value)) {
            match i32::try_from(word) {
                Ok(word) => self.code.mov_mi(Width::B8, place, word),
                Err(_) => {
                    self.code.mov_ri(Reg::Rcx, word);
                    self.code.mov_mr(Width::B8, place, Reg::Rcx);
                }
            }
        }
        self.wrote(dst, Kind::of_value(value));
    }
}

/// By how much an instruction shortens the way that is left.
const COUNTED: i32 = size_of::<Instr>() as i32;
