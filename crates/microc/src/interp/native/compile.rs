//! Goes through a program and has each instruction translated; knows where registers are, what is known about them, and
//! how code is left.
//!
//! | machine register | what it has |
//! | --- | --- |
//! | `rax`, `rcx`, `rdx` | parts of one instruction; the result of a call in `rax` |
//! | `rbx` | the address of the frame's first register |
//! | `rbp` | the address of the [`Context`] |
//! | `rsp` | where the machine code of the caller goes on, for every call made since code was entered |
//! | `r12` | the address of the first cell |
//! | `r14` | how many steps are left |
//! | `r15` | how far `rsp` may go down |
//! | the others | registers of the function ([`super::pins`]) |
//!
//! Each function is translated twice. The first code is for small numbers: where it meets a large one, or makes one, it goes on
//! before the same instruction in the second. That is for numbers of any size ([`super::large`]), knows nothing
//! about registers, and has three machine registers less for them:
//!
//! | machine register | what it has in code for numbers of any size |
//! | --- | --- |
//! | `rsi`, `rdi` | parts of one instruction |
//! | `r13` | the address of the first limb of all large numbers |

use pathfold_x86::{Alu, Assembler, Cond, Label, Reg, Width, mem};

use super::super::code::{Code, Target};
use super::super::effects::{Access, Next, accesses, next};
use super::super::instr::Instr;
use super::cells::Follow;
use super::enter::Context;
use super::flow::Flow;
use super::known::Known;
use super::large::Routines;
use super::operand::{Second, memory};
use super::pins::Pins;

/// Something to be written behind the code of a function, where it does not get in the way.
pub(super) enum Aside {
    /// Leaves before an instruction.
    Leave(Label, usize),
    /// Follows a pointer that points to what does not lie behind it.
    Follow(Label, Follow),
    /// Takes back an addition or subtraction that overflowed, and goes to the second label.
    Undo(Label, Alu, Reg, Second, Label),
    /// Does an instruction with large numbers and goes to the second label; in code for small ones, goes to the other code.
    Larger(Label, usize, Label),
}

/// Where things are in finished code, in bytes from its start.
#[derive(Debug)]
pub(super) struct Layout {
    pub bytes: Vec<u8>,
    /// Where code is entered.
    pub enter: usize,
    /// For instructions that code can be entered before: what loads the registers of its function, and its code. First those
    /// for small numbers, then those for numbers of any size.
    pub entries: [Vec<Option<(usize, usize)>>; 2],
    /// Where a return to each call goes on.
    pub returns: Vec<usize>,
    pub flow: Flow,
}

pub(super) struct Compiler<'a> {
    pub asm: Assembler,
    instrs: &'a [Instr],
    flow: Flow,
    /// The number of the instruction that is translated.
    pub at: usize,
    /// Registers that are small: before the instruction, and those that it tested so far.
    pub known: Known,
    pub pins: Pins,
    /// Whether this is the code for numbers of any size.
    pub any_size: bool,
    /// Where that does what it has no instructions for, and where sums and products are made.
    pub routines: Option<Routines>,
    pub outside: Option<Label>,
    labels: Vec<Label>,
    /// Where the code for numbers of any size is.
    any_size_labels: Vec<Label>,
    leaves: Vec<Option<Label>>,
    /// Where the instruction that is translated is done with large numbers, and where that ends.
    larger: Option<(Label, Label)>,
    pub asides: Vec<Aside>,
    /// Where calls of a function go: by its first instruction.
    functions: Vec<Option<Label>>,
    /// Where a call goes for which no step is left, in the same way.
    called_off: Vec<Option<Label>>,
    returns: Vec<Option<Label>>,
    /// Leaves with the number of the next instruction in `rax`, registers in memory; and where the function's are put there.
    exit: Label,
    spill: Label,
}

/// Translates a program.
pub(super) fn compile(code: &Code) -> Layout {
    let instrs = &code.instrs[..];
    let mut asm = Assembler::new();
    let labels = instrs.iter().map(|_| asm.label()).collect();
    let any_size_labels = instrs.iter().map(|_| asm.label()).collect();
    let (exit, spill) = (asm.label(), asm.label());
    let mut functions = vec![None; instrs.len()];
    for entry in &code.entries {
        functions[*entry as usize] = Some(asm.label());
    }
    let mut compiler = Compiler {
        asm,
        instrs,
        flow: Flow::new(instrs, &code.entries),
        at: 0,
        known: Known::default(),
        pins: Pins::default(),
        any_size: false,
        routines: None,
        outside: None,
        labels,
        any_size_labels,
        leaves: vec![None; instrs.len()],
        larger: None,
        asides: Vec::new(),
        functions,
        called_off: vec![None; instrs.len()],
        returns: vec![None; instrs.len()],
        exit,
        spill,
    };
    let enter = compiler.enter_and_exit();
    let small = compiler.functions(code);
    compiler.any_size = true;
    compiler.labels = compiler.any_size_labels.clone();
    compiler.leaves.fill(None);
    compiler.routines = Some(Routines::new(&mut compiler.asm));
    let entries = [small, compiler.functions(code)];
    for (function, label) in std::mem::take(&mut compiler.called_off).into_iter().enumerate() {
        let Some(label) = label else { continue };
        compiler.asm.bind(label);
        // The call counts, though what is called has not begun.
        compiler.asm.push(Reg::Rax);
        compiler.asm.mov_ri(Reg::Rax, function as i64);
        compiler.asm.jmp(compiler.exit);
    }
    // No return goes to what is no call; if one did, this stops the run.
    let astray = compiler.asm.len();
    compiler.asm.mov_ri(Reg::Rax, Context::ASTRAY.into());
    compiler.asm.jmp(compiler.exit);
    let Compiler { asm, flow, returns, .. } = compiler;
    let returns = returns.into_iter().map(|label| label.and_then(|label| asm.place(label)).unwrap_or(astray)).collect();
    Layout { enter, entries, returns, flow, bytes: asm.finish() }
}

/// A part of the context.
macro_rules! context {
    ($field:ident) => {
        pathfold_x86::mem(pathfold_x86::Reg::Rbp, std::mem::offset_of!(Context, $field) as i32)
    };
}
pub(super) use context;

/// Where loops start, as a power of two: where they happen to lie changes the speed of short ones by a third.
const HEAD: u8 = 5;

/// Registers that whoever calls expects to be kept.
const KEPT: [Reg; 6] = [Reg::Rbx, Reg::Rbp, Reg::R12, Reg::R13, Reg::R14, Reg::R15];

impl Compiler<'_> {
    /// The code that everything is entered and left by; says where it starts.
    fn enter_and_exit(&mut self) -> usize {
        let by_table = self.return_by_table();
        self.asm.align(4);
        let enter = self.asm.len();
        let asm = &mut self.asm;
        for reg in KEPT {
            asm.push(reg);
        }
        asm.mov_rr(Width::B8, Reg::Rbp, Reg::Rdi);
        asm.mov_rm(Width::B8, Reg::Rbx, context!(window));
        asm.mov_rm(Width::B8, Reg::R12, context!(cells));
        asm.mov_rm(Width::B8, Reg::R14, context!(steps));
        // What the first frame returns to.
        asm.lea_label(Reg::Rax, by_table);
        asm.push(Reg::Rax);
        asm.mov_mr(Width::B8, context!(bottom), Reg::Rsp);
        asm.mov_rr(Width::B8, Reg::R15, Reg::Rsp);
        asm.alu_rm(Alu::Sub, Width::B8, Reg::R15, context!(room));
        asm.mov_rm(Width::B8, Reg::Rcx, context!(start));
        asm.jmp_m(context!(fill));

        asm.bind(self.exit);
        asm.mov_mr(Width::B8, context!(next), Reg::Rax);
        asm.mov_mr(Width::B8, context!(window), Reg::Rbx);
        asm.mov_mr(Width::B8, context!(steps), Reg::R14);
        asm.mov_rm(Width::B8, Reg::Rcx, context!(bottom));
        asm.mov_rr(Width::B8, Reg::Rdx, Reg::Rcx);
        asm.alu_rr(Alu::Sub, Width::B8, Reg::Rdx, Reg::Rsp);
        asm.mov_mr(Width::B8, context!(depth), Reg::Rdx);
        asm.lea(Reg::Rsp, mem(Reg::Rcx, 8));
        for reg in KEPT.into_iter().rev() {
            asm.pop(reg);
        }
        asm.ret();
        enter
    }

    /// Translates all functions; says where they can be entered.
    fn functions(&mut self, code: &Code) -> Vec<Option<(usize, usize)>> {
        let mut entries = vec![None; self.instrs.len()];
        let ends = code.entries.iter().skip(1).map(|end| *end as usize).chain([self.instrs.len()]);
        for (start, end) in code.entries.iter().map(|start| *start as usize).zip(ends) {
            let fill = self.function(start, end, code.max_frame);
            for (at, entry) in entries.iter_mut().enumerate().take(end).skip(start) {
                let place = self.asm.place(self.labels[at]).filter(|_| self.any_size || self.flow.leaders[at]);
                *entry = place.map(|place| (fill, place));
            }
        }
        entries
    }

    /// Translates a function; says where its registers are loaded.
    fn function(&mut self, start: usize, end: usize, max_frame: usize) -> usize {
        self.pins = Pins::new(&self.instrs[start..end], &self.flow.depths[start..end]);
        self.spill = self.asm.label();
        if self.any_size {
            self.pins = std::mem::take(&mut self.pins).split().0;
        } else {
            self.asm.align(4);
            if let Some(label) = self.functions[start] {
                self.asm.bind(label);
            }
            self.load_pins();
        }
        let mut at = start;
        while at < end {
            self.at = at;
            let instr = self.instrs[at];
            self.check_frame(&instr, max_frame);
            if self.any_size {
                self.known = Known::default();
            } else if self.flow.leaders[at] {
                self.known = self.flow.known[at].unwrap_or_default();
            }
            let before = self.known;
            if self.flow.heads[at] {
                self.asm.align(HEAD);
            }
            self.asm.bind(self.labels[at]);
            self.instr(&instr);
            self.check_known(&instr, before);
            self.known = before.behind(&instr);
            if let Some((_, done)) = self.larger.take() {
                self.asm.bind(done);
            }
            if instr.length() > 1 && self.flow.leaders[at + 1] {
                self.asm.jmp(self.labels[at + instr.length()]);
                at += 1;
            } else {
                at += instr.length();
            }
        }
        // Functions end in a return; if not, whoever comes next decides.
        if next(&self.instrs[self.at]) != Next::Ends {
            let label = self.asm.label();
            self.asides.push(Aside::Leave(label, at));
            self.asm.jmp(label);
        }
        self.write_asides();
        if let Some(label) = self.outside.take() {
            self.go_outside(label);
        }
        let fill = self.asm.len();
        self.load_pins();
        self.asm.jmp_r(Reg::Rcx);
        self.asm.bind(self.spill);
        self.store_pins();
        self.asm.jmp(self.exit);
        fill
    }

    /// What memory safety relies on: the first register of a frame is the call's, and frames are not longer than the longest.
    fn check_frame(&self, instr: &Instr, max_frame: usize) {
        accesses(instr, |access| match access {
            Access::Small(register) | Access::Any(register) => assert!(register > 0, "the register of the return"),
            Access::Number(_) | Access::Word(_) => {}
        });
        if let Next::Calls(args, function) = next(instr) {
            assert!(args > 0 && usize::from(args) <= max_frame, "a frame is behind that of its caller");
            assert!(self.functions[function as usize].is_some(), "a function starts here");
        }
    }

    /// An instruction must have tested whatever is taken to be small behind it.
    fn check_known(&self, instr: &Instr, before: Known) {
        accesses(instr, |access| match access {
            Access::Number(register) => {
                assert!(
                    register >= 64 || before.has(register) || self.known.has(register),
                    "{instr:?} tests {register}"
                );
            }
            Access::Word(_) | Access::Small(_) | Access::Any(_) => {}
        });
    }

    fn write_asides(&mut self) {
        // Taking something back leads to a leave that may be new.
        while !self.asides.is_empty() {
            for aside in std::mem::take(&mut self.asides) {
                match aside {
                    Aside::Leave(label, at) => {
                        self.asm.bind(label);
                        self.asm.mov_ri(Reg::Rax, at as i64);
                        self.asm.jmp(self.spill);
                    }
                    Aside::Follow(label, follow) => {
                        self.asm.bind(label);
                        self.follow_elsewhere(follow);
                    }
                    Aside::Undo(label, op, reg, second, larger) => {
                        self.asm.bind(label);
                        self.alu(op, reg, second);
                        self.asm.jmp(larger);
                    }
                    Aside::Larger(label, at, done) => {
                        self.asm.bind(label);
                        if self.any_size {
                            self.large(at, done);
                        } else {
                            self.go_on_with_any_size(at);
                        }
                    }
                }
            }
        }
    }

    /// Where the code before an instruction of this function is left.
    pub fn leave_before(&mut self, at: usize) -> Label {
        if let Some(label) = self.leaves[at] {
            return label;
        }
        let label = self.asm.label();
        self.leaves[at] = Some(label);
        self.asides.push(Aside::Leave(label, at));
        label
    }

    /// Where this instruction is done with large numbers. Nothing may have been changed.
    pub fn larger(&mut self) -> Label {
        if let Some((label, _)) = self.larger {
            return label;
        }
        let (label, done) = (self.asm.label(), self.asm.label());
        self.larger = Some((label, done));
        self.asides.push(Aside::Larger(label, self.at, done));
        label
    }

    /// Does this instruction with large numbers if the condition holds.
    pub fn larger_if(&mut self, cond: Cond) {
        let label = self.larger();
        self.asm.jcc(cond, label);
    }

    /// From code for small numbers to that for numbers of any size.
    fn go_on_with_any_size(&mut self, at: usize) {
        let (_, others) = self.pins.clone().split();
        for pin in others.0.iter().filter(|pin| pin.written) {
            self.asm.mov_mr(Width::B8, memory(pin.register), pin.lives_in);
        }
        self.asm.mov_rm(Width::B8, Reg::R13, context!(numbers));
        self.asm.jmp(self.any_size_labels[at]);
    }

    /// Leaves before this instruction if the condition holds.
    pub fn leave_if(&mut self, cond: Cond) {
        let label = self.leave_before(self.at);
        self.asm.jcc(cond, label);
    }

    /// Leaves before this instruction.
    pub fn leave(&mut self) {
        let label = self.leave_before(self.at);
        self.asm.jmp(label);
    }

    /// Leaves with the number of an instruction in `rax`; registers are in memory.
    pub fn exit(&mut self) {
        self.asm.jmp(self.exit);
    }

    pub fn instr_at(&self, at: usize) -> Instr {
        self.instrs[at]
    }

    /// Where calls of a function go, and where one goes for which no step is left.
    pub fn called(&mut self, function: Target) -> (Option<Label>, Label) {
        let off = *self.called_off[function as usize].get_or_insert_with(|| self.asm.label());
        (self.functions[function as usize], off)
    }

    /// The call goes on here.
    pub fn returns_here(&mut self) {
        if !self.any_size {
            self.returns[self.at] = Some(self.asm.here());
        }
    }

    /// Registers from memory to where they live.
    pub fn load_pins(&mut self) {
        if self.any_size {
            self.asm.mov_rm(Width::B8, Reg::R13, context!(numbers));
        }
        for pin in &self.pins.0 {
            self.asm.mov_rm(Width::B8, pin.lives_in, memory(pin.register));
        }
    }

    /// Registers that may have changed to memory.
    pub fn store_pins(&mut self) {
        for pin in self.pins.0.iter().filter(|pin| pin.written) {
            self.asm.mov_mr(Width::B8, memory(pin.register), pin.lives_in);
        }
    }

    /// Counts a step and goes on with an instruction of this function.
    pub fn step_to(&mut self, to: Target) {
        let out = self.leave_before(to as usize);
        self.asm.alu_ri(Alu::Sub, Width::B4, Reg::R14, 1);
        self.asm.jcc(Cond::NotEqual, self.labels[to as usize]);
        self.asm.jmp(out);
    }
}
