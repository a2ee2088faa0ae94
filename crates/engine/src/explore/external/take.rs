//! What an external function leaves: its result, and what it wrote.

use pathfold_base::FxSet;
use pathfold_ir::Type;
use pathfold_outside::message::{Change, Place, Returned, Word, Written};

use super::pass::Passed;
use crate::code::ExternalCall;
use crate::explore::Explorer;
use crate::state::State;
use crate::value::{ObjectId, Value};

/// So many undefined bytes in a row that still hold the pattern they were passed as were not written: fewer may be a
/// coincidence.
const UNTOUCHED: usize = 4;

impl Explorer<'_> {
    /// Brings the state's memory up to date, and gives the result. The error says about the function what it did.
    pub(super) fn take_back(
        &mut self,
        state: &mut State,
        call: &ExternalCall,
        passed: &Passed,
        returned: &Returned,
    ) -> Result<Value, String> {
        if returned.spilled {
            return Err("wrote outside of the objects it was given".to_owned());
        }
        for change in &returned.changes {
            self.take_change(state, passed, change)?;
        }
        for (region, undefined) in passed.undefined.iter().enumerate() {
            self.define(state, passed.objects[region], region as u32, undefined, returned)?;
        }
        Ok(match call.ret {
            None => Value::Undef,
            Some(Type::Bool) => Value::Bool(returned.number & 1 == 1),
            Some(Type::F32) => Value::F32(returned.float as u32),
            Some(Type::F64) => Value::F64(returned.float),
            Some(Type::Ptr | Type::Bv(64)) => match returned.word {
                Word::Place(place) => pointer(passed, place)?,
                Word::Number(number) if call.ret == Some(Type::Ptr) => Value::address(number),
                Word::Number(bits) => Value::Bits { width: 64, bits },
                Word::Foreign => return Err("returned a pointer to memory of its own".to_owned()),
            },
            Some(Type::Bv(width)) => {
                let bits = returned.number & (u64::MAX >> (64 - u32::from(width.min(64))));
                Value::Bits { width, bits }
            }
            Some(Type::Int) => return Err("returned a number of no width".to_owned()),
        })
    }

    fn take_change(&mut self, state: &mut State, passed: &Passed, change: &Change) -> Result<(), String> {
        let Some(&object) = passed.objects.get(change.region as usize) else {
            return Err("wrote to an object that it was not given".to_owned());
        };
        let target = state.memory.object(object);
        let width = match &change.what {
            Written::Bytes(bytes) => bytes.len(),
            Written::Place(_) | Written::Foreign => 8,
        };
        if target.constant {
            return Err("wrote to a constant object".to_owned());
        }
        let at = usize::try_from(change.at).unwrap_or(usize::MAX);
        if at.saturating_add(width) > target.len() {
            return Err("wrote outside of the objects it was given".to_owned());
        }
        let cut = |_| "wrote to a part of a value that cannot be taken apart".to_owned();
        let pool = &mut self.pool;
        match &change.what {
            Written::Bytes(bytes) => match state.memory.bytes_mut(object) {
                Some(contents) => contents.write_plain(at, bytes, pool).map_err(cut),
                None => Ok(()),
            },
            Written::Place(place) => {
                state.memory.write(object, at, Type::Ptr, pointer(passed, *place)?, pool).map_err(cut)
            }
            Written::Foreign => Err("stored a pointer to memory of its own".to_owned()),
        }
    }

    /// Undefined bytes that hold their pattern beside others that do not: the function wrote just that.
    // SOUND: what is left undefined was not written; what is not may hide a finding, in a run that is never `Safe`.
    fn define(
        &mut self,
        state: &mut State,
        object: ObjectId,
        region: u32,
        undefined: &[usize],
        returned: &Returned,
    ) -> Result<(), String> {
        let mut written = FxSet::default();
        for change in returned.changes.iter().filter(|change| change.region == region) {
            let width = match &change.what {
                Written::Bytes(bytes) => bytes.len(),
                Written::Place(_) | Written::Foreign => 8,
            };
            written.extend(change.at as usize..change.at as usize + width);
        }
        let kept: Vec<usize> = undefined.iter().copied().filter(|at| !written.contains(at)).collect();
        for run in kept.chunk_by(|a, b| a + 1 == *b).filter(|run| run.len() < UNTOUCHED) {
            for at in run {
                let byte = Value::byte(super::pass::pattern(*at));
                if let Some(contents) = state.memory.bytes_mut(object) {
                    contents.write_byte(*at, byte, &mut self.pool).map_err(|_| "cannot be taken back".to_owned())?;
                }
            }
        }
        Ok(())
    }

    /// What a function did that touched a trap.
    pub(super) fn trapped(&self, passed: &Passed, trap: u32) -> String {
        match passed.traps.get(trap as usize) {
            Some(Value::Function(function)) => {
                let name = &self.code.functions[*function].name;
                format!("called back `{name}`, a function of the program")
            }
            Some(_) | None => "accessed an object that is dead".to_owned(),
        }
    }
}

/// An address as the program has it.
fn pointer(passed: &Passed, place: Place) -> Result<Value, String> {
    let known = match place {
        Place::Region(region, offset) => {
            passed.objects.get(region as usize).map(|object| Value::Ptr { object: *object, offset })
        }
        Place::Trap(trap) => passed.traps.get(trap as usize).copied(),
    };
    known.ok_or_else(|| "made up a pointer".to_owned())
}
