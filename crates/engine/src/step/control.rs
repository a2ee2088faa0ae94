//! Branches, switches, checks, and how a state goes on after a decision.

use pathfold_ir::{CheckKind, FuncId};
use pathfold_term::{Pool, Term};

use super::{Decision, End, Fault, Halt};
use crate::code::{Code, Instr, Pc, Slot, SwitchTable};
use crate::state::State;
use crate::value::{ObjectId, Value, base, choices};

/// The choice of an address that it is null: what is wrong with that, if anything, shows when it is used.
pub const NULL_WAY: u32 = u32::MAX;

/// Where a switch on this value goes; the term if it is symbolic, nothing if it was never set.
pub fn switch(value: Value, table: &SwitchTable) -> Result<Pc, Option<Term>> {
    match value {
        Value::Undef => Err(None),
        Value::Term(term) if !table.cases.iter().any(|(case, _)| *case == value) => Err(Some(term)),
        _ => Ok(table.target(value)),
    }
}

/// A stated condition.
pub fn check(fault: Fault, cond: Value, passed: &mut u8) -> Result<(), Halt> {
    match cond {
        Value::Bool(true) => Ok(()),
        Value::Bool(false) => Err(Halt::Error(fault)),
        Value::Term(_) if std::mem::take(passed) > 0 => Ok(()),
        Value::Term(cond) => Err(Halt::Check(cond, fault)),
        Value::Undef
        | Value::Int(_)
        | Value::Wide { .. }
        | Value::Bits { .. }
        | Value::Ptr { .. }
        | Value::PtrTerm { .. }
        | Value::F32(_)
        | Value::F64(_)
        | Value::Function(_) => Err(Halt::error(CheckKind::Uninitialized)),
    }
}

/// Takes one way at a stop: moves the state past it, or says how the path ends. Needs no solver, so that a list of
/// decisions alone rebuilds a state.
pub fn resume(code: &Code, pool: &mut Pool, state: &mut State, decision: &Decision, choice: u32) -> Option<End> {
    let function = &code.functions[state.frame.function];
    match decision {
        Decision::Branch(_) => match function.instrs[state.frame.pc as usize].ways() {
            Some((then, otherwise)) => state.frame.pc = if choice == 0 { then } else { otherwise },
            None => unreachable!("a branch stopped here"),
        },
        Decision::Switch(_) => match function.instrs[state.frame.pc as usize] {
            Instr::Switch(_, table) => {
                let table = &function.switches[table as usize];
                state.frame.pc = table.cases.get(choice as usize).map_or(table.default, |(_, target)| *target);
            }
            _ => unreachable!("a switch stopped here"),
        },
        Decision::Check(_, fault) => {
            if choice != 0 {
                return Some(End::Error(*fault));
            }
            state.passed += 1;
        }
        Decision::Assume(_) => {
            if choice != 0 {
                return Some(End::Assumption);
            }
            state.passed += 1;
        }
        Decision::Index { pointer, object, .. } => {
            set(state, *pointer, Value::Ptr { object: *object, offset: i64::from(choice) });
        }
        Decision::Resolve { pointer, address } => {
            // One of several known pointers: what is wrong with it shows when it is used.
            if let Some(choices) = choices(pool, *address, code.functions.len()) {
                let (_, value) = choices.get(choice as usize)?;
                set(state, *pointer, *value);
                return None;
            }
            if choice == NULL_WAY {
                set(state, *pointer, Value::NULL);
                return None;
            }
            let object = ObjectId(choice);
            if object == ObjectId::NULL {
                return Some(End::Error(Fault::access(CheckKind::WildPointer, Value::Term(*address))));
            }
            let base = base(pool, object);
            let offset = pool.sub(*address, base);
            let value = match Value::from_term(pool, offset) {
                Value::Bits { bits, .. } => Value::Ptr { object, offset: bits as i64 },
                _ => Value::PtrTerm { object, offset },
            };
            set(state, *pointer, value);
        }
        Decision::Callee { pointer, address } => {
            if let Some(choices) = choices(pool, *address, code.functions.len()) {
                let (_, value) = choices.get(choice as usize)?;
                set(state, *pointer, *value);
                return None;
            }
            match choice.checked_sub(1) {
                None => return Some(End::Error(Fault::new(CheckKind::BadCall))),
                Some(function) => set(state, *pointer, Value::Function(FuncId(function))),
            }
        }
        Decision::Value { slot, term } => {
            let width = pool.sort(*term).width().unwrap_or(64);
            set(state, *slot, Value::Bits { width, bits: u64::from(choice) });
        }
    }
    None
}

fn set(state: &mut State, slot: Slot, value: Value) {
    if let Some(target) = state.frame.slots.get_mut(slot as usize) {
        *target = value;
    }
}
