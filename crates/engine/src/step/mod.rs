//! The step: runs a state until something needs a decision and says which. It never asks the solver and never chooses.
//! Instruction families live in their own files; this one is the loop.

mod arith;
mod call;
mod cast;
mod compare;
mod control;
mod memory;
mod registers;

use pathfold_ir::{BinaryOp, CheckKind};
use pathfold_term::{Pool, Term};

use crate::code::{Code, FuncCode, Instr, LARGE_FRAME, SMALL_FRAME, Slot};
use crate::config::ArrayIndex;
use crate::coverage::Coverage;
use crate::memory::Memory;
use crate::state::{State, Traffic};
use crate::value::{ObjectId, Value};

use call::Call;
use registers::{Flat, Registers, Tree};

pub use call::{SpareFrames, enter_entry};
pub use control::resume;

/// Why the step stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A branch on a symbolic condition: choice 0 takes the first target, 1 the second.
    Branch(Term),
    /// A switch on a symbolic value: choice `i` takes case `i`, one past the last the default.
    Switch(Term),
    /// An instruction that fails unless the condition holds: choice 0 passes, 1 is the finding.
    Check(Term, Fault),
    /// An assumption: choice 0 holds, 1 ends the path.
    Assume(Term),
    /// An access at a symbolic position that has to be decided: choice `k` makes it position `k`.
    Index {
        /// The register that holds the pointer.
        pointer: Slot,
        /// The object it points into.
        object: ObjectId,
        /// The symbolic position.
        offset: Term,
    },
    /// The path is over.
    Ended(End),
    /// The share of instructions is used up.
    Paused,
}

/// What would be wrong: the kind, and the pointer of the access if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of finding.
    pub kind: CheckKind,
    /// The pointer through which it happens.
    pub pointer: Option<Value>,
}

impl Fault {
    /// A fault without a pointer.
    pub fn new(kind: CheckKind) -> Self {
        Self { kind, pointer: None }
    }

    /// A fault of an access.
    pub fn access(kind: CheckKind, pointer: Value) -> Self {
        Self { kind, pointer: Some(pointer) }
    }
}

/// How a path ends.
#[derive(Clone, Debug)]
pub enum End {
    /// The entry function returned.
    Returned(Option<Value>),
    /// Something is wrong with the program.
    Error(Fault),
    /// An assumption does not hold.
    Assumption,
    /// We cannot go on; says why.
    Incomplete(String),
}

/// What an instruction needs before it can be done.
enum Halt {
    Error(Fault),
    Check(Term, Fault),
    Index { object: ObjectId, offset: Term },
    Incomplete(String),
}

impl Halt {
    fn error(kind: CheckKind) -> Halt {
        Halt::Error(Fault::new(kind))
    }
}

/// A value of the wrong kind: a finding if it was never set, otherwise something we do not model.
fn misused(value: Value, what: &str) -> Halt {
    if value == Value::Undef { Halt::error(CheckKind::Uninitialized) } else { Halt::Incomplete(what.to_owned()) }
}

/// Everything the step needs beside the state.
pub struct Machine<'a> {
    /// The program.
    pub code: &'a Code,
    /// Where terms live.
    pub pool: &'a mut Pool,
    /// What has been reached.
    pub coverage: &'a mut Coverage,
    /// What a symbolic position does.
    pub array_index: ArrayIndex,
    /// Integers larger than this many bits end the path.
    pub max_bits: u64,
    /// Deeper recursion ends the path.
    pub max_call_depth: usize,
    /// Objects with more positions than this end the path.
    pub max_object: u64,
    /// Register files of functions that have returned, to be used again.
    pub spare: &'a mut SpareFrames,
}

/// Why the inner loop left a frame.
enum Exit {
    Call(Call),
    Return(Option<Value>),
    Stop(Stop),
    Spent,
}

impl Machine<'_> {
    /// Runs the state until a decision, its end, or `budget` instructions.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Stop {
        let mut left = budget;
        let stop = loop {
            match self.run_frame(state, &mut left) {
                Exit::Call(call) => {
                    if let Some(stop) = self.call(state, call) {
                        break stop;
                    }
                    if left == 0 {
                        break Stop::Paused;
                    }
                }
                Exit::Return(value) => {
                    if let Some(stop) = self.return_from(state, value) {
                        break stop;
                    }
                }
                Exit::Stop(stop) => break stop,
                Exit::Spent => break Stop::Paused,
            }
        };
        state.instructions += budget - left;
        stop
    }

    fn run_frame(&mut self, state: &mut State, left: &mut u64) -> Exit {
        let code = self.code;
        let State { frame, memory, traffic, passed, .. } = state;
        let function = &code.functions[frame.function];
        let mut at = frame.pc as usize;
        let mut world = World { memory, traffic, passed };
        let exit = if frame.slots.len() > LARGE_FRAME {
            self.execute(function, &mut at, Tree(&mut frame.slots), &mut world, left)
        } else {
            let slots = frame.slots.as_mut_leaf().unwrap_or_default();
            if let Ok(slots) = <&mut [Value; SMALL_FRAME]>::try_from(&mut *slots) {
                self.execute(function, &mut at, Flat(slots), &mut world, left)
            } else if let Ok(slots) = <&mut [Value; LARGE_FRAME]>::try_from(slots) {
                self.execute(function, &mut at, Flat(slots), &mut world, left)
            } else {
                unreachable!("frames are padded to one of the two sizes")
            }
        };
        frame.pc = at as u32;
        exit
    }

    /// The loop. On a stop `at` is the instruction that stopped, on a call the one after it.
    ///
    /// Instructions are counted where control jumps: straight code cannot run away.
    #[inline(never)]
    fn execute<R: Registers>(
        &mut self,
        function: &FuncCode,
        at: &mut usize,
        mut slots: R,
        world: &mut World<'_>,
        left: &mut u64,
    ) -> Exit {
        let instrs = &function.instrs[..];
        let mut pc = *at;
        let mut start = pc;
        let mut fuel = *left;
        macro_rules! jump {
            ($target:expr) => {{
                let target = $target as usize;
                fuel = fuel.saturating_sub((pc - start + 1) as u64);
                pc = target;
                start = target;
                if fuel == 0 {
                    break Exit::Spent;
                }
                continue;
            }};
        }
        macro_rules! set {
            ($dst:expr, $result:expr) => {
                match $result {
                    Ok(value) => slots.set($dst, value),
                    Err(halt) => break Exit::Stop(stop_at(halt, instrs[pc])),
                }
            };
        }
        // The hottest operations, on integers that fit in a word.
        macro_rules! word_op {
            ($op:expr, $checked:ident, $dst:expr, $a:expr, $b:expr) => {
                if let (&Value::Int(x), &Value::Int(y)) = (slots.at($a), slots.at($b))
                    && let Some(result) = x.$checked(y)
                {
                    slots.set($dst, Value::Int(result));
                } else {
                    let (a, b) = (slots.get($a), slots.get($b));
                    set!($dst, self.binary($op, a, b, world.passed));
                }
            };
        }
        let exit = loop {
            match instrs[pc] {
                Instr::Add(dst, a, b) => word_op!(BinaryOp::Add, checked_add, dst, a, b),
                Instr::Sub(dst, a, b) => word_op!(BinaryOp::Sub, checked_sub, dst, a, b),
                Instr::Mul(dst, a, b) => word_op!(BinaryOp::Mul, checked_mul, dst, a, b),
                Instr::Binary(op, dst, a, b) => {
                    if let (&Value::Int(x), &Value::Int(y)) = (slots.at(a), slots.at(b))
                        && let Some(result) = arith::words(op, x, y)
                    {
                        slots.set(dst, Value::Int(result));
                    } else {
                        let (a, b) = (slots.get(a), slots.get(b));
                        set!(dst, self.binary(op, a, b, world.passed));
                    }
                }
                Instr::Move(dst, a) => {
                    let value = slots.get(a);
                    slots.set(dst, value);
                }
                Instr::Constant(dst, index) => slots.set(dst, function.constants[index as usize]),
                Instr::Jump(target) => jump!(target),
                Instr::CompareBranch(op, a, b, then, otherwise) => {
                    if let (&Value::Int(x), &Value::Int(y)) = (slots.at(a), slots.at(b))
                        && let Some(holds) = compare::words(op, x, y)
                    {
                        jump!(if holds { then } else { otherwise });
                    }
                    match self.compare(op, slots.get(a), slots.get(b)) {
                        Ok(Value::Bool(holds)) => jump!(if holds { then } else { otherwise }),
                        Ok(Value::Term(cond)) => break Exit::Stop(Stop::Branch(cond)),
                        Ok(_) => break undefined(),
                        Err(halt) => break Exit::Stop(stop_at(halt, instrs[pc])),
                    }
                }
                Instr::Cover(segment) => self.coverage.reach(segment),
                Instr::Compare(op, dst, a, b) => {
                    let (a, b) = (slots.get(a), slots.get(b));
                    set!(dst, self.compare(op, a, b));
                }
                Instr::Branch(cond, then, otherwise) => match slots.get(cond) {
                    Value::Bool(holds) => jump!(if holds { then } else { otherwise }),
                    Value::Term(cond) => break Exit::Stop(Stop::Branch(cond)),
                    _ => break undefined(),
                },
                Instr::Switch(value, table) => {
                    match control::switch(slots.get(value), &function.switches[table as usize]) {
                        Ok(target) => jump!(target),
                        Err(Some(term)) => break Exit::Stop(Stop::Switch(term)),
                        Err(None) => break undefined(),
                    }
                }
                Instr::Unary(op, dst, a) => {
                    let a = slots.get(a);
                    set!(dst, self.unary(op, a));
                }
                Instr::Cast(op, ty, dst, a) => {
                    let a = slots.get(a);
                    set!(dst, self.cast(op, ty, a));
                }
                Instr::Select(dst, args) => {
                    let arg = |index: usize| slots.get(function.args[args as usize + index]);
                    let (cond, a, b) = (arg(0), arg(1), arg(2));
                    set!(dst, self.select(cond, a, b));
                }
                Instr::Alloc(layout, kind, dst, size) => {
                    let size = slots.get(size);
                    set!(dst, self.alloc(world.memory, layout, kind, size, function.locs[pc]));
                }
                Instr::Offset(dst, pointer, offset) => {
                    let (pointer, offset) = (slots.get(pointer), slots.get(offset));
                    set!(dst, self.offset(world.memory, pointer, offset));
                }
                Instr::LoadAt(dst, base, index, done) => {
                    if let (&Value::Ptr { object, offset }, &Value::Int(index)) = (slots.at(base), slots.at(index))
                        && let Some(value) = world.memory.cell(object, offset, index)
                    {
                        slots.set(dst, value);
                        pc += usize::from(done);
                        continue;
                    }
                }
                Instr::StoreAt(value, base, index, done) => {
                    if let (&Value::Ptr { object, offset }, &Value::Int(index)) = (slots.at(base), slots.at(index))
                        && let Some(cell) = world.memory.cell_mut(object, offset, index)
                    {
                        *cell = slots.get(value);
                        pc += usize::from(done);
                        continue;
                    }
                }
                Instr::Load(ty, dst, pointer, done) => {
                    if let &Value::Ptr { object, offset } = slots.at(pointer)
                        && let Some(value) = world.memory.cell(object, offset, 0)
                    {
                        slots.set(dst, value);
                        pc += usize::from(done);
                        continue;
                    }
                    let pointer = slots.get(pointer);
                    set!(dst, self.load(world.memory, ty, pointer, world.passed));
                }
                Instr::Store(ty, value, pointer, done) => {
                    if let &Value::Ptr { object, offset } = slots.at(pointer)
                        && let Some(cell) = world.memory.cell_mut(object, offset, 0)
                    {
                        *cell = slots.get(value);
                        pc += usize::from(done);
                        continue;
                    }
                    let (value, pointer) = (slots.get(value), slots.get(pointer));
                    if let Err(halt) = self.store(world.memory, ty, value, pointer, world.passed) {
                        break Exit::Stop(stop_at(halt, instrs[pc]));
                    }
                }
                Instr::Call(callee, dst, args, count, done) => {
                    pc += usize::from(done);
                    break Exit::Call(Call { callee, dst, args, count });
                }
                Instr::CallIndirect(dst, args, count) => {
                    match self.indirect(slots.get(function.args[args as usize]), usize::from(count)) {
                        Ok(callee) => {
                            pc += 1;
                            break Exit::Call(Call { callee, dst, args: args + 1, count });
                        }
                        Err(halt) => break Exit::Stop(stop_at(halt, instrs[pc])),
                    }
                }
                Instr::Return(value) => break Exit::Return(value.map(|slot| slots.get(slot))),
                Instr::Input(ty, dst) => set!(dst, self.input(world.traffic, ty)),
                Instr::Output(value) => world.traffic.outputs.push(slots.get(value)),
                Instr::Check(kind, cond) => {
                    if let Err(halt) = control::check(Fault::new(kind), slots.get(cond), world.passed) {
                        break Exit::Stop(stop_at(halt, instrs[pc]));
                    }
                }
                Instr::Assume(cond) => match slots.get(cond) {
                    Value::Bool(true) => {}
                    Value::Bool(false) => break Exit::Stop(Stop::Ended(End::Assumption)),
                    Value::Term(_) if std::mem::take(world.passed) => {}
                    Value::Term(cond) => break Exit::Stop(Stop::Assume(cond)),
                    _ => break undefined(),
                },
                Instr::Defined(dst, a) => match slots.get(a) {
                    Value::Undef => break undefined(),
                    value => slots.set(dst, value),
                },
                Instr::Unreachable => {
                    break Exit::Stop(Stop::Ended(End::Error(Fault::new(CheckKind::Unreachable))));
                }
                Instr::Unsupported(what) => {
                    let what = function.unsupported[what as usize].clone();
                    break Exit::Stop(Stop::Ended(End::Incomplete(what)));
                }
            }
            pc += 1;
        };
        *left = fuel.saturating_sub((pc - start) as u64);
        *at = pc;
        exit
    }
}

/// Something is used that was never set.
fn undefined() -> Exit {
    Exit::Stop(Stop::Ended(End::Error(Fault::new(CheckKind::Uninitialized))))
}

/// The parts of a state that instructions touch beside registers.
struct World<'s> {
    memory: &'s mut Memory,
    traffic: &'s mut Traffic,
    passed: &'s mut bool,
}

fn stop_at(halt: Halt, instr: Instr) -> Stop {
    match halt {
        Halt::Error(fault) => Stop::Ended(End::Error(fault)),
        Halt::Check(ok, fault) => Stop::Check(ok, fault),
        Halt::Incomplete(why) => Stop::Ended(End::Incomplete(why)),
        Halt::Index { object, offset } => match instr {
            Instr::Load(_, _, pointer, _) | Instr::Store(_, _, pointer, _) => Stop::Index { pointer, object, offset },
            // Only accesses ask for a position.
            _ => Stop::Ended(End::Incomplete("a symbolic position outside of an access".to_owned())),
        },
    }
}
