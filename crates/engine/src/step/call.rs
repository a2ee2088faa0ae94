//! Calls, returns, long jumps and inputs.

use pathfold_base::ids::Id as _;
use pathfold_ir::{CheckKind, FuncId, LocId, Type};
use pathfold_term::{Pool, Sort, SymbolKind};

use super::registers::{RegisterFile, Registers as _};
use super::{End, Halt, Machine, Stop, bits, misused};
use crate::callers::Callers;
use crate::code::{Code, FuncCode, Pc, Slot};
use crate::memory::Memory;
use crate::state::{Frame, FrameSlots, Jump, State};
use crate::traffic::{Guarded, Traffic};
use crate::value::{ObjectId, Value, sort_of};

/// Register files of functions that have returned, by function. They keep the function's constants; what else they hold
/// is never read, because a verified program sets every register before it reads it.
pub struct SpareFrames(Vec<Vec<FrameSlots>>);

impl SpareFrames {
    /// How many are kept of one function.
    const MOST: usize = 32;

    /// None yet.
    pub fn new(code: &Code) -> Self {
        Self(code.functions.iter().map(|_| Vec::new()).collect())
    }

    /// Registers for a function.
    #[inline(always)]
    fn take(&mut self, function: FuncId, code: &FuncCode) -> FrameSlots {
        match self.0.get_mut(function.index()).and_then(Vec::pop) {
            Some(slots) => slots,
            None => new_slots(code),
        }
    }

    #[inline(always)]
    fn keep(&mut self, function: FuncId, slots: FrameSlots) {
        match self.0.get_mut(function.index()) {
            Some(spare) if spare.len() < Self::MOST => spare.push(slots),
            _ => forget(slots),
        }
    }
}

#[cold]
#[inline(never)]
fn new_slots(code: &FuncCode) -> FrameSlots {
    code.template.clone()
}

/// Apart, so that freeing is not part of every return.
#[cold]
#[inline(never)]
fn forget(slots: FrameSlots) {
    drop(slots);
}

/// A call to be made: which function, where its result goes, and its arguments among those of the caller's function.
pub struct Call<'c> {
    pub callee: FuncId,
    pub dst: Slot,
    pub args: &'c [Slot],
}

impl Machine<'_> {
    /// Enters a function that goes back to `back`; a stop if the path ends with it.
    #[inline(always)]
    pub(super) fn call<F: RegisterFile>(
        &mut self,
        state: &mut State,
        callee: &FuncCode,
        Call { callee: id, dst, args }: Call<'_>,
        back: usize,
    ) -> Result<(), Stop> {
        if state.callers.len() + 1 >= self.max_call_depth {
            return Err(too_deep(self.max_call_depth));
        }
        let State { frame, callers, memory, .. } = state;
        if callers.next(id).is_none() {
            self.prepare(callers, id, callee);
        }
        let Some(next) = callers.next(id) else { unreachable!("it was made just now") };
        // One test after the other: of a pair, the compiler would make the whole first.
        if args.len() == callee.params.len()
            && let Some(mut to) = F::of(&mut next.slots)
            && let Some(from) = F::of(&mut frame.slots)
        {
            // Parameters are in the first slots, in order.
            for (slot, arg) in (0..).zip(args) {
                if let Some(target) = to.at_mut(slot) {
                    from.at(*arg).copy_into(target);
                }
            }
        } else {
            pass(callee, args, &frame.slots, &mut next.slots);
        }
        std::mem::swap(&mut frame.slots, &mut next.slots);
        (next.function, next.pc, next.dst, next.stack) = (frame.function, back as Pc, frame.dst, frame.stack);
        // The frame's own place is in the cursor of the loop.
        (frame.function, frame.dst, frame.stack) = (id, dst, memory.stack_top());
        callers.suspend();
        Ok(())
    }

    /// Goes back to the caller as [`Machine::return_from`] does, for compiled code, which puts the result into the slot that it is
    /// told; none if it cannot have code for the caller's kind of frame.
    #[inline(always)]
    pub(crate) fn leave_frame(&mut self, state: &mut State) -> Option<Slot> {
        let State { frame, callers, memory, .. } = state;
        let caller = callers.innermost().filter(|caller| !matches!(caller.slots, FrameSlots::Many(_)))?;
        memory.pop_stack(frame.stack);
        std::mem::swap(&mut frame.slots, &mut caller.slots);
        std::mem::swap(&mut frame.function, &mut caller.function);
        let dst = frame.dst;
        (frame.dst, frame.stack) = (caller.dst, caller.stack);
        callers.leave();
        Some(dst)
    }

    /// Registers for a call of a function that was not the last one called from here.
    #[inline(never)]
    pub(super) fn prepare(&mut self, callers: &mut Callers, id: FuncId, callee: &FuncCode) {
        let slots = self.spare.take(id, callee);
        if let Some(other) = callers.prepare(Frame { function: id, pc: 0, slots, dst: 0, stack: 0 }) {
            self.spare.keep(other.function, other.slots);
        }
    }

    /// Goes back to the caller with what is in a register, and says where the caller goes on; a stop if there is none.
    #[inline(always)]
    pub(super) fn return_from<F: RegisterFile>(
        &mut self,
        state: &mut State,
        value: Option<Slot>,
    ) -> Result<usize, Stop> {
        let State { frame, callers, memory, .. } = state;
        memory.pop_stack(frame.stack);
        let Some(caller) = callers.innermost() else { return Err(returned(frame, value)) };
        // The caller's place keeps the registers for the next call.
        std::mem::swap(&mut frame.slots, &mut caller.slots);
        if let Some(from) = F::of(&mut caller.slots)
            && let Some(mut to) = F::of(&mut frame.slots)
            && let Some(target) = to.at_mut(frame.dst)
        {
            match value {
                Some(value) => from.at(value).copy_into(target),
                None => *target = Value::Undef,
            }
        } else {
            give(value, &caller.slots, frame.dst, &mut frame.slots);
        }
        std::mem::swap(&mut frame.function, &mut caller.function);
        (frame.dst, frame.stack) = (caller.dst, caller.stack);
        let back = caller.pc as usize;
        callers.leave();
        Ok(back)
    }

    /// The function behind a pointer, if it can be called with these arguments and for such a result. Arguments that the
    /// function does not have are dropped, as on the machine: calls through types without parameters bring one more.
    pub(super) fn indirect(&self, pointer: Value, args: &[Value], ret: Option<Type>) -> Result<FuncId, Halt> {
        // A function's address may have been computed, or followed from the path, as a number.
        let functions = self.code.functions.len();
        let known = match pointer {
            Value::Bits { width: 64, bits } => Value::from_number(bits, functions),
            Value::Ptr { object: ObjectId::NULL, offset } => Value::from_number(offset as u64, functions),
            other => other,
        };
        let callee = match known {
            Value::Function(callee) => callee,
            Value::Term(term) => return Err(Halt::Callee(term)),
            other => return Err(bad_callee(other)),
        };
        let code = &self.code.functions[callee];
        if code.instrs.is_empty() {
            return Err(Halt::Incomplete(format!("call through a pointer of `{}`, which has no body", code.name)));
        }
        let enough = args.len() >= code.params.len();
        let fits = enough && code.params.iter().zip(args).all(|((_, ty), value)| has_type(self.pool, *value, *ty));
        let returns = match (ret, code.ret) {
            (Some(wanted), Some(given)) => wanted == given,
            (None | Some(_), None) | (None, Some(_)) => true,
        };
        if fits && returns { Ok(callee) } else { Err(Halt::error(CheckKind::BadCall)) }
    }

    /// Remembers this place: the frame as it is, and how deep it is.
    pub(super) fn set_jump(&mut self, state: &mut State, buffer: Value, dst: Option<Slot>) -> Option<Stop> {
        // Nothing that was never set is a place: neither is zero.
        let token = state.jumps.len() as u64 + 1;
        let value = Value::Bits { width: 64, bits: token };
        let mut passed = 0;
        if self.store(&mut state.memory, Type::Bv(64), value, buffer, &mut passed).is_err() {
            return Some(Stop::Ended(End::Error(super::Fault::access(CheckKind::OutOfBounds, buffer))));
        }
        let (depth, stack) = (state.callers.len(), state.memory.stack_top());
        state.jumps.push(Jump { depth, stack, frame: state.frame.clone(), dst });
        if let Some(dst) = dst
            && let Some(target) = state.frame.slots.get_mut(dst as usize)
        {
            *target = Value::Bits { width: 32, bits: 0 };
        }
        None
    }

    /// Goes on where `set_jump` was called, with its registers: what the function changed since is undefined anyway
    /// unless it is volatile, and that is in memory (C11 7.13.2.1p3).
    pub(super) fn long_jump(&mut self, state: &mut State, buffer: Value, value: Value) -> Option<Stop> {
        let mut passed = 0;
        let token = self.load(&state.memory, Type::Bv(64), buffer, &mut passed);
        let jump = match token {
            Ok(Value::Bits { bits, .. }) => {
                bits.checked_sub(1).and_then(|index| state.jumps.get(index as usize)).cloned()
            }
            Ok(Value::Term(_)) | Err(Halt::Resolve(_) | Halt::Index { .. }) => {
                return Some(Stop::Ended(End::Incomplete("longjmp to a place that depends on inputs".to_owned())));
            }
            _ => None,
        };
        let gone = || Some(Stop::Ended(End::Incomplete("longjmp to a place that is gone".to_owned())));
        let Some(jump) = jump else { return gone() };
        if state.callers.len() < jump.depth {
            return gone();
        }
        while state.callers.len() > jump.depth {
            if let Some(caller) = state.callers.pop() {
                state.frame = caller;
            }
        }
        if state.frame.function != jump.frame.function || state.frame.stack != jump.frame.stack {
            return gone();
        }
        state.frame = jump.frame;
        state.memory.pop_stack(jump.stack);
        let given = match value {
            Value::Bits { width, bits: 0 } => Value::Bits { width, bits: 1 },
            Value::Term(term) => {
                let (zero, one) = (self.pool.bv(32, 0), self.pool.bv(32, 1));
                let is_zero = self.pool.eq(term, zero);
                let given = self.pool.ite(is_zero, one, term);
                Value::from_term(self.pool, given)
            }
            other => other,
        };
        if let Some(dst) = jump.dst
            && let Some(target) = state.frame.slots.get_mut(dst as usize)
        {
            *target = given;
        }
        None
    }

    /// The next input.
    pub(super) fn input(&mut self, traffic: &mut Traffic, ty: Type) -> Result<Value, Halt> {
        let number = traffic.inputs.len() as u32 - traffic.parameters + 1;
        fresh(self.pool, traffic, &format!("input{number}"), ty)
    }
}

/// Arguments from one kind of frame to another, or not as many as the function has.
#[cold]
#[inline(never)]
fn pass(callee: &FuncCode, args: &[Slot], from: &FrameSlots, to: &mut FrameSlots) {
    for (index, (slot, _)) in callee.params.iter().enumerate() {
        if let Some(target) = to.get_mut(*slot as usize) {
            // A register file that was used before holds what an earlier call was given.
            args.get(index).and_then(|arg| from.get(*arg as usize)).unwrap_or(&Value::Undef).copy_into(target);
        }
    }
}

/// A result from one kind of frame to another. A function without a result, called as if it had one, gives nothing.
#[cold]
#[inline(never)]
fn give(value: Option<Slot>, from: &FrameSlots, dst: Slot, to: &mut FrameSlots) {
    if let Some(target) = to.get_mut(dst as usize) {
        value.and_then(|slot| from.get(slot as usize)).unwrap_or(&Value::Undef).copy_into(target);
    }
}

/// The entry function has returned.
#[cold]
#[inline(never)]
fn returned(frame: &Frame, value: Option<Slot>) -> Stop {
    Stop::Ended(End::Returned(value.and_then(|slot| frame.slots.get(slot as usize).copied())))
}

#[cold]
fn too_deep(most: usize) -> Stop {
    Stop::Ended(End::Incomplete(format!("more than {most} nested calls")))
}

/// The place in the analysed program that led to an instruction: its own, or that of the innermost call that is not from
/// the runtime.
pub fn user_loc(code: &Code, callers: &Callers, function: &FuncCode, pc: usize) -> LocId {
    let here = function.locs[pc];
    if !function.library {
        return here;
    }
    // A suspended frame is one past its call.
    callers
        .innermost_first()
        .map(|frame| (&code.functions[frame.function], frame.pc as usize))
        .find(|(function, _)| !function.library)
        .map_or(here, |(function, pc)| function.locs[pc.saturating_sub(1)])
}

/// Whether a value can be in a register of this type.
fn has_type(pool: &Pool, value: Value, ty: Type) -> bool {
    match value {
        Value::Undef => true,
        Value::Bool(_) => ty == Type::Bool,
        Value::Int(_) | Value::Wide { .. } => ty == Type::Int,
        Value::Bits { width, bits } => match ty {
            Type::Bv(wanted) => wanted == width && bits <= bits::mask(width),
            Type::Ptr => width == 64,
            Type::Bool | Type::Int | Type::F32 | Type::F64 => false,
        },
        Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) => matches!(ty, Type::Ptr | Type::Bv(64)),
        Value::F32(_) => ty == Type::F32,
        Value::F64(_) => ty == Type::F64,
        Value::Term(term) => match ty {
            Type::Ptr => pool.sort(term) == Sort::Bv(64),
            _ => sort_of(ty) == Some(pool.sort(term)),
        },
    }
}

/// What happens when something that is no function is called.
fn bad_callee(pointer: Value) -> Halt {
    match pointer {
        Value::NULL => Halt::error(CheckKind::NullDereference),
        Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Bits { .. } => Halt::error(CheckKind::BadCall),
        other => misused(other, "a call through something that is not a known function"),
    }
}

/// The first state: the entry function with its parameters as inputs.
pub fn enter_entry(code: &Code, memory: Memory, pool: &mut Pool) -> Result<State, String> {
    let entry = &code.functions[code.entry];
    let slots = entry.template.clone();
    let stack = memory.stack_top();
    let mut state = State::new(Frame { function: code.entry, pc: 0, slots, dst: 0, stack }, memory);
    for (index, ((slot, ty), name)) in entry.params.iter().zip(&entry.param_names).enumerate() {
        let name = name.as_ref().map_or_else(|| format!("arg{}", index + 1), |name| format!("arg_{name}"));
        let value = fresh(pool, &mut state.traffic, &name, *ty)
            .map_err(|_| format!("parameter {} of the entry function is a pointer", index + 1))?;
        if let Some(target) = state.frame.slots.get_mut(*slot as usize) {
            *target = value;
        }
    }
    state.traffic.parameters = entry.params.len() as u32;
    Ok(state)
}

fn fresh(pool: &mut Pool, traffic: &mut Traffic, name: &str, ty: Type) -> Result<Value, Halt> {
    let Some(sort) = sort_of(ty) else {
        return Err(Halt::Incomplete("a pointer as an input".to_owned()));
    };
    // The same number may be of another sort on another path: the name says which.
    let symbol = match sort {
        Sort::Int => pool.symbol(name, SymbolKind::Input, sort),
        Sort::Bool | Sort::Bv(_) | Sort::Fp(_) | Sort::Array(..) => {
            pool.symbol(&format!("{name}.{ty}"), SymbolKind::Input, sort)
        }
    };
    traffic.inputs.push(Guarded::always(symbol));
    Ok(Value::Term(symbol))
}
