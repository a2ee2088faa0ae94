//! The program as the step runs it: one flat list of instructions per function over numbered slots. Made once from
//! `ir`; nothing here changes meaning, it only makes concrete code fast.

mod compile;
mod constants;
mod external;
mod facts;
mod instrs;
mod joins;
mod live;
mod loops;
mod moves;
mod options;
mod repeated;
mod slots;
mod words;

use pathfold_base::{FxSet, IdVec};
use pathfold_ir::{
    AllocKind, BinaryOp, BlockId, CastOp, CheckKind, CompareOp, FuncId, Function, Intrinsic, Layout, LocId, Type,
    UnaryOp,
};

use crate::native::Native;
use crate::state::FrameSlots;
use crate::value::Value;

pub use compile::compile;
pub use constants::constant_value;
pub use external::ExternalCall;
pub use instrs::{Instrs, Place};
pub use joins::{live_slots, register_slots};
pub use live::{LiveAfterCalls, LiveSlots};
pub use loops::{LoopCode, LoopParam, named_slots};
pub use options::CodeOptions;

/// A position in the register file of a frame. Constants have slots too, preset in [`FuncCode::template`] and never
/// written, so that reading an operand is one load whatever it is.
pub type Slot = u32;

/// Frames of up to so many slots are one small array.
pub const SMALL_FRAME: usize = 16;
/// Frames of up to so many slots are one array; larger ones are trees.
pub const LARGE_FRAME: usize = 64;

/// A position in a function's list of instructions.
pub type Pc = u32;

/// One instruction. Families are executed by the files of `step/` of the same name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Instr {
    /// `dst = a + b`.
    Add(Slot, Slot, Slot),
    /// `dst = a - b`.
    Sub(Slot, Slot, Slot),
    /// `Add` where `b` is this number.
    AddWord(Slot, Slot, Slot, i32),
    /// `Sub` where `-b` is this number.
    SubWord(Slot, Slot, Slot, i32),
    /// `dst = a * b`.
    Mul(Slot, Slot, Slot),
    /// `dst = a / b` for integers of any size.
    Div(Slot, Slot, Slot),
    /// By a power of two, of which this is the exponent.
    DivPower(Slot, Slot, Slot, u8),
    /// `dst = a & b`.
    And(Slot, Slot, Slot),
    /// `dst = a | b`.
    Or(Slot, Slot, Slot),
    /// `dst = a ^ b`.
    Xor(Slot, Slot, Slot),
    /// `dst = a << b`.
    Shl(Slot, Slot, Slot),
    /// `dst = a >> b`, zeros from above.
    LShr(Slot, Slot, Slot),
    /// `dst = a op b` for the other operations.
    Binary(BinaryOp, Slot, Slot, Slot),
    /// `dst = a op b` for a shift that may be out of range and then gives anything: optimised code of the runtime computes
    /// such results where they are not used.
    Shift(BinaryOp, Slot, Slot, Slot),
    /// `dst = op a`.
    Unary(UnaryOp, Slot, Slot),
    /// `dst = a op b`, a truth value.
    Compare(CompareOp, Slot, Slot, Slot),
    /// `dst = cast a` from the first type to the second.
    Cast(CastOp, Type, Type, Slot, Slot),
    /// `dst = c ? a : b`; the operands are `args..args + 3` of [`FuncCode::args`].
    Select(Slot, u32),
    /// `dst =` a new object; the last number is the logarithm of its alignment.
    Alloc(Layout, AllocKind, Slot, Slot, u8),
    /// `dst = pointer + offset`.
    Offset(Slot, Slot, Slot),
    /// `dst = *(pointer + index)` for a value of this type at a known place; does nothing if it is anything else. The `Offset` and the
    /// `Load` that follow are the general case; the number is how many instructions are done with it.
    LoadAt(Type, Slot, Slot, Slot, u8),
    /// `*(pointer + index) = value` for a value of this type at a known place; does nothing if it is anything else. The `Offset` and the
    /// `Store` that follow are the general case; the number is how many instructions are done with it.
    StoreAt(Type, Slot, Slot, Slot, u8),
    /// `LoadAt` for an integer of any size, which only cells hold.
    LoadIntAt(Slot, Slot, Slot, u8),
    /// `StoreAt` for an integer of any size.
    StoreIntAt(Slot, Slot, Slot, u8),
    /// `dst = *pointer`; the number is how many instructions further it goes on after a cell at a known place.
    Load(Type, Slot, Slot, u8),
    /// `*pointer = value`, written as a value of this type; the number is as in `Load`.
    Store(Type, Slot, Slot, u8),
    /// Makes the call at this index of [`FuncCode::calls`] and goes on there after it.
    Call(u32, Pc),
    /// Calls through the pointer `args`, with the operands `args + 1..args + 1 + count`, for a result of this type.
    CallIndirect(Slot, u32, u16, Option<Type>),
    /// `dst =` what the engine does with the operands from `args` on.
    Intrinsic(Intrinsic, Option<Slot>, u32),
    /// `dst =` the next input of this type.
    Input(Type, Slot),
    /// The value joins the output.
    Output(Slot),
    /// A finding unless the condition holds.
    Check(CheckKind, Slot),
    /// The path ends silently unless the condition holds.
    Assume(Slot),
    /// `dst = a`, a finding if `a` was never set.
    Defined(Slot, Slot),
    /// `dst = a`, whatever it is: passing block arguments.
    Move(Slot, Slot),
    /// `dst =` the constant at this index of [`FuncCode::constants`]: one that got no slot of its own.
    Constant(Slot, u32),
    /// Go there.
    Jump(Pc),
    /// Go to the first if the condition holds, else to the second.
    Branch(Slot, Pc, Pc),
    /// Go to the first if the comparison holds, else to the second: a comparison that only feeds a branch.
    CompareBranch(CompareOp, Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a < b`.
    LessBranch(Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a == b` where `b` is this number.
    IsBranch(i16, Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a != b` where `b` is this number.
    IsNotBranch(i16, Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a < b` where `b` is this number.
    BelowBranch(i16, Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a < b` where `a` is this number.
    AboveBranch(i16, Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a == b` where `b` is the null pointer.
    NullBranch(Slot, Slot, Pc, Pc),
    /// `CompareBranch` for `a != b` where `b` is the null pointer.
    NotNullBranch(Slot, Slot, Pc, Pc),
    /// Go where the table says.
    Switch(Slot, u32),
    /// Leave the function.
    Return(Option<Slot>),
    /// Must not be reached.
    Unreachable,
    /// Coverage: this segment is reached. Jumps skip it once it is (see [`Code::skip_covered`]).
    Cover(u32),
    /// Coverage: this way of a branch is taken. Jumps skip it once it is, like `Cover`.
    Edge(u32),
    /// The callee has no body or the construct has no meaning yet: the path ends as incomplete.
    Unsupported(u32),
    /// Calls a function outside of the program: the one at this index of [`FuncCode::externals`].
    External(u32),
    /// Paths meet again at this place: whoever waits for others stops here.
    Meet(u32),
    /// This loop is entered from outside; the explorer may want to know (see [`Code::loops`]).
    Enter(u32),
    /// Watched code only, in the place of a block's first marker: this place is reached, and this segment.
    At(u32, u32),
    /// Watched code only: `Edge` that is written down.
    EdgeSeen(u32),
    /// Watched code only: `Load` that is written down.
    LoadSeen(Type, Slot, Slot),
    /// Watched code only: `Store` that is written down.
    StoreSeen(Type, Slot, Slot),
}

/// A `switch`: constants with their targets, and the default.
#[derive(Clone, PartialEq, Debug)]
pub struct SwitchTable {
    /// Constant and target.
    pub cases: Vec<(Value, Pc)>,
    /// The targets of the bits from 0 on, if the cases are close to each other: one look instead of a search.
    pub dense: Vec<Pc>,
    /// Target of every other value.
    pub default: Pc,
}

impl SwitchTable {
    /// Tables of up to so many targets are looked up by number.
    const DENSE: u64 = 1024;

    /// Fills in [`SwitchTable::dense`].
    pub fn index(&mut self) {
        self.dense.clear();
        let number = |value: &Value| match value {
            Value::Bits { bits, .. } if *bits < Self::DENSE => Some(*bits),
            _ => None,
        };
        let Some(most) = self.cases.iter().filter_map(|(value, _)| number(value)).max() else { return };
        self.dense.resize(most as usize + 1, self.default);
        for (value, target) in self.cases.iter().rev() {
            if let Some(at) = number(value) {
                self.dense[at as usize] = *target;
            }
        }
    }

    /// One choice for each target: the first case that goes there, or one past the last case for the default and whatever
    /// goes the same way.
    pub fn choices(&self) -> Vec<u32> {
        let mut seen = FxSet::from_iter([self.default]);
        let mut choices: Vec<u32> = Vec::new();
        for (index, (_, target)) in self.cases.iter().enumerate() {
            if seen.insert(*target) {
                choices.push(index as u32);
            }
        }
        choices.push(self.cases.len() as u32);
        choices
    }

    /// Where a known value goes.
    pub fn target(&self, value: Value) -> Pc {
        if let Value::Bits { bits, .. } = value
            && let Some(target) = self.dense.get(bits as usize)
        {
            return *target;
        }
        self.cases.iter().find(|(case, _)| *case == value).map_or(self.default, |(_, target)| *target)
    }
}

/// A call of a known function.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// Which function.
    pub callee: FuncId,
    /// Where the result goes.
    pub dst: Slot,
    /// The arguments.
    pub args: Box<[Slot]>,
}

/// One function.
#[derive(Clone, Debug)]
pub struct FuncCode {
    /// Its name.
    pub name: String,
    /// The instructions; execution starts at 0. Empty for a declaration.
    pub instrs: Instrs,
    /// Where calls go: the start, or past its marker once that is covered.
    pub start: Pc,
    /// Where each instruction comes from. One without a source place has a number of its own past [`Program::locs`], which
    /// tells findings apart and goes no further: see `Explorer::source_place`.
    ///
    /// [`Program::locs`]: pathfold_ir::Program::locs
    pub locs: Vec<LocId>,
    /// The place (block, over all functions) of each instruction.
    pub places: Vec<u32>,
    /// The register file of a new frame: constants in their slots, everything else undefined.
    pub template: FrameSlots,
    /// Constants without a slot, fetched by [`Instr::Constant`].
    pub constants: Vec<Value>,
    /// Operands of selects, intrinsics and calls through pointers.
    pub args: Vec<Slot>,
    /// Calls of known functions.
    pub calls: Vec<CallSite>,
    /// Tables of switches.
    pub switches: Vec<SwitchTable>,
    /// What is not supported, for the message.
    pub unsupported: Vec<String>,
    /// Calls of functions outside of the program.
    pub externals: Vec<ExternalCall>,
    /// The slots of the parameters and their types.
    pub params: Vec<(Slot, Type)>,
    /// What it returns.
    pub ret: Option<Type>,
    /// Whether it belongs to the runtime.
    pub library: bool,
    /// Names of the parameters, for inputs of the entry function.
    pub param_names: Vec<Option<String>>,
    /// Its machine code, if it has run long.
    pub native: Native,
    /// Loop headers among the branches: for each instruction, whether the first or the second target leaves the loop.
    pub exits: Vec<LoopExit>,
}

impl FuncCode {
    /// A function without code so far.
    fn new(function: &Function) -> Self {
        Self {
            name: function.name.clone(),
            instrs: Instrs::default(),
            start: 0,
            locs: Vec::new(),
            places: Vec::new(),
            template: FrameSlots::new(&[]),
            constants: Vec::new(),
            args: Vec::new(),
            calls: Vec::new(),
            switches: Vec::new(),
            unsupported: Vec::new(),
            externals: Vec::new(),
            params: Vec::new(),
            ret: function.ret,
            library: function.library,
            param_names: Vec::new(),
            exits: Vec::new(),
            native: Native::default(),
        }
    }
}

/// Which way out of a loop a branch goes, if it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopExit {
    /// Not a loop exit.
    None,
    /// The first target leaves the loop.
    Then,
    /// The second target leaves the loop.
    Otherwise,
}

/// A run of instructions that are covered together: from a block's start or a fallible instruction to the next one.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its place.
    pub place: u32,
    /// The source places of its instructions.
    pub locs: Vec<LocId>,
    /// How many `ir` instructions it stands for.
    pub instructions: u32,
}

/// One way of a branch.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where the branch is.
    pub loc: LocId,
    /// Which branch, over all functions.
    pub branch: u32,
    /// Which way of it, from 0.
    pub way: u32,
}

/// The whole program.
#[derive(Clone, Debug)]
pub struct Code {
    /// Functions by id.
    pub functions: IdVec<FuncId, FuncCode>,
    /// Where execution starts.
    pub entry: FuncId,
    /// Places (blocks over all functions): function and block.
    pub places: Vec<(FuncId, BlockId)>,
    /// The first place of each function.
    pub first_place: IdVec<FuncId, u32>,
    /// Segments of all functions.
    pub segments: Vec<Segment>,
    /// The ways of all branches, for [`Instr::Edge`], if they are to be covered.
    pub edges: Vec<Edge>,
    /// The loops of all functions, if they are to be folded.
    pub loops: Vec<LoopCode>,
    /// By place, where states that fork there meet again, if states are to be merged.
    pub joins: Vec<Option<u32>>,
}

impl Code {
    /// Lets jumps go past the markers of segments that have been reached, so that covered code costs nothing. States may
    /// still stand on a marker; it stays where it is.
    pub fn skip_covered(&mut self, covered: impl Fn(u32) -> bool, taken: impl Fn(u32) -> bool) {
        for function in self.functions.iter_mut() {
            let FuncCode { instrs, locs, switches, start, native, .. } = function;
            let mut past: Vec<Pc> = instrs
                .iter()
                .enumerate()
                .map(|(pc, instr)| match instr {
                    Instr::Cover(segment) if covered(*segment) => pc as Pc + 1,
                    _ => pc as Pc,
                })
                .collect();
            // A way that is taken leads straight to where it leads.
            for pc in 0..instrs.len() {
                if let Instr::Edge(edge) = instrs[pc]
                    && taken(edge)
                {
                    past[pc] = match instrs[pc + 1] {
                        Instr::Jump(target) => past[target as usize],
                        _ => pc as Pc + 1,
                    };
                }
            }
            let mut changed = false;
            let mut go = |place: &mut Pc, to: Pc| {
                changed |= *place != to;
                *place = to;
            };
            go(start, past.first().copied().unwrap_or(0));
            for (pc, instr) in instrs.iter_mut().enumerate() {
                match instr {
                    Instr::LoadAt(.., done)
                    | Instr::StoreAt(.., done)
                    | Instr::LoadIntAt(.., done)
                    | Instr::StoreIntAt(.., done) => {
                        *done = (past[pc + 3] as usize - pc) as u8;
                    }
                    Instr::Call(_, back) => go(back, past[pc + 1]),
                    Instr::Load(.., done) | Instr::Store(.., done) => {
                        *done = (past[pc + 1] as usize - pc) as u8;
                    }
                    Instr::Jump(target) => go(target, past[*target as usize]),
                    branch => {
                        if let Some((then, otherwise)) = branch.ways_mut() {
                            go(then, past[*then as usize]);
                            go(otherwise, past[*otherwise as usize]);
                        }
                    }
                }
            }
            // A return is as short as a jump to it.
            for pc in 0..instrs.len() {
                if let Instr::Jump(target) = instrs[pc]
                    && let Instr::Return(_) = instrs[target as usize]
                {
                    instrs[pc] = instrs[target as usize];
                    locs[pc] = locs[target as usize];
                    changed = true;
                }
            }
            for table in switches {
                let ways = table.cases.iter_mut().map(|(_, target)| target).chain([&mut table.default]);
                for target in ways {
                    changed |= past[*target as usize] != *target;
                    *target = past[*target as usize];
                }
                table.index();
            }
            instrs.close();
            if changed {
                native.forget();
            }
        }
    }
}
