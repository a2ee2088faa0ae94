//! Calls, returns and inputs.

use pathfold_base::CowVec;
use pathfold_base::ids::Id as _;
use pathfold_ir::{CheckKind, FuncId, Type};
use pathfold_term::{Pool, Sort, SymbolKind};

use super::{End, Halt, Machine, Stop, misused};
use crate::code::{Code, Slot};
use crate::memory::Memory;
use crate::state::{Frame, State, Traffic};
use crate::value::{Value, sort_of};

/// Register files of functions that have returned, by function. They keep the function's constants; what else they hold
/// is never read, because a verified program sets every register before it reads it.
#[derive(Default)]
pub struct SpareFrames(Vec<Vec<CowVec<Value>>>);

impl SpareFrames {
    /// How many are kept of one function.
    const MOST: usize = 32;

    fn take(&mut self, function: FuncId) -> Option<CowVec<Value>> {
        self.0.get_mut(function.index())?.pop()
    }

    fn keep(&mut self, function: FuncId, slots: CowVec<Value>) {
        if self.0.len() <= function.index() {
            self.0.resize_with(function.index() + 1, Vec::new);
        }
        let spare = &mut self.0[function.index()];
        if spare.len() < Self::MOST {
            spare.push(slots);
        }
    }
}

/// A call to be made: which function, where its result goes, and its arguments among those of the caller's function.
pub struct Call {
    pub callee: FuncId,
    pub dst: Option<Slot>,
    pub args: u32,
    pub count: u16,
}

impl Machine<'_> {
    /// Enters a function; a stop if the path ends with it.
    pub(super) fn call(&mut self, state: &mut State, call: Call) -> Option<Stop> {
        if state.callers.len() + 1 >= self.max_call_depth {
            let why = format!("more than {} nested calls", self.max_call_depth);
            return Some(Stop::Ended(End::Incomplete(why)));
        }
        let caller = &self.code.functions[state.frame.function];
        let callee = &self.code.functions[call.callee];
        let args = caller.args[call.args as usize..][..usize::from(call.count)].iter();
        let values = args.map(|arg| state.frame.slots.get(*arg as usize).copied().unwrap_or(Value::Undef));
        let mut slots = self.spare.take(call.callee).unwrap_or_else(|| callee.template.clone());
        if let Some(leaf) = slots.as_mut_leaf() {
            for ((slot, _), value) in callee.params.iter().zip(values) {
                leaf[*slot as usize] = value;
            }
        } else {
            for ((slot, _), value) in callee.params.iter().zip(values) {
                if let Some(target) = slots.get_mut(*slot as usize) {
                    *target = value;
                }
            }
        }
        let frame = Frame { function: call.callee, pc: 0, slots, dst: call.dst };
        state.callers.push(std::mem::replace(&mut state.frame, frame));
        None
    }

    /// Goes back to the caller; a stop if there is none.
    pub(super) fn return_from(&mut self, state: &mut State, value: Option<Value>) -> Option<Stop> {
        let Some(caller) = state.callers.pop() else {
            return Some(Stop::Ended(End::Returned(value)));
        };
        let done = std::mem::replace(&mut state.frame, caller);
        if let (Some(dst), Some(value)) = (done.dst, value)
            && let Some(target) = state.frame.slots.get_mut(dst as usize)
        {
            *target = value;
        }
        self.spare.keep(done.function, done.slots);
        None
    }

    /// The function behind a pointer, if it can be called with so many arguments.
    pub(super) fn indirect(&self, pointer: Value, count: usize) -> Result<FuncId, Halt> {
        let Value::Function(callee) = pointer else { return Err(bad_callee(pointer)) };
        let code = &self.code.functions[callee];
        if code.instrs.is_empty() {
            return Err(Halt::Incomplete(format!("call of `{}`, which has no body", code.name)));
        }
        if code.params.len() != count {
            return Err(Halt::Incomplete(format!("call of `{}` with {count} arguments", code.name)));
        }
        Ok(callee)
    }

    /// The next input.
    pub(super) fn input(&mut self, traffic: &mut Traffic, ty: Type) -> Result<Value, Halt> {
        let number = traffic.inputs.len() as u32 - traffic.parameters + 1;
        fresh(self.pool, traffic, &format!("input{number}"), ty)
    }
}

/// What happens when something that is no function is called.
fn bad_callee(pointer: Value) -> Halt {
    if pointer == Value::NULL {
        return Halt::error(CheckKind::NullDereference);
    }
    misused(pointer, "a call through something that is not a known function")
}

/// The first state: the entry function with its parameters as inputs.
pub fn enter_entry(code: &Code, memory: Memory, pool: &mut Pool) -> Result<State, String> {
    let entry = &code.functions[code.entry];
    let slots = entry.template.clone();
    let mut state = State::new(Frame { function: code.entry, pc: 0, slots, dst: None }, memory);
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
    traffic.inputs.push(symbol);
    Ok(Value::Term(symbol))
}
