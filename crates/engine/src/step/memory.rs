//! Allocation, pointer arithmetic, loads and stores with their checks.

use pathfold_ir::{AllocKind, CheckKind, Layout, LocId, Type};
use pathfold_term::{Sort, Term, Value as Constant};

use super::arith::not_a_number;
use super::{Fault, Halt, Machine, misused};
use crate::config::ArrayIndex;
use crate::memory::{Memory, Refusal, in_bounds, position_term, width};
use crate::value::{ObjectId, Value};

impl Machine<'_> {
    /// A new object.
    pub(super) fn alloc(
        &mut self,
        memory: &mut Memory,
        layout: Layout,
        kind: AllocKind,
        size: Value,
        loc: LocId,
    ) -> Result<Value, Halt> {
        let size = match size {
            Value::Int(size) => u64::try_from(size).ok(),
            Value::Bits { bits, .. } => Some(bits),
            Value::Undef => return Err(not_a_number(size)),
            Value::Term(term) if self.pool.value(term).is_none() => {
                return Err(Halt::Incomplete("an object of symbolic size".to_owned()));
            }
            Value::Bool(_) | Value::Ptr { .. } | Value::PtrTerm { .. } | Value::Function(_) | Value::Term(_) => None,
        };
        match size {
            Some(size) if size <= self.max_object => {
                Ok(Value::Ptr { object: memory.alloc(layout, kind, size, loc), offset: 0 })
            }
            _ => Err(Halt::Incomplete(format!("an object of more than {} positions", self.max_object))),
        }
    }

    /// Pointer arithmetic; no check, as in C a pointer may be outside until it is used.
    #[inline]
    pub(super) fn offset(&mut self, memory: &Memory, pointer: Value, by: Value) -> Result<Value, Halt> {
        if let (Value::Ptr { object, offset }, Value::Int(by)) = (pointer, by)
            && let Some(offset) = offset.checked_add(by)
        {
            return Ok(Value::Ptr { object, offset });
        }
        if let (Value::Ptr { object, offset }, Value::Bits { width: 64, bits }) = (pointer, by) {
            return Ok(Value::Ptr { object, offset: offset.wrapping_add(bits as i64) });
        }
        self.offset_term(memory, pointer, by)
    }

    fn offset_term(&mut self, memory: &Memory, pointer: Value, by: Value) -> Result<Value, Halt> {
        let by = by.to_term(self.pool).ok_or_else(|| not_a_number(by))?;
        let (object, base) = match pointer {
            Value::Ptr { object, offset } => {
                let base = match self.pool.sort(by) {
                    Sort::Bv(_) => position_term(Layout::Bytes, offset as u64, self.pool),
                    Sort::Bool | Sort::Int | Sort::Fp(_) | Sort::Array(..) => self.pool.int(offset),
                };
                (object, base)
            }
            Value::PtrTerm { object, offset } => (object, offset),
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Bits { .. }
            | Value::Function(_)
            | Value::Term(_) => {
                return Err(not_a_pointer(pointer));
            }
        };
        debug_assert!(object == ObjectId::NULL || memory.len() > object.0 as usize);
        let offset = self.pool.add(base, by);
        Ok(match self.pool.value(offset) {
            Some(Constant::Int(n)) => match n.to_i64() {
                Some(offset) => Value::Ptr { object, offset },
                None => Value::PtrTerm { object, offset },
            },
            Some(Constant::Bits(bits)) => Value::Ptr { object, offset: bits.unsigned() as u64 as i64 },
            Some(Constant::Bool(_) | Constant::Fp(..) | Constant::Array(_)) | None => Value::PtrTerm { object, offset },
        })
    }

    /// Reads through a pointer.
    #[inline]
    pub(super) fn load(&mut self, memory: &Memory, ty: Type, pointer: Value, passed: &mut bool) -> Result<Value, Halt> {
        match self.resolve(memory, ty, pointer, passed)? {
            Resolved::At(object, position) => memory
                .object(object)
                .read(position, ty, self.pool)
                .map_err(|refusal| refused(refusal, pointer, object, None)),
            Resolved::Within(object, offset) => {
                if self.array_index == ArrayIndex::Fork {
                    return Err(Halt::Index { object, offset });
                }
                memory
                    .read_ite(object, offset, ty, self.pool)
                    .map_err(|refusal| refused(refusal, pointer, object, Some(offset)))
            }
        }
    }

    /// Writes through a pointer.
    #[inline]
    pub(super) fn store(
        &mut self,
        memory: &mut Memory,
        ty: Type,
        value: Value,
        pointer: Value,
        passed: &mut bool,
    ) -> Result<(), Halt> {
        let place = self.resolve(memory, ty, pointer, passed)?;
        let (Resolved::At(object, _) | Resolved::Within(object, _)) = place;
        if memory.object(object).constant {
            return Err(Halt::Error(Fault::access(CheckKind::ReadOnly, pointer)));
        }
        match place {
            Resolved::At(object, position) => memory
                .write(object, position, ty, value, self.pool)
                .map_err(|refusal| refused(refusal, pointer, object, None)),
            Resolved::Within(object, offset) => {
                if self.array_index == ArrayIndex::Fork {
                    return Err(Halt::Index { object, offset });
                }
                memory
                    .write_ite(object, offset, ty, value, self.pool)
                    .map_err(|refusal| refused(refusal, pointer, object, Some(offset)))
            }
        }
    }

    /// Null and bounds, then the place.
    #[inline]
    fn resolve(&mut self, memory: &Memory, ty: Type, pointer: Value, passed: &mut bool) -> Result<Resolved, Halt> {
        match pointer {
            Value::Ptr { object: ObjectId::NULL, .. } | Value::PtrTerm { object: ObjectId::NULL, .. } => {
                Err(Halt::Error(Fault::access(CheckKind::NullDereference, pointer)))
            }
            Value::Ptr { object, offset } => {
                let target = memory.object(object);
                let width = width(target.layout, ty);
                match u64::try_from(offset) {
                    Ok(start) if start.checked_add(width).is_some_and(|end| end <= target.size) => {
                        Ok(Resolved::At(object, start as usize))
                    }
                    _ => Err(Halt::Error(Fault::access(CheckKind::OutOfBounds, pointer))),
                }
            }
            Value::PtrTerm { object, offset } => {
                if !std::mem::take(passed) {
                    let target = memory.object(object);
                    let ok = in_bounds(target.layout, offset, width(target.layout, ty), target.size, self.pool);
                    let fault = Fault::access(CheckKind::OutOfBounds, pointer);
                    match self.pool.value(ok) {
                        Some(Constant::Bool(true)) => {}
                        Some(_) => return Err(Halt::Error(fault)),
                        None => return Err(Halt::Check(ok, fault)),
                    }
                }
                Ok(Resolved::Within(object, offset))
            }
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Bits { .. }
            | Value::Function(_)
            | Value::Term(_) => Err(not_a_pointer(pointer)),
        }
    }
}

/// Where an access goes: it is in bounds.
enum Resolved {
    At(ObjectId, usize),
    Within(ObjectId, Term),
}

fn not_a_pointer(value: Value) -> Halt {
    misused(value, "an access through something that is not a pointer to an object")
}

fn refused(refusal: Refusal, pointer: Value, object: ObjectId, offset: Option<Term>) -> Halt {
    match (refusal, offset) {
        (Refusal::Undefined, _) => Halt::Error(Fault::access(CheckKind::Uninitialized, pointer)),
        (Refusal::Undecided, Some(offset)) => Halt::Index { object, offset },
        (Refusal::NoByteForm | Refusal::Undecided, _) => {
            Halt::Incomplete("a value that has no byte form in a byte object".to_owned())
        }
    }
}
