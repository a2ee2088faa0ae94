//! The step: runs a state until something needs a decision and says which. It never asks the solver and never chooses.
//! Instruction families live in their own files; this one is the loop.

mod arith;
mod bits;
mod call;
mod cast;
mod compare;
mod control;
mod copy;
mod fast;
mod float;
mod intrinsic;
mod memory;
mod registers;
mod stop;

use pathfold_ir::{BinaryOp, CheckKind};
use pathfold_solver::Model;
use pathfold_term::Pool;
use smallvec::SmallVec;

use crate::code::{Code, FuncCode, Instr, LARGE_FRAME, SMALL_FRAME, Slot};
use crate::config::ArrayIndex;
use crate::coverage::Coverage;
use crate::memory::Memory;
use crate::state::{Callers, State, Traffic};
use crate::value::Value;

use call::Call;
use copy::HaltAt;
use intrinsic::Effect;
use registers::{Any, Large, RegisterFile, Registers, Small};

pub use call::{SpareFrames, enter_entry, user_loc};
pub use control::resume;
use stop::Halt;
pub use stop::{Access, End, Fault, Stop};

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
    SetJump(Value, Option<Slot>),
    LongJump(Value, Value),
    /// The registers of the frame that is to run are kept in another way.
    OtherSize,
    Spent,
}

impl Machine<'_> {
    /// Runs the state until a decision, its end, or `budget` instructions.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Stop {
        #[cfg(test)]
        crate::explore::failpoint("step");
        let mut left = budget;
        let stop = loop {
            let exit = match state.frame.slots.len() {
                SMALL_FRAME => self.execute::<Small>(state, &mut left),
                LARGE_FRAME => self.execute::<Large>(state, &mut left),
                _ => self.execute::<Any>(state, &mut left),
            };
            match exit {
                Exit::Stop(stop) => break stop,
                Exit::Spent => break Stop::Paused,
                Exit::OtherSize => {}
                Exit::SetJump(buffer, dst) => {
                    if let Some(stop) = self.set_jump(state, buffer, dst) {
                        break stop;
                    }
                }
                Exit::LongJump(buffer, value) => {
                    if let Some(stop) = self.long_jump(state, buffer, value) {
                        break stop;
                    }
                }
                Exit::Call(_) | Exit::Return(_) => unreachable!("calls and returns stay inside"),
            }
        };
        state.instructions += budget - left;
        stop
    }

    /// Runs frames whose registers are kept in this way, one after the other, until something has to be decided.
    #[inline(never)]
    fn execute<F: RegisterFile>(&mut self, state: &mut State, left: &mut u64) -> Exit {
        let code = self.code;
        // What the frame that just returned gives to the one that called it.
        let mut result: Option<(Slot, Value)> = None;
        loop {
            let State { frame, callers, memory, traffic, passed, witness, .. } = &mut *state;
            let function = &code.functions[frame.function];
            let mut at = frame.pc as usize;
            let mut world = World { memory, traffic, passed, callers, witness };
            let Some(mut slots) = F::of(&mut frame.slots) else {
                if let Some((dst, value)) = result
                    && let Some(target) = frame.slots.get_mut(dst as usize)
                {
                    *target = value;
                }
                return Exit::OtherSize;
            };
            if let Some((dst, value)) = result.take() {
                slots.set(dst, value);
            }
            let exit = self.frame(function, &mut at, slots, &mut world, left);
            frame.pc = at as u32;
            let stop = match exit {
                Exit::Call(call) => {
                    let stop = self.call(state, call);
                    if stop.is_none() && *left == 0 {
                        return Exit::Spent;
                    }
                    stop
                }
                Exit::Return(value) => match self.return_from(state, value) {
                    Ok(given) => {
                        result = given;
                        continue;
                    }
                    Err(stop) => Some(stop),
                },
                other => return other,
            };
            if let Some(stop) = stop {
                return Exit::Stop(stop);
            }
        }
    }

    /// The loop over one frame's instructions. On a stop `at` is the instruction that stopped, on a call the one after it.
    ///
    /// Instructions are counted where control jumps: straight code cannot run away.
    #[inline(always)]
    fn frame<R: Registers>(
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
            ($op:expr, $checked:ident, $wrapping:ident, $dst:expr, $a:expr, $b:expr) => {
                if let (&Value::Int(x), &Value::Int(y)) = (slots.at($a), slots.at($b))
                    && let Some(result) = x.$checked(y)
                {
                    slots.set($dst, Value::Int(result));
                } else if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) =
                    (slots.at($a), slots.at($b))
                {
                    slots.set($dst, Value::Bits { width, bits: x.$wrapping(y) & bits::mask(width) });
                } else {
                    let (a, b) = (slots.get($a), slots.get($b));
                    set!($dst, self.binary(world.memory, $op, a, b, world.passed));
                }
            };
        }
        let exit = loop {
            match instrs[pc] {
                Instr::Add(dst, a, b) => word_op!(BinaryOp::Add, checked_add, wrapping_add, dst, a, b),
                Instr::Sub(dst, a, b) => word_op!(BinaryOp::Sub, checked_sub, wrapping_sub, dst, a, b),
                Instr::Mul(dst, a, b) => word_op!(BinaryOp::Mul, checked_mul, wrapping_mul, dst, a, b),
                Instr::Binary(op, dst, a, b) => {
                    if let (&Value::Int(x), &Value::Int(y)) = (slots.at(a), slots.at(b))
                        && let Some(result) = arith::words(op, x, y)
                    {
                        slots.set(dst, Value::Int(result));
                    } else if let (&Value::Bits { width, bits: x }, &Value::Bits { bits: y, .. }) =
                        (slots.at(a), slots.at(b))
                        && let Some(result) = bits::binary(op, width, x, y)
                    {
                        slots.set(dst, result);
                    } else {
                        let (a, b) = (slots.get(a), slots.get(b));
                        set!(dst, self.binary(world.memory, op, a, b, world.passed));
                    }
                }
                Instr::Shift(op, dst, a, b) => {
                    let (a, b) = (slots.get(a), slots.get(b));
                    match (a, b) {
                        (Value::Bits { width, bits: x }, Value::Bits { bits: y, .. }) => {
                            let shifted = bits::binary(op, width, x, y);
                            slots.set(dst, shifted.unwrap_or(Value::Bits { width, bits: 0 }));
                        }
                        _ => {
                            // As if the range had been checked.
                            *world.passed = 1;
                            set!(dst, self.binary(world.memory, op, a, b, world.passed));
                            *world.passed = 0;
                        }
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
                    if let Some(holds) = fast::compare(op, slots.at(a), slots.at(b)) {
                        jump!(if holds { then } else { otherwise });
                    }
                    match self.compare(world.memory, op, slots.get(a), slots.get(b)) {
                        Ok(Value::Bool(holds)) => jump!(if holds { then } else { otherwise }),
                        Ok(Value::Term(cond)) => break Exit::Stop(Stop::Branch(cond)),
                        Ok(_) => break undefined(),
                        Err(halt) => break Exit::Stop(stop_at(halt, instrs[pc])),
                    }
                }
                Instr::Cover(segment) => self.coverage.reach(segment),
                Instr::Edge(edge) => self.coverage.take(edge),
                Instr::Compare(op, dst, a, b) => {
                    let (a, b) = (slots.get(a), slots.get(b));
                    match fast::compare(op, &a, &b) {
                        Some(holds) => slots.set(dst, Value::Bool(holds)),
                        None => set!(dst, self.compare(world.memory, op, a, b)),
                    }
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
                    set!(dst, self.unary(world.memory, op, a));
                }
                Instr::Cast(op, from, to, dst, a) => {
                    let a = slots.get(a);
                    match fast::cast(op, to, &a) {
                        Some(value) => slots.set(dst, value),
                        None => set!(dst, self.cast(world.memory, op, from, to, a)),
                    }
                }
                Instr::Select(dst, args) => {
                    let arg = |index: usize| slots.get(function.args[args as usize + index]);
                    let (cond, a, b) = (arg(0), arg(1), arg(2));
                    set!(dst, self.select(cond, a, b));
                }
                Instr::Alloc(layout, kind, dst, size, align) => {
                    let (size, align) = (slots.get(size), 1 << align);
                    set!(dst, self.alloc(world.memory, (layout, kind), size, align, function.locs[pc]));
                }
                Instr::Offset(dst, pointer, offset) => {
                    let (pointer, offset) = (slots.get(pointer), slots.get(offset));
                    set!(dst, self.offset(pointer, offset));
                }
                Instr::LoadAt(dst, base, index, done) => {
                    let value = match (slots.at(base), slots.at(index)) {
                        (&Value::Ptr { object, offset }, &Value::Int(index)) => {
                            world.memory.cell(object, offset, index)
                        }
                        (&Value::Ptr { object, offset }, &Value::Bits { bits, .. }) => match instrs[pc + 2] {
                            Instr::Load(ty, ..) => {
                                fast::load(world.memory, object, offset.wrapping_add(bits as i64), ty)
                            }
                            _ => None,
                        },
                        _ => None,
                    };
                    if let Some(value) = value {
                        slots.set(dst, value);
                        pc += usize::from(done);
                        continue;
                    }
                }
                Instr::StoreAt(value, base, index, done) => match (slots.at(base), slots.at(index)) {
                    (&Value::Ptr { object, offset }, &Value::Int(index)) => {
                        if let Some(cell) = world.memory.cell_mut(object, offset, index) {
                            *cell = slots.get(value);
                            pc += usize::from(done);
                            continue;
                        }
                    }
                    (&Value::Ptr { object, offset }, &Value::Bits { bits, .. }) => {
                        if let Instr::Store(ty, ..) = instrs[pc + 2]
                            && let offset = offset.wrapping_add(bits as i64)
                            && fast::store(world.memory, object, offset, ty, slots.at(value))
                        {
                            pc += usize::from(done);
                            continue;
                        }
                    }
                    _ => {}
                },
                Instr::Load(ty, dst, pointer, done) => {
                    if let &Value::Ptr { object, offset } = slots.at(pointer)
                        && let Some(value) = fast::load(world.memory, object, offset, ty)
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
                        && fast::store(world.memory, object, offset, ty, slots.at(value))
                    {
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
                Instr::CallIndirect(dst, args, count, ret) => {
                    let (pointer, start) = (function.args[args as usize], args as usize + 1);
                    let values: SmallVec<[Value; 8]> =
                        function.args[start..start + usize::from(count)].iter().map(|arg| slots.get(*arg)).collect();
                    match self.indirect(slots.get(pointer), &values, ret) {
                        Ok(callee) => {
                            pc += 1;
                            break Exit::Call(Call { callee, dst, args: args + 1, count });
                        }
                        Err(halt) => break Exit::Stop(stop_with(halt, pointer)),
                    }
                }
                Instr::Intrinsic(which, dst, args) => {
                    let args = &function.args[args as usize..][..which.params().len()];
                    let values: SmallVec<[Value; 4]> = args.iter().map(|arg| slots.get(*arg)).collect();
                    let loc = user_loc(self.code, world.callers, function, pc);
                    match self.intrinsic(world, which, &values, loc) {
                        Ok(Effect::Done(value)) => {
                            if let Some(dst) = dst {
                                slots.set(dst, value);
                            }
                        }
                        Ok(Effect::End(end)) => break Exit::Stop(Stop::Ended(end)),
                        Ok(Effect::SetJump(buffer)) => {
                            pc += 1;
                            break Exit::SetJump(buffer, dst);
                        }
                        Ok(Effect::LongJump(buffer, value)) => break Exit::LongJump(buffer, value),
                        Err(HaltAt(arg, halt)) => break Exit::Stop(stop_with(halt, args[arg])),
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
                    Value::Term(_) if std::mem::take(world.passed) > 0 => {}
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
    passed: &'s mut u8,
    callers: &'s Callers,
    witness: &'s Model,
}

fn stop_at(halt: Halt, instr: Instr) -> Stop {
    match halt {
        Halt::Error(fault) => Stop::Ended(End::Error(fault)),
        Halt::Check(ok, fault) => Stop::Check(ok, fault),
        Halt::Incomplete(why) => Stop::Ended(End::Incomplete(why)),
        Halt::Assume(holds) => Stop::Assume(holds),
        Halt::Bits(_) => match instr {
            Instr::Store(_, slot, ..) | Instr::Cast(.., slot) => stop_with(halt, slot),
            // Only these take a float apart.
            _ => Stop::Ended(End::Incomplete("the bits of a symbolic float".to_owned())),
        },
        Halt::Index { .. } | Halt::Resolve(_) | Halt::Callee(_) | Halt::Value(_) => match instr {
            Instr::Load(_, _, slot, _) | Instr::Store(_, _, slot, _) | Instr::Alloc(_, _, _, slot, _) => {
                stop_with(halt, slot)
            }
            // Only accesses and allocations ask for a position or a size.
            _ => Stop::Ended(End::Incomplete("a symbolic position outside of an access".to_owned())),
        },
    }
}

/// What has to be decided about the value in a slot.
fn stop_with(halt: Halt, slot: Slot) -> Stop {
    match halt {
        Halt::Error(fault) => Stop::Ended(End::Error(fault)),
        Halt::Check(ok, fault) => Stop::Check(ok, fault),
        Halt::Incomplete(why) => Stop::Ended(End::Incomplete(why)),
        Halt::Assume(holds) => Stop::Assume(holds),
        Halt::Index { object, offset } => Stop::Index { pointer: slot, object, offset },
        Halt::Resolve(address) => Stop::Resolve { pointer: slot, address },
        Halt::Callee(address) => Stop::Callee { pointer: slot, address },
        Halt::Value(term) => Stop::Value { slot, term },
        Halt::Bits(float) => Stop::Bits { slot, float },
    }
}
