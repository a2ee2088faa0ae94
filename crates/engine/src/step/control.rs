//! Branches, switches, checks, and how a state goes on after a decision.

use pathfold_ir::CheckKind;
use pathfold_term::Term;

use super::{End, Fault, Halt, Stop};
use crate::code::{Code, Instr, Pc, SwitchTable};
use crate::state::State;
use crate::value::Value;

/// Where a switch on this value goes; the term if it is symbolic, nothing if it was never set.
pub fn switch(value: Value, table: &SwitchTable) -> Result<Pc, Option<Term>> {
    match value {
        Value::Undef => Err(None),
        Value::Term(term) if !table.cases.iter().any(|(case, _)| *case == value) => Err(Some(term)),
        _ => Ok(table.cases.iter().find(|(case, _)| *case == value).map_or(table.default, |(_, target)| *target)),
    }
}

/// A stated condition.
pub fn check(fault: Fault, cond: Value, passed: &mut bool) -> Result<(), Halt> {
    match cond {
        Value::Bool(true) => Ok(()),
        Value::Bool(false) => Err(Halt::Error(fault)),
        Value::Term(_) if std::mem::take(passed) => Ok(()),
        Value::Term(cond) => Err(Halt::Check(cond, fault)),
        Value::Undef
        | Value::Int(_)
        | Value::Bits { .. }
        | Value::Ptr { .. }
        | Value::PtrTerm { .. }
        | Value::Function(_) => Err(Halt::error(CheckKind::Uninitialized)),
    }
}

/// Takes one way at a stop: moves the state past it, or says how the path ends. Needs no solver, so that a list of
/// decisions alone rebuilds a state.
pub fn resume(code: &Code, state: &mut State, stop: &Stop, choice: u32) -> Option<End> {
    let function = &code.functions[state.frame.function];
    match stop {
        Stop::Branch(_) => match function.instrs[state.frame.pc as usize] {
            Instr::Branch(_, then, otherwise) | Instr::CompareBranch(_, _, _, then, otherwise) => {
                state.frame.pc = if choice == 0 { then } else { otherwise };
            }
            _ => unreachable!("a branch stopped here"),
        },
        Stop::Switch(_) => match function.instrs[state.frame.pc as usize] {
            Instr::Switch(_, table) => {
                let table = &function.switches[table as usize];
                state.frame.pc = table.cases.get(choice as usize).map_or(table.default, |(_, target)| *target);
            }
            _ => unreachable!("a switch stopped here"),
        },
        Stop::Check(_, fault) => {
            if choice != 0 {
                return Some(End::Error(*fault));
            }
            state.passed = true;
        }
        Stop::Assume(_) => {
            if choice != 0 {
                return Some(End::Assumption);
            }
            state.passed = true;
        }
        Stop::Index { pointer, object, .. } => {
            if let Some(slot) = state.frame.slots.get_mut(*pointer as usize) {
                *slot = Value::Ptr { object: *object, offset: i64::from(choice) };
            }
        }
        Stop::Ended(_) | Stop::Paused => {}
    }
    None
}
